"""Where a freed joker's set must be all new: whether each of its tiles may have come from somewhere else.

Two copies of a tile look alike, and two such sets may want the same one. So the tiles of all these sets are dealt
with together: one after another is given a source, the rack or an old set that gave no other tile to its set.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from referee.judging.flow import Flow, Place
from referee.judging.joker_moves import JokerMove, JokerMoves
from referee.judging.rearrangement import Rearrangement
from referee.tiles import Tile

Spot = tuple[int, Tile]
"""A numbered tile of a new set that has to be all new."""


class AllNewSets:
    """The sets of freed jokers, and where their tiles may have come from.

    `old_sets`: the numbered tiles of each old set, with those that freed its jokers; none of a closed set, which lies
    whole. `closed`: new sets in which one does. `rack`: what was played, without the tiles that freed jokers.
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
        """As few freed jokers as can be that do not lie in an all new set."""
        for count in range(len(freed) + 1):
            for wrong in combinations(freed, count):
                if next(self.ways([one for one in freed if one not in wrong]), None) is not None:
                    return list(wrong)
        return list(freed)

    def ways(self, freed: Sequence[JokerMove]) -> Iterator[Flow]:
        """Every way in which the tiles beside these jokers may have come to their sets."""
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
        """Every way to give the rest of the tiles a source; `used`: which old sets gave a tile or joker to which."""
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
