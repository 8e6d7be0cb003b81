"""What the newest thumbnail shows at a place: motion, an object that lies over it, or the background."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import Quad, widths
from vision.watching.background import Background
from vision.watching.motion import CELL, Floats, Mask, cells_of, drowned, pixels_of
from vision.watching.occlusion import Cause, Occlusion, Region, tile_mask
from vision.watching.places import STRAY_APART, tile_shaped
from vision.watching.shown import Shown
from vision.watching.tracks import nearest

NEAR = 4.0
"""Width of a tile's neighbourhood, in tile sizes: an occluding object cannot leave without motion in it."""
COVERED = 0.5
"""Share of a place which, once occluded, makes the place count as hidden, regardless of its other pixels."""
UNSEEN = 0.25
"""Share of a tile's place which, once hidden, makes the tile count as not seen."""
NARROW, SHADED = 0.9, 0.3
"""Greatest width of a tile's shadow, in tile widths; and least share of the shadow that touches the tile."""
FACE = 1.15
"""Size of a tile with its seam, in face sizes; pixels beyond it are not the tile."""
WITHIN = np.array([[(4 - u) * (4 - v), u * (4 - v), u * v, (4 - u) * v] for u, v in np.ndindex(5, 5)]) / 16
"""Weights of the four corners (25, 4) that give 25 sample points within a quad."""
UNKNOWN_SIZE = (1, 1)
"""Height and width of the picture before the first was read."""


