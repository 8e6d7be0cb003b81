"""Closed sets and all-new sets of freed jokers.

The tiles of a closed set have to stay together: `ClosedSets` finds the new set that holds each closed set whole, and
which tiles of that new set belong to it. The set of a freed joker may have to be all new: `AllNewSets` finds whether
its tiles can have come from different places. Two copies of a tile look alike, and two all-new sets may need the same
copy, so the tiles of all these sets are assigned together: each gets a source, which is the rack or an old set that
gave no other tile to the same new set.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from referee.judging.faults import FaultCode, Violation
from referee.judging.flow import Flow, Place
from referee.judging.joker_moves import JokerFate, JokerMove, JokerMoves, RolesBySet
from referee.judging.rearrangement import Rearrangement, without_jokers
from referee.sets import JokerRoles, Kind
from referee.tiles import Tile

Spot = tuple[int, Tile]
"""A numbered tile of an all-new set: index of the set, the tile."""


class ClosedSets:
    """The closed sets of one way of moving the jokers.

    `sets`: for each closed set that is whole, the index of the new set that holds it; `tiles_in`: for each new set, the
    numbered tiles of closed sets in it; `broken`: violations of the closed sets that were split or lost a tile.
    """

    def __init__(self, turn: Rearrangement, moves: JokerMoves, roles: RolesBySet) -> None:
        """`roles`: the roles of the jokers in the old sets."""
        self._turn = turn
        self._moves = moves
        self._old_roles = roles
        self.tiles_in: dict[int, Counter[Tile]] = {}
        self.sets: dict[int, int] = {}
        self.broken = list(self._broken()) if turn.rules.joker_sets == "closed" else []

    def _broken(self) -> Iterator[Violation]:
        """Violations of the closed sets that are not whole; enters the whole ones in `sets` and `tiles_in`."""
        for old in dict.fromkeys(move.old for move in self._moves if move.fate is JokerFate.KEPT):
            if self._old_roles[old].kind is None:
                continue  # no set: the players let it lie
            kept = (move for move in self._moves if move.old == old and move.fate is JokerFate.KEPT)
            lies_in = {move.to.new for move in kept if move.to}
            new = min(lies_in)
            if len(lies_in) > 1 or not self._lies_whole(old, new):
                yield Violation(FaultCode.JOKER_SET_BROKEN, old, new)
        for old in dict.fromkeys(move.old for move in self._moves):
            if {move.fate for move in self._moves if move.old == old} <= {JokerFate.TAKEN, JokerFate.FREED}:
                yield from self._torn(old)

    def _torn(self, old: int) -> Iterator[Violation]:
        """At most one violation of an old set that lost all its jokers, and was also split or lost a tile."""
        for piece in _pieces(self._old_roles[old], [move for move in self._moves if move.old == old]):
            there = self._turn.new_sets_with(next(iter(piece), None))
            if piece and not piece & self._turn.missing and not any(piece <= self._turn.new_sets[new] for new in there):
                yield Violation(FaultCode.JOKER_SET_BROKEN, old, there[0] if there else None)
                return

    def _lies_whole(self, old: int, new: int) -> bool:
        """Whether one new set holds all tiles of a closed set; if so, reserves these tiles in `tiles_in`."""
        wanted = self.tiles_in.get(new, Counter()) + self.numbered(old)
        absent = wanted - self._turn.new_sets[new]
        if not absent <= self._turn.missing:
            return False
        self.tiles_in[new] = wanted - absent
        self.sets[old] = new
        return True

    def numbered(self, old: int) -> Counter[Tile]:
        """An old set's numbered tiles, with the tiles that freed its jokers, without those it gave to free others."""
        tiles = self._turn.old_numbered[old]
        own = [move for move in self._moves if old in (move.old, move.freed_from)]
        if not own:
            return tiles
        tiles = tiles.copy()
        for move in own:
            if move.old == old:
                tiles.update(move.freed_by)
            if move.freed_from == old:
                tiles.subtract(move.freed_by)
        return +tiles

    def flow(self) -> Flow:
        """The flow of the tiles of whole closed sets and of the tiles that freed their jokers."""
        flow: Flow = Counter()
        for old, new in self.sets.items():
            tiles = self.numbered(old) & self.tiles_in[new]
            for move in self._moves:
                if move.old == old:
                    flow.update((move.freed_from, new, tile) for tile in move.freed_by)
                    tiles = tiles - Counter(move.freed_by)
            flow.update({(old, new, tile): count for tile, count in tiles.items()})
        return flow


