"""An irregular evening: a match kept by hand, three rounds, a player who joins, a player who leaves, a corrected score,
a restart, a dispute, and a rematch. The tests of this file are one evening, in this order; taps are counted.
"""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.match import agreeing
from tests.tilewatch.conftest import KnowingReader
from tests.web.browser.test_clumsy_evening import Taps
from tilewatch.server import server
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable, follow
from vision.camera.camera import Camera
from vision.camera.sources import source
from web.app import create_app

LONG = "W" * 40
STRANGE, STRANGER = "__proto__", "constructor"
"""Players like all others, whose names are properties of every JavaScript object."""


class ByHand:
    """`tilewatch play --camera none` on a fixed database and port, which may be started again."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, 0
        self.begin()
        self.address = f"http://127.0.0.1:{self._port}"

    def begin(self) -> None:
        self._journal = Journal(str(self._folder / "game.db"), durable=False)
        eye, album = Camera(source("none")), Album(self._folder / "album")
        self.table = LiveTable(KnowingReader(), self._journal, album, eye, has_no_camera=True)
        self._stop = threading.Event()
        self._server = server(create_app(self.table), "127.0.0.1", self._port)
        self._port = self._server.port
        tasks: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
            (follow, (eye, self.table, self._stop)),
            (self._server.run, ()),
        ]
        self._threads = [threading.Thread(target=task, args=given, daemon=True) for task, given in tasks]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        self._stop.set()
        self._server.close()
        for thread in self._threads:
            thread.join(timeout=5)
        self.table.close()

    @property
    def scores(self) -> dict[str, int | float]:
        return {one["name"]: one["score"] for one in self.table.state()["players"]}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ByHand]:
    table = ByHand(tmp_path_factory.mktemp("by-hand"))
    yield table
    table.end()


@pytest.fixture(scope="module")
def show(table: ByHand) -> ByHand:
    """The table that the windows of this file show."""
    return table


@pytest.fixture(scope="module")
def phone(device: Callable[..., Any]) -> Taps:
    return Taps(device("phone", 390, 844))


@pytest.fixture(scope="module")
def television(device: Callable[..., Any]) -> Any:
    television = device("television", 1920, 1080)
    television.open("/tv")
    return television


def count(phone: Taps, table: ByHand, racks: dict[str, str]) -> None:
    """Enters every rack in points: one tap on the field, its digits, and Enter."""
    phone.device.open("/racks")
    places = {one["name"]: n for n, one in enumerate(table.table.state()["players"])}
    for name, points in racks.items():
        field = f"#points-{places[name]}"
        phone.device.write(field, points)
        phone.device.keys("\ue007")
        phone.device.until(f"!document.querySelector('{field}')")
    phone.device.press("#score")
    phone.device.one("#next-round, #rematch")


def test_set_up_without_a_camera_asks_for_names_alone_and_beginners_have_no_limit(phone: Taps, table: ByHand) -> None:
    phone.device.open("/setup")
    phone.device.until("document.querySelector('#advice [data-about=camera]').dataset.level === 'better'")
    assert phone.device.all("#advice [data-about=light], #advice [data-about=tiles]", "hidden") == [True, True]
    phone.device.until("document.getElementById('short').textContent")  # the rules are shown
    phone.tap("#beginners")
    phone.says("#short", "A turn may take as long as the player likes.")
    phone.device.write("#name-0", "Ada")
    phone.device.write("#name-1", "Bo")
    phone.device.looks_well("set-up-by-hand")
    phone.tap("#start")
    phone.device.one("#begin")
    assert table.table.state()["match"]["rules"] == {"preset": "original", "turn_seconds": None}
    phone.device.until("fetch('/api/house').then(answer => answer.json()).then(({help}) => help === 'all')")


def test_a_round_is_kept_by_hand_and_its_racks_are_numbers(phone: Taps, table: ByHand, television: Any) -> None:
    table.table.match.start(["Ada", "Bo", STRANGE], {"preset": "original", "rounds": 3}, "Ada", None, True)
    phone.device.open("/")
    phone.tap("#begin")
    phone.done("Ada")
    phone.until_turn("Bo")
    television.says("#whose", "Bo")
    assert television.text("#round") == "Round 1"  # no pool, because nobody counts it
    phone.device.looks_well("by-hand")
    phone.tap("#round-over")
    phone.device.open("/racks")
    phone.device.write("#points-1", "-5")
    phone.device.keys("\ue007")
    phone.says("#notice", "0")
    phone.device.write("#points-1", "3")
    phone.device.until("document.getElementById('notice').hidden")  # the wrong text is gone
    count(phone, table, {"Ada": "0", "Bo": "37", STRANGE: "12"})
    assert table.scores == {"Ada": 49, "Bo": -37, STRANGE: -12}


def test_a_score_is_mended_with_three_taps_and_its_digits(phone: Taps, table: ByHand) -> None:
    phone.tapped()
    phone.tap("#round-1")
    phone.device.write("#mend-1", "73")
    phone.count += 1  # the field
    phone.device.looks_well("mend-a-round")
    phone.tap("#mend-save")
    phone.says(".corrections", "Round 1 was corrected: Bo 73 instead of 37 (Chrome on Linux)")
    assert phone.tapped() <= 4
    assert table.scores == {"Ada": 85, "Bo": -73, STRANGE: -12}
    phone.device.looks_well("scores-mended")


def test_a_long_name_sticks_out_of_no_score(phone: Taps, table: ByHand) -> None:
    assert phone.device.all("#possible", "hidden") == [True]  # no empty card: the racks are known in points only
    for player, to in (("Bo", LONG), (LONG, "Bo")):
        phone.ask("/api/players/rename", {"player": player, "to": to})
        phone.device.open("/scores")
        phone.says(".plot-key", to)
        phone.device.looks_well(f"scores-of-{to}")


def test_racks_that_do_not_add_up_are_mended_once_the_players_insist(phone: Taps, table: ByHand) -> None:
    phone.tap("#round-1")
    phone.device.write("#mend-1", "0")
    phone.tap("#mend-save")
    phone.says("#mend-trouble", "Ada and Bo")
    phone.says("#mend-save", "Score it anyway")
    phone.device.write("#mend-1", "73")
    phone.device.until("document.getElementById('mend-trouble').textContent === ''")
    phone.says("#mend-save", "Save")
    phone.device.write("#mend-1", "0")
    phone.tap("#mend-save")
    phone.says("#mend-save", "Score it anyway")
    phone.tap("#mend-save")
    phone.device.until("document.getElementById('sheet').hidden")
    assert table.scores == {"Ada": 6, "Bo": 6, STRANGE: -12}
    table.table.act(lambda match, at: agreeing.taken_back(match, at))
    phone.says(".corrections", "Bo 73 instead of 37")


def test_a_round_is_struck_out_and_counts_again(phone: Taps, table: ByHand) -> None:
    for said, ada in (("Let this round count again", 0), ("Strike this round out", 85)):
        phone.tap("#round-1")
        phone.tap("#strike")
        phone.device.until("document.getElementById('sheet').hidden")  # the press is answered
        phone.device.until(f"document.querySelector('tfoot td').textContent.includes('{ada}')")
        phone.tap("#round-1")
        phone.says("#strike", said)
        phone.device.keys("\ue00c")
        phone.device.until("document.getElementById('sheet').hidden")
    assert table.scores["Bo"] == -73


def test_somebody_joins_with_two_taps_and_a_name(phone: Taps, table: ByHand) -> None:
    phone.tap("#next-round")
    phone.device.one("#begin")
    phone.tap("#begin")
    phone.device.one("#done")
    phone.tapped()
    phone.tap("#join")
    phone.device.write("#join-name", STRANGER)
    phone.device.looks_well("join")
    phone.tap("#join-now")
    assert phone.tapped() == 2
    phone.says("#players", STRANGER)
    player = str(table.table.state()["turn"]["player"])
    phone.done(player)
    phone.device.until(f"!document.getElementById('whose').textContent.startsWith('{player}')")


def test_who_joins_without_a_name_is_asked_for_one(phone: Taps) -> None:
    phone.tap("#join")
    phone.tap("#join-next")
    phone.says("#notice", "Write a name.")
    phone.device.keys("\ue00c")
    phone.device.until("document.getElementById('sheet').hidden")


def test_somebody_leaves_with_two_taps(phone: Taps, table: ByHand) -> None:
    phone.tapped()
    phone.tap("#players li:nth-child(3) .player-name")
    phone.device.looks_well("a-player")
    phone.tap("#leave-pool")
    assert phone.tapped() == 2
    phone.says("#players", "left")
    assert table.table.state()["players"][2] | {"left": True} == table.table.state()["players"][2]


def test_a_player_is_called_otherwise_with_two_taps_and_a_name(phone: Taps, table: ByHand) -> None:
    phone.tap("#players li:nth-child(2) .player-name")
    phone.device.write("#new-name", "Bob")
    phone.tap("#rename")
    assert phone.tapped() == 2
    phone.says("#players", "Bob")
    assert table.scores["Bob"] == -73


def test_rules_are_changed_in_a_round_with_a_reason_that_is_told(phone: Taps, table: ByHand) -> None:
    phone.tap("#right")
    phone.tap("#other-rules")
    phone.device.write("#turn_seconds", "90")
    phone.tap("#change-send")
    phone.says("#trouble", "Say why the rules change during a round.")
    phone.device.write("#reason", "it is late")
    phone.device.looks_well("other-rules")
    phone.tap("#change-send")
    phone.says("#changes", "From the next turn on: A turn takes at most 90 seconds. Because: it is late")
    phone.device.open("/")
    phone.device.one("#resume, #done")
    if table.table.state()["turn"]["phase"] == "paused":  # the page was left while the clock stood for Put right
        phone.tap("#resume")
    phone.done(str(table.table.state()["turn"]["player"]))
    phone.device.until("fetch('/api/state').then(answer => answer.json()).then(({turn}) => turn.seconds === 90)")
    phone.device.open("/agreement")
    phone.says("#changes", "From round 2 on: A turn takes at most 90 seconds.")
    phone.device.open("/")
    phone.device.one("#done")


def test_every_open_page_follows_after_a_restart(phone: Taps, table: ByHand, television: Any) -> None:
    before = str(table.table.state()["turn"]["player"])
    table.end()
    table.begin()
    phone.done(before)
    phone.device.until(f"!document.getElementById('whose').textContent.startsWith('{before}')")
    after = str(table.table.state()["turn"]["player"])
    assert after != before
    television.says("#whose", after)


def test_who_looks_at_what_happened_stops_the_clock_and_takes_a_mistaken_done_back(phone: Taps, table: ByHand) -> None:
    pressed = table.table.state()["verdict"]["player"]
    phone.tapped()
    phone.tap("#disagree")
    phone.device.until("document.getElementById('alarm-text').textContent.includes('looking at what happened')")
    phone.says("#disagree-back", "I pressed Done by mistake")
    phone.device.looks_well("disagree", "CONNECTION_REFUSED")  # the program was away for a moment
    phone.tap("#disagree-back")
    assert phone.tapped() == 2
    phone.until_turn(pressed)
    phone.device.until("document.getElementById('sheet').hidden")
    phone.device.one("#done")
    assert table.table.state()["turn"]["phase"] == "playing"


def test_who_leaves_by_a_link_lets_the_clock_go_on(phone: Taps, table: ByHand) -> None:
    phone.tap("#right")
    phone.device.until("document.getElementById('alarm-text').textContent.includes('looking at what happened')")
    phone.tap("#other-rules")
    phone.device.until("location.pathname === '/agreement'")
    phone.device.wait(lambda: table.table.state()["turn"]["phase"] == "playing", "the clock goes on")
    phone.device.open("/")
    phone.device.one("#done")


def test_done_on_anothers_phone_asks_once_for_whom(phone: Taps, table: ByHand) -> None:
    player = str(table.table.state()["turn"]["player"])
    other = next(n for n, one in enumerate(table.table.state()["players"], 1) if one["name"] != player and one["plays"])
    phone.tap(f"#players li:nth-child({other}) .player-name")
    phone.tap("#my-seat")
    phone.done(player)
    phone.says("#sheet", f"For {player}?")
    phone.tap("#done-for")
    phone.device.until(f"!document.getElementById('whose').textContent.startsWith('{player}')")


def test_whose_a_phone_is_follows_every_new_name(phone: Taps, table: ByHand) -> None:
    """Also a name typed with a trailing blank, or given on another device."""
    seat = phone.device.run("return localStorage.getItem('tilewatch.seat')")
    place = [one["name"] for one in table.table.state()["players"]].index(seat) + 1
    phone.tap(f"#players li:nth-child({place}) .player-name")
    phone.device.write("#new-name", "Zoe ")
    phone.tap("#rename")
    phone.device.until("localStorage.getItem('tilewatch.seat') === 'Zoe'")
    table.table.company.rename("Zoe", seat, merge=False)
    phone.device.until(f"localStorage.getItem('tilewatch.seat') === '{seat}'")


def test_a_phone_whose_player_is_not_in_the_match_asks_once_and_is_nobodys_then(phone: Taps, table: ByHand) -> None:
    phone.device.run("localStorage.setItem('tilewatch.seat', 'Gran')")
    player = str(table.table.state()["turn"]["player"])
    phone.done(player)
    phone.says("#sheet", "this is Gran's device")
    phone.tap("#done-for")
    phone.device.until(f"!document.getElementById('whose').textContent.startsWith('{player}')")
    assert phone.device.run("return localStorage.getItem('tilewatch.seat')") == ""


def test_three_rounds_end_with_a_podium_and_a_rematch(phone: Taps, table: ByHand) -> None:
    phone.tap("#round-over")
    count(phone, table, {"Ada": "5", "Bob": "0", STRANGER: "20"})
    phone.tap("#next-round")
    phone.tap("#begin")
    phone.device.one("#done")
    assert [one["rack"] for one in table.table.state()["players"] if one["plays"]] == [14, 14, 14]
    phone.tap("#round-over")
    count(phone, table, {"Ada": "0", "Bob": "30", STRANGER: "1"})
    phone.says("main", "Ada")
    assert sum(table.scores.values()) == 0
    assert table.scores[STRANGE] == -12
    phone.device.looks_well("podium-mended")
    phone.tap("#rematch")
    phone.device.one("#begin")
    assert [one["name"] for one in table.table.state()["players"]] == ["Ada", "Bob", STRANGER]


def test_the_replay_of_a_match_kept_by_hand_shows_no_table_that_nobody_saw(phone: Taps, table: ByHand) -> None:
    phone.device.open(f"/matches/{table.table.state()['match']['number'] - 1}")
    phone.says(".verdict", "Ada is done.")
    assert not phone.device.run("return document.querySelector('.replay-board').checkVisibility()")


def test_two_names_of_one_player_become_the_one_that_was_there(phone: Taps, table: ByHand) -> None:
    """However the name was typed: the phone's page follows."""
    table.table.match.start(["Ada", "Cleo"], "original", None, None, True)
    phone.device.open("/players/Cleo")
    phone.tap("#other-name")
    phone.device.write("#new-name", "bob")
    phone.tap("#rename")
    phone.tap("#merge")
    phone.device.until("location.pathname === '/players/Bob'")
    phone.says("#who", "Bob")
