"""Detects a camera that mirrors its pictures, and turns them back: by itself once tiles are seen, or when a player says
so."""

from collections.abc import Callable

from tilewatch.table.situation import Situation
from tilewatch.view import unsure
from vision.camera import Camera, PictureError, mirror_image
from vision.reading import has_doubts, is_mirrored
from vision.watching import PictureReader

AGAIN = 20.0
"""Seconds after which the check is repeated for a camera whose tiles are in doubt."""
ENOUGH = 3
"""Tiles that must be read before the check is made."""


class MirrorCheck:
    """Checks once for each camera whether the mirror image reads better, and again while tiles are in doubt.

    `clock`: monotonic seconds.
    """

    def __init__(self, camera: Camera, situation: Situation, reader: PictureReader, clock: Callable[[], float]) -> None:
        self._camera, self._now, self._reader, self._clock = camera, situation, reader, clock
        self._asked: tuple[str | None, float] | None = None
        self._said_of: tuple[str | None] | None = None

    def say(self, is_mirrored: bool) -> None:
        """Sets whether this camera mirrors, as a player said; the automatic check is off for this camera from now
        on."""
        self._said_of = (self._camera.sender,)
        self._camera.is_turned = is_mirrored

    def tick(self) -> None:
        """Makes the check if it is due. Called after each picture, by the thread that reads."""
        snapshot, sender = self._now.view.snapshot, self._camera.sender
        is_said, is_enough = self._said_of == (sender,), len(snapshot.table.tiles) >= ENOUGH
        if not is_said and snapshot.steady and is_enough and self._is_due(sender):
            self._asked = sender, self._clock()
            if self._reads_better_turned():
                self._camera.is_turned = not self._camera.is_turned

    def _is_due(self, sender: str | None) -> bool:
        if self._asked is None or self._asked[0] != sender:
            return True
        return bool(unsure(self._now.view.table)) and self._clock() - self._asked[1] >= AGAIN

    def _reads_better_turned(self) -> bool:
        newest = self._camera.newest
        try:
            if newest is None or not has_doubts(reading := self._reader.read(newest.pixels)):
                return False
            return is_mirrored(reading, self._reader.read(mirror_image(newest.pixels)))
        except PictureError:
            return False
