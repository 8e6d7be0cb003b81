"""Seats of a tournament: whom the club seated at this table, and that nobody else plays there by mistake."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, current_app, jsonify

from referee.tournament import same
from web.address import answers, fresh
from web.contract import Conflict
from web.records.answers import SeatingTold

Seating = Mapping[str, Any]
seats = fresh(Blueprint("seating", __name__, url_prefix="/api"))


@seats.get("/seating")
@answers(SeatingTold)
def seating() -> Response:
    """Whom the tournament seated here: {"seating": {"tournament", "round", "table", "players", "rules"}}, or null."""
    return jsonify({"seating": seated_here()})


def seated_here() -> Seating | None:
    """Whom the tournament seated at this table; None: nobody."""
    asked: Callable[[], Seating | None] | None = current_app.extensions.get("tilewatch.seating")
    return None if asked is None else asked()


def check_seated(players: Sequence[str]) -> None:
    """Raises Conflict: somebody is not seated here; it says who is."""
    here = seated_here()
    if here is None:
        return
    known = {same(name) for name in here["players"]}
    for name in players:
        if same(name) not in known:
            raise Conflict("not-seated", name=name, table=here["table"], players=", ".join(here["players"]))
