"""A game of three players, from moving pictures to final scores, without any correction.

The whole game is played in the film's time. Its beginning is also played in real time: a small server streams the film
like a phone, and `tilewatch play` watches the phone as a process of its own.
"""

import http.client
import http.server
import json
import os
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from benchmarks.player import CountingReader, Player
from models import CLASSIFIER, CORNERS, DETECTOR
from vision.camera import load_picture

ROOT = Path(__file__).parent.parent.parent
FILM = ROOT / "tilewatch" / "demo"
SCRIPT = json.loads((FILM / "script.json").read_text("utf-8"))
TURNS = [entry for entry in SCRIPT["script"] if "turn" in entry]
RACKS = [entry for entry in SCRIPT["script"] if "rack_of" in entry]
UNTIL_OPENED = 6
"""Turns until a player has opened: passes, a foul that is put back, an opening."""
PIN = "2468"
PICTURES_A_SECOND = 4
"""Pictures a second: enough to see a hand come and go; more pictures cost time and show nothing new."""
PATIENCE = 60
"""Seconds after which a test that waits for the table gives up; a busy machine reads slowly."""
PRESSES = 60
"""Number of presses of Done on a busy machine: each press waits four seconds for a reading."""

pytestmark = pytest.mark.skipif(
    not all((ROOT / "models" / network.file).exists() for network in (CORNERS, DETECTOR, CLASSIFIER)),
    reason="the trained networks (models/*.onnx) are not there",
)


class Phone:
    """A phone's camera app on loopback: it streams the picture that lies before it."""

    def __init__(self) -> None:
        self.picture = b""
        self._over = threading.Event()
        phone = self

        class App(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=film")
                self.end_headers()
                try:
                    while not phone._over.wait(1 / PICTURES_A_SECOND):
                        length = f"Content-Length: {len(phone.picture)}\r\n\r\n".encode()
                        head = b"--film\r\nContent-Type: image/jpeg\r\n" + length
                        self.wfile.write(head + phone.picture + b"\r\n")
                except ConnectionError:
                    """The watcher hung up."""

            def log_message(self, format: str, *args: object) -> None:
                """Writes no log."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), App)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self.show(0)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/video"

    def show(self, number: int) -> None:
        self.picture = photo(number)

    def close(self) -> None:
        self._over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def photo(number: int) -> bytes:
    return (FILM / f"f{number:03d}.jpg").read_bytes()


class Players:
    """The players' phones: they listen to the events and press buttons."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listening = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._listening.request("GET", "/api/events")
        self._events = self._listening.getresponse()
        self.state: dict[str, Any] = {}
        self._past = 0

    def remember(self) -> None:
        """Forgets the states published up to now; `wait_until` waits for later states."""
        self._past = self.get("/api/state")["version"]

    def wait_until(self, what: str, steady: bool | None = None, phase: str | None = None) -> None:
        """Listens until a state fulfils the condition."""
        for line in self._events:
            if not line.startswith(b"data: "):
                continue
            self.state = json.loads(line[6:])
            is_later = self.state["version"] > self._past
            right_phase = phase is None or self.state["turn"]["phase"] == phase
            if is_later and right_phase and (steady is None or self.state["steady"] == steady):
                return
        pytest.fail(f"the feed ended while waiting for {what}: {self.state}")

    def press(self, button: str, body: object = None) -> dict[str, Any]:
        """Presses a button; presses again if the table was not read in time, as the answer asks."""
        return self._post(f"/api/{button}", json.dumps(body or {}).encode(), "application/json", tries=PRESSES)

    def photograph(self, player: str, number: int) -> dict[str, Any]:
        """Sends a photograph of a rack."""
        form = (
            b'--rack\r\nContent-Disposition: form-data; name="player"\r\n\r\n' + player.encode() + b"\r\n--rack\r\n"
            b'Content-Disposition: form-data; name="photo"; filename="rack.jpg"\r\n\r\n'
            + photo(number)
            + b"\r\n--rack--\r\n"
        )
        return self._post("/api/rack", form, "multipart/form-data; boundary=rack")

    def get(self, path: str) -> Any:
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)) as connection:
            connection.request("GET", path)
            return json.loads(connection.getresponse().read())

    def close(self) -> None:
        self._listening.close()

    def _post(self, path: str, body: bytes, kind: str, tries: int = 1) -> dict[str, Any]:
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)) as connection:
            connection.request("POST", path, body, {"X-Table-Pin": PIN, "Content-Type": kind})
            answer = connection.getresponse()
            text = answer.read()
            if answer.status == 503 and tries > 1:
                return self._post(path, body, kind, tries - 1)
            assert answer.status in (200, 201), f"{path}: {answer.status} {text.decode()}"
            return dict(json.loads(text))


@pytest.fixture
def phone() -> Iterator[Phone]:
    phone = Phone()
    yield phone
    phone.close()


