"""What moves in front of the camera, and what lies over the table that is no tile (hands, sleeves, cups)."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.picture import Pixels

CELL = 4
"""Side of a cell in pixels of a thumbnail: half a small tile, so that one sliding tile fills several."""
MOVES, TIMES_NOISE = 9.0, 5.0
"""A cell moves when it differs by so many levels, and by so many times what the picture's cells differ."""
FEWEST_CELLS = 3
"""Fewer moving cells are a reflex of the light."""
MARGIN = 0.08
"""Part of the picture along each edge where a sleeve or a knee does not disturb unless tiles lie there."""
UNLIKE = 24
"""Levels by which a pixel differs from the bare table under a hand; grain, noise and light stay below."""
INTRUDER = 0.006
"""Part of the picture from which something counts as an intruder; a hand in the film takes 0.04 to 0.07."""
AT_EDGE = 10
"""Pixels of a thumbnail from its edge within which an arm comes in; a tile may hide the last few."""
MOST_LOOKS = 4
CHANGED_SCENE = 0.5
"""Part of the picture from which not a hand is in it, but the camera or the light is another."""

Mask = NDArray[np.bool_]


def moving(before: Pixels, now: Pixels, tiles: Mask | None = None) -> bool:
    """Whether something moves between two thumbnails of one camera.

    `tiles`: where tiles lie; elsewhere the picture's outermost margin does not count.
    """
    if before.shape != now.shape:
        return True
    difference = _cells(_apart(_levelled(now, before), before))
    limit = max(MOVES, TIMES_NOISE * float(np.median(difference)))
    moved = difference > limit
    return int((moved & _counting(now.shape[:2], tiles)).sum()) >= FEWEST_CELLS


def _levelled(now: Pixels, before: Pixels) -> Pixels:
    """`now` in the light of `before`: cameras change their exposure when a hand comes in."""
    return _lit(now, _gain(now.reshape(-1, 3), before.reshape(-1, 3)))


def _apart(one: Pixels, other: Pixels) -> NDArray[np.uint8]:
    """How far two pictures are apart at each pixel, in levels of the colour that differs most."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _lit(picture: Pixels, gain: NDArray[np.float64]) -> Pixels:
    if np.abs(gain - 1).max() < 0.01:
        return picture
    levels = np.clip(np.arange(256)[:, None] * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, levels[:, None]), np.uint8)


def _gain(now: NDArray[np.uint8], before: NDArray[np.uint8]) -> NDArray[np.float64]:
    """What brings the middle levels of `now` to those of `before`, for each colour."""
    sample = slice(None, None, 17)
    there, here = np.median(before[sample], axis=0), np.median(now[sample], axis=0)
    return np.asarray(np.clip((there + 1) / (here + 1), 0.7, 1.4))


def _cells(difference: NDArray[np.uint8]) -> NDArray[np.float32]:
    height, width = difference.shape
    small = cv2.resize(difference.astype(np.float32), (width // CELL, height // CELL), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32, copy=False)


def _counting(shape: tuple[int, int], tiles: Mask | None) -> Mask:
    """The cells where motion counts."""
    height, width = shape[0] // CELL, shape[1] // CELL
    counts = np.zeros((height, width), bool)
    up, left = round(height * MARGIN), round(width * MARGIN)
    counts[up : height - up, left : width - left] = True
    if tiles is not None:
        counts |= cv2.resize(tiles.astype(np.uint8), (width, height), interpolation=cv2.INTER_AREA) > 0
    return counts


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

    `is_arm`: it reaches in from the edge. `part`: its part of the picture, 0 to 1.
    `place`: where it lies in the thumbnail.
    """

    is_arm: bool
    part: float
    place: Mask


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
    gain = _gain(thumbnail[bare], look[bare])
    return np.asarray((_apart(_lit(thumbnail, gain), look) > UNLIKE) & bare, bool)


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
