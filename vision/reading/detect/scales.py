"""Searches a picture for faces: one pass over the whole picture, and further passes where the size of tiles is unknown.

Also the picture pyramid, of which each level is computed once.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detect.infer import Infer, decode, merge, most_likely
from vision.reading.detections import Detections, Pixels
from vision.reading.geometry import widths

Point = NDArray[np.intp]
FULL = 1280 * 720
"""Pixels of the pass over a picture in which the size of tiles is unknown; a smaller picture is not enlarged."""
MOST = 3_000_000
"""Pixels of the largest pass."""
BEST = 38.0
"""Width of a tile, in pixels of the network's picture, at which faces are detected best."""
LARGEST = 2.2
"""Greatest factor by which a picture is enlarged."""
LEAST_WIDTH = 29.0
"""Width, in pixels of the network's picture, below which tiles are searched for again at a larger scale."""
WORTH_IT = 1.15
"""Factor by which the scale must grow to be worth a larger pass."""
COARSE = 0.3
"""Scale of the pass that searches for tiles near the camera, relative to the first pass."""
COARSE_LEAST = 16.0
"""Width, in pixels of the coarse pass, below which its faces are ignored, since the first pass finds them."""
NARROW = 40
"""Percentile of the tiles' widths that counts as typical; a low one, which allows for distant tiles."""
TELLING = 0.6
"""Score from which a face counts in this percentile: a cloth's pattern gives many weak faces of other sizes."""
AS_KNOWN = 1.6
"""Factor by which the tiles' width may differ from the known width before the picture is searched anew."""
LARGER = 40.0
"""Width of tiles in pixels, in the larger pass around candidates that are in doubt."""
MARGIN = 3.0
"""Margin of the larger pass around the candidates, in tile widths."""
MULTIPLE = 32
"""Divisor that the network requires of both sides of its picture."""
PADDING = 115
"""Grey level of the padding that makes the sides divisible."""


