"""The camera: how well it sees, a phone in its place, and which pictures were delayed on their way."""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from web.access import begin_session
from web.address import Address, answers, fresh, text_sent, the_table
from web.bodies import ChooseCamera, MirrorCamera, Press, SentPicture
from web.contract import Conflict
from web.records.answers import CameraTold, PictureTaken, PortTold
from web.sessions import Sessions
from web.texts import Short

camera = fresh(Blueprint("camera", __name__, url_prefix="/api/camera"))
LATE = 1.5
"""Seconds of delay beyond the fastest recent picture from which a picture counts as delayed."""
OLD = 10.0
"""Seconds after which a picture is out of date, by this machine's clock or, before a first answer, by both clocks."""
OF_LATE = 10.0
"""Seconds over which the fastest picture is searched, and for which a phone's pictures may be refused after its clock
changed."""


class Lateness:
    """The delay of the pictures of one opened page, by the phone's clock and this machine's.

    The clocks need not agree: only differences between pictures count. `clock`: monotonic seconds of this machine.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._page = ""
        self._ways: deque[tuple[float, float]] = deque()

    @property
    def now(self) -> int:
        """The present moment in milliseconds, sent with an answer; the next picture returns it."""
        return round(1000 * self._clock())

    def is_old(self, taken: float, after: int | None) -> bool:
        """Whether a picture shows a table of the past. `taken`: seconds since the epoch by the phone's clock.

        `after`: the moment in the answer before the picture; None: it is the first, and the clocks have to agree.
        """
        if after is None:
            return time.time() - taken > OLD
        return not 0 <= self.now - after <= 1000 * OLD

    def is_late(self, page: str, taken: float) -> bool:
        """Whether a new picture was delayed. `page`: the page that sent it; `taken`: seconds by the phone's clock."""
        with self._lock:
            now = self._clock()
            if page != self._page:
                self._page = page
                self._ways.clear()
            self._ways.append((now, now - taken))
            quickest = min(way for _, way in self._ways)
            while now - self._ways[0][0] > OF_LATE:
                self._ways.popleft()
            return now - taken > quickest + LATE


@camera.get("")
@answers(CameraTold)
def how_well_it_sees() -> Response:
    """The present camera, and how it would see better: {"phone", "size", "advice": [{"about", "good", "message"}]}."""
    return jsonify(dict(the_table().camera.advice()))


def choose(body: ChooseCamera) -> CameraTold:
    """Makes the device of this name the camera; null: the camera of the program's start. The answer is the advice."""
    the_table().camera.choose(body.sender)
    return the_table().camera.advice()


def mirror(body: MirrorCamera) -> CameraTold:
    """Sets whether the camera mirrors its pictures. The answer is the advice."""
    the_table().camera.mirror(body.mirrored)
    return the_table().camera.advice()


def sent(_: SentPicture) -> PictureTaken:
    """A JPEG from the device `?sender=TEXT`; 409: another camera was chosen. The device sends the next picture once
    this one is answered.

    X-Phone and X-Picture-Number: the opened page, and the picture's number on it; a repeated picture is ignored.
    X-Picture-Taken: when it was taken, in milliseconds of the phone's clock; the answer {"late": true} means that it
    was delayed on its way and is ignored. X-Picture-After: the "now" of the answer before the picture, which tells its
    age without the phone's clock.
    """
    sender = text_sent(Short, "sender", request.args.get("sender"))
    picture = request.get_data(cache=False)
    lateness: Lateness = current_app.extensions["tilewatch.lateness"]
    if _was_held_up(lateness):
        return {"ok": True, "late": True, "now": lateness.now}
    the_table().camera.sent(sender, picture, request.headers.get("X-Phone", "")[:40], _said("X-Picture-Number"))
    return {"ok": True, "now": lateness.now}


def _was_held_up(lateness: Lateness) -> bool:
    """Whether the picture is out of date; if the program does not say when it was taken, it is trusted."""
    taken = _said("X-Picture-Taken")
    if taken is None:
        return False
    is_late = lateness.is_late(request.headers.get("X-Phone", "")[:40], taken / 1000)
    return is_late or lateness.is_old(taken / 1000, _said("X-Picture-After"))


def _said(name: str) -> int | None:
    """The whole number in a header; None: there is none."""
    said = request.headers.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= 16 else None


@answers(PortTold)
def demo(_: Press) -> Response:
    """Starts the demo beside the table, from the beginning each time: {"port"} of its own page."""
    begin: Callable[[], tuple[int, Sessions]] | None = current_app.extensions.get("tilewatch.demo")
    if begin is None:
        raise Conflict("no-demo")
    port, sessions = begin()
    answer = jsonify({"port": port})
    begin_session(answer, sessions, over_https=False)
    return answer


CAMERA: tuple[Address[Any], ...] = (
    Address("/camera", ChooseCamera, choose),
    Address("/camera/mirror", MirrorCamera, mirror),
    Address("/camera/picture", SentPicture, sent),
    Address("/camera/demo", Press, demo),
)
