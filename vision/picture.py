"""A picture as a camera gave it: decoded when it is first looked at, and never when nobody looks."""

import struct
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""(height, width, 3) in blue, green, red, 0 to 255."""

MOST_PIXELS = 100_000_000
"""More than any camera gives; a picture that claims more is refused before it is decoded."""
GLANCE_WIDTH = 320
"""Width of a glance in pixels: a tile 20 px wide at 1280 is 5 px wide here, and resizing costs about 1 ms."""


class PictureBroken(ValueError):
    """Bytes that should be a picture are none; the message says why."""


def picture_size(encoded: bytes) -> tuple[int, int]:
    """Width and height that a JPEG, PNG or WebP claims, without decoding it.

    Raises PictureBroken: it is none of these, or claims more than MOST_PIXELS.
    """
    try:
        size = _claimed_size(encoded)
    except (struct.error, IndexError):
        size = None
    if size is None or min(size) < 1:
        raise PictureBroken("not a JPEG, PNG or WebP picture")
    if size[0] * size[1] > MOST_PIXELS:
        raise PictureBroken(f"{size[0]}x{size[1]} pixels are more than {MOST_PIXELS // 1_000_000} megapixels")
    return size


def _claimed_size(encoded: bytes) -> tuple[int, int] | None:
    if encoded[:2] == b"\xff\xd8":
        return _jpeg_size(encoded)
    if encoded[:8] == b"\x89PNG\r\n\x1a\n":
        width, height = struct.unpack(">II", encoded[16:24])
        return width, height
    if encoded[:4] == b"RIFF" and encoded[8:12] == b"WEBP":
        return _webp_size(encoded)
    return None


def _jpeg_size(encoded: bytes) -> tuple[int, int] | None:
    """Walks the segments up to the frame header (ITU T.81, B.2.2)."""
    place = 2
    while place + 9 <= len(encoded) and encoded[place] == 0xFF:
        marker = encoded[place + 1]
        if marker == 0xFF:
            place += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", encoded[place + 5 : place + 9])
            return width, height
        else:
            place += 2 + int(struct.unpack(">H", encoded[place + 2 : place + 4])[0])
    return None


def _webp_size(encoded: bytes) -> tuple[int, int] | None:
    """The three kinds of WebP (RFC 9649) keep their size in three places."""
    kind = encoded[12:16]
    if kind == b"VP8X":
        return int.from_bytes(encoded[24:27], "little") + 1, int.from_bytes(encoded[27:30], "little") + 1
    if kind == b"VP8L":
        bits = int.from_bytes(encoded[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", encoded[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None


def decoded(encoded: bytes, flags: int = cv2.IMREAD_COLOR) -> Pixels:
    """The pixels of an encoded picture, turned as its EXIF says.

    Raises PictureBroken: it cannot be decoded, or is too large.
    """
    picture_size(encoded)
    try:
        pixels = cv2.imdecode(np.frombuffer(encoded, np.uint8), flags)
    except cv2.error as error:
        raise PictureBroken("the picture cannot be decoded") from error
    if pixels is None:
        raise PictureBroken("the picture cannot be decoded")
    return pixels.astype(np.uint8, copy=False)


def encoded(pixels: Pixels, quality: int = 85) -> bytes:
    """The picture as JPEG."""
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def glance(pixels: Pixels) -> Pixels:
    """The picture at GLANCE_WIDTH: enough to see what moves."""
    height, width = pixels.shape[:2]
    size = (GLANCE_WIDTH, max(1, round(height * GLANCE_WIDTH / width)))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


@dataclass(frozen=True, eq=False)
class Picture:
    """One picture: `source` as it came (JPEG or pixels), its running number, and when it came (seconds)."""

    source: bytes | Pixels = field(repr=False)
    number: int = 0
    moment: float = 0.0

    @cached_property
    def pixels(self) -> Pixels:
        """Raises PictureBroken."""
        return decoded(self.source) if isinstance(self.source, bytes) else self.source

    @cached_property
    def glance(self) -> Pixels:
        """The picture at GLANCE_WIDTH; a JPEG is decoded no larger than needed. Raises PictureBroken."""
        if not isinstance(self.source, bytes):
            return glance(self.source)
        return glance(decoded(self.source, _reduction(picture_size(self.source)[0])))

    @cached_property
    def jpeg(self) -> bytes:
        """The picture as JPEG, just as it came where it came so."""
        return self.source if isinstance(self.source, bytes) else encoded(self.source)


def _reduction(width: int) -> int:
    """How small a JPEG may be decoded so that a glance is never enlarged."""
    for factor, flag in (
        (8, cv2.IMREAD_REDUCED_COLOR_8),
        (4, cv2.IMREAD_REDUCED_COLOR_4),
        (2, cv2.IMREAD_REDUCED_COLOR_2),
    ):
        if width >= GLANCE_WIDTH * factor:
            return flag
    return cv2.IMREAD_COLOR