class Pyramid:
    """A picture (H, W, 3) and its repeated halvings; each level is computed when it is first needed."""

    def __init__(self, whole: Pixels) -> None:
        self.whole = whole
        self._levels = [whole]

    @classmethod
    def of(cls, picture: "Pixels | Pyramid") -> "Pyramid":
        """The pyramid of a picture; a pyramid is returned as it is."""
        return picture if isinstance(picture, Pyramid) else cls(picture)

    @property
    def pixels(self) -> int:
        """Number of pixels of the whole picture."""
        return int(self.whole.shape[0] * self.whole.shape[1])

    def __getitem__(self, level: int) -> Pixels:
        """The picture halved `level` times, each pixel the mean of four."""
        while len(self._levels) <= level:
            last = self._levels[-1]
            half = max(1, last.shape[1] // 2), max(1, last.shape[0] // 2)
            self._levels.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[level]

    def resized(self, width: int, height: int) -> Pixels:
        """The picture at this size, resized from the next larger level to avoid aliasing."""
        level = 0
        while min(self[level].shape[1] // width, self[level].shape[0] // height) >= 2:
            level += 1
        nearest = self[level]
        if nearest.shape[:2] == (height, width):
            return nearest
        return np.asarray(cv2.resize(nearest, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)

    def part(self, low: Point, high: Point, scale: float) -> tuple["Pyramid", float, tuple[int, int]]:
        """A part of the picture for a pass at `scale`, cut from the smallest level that is large enough.

        Returns the part, the width of its pixels in pixels of the picture, and its origin in its own pixels. `low`,
        `high`: corners (x, y) of the part, in pixels of the picture.
        """
        level = self[max(0, int(-np.log2(scale)))]
        times = self.whole.shape[1] / level.shape[1]
        left, top = int(low[0] / times), int(low[1] / times)
        right, bottom = int(np.ceil(high[0] / times)), int(np.ceil(high[1] / times))
        return Pyramid(level[top:bottom, left:right]), times, (left, top)


def detect(network: Infer, picture: Pixels | Pyramid, width: float | None = None) -> Detections:
    """Candidate faces in a BGR picture (H, W, 3): quads and scores.

    `width`: known width of a tile in this camera's pictures, in pixels; one pass at the best scale is then enough,
    unless it finds no faces of about this width.
    """
    pyramid = Pyramid.of(picture)
    if width is not None:
        found = _pass(network, pyramid, _best(pyramid, width))
        if _is_as_known(found, width):
            return found
    scale = _at_most(FULL, pyramid, 1.0)
    found = _pass(network, pyramid, scale)
    near = _near(network, pyramid, scale)
    while (closer := _closer(pyramid, typical_width(found.also(near)), scale)) > WORTH_IT * scale:
        found, scale = merge(found, _pass(network, pyramid, closer)), closer
    typical = typical_width(found.also(near))
    if typical is not None and typical * scale < LEAST_WIDTH:  # the whole picture is too large for the best scale
        found = merge(found, detect_larger(network, pyramid, found, typical, WORTH_IT * scale))
    return most_likely(found.also(near))


def _closer(pyramid: Pyramid, typical: float | None, scale: float) -> float:
    """The scale of the next pass over a picture whose tiles are `typical` pixels wide, after a pass at `scale`; equal
    to `scale` if no pass is needed."""
    if typical is None:
        return _at_most(MOST, pyramid, 1.0)
    return _best(pyramid, typical) if typical * scale < LEAST_WIDTH else scale


def detect_larger(
    network: Infer, picture: Pixels | Pyramid, found: Detections, width: float | None = None, beyond: float = 0.0
) -> Detections:
    """Candidate faces from a pass at a larger scale, around the candidates `found`; for pictures that are in doubt.

    The scale is never smaller than the first pass's. `width`: of a tile, in pixels; None: it is estimated from `found`.
    Empty where the scale would not exceed `beyond`.
    """
    typical = width or typical_width(found)
    if typical is None:
        return Detections()
    pyramid = Pyramid.of(picture)
    size = np.array(pyramid.whole.shape[1::-1])
    low = np.clip(found.quads.min(axis=(0, 1)) - MARGIN * typical, 0, size - 1).astype(int)
    high = np.clip(found.quads.max(axis=(0, 1)) + MARGIN * typical + 1, low + 1, size).astype(int)
    wanted = max(LARGER / typical, _at_most(FULL, pyramid, 1.0))
    scale = min(LARGEST, wanted, float(np.sqrt(MOST / np.prod(high - low))))
    if scale <= beyond:
        return Detections()
    part, times, begins = pyramid.part(low, high, scale)
    larger = _pass(network, part, scale * times)
    return larger.at((larger.quads + 0.5 + begins) * times - 0.5)


def detect_whole(network: Infer, picture: Pixels | Pyramid, enlarged: float) -> Detections:
    """Candidate faces in the whole picture, `enlarged` by this factor unless that exceeds MOST pixels.

    It is meant for tiles on a patterned cloth that the first pass missed; empty where the first pass had the same
    scale.
    """
    pyramid = Pyramid.of(picture)
    scale = _at_most(MOST, pyramid, enlarged)
    return _pass(network, pyramid, scale) if scale > _at_most(FULL, pyramid, 1.0) else Detections()


def typical_width(found: Detections) -> float | None:
    """Typical width of tiles, in pixels of the picture, from the most certain faces; None: no face was found."""
    sure = found.where(found.scores >= TELLING)
    telling = sure if len(sure) else found
    return float(np.percentile(widths(telling.quads), NARROW)) if len(telling) else None


def _is_as_known(found: Detections, width: float) -> bool:
    """Whether the faces found are about as wide as is known; if not, the camera moved and another pass is needed."""
    typical = typical_width(found)
    return typical is not None and 1 / AS_KNOWN < typical / width < AS_KNOWN


def _best(pyramid: Pyramid, width: float) -> float:
    """The scale at which tiles of this width in the picture are detected best."""
    return _at_most(MOST, pyramid, min(BEST / width, LARGEST))


def _at_most(pixels: int, pyramid: Pyramid, scale: float) -> float:
    """The scale, reduced so that the network's picture has at most so many pixels."""
    return min(scale, float(np.sqrt(pixels / pyramid.pixels)))


def _near(network: Infer, pyramid: Pyramid, scale: float) -> Detections:
    """Faces close to the camera, which a much smaller picture shows best."""
    found = _pass(network, pyramid, scale * COARSE)
    return found.where(widths(found.quads) * scale * COARSE >= COARSE_LEAST)


def _pass(network: Infer, pyramid: Pyramid, scale: float) -> Detections:
    """The faces that the network finds in the whole picture at a scale, in pixels of the picture."""
    height, width = pyramid.whole.shape[:2]
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    batch = np.full((1, -(-h // MULTIPLE) * MULTIPLE, -(-w // MULTIPLE) * MULTIPLE, 3), PADDING, np.uint8)
    batch[0, :h, :w] = pyramid.resized(w, h)
    found = decode(network(batch)[0][0])
    return found.at((found.quads + 0.5) / np.array([w / width, h / height]) - 0.5)
