"""The pages: what the players look at. Each is a frame that its script fills from the state."""

import io
import socket
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Flask, Response, current_app, jsonify, redirect, render_template, request
from flask_babel import Babel, get_locale
from werkzeug.wrappers import Response as AnyResponse

from referee.rules import PRESETS, Rules
from web.routes.buttons import the_table
from web.routes.rules import asked_rules
from web.security import Forbidden, check_pin, give_cookie, the_pin
from web.wording import words
from web.wording.sentences import sentences
from web.wording.texts import texts

LANGUAGES = {"en": "English", "fi": "Suomi"}
LANGUAGE_COOKIE = "tilewatch-language"
NAMED = ("setup", "turns", "racks", "scores", "tv", "my-rack", "more")
"""Pages that are a frame and a script of the same name."""
ICONS = [
    {"src": "/static/icons/icon-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "/static/icons/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
]
pages = Blueprint("pages", __name__)


def speak_languages(app: Flask) -> None:
    """Lets the pages be read in each of LANGUAGES: the one chosen, or the browser's."""
    Babel(app, locale_selector=_language)
    spoken = {"language": lambda: str(get_locale()), "languages": LANGUAGES, "texts": texts, "sentences": sentences}
    app.jinja_env.globals.update(spoken)


def _language() -> str:
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or "en"


@pages.get("/")
def index() -> AnyResponse:
    """The game; its address with the PIN (as in the QR code) lets a device press buttons."""
    pin = request.args.get("pin")
    if pin is None:
        return _page("game")
    check_pin(pin)
    answer = redirect("/")
    assert isinstance(answer, Response)
    give_cookie(answer)
    return answer


@pages.get("/<any(" + ", ".join(f'"{name}"' for name in NAMED) + "):name>")
def page(name: str) -> Response:
    """One of the other screens."""
    is_open, knows_pin = phones_address() is not None, the_pin().holds_cookie(request)
    return _page(name, is_open=is_open, has_code=is_open and knows_pin)


@pages.get("/agreement")
def agreement() -> Response:
    """The rules of this match (or of `?rules=PRESET`), the disputed ones first."""
    rules = asked_rules(the_table().state())
    told = {"disputed": words.disputed(rules), "chapters": list(words.chapters(rules))}
    return _page("agreement", rules=rules, presets=words.preset_names(), **told)


@pages.get("/language/<code>")
def choose_language(code: str) -> AnyResponse:
    """Remembers a language on this device and goes back to where the choice was made."""
    answer = redirect("/more")
    if code in LANGUAGES:
        answer.set_cookie(LANGUAGE_COOKIE, code, 365 * 86400, samesite="Lax")
    return answer


@pages.get("/qr.svg")
def qr_code() -> Response:
    """The code that lets a phone join, PIN and all; only for a device that has shown the PIN."""
    check_pin(request.headers.get("X-Table-Pin"))
    address = phones_address()
    if address is None:
        raise Forbidden(404, "this-machine-only")
    drawing = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawing, kind="svg", scale=6, border=3, light="#fff")
    return Response(drawing.getvalue(), headers={"Cache-Control": "no-store"}, mimetype="image/svg+xml")


def phones_address() -> str | None:
    """Where a phone finds this page, with the PIN; None where it is open to this machine only.

    The program says so in the setting TILEWATCH_ADDRESS; else it is how this device came here.
    """
    told: str | None = current_app.config.get("TILEWATCH_ADDRESS")
    base = told or (None if _is_this_machine(request.host) else request.host_url)
    if base is None:
        return None
    pin = the_pin().pin
    return base if pin is None else f"{base.rstrip('/')}/?pin={pin}"


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
    text = render_template(f"{name}.html", page=name, presets_known=list(PRESETS), offered=offered, **told)
    return Response(text, headers={"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"})
