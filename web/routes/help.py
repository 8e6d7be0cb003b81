"""The help that the players allow, and the help that a player gets for a rack; only a few searches run at a time."""

import itertools
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from referee.coaching import lesson, opening_there
from referee.judging import Position
from referee.messages import message_of
from referee.solving import best_play
from referee.table import Row, row_from_notation, row_text
from referee.tiles import NotationError
from web.access import Forbidden, check_pin, device, is_host
from web.address import Address, answers, fresh, the_table
from web.agreements import the_agreements
from web.bodies import AllowHelp, ConfirmRack
from web.contract import BadRequest, Conflict
from web.records.answers import CoachTold, HouseTold, RacksMissing, RacksTold
from web.routes.rules import asked_rules, rules_of

LONGEST_RACK = 400
"""Characters of the longest rack in notation; the whole box has fewer."""
helping = fresh(Blueprint("help", __name__, url_prefix="/api"))
SEARCHED_FOR = 4.0
"""Seconds for a search; the best result by then is the answer."""
AT_ONCE = 2
"""Searches at a time, because they take the processor from the camera. Others wait."""


class Questions:
    """The searches in progress. Each device has one: its next question ends the search before."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._places, self._numbers = clock, threading.BoundedSemaphore(AT_ONCE), itertools.count()
        self._newest: dict[str, int] = {}

    @contextmanager
    def asked_by(self, device: str) -> Iterator[Callable[[], bool]]:
        """A context for a device's search, entered in its turn; yields a function that tells whether time is over."""
        number = next(self._numbers)
        self._newest[device] = number
        with self._places:
            end = self._clock() + SEARCHED_FOR
            try:
                yield lambda: self._clock() > end or self._newest.get(device, number) != number
            finally:
                if self._newest.get(device) == number:
                    del self._newest[device]


def the_questions() -> Questions:
    """The searches of this table's page."""
    questions = current_app.extensions["tilewatch.questions"]
    assert isinstance(questions, Questions)
    return questions


@helping.get("/house")
@answers(HouseTold)
def allowed() -> Response:
    """The help that is allowed: {"help": "none" | "opening" | "all"}."""
    return jsonify({"help": the_agreements().allowed.help})


@answers(HouseTold)
def allow(body: AllowHelp) -> Response:
    """Sets the help that the players allow, until they change it: {"help"}."""
    the_agreements().allow(body.help)
    return allowed()


@helping.get("/racks")
@answers(RacksTold)
def racks() -> Response:
    """The racks confirmed in the round being counted; only for players' devices: {"racks": {"Bo": "r5"}}."""
    check_pin(request.headers.get("X-Table-Pin"))
    return jsonify({"racks": the_agreements().racks(the_table().state())})


@helping.get("/racks/missing")
@answers(RacksMissing)
def racks_missing() -> Response:
    """The players whose racks are not confirmed yet while a round is counted; for every screen: {"missing": ["Bo"]}."""
    state = the_table().state()
    if state["turn"]["phase"] != "counting":
        return jsonify({"missing": []})
    confirmed = the_agreements().racks(state)
    counted = (player for player in state["players"] if player["counts"] and player["rack"] != 0)
    return jsonify({"missing": [player["name"] for player in counted if player["name"] not in confirmed]})


@answers(RacksTold)
def confirm_rack(body: ConfirmRack) -> Response:
    """Confirms a loser's own rack, or its points; "tiles": null withdraws the confirmation: {"racks"}."""
    state = the_table().state()
    names = [player["name"] for player in state["players"]]
    if body.player not in names:
        raise BadRequest("nobody-called", name=body.player, players=", ".join(names))
    if the_agreements().owner(state, body.player) not in (None, device()) and not is_host():
        raise Forbidden(403, "not-your-rack", player=body.player)
    rack = None if body.tiles is None else " ".join(map(str, _row(body.tiles)))
    rack = rack if body.points is None else str(body.points or "")
    the_agreements().confirm(state, body.player, rack, device())
    return racks()


@helping.get("/coach")
@answers(CoachTold)
def coach() -> Response:
    """`?rack=r5+k3&player=Bo`: whether the rack holds an opening, and the best play, step by step.

    Also other plays as good, and the tiles that would have made an opening; 403 if the players do not allow help.
    Without a match there is no player, and the table is empty: `?rack=r5+k3&rules=danish-card`.
    """
    check_pin(request.headers.get("X-Table-Pin"))
    state = the_table().state()
    is_played = state["match"] is not None and state["turn"]["phase"] not in ("counting", "over")
    help_allowed = the_agreements().allowed.help if is_played else "all"
    if help_allowed == "none":
        raise Forbidden(403, "help-not-allowed")
    rules = asked_rules(state) if state["match"] is None else rules_of(state)
    row = _row(request.args.get("rack", ""))
    if not rules.box_holds(Counter(row)):
        raise BadRequest("no-box-holds", rack=row_text(row))
    opened, table = _opened(state, request.args.get("player", "")), the_table().match.table_by_right()
    position = Position.by_right(rules, opened, table)
    answer: dict[str, Any] = {"opened": opened, "opening": None, "best": None}
    with the_questions().asked_by(device()) as out_of_time:
        if not opened:
            answer["opening"] = opening_there(position, row, out_of_time).to_json()
        if help_allowed == "all":
            best = best_play(position, row, out_of_time)
            answer["best"] = {**best.to_json(), **lesson(position, row, best, out_of_time)}
    return jsonify(answer)


def _row(text: str) -> Row:
    if len(text) > LONGEST_RACK:
        raise BadRequest("rack-notation")
    try:
        return row_from_notation(text, "rack")
    except NotationError as error:
        raise BadRequest(message_of(error)) from error


def _opened(state: Mapping[str, Any], name: str) -> bool:
    """Whether a player has opened; without a match nobody has. Raises Conflict."""
    if state["match"] is None:
        return False
    for player in state["players"]:
        if player["name"] == name:
            return bool(player["opened"])
    raise Conflict("say-whose-rack")


AGREEMENTS: tuple[Address[Any], ...] = (
    Address("/house", AllowHelp, allow),
    Address("/racks", ConfirmRack, confirm_rack),
)
