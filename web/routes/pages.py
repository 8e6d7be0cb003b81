"""The pages of a table."""

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from web.address import the_table
from web.routes.frames import agreement_on, entered, frame, language_chosen
from web.routes.joining import SCREENS, explained, leads_on, told_of_phones
from web.routes.rules import asked_rules
from web.wording import rules_told

pages = Blueprint("pages", __name__)


@pages.get("/")
def index() -> Response:
    """The game; its address with the PIN (as in the QR code) lets a device press buttons.

    Over plain HTTP that address first explains HTTPS, unless it contains `plain`.
    """
    pin, to = request.args.get("pin"), request.args.get("to")
    if pin is None:
        return frame("game")
    if leads_on() and "plain" not in request.args:
        return explained(to, pin)
    return entered(pin, f"/{to}" if to in SCREENS else "/")


@pages.get("/<any(" + ", ".join(f'"{name}"' for name in SCREENS) + "):name>")
def page(name: str) -> Response:
    """One of the other screens; over plain HTTP a phone is not offered the camera's screen."""
    if name == "camera" and leads_on():
        return explained("camera", None)
    return frame(name, **told_of_phones())


@pages.get("/agreement")
def agreement() -> Response:
    """The rules of this match (or of `?rules=PRESET`), the disputed ones first."""
    state = the_table().state()
    rules, may_change = asked_rules(state), state["match"] is not None and "rules" not in request.args
    return agreement_on(rules, asked=list(rules_told.asked_most(rules)), may_change=may_change)


@pages.get("/language/<code>")
def choose_language(code: str) -> AnyResponse:
    """Remembers a language on this device and goes back to where the choice was made."""
    return language_chosen(code, "/more")
