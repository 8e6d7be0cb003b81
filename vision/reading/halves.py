"""A picture and its halves: each is made once, whoever looks at it small."""

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]


class Halves:
    """A picture (H, W, 3), and the same halved again and again; a smaller one is made when it is first asked for."""

    def __init__(self, whole: Pixels) -> None:
        self.whole = whole
        self._made = [whole]

    @classmethod
    def of(cls, picture: "Pixels | Halves") -> "Halves":
        """Those of a picture; the same where they are given."""
        return picture if isinstance(picture, Halves) else cls(picture)

    def __getitem__(self, times: int) -> Pixels:
        """The picture halved so many times, each pixel the mean of four."""
        while len(self._made) <= times:
            last = self._made[-1]
            half = max(1, last.shape[1] // 2), max(1, last.shape[0] // 2)
            self._made.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), np.uint8))
        return self._made[times]

    def resized(self, width: int, height: int) -> Pixels:
        """The picture at this size, from the half that is just larger, lest it alias."""
        times = 0
        while min(self[times].shape[1] // width, self[times].shape[0] // height) >= 2:
            times += 1
        nearest = self[times]
        if nearest.shape[:2] == (height, width):
            return nearest
        return np.asarray(cv2.resize(nearest, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
