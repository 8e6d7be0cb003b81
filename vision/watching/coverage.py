"""What is seen at a place now: something that moves, something that lies there, or the bare table."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import Quad, widths
from vision.watching.background import Background
from vision.watching.motion import CELL, Floats, Mask, cells_of, drowned, pixels_of
from vision.watching.occlusion import Cause, Occlusion, Region, tile_mask
from vision.watching.places import STRAY_APART, tile_shaped
from vision.watching.tracks import nearest

NEAR = 4.0
"""Times its face that a tile's neighbourhood is wide: what hides it does not go without moving there."""
COVERED = 0.5
"""Part of a place from which what lies over it says that the table is not seen there, whatever it looks like."""
UNSEEN = 0.25
"""Part of a tile's place from which it is not seen."""
NARROW, SHADED = 0.9, 0.3
"""Times a tile's width that a tile's shadow is wide at most, and part of it that lies right beside the tile."""
FACE = 1.15
"""Times its face that a tile takes up, its seam included; what lies beside it is none of it."""
WITHIN = np.array([[(4 - u) * (4 - v), u * (4 - v), u * v, (4 - u) * v] for u, v in np.ndindex(5, 5)]) / 16
"""Points of a tile, as shares of its corners (25, 4)."""
UNKNOWN_SIZE = (1, 1)
"""Of the picture, before one was read."""


