"""What a player held before a turn, where that is certain.

No camera sees racks. But a rack that was counted at the round's end, and everything laid since the player's last
draw, are known: together they were the rack. Before that draw nobody knows which tile was drawn.
"""

from collections.abc import Sequence

from referee.match import Standing, Turn
from referee.solving import OutOfTime, Play, best_play
from referee.table import Row, row_from_notation
from referee.tiles import in_order


def known_rack(now: Standing, turn: Turn) -> Row | None:
    """What the turn's player held before it; None: nobody can know."""
    if all(one.number != turn.round for one in now.rounds):
        return None
    own = [one for one in now.turns if one.round == turn.round and one.player == turn.player]
    return _known_racks(now, own).get(turn.number)


def turns_with_known_rack(now: Standing) -> frozenset[int]:
    """The numbers of the turns before which it is known what the player held."""
    counted = {one.number for one in now.rounds}
    own: dict[tuple[int, str], list[Turn]] = {}
    for turn in now.turns:
        if turn.round in counted:
            own.setdefault((turn.round, turn.player), []).append(turn)
    return frozenset(number for turns in own.values() for number in _known_racks(now, turns))


def openers(turns: Sequence[Turn]) -> frozenset[int]:
    """The numbers of the turns whose player had laid something in that round before."""
    opened: set[tuple[int, str]] = set()
    found = set()
    for turn in turns:
        if (turn.round, turn.player) in opened:
            found.add(turn.number)
        if turn.played:
            opened.add((turn.round, turn.player))
    return frozenset(found)


def possible_play(now: Standing, turn: Turn, out_of_time: OutOfTime) -> Play | None:
    """The best play there was in a turn; None: nobody knows what the player held."""
    rack = known_rack(now, turn)
    if rack is None:
        return None
    return best_play(now.rules, turn.number in openers(now.turns), turn.before, rack, out_of_time)


def _known_racks(now: Standing, own: Sequence[Turn]) -> dict[int, Row]:
    """The racks that are known before turns of one player in a counted round, by the turns' numbers."""
    held = now.rules.dealt + sum(one.drawn - one.played for one in own)
    rack = list(_counted(now, own[0]))
    known: dict[int, Row] = {}
    for turn in reversed(own):
        if turn.drawn or (turn.played and not turn.legal) or len(rack) != held:
            break
        rack += _laid(turn)
        held += turn.played
        known[turn.number] = in_order(rack)
    return known


def _counted(now: Standing, turn: Turn) -> Row:
    """What was left on the rack of the turn's player when the round was counted."""
    counted = next(one for one in now.rounds if one.number == turn.round)
    return row_from_notation(counted.racks[now.place(turn.player)], "rack")


def _laid(turn: Turn) -> Row:
    """The tiles that went from rack to table for good."""
    return tuple((turn.after.multiset() - turn.before.multiset()).elements()) if turn.legal else ()
