"""What the players settle among themselves, and what each may ask for the own rack.

`GET  /api/rules?rules=PRESET`   the rules in plain words and every option (of the match, without `rules`);
                                 `rules` may be an object, too: {"preset": "original", "turn_seconds": 90}
`GET  /api/house`                what help is allowed: {"help": "none" | "opening" | "all"}
`POST /api/house` {"help": …}    the players decide it; it holds until they decide otherwise
`GET  /api/racks`                racks confirmed for the round that is counted: {"racks": {"Bo": "r5"}}
`POST /api/racks` {"player", "tiles"}   a loser confirms the own rack ("tiles": null takes it back)
`GET  /api/coach?rack=r5+k3&player=Bo`  is the opening there, and the best play; 403 where the players said no

Racks and help are notes of the journal: after a crash they are as they were.
"""

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from referee.rules import Rules, RulesError
from referee.solving import Play, best_play
from referee.table import Row, Table, row_from_notation
from referee.tiles import NotationError
from web.bodies import AllowHelp, ConfirmRack, body_of
from web.contract import BadRequest, Conflict, TableControls, TableNotSeen
from web.routes.buttons import the_table
from web.security import Forbidden, check_control, check_pin
from web.wording import words
from web.wording.options import offered

HELP = ("none", "opening", "all")
LONGEST_RACK = 400
"""Characters of a rack in notation; the whole box has fewer."""
LONGEST_RULES = 4000
"""Characters of rules as JSON; every option changed makes fewer."""
PATIENCE = 4.0
"""Seconds that a best play is searched for; what was found by then is the answer."""
house = Blueprint("house", __name__, url_prefix="/api")


@dataclass
class House:
    """What the players agreed on beside the rules, and the racks that are confirmed; `table` keeps notes of both."""

    table: TableControls
    help: str = HELP[0]
    racks: dict[str, str] = field(default_factory=dict)
    of_round: tuple[object, ...] = ()
    thinking: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def at(cls, table: TableControls) -> "House":
        """The house as it was noted."""
        agreed, counted = table.notes.read("house") or {}, table.notes.read("racks") or {}
        return cls(table, agreed.get("help", HELP[0]), dict(counted.get("racks", {})), tuple(counted.get("round", ())))

    def agree(self, wanted: str) -> None:
        """The players decide what help is allowed."""
        self.help = wanted
        self.table.notes.write("house", {"help": wanted})

    def racks_of(self, state: Mapping[str, Any]) -> dict[str, str]:
        """The racks confirmed for this very round."""
        match = state["match"] or {}
        now = (match.get("number"), match.get("round"))
        if now != self.of_round:
            self.of_round, self.racks = now, {}
        return self.racks

    def confirm(self, state: Mapping[str, Any], player: str, rack: str | None) -> None:
        """A rack is confirmed, or (None) not any more."""
        confirmed = {name: tiles for name, tiles in self.racks_of(state).items() if name != player}
        self.racks = confirmed if rack is None else {**confirmed, player: rack}
        self.table.notes.write("racks", {"round": list(self.of_round), "racks": self.racks})


def the_house() -> House:
    """This table's."""
    made = current_app.extensions["tilewatch.house"]
    assert isinstance(made, House)
    return made


def rules_of(state: Mapping[str, Any]) -> Rules:
    """The rules of the match; before it those that the program was started with."""
    match = state["match"]
    return Rules.from_json(match["rules"] if match else current_app.extensions["tilewatch.rules"])


def asked_rules(state: Mapping[str, Any]) -> Rules:
    """The rules that the address names (a preset, or an object as JSON), or the match's. Raises BadRequest."""
    asked = request.args.get("rules")
    if asked is None:
        return rules_of(state)
    if len(asked) > LONGEST_RULES:
        raise BadRequest("rules.too-long")
    try:
        return Rules.from_json(json.loads(asked) if asked.startswith("{") else asked)
    except RulesError as error:
        raise BadRequest(str(error)) from error
    except (ValueError, RecursionError) as error:
        raise BadRequest("rules.not-json") from error


