"""Pages as frames that their scripts fill, for a table's page and a club's page."""

import io
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, current_app, g, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.rules import PRESET_FILES, Rules
from web.access import is_opened_by_a_person, let_in, may_press, the_pin
from web.contract import TableControls
from web.routes.history import the_match, the_player
from web.security import HEADERS
from web.wording import rules_told
from web.wording.catalogue import LANGUAGE_COOKIE, languages, script_texts, speak_as, version

ICONS = [
    {"src": "/static/icons/icon-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "/static/icons/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
]
POLICY = "Content-Security-Policy"
frames = Blueprint("frames", __name__)


def frame(name: str, **values: object) -> Response:
    """The page of a template's name, in the vocabulary of the preset being played unless another was set."""
    if "preset" not in g:
        speak_as(_preset_played())
    offered = Rules.from_json(current_app.extensions["tilewatch.rules"]).preset
    values = {"has_demo": "tilewatch.demo" in current_app.extensions, "home": _home(), **values}
    values["hears_of_guesses"] = the_pin().pin is not None and may_press()
    names, titles = rules_told.preset_names(), rules_told.preset_titles()
    text = render_template(f"{name}.html", page=name, presets=names, titles=titles, offered=offered, **values)
    answer = Response(text, headers={"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"})
    if others := current_app.config.get("TILEWATCH_WAYS"):  # a phone looks for the table at its other addresses
        answer.headers[POLICY] = f"{HEADERS[POLICY]}; connect-src 'self' {' '.join(others)}"
    return answer


def _preset_played() -> str | None:
    """The preset of the present match; None: there is no table or no match."""
    table: TableControls | None = current_app.extensions.get("tilewatch.table")
    match = None if table is None else table.state()["match"]
    return None if not match else Rules.from_json(match["rules"]).preset


def _home() -> str | None:
    """In the demo, the address of the real table's page; None: this is the real table."""
    port = current_app.config.get("TILEWATCH_HOME")
    name = urlsplit(f"//{request.host}").hostname or "localhost"
    return None if port is None else f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def agreement_on(rules: Rules, **values: object) -> Response:
    """The page of the rules in plain words, the disputed ones first."""
    speak_as(rules.preset)
    disputed, chapters = rules_told.disputed(rules), list(rules_told.chapters(rules))
    leaflets = rules_told.leaflets()
    return frame("agreement", rules=rules, disputed=disputed, chapters=chapters, leaflets=leaflets, **values)


def entered(pin: str, to: str = "/") -> Response:
    """Lets a device in by the PIN in an address, and redirects to the page without it. Raises Forbidden."""
    answer = redirect(to)
    assert isinstance(answer, Response)
    if is_opened_by_a_person():
        let_in(answer, pin)
    return answer


def language_chosen(code: str, to: str) -> AnyResponse:
    """Stores a language on the device, and redirects to a page."""
    answer = redirect(to)
    if code in languages():
        answer.set_cookie(LANGUAGE_COOKIE, code, 365 * 86400, samesite="Lax")
    return answer


def code_of(address: str) -> Response:
    """The QR code of an address, as SVG."""
    drawing = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawing, kind="svg", scale=6, border=3, light="#fff")
    return Response(drawing.getvalue(), headers={"Cache-Control": "no-store"}, mimetype="image/svg+xml")


@frames.get("/matches/<int:number>")
def match_page(number: int) -> Response:
    """One match and its replay."""
    return frame("match", number=the_match(number)["number"])


@frames.get("/players/<path:name>")
def player_page(name: str) -> Response:
    """One player's figures."""
    return frame("player", who=the_player(name)["name"])


@frames.get("/texts/<code>.js")
def texts(code: str) -> Response:
    """A language's texts for the scripts."""
    if code not in languages():
        abort(404)
    words = request.args.get("words")
    words = words if words in PRESET_FILES else None
    answer = Response(script_texts(code, words), mimetype="text/javascript")
    is_newest = request.args.get("v") == version(code, words)
    answer.headers["Cache-Control"] = "public, max-age=31536000" if is_newest else "no-cache"
    return answer


@frames.get("/manifest.webmanifest")
def manifest() -> Response:
    """The web app manifest, for home screens."""
    manifest = {"name": "Tilewatch", "short_name": "Tilewatch", "start_url": "/", "scope": "/", "icons": ICONS}
    display = {"display": "standalone", "background_color": "#1d3a33", "theme_color": "#1d3a33"}
    answer = jsonify({**manifest, **display})
    answer.mimetype = "application/manifest+json"
    return answer


@frames.get("/sw.js")
def service_worker() -> Response:
    """The service worker, which caches the page's own files for when the table's machine is away."""
    answer = current_app.send_static_file("js/page/sw.js")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
