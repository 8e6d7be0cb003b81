"""Which devices may press buttons."""

import secrets
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from web.access import check_origin, check_pin, let_in, session, the_pin, the_sessions
from web.address import Address, answers, fresh
from web.bodies import Press, RevokeSession, ShowPin
from web.contract import BadRequest
from web.records.answers import Guesses, Ok, PassTold, PinTold, SessionsTold, SessionTold
from web.sessions import device_called

devices = fresh(Blueprint("devices", __name__, url_prefix="/api"))


@devices.get("/sessions")
@answers(SessionsTold)
def sessions() -> Response:
    """Every device that may press, the oldest first: {"sessions": [{"id", "device", "since", "own"}, …]}."""
    check_pin(request.headers.get("X-Table-Pin"))
    own = session()
    sessions: list[SessionTold] = [
        {
            "id": one.id,
            "device": device_called(one.device),
            "since": one.since,
            "own": own is not None and one.id == own.id,
        }
        for one in the_sessions().listed()
    ]
    return jsonify({"sessions": sessions})


@devices.get("/pin/guesses")
@answers(Guesses)
def guesses() -> Response:
    """Who guesses the PIN just now: {"from": ["192.168.1.66"]}."""
    check_pin(request.headers.get("X-Table-Pin"))
    return jsonify({"from": list(the_pin().guessing())})


@answers(Ok)
def show_pin(body: ShowPin) -> Response:
    """A device shows the PIN once; its session, a cookie, lasts until it is revoked."""
    check_pin(body.pin)
    answer = jsonify({"ok": True})
    let_in(answer)
    return answer


def make_pass(_: Press) -> PassTold:
    """Lets one device in instead of the PIN, whoever guesses that: {"pass"}."""
    return {"pass": the_pin().new_pass()}


def change_pin(_: Press) -> PinTold:
    """Makes up another PIN; devices with a session stay: {"pin"}."""
    pin = the_pin()
    if pin.pin is not None:
        made = f"{secrets.randbelow(10**6):06}"
        current_app.extensions.get("tilewatch.keep_pin", lambda _pin: None)(made)
        pin.pin = made
    return {"pin": pin.pin}


def revoke(body: RevokeSession) -> Ok:
    """Ends the session of a device."""
    if not the_sessions().revoke(body.id):
        raise BadRequest("no-such-session", id=body.id)
    return {"ok": True}


DEVICES: tuple[Address[Any], ...] = (
    Address("/pin", ShowPin, show_pin, who=check_origin),
    Address("/pin/pass", Press, make_pass),
    Address("/pin/change", Press, change_pin),
    Address("/sessions/revoke", RevokeSession, revoke),
)
