"""What a player held before a turn, where that is certain.

No camera sees racks. But a rack that was counted at the round's end, and everything laid since the player's last
draw, are known: together they were the rack. Before that draw nobody knows which tile was drawn.
"""

from collections.abc import Sequence

from referee.match import Standing, Turn
from referee.rules import Rules
from referee.solving import OutOfTime, Play, best_play
from referee.table import Row, row_from_notation
from referee.tiles import in_order


def known_rack(now: Standing, turn: Turn) -> Row | None:
    """What the turn's player held before it; None: nobody can know."""
    counted = next((one for one in now.rounds if one.number == turn.round), None)
    if counted is None:
        return None
    own = [one for one in now.turns if one.round == turn.round and one.player == turn.player]
    later = [one for one in own if one.number >= turn.number]
    if any(one.drawn or (one.played and not one.legal) for one in later):
        return None
    left = row_from_notation(counted.racks[now.place(turn.player)], "rack")
    rack = in_order([*left, *(tile for one in later for tile in _laid(one))])
    return rack if len(rack) == _count(now.rules, own, turn) else None


def had_opened(turns: Sequence[Turn], turn: Turn) -> bool:
    """Whether the turn's player had laid something in its round before."""
    earlier = (one for one in turns if one.round == turn.round and one.number < turn.number)
    return any(one.player == turn.player and one.played for one in earlier)


def possible_play(now: Standing, turn: Turn, out_of_time: OutOfTime) -> Play | None:
    """The best play there was in a turn; None: nobody knows what the player held."""
    rack = known_rack(now, turn)
    if rack is None:
        return None
    return best_play(now.rules, had_opened(now.turns, turn), turn.before, rack, out_of_time)


def _laid(turn: Turn) -> Row:
    """The tiles that went from rack to table for good."""
    return tuple((turn.after.multiset() - turn.before.multiset()).elements()) if turn.legal else ()


def _count(rules: Rules, own: Sequence[Turn], turn: Turn) -> int:
    """How many tiles the rack held by draws and plays; a hand that corrected it since leaves another number."""
    earlier = [one for one in own if one.number < turn.number]
    return rules.dealt - sum(one.played for one in earlier) + sum(one.drawn for one in earlier)
