"""A camera that mirrors its pictures is turned back: by itself, once it shows tiles, or by a person's word."""

from collections.abc import Callable

from tilewatch.table.situation import Situation
from tilewatch.view import unsure
from vision.camera import Camera, PictureError, mirror_image
from vision.reading import has_doubts, is_mirrored
from vision.watching import PictureReader

AGAIN = 20.0
"""Seconds after which a camera that shows doubtful tiles is looked at once more."""
ENOUGH = 3
"""Tiles that have to lie there."""


class MirrorCheck:
    """Asks of each camera once, and again where tiles are in doubt, whether the mirror image reads better.

    `clock`: seconds that only grow.
    """

    def __init__(self, camera: Camera, situation: Situation, reader: PictureReader, clock: Callable[[], float]) -> None:
        self._camera, self._now, self._reader, self._clock = camera, situation, reader, clock
        self._asked: tuple[str | None, float] | None = None
        self._said_of: tuple[str | None] | None = None

    def say(self, is_mirrored: bool) -> None:
        """A person says whether this camera mirrors: nothing is turned by itself any more while it is the camera."""
        self._said_of = (self._camera.sender,)
        self._camera.is_turned = is_mirrored

    def tick(self) -> None:
        """Is called after a picture, by the thread that reads."""
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
