"""What surrounds the tiles: each region that is not seen, or differs from the bare table, is explained by itself."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.camera import Pixels
from vision.reading import Quad, widths
from vision.watching.background import Background, foreign
from vision.watching.motion import Mask, cells_of, moved_cells
from vision.watching.occlusion import Cause, Occlusion, Region, joined, tile_mask
from vision.watching.shift import Shift
from vision.watching.strays import APART, SOFT, tile_shaped

STRANGE = 0.5
"""Part of the picture from which not a thing lies in it, but another table is seen."""
COMPARED_EVERY = 0.5
"""Seconds after which a table on which nothing moves is compared all the same: what creeps moves in no two pictures."""
NEAR = 4.0
"""Times its face that a tile's neighbourhood is wide: what hides it does not go without moving there."""
COVERED = 0.5
"""Part of a place from which what lies over it says that the table is not seen there, whatever it looks like."""
UNSEEN = 0.25
"""Part of a tile's place from which it is not seen."""
BESIDE, TOUCHING = 8, 3
"""Pixels of a thumbnail within which what is as large as a tile may be a part of what nobody has explained yet, and of
a thing.
"""
NARROW, SHADED = 0.9, 0.5
"""Times a tile's width that a tile's shadow is wide at most, and part of it that lies right beside the tile."""
FACE = 1.15
"""Times its face that a tile takes up, its seam included; what lies beside it is none of it."""


