"""What players held before their turns, as far as counted racks prove it.

The camera never sees a rack; but at a round's end it is counted, and with what was laid since it tells what the rack
held before. Each tile drawn since makes that less certain: with one, one tile of the rack came later; with two or more
nothing is told.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.match.rounds import Round, rack_of
from referee.match.standing import Turn
from referee.rules import Rules
from referee.table import Row
from referee.tiles import in_order


@dataclass(frozen=True, slots=True)
class Held:
    """A turn, whether its player had opened, the tiles that the rack held, and how many of them came only later."""

    turn: Turn
    opened: bool
    rack: Row
    unknown: int


def known_racks(rules: Rules, names: Sequence[str], turns: Iterable[Turn], rounds: Iterable[Round]) -> Iterator[Held]:
    """What each player held in the turns of which the counted racks of these rounds tell it, the last turns first.

    `names`: the players in the rounds' order.
    """
    played = tuple(turns)
    opened, own = openers(played), dict[tuple[int, str], list[Turn]]()
    for turn in played:
        own.setdefault((turn.round, turn.player), []).append(turn)
    for counted in rounds:
        for name, notation in zip(counted.names or names, counted.racks, strict=True):
            theirs, rack = own.get((counted.number, name), []), rack_of(notation, "rack")
            if isinstance(rack, int) or any(turn.by_hand for turn in theirs):
                continue
            if len(rack) == rules.dealt + sum(turn.drawn - turn.played for turn in theirs):
                yield from _walked_back(theirs, rack, opened)


def openers(turns: Iterable[Turn]) -> frozenset[int]:
    """The numbers of the turns whose player had laid something in that round before."""
    opened: set[tuple[int, str]] = set()
    found = set()
    for turn in turns:
        if (turn.round, turn.player) in opened:
            found.add(turn.number)
        if turn.played:
            opened.add((turn.round, turn.player))
    return frozenset(found)


def _walked_back(own: Sequence[Turn], rack: Row, opened: frozenset[int]) -> Iterator[Held]:
    """One player's turns, the last first, as long as at most one tile is not certain."""
    unknown = 0
    for turn in reversed(own):
        unknown += turn.drawn
        laid = _laid(turn) if turn.legal else ()
        if unknown > 1 or len(laid) != turn.played:  # of a failed turn some tiles may have stayed: nobody says which
            return
        rack = in_order((*rack, *laid))
        yield Held(turn, turn.number in opened, rack, unknown)


def _laid(turn: Turn) -> Row:
    """The tiles that the turn brought onto the table."""
    return tuple((turn.after.multiset() - turn.before.multiset()).elements())
