"""Puts the page of a live table together; parts that it shares with a club's page are used by both."""

from collections.abc import Iterable

from flask import Blueprint, Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from referee.messages import TEMPLATES, Message, Refusal
from web.access import Forbidden
from web.address import offered
from web.agreements import Agreements
from web.contract import Refused, TableControls
from web.files import keep_files
from web.idempotency import Answers, answer_twice_alike
from web.interface import openapi_json
from web.kept import History, KeepsNotes
from web.looking import guard_looks
from web.presses import PRESSES
from web.routes.backups import backups
from web.routes.camera import Lateness, camera
from web.routes.devices import devices
from web.routes.exports import exports, history_exports
from web.routes.feed import live
from web.routes.frames import frames
from web.routes.help import Questions, helping
from web.routes.history import history
from web.routes.joining import joining
from web.routes.networks import networks, notice_arrivals
from web.routes.pages import pages
from web.routes.rules import told_rules
from web.routes.sets import sets
from web.routes.stands import seats, stands
from web.routes.taken_away import taken
from web.routes.workbook import can_be_made
from web.security import secure
from web.sessions import Pin, Sessions
from web.taken_away import forget_old
from web.wording.catalogue import said, speak_languages

TOLD = (
    *(stands, sets, camera, devices, taken, networks, live, told_rules),
    *(helping, history, exports, seats, openapi_json),
)
"""The groups of addresses under /api that only answer questions about the table."""


def create_app(table: TableControls, pin: str | None = None, rules: str = "original", play: str | None = None) -> Flask:
    """The page of a live table.

    `pin`: needed by its buttons; None: the buttons need no PIN. `play`: needed by the buttons of the game, if it
    differs. `rules`: the preset offered for a new match.
    """
    presses = offered(PRESSES, table.state, table.is_behind)
    app = page_of(table, table.history, pin, rules, (presses, *TOLD, backups, history_exports, frames, joining, pages))
    app.extensions["tilewatch.pin"].play = None if pin is None else play
    app.extensions["tilewatch.table"] = table
    app.extensions["tilewatch.lateness"] = Lateness()
    app.extensions["tilewatch.agreements"] = Agreements.at(table)
    app.jinja_env.globals["has_workbook"] = can_be_made()
    notice_arrivals(app)
    guard_looks(app, table)
    return app


def page_of(keeper: KeepsNotes, history: History, pin: str | None, rules: str, groups: Iterable[Blueprint]) -> Flask:
    """The common part of a table's page and a club's page; `groups`: their addresses."""
    app = Flask("web")
    app.extensions["tilewatch.history"] = history
    app.extensions["tilewatch.keeper"] = keeper
    forget_old(keeper)
    app.extensions["tilewatch.pin"] = Pin(pin)
    app.extensions["tilewatch.sessions"] = Sessions(keeper)
    app.extensions["tilewatch.answers"] = Answers(keeper)
    app.extensions["tilewatch.questions"] = Questions()
    app.extensions["tilewatch.rules"] = rules
    secure(app)
    answer_twice_alike(app)
    speak_languages(app)
    keep_files(app)
    for group in groups:
        app.register_blueprint(group)
    answer_errors(app)
    return app


def _told(refusal: Refusal) -> dict[str, object]:
    """A refusal as JSON for programs: the message, and its sentence again as `error`."""
    message = refusal.message.to_json()
    return {"error": message["text"], **message}


def _is_read_by_a_person() -> bool:
    """Whether the client wants a page, and is not a program."""
    wanted = request.accept_mimetypes.best_match(["application/json", "text/html"])
    return not request.path.startswith("/api/") and wanted == "text/html"


def _page_of(why: Message) -> Response:
    """A page that says why a link leads nowhere."""
    return Response(render_template("wrong.html", page="wrong", why=said(why)))


def answer_errors(app: Flask) -> None:
    """Makes every refusal JSON with a sentence, or a page for a person who opens a link."""

    @app.errorhandler(Refused)
    def refused(refusal: Refused) -> tuple[Response, int]:
        if _is_read_by_a_person():
            return _page_of(refusal.message), refusal.status
        return jsonify({**_told(refusal), **refusal.more}), refusal.status

    @app.errorhandler(Forbidden)
    def forbidden(refusal: Forbidden) -> tuple[Response, int]:
        answer = _page_of(refusal.message) if _is_read_by_a_person() else jsonify(_told(refusal))
        if refusal.wait:
            answer.headers["Retry-After"] = str(int(refusal.wait) + 1)
        return answer, refusal.status

    @app.errorhandler(HTTPException)
    def failed(failure: HTTPException) -> Response:
        status = failure.code or 500
        if _is_read_by_a_person() and status == 404:
            answer = _page_of(Message("no-such-screen"))
        else:
            code = f"http.{status}" if f"http.{status}" in TEMPLATES else "http.other"
            answer = jsonify(_told(Refusal(code, status=status, method=request.method)))
        answer.status_code = status
        for name, value in failure.get_headers():
            if name == "Allow":
                answer.headers[name] = value
        return answer
