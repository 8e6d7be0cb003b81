"""The camera: how well it sees, and a phone's page in its place.

`GET  /api/camera`                            {"phone", "size", "advice": [{"about", "good", "message"}, …]}
`POST /api/camera` {"sender": "TEXT"}         the device that calls itself so is the camera from now on; null: the one
                                              that the program was started with
`POST /api/camera/picture?sender=TEXT`        a JPEG from that device; 409: another camera was chosen. The next one is
                                              sent when this one is answered. X-Phone and X-Picture-Number tell which
                                              picture of which opened page it is: one sent already is no news.
                                              X-Picture-Taken (milliseconds of the phone's clock): {"late": true} where
                                              it was held up on its way, and is not taken for new. X-Picture-After: the
                                              "now" of the answer before it was taken, which says how old it is whatever
                                              the phone's clock says; without it that clock has to be right
`POST /api/camera/demo`                       the demo begins beside the table, anew each time: {"port"} of its own page
"""

from collections.abc import Callable

from flask import Blueprint, Response, current_app, jsonify, request

from web.access import begin_session
from web.bodies import ChooseCamera, SenderId, body_of
from web.contract import Conflict
from web.lateness import Lateness
from web.routes.shared import guarded, text_sent, the_table
from web.sessions import Sessions

camera = guarded(Blueprint("camera", __name__, url_prefix="/api/camera"))


@camera.get("")
def how_well_it_sees() -> Response:
    """Which camera it is and what to do so that it sees better."""
    return jsonify(dict(the_table().camera.advice()))


@camera.post("")
def choose() -> Response:
    """Chooses the camera."""
    the_table().camera.choose(body_of(ChooseCamera).sender)
    return how_well_it_sees()


@camera.post("/picture")
def sent() -> Response:
    """A phone's picture."""
    sender = text_sent(SenderId, "sender", request.args.get("sender"))
    picture = request.get_data(cache=False)
    lateness: Lateness = current_app.extensions["tilewatch.lateness"]
    if _was_held_up(lateness):
        return jsonify({"ok": True, "late": True, "now": lateness.now})
    the_table().camera.sent(sender, picture, request.headers.get("X-Phone", "")[:40], _said("X-Picture-Number"))
    return jsonify({"ok": True, "now": lateness.now})


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


@camera.post("/demo")
def demo() -> Response:
    """Begins the demo at a page of its own."""
    begin: Callable[[], tuple[int, Sessions]] | None = current_app.extensions.get("tilewatch.demo")
    if begin is None:
        raise Conflict("no-demo")
    port, sessions = begin()
    answer = jsonify({"port": port})
    begin_session(answer, sessions, over_https=False)
    return answer
