"""A hall's tournament (INTERFACE.md, the club's page).

`GET  /api/club/tournament` `/standings`         the tournament; 404 where none was opened
`POST /api/club/tournament` `/round` `/result`   the director opens it, seats a round ({"final": 2}: a final of two
                                                 tables), enters or corrects a result; a table's host enters its own
`POST /api/club/entries` {"csv": "…"}            the names of an entry list, or what is wrong with it
`POST /api/club/player` `/player/left` {"name"}  a latecomer; a drop-out
`POST /api/club/sign` {"table": 1}               the director signs a result
`POST /api/club/undo` {"change": 7}              a change does not count any more
`POST /api/club/clock` {"minutes": 40}, `/clock/stop`, `/clock/resume`   one clock for the hall
"""

from typing import Any

from flask import Blueprint, Response, jsonify

from referee.messages import message_of
from referee.rules import Rules
from referee.tournament import RecordedTournament, Score, TournamentError, entries_from_csv
from web.bodies import Press, body_of
from web.club import tournament_json
from web.club.bodies import (
    GiveResult,
    OfEntrant,
    OpenTournament,
    ReadEntries,
    SeatRound,
    SignResult,
    StartClock,
    TakeBack,
)
from web.club.roles import check_director, is_host_of, the_club, withdraw_invitations
from web.contract import BadRequest, Refused
from web.routes.shared import fresh

club_api = fresh(Blueprint("club", __name__, url_prefix="/api/club"))


class NoTournament(Refused):
    """None was opened."""

    status = 404


@club_api.get("/tournament")
def tournament() -> Response:
    """The tournament."""
    return jsonify(_whole())


@club_api.get("/standings")
def standings() -> Response:
    """The standings."""
    return jsonify(tournament_json.of_standings(the_tournament().now))


@club_api.post("/tournament")
def open_tournament() -> tuple[Response, int]:
    """Opens a tournament."""
    check_director()
    body = body_of(OpenTournament)
    players = body.players if body.csv is None else _names(body.csv)
    try:
        rules = Rules.from_json(body.rules)
    except ValueError as error:
        raise BadRequest(message_of(error)) from error
    the_club().book.open(body.name, players, body.rounds, body.seats, rules)
    withdraw_invitations()
    return jsonify(_whole()), 201


@club_api.post("/entries")
def entries() -> Response:
    """The names of an entry list."""
    check_director()
    return jsonify({"players": _names(body_of(ReadEntries).csv)})


@club_api.post("/round")
def seat_round() -> Response:
    """Seats the next round, or a final."""
    check_director()
    final = body_of(SeatRound).final
    if final is None:
        after = the_club().book.act(lambda now, at: now.round_seated(now.seed, at))
    else:
        after = the_club().book.act(lambda now, at: now.final_seated(final, at))
    return jsonify(tournament_json.of_round(after.now.rounds[-1]))


@club_api.post("/result")
def give_result() -> Response:
    """Enters or corrects a result."""
    body = body_of(GiveResult)
    scores = _scores(body)
    if is_host_of(body.table):
        the_club().book.act(lambda now, at: now.reported(body.table, scores, at))
    else:
        reason = "" if body.reason is None else str(body.reason)
        the_club().book.act(lambda now, at: now.result(body.table, scores, at, reason, body.round))
    return tournament()


@club_api.post("/sign")
def sign() -> Response:
    """The director signs a result."""
    check_director()
    body = body_of(SignResult)
    the_club().book.act(lambda now, at: now.signed(body.table, at, body.round))
    return tournament()


@club_api.post("/player")
def enter() -> Response:
    """A latecomer."""
    check_director()
    name = str(body_of(OfEntrant).name)
    the_club().book.act(lambda now, at: now.entered(name, at))
    return tournament()


@club_api.post("/player/left")
def leave() -> Response:
    """A drop-out."""
    check_director()
    name = str(body_of(OfEntrant).name)
    the_club().book.act(lambda now, at: now.left(name, at))
    return tournament()


@club_api.post("/undo")
def undo() -> Response:
    """A change does not count any more."""
    check_director()
    change = body_of(TakeBack).change
    the_club().book.act(lambda now, at: now.taken_back(change, at))
    return tournament()


@club_api.post("/clock")
def start_clock() -> Response:
    """One clock for the hall."""
    check_director()
    minutes = body_of(StartClock).minutes
    the_club().book.act(lambda now, at: now.clock_started(minutes, at))
    return tournament()


@club_api.post("/clock/stop")
def stop_clock() -> Response:
    """The hall's clock stands."""
    check_director()
    body_of(Press)
    the_club().book.act(lambda now, at: now.clock_stopped(at))
    return tournament()


@club_api.post("/clock/resume")
def resume_clock() -> Response:
    """The hall's clock runs on."""
    check_director()
    body_of(Press)
    the_club().book.act(lambda now, at: now.clock_resumed(at))
    return tournament()


def the_tournament() -> RecordedTournament:
    """The tournament that was opened last. Raises NoTournament."""
    found = the_club().book.tournament
    if found is None:
        raise NoTournament("no-tournament")
    return found


def _whole() -> dict[str, Any]:
    return tournament_json.of_tournament(the_tournament(), the_club().book.number, the_club().now())


def _names(csv: str) -> tuple[str, ...]:
    try:
        return entries_from_csv(csv)
    except TournamentError as error:
        raise BadRequest(error.message) from error


def _scores(body: GiveResult) -> list[Score]:
    return [
        Score(str(name), points, body.tiles.get(name), name not in body.unopened)
        for name, points in body.scores.items()
    ]
