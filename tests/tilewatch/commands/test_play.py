"""`tilewatch play` and `tilewatch cameras` on the command line, and the files left after the program is killed."""

import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click import ClickException
from click.testing import CliRunner

from models import CLASSIFIER, CORNERS, DETECTOR
from tests.web.conftest import PIN, FakeTable
from tilewatch.cli import main
from tilewatch.commands import play
from tilewatch.commands.places import pin_of
from tilewatch.demo.player import Demo
from tilewatch.server import server
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.owned_file import sole_writer
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.threads import Threads
from vision.camera import Camera
from web.app import create_app
from web.contract import Conflict
from web.decoding import Record

ROOT = Path(__file__).parents[3]
PLAY = [sys.executable, "-c", "from tilewatch.cli import main; main()", "play"]
MOST_ASKS = 2_000
"""Requests for the state before a stopped clock counts as one that never goes on."""
has_networks = pytest.mark.skipif(
    not all(m.path.exists() for m in (CORNERS, DETECTOR, CLASSIFIER)),
    reason="the trained networks (models/*.onnx) are not there",
)


lists_cameras = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists its cameras")


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--camera", "/no/such/film.mp4"], "/no/such/film.mp4"),
        (["--camera", "ftp://x"], "ftp://x"),
        (["--camera", __file__], "test_play.py gives no pictures"),
        (["--rules", "poker"], 'rules: "poker" is not a preset'),
        (["--camera", "demo", "--database", "/no/such/folder/game.db"], "/no/such/folder/game.db"),
        (["--camera", "demo", "--database", "nonsense://x"], "nonsense://x"),
        (["--camera", "demo", "--pin", "tab\there"], "--pin"),
        (["--camera", "demo", "--pin", "1"], "--pin: 4 to 40"),
        (["--camera", "demo", "--pictures", __file__], "is a file"),
        (["--camera", "demo", "--host", "no.such.host.invalid"], "no.such.host.invalid"),
        (["--port", "99999"], "99999"),
        pytest.param(["--camera", "99"], "camera 99 is not connected", marks=lists_cameras),
    ],
)
@has_networks
def test_what_cannot_be_used_is_one_line_and_exit_2(options: list[str], named: str, tmp_path: Path) -> None:
    environment = {"XDG_DATA_HOME": str(tmp_path)}
    result = CliRunner().invoke(main, ["play", *options], env=environment)
    assert result.exit_code == 2
    assert named in result.stderr
    assert "Traceback" not in result.output


@has_networks
def test_notes_that_cannot_be_read_at_the_start_are_one_line_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk fails or a server disconnects after the match was read and before the page's notes are."""
    noted = Journal.noted

    def fails(journal: Journal, name: str, kind: type[Record]) -> Record | None:
        if name.startswith("page-"):
            raise JournalUnusable("the disk is gone")
        return noted(journal, name, kind)

    monkeypatch.setattr(Journal, "noted", fails)
    asked = ["play", "--camera", "none", "--port", "0", "--database", str(tmp_path / "game.db")]
    told = CliRunner().invoke(main, asked)
    assert (told.exit_code, "the disk is gone" in told.stderr) == (2, True), told.output


@pytest.fixture
def running() -> Iterator[int]:
    """The port on which another Tilewatch shows its page."""
    made = server(create_app(FakeTable(), PIN), "127.0.0.1", 0)
    thread = threading.Thread(target=made.run)
    thread.start()
    yield made.port
    made.close()
    thread.join(timeout=10)


