"""Pictures as people have them: turned, grey, transparent, 16-bit; and files that are no pictures."""

import contextlib
import io
import os
import random
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from PIL import ExifTags, Image, ImageOps, features

from vision.camera.picture import MOST_FILE_PIXELS, Picture, PictureError, load_picture, load_smaller, picture_size


def encoded(image: Image.Image, form: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


RED = Image.new("RGB", (40, 20), (250, 0, 0))


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_colours_come_as_blue_green_red(form: str) -> None:
    picture = load_picture(encoded(RED, form))
    assert picture.shape == (20, 40, 3)
    assert picture[10, 10, 2] > 240 > 15 > picture[10, 10, 0]


def test_a_phone_held_upright_gives_an_upright_picture() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # orientation: turned by 90 degrees
    assert load_picture(encoded(RED, "JPEG", exif=exif)).shape == (40, 20, 3)


@pytest.mark.parametrize(
    ("image", "value"),
    [
        (Image.new("L", (4, 4), 200), 200),
        (Image.new("RGBA", (4, 4), (10, 20, 30, 0)), 255),
        (Image.fromarray(np.full((4, 4), 51200, np.uint16)), 200),
    ],
    ids=["grey", "see-through", "16-bit"],
)
def test_other_kinds_of_pixels_are_brought_to_three_bytes(image: Image.Image, value: int) -> None:
    np.testing.assert_array_equal(load_picture(encoded(image, "PNG")), np.full((4, 4, 3), value, np.uint8))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"no picture at all", "is not a picture"),
        (encoded(Image.effect_noise((200, 200), 80), "JPEG")[:4000], "cut short"),
        (encoded(Image.effect_noise((200, 200), 80), "PNG")[:4000], "cut short"),
    ],
    ids=["empty", "text", "half a JPEG", "half a PNG"],
)
def test_what_is_no_whole_picture_is_refused_in_one_sentence(content: bytes, words: str) -> None:
    with pytest.raises(PictureError, match=words):
        load_picture(content)


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="does not exist"):
        load_picture(tmp_path / "gone.jpg")
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)


def test_a_picture_too_large_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(PictureError, match="megapixels"):
        load_picture(encoded(RED, "PNG"), most_pixels=700)


def test_the_limit_is_a_phones_largest_photograph() -> None:
    with pytest.raises(PictureError, match="65 megapixels; 64 are the most"):
        load_picture(encoded(Image.new("1", (6500, 10000)), "PNG"))


