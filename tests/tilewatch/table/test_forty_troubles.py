"""Forty kinds of trouble with a camera: no unseen table is judged, and no player draws a penalty without a picture.

`TROUBLES=all`: each of them with tiles on the table, too.
"""

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.tilewatch.table.troubles import BARE, STILL_READ, TROUBLES, Trick, blurred, misread, read_by
from tilewatch.table.turn import fresh_look
from vision.camera import Picture
from web.contract import Conflict, Refused, TableNotSeen

SOON = 0.4
"""Seconds that a claim waits in this test; each trouble lasts as long as the claim waits."""
ALL = os.environ.get("TROUBLES") == "all"
DAMAGED = (
    "half a JPEG with an end", "nearly a whole JPEG with an end", "a JPEG with zeros in its middle",
    "a JPEG with ones in its middle", "a JPEG with rubbish at its end", "a packet is lacking",
)  # fmt: skip
"""Damaged pictures that are decoded all the same and look as if tiles were gone."""
WITH_TILES = (
    *BARE, *STILL_READ, *DAMAGED, "5 % of the light", "as much noise as picture", "a black picture", "nothing",
    "320x180", "flicker", "carried about",
)  # fmt: skip
"""Troubles that are also tried with tiles on the table: those above, and one of each other kind. The picture itself
shows the other kinds, whatever is on the table."""
OPENING = ("r10 r11 r12", "k1 k2 k3")
RULES = {"preset": "original", "turn_seconds": None, "clock_waits_for_referee": False}


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fresh_look, "HANDS_LEAVE_WITHIN", SOON)


def nothing_known(stage: Any) -> None:
    """A table on which no tile was laid."""


def lie(stage: Any, *rows: str) -> None:
    """Puts rows on the table, without the hand that laid them."""
    stage.show(*rows)
    stage.run(0.4)


def tiles_known(stage: Any) -> None:
    """Ada has opened, and it is Bo's turn; Done reads the tiles that she laid."""
    stage.show(*OPENING)
    stage.table.turn.done(False)


def mid_turn(stage: Any) -> None:
    """Bo has laid tiles and has not pressed Done yet."""
    tiles_known(stage)
    lie(stage, *OPENING, "b4 b5 b6")


def begin(stage: Any, state: Callable[[Any], None]) -> None:
    stage.table.match.start(["Ada", "Bo"], RULES, "Ada", None, False)
    stage.table.match.begin_round(None, True)
    state(stage)


def send(stage: Any, trick: Trick) -> None:
    """From now on the camera sends the pictures that a trick makes of the table."""
    chance, stage.reader.read = np.random.default_rng(7), read_by(stage)

    def run(seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            stage.now += 0.1
            sent = trick(stage.shown, chance)
            stage.is_lost = sent is None
            if sent is not None:
                stage._number += 1
                stage.newest = Picture(sent, stage._number, stage.now)
                stage.table.see(stage.newest)
            stage.table.tick()

    stage.run = run


def racks(stage: Any) -> list[int]:
    return [player["rack"] for player in stage.table.state()["players"]]


CASES = [
    *((nothing_known, name) for name in TROUBLES if name not in BARE),
    *((state, name) for state in (tiles_known, mid_turn) for name in TROUBLES if ALL or name in WITH_TILES),
]


@pytest.mark.parametrize(("state", "name"), CASES, ids=lambda case: getattr(case, "__name__", case))
def test_nothing_is_judged_that_was_not_seen(stage: Any, name: str, state: Callable[[Any], None]) -> None:
    begin(stage, state)
    if name in STILL_READ and state is not nothing_known:
        shown = TROUBLES[name](stage.shown, np.random.default_rng(7))
        stage.reader.learn(shown, misread(stage.reader.read(stage.shown)))
    turns, before = len(stage.table.match.turns()), racks(stage)
    send(stage, TROUBLES[name])
    stage.run(0.3)
    with pytest.raises(Refused):
        stage.table.turn.done(False)
    with pytest.raises(Conflict, match="What was played"):
        stage.table.turn.done(True)
    assert len(stage.table.match.turns()) == turns
    assert racks(stage) == before, "nobody is fined"
    verdict = stage.table.turn.done(False, by_hand="nothing")
    assert (verdict["legal"], verdict["draw"]) == (True, 1)
    assert sum(racks(stage)) == sum(before) + 1, "who lays nothing draws one"
    assert stage.table.match.turns()[-1]["by_hand"]


@pytest.mark.parametrize("state", [tiles_known, mid_turn], ids=lambda state: state.__name__)
def test_a_blurred_picture_full_of_doubts_fines_nobody(stage: Any, state: Callable[[Any], None]) -> None:
    begin(stage, state)
    stage.reader.learn(stage.shown, blurred(stage.reader.read(stage.shown)))
    before = racks(stage)
    stage.run(1.5)
    for anyway in (False, True):
        with pytest.raises(Conflict):
            stage.table.turn.done(anyway)
    assert stage.table.state()["question"]["kind"] in ("by-hand", "poor")
    assert racks(stage) == before


def test_a_round_is_kept_by_hand_after_tiles_that_nobody_saw(stage: Any) -> None:
    begin(stage, tiles_known)
    send(stage, TROUBLES["a finger on the lens"])
    stage.run(1.0)
    with pytest.raises(TableNotSeen):
        stage.table.turn.done(False)
    stage.table.turn.done(False, by_hand="tiles")
    told = stage.table.state()
    assert told["turn"]["player"] == "Ada"
    assert told["match"]["by_hand"]


def test_after_a_turn_of_nothing_that_nobody_saw_the_camera_judges_again(stage: Any) -> None:
    begin(stage, tiles_known)
    own = stage.run
    send(stage, TROUBLES["a black picture"])
    stage.run(1.0)
    stage.table.turn.done(False, by_hand="nothing")
    stage.run = own
    stage.run(1.0)
    stage.lay(*OPENING, "b4 b5 b6")
    assert stage.table.turn.done(False)["played"] == ["b4", "b5", "b6"]


def test_while_the_table_is_seen_no_turn_is_kept_by_hand(stage: Any) -> None:
    begin(stage, tiles_known)
    stage.run(1.0)
    with pytest.raises(Conflict, match="sees the table"):
        stage.table.turn.done(False, by_hand="nothing")


def test_a_good_picture_sent_as_jpeg_is_judged(stage: Any) -> None:
    from vision.camera import encoded

    begin(stage, nothing_known)
    stage.lay(*OPENING)
    reading = stage.reader.read(stage.shown)
    good = encoded(stage.shown)
    stage.reader.learn(Picture(good).pixels, reading)
    send(stage, lambda *_: good)
    stage.run(1.0)
    assert stage.table.turn.done(False)["legal"]