class Surroundings:
    """The background and what lies over it, for one camera's thumbnails. `regions`: what holds places back now."""

    def __init__(self) -> None:
        self.background = Background()
        self._occlusion: Occlusion | None = None
        self._thumbnail: Pixels | None = None
        self.quads = list[Quad]()
        """Where tiles lie."""
        self._hidden_quads = list[Quad]()
        self.size = (1, 1)
        """Height and width of the picture in whose pixels tiles lie."""
        self.tile: tuple[float, float] | None = None
        """Width and height of a tile in the picture, in pixels; None: none was seen."""
        self._tiles, self._hidden = np.zeros((0, 0), bool), np.zeros((0, 0), bool)
        self._apart, self._foreign = np.zeros((0, 0), np.float32), np.zeros((0, 0), bool)
        self._compared_at, self._may_differ = float("-inf"), True
        self.regions: list[Region] = []
        self.is_strange = self._is_flat = False

    def see(self, thumbnail: Pixels, moment: float) -> None:
        """Takes the next picture, and explains what can be explained without reading it."""
        last, self._thumbnail = self._thumbnail, thumbnail
        if last is None or last.shape != thumbnail.shape or self._occlusion is None:
            self._occlusion = Occlusion(thumbnail.shape)
            self.place_tiles(self.quads, self._hidden_quads)
            moved = np.ones(self._occlusion.shape, bool)
            self._compared_at = float("-inf")
        else:
            moved = moved_cells(last, thumbnail)
        if moved.any() or self.regions or moment - self._compared_at >= COMPARED_EVERY:
            self._apart, self._compared_at, self._may_differ = self.background.apart(thumbnail), moment, True
            self._foreign = foreign(self._apart)
            self._is_flat = self.background.is_flat(thumbnail, self._tiles)
        unlike = self._foreign & ~self._tiles
        self._occlusion.see(moved, unlike, moment)
        self.regions = [
            region
            for region in self._occlusion.regions(self._tiles, self.background.things)
            if not self._is_explained(region, unlike)
        ]
        lying = sum(region.part for region in self.regions if region.cause is Cause.LIES)
        self.is_strange = lying > STRANGE or self._is_flat

    def _is_explained(self, region: Region, unlike: Mask) -> bool:
        """Whether a region that lies still is the table after all: something went away there, or was put down."""
        assert self._thumbnail is not None
        if region.cause is Cause.MOVES or region.part > STRANGE:
            return False
        place = region.pixels(self._thumbnail.shape)
        self._compared_at = float("-inf")
        if self.background.has_gone(self._thumbnail, place & unlike, self._tiles | self._foreign):
            self.background.learn_revealed(self._thumbnail, place & ~self._tiles)
            return True
        if region.rests and not (place & self._hidden).any():
            strays = self._mask(self.strays([]), FACE)
            self.background.learn_thing(self._thumbnail, place & ~self._tiles & ~strays)
            return not (place & strays).any()
        return False

    def place_tiles(self, quads: Sequence[Quad], hidden: Sequence[Quad] = ()) -> None:
        """Where tiles lie, and which of them are hidden."""
        self.quads, self._hidden_quads = list(quads), list(hidden)
        if self._thumbnail is None:
            return
        self._tiles = self._mask(quads)
        self._hidden = self._mask(hidden, 2.0)

    def strays(self, read: Sequence[Quad]) -> list[Quad]:
        """Where something lies that is as large as a tile. `read`: where tiles do, beside those that are known to."""
        assert self._thumbnail is not None
        if self.tile is None or not self.background.known.any():
            return []
        scale = self._thumbnail.shape[1] / self.size[1]
        width, height = (scale * side for side in self.tile)
        faces, shape = self._mask([*read, *self.quads], FACE), self._thumbnail.shape
        moving = [region.pixels(shape) for region in self.regions if region.cause is Cause.MOVES]
        unseen = np.logical_or.reduce([faces, *moving])
        tiles = self._mask(read)
        lying = [region.pixels(shape) & ~tiles for region in self.regions if region.cause is Cause.LIES]
        others = [(self.background.things, TOUCHING), *((place, BESIDE) for place in lying)]
        found = tile_shaped(np.where(unseen, 0, self._apart), (width, height), others)
        quads = [np.asarray(quad / scale, np.float32) for quad in found]
        return [quad for quad in quads if not self._is_bare_or_shadow(quad, self._mask([*read, *self.quads]))]

    def _is_bare_or_shadow(self, quad: Quad, beside: Mask) -> bool:
        """Whether a place has the table's colours, as before or now that a hand has gone that was taken for it; or
        is a shadow `beside` a tile: narrow, and darker than the table.
        """
        assert self._thumbnail is not None
        assert self.tile is not None
        place = self._mask([quad], 1.0)
        change = self.background.change(self._thumbnail, place)
        is_narrow = float(widths(quad[None])[0]) <= NARROW * self.tile[0]
        is_shadow = is_narrow and (place & beside).sum() >= SHADED * place.sum() and bool((change < 0).all())
        if is_shadow or float(np.abs(change).max()) < SOFT:
            return True
        return self.background.has_gone(self._thumbnail, place, self._tiles | self._foreign)

    def lies_there(self, quad: Quad) -> bool:
        """Whether something lies at a place that is neither the bare table nor a thing known."""
        place = self._mask([quad], 0.9)
        return self.is_passed(quad) or float((self._apart[place] > APART).mean()) > COVERED

    def tiles_changed(self, moment: float) -> None:
        """Other tiles lie there than before: an arm that is there plays."""
        assert self._occlusion is not None
        self._occlusion.laid_at = moment

    def is_passed(self, quad: Quad) -> bool:
        """Whether something moves over a place."""
        return self._covers(quad, [region for region in self.regions if region.cause is Cause.MOVES])

    def moves_near(self, quad: Quad) -> bool:
        """Whether something moves near a place now."""
        return self._moves_in(cells_of(self._mask([quad], NEAR), 0.1))

    def has_moved(self, quad: Quad, since: float) -> bool:
        """Whether anything moved over a place or near it since a moment."""
        assert self._occlusion is not None
        return self._occlusion.moved_at(cells_of(self._mask([quad], NEAR), 0.1)) >= since

    def is_covered(self, quad: Quad) -> bool:
        """Whether something lies over a place that nobody explained."""
        return self._covers(quad, [region for region in self.regions if region.cause is Cause.LIES])

    def is_free(self, quad: Quad, tiles: Sequence[Quad]) -> bool:
        """Whether the bare table is seen at a place, or other tiles are, that lie over it."""
        assert self._thumbnail is not None
        place, others, wide = self._mask([quad], 0.9), self._mask(tiles, 1.1), self._mask(tiles)
        over = np.zeros(place.shape, bool)
        for region in self.regions:
            over |= region.pixels(place.shape)
        if (place & over).sum() > COVERED * place.sum():
            return False  # and tiles that are read there are print
        if (place & others).sum() > UNSEEN * place.sum():
            return True
        clear = place & ~wide  # beside a tile its shadow lies
        if clear.sum() < UNSEEN * place.sum():
            clear = place & ~others
        things = cv2.resize(joined(cells_of(self.background.things)).astype(np.uint8), place.shape[::-1]) > 0
        unlike = self._foreign | over | (things & ~self.background.things)
        return self.background.is_bare(self._thumbnail, clear, unlike, wide | self._tiles)

    def changed(self, shown: Pixels) -> bool:
        """Whether anything that is seen now looks another than it did in this thumbnail."""
        assert self._thumbnail is not None
        assert self._occlusion is not None
        if shown.shape != self._thumbnail.shape:
            return True
        if not self._may_differ:
            return False
        self._may_differ = False
        return self._occlusion.counts(moved_cells(shown, self._thumbnail) & ~self._unseen(), self._tiles)

    def learn(self) -> None:
        """Takes what is seen around the tiles as the bare table; while anything lies there, only what was not known."""
        assert self._thumbnail is not None
        unseen = np.zeros(self._thumbnail.shape[:2], bool)
        for region in self.regions:
            unseen |= region.pixels(self._thumbnail.shape)
        unlike = foreign(self.background.apart(self._thumbnail))
        if self.regions:
            unlike |= self.background.known  # it throws a shadow
        self.background.learn(self._thumbnail, ~unseen & ~self._tiles & ~unlike)

    def begin_anew(self) -> None:
        """Persons say that what is seen is the table now: nothing is known of it."""
        self.background, self.is_strange, self._is_flat, self.regions = Background(), False, False, []
        self._compared_at = float("-inf")

    def learn_at(self, middle: tuple[float, float] | None) -> Callable[[Quad], bool]:
        """Persons say that what lies at a place belongs to the table; which places it lies over.

        `middle`: of what lies there, as parts of the picture's width and height; None: it lies nowhere to be seen.
        """
        lying = [region for region in self.regions if region.cause is Cause.LIES]
        if self._thumbnail is None or middle is None or not lying:
            return lambda _: True
        told = min(lying, key=lambda region: float(np.hypot(*np.subtract(region.middle, middle))))
        place = told.pixels(self._thumbnail.shape)
        self.background.learn_thing(self._thumbnail, place & ~self._tiles)
        self._hidden &= ~place
        return lambda quad: bool((self._mask([quad]) & place).any())

    def learn_things(self, quads: Sequence[Quad]) -> None:
        """What lies at these places is a thing."""
        if quads and self._thumbnail is not None:
            self.background.learn_thing(self._thumbnail, self._mask(quads))

    def forget(self, quad: Quad) -> None:
        """A tile lies at a place, persons say, where none was seen."""
        if self._thumbnail is not None:
            self.background.forget(self._mask([quad]))

    @property
    def touches_tiles(self) -> bool:
        """Whether something moves over tiles."""
        assert self._thumbnail is not None
        return self._moves_in(cells_of(self._tiles, 0.1))

    def _moves_in(self, cells: Mask) -> bool:
        return any(bool((region.cells & cells).any()) for region in self.regions if region.cause is Cause.MOVES)

    @property
    def taken_up(self) -> float:
        """Part of the picture that things take up which were put down, 0 to 1."""
        things = self.background.things
        return float(joined(cells_of(things)).mean()) if things.any() else 0.0

    def moved(self, shift: Shift) -> None:
        """The camera moved, in pixels of the picture."""
        assert self._thumbnail is not None
        scale = self._thumbnail.shape[1] / self.size[1]
        self.background.moved(shift.matrix * np.array([[1, 1, scale], [1, 1, scale]]), self._thumbnail.shape)
        self.place_tiles(*([shift(quad) for quad in quads] for quads in (self.quads, self._hidden_quads)))
        self._apart = np.zeros_like(self._apart)  # it is compared anew in the next picture

    def forget_last(self) -> None:
        """Nothing is known of what moved: no picture came, or none that shows anything."""
        self._thumbnail, self._compared_at = None, float("-inf")

    def _unseen(self) -> Mask:
        assert self._occlusion is not None
        unseen = np.zeros(self._occlusion.shape, bool)
        for region in self.regions:
            unseen |= region.cells
        return unseen

    def _covers(self, quad: Quad, regions: list[Region]) -> bool:
        assert self._thumbnail is not None
        place = self._mask([quad], 1.0)
        cells = cells_of(place, 0.2)
        share = sum(float((region.cells & cells).sum()) for region in regions)
        return share > UNSEEN * float(cells.sum())

    def _mask(self, quads: Sequence[Quad], wide: float = 1.7) -> Mask:
        assert self._thumbnail is not None
        return tile_mask(list(quads), self.size, self._thumbnail.shape, wide)
