"""The running mean of the still table: each cell's pixels since an object last moved there, noise averaged away."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import Quad
from vision.watching.motion import Mask, cells_around, in_cells, light_between, most_of

SAME_LIGHT = 0.01
"""Relative difference of a picture's light from the mean's below which the picture is not relit."""
ANOTHER_LIGHT = 0.3
"""Levels of that difference above which the mean begins anew."""
FLICKERS = 2
"""Per cent of the cells that may flicker for ever without making the mean incomplete."""
ALONE = (5, 5)
"""Pixels across and down over which a difference from the mean is averaged."""
SAMPLE = 7
"""Step between the rows and columns whose difference is used for these figures."""
OTHER, TIMES_MOST = (10.0, 20.0), 2.5
"""Limits of the levels of difference from its mean above which a cell shows another object; within them they follow the
difference of all but one in a hundred cells: a camera that trembles changes the edges of print.
"""
TIMES_USUAL = 5.0
"""Factor of the median difference that a cell's difference must also exceed."""
RIPE, MOST = 8, 16
"""Pictures from which the mean is good enough, and most of them in it; from then on the oldest fade."""


class StillMean:
    """The mean picture of the table, and the number of pictures in each cell's mean.

    `counts` (rows, columns): pictures since an object moved in a cell of motion.CELL pixels of a thumbnail.
    """

    def __init__(self) -> None:
        self._mean: NDArray[np.float32] = np.zeros((0, 0, 3), np.float32)
        self._light: Pixels | None = None
        self.counts: NDArray[np.uint8] = np.zeros((0, 0), np.uint8)
        self.has_news = False
        """Whether a cell showed something else than its mean since somebody read it: the mean has to be read again."""

    def restart(self, cells: Mask) -> None:
        """Discards the mean of these cells, because an object moves in them."""
        if self.counts.shape != cells.shape:
            self.counts = np.zeros(cells.shape, np.uint8)
        self.counts[cells] = 0

    @property
    def pictures(self) -> float:
        """The number of pictures in nearly every cell of the mean."""
        return float(np.percentile(self.counts, FLICKERS)) if self.counts.size else 0.0

    @property
    def is_complete(self) -> bool:
        """Whether a further picture would not improve the mean."""
        return self.pictures >= MOST

    def pictures_at(self, quad: Quad) -> float:
        """The least number of pictures in the mean at a place (4, 2); 1 where it is out of the picture."""
        there = self.counts[cells_around(quad, self._mean.shape, self.counts.shape)]
        return float(there.min()) if there.size else 1.0

    def is_ripe_at(self, quad: Quad) -> bool:
        """Whether the mean is good enough at a place (4, 2)."""
        return self.pictures_at(quad) >= RIPE

    def thumbnail(self, size: tuple[int, int]) -> Pixels:
        """The mean in a thumbnail's width and height."""
        return np.asarray(cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA), np.uint8)

    def add(self, pixels: Pixels, thumbnail: Pixels) -> None:
        """Adds a picture (H, W, 3); its thumbnail tells its light."""
        if self._mean.shape != pixels.shape:
            self._mean, self.counts = np.zeros(pixels.shape, np.float32), np.zeros(in_cells(thumbnail.shape), np.uint8)
        if self._light is None or self._light.shape != thumbnail.shape or not self.counts.any():
            self._light = thumbnail
        gain = light_between(thumbnail.reshape(-1, 3), self._light.reshape(-1, 3))
        if np.abs(gain - 1).max() > ANOTHER_LIGHT:  # a lamp was switched on, or it grew dark
            self._light, gain = thumbnail, np.ones(3)
            self.counts[:] = 0
        if np.abs(gain - 1).max() >= SAME_LIGHT:  # exposure and white balance drift
            pixels = np.asarray(cv2.multiply(pixels, np.array([*gain, 0.0])), np.uint8)
        differs = self._differs(pixels) & (self.counts > 0)
        self.has_news |= bool(differs.any())
        self.restart(differs)
        self.counts = np.minimum(self.counts + 1, MOST).astype(np.uint8)
        for count in np.unique(self.counts):
            cells = (self.counts == count).astype(np.uint8)
            mask = cv2.resize(cells, pixels.shape[1::-1], interpolation=cv2.INTER_NEAREST)
            cv2.accumulateWeighted(pixels, self._mean, 1.0 / float(count), mask)

    def _differs(self, pixels: Pixels) -> Mask:
        """The cells that differ from their mean: a tile was exchanged unseen."""
        apart = most_of(np.asarray(cv2.blur(cv2.absdiff(pixels, self.pixels), ALONE), np.uint8))
        usual, most = np.percentile(apart[::SAMPLE, ::SAMPLE], (50, 99))
        other = (apart > max(TIMES_USUAL * usual, np.clip(TIMES_MOST * most, *OTHER))).astype(np.float32)
        size = self.counts.shape[::-1]
        return np.asarray(cv2.resize(other, size, interpolation=cv2.INTER_AREA) > 0, bool)

    @property
    def pixels(self) -> Pixels:
        """The mean picture, (H, W, 3)."""
        return np.asarray(cv2.convertScaleAbs(self._mean), np.uint8)
