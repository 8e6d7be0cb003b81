"""Past matches and players of the journal."""

import math
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request

from referee.messages import Message
from web.access import check_pin, device, may_play
from web.address import Address, answers, fresh, jpeg, page_asked
from web.bodies import PlayerLooks, PlayerPhoto
from web.contract import BadRequest, Conflict, Refused
from web.kept import History
from web.records.answers import BestPlay
from web.records.history import MatchesPage, MatchKept, MatchTold, PlayerListed, PlayersTold, PlayerTold
from web.records.turns import TwoPictures
from web.routes.help import the_questions

MATCHES_A_PAGE = 50
LARGEST_NUMBER = 10**9
history = fresh(Blueprint("history", __name__, url_prefix="/api"))


class NotThere(Refused):
    """There is no match or player of that number or name."""

    status = 404


def the_history() -> History:
    """The past matches that this page shows."""
    history_: History = current_app.extensions["tilewatch.history"]
    return history_


@history.get("/matches")
@answers(MatchesPage)
def matches() -> Response:
    """`?player=&since=&page=`: summaries of matches, the newest first: {"matches", "page", "pages", "found"}."""
    player, since = request.args.get("player") or None, _since(request.args.get("since"))
    found = the_history().matches(player, since)
    pages = max(1, math.ceil(len(found) / MATCHES_A_PAGE))
    page = page_asked(request.args.get("page") or "1", pages)
    shown = found[(page - 1) * MATCHES_A_PAGE : page * MATCHES_A_PAGE]
    return jsonify({"matches": [dict(one) for one in shown], "page": page, "pages": pages, "found": len(found)})


@history.get("/matches/<int:number>")
@answers(MatchTold)
def match(number: int) -> Response:
    """One match with its rounds and turns; with the addresses of its pictures, if the device may see them."""
    found, may_look = the_match(number), _may_look()
    hidden: TwoPictures = {"before": None, "after": None}
    turns = found["turns"] if may_look else [{**turn, "pictures": hidden} for turn in found["turns"]]
    return jsonify({**found, "turns": turns, "may_look": may_look})


@history.get("/matches/<int:number>/turns/<int:turn>/<any(before, after):side>.jpg")
def turn_picture(number: int, turn: int, side: str) -> Response:
    """The camera's picture of a turn; only for a device with a session."""
    check_pin(request.headers.get("X-Table-Pin"))
    if max(number, turn) > LARGEST_NUMBER:
        abort(404)
    return jpeg(the_history().turn_picture(number, turn, side))


@history.get("/matches/<int:number>/turns/<int:turn>/best")
@answers(BestPlay)
def best(number: int, turn: int) -> Response:
    """The best possible play in a turn of a counted round."""
    check_pin(request.headers.get("X-Table-Pin"))
    the_match(number)
    with the_questions().asked_by(device()) as out_of_time:
        found = the_history().possible(number, turn, out_of_time)
    if found is None:
        raise Conflict("rack-unknown")
    return jsonify(dict(found))


@history.get("/players")
@answers(PlayersTold)
def players() -> Response:
    """The all-time table: {"players": [{"name", "matches", "rounds", "won", "points"}, …]}."""
    return jsonify({"players": [_for_the_asker(one) for one in the_history().players()]})


@history.get("/players/<path:name>")
@answers(PlayerTold)
def player(name: str) -> Response:
    """One player's figures."""
    return jsonify(_for_the_asker(the_player(name)))


@answers(PlayerTold)
def choose_colour(body: PlayerLooks, name: str) -> Response:
    """Sets a player's colour, 0 to 7; null: the assigned colour. The answer is the player's figures."""
    the_player(name)
    the_history().choose_colour(name, body.colour)
    return player(name)


@history.get("/players/<path:name>/picture.jpg")
def player_picture(name: str) -> Response:
    """A player's picture; only for a device with a session."""
    check_pin(request.headers.get("X-Table-Pin"))
    return jpeg(the_history().picture(name))


@answers(PlayerTold)
def choose_picture(body: PlayerPhoto, name: str) -> Response:
    """Sets a player's picture; without a photo it is deleted. The answer is the player's figures."""
    the_player(name)
    the_history().choose_picture(name, body.photo)
    return player(name)


HISTORY: tuple[Address[Any], ...] = (
    Address("/players/<path:name>", PlayerLooks, choose_colour),
    Address("/players/<path:name>/picture", PlayerPhoto, choose_picture),
)


def the_match(number: int) -> MatchKept:
    """A match by its number. Raises NotThere."""
    found = the_history().match(number) if number <= LARGEST_NUMBER else None
    if found is None:
        raise NotThere("no-such-match", number=number)
    return found


def the_player(name: str) -> PlayerTold:
    """A player's figures. Raises NotThere."""
    found = the_history().player(name)
    if found is None:
        raise NotThere("no-such-player", name=name)
    return found


def _may_look() -> bool:
    """Whether the client may see pictures: it has a session, or shows the PIN. Raises Forbidden."""
    given = request.headers.get("X-Table-Pin")
    if given is not None:
        check_pin(given)
    return given is not None or may_play()


def _for_the_asker(player: PlayerListed) -> PlayerListed:
    """A player's record for the client: without the picture's address if it may not see pictures."""
    return {**player, "picture": player["picture"] if _may_look() else None}


def _since(asked: str | None) -> float | None:
    """Seconds since the epoch of a date (2026-11-22) or moment (2026-11-22T19:00:00Z), in UTC if no zone is given.
    Raises BadRequest."""
    if not asked:
        return None
    try:
        moment = datetime.fromisoformat(asked)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError) as error:
        raise BadRequest("input.wrong", name="since", wanted=Message("wanted.date"), given=asked[:40]) from error
