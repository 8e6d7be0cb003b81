"""The rules on jokers and on rebuilding that are broken by one possible way in which the jokers moved."""

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
"""Number of flows into all-new sets for which the rule on rebuilding is checked."""


class Leftovers:
    """What is left of the old sets after the given moves of the jokers.

    `closed`: the closed sets of the turn; `roles`: the roles of the jokers in the new sets.
    """

    def __init__(self, turn: Rearrangement, moves: JokerMoves, closed: ClosedSets, roles: RolesBySet) -> None:
        self._turn = turn
        self._moves = moves
        self._closed = closed
        self._roles = roles

    def too_far(self, from_rack: FromRack, known: Flow) -> list[tuple[int, int]]:
        """Pairs of an old set of which too little was left and the new set that holds the remainder.

        `from_rack`: the places in new sets that are filled from the rack; `known`: the tiles whose way is certain. Most
        sets are unchanged, so the changed sets are checked first, and all sets only if these break the rule.
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
        """Number of sets rebuilt too far that were already found for joker moves that are equal for those sets."""
        if not self._jokers_alone_count:
            return 0
        known = self._turn.clusters_too_far.items()
        return sum(of_cluster.get(self._due_to(cluster), 0) for cluster, of_cluster in known)

    @property
    def _jokers_alone_count(self) -> bool:
        """Whether the moves of the jokers alone decide how much is left of an old set."""
        return self._turn.rules.freed_joker_goes_anywhere and self._turn.rules.joker_sets != "closed"

    def _due_to(self, cluster: Cluster) -> object:
        """A key of the joker moves that concern the cluster; ways with equal keys leave equally many tiles of its sets
        together.
        """
        did = Counter(
            (move.old, move.to and move.to.new if move.fate is JokerFate.KEPT else None, move.freed_by, move.freed_from)
            for move in self._moves
            if {move.old, move.freed_from} & cluster.olds or not cluster.tiles.isdisjoint(move.freed_by)
        )
        return frozenset(did.items())

    def _left_alone(self, from_rack: FromRack, known: Flow) -> dict[int, int]:
        """The unchanged old sets that take no part in any known move, each mapped to its index after the turn.

        Known are the moves of jokers, of the tiles in `from_rack` and `known`, and of closed sets.
        """
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
        """The search over the numbered tiles whose way is not certain; the sets in `alone` take no part."""
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
    """The freed jokers by where they were laid.

    `astray`: jokers that break the rule on reuse, as few as possible; `from_rack`: jokers among tiles from the rack;
    `all_new`: jokers in sets of which every tile is new there.
    """

    astray: list[JokerMove]
    from_rack: list[JokerMove]
    all_new: list[JokerMove]


class BrokenRules:
    """The rules that the given moves of the jokers break; each answer is computed when first needed and cached.

    `old`, `new`: the roles of the jokers in the old and in the new sets.
    """

    def __init__(self, turn: Rearrangement, moves: JokerMoves, old: RolesBySet, new: RolesBySet) -> None:
        self._turn = turn
        self.moves = moves
        self._roles = new
        self._old_roles = old

    def exchanges(self) -> Iterator[Violation]:
        """A violation for each joker that was taken without the tile that frees it."""
        for move in self.moves:
            if move.fate is JokerFate.TAKEN and move.to:
                yield Violation(FaultCode.JOKER_EXCHANGE, move.old, move.to.new)

    def broken_sets(self) -> list[Violation]:
        """A violation for each closed set whose tiles are no longer together in one new set."""
        return self._closed.broken

    @cached_property
    def _closed(self) -> ClosedSets:
        return ClosedSets(self._turn, self.moves, self._old_roles)

    @cached_property
    def _from_rack(self) -> Counter[Tile]:
        """The tiles played from the rack, without those that freed jokers."""
        freeing = Counter(tile for move in self.moves if move.freed_from is None for tile in move.freed_by)
        return self._turn.played - freeing

    def not_reused(self) -> list[Violation]:
        """A violation for each freed joker that was not laid where the rules demand; as few as possible."""
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
        """Every origin of the tiles beside freed jokers that the rules on jokers allow.

        Yields the places filled from the rack, and the flow of the tiles into all-new sets.
        """
        all_new = self._reuse.all_new
        for from_rack in self._ways_to_lie(self._reuse.from_rack):
            flows = islice(self._all_new_sets.ways(all_new), MOST_FLOWS) if all_new else (NOWHERE,)
            yield from ((from_rack, flow) for flow in flows)

    def too_far(self) -> list[Violation]:
        """A violation for each old set rebuilt too far, for the origin of tiles that breaks the rule least often."""
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
        """What is left of the old sets after these moves of the jokers."""
        return Leftovers(self._turn, self.moves, self._closed, self._roles)

    def known_flows(self) -> Iterator[Flow]:
        """Every flow of the jokers and of those tiles whose way the rules on jokers determine."""
        for from_rack, known in self._ways_of_tiles():
            flow = self.flow_of_jokers() + self._closed.flow() + self._as_it_came(known)
            for new, places in from_rack.items():
                beside = tiles_at(self._roles[new].line, places)
                flow.update({(None, new, tile): count for tile, count in beside.items()})
            yield flow

    def _as_it_came(self, known: Flow) -> Flow:
        """The flow `known`, in which a tile that freed a joker starts at the set it came from."""
        found, left = Flow(), list(map(Counter, self._turn.old_sets))
        for old, new, tile in known.elements():
            if old is not None and not left[old][tile]:
                old = next(move.freed_from for move in self.moves if move.old == old and tile in move.freed_by)
            elif old is not None:
                left[old][tile] -= 1
            found[old, new, tile] += 1
        return found

    def flow_of_jokers(self) -> Flow:
        """The flow of every joker, from the table and from the rack."""
        flow: Flow = Counter((move.old, move.to.new if move.to else None, JOKER) for move in self.moves)
        for new, tiles in enumerate(self._turn.new_sets):
            laid = tiles[JOKER] - sum(count for (_, to, _), count in flow.items() if to == new)
            if laid > 0:
                flow[None, new, JOKER] = laid
        return flow

    @property
    def jokers_laid(self) -> list[int]:
        """The numbers that the jokers from the rack stand for."""
        came = {move.to for move in self.moves}
        return [
            next(iter(stands)).number or 0
            for new, roles in self._roles.items()
            for which, stands in enumerate(roles.stands)
            if JokerPlace(new, which) not in came
        ]

    @property
    def freed(self) -> list[Freed]:
        """The tiles that freed jokers, without those in closed sets that are still whole."""
        moves = [move for move in self.moves if move.old not in self._closed.sets]
        return [(move.old, tile, move.freed_from) for move in moves for tile in move.freed_by]