@has_networks
def test_who_starts_it_twice_is_shown_the_page_of_the_first_one(
    running: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A double click, and another: the first program is unaffected."""
    opened: list[str] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", opened.append)
    place = str(tmp_path / "game.db")
    asked = ["play", "--camera", "none", "--port", str(running), "--database", place]
    here = f"Tilewatch already runs here; its page: http://127.0.0.1:{running}/"
    told = CliRunner().invoke(main, asked)
    assert (told.exit_code, here in told.stderr, opened) == (2, True, [])
    with sole_writer(Path(place)):
        told = CliRunner().invoke(main, [*asked, "--open"])
    assert (told.exit_code, here in told.stderr) == (0, True)
    assert opened == [f"http://127.0.0.1:{running}/"]


def test_cameras_lists_what_can_be_opened() -> None:
    result = CliRunner().invoke(main, ["cameras", "--json"])
    assert result.exit_code == 0
    assert all(set(camera) == {"camera", "width", "height", "rate"} for camera in json.loads(result.stdout))
    assert "demo" in CliRunner().invoke(main, ["cameras"]).stdout


@contextmanager
def playing(folder: Path, pictures: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """`tilewatch play` before a folder of pictures, and its port."""
    options = ["--camera", str(pictures), "--port", "0", "--pin", "none", "--database", str(folder / "game.db")]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [*PLAY, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    with process:
        assert process.stdout is not None
        announced = re.search(r":(\d+)/", process.stdout.readline())
        assert announced is not None
        try:
            yield process, int(announced[1])
        finally:
            process.kill()


def asked(port: int, method: str, path: str, body: object = None) -> Any:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        text = json.dumps(body) if body is not None else None
        connection.request(method, path, text, {"Content-Type": "application/json"})
        return json.loads(connection.getresponse().read())


def stands(port: int) -> dict[str, Any]:
    """The state after a picture came: on a busy machine the clock waits for the first picture after a start."""
    asks = (asked(port, "GET", "/api/state") for _ in range(MOST_ASKS))
    running: dict[str, Any] = next(state for state in asks if state["turn"]["phase"] != "paused")
    return running


def what_counts(state: dict[str, Any]) -> object:
    """The part of the state that may never be lost once it was shown."""
    turn = {key: state["turn"][key] for key in ("number", "player", "phase")}
    return state["match"], state["players"], turn, state["pool"], state["verdict"]


@has_networks
def test_kill_9_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    """Three kills at moments of a fixed seed; benchmarks/kills.py does fifty."""
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    (pictures / "bare.jpg").write_bytes((ROOT / "tilewatch" / "demo" / "f000.jpg").read_bytes())
    chance = random.Random(9)
    shown: Any = None
    for _ in range(3):
        with playing(tmp_path, pictures) as (process, port):
            if shown is None:
                asked(port, "POST", "/api/match", {"players": ["Ada", "Bo"], "rules": "original"})
                asked(port, "POST", "/api/round/begin", {"anyway": True})
                asked(port, "POST", "/api/house", {"help": "opening"})
                asked(port, "POST", "/api/racks", {"player": "Bo", "tiles": "r5 J"})
            else:
                assert asked(port, "GET", "/api/house") == {"help": "opening"}
                assert asked(port, "GET", "/api/racks") == {"racks": {"Bo": "r5 J"}}
                state = stands(port)
                assert what_counts(state) == what_counts(shown)
                assert abs(state["turn"]["seconds_left"] - shown["turn"]["seconds_left"]) < 5
            for _ in range(chance.randint(1, 3)):
                asked(port, "POST", "/api/rack/count", {"player": "Ada", "tiles": chance.randint(1, 20)})
                shown = stands(port)
            os.kill(process.pid, signal.SIGKILL)


@has_networks
def test_a_backup_is_put_back_from_the_page(tmp_path: Path) -> None:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--camera", "none", "--port", str(port), "--pin", "none", "--database", str(tmp_path / "game.db")]
    with subprocess.Popen([*PLAY, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        said = iter(process.stdout.readline, b"")
        next(line for line in said if b"Type this" in line)
        asked(port, "POST", "/api/match", {"players": ["Ada", "Bo"], "rules": "original"})
        name = asked(port, "POST", "/api/backup")["name"]
        before = asked(port, "GET", "/api/state")["players"]
        asked(port, "POST", "/api/match", {"players": ["Cy", "Di"], "rules": "original"})
        assert asked(port, "POST", "/api/restore", {"name": name}) == {"ok": True}
        next(line for line in said if b"Type this" in line)  # it is announced again
        assert asked(port, "GET", "/api/state")["players"] == before
        assert asked(port, "GET", "/api/lost")["told"] == []
        assert len(asked(port, "GET", "/api/backups")["backups"]) == 2, "it can be undone"
        process.terminate()


@has_networks
def test_whoever_ends_the_program_hears_a_goodbye(tmp_path: Path) -> None:
    (tmp_path / "bare.jpg").write_bytes((ROOT / "tilewatch" / "demo" / "f000.jpg").read_bytes())
    with playing(tmp_path, tmp_path) as (process, port):
        asked(port, "GET", "/api/state")
        process.terminate()
        _, said = process.communicate(timeout=30)
    assert "Until next time" in said
    assert process.returncode == 0


class Serving:
    """A server that serves until it is interrupted."""

    def run(self) -> None:
        while True:
            time.sleep(0.01)

    def close(self) -> None:
        """Does nothing: nothing was opened."""


def test_a_thread_that_keeps_dying_ends_the_program_with_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def follow(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(play, "follow", follow)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    threads = Threads(partial(interrupt_main, signal.SIGTERM), pause=0.0)
    before = signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(ClickException, match="watching the table: stopped 4 times"):
            play.run(None, Camera(lambda: iter(())), None, Serving(), threads)  # type: ignore[arg-type]
    finally:
        signal.signal(signal.SIGTERM, before)
        threads.stop(10)


class DemoTable:
    """A table whose tiles are read at once without errors."""

    def __init__(self, demo: Demo) -> None:
        self.demo, self.number, self.phase, self.begun = demo, 0, "setup", False
        self.log: list[tuple[str, int]] = []
        self.rounds = 0
        self.refuse_next = True
        self.players = demo.script["players"]
        self.match = self.turn = self.pictures = self

    def state(self) -> dict[str, Any]:
        if (
            self.phase == "restoring"
            and self.demo.frame == self.demo.turns[(self.number - 1) % len(self.demo.turns)]["restored"]
        ):
            self.phase, self.number = "playing", self.number + 1
        turn = {"number": self.number, "phase": self.phase}
        players = [{"name": name} for name in self.players]
        return {"match": {"round": self.rounds} if self.begun else None, "turn": turn, "players": players}

    def turns(self) -> list[dict[str, Any]]:
        return [{"round": 1 + place // len(self.demo.turns)} for place in range(self.number - 1)]

    def start(self, *_: object) -> None:
        self.begun, self.number = True, 1
        self.next_round()

    def next_round(self) -> None:
        self.phase, self.rounds = "ready", self.rounds + 1

    def begin_round(self, first: str, anyway: bool) -> None:
        assert self.demo.frame == 0
        self.phase = "playing"

    def done(self, anyway: bool, turn: int) -> dict[str, Any]:
        if self.refuse_next:
            self.refuse_next = False
            raise Conflict("a hand, say")
        script = self.demo.turns[(turn - 1) % len(self.demo.turns)]
        self.log.append((script["player"], self.demo.frame))
        if not script["legal"]:
            self.phase = "restoring"
        elif script["rack"] == 0:
            self.number, self.phase = self.number + 1, "counting"
        else:
            self.number += 1
        return {}

    def rack(self, player: str, photo: bytes) -> dict[str, Any]:
        return {"tiles": next(rack["tiles"] for rack in self.demo.racks if rack["rack_of"] == player)}

    def act(self, act: Callable[[Any, float], object]) -> None:
        act(self, 0.0)

    def counted(self, racks: dict[str, str], at: float) -> None:
        self.racks, self.phase = racks, "over"


def test_the_demo_plays_its_whole_script_in_about_three_minutes_and_then_the_next_round() -> None:
    demo = Demo()
    table = DemoTable(demo)
    waits: list[float] = []

    class TwoRounds:
        def is_set(self) -> bool:
            if table.phase == "over" and table.rounds == 1:
                settling_and_claiming = 0.9 * len(demo.turns)
                assert 100 < sum(waits) + settling_and_claiming < 200
                table.next_round()
            return table.phase == "over"

    demo.play(table, TwoRounds(), waits.append)  # type: ignore[arg-type]
    assert [player for player, _ in table.log] == [turn["player"] for turn in demo.turns] * 2
    played = zip(table.log, [*demo.turns, *demo.turns], strict=True)
    laid = [(frame, turn["frames"][1]) for (_, frame), turn in played if turn["frames"]]
    assert all(shown == wanted for shown, wanted in laid)
    assert table.racks == {"Bo": "k13 b1", "Cy": "r2 b13 o3"}


def test_the_demo_leaves_a_match_of_other_players_to_them() -> None:
    demo = Demo()
    table = DemoTable(demo)
    table.begun, table.number, table.phase, table.players = True, 1, "counting", ["Ada", "Eva"]
    looks = iter([False, False, True])
    demo.play(table, SimpleNamespace(is_set=lambda: next(looks)), lambda _: None)  # type: ignore[arg-type]
    assert (table.log, table.phase) == ([], "counting")


def test_a_pin_that_was_made_up_stays_the_same_on_the_same_database(tmp_path: Path) -> None:
    pins = []
    for _ in range(2):
        journal = Journal(str(tmp_path / "game.db"))
        pins.append(pin_of(None, journal))
        journal.close()
    assert pins[0] == pins[1]
    assert pins[0] is not None
    assert len(pins[0]) == 6
