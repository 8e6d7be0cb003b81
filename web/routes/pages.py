"""The pages of a table: what the players look at, and how a phone finds them."""

import socket
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, request
from werkzeug.wrappers import Response as AnyResponse

from web.access import Forbidden, check_pin, may_press, the_pin
from web.routes.frames import agreement_on, code_of, entered, frame, language_chosen
from web.routes.rules import asked_rules
from web.routes.shared import the_table
from web.wording import rules_told

NAMED = ("setup", "camera", "turns", "racks", "scores", "tv", "my-rack", "sets", "more", "matches", "players")
"""Pages that are a frame and a script of the same name."""
pages = Blueprint("pages", __name__)


@pages.get("/")
def index() -> Response:
    """The game; its address with the PIN (as in the QR code) lets a device press buttons."""
    pin, to = request.args.get("pin"), request.args.get("to")
    if pin is None:
        return frame("game")
    return entered(pin, f"/{to}" if to in NAMED else "/")


@pages.get("/<any(" + ", ".join(f'"{name}"' for name in NAMED) + "):name>")
def page(name: str) -> Response:
    """One of the other screens."""
    is_open, knows_pin = phones_address() is not None, may_press()
    told = {"is_open": is_open, "has_code": is_open and knows_pin, "secure_address": secure_address()}
    return frame(name, address=_open_address(), **told)


@pages.get("/agreement")
def agreement() -> Response:
    """The rules of this match (or of `?rules=PRESET`), the disputed ones first."""
    rules = asked_rules(the_table().state())
    return agreement_on(rules, asked=list(rules_told.asked_most(rules)))


@pages.get("/language/<code>")
def choose_language(code: str) -> AnyResponse:
    """Remembers a language on this device and goes back to where the choice was made."""
    return language_chosen(code, "/more")


@pages.get("/qr.svg")
def qr_code() -> Response:
    """The code that lets a phone join, PIN and all; only for a device that has shown the PIN."""
    check_pin(request.headers.get("X-Table-Pin"))
    address = phones_address(request.args.get("to"))
    if address is None:
        raise Forbidden(404, "this-machine-only")
    return code_of(address)


def phones_address(to: str | None = None) -> str | None:
    """Where a phone finds this page, with the PIN; None where it is open to this machine only.

    The program says so in the setting TILEWATCH_ADDRESS; else it is how this device came here. `to`: the screen that it
    opens; the camera's needs HTTPS.
    """
    told: str | None = current_app.config.get("TILEWATCH_ADDRESS")
    base = told or (None if _is_this_machine(request.host) else request.host_url)
    if base is None:
        return None
    base = (secure_address() or base) if to == "camera" else base
    pin, screen = the_pin().pin, to if to in NAMED else None
    if pin is None:
        return f"{base}{screen or ''}"
    return f"{base}?pin={pin}" + (f"&to={screen}" if screen else "")


def secure_address() -> str | None:
    """Where this page is reached over HTTPS, as the program says in the setting TILEWATCH_SECURE; None: nowhere."""
    told: str | None = current_app.config.get("TILEWATCH_SECURE")
    return told


def _open_address() -> str | None:
    """The address without the PIN, as one types it."""
    address = phones_address()
    return None if address is None else urlsplit(address).netloc


def _is_this_machine(host: str) -> bool:
    name = urlsplit(f"//{host}").hostname or ""
    return name in ("localhost", "::1", socket.gethostname()) or name.startswith("127.")
