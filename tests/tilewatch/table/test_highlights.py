"""The highlights of a match on a live table: during the match, and with the racks once they are counted."""

from collections.abc import Callable
from typing import Any

Game = Callable[..., Any]


def test_without_a_match_nothing_is_told(stage: Any) -> None:
    assert stage.table.match.highlights(True) == {}


def test_highlights_follow_the_match(game: Game) -> None:
    stage = game({"preset": "original", "dealt": 6})
    stage.lay("r10 r11 r12")
    stage.table.turn.done(False)
    told = stage.table.match.highlights(True)
    assert (told["turns"], told["biggest_opening"]["points"]) == (1, 33)
    assert (told["boldest_rearrangement"], told["missed_play"]) == (None, None)
    stage.table.act(lambda match, at: match.stopped(at))
    stage.table.act(lambda match, at: match.counted({"Ada": "k1 k2 k3", "Bo": "b1 b2 b4 b5 o7 o9"}, at, True))
    told = stage.table.match.highlights(True)["missed_play"]
    assert (told["player"], told["tiles"], told["laid"]) == ("Ada", 6, 3)
    assert {*told["table"]} == {"r10 r11 r12", "k1 k2 k3"}
    assert stage.table.match.highlights(False)["missed_play"] is None
