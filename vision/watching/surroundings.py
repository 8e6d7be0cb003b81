"""Explains each region outside tiles that is occluded or differs from the background, and updates the background."""

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
"""Share of the picture from which a foreign region is another table instead of an object on this table."""
FITS_BETTER, LEAST_KNOWN = 0.8, 0.3
"""Share of the difference from the background that may remain after a bump is compensated; and least share of the
picture in which the background must be known for this comparison.
"""
IN_SHADOW = 0.9
"""Share of a region in which the bare table's print must be seen for the region to be the table in another light."""
COMPARED_EVERY = 0.5
"""Seconds after which a table without motion is still compared with the background: slow motion shows in no two
consecutive pictures.
"""


class Surroundings(Coverage):
    """Explains the objects on the background, in one camera's thumbnails, and learns it."""

    def __init__(self) -> None:
        super().__init__()
        self._compared_at, self._may_differ, self._is_anew = float("-inf"), True, True
        self.is_strange = self._is_flat = False
        self._moved = np.ones(self._occlusion.shape, bool)
        self._read_at = float("inf")
        """Moment of the newest reading, in seconds, which tells whether the camera moved; infinite: nobody reads."""
        self._read: list[Quad] = []
        self._print_seen: Mask | None = None

    def see(self, thumbnail: Pixels, moment: float, hidden: Sequence[Quad] = ()) -> None:
        """Takes the next thumbnail at this moment (seconds), and explains each region that can be explained without
        reading.

        `hidden`: quads of occluded tiles; objects over them are no part of the table.
        """
        last, self._thumbnail = self._thumbnail, thumbnail
        if last.shape != thumbnail.shape:
            self.background, self._print_seen, self._is_anew = Background(thumbnail), None, True
        if self._is_anew:
            self._occlusion = Occlusion(thumbnail.shape)
            self.place_tiles(self.quads)
            moved = np.ones(self._occlusion.shape, bool)
            self._compared_at, self._is_anew = float("-inf"), False
        else:
            moved = moved_cells(last, thumbnail)
        if moved.any() or self.regions or moment - self._compared_at >= COMPARED_EVERY:
            self._apart, self._compared_at, self._may_differ = self._shown.apart(), moment, True
            self._foreign = foreign(self._apart)
            self._is_flat = self._shown.is_flat(self._tiles)
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

    def was_read(self, quads: Sequence[Quad], moment: float, mean: Pixels, print_seen: Mask | None = None) -> None:
        """Takes the quads read in the newest picture: they are no part of the bare table, and the camera has not
        moved. `mean`: a thumbnail of what was read; candidates come and go with a single picture's noise.
        `print_seen`: its pixels around which the bare table's print is seen; None: that table is not known."""
        self._read_at, self._read, self._averaged = moment, list(quads), self.background.shown_in(mean).apart()
        self._print_seen = print_seen

    def _is_explained(self, region: Region, unlike: Mask, hidden: Sequence[Quad]) -> bool:
        """Whether a resting region belongs to the table after all: an object was removed or put down there, or its
        light changed.
        """
        if region.cause is Cause.MOVES or region.part > STRANGE or self._read_at <= region.since:
            return False
        place = self._pixels(region) & ~self._mask(self._read)
        differs, unseen = place & unlike, self._tiles | self._foreign
        self._compared_at = float("-inf")
        was_there = self._shown.is_as_at_first(differs)
        if was_there or self._shown.has_gone(differs, unseen):
            self.background.learn_revealed(self._thumbnail, place & ~self._tiles)
            return True
        lit = self._shown.in_other_light(differs)
        if lit.any():
            self.background.learn_light(self._thumbnail, lit, self._half_a_tile())
            return True
        if self._print_seen is not None and (print_seen := differs & self._print_seen).any():
            self.background.learn_light(self._thumbnail, print_seen, self._half_a_tile())
            return bool(print_seen.sum() >= IN_SHADOW * differs.sum())
        if region.rests and not (place & self._mask(hidden, 2.0)).any():
            strays = self._mask(self._tile_sized(self._apart), FACE)
            self.background.learn_thing(self._thumbnail, place & ~self._tiles & ~strays)
            return not (place & strays).any()
        return False

    @property
    def unseen(self) -> Mask:
        """The mask of cells that move, or are covered by an object now."""
        return grown(self._moved, 1) | self._cells(self.regions)

    def _half_a_tile(self) -> int:
        """Half a tile's width including its seam, in pixels of the thumbnail; 0: no tile was seen."""
        width = 0.0 if self.tile is None else self.tile[0] * self._scale
        return ceil(FACE * width / 2)

    def place_tiles(self, quads: Iterable[Quad]) -> None:
        """Sets the quads of the tiles on the table."""
        self.quads = list(quads)
        self._tiles = self._mask(self.quads)

    def tiles_changed(self, moment: float) -> None:
        """Records that the tiles on the table changed: an arm over the table is playing."""
        self._occlusion.laid_at = moment

    def changed(self, shown: Pixels) -> bool:
        """Whether a visible part differs from the thumbnail `shown`."""
        if shown.shape != self._thumbnail.shape:
            return True
        if not self._may_differ:
            return False
        self._may_differ = False
        return self._occlusion.counts(moved_cells(shown, self._thumbnail) & ~self._cells(self.regions), self._tiles)

    def learn(self) -> None:
        """Learns the surroundings of the tiles as the bare table; while any region is occluded, only pixels not known
        before.
        """
        unlike = foreign(self._shown.apart())
        if self.regions:
            unlike |= self.background.known  # the occluding object casts a shadow
        self.background.learn(self._thumbnail, ~(self._pixels(*self.regions) | self._tiles | unlike))
        self.background.were_tiles(self._tiles)

    def begin_anew(self) -> None:
        """Forgets the background: players say that the present view is the table."""
        self.background, self.regions = Background(self._thumbnail), []
        self.is_strange = self._is_flat = False
        self._compared_at = float("-inf")

    def learn_at(self, middle: tuple[float, float] | None) -> Callable[[Quad], bool]:
        """Learns the lying region nearest to `middle` as part of the table; returns whether a given quad is covered by
        it.

        `middle`: as shares of the picture's width and height; None: no region is visible, and every quad counts as
        covered.
        """
        lying = self.of(Cause.LIES)
        if middle is None or not lying:
            return lambda _: True
        meant = min(lying, key=lambda region: float(np.hypot(*np.subtract(region.middle, middle))))
        place = self._pixels(meant)
        self.background.learn_thing(self._thumbnail, place & ~self._tiles)
        return lambda quad: bool((self._mask([quad]) & place).any())

    def learn_things(self, quads: Sequence[Quad]) -> None:
        """Learns objects at these quads as part of the table."""
        self.background.learn_thing(self._thumbnail, self._mask(quads))

    def forget(self, quad: Quad) -> None:
        """Drops the background at this quad: a player said that a tile lies there."""
        self.background.forget(self._mask([quad]))

    @property
    def taken_up(self) -> float:
        """The snapshot's `taken_up`, by the newest thumbnail."""
        things = self.background.things | drowned(self._thumbnail)
        return float(joined(cells_of(things)).mean()) if things.any() else 0.0

    def bumped(self, similarity: Similarity) -> bool:
        """Whether the camera moved, after all tiles moved by `similarity` (pixels of the picture); else somebody pushed
        the tiles.

        If the camera moved, the background and the tiles' quads are moved, too.
        """
        moved = self.background.bumped(similarity.matrix * [1, 1, self._scale], self._thumbnail)
        apart, both = moved.shown_in(self._thumbnail).apart(), moved.known & self.background.known
        after, before = (float(np.maximum(levels, 0)[both].sum()) for levels in (apart, self._apart))
        if after > FITS_BETTER * before or both.mean() < LEAST_KNOWN:
            return False
        self.background = moved
        self.place_tiles(map(similarity, self.quads))
        self._apart = np.zeros_like(self._apart)  # computed again at the next picture
        return True

    def forget_last(self) -> None:
        """Makes the whole next thumbnail count as moved: no picture came, or an empty one."""
        self._is_anew = True
