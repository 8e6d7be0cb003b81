"""A photograph's pixels, upright and no larger than needed: every uploaded picture is decoded here."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.camera import PictureError, Pixels, load_smaller

MOST_PHOTO_PIXELS = 64_000_000
"""Pixels of the largest photograph; a larger one is refused before it is decoded."""
WIDEST_READ = 2400
"""Pixels of the longer side to which a photograph is scaled down before it is read."""
SMALLEST_SIDE = 64
"""Pixels of the shorter side below which a photograph is refused."""


@dataclass(frozen=True, eq=False)
class Photograph:
    """`pixels`: (H, W, 3) BGR, scaled for reading. `width`, `height`: of the upright original."""

    pixels: Pixels
    width: int
    height: int

    @property
    def scale(self) -> float:
        """Pixels of the original for one pixel that is read."""
        return self.width / int(self.pixels.shape[1])


def photograph_of(source: Path | bytes, most_pixels: int = MOST_PHOTO_PIXELS) -> Photograph:
    """A photograph from a phone, upright as its EXIF says. Raises PictureError."""
    pixels, (width, height) = load_smaller(source, WIDEST_READ, most_pixels)
    if min(width, height) < SMALLEST_SIDE:
        raise PictureError("picture.too-small", size=f"{width}x{height}", least=f"{SMALLEST_SIDE}x{SMALLEST_SIDE}")
    return Photograph(_smaller(pixels), width, height)


def _smaller(pixels: Pixels) -> Pixels:
    """The picture, its longer side at most WIDEST_READ."""
    scale = WIDEST_READ / max(pixels.shape[:2])
    if scale >= 1:
        return pixels
    return np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
