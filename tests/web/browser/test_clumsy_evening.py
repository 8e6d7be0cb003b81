"""A whole evening of three rounds with a clumsy family, before a scripted camera: nothing is lost, numbers are right.

The tests of this file are one evening, in this order. The program's clock is set by the test; only the browser runs in
real time.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.tiles import Tile
from tests.tilewatch.conftest import HEIGHT, Stage, reading
from tests.web.browser.family_table import Table

FAMILY = ["Ada", "Bo", "Cy", "Di"]
RACKS = [
    {"Bo": "r1 r2 r3 r4 r5 r6 r7 r8 r9 b1 b2 b3", "Cy": "k1 k2 k3 k4 b10 b11 b12 b13 o8", "Di": "o1 o2 o3 " * 5},
    {"Bo": "o1 o2 o3 o4 o5 o6 o7 o8 o9 o10 o11 o12 o13 b1", "Cy": "b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 J J"},
    {},
]


AGAIN = """new MutationObserver((changes, observer) => {
  if (!document.getElementById('whose').textContent.startsWith('Bo')) return;
  observer.disconnect();
  document.getElementById('done').click();
  window.tappedAgain = true;
}).observe(document.getElementById('whose'), {childList: true, characterData: true, subtree: true});"""
"""Taps Done once more at the moment when Bo's turn appears."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    table = Table(tmp_path_factory.mktemp("evening"))
    yield table
    table.end()


@pytest.fixture(scope="module")
def show(table: Table) -> Table:
    """The table that the windows of this file show."""
    return table


