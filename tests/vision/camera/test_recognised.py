"""Two cameras that swap their numbers at a start are recognised by name and by their last pictures."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest

from vision.camera import CameraLost, CameraMemory, LastSeen, Pixels, device, names
from vision.camera import recognised as module
from vision.camera.recognised import look_of, recognised
from vision.camera.sources import kind_of, source


def place(seed: int, light: float = 1.0) -> Pixels:
    """A table, or a room, in some light."""
    spots = np.random.default_rng(seed).integers(40, 220, (9, 16, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(spots, (320, 180), interpolation=cv2.INTER_CUBIC) * light, np.uint8)


TABLE, ROOM = place(1), place(2)
LAST = LastSeen("Desk Cam 4711", look_of(TABLE))


def sees(**pictures: Pixels) -> Callable[[int], Pixels]:
    """The pictures of devices, by number; all other devices are in use."""

    def glance(number: int) -> Pixels:
        if f"n{number}" not in pictures:
            raise CameraLost("camera.not-connected", number=number)
        return pictures[f"n{number}"]

    return glance


NOBODY = sees()


@pytest.mark.parametrize(
    ("named", "number"),
    [
        ({0: "Desk Cam 4711", 2: "Laptop"}, 0),
        ({0: "Laptop", 2: "Desk Cam 4711"}, 2),
        ({0: "Laptop"}, 0),
    ],
    ids=["as last time", "swapped", "not connected: the number holds"],
)
def test_a_camera_is_known_by_its_name_and_no_picture_is_taken(named: dict[int, str], number: int) -> None:
    assert recognised(0, LAST, named, list(named), NOBODY) == number


def test_two_cameras_of_one_name_are_told_apart_by_what_they_saw() -> None:
    named = {0: "Desk Cam 4711", 2: "Desk Cam 4711"}
    darker = place(1, 0.6)
    assert recognised(0, LAST, named, [0, 2], sees(n0=ROOM, n2=darker)) == 2
    assert recognised(0, LAST, named, [0, 2], sees(n0=darker, n2=ROOM)) == 0
    assert recognised(0, LAST, named, [0, 2], sees(n2=darker)) == 2


def test_where_the_system_tells_no_names_what_they_saw_tells() -> None:
    last = LastSeen("", look_of(TABLE))
    assert recognised(0, last, {}, [0, 1, 2], sees(n0=ROOM, n1=TABLE)) == 1
    assert recognised(0, last, {}, [0, 1], sees(n0=ROOM, n1=place(3))) == 0, "the table is nowhere: the number holds"
    plain = np.full((180, 320, 3), 120, np.uint8)
    assert recognised(0, LastSeen("", look_of(plain)), {}, [0, 1], sees(n0=ROOM, n1=plain)) == 0


def test_linux_tells_names_and_serial_numbers_of_what_gives_pictures(tmp_path: Path) -> None:
    for number, (index, name) in enumerate([("0", "Desk Cam"), ("1", "Desk Cam"), ("0", "Laptop")]):
        (tmp_path / f"usb{number}" / "interface").mkdir(parents=True)
        (tmp_path / "class" / f"video{number}").mkdir(parents=True)
        (tmp_path / "class" / f"video{number}" / "index").write_text(index)
        (tmp_path / "class" / f"video{number}" / "name").write_text(f"{name}\n")
        (tmp_path / "class" / f"video{number}" / "device").symlink_to(tmp_path / f"usb{number}" / "interface")
    (tmp_path / "usb0" / "serial").write_text("4711\n")
    assert names(tmp_path / "class") == {0: "Desk Cam 4711", 2: "Laptop"}
    assert names(tmp_path / "nothing") == {}


class Opened:
    """A device that gives this picture and has the identity of its number."""

    def __init__(self, number: int) -> None:
        self.number, self.left = number, 20

    def isOpened(self) -> bool:
        return True

    def get(self, _: int, /) -> float:
        return 0.0

    def set(self, *_: float) -> bool:
        return True

    def grab(self) -> bool:
        return True

    def retrieve(self) -> tuple[bool, object]:
        return True, (ROOM, TABLE)[self.number]

    def release(self) -> None:
        """Does nothing."""


@pytest.fixture
def swapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The desk's camera was number 0, and is number 1 today."""
    told = {0: "Laptop", 1: "Desk Cam 4711"}
    monkeypatch.setattr(module, "names", lambda: told)
    monkeypatch.setattr("vision.camera.sources.names", lambda: told)
    monkeypatch.setattr(device, "opened", Opened)
    monkeypatch.setattr(device, "device_numbers", lambda: [0, 1])


@pytest.mark.usefixtures("swapped")
def test_the_camera_of_last_time_is_opened_and_said() -> None:
    memory, said = CameraMemory(), list[int]()
    memory.last, memory.told = LAST, lambda number, _: said.append(number)
    assert np.array_equal(next(iter(source("0", memory=memory)())), TABLE)
    assert said == [1]


@pytest.mark.usefixtures("swapped")
def test_a_camera_that_is_named_is_the_one_that_is_meant() -> None:
    memory = CameraMemory()
    memory.last = LAST
    assert kind_of("Laptop") == "device"
    assert np.array_equal(next(iter(source("Laptop", memory=memory)())), ROOM)


@pytest.mark.usefixtures("swapped")
def test_what_is_seen_is_kept_once_the_table_is_found() -> None:
    memory, kept, is_found = CameraMemory(), list[LastSeen](), Event()
    memory.keep = kept.append
    pictures = iter(source("1", is_found=is_found, memory=memory)())
    next(pictures)
    assert kept == []
    is_found.set()
    next(pictures)
    next(pictures)
    assert kept == [LAST]
