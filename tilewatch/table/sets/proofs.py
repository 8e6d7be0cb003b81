"""What plays prove: a tile of a legal turn that nobody disputed is what it was read as, if no other was legal there."""

from dataclasses import dataclass

from referee.match import Match, Turn
from tilewatch.view import Judge, View, proved
from vision.reading import Example, Source, patches_of

Numbered = tuple[int, int]
"""A match's number, and a turn's."""


@dataclass(frozen=True, slots=True)
class News:
    """What was proved since it was asked for last, and the keys of tiles whose turn counts no more."""

    proved: tuple[Example, ...] = ()
    disproved: frozenset[int] = frozenset()


class Proofs:
    """Tiles that plays prove; a turn's count once the next is claimed, and as long as it is legal.

    Whoever calls it holds the situation's lock.
    """

    def __init__(self) -> None:
        self._claimed: tuple[Numbered, list[Example]] | None = None
        self._of_turn: dict[Numbered, list[Example]] = {}
        self._told = frozenset[Example]()

    def claimed(self, match: int, before: Turn | None, turn: Turn, view: View, judge: Judge) -> None:
        """A turn was judged with this view, by `judge`; `before`: the last one before it, as it counts now."""
        for again in [one for one in self._of_turn if one[0] == match and one[1] >= turn.number]:
            del self._of_turn[again]
        if self._claimed is not None and before is not None and before.legal:
            self._of_turn |= dict([self._claimed] if self._claimed[0] == (match, before.number) else [])
        self._claimed = ((match, turn.number), self._new_in(view, judge)) if turn.legal and not turn.by_hand else None

    def news(self, at_table: tuple[int, Match] | None) -> News:
        """What is proved now and was not before, and the other way round; `at_table`: the match, with its number."""
        if at_table is not None:
            number, turns = at_table[0], at_table[1].now.turns
            last = turns[-1].number - (not turns[-1].legal) if turns else 0
            self._of_turn = {one: tiles for one, tiles in self._of_turn.items() if one[0] != number or one[1] <= last}
        told, now = self._told, [one for tiles in self._of_turn.values() for one in tiles]
        self._told = frozenset(now)
        gone = frozenset(one.key for one in told - self._told if one.key is not None)
        return News(tuple(one for one in now if one not in told), gone - self._keys)

    @property
    def _keys(self) -> set[int]:
        return {one.key for tiles in self._of_turn.values() for one in tiles if one.key is not None}

    def _new_in(self, view: View, judge: Judge) -> list[Example]:
        tiles = [tile for tile in proved(view, judge) if tile.key not in self._keys]
        if view.snapshot.picture is None or not tiles:
            return []
        patches = patches_of(view.snapshot.picture.pixels, [tile.quad for tile in tiles])
        return [Example(t.tile, patch, t.key, Source.PLAYED) for t, patch in zip(tiles, patches, strict=True)]