@house.before_request
def only_with_the_pin() -> None:
    """Whatever changes something needs the PIN."""
    if request.method == "POST":
        check_control()


@house.after_request
def never_stored(answer: Response) -> Response:
    """Only true now."""
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer


@house.get("/rules")
def rules() -> Response:
    """The rules in plain words."""
    asked = asked_rules(the_table().state())
    told = [{"title": title, "rules": [one.sentence for one in rules]} for title, rules in words.chapters(asked)]
    seats = {"least": asked.players_least, "most": asked.players_most}
    short = {"rules": asked.to_json(), "short": words.in_short(asked), "players": seats}
    return jsonify({**short, "chapters": told, "options": offered(asked)})


@house.get("/house")
def agreed() -> Response:
    """What help is allowed."""
    return jsonify({"help": the_house().help})


@house.post("/house")
def agree() -> Response:
    """The players decide what help is allowed."""
    the_house().agree(body_of(AllowHelp).help)
    return agreed()


@house.get("/racks")
def racks() -> Response:
    """The racks confirmed so far."""
    return jsonify({"racks": the_house().racks_of(the_table().state())})


@house.post("/racks")
def confirm_rack() -> Response:
    """A loser confirms the own rack."""
    body, state = body_of(ConfirmRack), the_table().state()
    if body.player not in [one["name"] for one in state["players"]]:
        raise BadRequest("nobody-called", name=body.player, players=", ".join(p["name"] for p in state["players"]))
    rack = None if body.tiles is None else " ".join(map(str, _row(body.tiles)))
    the_house().confirm(state, body.player, rack)
    return racks()


@house.get("/coach")
def coach() -> Response:
    """Whether a rack holds the opening, and the best play, as far as the players allow it."""
    check_pin(request.headers.get("X-Table-Pin"))
    state = the_table().state()
    round_is_over = state["turn"]["phase"] in ("counting", "over")
    allowed = "all" if round_is_over else the_house().help
    if allowed == "none":
        raise Forbidden(403, "help-not-allowed")
    rules, row = rules_of(state), _row(request.args.get("rack", ""))
    player, table = _player(state, request.args.get("player", "")), the_table().match.table_by_right()
    return jsonify(_advice(rules, row, player, table, allowed))


def _advice(rules: Rules, row: Row, player: Mapping[str, Any], table: Table, allowed: str) -> dict[str, Any]:
    """The answer for one rack."""
    thinking = the_house().thinking
    if not thinking.acquire(timeout=PATIENCE):
        raise TableNotSeen("busy-thinking")
    try:
        answer: dict[str, Any] = {"opened": player["opened"], "opening": None, "best": None}
        if not player["opened"]:
            answer["opening"] = _opening(rules, row, table)
        if allowed == "all":
            answer["best"] = _play(_best(rules, player["opened"], table, row))
        return answer
    finally:
        thinking.release()


def _opening(rules: Rules, row: Row, table: Table) -> dict[str, Any]:
    """Is the opening there; if not, what the rack's sets are worth."""
    play = _best(rules, False, table, row)
    is_there = bool(play.played)
    if not is_there:
        play = _best(replace(rules, opening_points=0), False, table, row)
    return {"is_there": is_there, "needed": rules.opening_points, "points": play.points}


def _best(rules: Rules, opened: bool, table: Table, row: Row) -> Play:
    deadline = time.monotonic() + PATIENCE
    return best_play(rules, opened, table, row, lambda: time.monotonic() > deadline)


def _play(play: Play) -> dict[str, Any]:
    tiles = [str(tile) for tile in play.played]
    table = play.table.to_notation()
    return {"play": tiles, "table": table, "points": play.points, "optimal": play.is_optimal}


def _row(text: object) -> Row:
    if not isinstance(text, str) or len(text) > LONGEST_RACK:
        raise BadRequest("rack-notation")
    try:
        return row_from_notation(text, "rack")
    except NotationError as error:
        raise BadRequest(str(error)) from error


def _player(state: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    for player in state["players"]:
        if player["name"] == name:
            found: Mapping[str, Any] = player
            return found
    raise Conflict("say-whose-rack")
