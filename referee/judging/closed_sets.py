"""Closed sets, whose tiles have to stay together: which new set holds each whole, and which of its tiles are theirs."""

from collections import Counter
from collections.abc import Iterator

from referee.judging.faults import FaultCode, Violation
from referee.judging.flow import Flow
from referee.judging.joker_moves import JokerFate, JokerMove, JokerMoves, RolesBySet
from referee.judging.rearrangement import Rearrangement, without_jokers
from referee.sets import JokerRoles, Kind
from referee.tiles import Tile


class ClosedSets:
    """The closed sets of one way of moving the jokers.

    `sets`: by old set, the new one it lies in whole; `tiles_in`: by new set, the numbered tiles of closed ones in it;
    `broken`: those that were split or robbed.
    """

    def __init__(self, turn: Rearrangement, moves: JokerMoves, roles: RolesBySet) -> None:
        """`roles`: how the old sets with jokers are understood."""
        self._turn = turn
        self._moves = moves
        self._old_roles = roles
        self.tiles_in: dict[int, Counter[Tile]] = {}
        self.sets: dict[int, int] = {}
        self.broken = list(self._broken()) if turn.rules.joker_sets == "closed" else []

    def _broken(self) -> Iterator[Violation]:
        """The closed sets that do not lie whole; `sets` and `tiles_in` get where the others lie."""
        for old in dict.fromkeys(move.old for move in self._moves if move.fate is JokerFate.KEPT):
            kept = (move for move in self._moves if move.old == old and move.fate is JokerFate.KEPT)
            lies_in = {move.to.new for move in kept if move.to}
            new = min(lies_in)
            if len(lies_in) > 1 or not self._lies_whole(old, new):
                yield Violation(FaultCode.JOKER_SET_BROKEN, old, new)
        for old in dict.fromkeys(move.old for move in self._moves):
            if {move.fate for move in self._moves if move.old == old} <= {JokerFate.TAKEN, JokerFate.FREED}:
                yield from self._torn(old)

    def _torn(self, old: int) -> Iterator[Violation]:
        """A set whose joker was taken without being freed, and which was split or robbed besides."""
        for piece in _pieces(self._old_roles[old], [move for move in self._moves if move.old == old]):
            there = self._turn.new_sets_with(next(iter(piece), None))
            if piece and not piece & self._turn.missing and not any(piece <= self._turn.new_sets[new] for new in there):
                yield Violation(FaultCode.JOKER_SET_BROKEN, old, there[0] if there else None)
                return

    def _lies_whole(self, old: int, new: int) -> bool:
        """Whether a closed set's tiles all lie in one new set; if so, nobody else may account for them."""
        wanted = self.tiles_in.get(new, Counter()) + self.numbered(old)
        absent = wanted - self._turn.new_sets[new]
        if not absent <= self._turn.missing:
            return False
        self.tiles_in[new] = wanted - absent
        self.sets[old] = new
        return True

    def numbered(self, old: int) -> Counter[Tile]:
        """An old set's numbered tiles, with those that freed its jokers, without those it gave for others."""
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
        """Where the tiles of closed sets went, and those that freed their jokers."""
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
    """What is left of a set whose jokers were taken: the tiles on either side of them, or all of a group's."""
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
