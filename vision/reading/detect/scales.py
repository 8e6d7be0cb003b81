"""Picture -> quads where faces may be, from one pass over the whole picture, and more where sizes are not known.

A picture at every size: each halving is made once, whoever asks for it.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detect.infer import Infer, decode, merge, most_likely
from vision.reading.detections import Detections, Pixels
from vision.reading.geometry import widths

Point = NDArray[np.intp]
FULL = 1280 * 720
"""Pixels of the pass over a picture whose tiles' size is not known; a smaller picture is not enlarged."""
MOST = 3_000_000
"""Pixels of the largest pass."""
BEST = 38.0
"""The width of a tile, in the network's pixels, at which faces are found best."""
ENLARGED = 1.6
"""How many times a picture is enlarged for it at most."""
LEAST_WIDTH = 29.0
"""Tiles narrower than this in the network's pixels are searched for once more where they can be shown wider."""
COARSE = 0.3
"""Tiles near the camera are looked for in a picture so much smaller again."""
COARSE_LEAST = 16.0
"""Pixels: what is narrower in that picture is left to the pass before."""
NARROW = 40
"""The percentile of the tiles' widths that is meant: those further away are shown narrower."""
TELLING = 0.6
"""Score from which a face tells of it: a cloth's pattern has many faces that are hardly any, of other sizes."""
AS_KNOWN = 1.6
"""Tiles whose width differs from the known one by more than this factor are not those that are known."""
LARGER = 40.0
"""How wide tiles are shown, in pixels, where the first reading is in doubt."""
LARGEST = 2.2
"""How many times a picture is enlarged for that at most."""
MARGIN = 3.0
"""Such a pass shows so many tiles' widths around what may be faces."""
MULTIPLE = 32
"""The network wants sides divisible by it."""
PADDING = 115
"""Level of grey of what is added for that."""


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


def detect(network: Infer, picture: Pixels | Pyramid, width: float | None = None) -> Detections:
    """Where faces may be in a BGR picture (H, W, 3): quads and scores.

    `width`: of a tile in this camera's pictures, in pixels, where that is known: one pass at the best scale is enough
    then, unless it shows no face.
    """
    pyramid = Pyramid.of(picture)
    if width is not None:
        found = _pass(network, pyramid, _best(pyramid, width))
        if _is_as_known(found, width):
            return found
    scale = _at_most(FULL, pyramid, 1.0)
    found = _pass(network, pyramid, scale)
    near = _near(network, pyramid, scale)
    typical = typical_width(found)
    if typical is None or typical * scale < LEAST_WIDTH:
        closer = _at_most(MOST, pyramid, 1.0) if typical is None else _best(pyramid, typical)
        found = merge(found, _pass(network, pyramid, closer)) if closer > scale else found
    return most_likely(found.also(near))


def detect_larger(network: Infer, picture: Pixels | Pyramid, found: Detections) -> Detections:
    """Where faces may be as a pass shows them that is larger, around what was `found`: for what is in doubt.

    It never shows them smaller than the first pass did.
    """
    typical = typical_width(found)
    if typical is None:
        return Detections()
    pyramid = Pyramid.of(picture)
    size = np.array(pyramid.whole.shape[1::-1])
    low = np.clip(found.quads.min(axis=(0, 1)) - MARGIN * typical, 0, size - 1).astype(int)
    high = np.clip(found.quads.max(axis=(0, 1)) + MARGIN * typical + 1, low + 1, size).astype(int)
    wanted = max(LARGER / typical, _at_most(FULL, pyramid, 1.0))
    scale = min(LARGEST, wanted, float(np.sqrt(MOST / np.prod(high - low))))
    part, times, begins = pyramid.part(low, high, scale)
    larger = _pass(network, part, scale * times)
    return larger.at((larger.quads + 0.5 + begins) * times - 0.5)


def typical_width(found: Detections) -> float | None:
    """How wide the tiles are in the picture's pixels, as the surest faces tell; None: no face was found."""
    sure = found.where(found.scores >= TELLING)
    telling = sure if len(sure) else found
    return float(np.percentile(widths(telling.quads), NARROW)) if len(telling) else None


def _is_as_known(found: Detections, width: float) -> bool:
    """Whether the faces that a pass shows are about as wide as is known: another camera's place is searched anew."""
    typical = typical_width(found)
    return typical is not None and 1 / AS_KNOWN < typical / width < AS_KNOWN


def _best(pyramid: Pyramid, width: float) -> float:
    """The scale at which tiles so wide in the picture are found best."""
    return _at_most(MOST, pyramid, min(BEST / width, ENLARGED))


def _at_most(pixels: int, pyramid: Pyramid, scale: float) -> float:
    """The scale, or a smaller one at which the network is shown no more than so many pixels."""
    return min(scale, float(np.sqrt(pixels / pyramid.pixels)))


def _near(network: Infer, pyramid: Pyramid, scale: float) -> Detections:
    """Faces so near the camera that a much smaller picture shows them best."""
    found = _pass(network, pyramid, scale * COARSE)
    return found.where(widths(found.quads) * scale * COARSE >= COARSE_LEAST)


def _pass(network: Infer, pyramid: Pyramid, scale: float) -> Detections:
    """What the network finds in the whole picture at a scale, in the picture's own pixels."""
    height, width = pyramid.whole.shape[:2]
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    batch = np.full((1, -(-h // MULTIPLE) * MULTIPLE, -(-w // MULTIPLE) * MULTIPLE, 3), PADDING, np.uint8)
    batch[0, :h, :w] = pyramid.resized(w, h)
    found = decode(network(batch)[0][0])
    return found.at((found.quads + 0.5) / np.array([w / width, h / height]) - 0.5)
