"""What counted racks prove about the tiles that players held before."""

from dataclasses import replace

from referee.match import Match, known_racks
from referee.rules import Rules
from referee.table import Table


def test_a_failed_turn_whose_tiles_stayed_was_the_opening() -> None:
    """A player whose tiles stay on the table has opened, whatever the verdict was; the match counts the turn so."""
    first, longer = Table.from_notation(["r10 r11 r12"]), Table.from_notation(["r9 r10 r11 r12"])
    rules = Rules.from_json({"preset": "original", "dealt": 7})
    match = Match.begun(["Ada", "Bo"], rules, 0.0).round_begun(1.0)
    for place, table in enumerate((first, first, longer), 1):
        match = match.claimed(table, 10.0 * place)
    racks = {"Ada": "r13 k1 k5", "Bo": "b1 b2 b3 b4 b5 b6 b7 b9"}
    now = match.stopped(500.0).counted(racks, 510.0, anyway=True).now
    turns = [replace(now.turns[0], legal=False), *now.turns[1:]]
    told = {held.turn.number: held.opened for held in known_racks(now.names, turns, now.rounds)}
    assert told[3] is True
    assert 1 not in told
