"""The state, the turns and their pictures, and the newest picture.

Also the players whom a tournament seated at this table, so that nobody plays at the wrong table.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from referee.match import name_key
from web.address import answers, fresh, jpeg, page_asked, the_table
from web.contract import BadRequest, Conflict
from web.records.answers import LostTold, SeatingTold
from web.records.state import State
from web.records.turns import TurnsPage, TurnTold

TURNS_A_PAGE = 100
stands = fresh(Blueprint("stands", __name__, url_prefix="/api"))
Seating = Mapping[str, Any]
seats = fresh(Blueprint("seating", __name__, url_prefix="/api"))


@stands.get("/state")
@answers(State)
def state() -> Response:
    """The present state."""
    return jsonify(dict(the_table().state()))


@stands.get("/turns")
@answers(list[TurnTold] | TurnsPage)
def turns() -> Response:
    """Every turn so far, with the addresses of its pictures; with `?page=`, a hundred of them, the newest last."""
    match, asked = the_table().match, request.args.get("page")
    if asked is None:
        return jsonify([dict(turn) for turn in match.turns()])
    pages = max(1, math.ceil(match.turn_count() / TURNS_A_PAGE))
    page = page_asked(asked, pages)
    shown = match.turns((page - 1) * TURNS_A_PAGE, TURNS_A_PAGE)
    return jsonify({"turns": [dict(turn) for turn in shown], "page": page, "pages": pages})


# Pictures of the present match need no session: people at the table see the same, and televisions have no session; a
# crop is a part of the newest picture. Pictures of past matches (under /api/matches) need a session, because they show
# the guests of earlier evenings, and players' faces.
@stands.get("/turns/<int:turn>/<any(before, after):side>.jpg")
def turn_picture(turn: int, side: str) -> Response:
    """The camera's picture of a turn."""
    return jpeg(the_table().pictures.of_turn(turn, side))


@stands.get("/lost")
@answers(LostTold)
def lost() -> Response:
    """The data that could not be read when the program was started, and the pictures of lost turns."""
    return jsonify(the_table().lost.as_record())


@stands.get("/lost/<int:match>/<int:turn>/<any(before, after):side>.jpg")
def lost_picture(match: int, turn: int, side: str) -> Response:
    """The camera's picture of a lost turn."""
    return jpeg(the_table().lost.picture(match, turn, side))


@stands.get("/picture.jpg")
def picture() -> Response:
    """The newest picture, with the reading drawn on it; `?plain=1`: without."""
    return jpeg(the_table().pictures.newest(request.args.get("plain") == "1"))


@stands.get("/crop.jpg")
def crop() -> Response:
    """A rectified, enlarged part of the newest picture; `quad`: four corners, x and y each, in fractions of it."""
    numbers = request.args.get("quad", "").split(",")
    try:
        x0, y0, x1, y1, x2, y2, x3, y3 = map(float, numbers)
    except ValueError:
        raise BadRequest("which-place") from None
    corners = ((x0, y0), (x1, y1), (x2, y2), (x3, y3))
    if not all(abs(number) <= 2 for corner in corners for number in corner):  # also refuses NaN
        raise BadRequest("which-place")
    return jpeg(the_table().pictures.crop(corners))


@seats.get("/seating")
@answers(SeatingTold)
def seating() -> Response:
    """The seats of the tournament at this table: {"seating": {"tournament", "round", "table", "players", "rules"}}, or
    null.
    """
    return jsonify({"seating": seated_here()})


def seated_here() -> Seating | None:
    """The players whom the tournament seated at this table; None: there are none."""
    asked: Callable[[], Seating | None] | None = current_app.extensions.get("tilewatch.seating")
    return None if asked is None else asked()


def check_seated(players: Sequence[str]) -> None:
    """Checks that all players are seated here. Raises Conflict, with the players who are."""
    here = seated_here()
    if here is None:
        return
    known = {name_key(name) for name in here["players"]}
    for name in players:
        if name_key(name) not in known:
            raise Conflict("not-seated", name=name, table=here["table"], players=", ".join(here["players"]))
