"""`tilewatch cameras`: what can be opened as a camera here, what it really gives, and how to make it see better."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import click
import numpy as np

from vision.camera import CameraLost, Capture, Pixels, Size, best_size, device_numbers, newest, opened
from vision.reading import Reader, TableReading, widths

GOOD_WIDTH, LEAST_WIDTH = 28, 20
"""A tile's width in pixels from which it is read well, and below which it hardly is."""
DARK = 60
"""Mean level, of 255, below which more light helps."""
WIDE = 1920
"""Pixels across from which a camera could hardly give more."""
ADDRESSES = """Also: http://…  a phone camera app's motion JPEG      rtsp://…  a network camera
      a film or a folder of pictures by its path     demo  a whole game that plays itself"""


def size_given(_context: click.Context, _option: click.Parameter, value: str | None) -> Size | None:
    """A picture's size from WxH, like 1920x1080."""
    if value is None:
        return None
    sides = re.fullmatch(r"([1-9]\d{1,4})[xX]([1-9]\d{1,4})", value)
    if sides is None:
        raise click.BadParameter(f"{value!r} is no size like 1920x1080")
    return int(sides[1]), int(sides[2])


@dataclass(frozen=True)
class FoundCamera:
    """A camera that gives pictures.

    `tile_width`: pixels, None where it sees no tile. `advice`: what to do so that it sees better; empty: nothing.
    """

    camera: str
    width: int
    height: int
    rate: float
    tile_width: float | None
    advice: str


@click.command(name="cameras")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--size", default=None, callback=size_given, metavar="WxH", help="Ask for this size only.")
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
        click.echo("No camera is connected.")
    click.echo(ADDRESSES)


def cameras(size: Size | None = None) -> Iterator[FoundCamera]:
    """Each device that gives a picture, measured at the best size it delivers, or at `size`."""
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
    """What a device gives, and what could be better.

    Raises CameraLost: it gives no pictures.
    """
    name = f"camera {number}"
    given = best_size(capture, name, (size,)) if size else best_size(capture, name)
    picture = next(newest(capture, name))
    reading = reader.read(picture)
    quads = [tile.quad for tile in reading.tiles]
    width = round(float(np.median(widths(np.stack(quads)))), 1) if quads else None
    return FoundCamera(str(number), *given.size, round(given.rate, 1), width, advice(picture, reading, width))


def advice(picture: Pixels, reading: TableReading, tile_width: float | None) -> str:
    """What a person may do so that the camera sees better; empty where nothing is needed."""
    if float(picture.mean()) < DARK:
        return "more light"
    if tile_width is None:
        return "lay some tiles before it: this command then says how wide they are"
    if tile_width >= GOOD_WIDTH:
        return ""
    much = "nearer" if tile_width < LEAST_WIDTH else "a little nearer"
    return much if reading.width >= WIDE else f"{much}; this camera can do no more than {reading.width} pixels across"


def in_words(camera: FoundCamera) -> str:
    """One line for one camera."""
    tiles = f", tiles {camera.tile_width:.0f} px wide" if camera.tile_width else ""
    advised = f" ({camera.advice})" if camera.advice else ""
    size = f"{camera.width}x{camera.height}, {camera.rate:.0f} pictures a second"
    return f"--camera {camera.camera}   {size}{tiles}{advised}"


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
