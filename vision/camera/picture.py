"""A picture as a camera gave it: decoded when it is first looked at, and never when nobody looks."""

from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.decode import check_chunks, check_end, picture_size
from vision.camera.errors import PictureError

Pixels = NDArray[np.uint8]
"""(height, width, 3) in blue, green, red, 0 to 255."""

THUMBNAIL_WIDTH = 320
"""Width of a thumbnail in pixels: a tile 20 px wide at 1280 is 5 px wide here, and resizing costs about 1 ms."""


MOST_FRAME_PIXELS = 40_000_000
"""Pixels of the largest picture that a camera may send: more than any film has."""
LEAST = 64
"""Pixels of a side below which no picture shows a table."""


def decoded(encoded: bytes) -> Pixels:
    """The pixels of an encoded picture, turned as its EXIF says.

    Raises PictureError: it cannot be decoded, or is too large.
    """
    picture_size(encoded, MOST_FRAME_PIXELS)
    return _unpacked(encoded, cv2.IMREAD_COLOR)


def _unpacked(encoded: bytes, flags: int) -> Pixels:
    """The pixels of a picture whose size is known to be bearable."""
    check_chunks(encoded)
    check_end(encoded)
    try:
        pixels = cv2.imdecode(np.frombuffer(encoded, np.uint8), flags)
    except cv2.error as error:
        raise PictureError("picture.undecodable") from error
    if pixels is None:
        raise PictureError("picture.undecodable")
    return pixels.astype(np.uint8, copy=False)


def encoded(pixels: Pixels, quality: int = 85) -> bytes:
    """The picture as JPEG."""
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def thumbnail(pixels: Pixels) -> Pixels:
    """The picture at THUMBNAIL_WIDTH: enough to see what moves."""
    height, width = pixels.shape[:2]
    size = (THUMBNAIL_WIDTH, max(1, round(height * THUMBNAIL_WIDTH / width)))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


@dataclass(frozen=True, eq=False)
class Picture:
    """One picture: `source` as it came (JPEG or pixels), its running number, and when it came (seconds)."""

    source: bytes | Pixels = field(repr=False)
    number: int = 0
    moment: float = 0.0

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height, without decoding it. Raises PictureError."""
        if isinstance(self.source, bytes):
            return picture_size(self.source, MOST_FRAME_PIXELS)
        return self.source.shape[1], self.source.shape[0]

    @cached_property
    def pixels(self) -> Pixels:
        """Raises PictureError."""
        return decoded(self.source) if isinstance(self.source, bytes) else self.source

    @cached_property
    def thumbnail(self) -> Pixels:
        """The picture at THUMBNAIL_WIDTH; a JPEG is decoded no larger than needed. Raises PictureError."""
        if min(self.size) < LEAST:
            raise PictureError("picture.too-thin", width=self.size[0], height=self.size[1])
        if not isinstance(self.source, bytes):
            return thumbnail(self.source)
        return thumbnail(_unpacked(self.source, _reduction(self.size[0])))

    @cached_property
    def jpeg(self) -> bytes:
        """The picture as JPEG, just as it came where it came so."""
        return self.source if isinstance(self.source, bytes) else encoded(self.source)


def _reduction(width: int) -> int:
    """How small a JPEG may be decoded so that a thumbnail is never enlarged."""
    for factor, flag in (
        (8, cv2.IMREAD_REDUCED_COLOR_8),
        (4, cv2.IMREAD_REDUCED_COLOR_4),
        (2, cv2.IMREAD_REDUCED_COLOR_2),
    ):
        if width >= THUMBNAIL_WIDTH * factor:
            return flag
    return cv2.IMREAD_COLOR