def claiming(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds no pixels."""
    header = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\0\0\0\0"
    ending = b"\0\0\0\0IDAT" + zlib.crc32(b"IDAT").to_bytes(4, "big")
    return b"\x89PNG\r\n\x1a\n" + b"\0\0\0\r" + header + zlib.crc32(header).to_bytes(4, "big") + ending


def test_a_picture_just_too_large_is_not_said_to_be_within_the_limit() -> None:
    with pytest.raises(PictureError, match="65 megapixels; 64 are the most"):
        load_picture(claiming(8001, 8001))


def test_a_file_may_be_larger_than_any_phones_photograph() -> None:
    assert picture_size(claiming(16_384, 12_288), MOST_FILE_PIXELS) == (16_384, 12_288)


def test_a_picture_that_memory_does_not_hold_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ImageOps, "exif_transpose", Mock(side_effect=MemoryError))
    with pytest.raises(PictureError, match="larger than this computer has memory for"):
        load_picture(encoded(RED, "PNG"))


def bitmap(width: int, height: int) -> bytes:
    header = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54, 0, 0, 54) + header


def tiff(width: int, height: int) -> bytes:
    tags = ((256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, height), (279, 16))
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + entries + bytes(4)


def webp(width: int, height: int) -> bytes:
    frame = b"\x10\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    chunk = b"VP8X" + struct.pack("<I", 10) + frame
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


def gif(width: int, height: int) -> bytes:
    return b"GIF89a" + struct.pack("<HH", width, height) + b"\0\0\0;"


@pytest.mark.parametrize("form", [bitmap, tiff, webp, gif, claiming])
@pytest.mark.parametrize("size", [(30000, 30000), (60000, 1)])
def test_whatever_its_form_a_gigantic_or_thin_picture_takes_no_memory(
    form: Callable[[int, int], bytes], size: tuple[int, int]
) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for look in (load_picture, picture_size, lambda content: Picture(content).pixels):
        with pytest.raises(PictureError):
            look(form(*size))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000


@pytest.mark.parametrize("form", ["WEBP", "PNG", "TIFF"])
def test_of_an_animation_the_first_picture_is_read(form: str) -> None:
    blue = Image.new("RGB", RED.size, (0, 0, 250))
    picture = load_picture(encoded(RED, form, save_all=True, append_images=[blue, blue]))
    assert picture[10, 10, 2] > 240 > 15 > picture[10, 10, 0]


@pytest.mark.parametrize("size", [(60000, 1), (1, 40000), (30000, 30000), (4000, 90)])
def test_gigantic_and_thin_pictures_are_refused_by_what_they_claim(size: tuple[int, int]) -> None:
    with pytest.raises(PictureError, match=r"megapixels|too thin"):
        load_picture(claiming(*size))
    with pytest.raises(PictureError, match=r"megapixels|too thin"):
        _ = Picture(claiming(*size)).thumbnail


def test_a_part_of_a_png_that_claims_to_be_longer_than_the_file_is_refused_before_it_is_decoded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """OpenCV allocates the claimed size: one flipped bit took 2 GB."""
    written = io.BytesIO()
    Image.effect_noise((160, 90), 50).save(written, "PNG")
    file = bytearray(written.getvalue())
    assert Picture(bytes(file)).pixels.shape == (90, 160, 3)
    file[file.index(b"IDAT") - 4] ^= 0x40
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(PictureError, match="cannot be decoded"):
        _ = Picture(bytes(file)).pixels


@pytest.mark.parametrize("form", [".jpg", ".png", ".webp", ".bmp"])
def test_a_file_damaged_anywhere_is_refused_in_a_sentence_or_is_a_picture(form: str) -> None:
    """Cut short, bits flipped, foreign bytes inserted. PICTURES=10000 before pytest's command tries 10,000."""
    whole = cv2.imencode(form, np.random.default_rng(1).integers(0, 255, (90, 160, 3), np.uint8))[1].tobytes()
    for seed in range(int(os.environ.get("PICTURES", "60"))):
        chance, file = random.Random(seed), bytearray(whole)
        place = chance.randrange(len(file))
        match seed % 3:
            case 0:
                del file[place:]
            case 1:
                file[place] ^= 1 << chance.randrange(8)
            case _:
                file[place : place + chance.randrange(400)] = chance.randbytes(chance.randrange(400))
        with contextlib.suppress(PictureError):
            assert Picture(bytes(file)).pixels.shape[2:] == (3,)


def test_a_file_that_never_ends_is_refused() -> None:
    zeros = Path("/dev/zero")
    if not zeros.exists():
        pytest.skip("this system has no /dev/zero")
    with pytest.raises(PictureError, match="goes on after 256 MB"):
        load_picture(zeros)


def test_what_unpacks_to_far_more_than_any_photograph_is_refused() -> None:
    """A blank PNG of a few kilobytes that would need gigabytes is refused; a uniform photograph of the usual size is
    not."""
    with pytest.raises(PictureError, match="unpacks to 900 megapixels from 1 kB"):
        load_picture(claiming(30_000, 30_000), MOST_FILE_PIXELS)


def test_a_phone_s_heic_is_read_where_the_extra_is_and_else_refused_with_what_helps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heif = pytest.importorskip("pillow_heif", reason="the extra `heic` is not installed")
    written = io.BytesIO()
    heif.from_pillow(Image.new("RGB", (80, 64), "red")).save(written, quality=90)
    pixels = load_picture(written.getvalue())
    assert pixels.shape == (64, 80, 3)
    assert pixels[32, 40].argmax() == 2
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    with pytest.raises(PictureError, match=r"HEIC picture.*send a JPEG"):
        load_picture(written.getvalue())


@pytest.mark.skipif(not features.check("avif"), reason="this Pillow reads no AVIF")
def test_an_avif_is_read() -> None:
    assert load_picture(encoded(Image.new("RGB", (80, 64)), "AVIF")).shape == (64, 80, 3)


@pytest.mark.parametrize("form", ["WEBP", "PNG"])
def test_an_upload_that_can_only_be_decoded_whole_is_no_larger_than_a_phones_picture(form: str) -> None:
    """49 megapixels of one colour were 87 kB of WebP, and 1.1 GB of memory."""
    pixels, full = load_smaller(encoded(Image.new("RGB", (400, 300)), form), 100)
    assert (pixels.shape, full) == ((300, 400, 3), (400, 300))
    with pytest.raises(PictureError, match="has 13 megapixels; 12 are the most"):
        load_smaller(encoded(Image.new("RGB", (5000, 2600)), form), 100)


def test_a_large_jpeg_is_decoded_no_larger_than_it_is_read_and_its_size_is_that_of_the_upright_picture() -> None:
    turned = Image.Exif()
    turned[ExifTags.Base.Orientation] = 6
    pixels, full = load_smaller(encoded(Image.new("RGB", (4800, 3200)), "JPEG", exif=turned), 2400)
    assert (pixels.shape, full) == ((2400, 1600, 3), (3200, 4800))