@pytest.fixture
def players(phone: Phone, tmp_path: Path) -> Iterator[Players]:
    """The players at a table that `tilewatch play` watches."""
    command = [sys.executable, "-c", "from tilewatch.cli import main; main()", "play", "--camera", phone.address]
    options = ["--port", "0", "--pin", PIN, "--database", str(tmp_path / "film.db")]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, env=environment) as play:
        assert play.stdout is not None
        announced = re.search(r"http://127\.0\.0\.1:(\d+)/", play.stdout.readline())
        assert announced is not None
        players = Players(int(announced[1]))
        yield players
        players.close()
        play.terminate()


def test_the_first_opening_before_a_phones_camera_comes_out_as_the_script_says(phone: Phone, players: Players) -> None:
    players.wait_until("the empty table", steady=True)
    players.press("match", {"players": SCRIPT["players"], "rules": SCRIPT["rules"], "first": "Ada"})
    players.press("round/begin")
    for turn in TURNS[:UNTIL_OPENED]:
        play_turn(phone, players, turn)
    told = [(turn["player"], turn["legal"], turn["drawn"]) for turn in players.get("/api/turns")]
    assert told == [(turn["player"], turn["legal"], turn["draw"]) for turn in TURNS[:UNTIL_OPENED]]
    players.press("round/stop")
    for rack in RACKS:
        assert Counter(players.photograph(rack["rack_of"], rack["frames"][0])["tiles"]) == Counter(rack["tiles"])


def test_a_whole_game_in_the_films_time_comes_out_as_its_script_says(tmp_path: Path) -> None:
    seen = [load_picture(FILM / "f000.jpg")]
    player = Player(lambda *_: seen[0], CountingReader(), tmp_path)

    def show(number: int, is_so: Callable[[], bool]) -> None:
        seen[0] = load_picture(FILM / f"f{number:03d}.jpg")
        player.show()
        player.wait(is_so, PATIENCE)
        assert is_so(), f"picture {number}: {player.state}"

    show(0, lambda: player.state["steady"])
    player.table.match.start(SCRIPT["players"], SCRIPT["rules"], "Ada", None, False)
    player.table.match.begin_round(None, False)
    for turn in TURNS:
        if turn["frames"]:
            show(turn["frames"][0], lambda: not player.state["steady"])
            show(turn["frames"][1], lambda: player.state["steady"])
        is_judged_right(turn, player.table.turn.done(False))
        if not turn["legal"]:
            show(turn["restored"], lambda: player.state["turn"]["phase"] == "playing")
        has_the_racks_tiles(turn, player.state)
    assert player.state["turn"]["phase"] == "counting"
    assert [one["name"] for one in player.state["players"] if one["rack"] == 0] == [SCRIPT["winner"]]
    racks = {}
    for rack in RACKS:
        read = player.table.pictures.rack(rack["rack_of"], photo(rack["frames"][0]))
        assert Counter(read["tiles"]) == Counter(rack["tiles"])
        assert read["unsure"] == []
        racks[rack["rack_of"]] = " ".join(read["tiles"])
    player.table.act(lambda match, at: match.counted(racks, at))
    assert {one["name"]: one["score"] for one in player.state["players"]} == {"Ada": 32, "Bo": -14, "Cy": -18}
    told = [(turn["player"], turn["legal"], turn["drawn"]) for turn in player.table.match.turns()]
    assert told == [(turn["player"], turn["legal"], turn["draw"]) for turn in TURNS]
    player.table.close()


def play_turn(phone: Phone, players: Players, turn: dict[str, Any]) -> None:
    """Lays the turn's pictures before the camera, presses `done`, puts a failed turn back."""
    if turn["frames"]:
        hand, after = turn["frames"]
        players.remember()
        phone.show(hand)
        players.wait_until(f"the hand of turn {turn['turn']}", steady=False)
        phone.show(after)
        players.wait_until(f"the table of turn {turn['turn']}", steady=True)
    is_judged_right(turn, players.press("turn/done")["verdict"])
    if not turn["legal"]:
        players.remember()
        phone.show(turn["restored"])
        players.wait_until(f"the table put back after turn {turn['turn']}", phase="playing")
    has_the_racks_tiles(turn, players.get("/api/state"))


def is_judged_right(turn: dict[str, Any], verdict: Any) -> None:
    """The verdict is the script's."""
    assert verdict["player"] == turn["player"]
    assert (verdict["legal"], verdict["draw"]) == (turn["legal"], turn["draw"]), (turn, verdict)
    if turn["legal"]:
        assert Counter(verdict["played"]) == Counter(turn["played"])


def has_the_racks_tiles(turn: dict[str, Any], state: Any) -> None:
    """The player's rack holds as many tiles as in the script."""
    rack = next(player["rack"] for player in state["players"] if player["name"] == turn["player"])
    assert rack == turn["rack"], turn
