"""The pages: what the players look at. Each is a frame that its script fills from the state."""

import io
import socket
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, current_app, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.rules import Rules
from web.access import Forbidden, check_pin, is_opened_by_a_person, let_in, may_press, the_pin
from web.routes.history import the_match, the_player
from web.routes.rules import asked_rules
from web.routes.shared import the_table
from web.wording import rules_told
from web.wording.catalogue import languages
from web.wording.script_texts import script_texts, version
from web.wording.speaking import LANGUAGE_COOKIE

NAMED = ("setup", "camera", "turns", "racks", "scores", "tv", "my-rack", "more", "matches", "players")
"""Pages that are a frame and a script of the same name."""
ICONS = [
    {"src": "/static/icons/icon-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "/static/icons/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
]
pages = Blueprint("pages", __name__)


@pages.get("/")
def index() -> AnyResponse:
    """The game; its address with the PIN (as in the QR code) lets a device press buttons."""
    pin, to = request.args.get("pin"), request.args.get("to")
    if pin is None:
        return _page("game")
    answer = redirect(f"/{to}" if to in NAMED else "/")
    assert isinstance(answer, Response)
    if is_opened_by_a_person():
        check_pin(pin)
        let_in(answer)
    return answer


@pages.get("/<any(" + ", ".join(f'"{name}"' for name in NAMED) + "):name>")
def page(name: str) -> Response:
    """One of the other screens."""
    is_open, knows_pin = phones_address() is not None, may_press()
    told = {"is_open": is_open, "has_code": is_open and knows_pin, "secure_address": secure_address()}
    return _page(name, address=_open_address(), **told)


@pages.get("/matches/<int:number>")
def match_page(number: int) -> Response:
    """One match and its replay."""
    return _page("match", number=the_match(number)["number"])


@pages.get("/players/<path:name>")
def player_page(name: str) -> Response:
    """One player's figures."""
    return _page("player", who=the_player(name)["name"])


@pages.get("/agreement")
def agreement() -> Response:
    """The rules of this match (or of `?rules=PRESET`), the disputed ones first."""
    rules = asked_rules(the_table().state())
    told = {"disputed": rules_told.disputed(rules), "chapters": list(rules_told.chapters(rules))}
    asked = list(rules_told.asked_most(rules))
    return _page("agreement", rules=rules, leaflets=rules_told.leaflets(), asked=asked, **told)


@pages.get("/language/<code>")
def choose_language(code: str) -> AnyResponse:
    """Remembers a language on this device and goes back to where the choice was made."""
    answer = redirect("/more")
    if code in languages():
        answer.set_cookie(LANGUAGE_COOKIE, code, 365 * 86400, samesite="Lax")
    return answer


@pages.get("/texts/<code>.js")
def texts(code: str) -> Response:
    """A language's texts for the scripts."""
    if code not in languages():
        abort(404)
    answer = Response(script_texts(code), mimetype="text/javascript")
    is_newest = request.args.get("v") == version(code)
    answer.headers["Cache-Control"] = "public, max-age=31536000" if is_newest else "no-cache"
    return answer


@pages.get("/qr.svg")
def qr_code() -> Response:
    """The code that lets a phone join, PIN and all; only for a device that has shown the PIN."""
    check_pin(request.headers.get("X-Table-Pin"))
    address = phones_address(request.args.get("to"))
    if address is None:
        raise Forbidden(404, "this-machine-only")
    drawing = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawing, kind="svg", scale=6, border=3, light="#fff")
    return Response(drawing.getvalue(), headers={"Cache-Control": "no-store"}, mimetype="image/svg+xml")


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


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a home screen needs to know."""
    told = {"name": "Tilewatch", "short_name": "Tilewatch", "start_url": "/", "scope": "/", "icons": ICONS}
    looks = {"display": "standalone", "background_color": "#1d3a33", "theme_color": "#1d3a33"}
    answer = jsonify({**told, **looks})
    answer.mimetype = "application/manifest+json"
    return answer


@pages.get("/sw.js")
def service_worker() -> Response:
    """The script that keeps the page's own files for when the table's machine is away."""
    answer = current_app.send_static_file("js/sw.js")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _page(name: str, **told: object) -> Response:
    offered = Rules.from_json(current_app.extensions["tilewatch.rules"]).preset
    told = {"has_demo": "tilewatch.demo" in current_app.extensions, "home": _home(), **told}
    names, titles = rules_told.preset_names(), rules_told.preset_titles()
    text = render_template(f"{name}.html", page=name, presets=names, titles=titles, offered=offered, **told)
    return Response(text, headers={"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"})


def _home() -> str | None:
    """At the demo: where the real table's page is; None: this is it."""
    port = current_app.config.get("TILEWATCH_HOME")
    name = urlsplit(f"//{request.host}").hostname or "localhost"
    return None if port is None else f"http://{f'[{name}]' if ':' in name else name}:{port}/"
