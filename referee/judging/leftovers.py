"""What is left of old sets, in one way of moving the jokers and the tiles beside them."""

from collections import Counter

from referee.judging.all_or_three import Rebuilding
from referee.judging.closed_sets import ClosedSets
from referee.judging.flow import Flow
from referee.judging.freed_jokers import FromRack
from referee.judging.joker_moves import JokerFate, JokerMoves, RolesBySet
from referee.judging.rearrangement import Rearrangement
from referee.sets import tiles_at
from referee.tiles import Tile

NOTHING = Counter[Tile]()


class Leftovers:
    """The old sets of a turn once its jokers went some way; `closed`: those that lie whole; `roles`: of new sets."""

    def __init__(self, turn: Rearrangement, moves: JokerMoves, closed: ClosedSets, roles: RolesBySet) -> None:
        self._turn = turn
        self._moves = moves
        self._closed = closed
        self._roles = roles

    def too_far(self, from_rack: FromRack, known: Flow) -> list[tuple[int, int]]:
        """Old sets of which too little was left, each with the new one that holds it.

        Most sets are left alone: where the others are accounted for, these are not asked about.
        """
        alone = self._left_alone(from_rack, known)
        found = self._rebuilding(from_rack, known, alone).rebuilt_too_far()
        return found and self._rebuilding(from_rack, known, {}).rebuilt_too_far()

    def _left_alone(self, from_rack: FromRack, known: Flow) -> dict[int, int]:
        """Old sets that lie there as they lay, each with its place now, in this way of moving the jokers."""
        alone = dict(self._turn.unmoved)
        others = {new: old for old, new in alone.items()}
        touched = {move.freed_from for move in self._moves} | {others.get(new) for new in from_rack}
        touched |= {old for old, _, _ in known} | {others.get(new) for _, new, _ in known if new is not None}
        closed = self._closed.sets
        touched |= {*closed, *(others.get(new) for new in closed.values())}
        for move in self._moves:
            new = move.to.new if move.to else None
            if move.fate is not JokerFate.KEPT or alone.get(move.old) != new:
                touched |= {move.old, None if new is None else others.get(new)}
        return {old: new for old, new in alone.items() if old not in touched}

    def _rebuilding(self, from_rack: FromRack, flow: Flow, alone: dict[int, int]) -> Rebuilding:
        """Where the numbered tiles went whose way is not known yet, but for those of sets left alone."""
        there = set(alone.values())
        closed = self._closed
        old_sets = [NOTHING if old in alone else closed.numbered(old) for old in range(len(self._turn.before))]
        new_sets = [NOTHING if new in there else tiles for new, tiles in enumerate(self._turn.new_numbered)]
        kept = [move for move in self._moves if move.fate is JokerFate.KEPT and move.old not in alone]
        known = [(move.old, move.to.new) for move in kept if move.to]
        for old, new in closed.sets.items():
            known += [(old, new)] * old_sets[old].total()
            new_sets[new] = new_sets[new] - old_sets[old]
            old_sets[old] = Counter()
        for new, places in from_rack.items():
            new_sets[new] = new_sets[new] - tiles_at(self._roles[new].line, places)
        for (start, stop, tile), count in flow.items():
            assert stop is not None
            new_sets[stop] = new_sets[stop] - Counter({tile: count})
            if start is not None:
                old_sets[start] = old_sets[start] - Counter({tile: count})
                known += [(start, stop)] * count
        sizes = [len(row) for row in self._turn.after]
        return Rebuilding(old_sets, new_sets, sizes, known, self._turn.unmoved)
