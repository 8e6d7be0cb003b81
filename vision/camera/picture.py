"""A picture: the pixels of its file, or why it cannot be read; it is decoded only when its pixels are asked for.

Also the errors of cameras: each has one sentence for the players.
"""

import http.client
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError, features

from referee.messages import Refusal

SOURCE_ERRORS = (
    OSError,
    EOFError,
    ValueError,
    LookupError,
    ArithmeticError,
    RuntimeError,
    MemoryError,
    http.client.HTTPException,
    cv2.error,
)
"""Exceptions of a source or of a library below it; each means that the camera is lost for now."""
MOST_PIXELS = 64_000_000
"""Pixels of the largest picture that is decoded: the largest of phones; decoding it takes some 400 MB."""
MOST_WHOLE_PIXELS = 12_500_000
"""Pixels of the largest upload in a format that can only be decoded whole (all but JPEG): with transparency it takes 27
bytes per pixel.
"""
MOST_FILE_PIXELS = 1 << 30
"""Pixels of the largest picture that a person may name as a file; OpenCV opens no larger one."""
Image.MAX_IMAGE_PIXELS = None  # each picture's size is checked here, before it is decoded
MOST_SLENDER = 40
"""Greatest ratio of the sides: a thinner picture shows no table, and its thumbnail would be gigantic."""
PNG = b"\x89PNG\r\n\x1a\n"
MOST_FILE_BYTES = 256_000_000
"""Bytes of a file that are read at most: no picture has more, and a device such as /dev/zero never ends."""
MOST_PER_BYTE = 100
"""Pixels that a byte may hold in a picture larger than MOST_PIXELS: below 85 in photographs, while a blank PNG of a few
MB may unpack to gigabytes and take minutes (a JPEG of one grey codes 256 in some 4 bytes).
"""
SIDEWAYS = (5, 6, 7, 8)
"""EXIF orientations that exchange width and height."""
FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
PHONES = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")
"""The marks of phones' HEIC pictures, behind the word `ftyp`."""
Pixels = NDArray[np.uint8]
"""A picture (height, width, 3) in blue, green, red, 0 to 255."""
THUMBNAIL_WIDTH = 320
"""Width of a thumbnail in pixels: a tile 20 px wide at 1280 is 5 px wide here, and resizing takes about 1 ms."""
MOST_FRAME_PIXELS = 40_000_000
"""Pixels of the largest picture that a camera may send; no film has as many."""
LEAST = 64
"""Shortest side, in pixels, of a picture that may show a table."""


class CameraLost(Refusal, ConnectionError):
    """The camera delivers no picture now; the message names it and says why."""


class CameraUnusable(Refusal, ValueError):
    """The named source can never be a camera; the message says why."""


class PictureError(Refusal, ValueError):
    """Bytes or a file that cannot be read as a picture; the message says why, without its name."""


def load_picture(source: Path | bytes, most_pixels: int = MOST_PIXELS) -> NDArray[np.uint8]:
    """The decoded picture (H, W, 3), BGR uint8, turned as its EXIF says; grey, alpha and 16 bits are converted.

    Raises PictureError: it is missing, a folder, empty, truncated, no picture, larger than `most_pixels`, or too large
    for memory.
    """
    content = source if isinstance(source, bytes) else _content(source)
    with _opened(content, most_pixels) as image:
        _check_density(image.width * image.height, len(content))
        return _pixels(image)


def load_smaller(
    source: Path | bytes, side: int, most_pixels: int = MOST_PIXELS
) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """The picture as load_picture returns it but reduced, its longer side at least `side` where it had as many; and its
    full size.

    A JPEG is decoded no larger than needed. Of other formats, uploads over MOST_WHOLE_PIXELS are refused.
    Raises PictureError.
    """
    with _opened(source if isinstance(source, bytes) else _content(source), most_pixels) as image:
        if image.format != "JPEG" and most_pixels <= MOST_PIXELS:
            _check_size(image.width, image.height, min(most_pixels, MOST_WHOLE_PIXELS))
        is_turned = image.getexif().get(ExifTags.Base.Orientation, 1) in SIDEWAYS
        full = (image.height, image.width) if is_turned else image.size
        scale = side / max(image.size)
        image.draft("RGB", (round(image.width * scale), round(image.height * scale)))
        return _pixels(image), full


def picture_size(content: bytes, most_pixels: int = MOST_PIXELS) -> tuple[int, int]:
    """Width and height that a picture's header claims; it is not decoded.

    Raises PictureError: it is no picture, or claims more than `most_pixels`.
    """
    with _opened(content, most_pixels) as image:
        return image.size


def check_chunks(content: bytes) -> None:
    """Checks that each chunk of a PNG is as long as it claims, because OpenCV allocates the claimed size.

    One flipped bit of a 24 kB picture asked for 2 GB. Raises PictureError.
    """
    place, kind = len(PNG), b""
    while content.startswith(PNG) and kind != b"IEND" and place + 8 <= len(content):
        kind = content[place + 4 : place + 8]
        place += 12 + int.from_bytes(content[place : place + 4], "big")
        if place > len(content):
            raise PictureError("picture.undecodable")


def check_end(content: bytes) -> None:
    """Checks that a JPEG is complete to its end marker, because OpenCV fills missing parts with grey. Raises
    PictureError.

    Coded data never contains the end marker, and that of an embedded thumbnail comes before the picture itself.
    """
    if content.startswith(b"\xff\xd8") and content.rfind(b"\xff\xd9") < content.rfind(b"\xff\xda"):
        raise PictureError("picture.undecodable")


