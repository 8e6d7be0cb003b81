"""The choice of the camera that sees the table, and advice on how it would see better."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tilewatch.table.camera.mirror import MirrorCheck
from tilewatch.table.situation import Situation
from tilewatch.table.watching import Watching
from tilewatch.view import CameraSight, advice, unsure
from vision.camera import PHOTOS, Camera, Picture, PictureError, Pixels, lighting_of, period_of
from vision.reading import PlacedTile
from vision.watching import SettledTile, is_stray
from web.contract import BadRequest, Conflict
from web.records.answers import Advice, CameraTold
from web.records.said import told_of

SMALL_FOR_GOOD = "advice.no-more"
"""Code of the advice "this camera gives no larger picture". It is left out for a phone, whose page sends smaller
pictures while the Wi-Fi is slow and larger pictures again afterwards."""


NO_SIGHT = CameraSight(None, 0.0, None, np.zeros((0, 4, 2), np.float32))
"""Measurements of a camera that is not used: all unknown."""


class CameraChoice:
    """Chooses the table's camera: the camera the program was started with, or a device in its place
    (web.contract.CameraControls)."""

    def __init__(self, camera: Camera, situation: Situation, watching: Watching, mirror: MirrorCheck) -> None:
        self._camera, self._now, self._watching, self._mirror = camera, situation, watching, mirror

    def choose(self, sender: str | None) -> None:
        """Makes the device `sender` the camera; None: the camera that the program was started with."""
        if sender != self._camera.sender:
            self._now.camera_chosen()
            self._watching.camera_chosen()
        self._camera.choose(sender)
        if sender == PHOTOS:
            seen = replace(self._now.view.snapshot, steady=True, covered=False, strange=False)
            self._now.update(replace(seen, dark=False, blank=False))

    def mirror(self, is_mirrored: bool) -> None:
        """Turns the camera's pictures back from now on, or takes them as they come: a player said whether it mirrors
        them."""
        self._mirror.say(is_mirrored)

    def sent(self, sender: str, picture: bytes, page: str = "", number: int | None = None) -> None:
        """Takes a JPEG from the device that is the camera. Raises Refused: another camera was chosen, or the bytes are
        no JPEG.

        `page`, `number`: the opened page that sends and the picture's number on it; a picture that was sent before is
        ignored.
        """
        try:
            is_taken = self._camera.sent(sender, picture, page, number)
        except PictureError as error:
            raise BadRequest("photo-unusable", problem=error.message) from error
        if not is_taken:
            raise Conflict("camera.another-chosen")

    def advice(self) -> CameraTold:
        """The camera in use, and advice on how to make it see better."""
        is_phone = self._camera.sender is not None
        advices: list[Advice] = [
            {"about": one.about, "good": one.good, "level": one.level.value, "message": told_of(one.message)}
            for one in advice(self._sight())
            if not (is_phone and one.message.code == SMALL_FOR_GOOD)
        ]
        mirrored = self._camera.is_turned
        return {"phone": is_phone, "size": self._camera.size, "mirrored": mirrored, "advice": advices}

    def _sight(self) -> CameraSight:
        with self._now.lock:
            view, newest = self._now.view, self._camera.newest
        certain = [tile for tile in view.table.unread if not is_stray(tile)]
        quads, unread = (_quads(places) for places in (view.table.tiles, certain))
        size = None if newest is None else self._camera.size
        thumbnail = _thumbnail(newest)
        light = None if thumbnail is None else lighting_of(thumbnail)
        period = None if thumbnail is None or not len(unread) else period_of(thumbnail)
        pattern = None if period is None or size is None else period * size[0]
        doubts = len(unsure(view.table))
        by_hand = self._now.has_no_camera and self._camera.sender is None
        if self._now.by_photos:
            return replace(NO_SIGHT, by_photos=True)
        is_still, is_clear = self._camera.is_still, self._watching.clarity.is_good
        known = CameraSight(
            size, self._camera.rate, light, quads, doubts, view.trouble, unread, pattern, by_hand, is_still, is_clear
        )
        pulse = self._watching.pulse
        is_turned = self._camera.is_turned
        return replace(known, is_turned=is_turned, has_bands=pulse.has_bands, breathes=pulse.breathes)


def _quads(places: Sequence[PlacedTile] | Sequence[SettledTile]) -> NDArray[np.float32]:
    """The quads of these tiles, (N, 4, 2) in pixels."""
    return np.array([place.quad for place in places], np.float32).reshape(-1, 4, 2)


def _thumbnail(picture: Picture | None) -> Pixels | None:
    """A small copy of the picture; None: there is no picture, or it cannot be decoded."""
    try:
        return None if picture is None else picture.thumbnail
    except PictureError:
        return None