class Coverage:
    """What one camera's newest thumbnail shows at each place; the picture's pixels are those of `size`."""

    def __init__(self) -> None:
        self._thumbnail: Pixels = np.zeros((CELL, CELL, 3), np.uint8)
        self.background = Background(self._thumbnail)
        self.regions: list[Region] = []
        """What holds places back now."""
        self.quads = list[Quad]()
        """Where tiles lie."""
        self.size = UNKNOWN_SIZE
        """Height and width of the picture in whose pixels tiles lie."""
        self.tile: tuple[float, float] | None = None
        """Width and height of a tile in the picture, in pixels; None: none was seen."""
        self._occlusion = Occlusion(self._thumbnail.shape)
        self._tiles, self._foreign = (np.zeros((CELL, CELL), bool) for _ in range(2))
        self._apart = np.zeros((CELL, CELL), np.float32)

    @property
    def _scale(self) -> float:
        """Pixels of the thumbnail for one of the picture."""
        return float(self._thumbnail.shape[1] / self.size[1])

    def of(self, cause: Cause) -> list[Region]:
        """What holds places back, of this cause."""
        return [region for region in self.regions if region.cause is cause]

    def is_over(self, cause: Cause, quad: Quad) -> bool:
        """Whether something moves over a place, or lies over it that nobody explained."""
        cells = cells_of(self._mask([quad], 1.0), 0.2)
        return bool((self._cells(self.of(cause)) & cells).sum() > UNSEEN * cells.sum())

    def is_busy(self, quad: Quad) -> bool:
        """Whether something moves near a place now, or somebody sorts a rack there."""
        return self._moves_in(self._near(quad)) or self._occlusion.is_sorted(cells_of(self._mask([quad]), 0.1))

    def has_moved(self, quad: Quad, since: float) -> bool:
        """Whether anything moved over a place or near it since a moment."""
        return bool((self._occlusion.moved_since(since) & self._near(quad)).any())

    def is_free(self, quad: Quad, tiles: Sequence[Quad]) -> bool:
        """Whether the bare table is seen at a place, or other tiles are, that lie over it."""
        place, others, wide = self._mask([quad], 0.9), self._mask(tiles, 1.1), self._mask(tiles)
        over = self._pixels(*self.regions)
        if (place & over).sum() > COVERED * place.sum():
            return False  # and tiles that are read there are print
        if (place & others).sum() > UNSEEN * place.sum():
            return True
        clear = place & ~wide  # beside a tile its shadow lies
        if clear.sum() < UNSEEN * place.sum():
            clear = place & ~others
        return self.background.is_bare(self._thumbnail, clear, self._foreign | over, wide | self._tiles)

    def is_as_before(self, quad: Quad) -> bool:
        """Whether nothing is over a place, and the table is seen there as it was before a tile lay on it."""
        place = self._mask([quad], 0.9)
        is_over = bool((place & self._pixels(*self.regions)).any())
        return not is_over and self.background.is_as_before(self._thumbnail, place)

    def may_go_on(self, tiles: NDArray[np.float32], face_down: Sequence[Quad]) -> NDArray[np.bool_]:
        """Whether another tile may lie beside each of these (n, 4, 2) in its row, and none of them does: the picture
        ends there, glare is, or a thing lies there, which may look like a tile that lies `face_down`.
        """
        across = tiles[:, 1:2] - tiles[:, :1]
        beside = np.concatenate([tiles - across, tiles + across])
        unseen = self.background.things | drowned(self._thumbnail) | self._mask(face_down)
        is_unseen = self._part_within(beside, unseen) > UNSEEN
        places = np.flatnonzero(is_unseen)
        is_unseen[places[list(nearest(list(tiles), list(beside[places])))]] = False
        return np.asarray(is_unseen.reshape(2, -1).any(axis=0), bool)

    def _part_within(self, quads: NDArray[np.float32], mask: Mask) -> Floats:
        """Which part of each place is out of the picture, or within a mask."""
        points = np.einsum("pc,ncx->npx", WITHIN, quads) * self._scale
        inside = ((points >= 0) & (points < self._thumbnail.shape[1::-1])).all(axis=-1)
        columns, rows = np.where(inside[..., None], points, 0).astype(int).transpose(2, 0, 1)
        return np.asarray((~inside | mask[rows, columns]).mean(axis=1), np.float32)

    @property
    def touches_tiles(self) -> bool:
        """Whether something moves over tiles."""
        return self._moves_in(cells_of(self._tiles, 0.1))

    def _near(self, quad: Quad) -> Mask:
        return cells_of(self._mask([quad], NEAR), 0.1)

    def _moves_in(self, cells: Mask) -> bool:
        return bool((self._cells(self.of(Cause.MOVES)) & cells).any())

    def strays(self, read: Sequence[Quad]) -> list[Quad]:
        """The places where something as large as a tile lies, but for tiles: those known, and those just `read`."""
        if self.tile is None or not self.background.known.any():
            return []
        scale = self._scale
        width, height = (scale * side for side in self.tile)
        unseen = self._mask([*read, *self.quads], FACE) | self._pixels(*self.of(Cause.MOVES))
        tiles, beside = self._mask(read), self._mask([*read, *self.quads])
        larger = [self.background.things, *(self._pixels(region) & ~tiles for region in self.of(Cause.LIES))]
        found = tile_shaped(np.where(unseen, 0, self._apart), (width, height), larger)
        quads = [np.asarray(quad / scale, np.float32) for quad in found]
        return [quad for quad in quads if not self._is_bare_or_shadow(quad, beside)]

    def _is_bare_or_shadow(self, quad: Quad, beside: Mask) -> bool:
        """Whether a place shows the table, now that a hand has gone that was taken for it, or its drawing in another
        light; or is a shadow `beside` a tile: narrow, and darker than the table.
        """
        assert self.tile is not None
        place = self._mask([quad], 1.0)
        is_narrow = float(widths(quad[None])[0]) <= NARROW * self.tile[0]
        is_beside = is_narrow and (place & beside).sum() >= SHADED * place.sum()
        if is_beside and bool((self.background.change(self._thumbnail, place) < 0).all()):
            return True
        is_lit = self.background.in_other_light(self._thumbnail, place).any()
        return bool(is_lit) or self.background.has_gone(self._thumbnail, place, self._tiles | self._foreign)

    def lies_there(self, quad: Quad) -> bool:
        """Whether something lies at a place that is neither the bare table nor a thing known."""
        place = self._mask([quad], 0.9)
        return self.is_over(Cause.MOVES, quad) or float((self._apart[place] > STRAY_APART).mean()) > COVERED

    def _cells(self, regions: Sequence[Region]) -> Mask:
        there = np.zeros(self._occlusion.shape, bool)
        for region in regions:
            there |= region.cells
        return there

    def _pixels(self, *regions: Region) -> Mask:
        """Where regions lie, in pixels of the thumbnail."""
        return pixels_of(self._cells(regions), self._thumbnail.shape)

    def _mask(self, quads: Sequence[Quad], wide: float = 1.7) -> Mask:
        return tile_mask(list(quads), self.size, self._thumbnail.shape, wide)
