"""Which camera sees the table, and what would make it see better."""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from tilewatch.table.situation import CameraStatus, Situation
from tilewatch.view import CameraSight, advice, unsure
from vision.camera import Light, Picture, PictureError, light_of
from web.contract import BadRequest, Conflict


class ChosenCamera(CameraStatus, Protocol):
    """What is asked of a camera: vision.camera.Camera, or a test's own."""

    @property
    def newest(self) -> Picture | None:
        """The newest picture."""
        ...

    @property
    def sender(self) -> str | None:
        """The device that sends its pictures."""
        ...

    def choose(self, sender: str | None) -> None:
        """Takes a device's pictures from now on, or the source's."""
        ...

    def sent(self, sender: str, picture: bytes, page: str = "", number: int | None = None) -> bool:
        """Takes a picture that a device sent."""
        ...


class CameraChoice:
    """The camera, and a phone in its place (web.contract.CameraControls)."""

    def __init__(self, camera: ChosenCamera, situation: Situation) -> None:
        self._camera, self._now = camera, situation

    def choose(self, sender: str | None) -> None:
        """A device is the camera from now on; None: the camera that the program was started with is."""
        self._camera.choose(sender)

    def sent(self, sender: str, picture: bytes, page: str = "", number: int | None = None) -> None:
        """A device that is the camera sends a JPEG. Raises Refused: another camera was chosen, or it is no JPEG.

        `page`, `number`: which picture of which opened page it is; one that was sent already is no news.
        """
        try:
            is_taken = self._camera.sent(sender, picture, page, number)
        except PictureError as error:
            raise BadRequest("photo-unusable", problem=error.message) from error
        if not is_taken:
            raise Conflict("camera.another-chosen")

    def advice(self) -> Mapping[str, Any]:
        """Which camera it is, and what to do so that it sees better."""
        told = [
            {"about": one.about, "good": one.good, "message": one.message.to_json()} for one in advice(self._sight())
        ]
        return {"phone": self._camera.sender is not None, "size": self._camera.size, "advice": told}

    def _sight(self) -> CameraSight:
        with self._now.lock:
            view, newest = self._now.view, self._camera.newest
        quads = np.array([tile.quad for tile in view.table.tiles], np.float32).reshape(-1, 4, 2)
        size = None if newest is None else self._camera.size
        doubts = len(unsure(view.table)) + len(view.table.unread)
        return CameraSight(size, self._camera.rate, _light(newest), quads, doubts, view.trouble)


def _light(picture: Picture | None) -> Light | None:
    """The light in a picture; None: it cannot be read."""
    try:
        return None if picture is None else light_of(picture.thumbnail)
    except PictureError:
        return None
