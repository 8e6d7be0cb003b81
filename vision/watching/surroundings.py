"""What surrounds the tiles: each region that is not seen, or differs from the bare table, is explained by itself."""

from collections.abc import Callable, Iterable, Sequence
from math import ceil

import numpy as np

from vision.camera import Pixels
from vision.reading import Quad
from vision.watching.alignment import Similarity
from vision.watching.background import Background
from vision.watching.coverage import FACE, Coverage
from vision.watching.motion import Mask, cells_of, drowned, foreign, grown, moved_cells, pixels_of
from vision.watching.occlusion import RESTS_FOR, Cause, Occlusion, Region, joined

STRANGE = 0.5
"""Part of the picture from which not a thing lies in it, but another table is seen."""
FITS_BETTER, LEAST_KNOWN = 0.8, 0.3
"""Part of what sets the picture apart from the bare table that a bump leaves at most; and part of the picture in which
that has to be known.
"""
COMPARED_EVERY = 0.5
"""Seconds after which a table on which nothing moves is compared all the same: what creeps moves in no two pictures."""


class Surroundings(Coverage):
    """Explains what lies over the background, for one camera's thumbnails, and learns it."""

    def __init__(self) -> None:
        super().__init__()
        self._compared_at, self._may_differ, self._is_anew = float("-inf"), True, True
        self.is_strange = self._is_flat = False
        self._moved = np.ones(self._occlusion.shape, bool)
        self.read_at = float("inf")
        """The moment of the newest reading, which tells whether the camera moved; infinite: nobody reads."""

    def see(self, thumbnail: Pixels, moment: float, hidden: Sequence[Quad] = ()) -> None:
        """Takes the next picture, and explains what can be explained without reading it.

        `hidden`: places of tiles that something lies over, which is no part of the table.
        """
        last, self._thumbnail = self._thumbnail, thumbnail
        if last.shape != thumbnail.shape:
            self.background, self._is_anew = Background(thumbnail), True
        if self._is_anew:
            self._occlusion = Occlusion(thumbnail.shape)
            self.place_tiles(self.quads)
            moved = np.ones(self._occlusion.shape, bool)
            self._compared_at, self._is_anew = float("-inf"), False
        else:
            moved = moved_cells(last, thumbnail)
        if moved.any() or self.regions or moment - self._compared_at >= COMPARED_EVERY:
            self._apart, self._compared_at, self._may_differ = self.background.apart(thumbnail), moment, True
            self._foreign = foreign(self._apart)
            self._is_flat = self.background.is_flat(thumbnail, self._tiles)
        unlike = self._foreign & ~self._tiles
        self._moved = moved
        self._occlusion.see(moved, unlike, moment)
        self.regions = [
            region
            for region in self._occlusion.regions(self._tiles, self.background.things)
            if not self._is_explained(region, unlike, hidden)
        ]
        if self._compared_at == moment:
            passed = pixels_of(self._occlusion.moved_since(moment - RESTS_FOR), thumbnail.shape)
            self.background.clear_things(thumbnail, passed | self._pixels(*self.regions))
        self.is_strange = sum(region.part for region in self.of(Cause.LIES)) > STRANGE or self._is_flat

    def _is_explained(self, region: Region, unlike: Mask, hidden: Sequence[Quad]) -> bool:
        """Whether a region that lies still is the table after all: something went away there, or was put down."""
        if region.cause is Cause.MOVES or region.part > STRANGE or self.read_at <= region.since:
            return False
        place = self._pixels(region)
        self._compared_at = float("-inf")
        if self.background.has_gone(self._thumbnail, place & unlike, self._tiles | self._foreign):
            self.background.learn_revealed(self._thumbnail, place & ~self._tiles)
            return True
        lit = self.background.in_other_light(self._thumbnail, place & unlike)
        if lit.any():
            self.background.learn_light(self._thumbnail, lit, self._half_a_tile())
            return True
        if region.rests and not (place & self._mask(hidden, 2.0)).any():
            strays = self._mask(self.strays([]), FACE)
            self.background.learn_thing(self._thumbnail, place & ~self._tiles & ~strays)
            return not (place & strays).any()
        return False

    @property
    def unseen(self) -> Mask:
        """The cells in which something moves, or lies over the table, now."""
        return grown(self._moved, 1) | self._cells(self.regions)

    def _half_a_tile(self) -> int:
        """Half of a tile's width with its seam, in pixels of the thumbnail; 0: none was seen."""
        width = 0.0 if self.tile is None else self.tile[0] * self._scale
        return ceil(FACE * width / 2)

    def place_tiles(self, quads: Iterable[Quad]) -> None:
        """Where tiles lie."""
        self.quads = list(quads)
        self._tiles = self._mask(self.quads)

    def tiles_changed(self, moment: float) -> None:
        """Other tiles lie there than before: an arm that is there plays."""
        self._occlusion.laid_at = moment

    def changed(self, shown: Pixels) -> bool:
        """Whether anything that is seen now looks another than it did in this thumbnail."""
        if shown.shape != self._thumbnail.shape:
            return True
        if not self._may_differ:
            return False
        self._may_differ = False
        return self._occlusion.counts(moved_cells(shown, self._thumbnail) & ~self._cells(self.regions), self._tiles)

    def learn(self) -> None:
        """Takes what is seen around the tiles as the bare table; while anything lies there, only what was not known."""
        unlike = foreign(self.background.apart(self._thumbnail))
        if self.regions:
            unlike |= self.background.known  # it throws a shadow
        self.background.learn(self._thumbnail, ~(self._pixels(*self.regions) | self._tiles | unlike))
        self.background.were_tiles(self._tiles)

    def begin_anew(self) -> None:
        """Persons say that what is seen is the table now: nothing is known of it."""
        self.background, self.regions = Background(self._thumbnail), []
        self.is_strange = self._is_flat = False
        self._compared_at = float("-inf")

    def learn_at(self, middle: tuple[float, float] | None) -> Callable[[Quad], bool]:
        """Persons say that what lies at a place belongs to the table; which places it lies over.

        `middle`: of what lies there, as parts of the picture's width and height; None: it lies nowhere to be seen.
        """
        lying = self.of(Cause.LIES)
        if middle is None or not lying:
            return lambda _: True
        meant = min(lying, key=lambda region: float(np.hypot(*np.subtract(region.middle, middle))))
        place = self._pixels(meant)
        self.background.learn_thing(self._thumbnail, place & ~self._tiles)
        return lambda quad: bool((self._mask([quad]) & place).any())

    def learn_things(self, quads: Sequence[Quad]) -> None:
        """What lies at these places is a thing."""
        self.background.learn_thing(self._thumbnail, self._mask(quads))

    def forget(self, quad: Quad) -> None:
        """A tile lies at a place, persons say, where none was seen."""
        self.background.forget(self._mask([quad]))

    @property
    def taken_up(self) -> float:
        """Part of the picture that glare takes up, or things which were put down, 0 to 1."""
        things = self.background.things | drowned(self._thumbnail)
        return float(joined(cells_of(things)).mean()) if things.any() else 0.0

    def bumped(self, similarity: Similarity) -> bool:
        """All tiles lie elsewhere together, in pixels of the picture: whether the camera moved, so what is around them
        did, too; else somebody pushed them.
        """
        moved = self.background.bumped(similarity.matrix * [1, 1, self._scale], self._thumbnail)
        apart, both = moved.apart(self._thumbnail), moved.known & self.background.known
        after, before = (float(np.maximum(levels, 0)[both].sum()) for levels in (apart, self._apart))
        if after > FITS_BETTER * before or both.mean() < LEAST_KNOWN:
            return False
        self.background = moved
        self.place_tiles(map(similarity, self.quads))
        self._apart = np.zeros_like(self._apart)  # it is compared anew in the next picture
        return True

    def forget_last(self) -> None:
        """Nothing is known of what moved: no picture came, or none that shows anything."""
        self._is_anew = True