class Coverage:
    """The contents of one camera's newest thumbnail at each place. Quads are in pixels of the full picture, whose size
    is `size`.
    """

    def __init__(self) -> None:
        self._thumbnail: Pixels = np.zeros((CELL, CELL, 3), np.uint8)
        self.background = Background(self._thumbnail)
        self.regions: list[Region] = []
        """The occluded regions in the newest thumbnail."""
        self.quads = list[Quad]()
        """Quads of the tiles on the table."""
        self.size = UNKNOWN_SIZE
        """Height and width of the picture that the quads refer to."""
        self.tile: tuple[float, float] | None = None
        """Width and height of a tile, in pixels of the picture; None: no tile was seen."""
        self._occlusion = Occlusion(self._thumbnail.shape)
        self._tiles, self._foreign = (np.zeros((CELL, CELL), bool) for _ in range(2))
        self._apart = self._averaged = np.zeros((CELL, CELL), np.float32)
        """Levels by which the newest thumbnail, and the mean that is being read, lie outside the background's range."""

    @property
    def _shown(self) -> Shown:
        """What the newest thumbnail shows of the background."""
        return self.background.shown_in(self._thumbnail)

    @property
    def _scale(self) -> float:
        """Pixels of the thumbnail per pixel of the picture."""
        return float(self._thumbnail.shape[1] / self.size[1])

    def of(self, cause: Cause) -> list[Region]:
        """The occluded regions with this cause."""
        return [region for region in self.regions if region.cause is cause]

    def is_over(self, cause: Cause, quad: Quad) -> bool:
        """Whether a region of this cause covers more than the share UNSEEN of a quad."""
        cells = cells_of(self._mask([quad], 1.0), 0.2)
        return bool((self._cells(self.of(cause)) & cells).sum() > UNSEEN * cells.sum())

    def is_busy(self, quad: Quad) -> bool:
        """Whether an object moves near a quad now, or somebody sorts a rack there."""
        return self._moves_in(self._near(quad)) or self._occlusion.is_sorted(cells_of(self._mask([quad]), 0.1))

    def has_moved(self, quad: Quad, since: float) -> bool:
        """Whether an object moved on or near a quad since this moment, in seconds."""
        return bool((self._occlusion.moved_since(since) & self._near(quad)).any())

    def is_free(self, quad: Quad, tiles: Sequence[Quad]) -> bool:
        """Whether a place is free: the background is seen there, or other `tiles` overlap it."""
        place, others, wide = self._mask([quad], 0.9), self._mask(tiles, 1.1), self._mask(tiles)
        over = self._pixels(*self.regions)
        if (place & over).sum() > COVERED * place.sum():
            return False  # tiles read at the place are printed on the object that covers it
        if (place & others).sum() > UNSEEN * place.sum():
            return True
        clear = place & ~wide  # without the shadows beside tiles
        if clear.sum() < UNSEEN * place.sum():
            clear = place & ~others
        return self._shown.is_bare(clear, self._foreign | over, wide | self._tiles)

    def is_as_before(self, quad: Quad) -> bool:
        """Whether no object covers a place, and the table looks as before a tile lay on it."""
        place = self._mask([quad], 0.9)
        is_over = bool((place & self._pixels(*self.regions)).any())
        return not is_over and self._shown.is_as_before(place)

    def may_go_on(self, tiles: NDArray[np.float32], face_down: Sequence[Quad]) -> NDArray[np.bool_]:
        """Whether a row may continue, unseen, beside each tile (N, 4, 2); returns (N,).

        This holds if the place beside the tile holds no tile of the row and lies outside the picture, in glare, or
        under an object, which may look like a tile that lies `face_down`.
        """
        across = tiles[:, 1:2] - tiles[:, :1]
        beside = np.concatenate([tiles - across, tiles + across])
        unseen = self.background.things | drowned(self._thumbnail) | self._mask(face_down)
        is_unseen = self._part_within(beside, unseen) > UNSEEN
        places = np.flatnonzero(is_unseen)
        is_unseen[places[list(nearest(list(tiles), list(beside[places])))]] = False
        return np.asarray(is_unseen.reshape(2, -1).any(axis=0), bool)

    def _part_within(self, quads: NDArray[np.float32], mask: Mask) -> Floats:
        """Share of each quad (N, 4, 2) that lies outside the picture or within a mask; (N,)."""
        points = np.einsum("pc,ncx->npx", WITHIN, quads) * self._scale
        inside = ((points >= 0) & (points < self._thumbnail.shape[1::-1])).all(axis=-1)
        columns, rows = np.where(inside[..., None], points, 0).astype(int).transpose(2, 0, 1)
        return np.asarray((~inside | mask[rows, columns]).mean(axis=1), np.float32)

    @property
    def touches_tiles(self) -> bool:
        """Whether an object moves over tiles."""
        return self._moves_in(cells_of(self._tiles, 0.1))

    def _near(self, quad: Quad) -> Mask:
        return cells_of(self._mask([quad], NEAR), 0.1)

    def _moves_in(self, cells: Mask) -> bool:
        return bool((self._cells(self.of(Cause.MOVES)) & cells).any())

    def strays(self, read: Sequence[Quad]) -> list[Quad]:
        """Quads of tile-sized objects in the mean, apart from the known tiles and those just `read`."""
        return self._tile_sized(self._averaged, read)

    def _tile_sized(self, apart: Floats, read: Sequence[Quad] = ()) -> list[Quad]:
        """Quads of tile-sized objects by the levels (H, W) that are `apart` from the background, as `strays`."""
        if self.tile is None or not self.background.known.any():
            return []
        scale = self._scale
        width, height = (scale * side for side in self.tile)
        unseen = self._mask([*read, *self.quads], FACE) | self._pixels(*self.of(Cause.MOVES))
        tiles, beside = self._mask(read), self._mask([*read, *self.quads])
        larger = [self.background.things, *(self._pixels(region) & ~tiles for region in self.of(Cause.LIES))]
        found = tile_shaped(np.where(unseen, 0, apart), (width, height), larger)
        quads = [np.asarray(quad / scale, np.float32) for quad in found]
        return [quad for quad in quads if not self._is_bare_or_shadow(quad, beside)]

    def _is_bare_or_shadow(self, quad: Quad, beside: Mask) -> bool:
        """Whether a tile-sized candidate is no object: the table that a removed hand had hidden, its texture in another
        light, or a tile's shadow (narrow, darker than the table and next to `beside`).
        """
        assert self.tile is not None
        place = self._mask([quad], 1.0)
        is_narrow = float(widths(quad[None])[0]) <= NARROW * self.tile[0]
        is_beside = is_narrow and (place & beside).sum() >= SHADED * place.sum()
        if is_beside and bool((self._shown.change(place) < 0).all()):
            return True
        is_lit = self._shown.in_other_light(place).any()
        return bool(is_lit) or self._shown.has_gone(place, self._tiles | self._foreign)

    def lies_there(self, quad: Quad) -> bool:
        """Whether an object that is neither the bare table nor a known object covers a place of the mean being read."""
        place = self._mask([quad], 0.9)
        return self.is_over(Cause.MOVES, quad) or float((self._averaged[place] > STRAY_APART).mean()) > COVERED

    def _cells(self, regions: Sequence[Region]) -> Mask:
        there = np.zeros(self._occlusion.shape, bool)
        for region in regions:
            there |= region.cells
        return there

    def _pixels(self, *regions: Region) -> Mask:
        """The mask of these regions, in pixels of the thumbnail."""
        return pixels_of(self._cells(regions), self._thumbnail.shape)

    def _mask(self, quads: Sequence[Quad], wide: float = 1.7) -> Mask:
        return tile_mask(list(quads), self.size, self._thumbnail.shape, wide)
