"""`tilewatch cameras`: what can be opened as a camera here."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import cv2

MOST_GUESSED = 4
"""Device numbers tried where the system does not list its cameras."""
ADDRESSES = """Also: http://…  a phone camera app's motion JPEG      rtsp://…  a network camera
      a film or a folder of pictures by its path     demo  a whole game that plays itself"""


@click.command(name="cameras")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(as_json: bool) -> None:
    """Lists the cameras that can be opened, with their size and rate."""
    found = list(cameras())
    if as_json:
        click.echo(json.dumps(found))
        return
    for camera in found:
        rate = f", {camera['rate']:.0f} pictures a second" if camera["rate"] else ""
        click.echo(f"--camera {camera['camera']}   {camera['width']}x{camera['height']}{rate}")
    if not found:
        click.echo("No camera is connected.")
    click.echo(ADDRESSES)


def cameras() -> Iterator[dict[str, Any]]:
    """Each device that gives a picture: `camera` (what to name), `width`, `height`, `rate` (0: unknown)."""
    for number in _numbers():
        capture = cv2.VideoCapture(number)
        there, pixels = capture.read() if capture.isOpened() else (False, None)
        rate = capture.get(cv2.CAP_PROP_FPS) if there else 0.0
        capture.release()
        if there and pixels is not None:
            height, width = pixels.shape[:2]
            yield {"camera": str(number), "width": width, "height": height, "rate": round(rate, 1)}


def _numbers() -> list[int]:
    """Device numbers that may be cameras."""
    if sys.platform != "linux":
        return list(range(MOST_GUESSED))
    names = (path.name.removeprefix("video") for path in Path("/dev").glob("video*"))
    return sorted(int(name) for name in names if name.isdecimal())
