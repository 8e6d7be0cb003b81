"""Whether a JPEG is whole to its last block is found without decoding its pixels."""

import random
from importlib.resources import files

import cv2
import numpy as np
import pytest

from vision.camera.wholeness import is_whole

TABLE = cv2.resize(
    cv2.imdecode(np.frombuffer((files("tilewatch") / "demo" / "f004.jpg").read_bytes(), np.uint8), 1), (321, 181)
)


def jpeg(*options: int) -> bytes:
    return bytes(cv2.imencode(".jpg", TABLE, options)[1].tobytes())


@pytest.mark.parametrize(
    "options",
    [(), (1, 30), (1, 100), (2, 1), (2, 1, 4, 5), (2, 1, 7, 0x411111), (3, 1), (4, 5), (7, 0x111111), (7, 0x411111)],
    ids=[
        "plain",
        "coarse",
        "fine",
        "progressive",
        "and restarts",
        "and 4:1:1",
        "own codes",
        "restarts",
        "4:4:4",
        "4:1:1",
    ],
)
def test_a_whole_jpeg_is_whole(options: tuple[int, ...]) -> None:
    assert is_whole(jpeg(*options))
    assert is_whole(bytes(cv2.imencode(".jpg", cv2.cvtColor(TABLE, cv2.COLOR_BGR2GRAY))[1].tobytes()))


@pytest.mark.parametrize("options", [(), (4, 5)], ids=["plain", "restarts"])
@pytest.mark.parametrize("part", [0.3, 0.5, 0.7, 0.9, 0.98])
def test_one_that_breaks_off_and_ends_all_the_same_is_not(part: float, options: tuple[int, ...]) -> None:
    whole = jpeg(*options)
    assert not is_whole(whole[: int(part * len(whole))] + b"\xff\xd9")


@pytest.mark.parametrize("part", [0.05, 0.1, 0.2, 0.3])
def test_a_progressive_one_that_ends_before_all_its_coefficients_were_there_is_not(part: float) -> None:
    """Later scans only refine a progressive JPEG; a picture without them is coarser but not misleading."""
    whole = jpeg(2, 1)
    assert not is_whole(whole[: int(part * len(whole))] + b"\xff\xd9")
    damaged = bytearray(whole)
    place = len(whole) - len(whole[700:]) + int(part * len(whole[700:]))
    del damaged[place : place + 900]
    assert not is_whole(bytes(damaged))


def test_a_kind_that_no_camera_makes_is_not_vouched_for() -> None:
    assert not is_whole(jpeg().replace(b"\xff\xc0", b"\xff\xc9"))


def test_of_pictures_damaged_in_the_middle_most_are_found() -> None:
    """Damage after which the codes synchronise again is not noticed; of overwritten files three in four are."""
    chance, whole, found = random.Random(1), jpeg(), 0
    for _ in range(40):
        damaged, place = bytearray(whole), chance.randrange(len(whole) // 3, 2 * len(whole) // 3)
        damaged[place : place + 300] = chance.randbytes(300)
        found += not is_whole(bytes(damaged))
    assert found >= 30


@pytest.mark.parametrize("rubbish", [b"", b"\xff\xd8", b"\xff\xd8\xff\xda", b"\xff\xd8\xff\xc0\x00\x03\x00", b"x" * 99])
def test_rubbish_is_not(rubbish: bytes) -> None:
    assert not is_whole(rubbish)