class Taps:
    """A phone whose taps are counted."""

    def __init__(self, device: Any) -> None:
        self.device, self.count = device, 0

    def tap(self, css: str) -> None:
        self.device.press(css)
        self.count += 1

    def tap_tile(self, colour: str, number: str) -> None:
        """Taps a tile at its position on the drawn table."""
        tile = (
            f"[...document.querySelectorAll('.placed.{colour}')]"
            f".find(tile => tile.querySelector('.number').textContent === '{number}')"
        )
        self.device.until(tile)
        self.device.run(f"{tile}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
        self.count += 1

    def sees(self, table: Table) -> None:
        """Waits until every known tile is drawn, before a tap is possible. `?`: the tile is asked about."""
        rows = [row["tiles"] for row in table.state["table"]]
        numbers = "[...document.querySelectorAll('#board .placed .number')].map(number => number.textContent)"
        drawn = f"{numbers}.filter(number => number !== '?').join()"
        self.device.until(f"{drawn} === '{','.join(tile[1:] for row in rows for tile in row)}'")

    def tap_place(self, x: float, y: float) -> None:
        """Taps an empty place of the drawn table, at a pixel of the picture; the page scrolls at that moment."""
        script = """const [x, y, high] = arguments, felt = document.querySelector('#board svg.felt');
        const at = new DOMPoint(1000 * x / high, 1000 * y / high).matrixTransform(felt.getScreenCTM());
        felt.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: at.x, clientY: at.y}));
        document.getElementById('main').style.paddingTop = '10rem';"""
        self.device.run(script, x, y, HEIGHT)
        self.count += 1

    def tapped(self) -> int:
        """The number of taps since the last call."""
        count, self.count = self.count, 0
        return count

    def done(self, player: str) -> None:
        """Presses Done once the phone shows whose turn it is."""
        self.device.until(f"document.getElementById('whose').textContent.includes('{player}')")
        self.tap("#done")

    def until_turn(self, player: str) -> None:
        self.device.until(f"document.getElementById('whose').textContent.startsWith('{player}')")

    def says(self, css: str, words: str) -> None:
        """Waits until an element contains the text."""
        self.device.says(css, words)

    def ask(self, path: str, body: dict[str, Any]) -> int:
        """Sends a request from this phone as any program could; returns the status of the answer."""
        script = (
            "const [path, body, done] = arguments; fetch(path, {method: 'POST', body: JSON.stringify(body),"
            "headers: {'Content-Type': 'application/json'}})"
            ".then(answer => answer.text().then(() => done(answer.status)))"
        )
        return int(self.device.answer(script, path, body))


@pytest.fixture(scope="module")
def phone(device: Callable[..., Any]) -> Taps:
    return Taps(device("phone", 390, 844))


def centre(stage: Stage, rows: list[str], row: int, place: int) -> list[float]:
    """The centre of a tile in the picture."""
    before = sum(word != "." for words in rows[:row] for word in words.split())
    quad = reading(rows).tiles[before + place].quad
    return [float(value) for value in quad.mean(axis=0)]


def points(rack: str) -> int:
    return sum(30 if word == "J" else Tile.from_notation(word).number or 0 for word in rack.split())


def test_four_new_players_have_a_running_clock_after_six_taps(phone: Taps, table: Table) -> None:
    """Last evening's tiles are still on the table: the clock waits until they are cleared away."""
    table.lies("b1 b2 b3")
    phone.device.open("/scores")
    phone.device.one("h1")
    assert phone.device.count(".card[hidden] #times") == 1  # no heading without content below it
    phone.device.open("/")
    phone.tap("#idle a")
    for _ in FAMILY[2:]:
        phone.tap("#add")
    for place, name in enumerate(FAMILY):
        phone.device.write(f"#name-{place}", name)
    phone.tap("#start")
    phone.says("#obstacles", "3 tiles")
    table.lies()
    phone.device.until("!document.getElementById('obstacles')")
    phone.tap("#begin")
    phone.until_turn("Ada")
    assert phone.tapped() <= 6
    assert table.now == ("Ada", "playing")


def test_a_hand_left_lying_is_asked_away_and_costs_nothing(phone: Taps, table: Table) -> None:
    table.stage.show("r10 r11 r12", hand="over")
    table.stage.run(1.5)
    phone.done("Ada")
    phone.says("#doing", "Done. Take your hand away: something covers the table")
    phone.device.until("document.getElementById('left').classList.contains('stands')")
    table.stage.run(20.5)
    phone.device.one("#anyway-now")
    phone.tap("#not-done")
    phone.device.awake("#done")
    assert table.now == ("Ada", "playing")


def test_a_second_tap_on_done_is_not_for_the_next_player(phone: Taps, table: Table) -> None:
    """A second tap, made because the first seemed without effect, would end the next turn before it is played."""
    table.lies("r10 r11 r12")
    phone.device.run(AGAIN)
    phone.device.enter("#done")
    phone.says("#verdict", "Ada opens with 33 points")
    phone.device.until("window.tappedAgain === true")
    phone.device.until("document.activeElement.id === 'done' && !document.activeElement.disabled")
    assert table.now == ("Bo", "playing")


def test_a_misread_tile_is_corrected_with_two_taps(phone: Taps, table: Table) -> None:
    table.lays("b1", "k5 k6 k7 k8 k9", read=["b1", "k5 k6 b7 k8 k9"])
    phone.until_turn("Bo")
    phone.tapped()
    phone.tap_tile("b", "7")
    first, _, second = table.rows
    table.lies(first, ".", second, read=[first, ".", "k5 k6 b7 k8 k9"])  # the third row is now the second
    phone.device.until("document.querySelectorAll('.placed').length === 8")
    phone.tap("#sheet [data-tile=k7]")
    assert phone.tapped() == 2
    phone.device.until("document.getElementById('sheet').hidden")
    phone.done("Bo")
    phone.says("#verdict", "Bo opens with 35 points")


def test_who_calls_a_tile_otherwise_by_mistake_is_asked_for_it_and_nothing_is_said_to_cover_the_table(
    phone: Taps, table: Table
) -> None:
    phone.until_turn("Cy")
    phone.sees(table)
    phone.tap_tile("r", "12")
    phone.tap("#sheet [data-tile=o1]")
    phone.says("#camera", "Not seen: red 12.")
    table.stage.run(6)
    phone.says("#alarm", "red 12 cannot be seen")
    assert "covers" not in phone.device.run("return document.body.textContent")
    phone.says("#asking", "Is red 12 still there?")
    phone.tap("#asking .big")
    phone.says("#camera", "The camera sees the table.")


def test_a_tile_that_the_camera_misses_is_put_where_it_lies(phone: Taps, table: Table) -> None:
    whole = [*table.rows, "o10 o11 o12"]
    table.lays("o10 o11 o12", read=["o10 o11 ."])
    phone.until_turn("Cy")
    phone.sees(table)
    phone.tapped()
    phone.tap_place(*centre(table.stage, whole, 3, 2))
    phone.tap("#sheet .likely [data-tile=o12]")
    assert phone.tapped() == 2
    phone.device.one(".placed.told")
    phone.done("Cy")
    phone.says("#verdict", "Cy opens with 33 points")


def test_a_late_phone_sees_the_game_as_it_stands(device: Callable[..., Any], phone: Taps, table: Table) -> None:
    late = Taps(device("late", 390, 844))
    late.device.open("/")
    late.until_turn("Di")
    late.says("#verdict", "Cy opens with 33 points")


def test_a_turn_that_nobody_ends_is_ended_by_the_clock(phone: Taps, table: Table) -> None:
    phone.until_turn("Di")
    table.stage.wait(62)
    phone.until_turn("Ada")
    assert table.state["verdict"]["player"] == "Di"
    assert table.state["verdict"]["draw"] == 1


def test_a_tile_that_is_none_is_taken_away(phone: Taps, table: Table) -> None:
    """The camera takes a coaster for a 9."""
    table.lays("b4 b5 b6 b7", "_r9", read=["b4 b5 b6 b7", "r9"])
    phone.until_turn("Ada")
    phone.tapped()
    phone.tap_tile("r", "9")
    phone.tap("#no-tile")
    assert phone.tapped() == 2
    phone.device.until("document.querySelectorAll('.placed.r').length === 3")
    phone.done("Ada")
    phone.says("#verdict", "Ada lays")
    assert table.state["verdict"]["legal"]


def test_a_table_that_is_put_back_wrong_is_told_what_differs(phone: Taps, table: Table) -> None:
    before = list(table.rows)
    table.lays("r13 k13")
    phone.done("Bo")
    phone.device.one("#restored")
    table.lies(*before, "k13")
    phone.tapped()
    phone.tap("#restored")
    assert phone.tapped() == 1
    phone.says("#notice", "black 13")
    assert table.now == ("Bo", "restoring")
    table.lies(*before, "r13")
    phone.device.until("document.getElementById('notice').hidden")  # the notice no longer applies
    table.lies(*before)
    phone.until_turn("Cy")


def test_a_verdict_is_disputed_with_two_taps_and_a_reason(phone: Taps, table: Table) -> None:
    table.lays("k11 k12")
    phone.done("Cy")
    phone.device.one("#restored")
    phone.tapped()
    phone.tap("#disagree")
    phone.device.write("#own-reason", "one more lies under the cloth")
    phone.tap("#own-reason-send")
    assert phone.tapped() == 2
    phone.says("#verdict", "one more lies under the cloth")
    phone.until_turn("Di")


def test_a_turn_is_taken_back_and_counts_after_all(phone: Taps, table: Table) -> None:
    phone.done("Di")
    phone.until_turn("Ada")
    phone.device.open("/turns")
    phone.tapped()
    phone.tap("#undo-turn")
    phone.tap("#undo-sure")
    assert phone.tapped() == 2
    phone.device.open("/")
    phone.until_turn("Di")
    phone.tap("#redo")
    assert phone.tapped() == 1
    phone.until_turn("Ada")


def test_a_lost_camera_stops_the_clock_and_nobody_loses_a_second(phone: Taps, table: Table) -> None:
    left = table.state["turn"]["seconds_left"]
    table.stage.is_lost = True
    table.stage.run(20)
    phone.says("#alarm-text", "camera")
    assert table.now == ("Ada", "paused")
    table.stage.is_lost = False
    table.stage.run(1)
    assert table.now == ("Ada", "playing")
    assert left - table.state["turn"]["seconds_left"] < 5


def counted(phone: Taps, table: Table, racks: dict[str, str]) -> dict[str, int]:
    """The racks are confirmed and scored; returns each player's total."""
    for player, rack in racks.items():
        assert phone.ask("/api/racks", {"player": player, "tiles": rack.strip()}) == 200
    phone.device.open("/racks")
    phone.tap("#score")
    phone.device.until("location.pathname === '/scores' || document.querySelector('#end .trouble')")
    if phone.device.count("#end .trouble"):
        phone.tap("#score")
    phone.device.until("location.pathname === '/scores'")
    return {player["name"]: player["score"] for player in table.state["players"]}


def test_the_first_round_is_scored(phone: Taps, table: Table) -> None:
    table.lays("k1 k2 k3", "o1 o2 o3 o4")
    phone.done("Ada")
    phone.device.until("!document.getElementById('idle').hidden")
    assert table.now[1] == "counting"
    lost = {name: points(rack) for name, rack in RACKS[0].items()}
    scores = counted(phone, table, RACKS[0])
    assert scores == {"Ada": sum(lost.values()), **{name: -value for name, value in lost.items()}}


def test_the_evening_ends_for_everybody_when_somebody_says_so_and_may_go_on(
    device: Callable[..., Any], phone: Taps, table: Table
) -> None:
    """Also when the next round was dealt already."""
    television = device("television", 1920, 1080)
    television.open("/tv")
    television.says(".tv-title", "Round 1 is over")
    phone.device.open("/")
    phone.tap("#next-round")
    phone.tap("#evening-ends")
    television.says(".tv-title", "Ada has won the match.")
    assert "Ada" in television.text(".place-1")
    television.one(".highlights dd")
    assert television.count("#stage #play-on") == 1
    television.looks_well("tv-evening-over")
    phone.device.open("/")
    phone.device.one("#rematch")
    assert not phone.device.complaints()
    phone.tap("#play-on")
    phone.device.one("#next-round")
    television.says(".tv-title", "Round 1 is over")
    television.window.go("about:blank")


@pytest.mark.parametrize("round_", [2, 3])
def test_the_next_round_takes_two_taps(phone: Taps, table: Table, round_: int) -> None:
    """The old tiles are still on the table: they are cleared away first. The chosen player begins."""
    phone.device.open("/")
    phone.tapped()
    phone.tap("#next-round")
    phone.device.one("#obstacles")
    phone.device.choose("#first", "Cy")
    table.lies()
    phone.device.until("!document.getElementById('obstacles')")
    phone.tap("#begin")
    phone.device.one("#done")
    assert phone.tapped() == 2
    assert table.state["match"]["round"] == round_
    assert table.now == ("Cy", "playing")
    winner, before = table.now[0], {one["name"]: one["score"] for one in table.state["players"]}
    table.lays("k1 k2 k3 k4 k5 k6 k7", "r1 r2 r3 r4 r5 r6 r7")
    phone.done(winner)
    phone.device.until("!document.getElementById('idle').hidden")
    racks = {name: "b13" + " o1" * 13 for name in FAMILY if name != winner}
    scores = counted(phone, table, racks)
    assert scores[winner] == before[winner] + 3 * 26
    assert all(scores[name] == before[name] - 26 for name in racks)


def test_nothing_of_the_evening_is_lost(phone: Taps, table: Table) -> None:
    """Every turn is shown, also after a restart of the program, and the scores of every round add up to zero."""
    state, turns = table.state, table.stage.table.match.turns()
    assert [turn["player"] for turn in turns if turn["round"] == 1] == [*FAMILY, *FAMILY, "Ada"]
    assert [turn["overruled"] for turn in turns if turn["overruled"]] == ["one more lies under the cloth"]
    assert [sum(round_["scores"].values()) for round_ in state["rounds"]] == [0, 0, 0]
    assert sum(player["score"] for player in state["players"]) == 0
    phone.device.open("/scores")
    phone.device.until("document.querySelectorAll('#table tbody tr').length === 3")
    phone.device.one("#times table")
    table.stage.reopen()
    assert table.state["rounds"] == state["rounds"]
    assert table.stage.table.match.turns() == turns
