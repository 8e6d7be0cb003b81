"""Which devices may press buttons.

`POST /api/pin` {"pin": "123456"}         the PIN trades for a session: a cookie that lasts until it is revoked
`POST /api/pin/pass`                      {"pass": "K7…"}: lets one device in instead of the PIN, whoever guesses that
`POST /api/pin/change`                    makes up another PIN; devices with a session stay
`GET  /api/pin/guesses`                   {"from": ["192.168.1.66"]}: who guesses the PIN just now
`POST /api/phones`                        lets phones in: the page, open to its own machine alone, opens to the network
`GET  /api/sessions`                      {"sessions": [{"id", "device", "since", "own"}, …]}, the oldest first
`POST /api/sessions/revoke` {"id": "…"}   ends one
"""

import secrets
from collections.abc import Callable

from flask import Blueprint, Response, current_app, jsonify, request

from web.access import check_control, check_origin, check_pin, let_in, session, the_pin, the_sessions
from web.bodies import Press, RevokeSession, ShowPin, body_of
from web.contract import BadRequest, Conflict
from web.device_names import device_called
from web.routes.shared import fresh

devices = fresh(Blueprint("devices", __name__, url_prefix="/api"))


@devices.post("/pin")
def show_pin() -> Response:
    """A device shows the PIN once and holds a session from then on."""
    check_origin()
    check_pin(body_of(ShowPin).pin)
    answer = jsonify({"ok": True})
    let_in(answer)
    return answer


@devices.post("/pin/pass")
def make_pass() -> Response:
    """Lets one more device in while somebody guesses."""
    check_control()
    body_of(Press)
    return jsonify({"pass": the_pin().new_pass()})


@devices.post("/pin/change")
def change_pin() -> Response:
    """Makes up another PIN."""
    check_control()
    body_of(Press)
    pin = the_pin()
    if pin.pin is not None:
        made = f"{secrets.randbelow(10**6):06}"
        current_app.extensions.get("tilewatch.keep_pin", lambda _pin: None)(made)
        pin.pin = made
    return jsonify({"pin": pin.pin})


@devices.get("/pin/guesses")
def guesses() -> Response:
    """Who guesses the PIN."""
    check_pin(request.headers.get("X-Table-Pin"))
    return jsonify({"from": list(the_pin().guessing())})


@devices.post("/phones")
def let_phones_in() -> Response:
    """Opens the page to the network."""
    check_control()
    body_of(Press)
    let_in_from_outside: Callable[[], None] | None = current_app.extensions.get("tilewatch.let_phones_in")
    if let_in_from_outside is None:
        raise Conflict("no-network")
    let_in_from_outside()
    return jsonify({"ok": True})


@devices.get("/sessions")
def sessions() -> Response:
    """Every device that may press buttons."""
    check_pin(request.headers.get("X-Table-Pin"))
    own = session()
    told = [
        {
            "id": one.id,
            "device": device_called(one.device),
            "since": one.since,
            "own": own is not None and one.id == own.id,
        }
        for one in the_sessions().listed()
    ]
    return jsonify({"sessions": told})


@devices.post("/sessions/revoke")
def revoke() -> Response:
    """Ends the session of a device."""
    check_control()
    wanted = body_of(RevokeSession).id
    if not the_sessions().revoke(wanted):
        raise BadRequest("no-such-session", id=wanted)
    return jsonify({"ok": True})
