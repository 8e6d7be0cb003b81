"""A picture: its file's pixels, or one sentence why not; decoded when first looked at, never when nobody looks.

And what may go wrong with a camera: each message is one sentence for the players.
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
"""What a source or a library under it may raise: each of them is a camera that is lost for now."""
MOST_PIXELS = 64_000_000
"""Pixels of the largest picture that is decoded: a phone's largest; its decoding takes some 400 MB."""
MOST_WHOLE_PIXELS = 12_500_000
"""Pixels of the largest upload that can only be decoded whole, as all but JPEG: with transparency 27 bytes a pixel."""
MOST_FILE_PIXELS = 1 << 30
"""Pixels of the largest picture that a person may name as a file: OpenCV opens no larger one."""
Image.MAX_IMAGE_PIXELS = None  # each picture's size is checked here, before it is decoded
MOST_SLENDER = 40
"""A picture so many times longer than wide shows no table, and its thumbnail would be gigantic."""
PNG = b"\x89PNG\r\n\x1a\n"
MOST_FILE_BYTES = 256_000_000
"""Bytes of a file that are read: no picture has more, and a device such as /dev/zero never ends."""
MOST_PER_BYTE = 100
"""Pixels that a byte of a picture larger than MOST_PIXELS may hold: a photograph's never hold as many as 85 (a JPEG of
one grey codes 256 in some 4 bytes), while a blank PNG of a few MB asks for minutes and gigabytes."""
SIDEWAYS = (5, 6, 7, 8)
"""The orientations of EXIF in which width and height change places."""
FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
PHONES = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")
"""How phones mark their HEIC pictures, behind the word `ftyp`."""
Pixels = NDArray[np.uint8]
"""(height, width, 3) in blue, green, red, 0 to 255."""
THUMBNAIL_WIDTH = 320
"""Width of a thumbnail in pixels: a tile 20 px wide at 1280 is 5 px wide here, and resizing costs about 1 ms."""
MOST_FRAME_PIXELS = 40_000_000
"""Pixels of the largest picture that a camera may send: more than any film has."""
LEAST = 64
"""Pixels of a side below which no picture shows a table."""


class CameraLost(Refusal, ConnectionError):
    """No picture comes from there; the message says from where and why."""


class CameraUnusable(Refusal, ValueError):
    """What was named can never be a camera; the message says why."""


class PictureError(Refusal, ValueError):
    """Bytes or a file that cannot be read as a picture; the message says why, without its name."""


def load_picture(source: Path | bytes, most_pixels: int = MOST_PIXELS) -> NDArray[np.uint8]:
    """The picture, (H, W, 3) BGR uint8: turned as its EXIF says, grey, alpha and 16 bits brought to that form.

    Raises PictureError: missing, a folder, empty, truncated, not a picture, larger than `most_pixels`, or than the
    memory that there is.
    """
    content = source if isinstance(source, bytes) else _content(source)
    with _opened(content, most_pixels) as image:
        _check_density(image.width * image.height, len(content))
        return _pixels(image)


def load_smaller(
    source: Path | bytes, side: int, most_pixels: int = MOST_PIXELS
) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """A picture as load_picture gives it, its longer side no less than `side` if it had so many; and its full size.

    A JPEG is decoded no larger than needed for that. Of an upload in another format MOST_WHOLE_PIXELS are decoded.
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
    """Width and height that a picture claims, without decoding it.

    Raises PictureError: it is none, or claims more than `most_pixels`.
    """
    with _opened(content, most_pixels) as image:
        return image.size


def check_chunks(content: bytes) -> None:
    """Nothing, when each part of a PNG is there as long as it claims to be; OpenCV makes room for what is claimed.

    One flipped bit of a 24 kB picture asked for 2 GB. Raises PictureError.
    """
    place, kind = len(PNG), b""
    while content.startswith(PNG) and kind != b"IEND" and place + 8 <= len(content):
        kind = content[place + 4 : place + 8]
        place += 12 + int.from_bytes(content[place : place + 4], "big")
        if place > len(content):
            raise PictureError("picture.undecodable")


def check_end(content: bytes) -> None:
    """Nothing, when a JPEG goes on to its end; OpenCV makes grey of what is not there. Raises PictureError.

    What is coded never looks like the end's marker, and that of a thumbnail stands before the picture itself.
    """
    if content.startswith(b"\xff\xd8") and content.rfind(b"\xff\xd9") < content.rfind(b"\xff\xda"):
        raise PictureError("picture.undecodable")


@contextmanager
def _opened(content: bytes, most_pixels: int) -> Iterator[Image.Image]:
    """The picture, not decoded yet; whatever Pillow has against it becomes a PictureError."""
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
    """What the picture may be: a phone's HEIC or AVIF as far as something here reads them. Raises PictureError."""
    kind = content[8:12] if content[4:8] == b"ftyp" else b""
    if kind in PHONES:
        try:
            import pillow_heif  # an extra: it brings 26 MB
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
    """Raises PictureError: so many pixels come of so few bytes that it is no photograph."""
    if pixels > max(MOST_PIXELS, MOST_PER_BYTE * size):
        megapixels = -(-pixels // 1_000_000)
        raise PictureError("picture.unpacks", megapixels=megapixels, kilobytes=-(-size // 1000))


def _check_size(width: int, height: int, most_pixels: int) -> None:
    """Raises PictureError: so large or so thin a picture is not decoded."""
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
    """The picture without transparency: what shines through is white."""
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


def mirror_image(pixels: Pixels) -> Pixels:
    """The picture as a mirror shows it."""
    return np.ascontiguousarray(pixels[:, ::-1])


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
