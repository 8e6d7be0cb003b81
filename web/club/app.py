"""The page of a club: the hall, invitations, and the tournament's files for download."""

import json
from collections.abc import Iterable, Sequence

from flask import Blueprint, Flask, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.access import check_control, is_opened_by_a_person, may_press
from web.address import Address, offered
from web.app import page_of
from web.bodies import Press
from web.club import tournament_json
from web.club.contract import ClubControls
from web.club.roles import address_of, anybody, join, own_role
from web.club.routes import HALL, TOURNAMENT, club_api, hall_api, the_tournament, whole
from web.contract import Conflict
from web.interface import openapi_json
from web.kept import History
from web.routes.devices import DEVICES, devices
from web.routes.exports import csv_file, download, history_exports
from web.routes.frames import agreement_on, code_of, entered, frame, frames, language_chosen
from web.routes.history import HISTORY
from web.routes.history import history as told_history
from web.routes.rules import asked_rules

NAMED = ("tournament", "hall-tv", "plan", "club-table", "matches", "players")
"""Pages that consist of a frame and a script of the same name."""
club_pages = Blueprint("pages", __name__)
CLUB_TOLD = (hall_api, club_api, devices, told_history, openapi_json)


@club_pages.app_context_processor
def whose_page() -> dict[str, object]:
    """Values for every template: that this is a club's page, and what the device may do."""
    return {"club": True, "director": may_press(), "role": own_role()}


@club_pages.get("/")
def index() -> Response:
    """The hall; its address with the PIN lets the director in."""
    pin = request.args.get("pin")
    return frame("hall") if pin is None else entered(pin)


@club_pages.get("/<any(" + ", ".join(f'"{name}"' for name in NAMED) + "):name>")
def page(name: str) -> Response:
    """One of the other screens."""
    return frame(name)


@club_pages.get("/agreement")
def agreement() -> Response:
    """The rules in the address: those of a match, or of the tournament."""
    return agreement_on(asked_rules({"match": None}))


@club_pages.get("/join")
def join_with_code() -> AnyResponse:
    """Handles an opened invitation: the device gets its role."""
    answer = redirect("/tournament")
    assert isinstance(answer, Response)
    if is_opened_by_a_person():
        join(request.args.get("code", ""), answer)
    return answer


@club_pages.get("/invitation.svg")
def invitation() -> Response:
    """The QR code of an invitation's address; only for the director."""
    check_control()
    return code_of(address_of(request.args.get("code", "")[:40]))


@club_pages.get("/language/<code>")
def choose_language(code: str) -> AnyResponse:
    """Remembers a language on this device."""
    return language_chosen(code, "/")


@club_pages.get("/export/standings.csv")
def standings_csv() -> Response:
    """The standings, a line for each player."""
    head = ("place", "player", "points", "rounds won", "tiles left", "rounds", "plays on")
    standings = tournament_json.of_standings(the_tournament().now)["standings"]
    places: list[dict[str, object]] = [dict(one) for one in standings]
    names = ("place", "player", "points", "won", "tiles", "played", "is_in")
    return csv_file("standings.csv", [head, *([place[name] for name in names] for place in places)])


@club_pages.get("/export/results.csv")
def results_csv() -> Response:
    """Every result, a line for each player."""
    return csv_file("results.csv", [("round", "table", "player", "points", "tiles left", "signed"), *_results()])


@club_pages.get("/export/tournament.json")
def tournament_file() -> Response:
    """The whole tournament with all of its changes."""
    recorded = the_tournament()
    tournament = tournament_json.of_tournament(recorded, 0, recorded.changes[-1].at)
    whole = {**tournament, "standings": tournament_json.of_standings(recorded.now)["standings"]}
    return download("tournament.json", json.dumps(whole, ensure_ascii=False, indent=1), "application/json")


def _results() -> Iterable[Sequence[object]]:
    for round_ in the_tournament().now.rounds:
        for table in tournament_json.of_round(round_)["tables"]:
            result = table["result"]
            scores, tiles = (result["scores"], result["tiles"]) if result else ({}, {})
            is_signed = result is not None and result["signed"]
            for player in table["players"]:
                yield round_.number, table["table"], player, scores.get(player), tiles.get(player), is_signed


def create_club_app(club: ClubControls, history: History, pin: str | None = None) -> Flask:
    """The page of a club. `pin`: of its director; None: every device that reaches the page may do everything."""
    groups = (offered(CLUB_PRESSES, whole), *CLUB_TOLD, club_pages, frames, history_exports)
    app = page_of(club, history, pin, "original", groups)
    app.extensions["tilewatch.club"] = club
    return app


def only_at_a_table(_: Press, number: int) -> None:
    """Answers that matches are only shown here, and are played at their own table."""
    raise Conflict("only-at-a-table")


CLUB_PRESSES = (
    *(*TOURNAMENT, *HALL, *HISTORY, *DEVICES),
    Address("/matches/<int:number>/resume", Press, only_at_a_table, who=anybody),
)
