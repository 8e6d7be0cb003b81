"""Which rules on jokers and on rebuilding one way of moving the jokers breaks, and what it leaves of old sets."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from referee.judging.all_or_three import Cluster, Rebuilding
from referee.judging.closed_sets import AllNewSets, ClosedSets
from referee.judging.faults import FaultCode, Violation
from referee.judging.flow import Flow, Freed
from referee.judging.freed_jokers import FromRack, ways_to_lie
from referee.judging.joker_moves import JokerFate, JokerMove, JokerMoves, JokerPlace, RolesBySet
from referee.judging.rearrangement import Rearrangement
from referee.sets import tiles_at
from referee.tiles import JOKER, Tile

NOTHING = Counter[Tile]()
NOWHERE: Flow = Counter()
MOST_FLOWS = 200
"""Ways in which tiles may have come to all new sets, of which it is asked whether they leave enough together."""


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
        if not self._rebuilding(from_rack, known, alone).rebuilt_too_far():
            return []
        clusters = list(self._rebuilding(from_rack, known, {}).clusters_too_far())
        if self._jokers_alone_count:
            for cluster, moves in clusters:
                self._turn.clusters_too_far.setdefault(cluster, {})[self._due_to(cluster)] = len(moves)
        return [move for _, moves in clusters for move in moves]

    def known_too_far(self) -> int:
        """How many of these are known from other ways of moving the jokers, in which the same counts for them."""
        if not self._jokers_alone_count:
            return 0
        known = self._turn.clusters_too_far.items()
        return sum(of_cluster.get(self._due_to(cluster), 0) for cluster, of_cluster in known)

    @property
    def _jokers_alone_count(self) -> bool:
        """Whether it depends on nothing but what the jokers did how much is left of an old set."""
        return self._turn.rules.freed_joker_goes_anywhere and self._turn.rules.joker_sets != "closed"

    def _due_to(self, cluster: Cluster) -> object:
        """What jokers did that counts for old sets: wherever they did the same, too little is left of these."""
        did = Counter(
            (move.old, move.to and move.to.new if move.fate is JokerFate.KEPT else None, move.freed_by, move.freed_from)
            for move in self._moves
            if {move.old, move.freed_from} & cluster.olds or not cluster.tiles.isdisjoint(move.freed_by)
        )
        return frozenset(did.items())

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
        return Rebuilding(old_sets, new_sets, sizes, known, self._turn.unmoved, self._turn.loose)


class _Reuse(NamedTuple):
    """Freed jokers that do not lie where they have to, as few as can be; those that lie among tiles of the rack; those
    whose sets are all new.
    """

    astray: list[JokerMove]
    from_rack: list[JokerMove]
    all_new: list[JokerMove]


class BrokenRules:
    """What follows from the jokers' moves for the tiles beside them: each is asked for once, whenever it is needed."""

    def __init__(self, turn: Rearrangement, moves: JokerMoves, old: RolesBySet, new: RolesBySet) -> None:
        self._turn = turn
        self.moves = moves
        self._roles = new
        self._old_roles = old

    def exchanges(self) -> Iterator[Violation]:
        """Jokers that were taken without their tiles."""
        for move in self.moves:
            if move.fate is JokerFate.TAKEN and move.to:
                yield Violation(FaultCode.JOKER_EXCHANGE, move.old, move.to.new)

    def broken_sets(self) -> list[Violation]:
        """Closed sets that do not lie whole in one set now."""
        return self._closed.broken

    @cached_property
    def _closed(self) -> ClosedSets:
        return ClosedSets(self._turn, self.moves, self._old_roles)

    @cached_property
    def _from_rack(self) -> Counter[Tile]:
        """What was played, without the tiles that freed jokers."""
        freeing = Counter(tile for move in self.moves if move.freed_from is None for tile in move.freed_by)
        return self._turn.played - freeing

    def not_reused(self) -> list[Violation]:
        """Freed jokers that do not lie where they have to: as few as can be."""
        return [
            Violation(FaultCode.JOKER_NOT_REUSED, move.old, move.to.new if move.to else None)
            for move in self._reuse.astray
        ]

    @cached_property
    def _reuse(self) -> _Reuse:
        freed = [move for move in self.moves if move.fate in (JokerFate.FREED, JokerFate.TAKEN) and move.to]
        if self._turn.rules.freed_joker_goes == "all-new-set":
            astray = self._all_new_sets.not_reused(freed)
            return _Reuse(astray, [], [move for move in freed if move not in astray])
        if not self._turn.rules.freed_joker_is_bound:
            return _Reuse([], [], [])
        astray = [move for move in freed if next(self._ways_to_lie([move]), None) is None]
        from_rack = [move for move in freed if move not in astray]
        while next(self._ways_to_lie(from_rack), None) is None:
            astray.append(from_rack.pop())
        return _Reuse(astray, from_rack, [])

    def _ways_to_lie(self, freed: list[JokerMove]) -> Iterator[FromRack]:
        return ways_to_lie(self._turn, self.moves, self._roles, self._from_rack, self._closed.tiles_in, freed)

    @cached_property
    def _all_new_sets(self) -> AllNewSets:
        olds = range(len(self._turn.before))
        old_sets = [NOTHING if old in self._closed.sets else self._closed.numbered(old) for old in olds]
        closed = list(self._closed.sets.values())
        return AllNewSets(self._turn, self.moves, old_sets, closed, self._from_rack)

    def _ways_of_tiles(self) -> Iterator[tuple[FromRack, Flow]]:
        """Which tiles beside freed jokers came from where, in every way that the jokers' rules allow."""
        all_new = self._reuse.all_new
        for from_rack in self._ways_to_lie(self._reuse.from_rack):
            flows = islice(self._all_new_sets.ways(all_new), MOST_FLOWS) if all_new else (NOWHERE,)
            yield from ((from_rack, flow) for flow in flows)

    def too_far(self) -> list[Violation]:
        """Old sets of which too little was left, whichever tiles beside freed jokers are from the rack."""
        if self._turn.rules.rebuilding == "free":
            return []
        best: list[tuple[int, int]] | None = None
        for from_rack, known in self._ways_of_tiles():
            found = self.leftovers.too_far(from_rack, known)
            if best is None or len(found) < len(best):
                best = found
            if not best:
                break
        return [Violation(FaultCode.REBUILT_TOO_FAR, old, new) for old, new in best or ()]

    @cached_property
    def leftovers(self) -> Leftovers:
        """What this way of moving the jokers leaves of old sets."""
        return Leftovers(self._turn, self.moves, self._closed, self._roles)

    def known_flows(self) -> Iterator[Flow]:
        """Where jokers went, and tiles that have to have gone some way for the rules' sake; in every way they may."""
        for from_rack, known in self._ways_of_tiles():
            flow = self.flow_of_jokers() + self._closed.flow() + self._as_it_came(known)
            for new, places in from_rack.items():
                beside = tiles_at(self._roles[new].line, places)
                flow.update({(None, new, tile): count for tile, count in beside.items()})
            yield flow

    def _as_it_came(self, known: Flow) -> Flow:
        """The same, a tile that freed a joker and lies elsewhere now told from where it came to free it."""
        found, left = Flow(), list(map(Counter, self._turn.old_sets))
        for old, new, tile in known.elements():
            if old is not None and not left[old][tile]:
                old = next(move.freed_from for move in self.moves if move.old == old and tile in move.freed_by)
            elif old is not None:
                left[old][tile] -= 1
            found[old, new, tile] += 1
        return found

    def flow_of_jokers(self) -> Flow:
        """Where every joker went."""
        flow: Flow = Counter((move.old, move.to.new if move.to else None, JOKER) for move in self.moves)
        for new, tiles in enumerate(self._turn.new_sets):
            laid = tiles[JOKER] - sum(count for (_, to, _), count in flow.items() if to == new)
            if laid > 0:
                flow[None, new, JOKER] = laid
        return flow

    @property
    def jokers_laid(self) -> list[int]:
        """The numbers that the jokers stand for which did not lie on the table before."""
        came = {move.to for move in self.moves}
        return [
            next(iter(stands)).number or 0
            for new, roles in self._roles.items()
            for which, stands in enumerate(roles.stands)
            if JokerPlace(new, which) not in came
        ]

    @property
    def freed(self) -> list[Freed]:
        """The tiles that freed jokers, but for those of sets that lie whole."""
        moves = [move for move in self.moves if move.old not in self._closed.sets]
        return [(move.old, tile, move.freed_from) for move in moves for tile in move.freed_by]
