"""`tilewatch cameras`: the cameras that can be opened, the size and rate they deliver, and advice for each."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import click
import numpy as np

from referee.messages import Message
from tilewatch.language import said, texts
from tilewatch.view import CameraSight, advice
from vision.camera import (
    CameraLost,
    Capture,
    Delivered,
    Pixels,
    Size,
    best_size,
    clarity_of,
    device_numbers,
    lighting_of,
    names,
    newest,
    opened,
    thumbnail,
)
from vision.reading import Reader, TableReading

ADDRESSES = {
    "phone": "terminal.or-phone",
    "http://…": "terminal.or-http",
    "rtsp://…": "terminal.or-rtsp",
    "PATH": "terminal.or-files",
    "demo": "terminal.or-demo",
    "photos": "terminal.or-photos",
    "none": "terminal.or-none",
}
"""Other values of `--camera`, each with the code of its explanation."""


def size_given(_context: click.Context, _option: click.Parameter, value: str | None) -> Size | None:
    """A picture's size from WxH, like 1920x1080."""
    if value is None:
        return None
    sides = re.fullmatch(r"([1-9]\d{1,4})[xX]([1-9]\d{1,4})", value)
    if sides is None:
        raise click.BadParameter(said(Message.of("terminal.no-size", given=repr(value))))
    return int(sides[1]), int(sides[2])


@dataclass(frozen=True)
class FoundCamera:
    """A camera that gives pictures.

    `tile_width`: pixels of the narrowest tile, None if it sees none. `advice`: how it would see better, in the words of
    Set up; empty: it sees well. `name`: the device's name, which `--camera` accepts as well; empty: the system gives
    none.
    """

    camera: str
    width: int
    height: int
    rate: float
    tile_width: int | None
    advice: str
    name: str = ""


@click.command(name="cameras")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--size", default=None, callback=size_given, metavar="WxH", help="Ask the cameras for this size only.")
def command(as_json: bool, size: Size | None) -> None:
    """Lists the cameras that can be opened, with the size and rate they really deliver.

    Tiles that lie before a camera are measured, too: how wide they are in its picture, and what to do about it.
    """
    found = list(cameras(size))
    if as_json:
        click.echo(json.dumps([asdict(camera) for camera in found]))
        return
    for camera in found:
        click.echo(in_words(camera))
    if not found:
        click.echo(said("terminal.no-camera"))
    for address, code in ADDRESSES.items():
        click.echo(f"--camera {address:<8}   {said(code)}")


def cameras(size: Size | None = None) -> Iterator[FoundCamera]:
    """Every device that gives a picture, measured at its best size, or at `size`."""
    reader: Reader | None = None
    for number in device_numbers():
        try:
            capture = opened(number)
        except CameraLost:
            continue
        reader = reader or Reader()
        try:
            yield looked_at(capture, number, reader, size)
        except CameraLost:
            continue
        finally:
            capture.release()


def looked_at(capture: Capture, number: int, reader: Reader, size: Size | None) -> FoundCamera:
    """A device's size and rate of pictures, width of tiles, and advice. Raises CameraLost: it gives no pictures."""
    name = f"camera {number}"
    given = best_size(capture, name, (size,)) if size else best_size(capture, name)
    picture = next(newest(capture, name))
    sight = sight_of(picture, reader.read(picture), given)
    sentence = " ".join(one.message.said_in(texts()) for one in advice(sight) if not one.good)
    called = names().get(number, "")
    return FoundCamera(str(number), *given.size, round(given.rate, 1), sight.narrowest, sentence, called)


def sight_of(picture: Pixels, reading: TableReading, given: Delivered) -> CameraSight:
    """The width of the narrowest tile and the advice for a camera, from one picture and its reading."""
    quads = np.array([tile.quad for tile in reading.tiles], np.float32).reshape(-1, 4, 2)
    is_clear = clarity_of(picture, quads).is_good
    return CameraSight(given.size, given.rate, lighting_of(thumbnail(picture)), quads, is_clear=is_clear)


def in_words(camera: FoundCamera) -> str:
    """One line for one camera."""
    size, rate = f"{camera.width}x{camera.height}", f"{camera.rate:.0f}"
    gives = said(Message.of("terminal.camera-gives", size=size, rate=rate))
    tiles = ", " + said(Message.of("terminal.tiles-wide", px=camera.tile_width)) if camera.tile_width else ""
    called = f'"{camera.name}", ' if camera.name else ""
    advised = f" ({camera.advice})" if camera.advice else ""
    return f"--camera {camera.camera}   {called}{gives}{tiles}{advised}"


def first_camera() -> str | None:
    """The first device that gives a picture; None: there is none."""
    for number in device_numbers():
        try:
            capture = opened(number)
        except CameraLost:
            continue
        gives = capture.grab()
        capture.release()
        if gives:
            return str(number)
    return None
