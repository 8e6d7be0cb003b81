"""A hall: the present state of its tables, and its tournament."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify

from referee.tournament import RecordedTournament, Score, TournamentError, entries_from_csv
from web.access import may_press
from web.address import Address, B, answers, fresh
from web.bodies import Press
from web.club import bodies, roles, tournament_json
from web.club.bodies import ForgetTable, Invite
from web.contract import BadRequest, Refused
from web.records.tournament import Entries, HallTold, Invitation, RoleTold, RoundSeated, StandingsTold, TournamentTold
from web.routes.feed import listening_to
from web.routes.rules import rules_written

hall_api = fresh(Blueprint("hall", __name__, url_prefix="/api/club"))
club_api = fresh(Blueprint("club", __name__, url_prefix="/api/club"))


@hall_api.get("/tables")
@answers(HallTold)
def tables() -> Response:
    """The present state of every table."""
    return jsonify({"tables": roles.the_club().hall.tables(), "trouble": roles.the_club().hall.trouble})


@hall_api.get("/events")
def events() -> Response:
    """Server-Sent Events: every table first, then changes since the version `since`."""
    return listening_to(roles.the_club().hall)


@hall_api.get("/role")
@answers(RoleTold)
def role() -> Response:
    """What this device may do."""
    own = roles.own_role()
    return jsonify({"director": may_press(), "role": own and {"kind": own.kind, "of": own.of}})


def make_invitation(body: Invite) -> Invitation:
    """Makes an address that gives a role to the person who opens it: {"code", "address"}."""
    of = str(body.table or "") if body.role == roles.HOST else str(body.player or "")
    if not of:
        raise BadRequest("input.missing", name="table" if body.role == roles.HOST else roles.PLAYER)
    code = roles.invite(roles.Role(body.role, of))
    return {"code": code, "address": roles.address_of(code)}


@answers(HallTold)
def forget(body: ForgetTable) -> Response:
    """Hides a table until it reports again; the answer is every table."""
    roles.the_club().hall.forget(str(body.name))
    return tables()


HALL: tuple[Address[Any], ...] = (
    Address("/club/invite", Invite, make_invitation),
    Address("/club/forget", ForgetTable, forget),
)


class NoTournament(Refused):
    """No tournament was opened."""

    status = 404


@club_api.get("/tournament")
@answers(TournamentTold)
def tournament() -> Response:
    """The tournament; 404 if none was opened."""
    return jsonify(whole())


@club_api.get("/standings")
@answers(StandingsTold)
def standings() -> Response:
    """The standings."""
    return jsonify(tournament_json.of_standings(the_tournament().now))


def the_tournament() -> RecordedTournament:
    """The tournament that was opened last. Raises NoTournament."""
    found = roles.the_club().book.tournament
    if found is None:
        raise NoTournament("no-tournament")
    return found


def whole() -> TournamentTold:
    """The whole tournament, the answer to every press that changes it."""
    return tournament_json.of_tournament(the_tournament(), roles.the_club().book.number, roles.the_club().now())


def _names(csv: str) -> tuple[str, ...]:
    try:
        return entries_from_csv(csv)
    except TournamentError as error:
        raise BadRequest(error.message) from error


def _scores(body: bodies.GiveResult) -> list[Score]:
    """Each player's score. Raises BadRequest: the tiles left or the opening of a player without a score are given."""
    for name in (*body.tiles, *body.unopened):
        if name not in body.scores:
            raise BadRequest("result.stranger", table=body.table, name=name, players=", ".join(body.scores))
    return [
        Score(str(name), points, body.tiles.get(name), name not in body.unopened)
        for name, points in body.scores.items()
    ]


def open_tournament(body: bodies.OpenTournament) -> None:
    """Opens a tournament; invitations to the previous tournament end."""
    players = body.players if body.csv is None else _names(body.csv)
    roles.the_club().book.open(body.name, players, body.rounds, body.seats, rules_written(body.rules))
    roles.withdraw_invitations()


def entries(body: bodies.ReadEntries) -> Entries:
    """The names of an entry list, or its mistakes: {"players"}."""
    return {"players": list(_names(body.csv))}


def seat_round(body: bodies.SeatRound) -> RoundSeated:
    """Seats the next round, or a final with a number of tables: {"round", "final", "byes", "tables"}."""
    final = body.final
    if final is None:
        after = roles.the_club().book.act(lambda now, at: now.round_seated(now.seed, at))
    else:
        after = roles.the_club().book.act(lambda now, at: now.final_seated(final, at))
    return tournament_json.of_round(after.now.rounds[-1])


def take_back(body: bodies.TakeBack) -> None:
    """Revokes a change; if it is the opening, the previous tournament is back and invitations end."""
    book = roles.the_club().book
    number = book.number
    book.act(lambda now, at: now.taken_back(body.change, at))
    if book.number != number:
        roles.withdraw_invitations()


def give_result(body: bodies.GiveResult) -> None:
    """Enters or corrects a result; a table's host enters its own."""
    scores = _scores(body)
    if roles.is_host_of(body.table):
        roles.the_club().book.act(lambda now, at: now.reported(body.table, scores, at, body.round))
    else:
        reason = "" if body.reason is None else str(body.reason)
        roles.the_club().book.act(lambda now, at: now.result(body.table, scores, at, reason, body.round))


def of_tournament(
    path: str, body: type[B], does: str, act: Callable[[RecordedTournament, B, float], RecordedTournament]
) -> Address[B]:
    """An address that changes the tournament: `act` returns the changed tournament, from the body and the moment."""

    def press(sent: B) -> None:
        roles.the_club().book.act(lambda now, at: act(now, sent, at))

    press.__doc__ = does
    return Address(f"/club/{path}", body, press)


TOURNAMENT: tuple[Address[Any], ...] = (
    Address("/club/tournament", bodies.OpenTournament, open_tournament, 201),
    Address("/club/entries", bodies.ReadEntries, entries),
    Address("/club/round", bodies.SeatRound, seat_round),
    Address("/club/result", bodies.GiveResult, give_result, who=roles.check_may_press),
    of_tournament(
        "sign", bodies.SignResult, "A result is signed.", lambda now, sent, at: now.signed(sent.table, at, sent.round)
    ),
    of_tournament("player", bodies.OfEntrant, "A latecomer.", lambda now, sent, at: now.entered(str(sent.name), at)),
    of_tournament("player/left", bodies.OfEntrant, "A drop-out.", lambda now, sent, at: now.left(str(sent.name), at)),
    Address("/club/undo", bodies.TakeBack, take_back),
    of_tournament(
        "clock", bodies.StartClock, "A clock for all.", lambda now, sent, at: now.clock_started(sent.minutes, at)
    ),
    of_tournament("clock/stop", Press, "The hall's clock stands.", lambda now, _, at: now.clock_stopped(at)),
    of_tournament("clock/resume", Press, "The hall's clock runs on.", lambda now, _, at: now.clock_resumed(at)),
)
