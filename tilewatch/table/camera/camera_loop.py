"""The thread that follows the camera: each newest picture to the live table, and the time in between."""

import threading
from typing import Protocol

from tilewatch.table.live import LiveTable
from vision.camera import Picture

BEAT = 0.2
"""Seconds after which the table hears of the time although no picture came."""


class PictureSource(Protocol):
    """Where pictures come from: vision.camera.Camera."""

    def newer_than(self, number: int, patience: float) -> Picture | None:
        """The newest picture as soon as there is one with a higher number."""


def follow(pictures: PictureSource, table: LiveTable, stop: threading.Event) -> None:
    """Shows the table one picture after the other until `stop` is set; a slow reading skips pictures."""
    number = 0
    while not stop.is_set():
        picture = pictures.newer_than(number, BEAT)
        if picture is not None:
            number = picture.number
            table.see(picture)
        table.tick()
