"""A picture at every size: each halving is made once, whoever asks for it."""

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Point = NDArray[np.intp]


class Pyramid:
    """A picture (H, W, 3), and the same halved again and again; a level is made when it is first asked for."""

    def __init__(self, whole: Pixels) -> None:
        self.whole = whole
        self._levels = [whole]

    @classmethod
    def of(cls, picture: "Pixels | Pyramid") -> "Pyramid":
        """That of a picture; the same where it is given."""
        return picture if isinstance(picture, Pyramid) else cls(picture)

    @property
    def pixels(self) -> int:
        """How many pixels the whole picture has."""
        return int(self.whole.shape[0] * self.whole.shape[1])

    def __getitem__(self, level: int) -> Pixels:
        """The picture halved so many times, each pixel the mean of four."""
        while len(self._levels) <= level:
            last = self._levels[-1]
            half = max(1, last.shape[1] // 2), max(1, last.shape[0] // 2)
            self._levels.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[level]

    def resized(self, width: int, height: int) -> Pixels:
        """The picture at this size, from the level that is just larger, lest it alias."""
        level = 0
        while min(self[level].shape[1] // width, self[level].shape[0] // height) >= 2:
            level += 1
        nearest = self[level]
        if nearest.shape[:2] == (height, width):
            return nearest
        return np.asarray(cv2.resize(nearest, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)

    def part(self, low: Point, high: Point, scale: float) -> tuple["Pyramid", float, tuple[int, int]]:
        """A part of the picture for a pass at `scale`: cut from the smallest level that is large enough.

        Returns the part, how many of the picture's pixels one of its pixels is wide, and where it begins, in its own
        pixels. `low`, `high`: x and y, pixels of the picture.
        """
        level = self[max(0, int(-np.log2(scale)))]
        times = self.whole.shape[1] / level.shape[1]
        left, top = int(low[0] / times), int(low[1] / times)
        right, bottom = int(np.ceil(high[0] / times)), int(np.ceil(high[1] / times))
        return Pyramid(level[top:bottom, left:right]), times, (left, top)
