"""The page of a club, put together."""

from flask import Flask

from web.address import Address, offered
from web.app import page_of
from web.bodies import Press
from web.club.contract import ClubControls
from web.club.pages import club_pages
from web.club.roles import anybody
from web.club.routes import HALL, TOURNAMENT, club_api, hall_api, whole
from web.contract import Conflict
from web.interface import openapi_json
from web.kept import History
from web.routes.devices import DEVICES, devices
from web.routes.exports import history_exports
from web.routes.frames import frames
from web.routes.history import HISTORY
from web.routes.history import history as told_history


def create_club_app(club: ClubControls, history: History, pin: str | None = None) -> Flask:
    """The page of a club. `pin`: what its director shows; None: everybody who reaches the page is one."""
    groups = (offered(CLUB_PRESSES, whole), *CLUB_TOLD, club_pages, frames, history_exports)
    app = page_of(club, history, pin, "original", groups)
    app.extensions["tilewatch.club"] = club
    return app


def only_at_a_table(_: Press, number: int) -> None:
    """What was played is shown here, and played on at its table alone."""
    raise Conflict("only-at-a-table")


CLUB_PRESSES = (
    *(*TOURNAMENT, *HALL, *HISTORY, *DEVICES),
    Address("/matches/<int:number>/resume", Press, only_at_a_table, who=anybody),
)
CLUB_TOLD = (hall_api, club_api, devices, told_history, openapi_json)
