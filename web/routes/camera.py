"""The camera: how well it sees, and a phone's page in its place."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from web.access import begin_session
from web.address import Address, answers, fresh, text_sent, the_table
from web.bodies import ChooseCamera, Press, SentPicture, Short
from web.contract import Conflict
from web.lateness import Lateness
from web.records.answers import CameraTold, PictureTaken, PortTold
from web.sessions import Sessions

camera = fresh(Blueprint("camera", __name__, url_prefix="/api/camera"))


@camera.get("")
@answers(CameraTold)
def how_well_it_sees() -> Response:
    """Which camera it is, and what lets it see better: {"phone", "size", "advice": [{"about", "good", "message"}]}."""
    return jsonify(dict(the_table().camera.advice()))


def choose(body: ChooseCamera) -> CameraTold:
    """The device that calls itself so is the camera from now on; null: the one that the program was started with.

    The advice is the answer.
    """
    the_table().camera.choose(body.sender)
    return the_table().camera.advice()


def sent(_: SentPicture) -> PictureTaken:
    """A JPEG from the device `?sender=TEXT`; 409: another camera was chosen. The next one is sent when it is answered.

    X-Phone and X-Picture-Number tell which picture of which opened page it is: one sent already is no news.
    X-Picture-Taken (milliseconds of the phone's clock): {"late": true} where it was held up on its way, and is not
    taken for new. X-Picture-After: the "now" of the answer before it was taken, which says how old it is whatever the
    phone's clock says.
    """
    sender = text_sent(Short, "sender", request.args.get("sender"))
    picture = request.get_data(cache=False)
    lateness: Lateness = current_app.extensions["tilewatch.lateness"]
    if _was_held_up(lateness):
        return {"ok": True, "late": True, "now": lateness.now}
    the_table().camera.sent(sender, picture, request.headers.get("X-Phone", "")[:40], _said("X-Picture-Number"))
    return {"ok": True, "now": lateness.now}


def _was_held_up(lateness: Lateness) -> bool:
    """Whether the picture that is sent shows a table of a while ago; a program that does not say is believed."""
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
    """Begins the demo beside the table, anew each time: {"port"} of its own page."""
    begin: Callable[[], tuple[int, Sessions]] | None = current_app.extensions.get("tilewatch.demo")
    if begin is None:
        raise Conflict("no-demo")
    port, sessions = begin()
    answer = jsonify({"port": port})
    begin_session(answer, sessions, over_https=False)
    return answer


CAMERA: tuple[Address[Any], ...] = (
    Address("/camera", ChooseCamera, choose),
    Address("/camera/picture", SentPicture, sent),
    Address("/camera/demo", Press, demo),
)
