"""The page of a club, put together."""

from flask import Flask, request

from web.app import answer_errors
from web.club.contract import ClubControls
from web.club.hall_routes import hall_api
from web.club.pages import club_pages
from web.club.roles import check_may_press
from web.club.routes import club_api
from web.contract import Conflict, History
from web.idempotency import Answers, answer_twice_alike
from web.pin import Pin
from web.questions import Questions
from web.routes.devices import devices
from web.routes.frames import frames
from web.routes.history import history as told_history
from web.routes.history_exports import history_exports
from web.security import secure
from web.sessions import Sessions
from web.wording.speaking import speak_languages


def create_club_app(club: ClubControls, history: History, pin: str | None = None) -> Flask:
    """The page of a club. `pin`: what its director shows; None: everybody who reaches the page is one."""
    app = Flask("web")
    app.extensions["tilewatch.club"] = club
    app.extensions["tilewatch.history"] = history
    app.extensions["tilewatch.rules"] = "original"
    app.extensions["tilewatch.pin"] = Pin(pin)
    app.extensions["tilewatch.sessions"] = Sessions(club)
    app.extensions["tilewatch.answers"] = Answers(club)
    app.extensions["tilewatch.questions"] = Questions()
    secure(app)
    answer_twice_alike(app, check_may_press)
    speak_languages(app)
    leave_to_tables(app)
    for blueprint in (hall_api, club_api, club_pages, frames, devices, told_history, history_exports):
        app.register_blueprint(blueprint)
    answer_errors(app)
    return app


def leave_to_tables(app: Flask) -> None:
    """What was played is shown here, and played on at its table alone."""

    @app.before_request
    def refuse() -> None:
        if request.endpoint == "history.resume":
            raise Conflict("only-at-a-table")
