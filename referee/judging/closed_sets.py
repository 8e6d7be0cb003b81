"""Closed sets, whose tiles have to stay together: where each lies whole now, and what of the new sets is so told."""

from collections import Counter

from referee.judging.flow import Flow
from referee.judging.joker_moves import JokerMoves
from referee.judging.rearrangement import Rearrangement
from referee.tiles import Tile


class ClosedSets:
    """The closed sets of one way of moving the jokers, as far as they were asked about.

    `sets`: by old set, the new one it lies in whole; `tiles_in`: by new set, the numbered tiles of closed ones in it.
    """

    def __init__(self, turn: Rearrangement, moves: JokerMoves) -> None:
        self._turn = turn
        self._moves = moves
        self.tiles_in: dict[int, Counter[Tile]] = {}
        self.sets: dict[int, int] = {}

    def lies_whole(self, old: int, new: int) -> bool:
        """Whether a closed set's tiles all lie in one new set; if so, they are not to be told elsewhere."""
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
