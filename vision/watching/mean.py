"""The running mean of what lies still: each cell's pixels since something moved there, noise averaged away."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.watching.motion import Mask, in_cells, light_between

SAME_LIGHT = 0.01
"""Part by which the light of a picture may differ from the mean's and is left as it is."""
FLICKERS = 2
"""Per cent of the cells that may flicker for ever."""
MOST = 16
"""Pictures of which the mean consists at most; from then on the oldest fade."""


class StillMean:
    """The mean picture of the table, and of how many pictures each cell's part consists.

    `counts` (rows, columns): pictures since something moved in a cell of motion.CELL pixels of a thumbnail.
    """

    def __init__(self) -> None:
        self._mean: NDArray[np.float32] = np.zeros((0, 0, 3), np.float32)
        self._light: Pixels | None = None
        self.counts: NDArray[np.uint8] = np.zeros((0, 0), np.uint8)

    def restart(self, cells: Mask) -> None:
        """Something moves in these cells: what they showed says nothing any more."""
        if self.counts.shape != cells.shape:
            self.counts = np.zeros(cells.shape, np.uint8)
        self.counts[cells] = 0

    @property
    def is_complete(self) -> bool:
        """Whether another picture would add nothing."""
        return bool(self.counts.size) and float(np.percentile(self.counts, FLICKERS)) >= MOST

    def add(self, pixels: Pixels, thumbnail: Pixels) -> None:
        """Adds a picture (H, W, 3); its thumbnail tells its light."""
        if self._mean.shape != pixels.shape:
            self._mean, self.counts = np.zeros(pixels.shape, np.float32), np.zeros(in_cells(thumbnail.shape), np.uint8)
        if self._light is None or self._light.shape != thumbnail.shape or not self.counts.any():
            self._light = thumbnail
        gain = light_between(thumbnail.reshape(-1, 3), self._light.reshape(-1, 3))
        if np.abs(gain - 1).max() >= SAME_LIGHT:  # exposure and white balance drift
            pixels = np.asarray(cv2.multiply(pixels, np.array([*gain, 0.0])), np.uint8)
        self.counts = np.minimum(self.counts + 1, MOST).astype(np.uint8)
        for count in np.unique(self.counts):
            cells = (self.counts == count).astype(np.uint8)
            mask = cv2.resize(cells, pixels.shape[1::-1], interpolation=cv2.INTER_NEAREST)
            cv2.accumulateWeighted(pixels, self._mean, 1.0 / float(count), mask)

    @property
    def pixels(self) -> Pixels:
        """The mean picture, (H, W, 3)."""
        return np.asarray(cv2.convertScaleAbs(self._mean), np.uint8)
