"""What plays prove: a tile of a legal turn that nobody disputed is what it was read as, if no other was legal there."""

from referee.match import Turn
from tilewatch.view import Judge, View, proved
from vision.reading import Example, Source, patches_of

Numbered = tuple[int, int]
"""A match's number, and a turn's."""


class Proofs:
    """Tiles that plays prove; a turn's count once the next is claimed, if it is legal then still.

    Whoever calls it holds the situation's lock.
    """

    def __init__(self) -> None:
        self._known = set[int]()
        self._claimed: tuple[Numbered, list[Example]] | None = None
        self._proved: list[Example] = []

    def claimed(self, match: int, before: Turn | None, turn: Turn, view: View, judge: Judge) -> None:
        """A turn was judged with this view, by `judge`; `before`: the last one before it, as it counts now."""
        if self._claimed is not None and before is not None and before.legal:
            numbered, examples = self._claimed
            self._proved += examples if numbered == (match, before.number) else []
        self._claimed = ((match, turn.number), self._new_in(view, judge)) if turn.legal and not turn.by_hand else None

    def taken(self) -> list[Example]:
        """What was proved since it was asked for last."""
        proved, self._proved = self._proved, []
        self._known |= {one.key for one in proved if one.key is not None}
        return proved

    def _new_in(self, view: View, judge: Judge) -> list[Example]:
        tiles = [tile for tile in proved(view, judge) if tile.key not in self._known]
        if view.snapshot.picture is None or not tiles:
            return []
        patches = patches_of(view.snapshot.picture.pixels, [tile.quad for tile in tiles])
        return [Example(t.tile, patch, t.key, Source.PLAYED) for t, patch in zip(tiles, patches, strict=True)]
