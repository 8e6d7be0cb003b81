"""What hides the table: hands, sleeves, cups over it, a lens without light."""

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.watching.motion import MARGIN, Mask, light_between

UNLIKE = 24
"""Levels by which a pixel differs from the bare table under a hand; grain, noise and light stay below."""
INTRUDER = 0.006
"""Part of the picture from which something counts as an intruder; a hand in the film takes 0.04 to 0.07."""
AT_EDGE = 10
"""Pixels of a thumbnail from its edge within which an arm comes in; a tile may hide the last few."""
MOST_LOOKS = 4
CHANGED_SCENE = 0.5
"""Part of the picture from which not a hand is in it, but the camera or the light is another."""
DARK, BRIGHT = 16.0, 240.0
"""Levels: a picture all below the first is dark, one all above the second is blinded; two pixels in a hundred aside."""
FLAT = 2.0
"""Levels between the darkest and the brightest parts below which a picture shows nothing at all, only one colour."""
PUT_DOWN, PUT_DOWN_AT_EDGE = 8.0, 30.0
"""Seconds after which something that lies still counts as put down, a cup or a box; at the edge it may be an arm."""
LARGEST_PUT_DOWN = 0.04
"""Part of the picture up to which something can be put down; hands are larger."""


class Light(Enum):
    """Whether a picture shows anything."""

    GOOD = "good"
    DARK = "dark"
    BLINDED = "blinded"


def light_of(thumbnail: Pixels) -> Light:
    """Whether there is light to see by, and not too much."""
    levels = thumbnail[::4, ::4].max(axis=2)
    dark, bright = np.percentile(levels, (2, 98))
    if bright < DARK:
        return Light.DARK
    return Light.BLINDED if dark > BRIGHT or bright - dark < FLAT else Light.GOOD


def tile_mask(quads: list[NDArray[np.float32]], shape: tuple[int, int], thumbnail: tuple[int, int]) -> Mask:
    """Where tiles and their shadows lie in a thumbnail.

    `shape`, `thumbnail`: (height, width) of the picture in which the quads are, and of the thumbnail.
    """
    mask = np.zeros(thumbnail, np.uint8)
    scale = np.array([thumbnail[1] / shape[1], thumbnail[0] / shape[0]], np.float32)
    for quad in quads:
        centre = quad.mean(axis=0)
        wider = (centre + (quad - centre) * 1.7) * scale
        cv2.fillConvexPoly(mask, np.round(wider).astype(np.int32), 1)
    return mask.astype(bool)


@dataclass(frozen=True)
class Intrusion:
    """What lies over the table that is no tile.

    `is_at_edge`: it reaches in from the edge, as an arm does. `part`: its part of the picture, 0 to 1.
    `place`: where it lies in the thumbnail.
    """

    is_at_edge: bool
    part: float
    place: Mask

    def is_put_down(self, seconds: float) -> bool:
        """Whether it counts as a thing put down after it lay still for so long."""
        return self.part <= LARGEST_PUT_DOWN and seconds >= (PUT_DOWN_AT_EDGE if self.is_at_edge else PUT_DOWN)


class BareTable:
    """What the table looks like where no tile lies, learnt from settled pictures.

    It may look in several ways: with and without the cup that somebody put down, say.
    """

    def __init__(self) -> None:
        self._looks: list[tuple[Pixels, Mask]] = []

    def learn(self, thumbnail: Pixels, tiles: Mask) -> None:
        """Takes the look of every place without a tile from a settled picture into the newest look."""
        if not self._looks or self._looks[0][0].shape != thumbnail.shape:
            self._looks = [(thumbnail.copy(), ~tiles)]
            return
        look, known = self._looks[0]
        look[~tiles] = thumbnail[~tiles]
        known |= ~tiles

    def learn_another(self, thumbnail: Pixels, tiles: Mask) -> None:
        """Keeps what was learnt beside a new look: something was put down, or taken away."""
        self._looks = [(thumbnail.copy(), ~tiles), *self._looks][:MOST_LOOKS]

    def intrusion(self, thumbnail: Pixels, tiles: Mask) -> Intrusion | None:
        """The largest thing that is neither table nor tile, if it is large enough to be a hand."""
        unlike = ~tiles
        looks = [(look, known) for look, known in self._looks if look.shape == thumbnail.shape]
        for look, known in looks:
            unlike &= _unlike(thumbnail, look, known & ~tiles)
        if not looks or not unlike.any():
            return None
        opened = cv2.morphologyEx(unlike.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return _largest(np.asarray(opened, np.uint8))


def _unlike(thumbnail: Pixels, look: Pixels, bare: Mask) -> Mask:
    """Where a thumbnail differs from a look of the bare table; nowhere that the look does not know."""
    if not bare.any():
        return bare
    lit = _lit(thumbnail, light_between(thumbnail[bare], look[bare]))
    blue, green, red = cv2.split(cv2.absdiff(lit, look))
    return np.asarray((cv2.max(cv2.max(blue, green), red) > UNLIKE) & bare, bool)


def _lit(picture: Pixels, gain: NDArray[np.float64]) -> Pixels:
    if np.abs(gain - 1).max() < 0.01:
        return picture
    levels = np.clip(np.arange(256)[:, None] * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, levels[:, None]), np.uint8)


def _largest(unlike: NDArray[np.uint8]) -> Intrusion | None:
    """The largest connected part, unless it is small or keeps to the margin."""
    joined = cv2.morphologyEx(unlike, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    height, width = unlike.shape
    found = None
    for label in range(1, count):
        x, y, across, down, area = (int(v) for v in stats[label])
        part = area / (height * width)
        if part < INTRUDER or (found is not None and part <= found.part):
            continue
        deep = width * MARGIN < x + across and x < width * (1 - MARGIN)
        deep = deep and height * MARGIN < y + down and y < height * (1 - MARGIN)
        at_edge = x <= AT_EDGE or y <= AT_EDGE or x + across >= width - AT_EDGE or y + down >= height - AT_EDGE
        if deep:
            found = Intrusion(at_edge, part, labels == label)
    return found