@contextmanager
def _opened(content: bytes, most_pixels: int) -> Iterator[Image.Image]:
    """The opened picture, not decoded yet; every error of Pillow becomes a PictureError."""
    if not content:
        raise PictureError("picture.empty")
    try:
        with Image.open(io.BytesIO(content), formats=_formats(content)) as image:
            _check_size(image.width, image.height, most_pixels)
            yield image
    except PictureError:
        raise
    except UnidentifiedImageError:
        raise PictureError("picture.not-a-picture") from None
    except MemoryError:
        raise PictureError("picture.too-large") from None
    except (OSError, SyntaxError, EOFError, ValueError) as problem:
        raise PictureError("picture.damaged", problem=str(problem)) from None


def _formats(content: bytes) -> tuple[str, ...]:
    """The formats to try: HEIC or AVIF of phones, where a decoder is installed. Raises PictureError."""
    kind = content[8:12] if content[4:8] == b"ftyp" else b""
    if kind in PHONES:
        try:
            import pillow_heif  # an optional dependency of 26 MB
        except ImportError:
            raise PictureError("picture.heic") from None
        pillow_heif.register_heif_opener()
        return ("HEIF",)
    if kind in (b"avif", b"avis"):
        if not features.check("avif"):
            raise PictureError("picture.avif")
        return ("AVIF",)
    return FORMATS


def _check_density(pixels: int, size: int) -> None:
    """Raises PictureError where so few bytes hold so many pixels that this is no photograph."""
    if pixels > max(MOST_PIXELS, MOST_PER_BYTE * size):
        megapixels = -(-pixels // 1_000_000)
        raise PictureError("picture.unpacks", megapixels=megapixels, kilobytes=-(-size // 1000))


def _check_size(width: int, height: int, most_pixels: int) -> None:
    """Raises PictureError where a picture is too large or too thin to be decoded."""
    if width * height > most_pixels:
        megapixels, most = -(-width * height // 1_000_000), round(most_pixels / 1e6)
        raise PictureError("picture.megapixels", megapixels=megapixels, most=most)
    if max(width, height) > MOST_SLENDER * min(width, height):
        raise PictureError("picture.too-thin", width=width, height=height)


def _content(path: Path) -> bytes:
    if path.is_dir():
        raise PictureError("picture.folder")
    try:
        with path.open("rb") as file:
            content = file.read(MOST_FILE_BYTES + 1)
    except FileNotFoundError:
        raise PictureError("picture.not-there") from None
    except OSError as problem:
        raise PictureError("picture.cannot-be-opened", problem=str(problem.strerror)) from None
    except MemoryError:
        raise PictureError("picture.too-large") from None
    if len(content) > MOST_FILE_BYTES:
        raise PictureError("picture.never-ends", most=MOST_FILE_BYTES // 1_000_000)
    return content


def _pixels(image: Image.Image) -> NDArray[np.uint8]:
    ImageOps.exif_transpose(image, in_place=True)
    if image.mode.startswith("I") or image.mode == "F":  # 16 bits of grey
        grey = np.asarray(image, np.float64)
        grey = grey / (256 if grey.max() > 255 else 1)
        return np.repeat(np.clip(grey, 0, 255).astype(np.uint8)[..., None], 3, axis=2)
    return np.asarray(cv2.cvtColor(np.asarray(_on_white(image)), cv2.COLOR_RGB2BGR), np.uint8)


def _on_white(image: Image.Image) -> Image.Image:
    """The picture in RGB, with transparency blended onto white."""
    if "A" not in image.getbands() and "transparency" not in image.info:
        return image if image.mode == "RGB" else image.convert("RGB")
    layer = image.convert("RGBA")
    paper = Image.new("RGBA", layer.size, "white")
    return Image.alpha_composite(paper, layer).convert("RGB")


def decoded(encoded: bytes) -> Pixels:
    """The pixels of an encoded picture, turned as its EXIF says.

    Raises PictureError: it cannot be decoded, or is too large.
    """
    picture_size(encoded, MOST_FRAME_PIXELS)
    return _unpacked(encoded, cv2.IMREAD_COLOR)


def _unpacked(encoded: bytes, flags: int) -> Pixels:
    """The pixels of a picture whose size was checked. Raises PictureError."""
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


def mirror_image(pixels: Pixels) -> Pixels:
    """The picture, flipped left to right."""
    return np.ascontiguousarray(pixels[:, ::-1])


def thumbnail(pixels: Pixels) -> Pixels:
    """The picture at THUMBNAIL_WIDTH: enough to detect motion."""
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
        """Width and height in pixels, without decoding. Raises PictureError."""
        if isinstance(self.source, bytes):
            return picture_size(self.source, MOST_FRAME_PIXELS)
        return self.source.shape[1], self.source.shape[0]

    @cached_property
    def pixels(self) -> Pixels:
        """The decoded pixels. Raises PictureError."""
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
        """The picture as JPEG; the original bytes where it came as such."""
        return self.source if isinstance(self.source, bytes) else encoded(self.source)


def _reduction(width: int) -> int:
    """OpenCV's flag for the strongest reduction that keeps a JPEG of this width as wide as a thumbnail."""
    for factor, flag in (
        (8, cv2.IMREAD_REDUCED_COLOR_8),
        (4, cv2.IMREAD_REDUCED_COLOR_4),
        (2, cv2.IMREAD_REDUCED_COLOR_2),
    ):
        if width >= THUMBNAIL_WIDTH * factor:
            return flag
    return cv2.IMREAD_COLOR
