"""Which devices may press buttons."""

import secrets
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, current_app, jsonify

from web.access import check_here, check_host, check_origin, let_in, session, the_pin, the_sessions
from web.address import Address, answers, fresh
from web.bodies import ChooseLooking, Press, RevokeSession, ShowPin
from web.contract import BadRequest, Conflict
from web.looking import the_looking
from web.records.answers import Guesses, LookingTold, Ok, PassTold, PinTold, SessionsTold, SessionTold
from web.sessions import PLAY, device_called
from web.taken_away import taking_away

devices = fresh(Blueprint("devices", __name__, url_prefix="/api"))


@devices.get("/sessions")
@answers(SessionsTold)
def sessions() -> Response:
    """Every device that may press, the oldest first: {"sessions": [{"id", "device", "since", "own"}, …]}."""
    check_host()
    own = session()
    sessions: list[SessionTold] = [
        {
            "id": one.id,
            "device": device_called(one.device),
            "since": one.since,
            "own": own is not None and one.id == own.id,
            "plays_only": one.role == PLAY,
        }
        for one in the_sessions().listed()
    ]
    return jsonify({"sessions": sessions})


@devices.get("/pin/guesses")
@answers(Guesses)
def guesses() -> Response:
    """The addresses that are guessing the PIN now: {"from": ["192.168.1.66"]}."""
    check_host()
    return jsonify({"from": list(the_pin().guessing())})


@answers(Ok)
def show_pin(body: ShowPin) -> Response:
    """Begins a session for a device that shows the PIN; the session, a cookie, lasts until it is revoked."""
    answer = jsonify({"ok": True})
    let_in(answer, body.pin)
    return answer


def show_host(_: Press) -> Ok:
    """Opens the page with the PIN in the browser of the table's own computer, and prints the address there."""
    show: Callable[[], None] | None = current_app.extensions.get("tilewatch.show_host")
    if show is None:
        raise Conflict("no-screen")
    show()
    return {"ok": True}


def make_pass(_: Press) -> PassTold:
    """Makes a pass, which lets one device in instead of the PIN, even while the PIN is being guessed: {"pass"}."""
    return {"pass": the_pin().new_pass()}


def change_pin(_: Press) -> PinTold:
    """Replaces the PIN by a random one; sessions stay valid: {"pin"}."""
    pin = the_pin()
    if pin.pin is not None:
        made = next(one for one in iter(lambda: f"{secrets.randbelow(10**6):06}", "") if pin.role_of(one) is None)
        with taking_away("pin", pin.pin, text=pin.pin):
            keep_pin(made)
    return {"pin": pin.pin}


def keep_pin(given: str) -> None:
    """Sets the PIN, also for the next start. Raises NotWritten."""
    current_app.extensions.get("tilewatch.keep_pin", lambda _pin: None)(given)
    the_pin().pin = given


@devices.get("/looking")
@answers(LookingTold)
def looking() -> Response:
    """Who may look: {"let_in_only"}."""
    check_host()
    return jsonify({"let_in_only": the_looking().let_in_only})


def choose_looking(body: ChooseLooking) -> LookingTold:
    """Sets whether every device in the network may look, or only devices that were let in; pictures and files are
    always only for these.
    """
    the_looking().choose(body.let_in_only)
    return {"let_in_only": body.let_in_only}


def revoke(body: RevokeSession) -> Ok:
    """Ends the session of a device."""
    found = next((one for one in the_sessions().listed() if one.id == body.id), None)
    if found is None:
        raise BadRequest("no-such-session", id=body.id)
    with taking_away("device", device_called(found.device), session=found):
        the_sessions().revoke(body.id)
    return {"ok": True}


DEVICES: tuple[Address[Any], ...] = (
    Address("/pin", ShowPin, show_pin, who=check_origin),
    Address("/pin/here", Press, show_host, who=check_here),
    Address("/pin/pass", Press, make_pass, who=check_host),
    Address("/pin/change", Press, change_pin, who=check_host),
    Address("/looking", ChooseLooking, choose_looking, who=check_host),
    Address("/sessions/revoke", RevokeSession, revoke, who=check_host),
)