def _pieces(roles: JokerRoles, moves: list[JokerMove]) -> Iterator[Counter[Tile]]:
    """The pieces of a set whose jokers were taken: the tiles on either side of each joker, or all tiles of a group."""
    if roles.kind is None or not any(move.fate is JokerFate.TAKEN for move in moves):
        return
    if roles.kind is Kind.GROUP:
        yield without_jokers(Counter(roles.line))
        return
    piece: list[Tile] = []
    freed = dict(zip(roles.jokers, moves, strict=True))
    for place, tile in enumerate(roles.line):
        if place not in freed:
            piece.append(tile)
        elif freed[place].fate is JokerFate.FREED:
            piece += freed[place].freed_by
        else:
            yield Counter(piece)
            piece = []
    yield Counter(piece)


class AllNewSets:
    """The sets in which freed jokers were laid, and the sources of their tiles.

    `old_sets`: the numbered tiles of each old set, with those that freed its jokers; empty for a whole closed set.
    `closed`: indices of the new sets that hold a whole closed set. `rack`: the tiles played from the rack, without
    those that freed jokers.
    """

    def __init__(
        self,
        turn: Rearrangement,
        moves: JokerMoves,
        old_sets: Sequence[Counter[Tile]],
        closed: Sequence[int],
        rack: Counter[Tile],
    ) -> None:
        self._turn, self._moves, self._closed = turn, moves, closed
        self._sources: list[tuple[Place, Counter[Tile]]] = [(None, rack), *enumerate(old_sets)]

    def not_reused(self, freed: Sequence[JokerMove]) -> list[JokerMove]:
        """The smallest choice of freed jokers that are not in an all-new set."""
        for count in range(len(freed) + 1):
            for wrong in combinations(freed, count):
                if next(self.ways([one for one in freed if one not in wrong]), None) is not None:
                    return list(wrong)
        return list(freed)

    def ways(self, freed: Sequence[JokerMove]) -> Iterator[Flow]:
        """Every flow by which the tiles beside these jokers can have come to all-new sets."""
        news = sorted({one.to.new for one in freed if one.to})
        used = {new: [move.old for move in self._moves if move.to and move.to.new == new] for new in news}
        together = any(len(set(olds)) < len(olds) for olds in used.values())
        if together or not set(news).isdisjoint(self._closed):
            return
        spots = [(new, tile) for new in news for tile in self._turn.new_numbered[new].elements()]
        left = {place: Counter(tiles) for place, tiles in self._sources}
        yield from self._dealt(spots, {(new, old) for new in news for old in used[new]}, left, ())

    def _dealt(
        self,
        spots: Sequence[Spot],
        used: set[tuple[int, int]],
        left: dict[Place, Counter[Tile]],
        so_far: tuple[tuple[Place, int, Tile], ...],
    ) -> Iterator[Flow]:
        """Every flow that gives each tile of `spots` a source, by depth-first search.

        `used`: pairs of a new set and an old set that already gave it a tile or joker; `left`: the unassigned tiles of
        each source; `so_far`: the moves already assigned.
        """
        if not spots:
            yield Counter(so_far)
            return
        new, tile = spots[0]
        for place, tiles in left.items():
            if tiles[tile] > 0 and (place is None or (new, place) not in used):
                tiles[tile] -= 1
                then = used if place is None else used | {(new, place)}
                yield from self._dealt(spots[1:], then, left, (*so_far, (place, new, tile)))
                tiles[tile] += 1
