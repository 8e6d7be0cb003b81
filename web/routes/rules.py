"""The rules in plain words."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from referee.messages import message_of
from referee.rules import Rules
from web.address import answers, fresh, the_table
from web.contract import BadRequest
from web.decoding import NotUnderstood, parsed
from web.records.rules import RulesTold
from web.wording import rules_told
from web.wording.catalogue import speak_as
from web.wording.rules_told import offered

LONGEST_RULES = 4000
"""Characters of the longest rules as JSON; with every option changed they are shorter."""
told_rules = fresh(Blueprint("rules", __name__, url_prefix="/api"))


@told_rules.get("/rules")
@answers(RulesTold)
def rules() -> Response:
    """The rules and every option: `?rules=` a preset or {"preset": "original", "turn_seconds": 90}, or the match's."""
    asked = asked_rules(the_table().state())
    speak_as(asked.preset)
    chapters = [
        {"title": title, "rules": [one.sentence for one in rules]} for title, rules in rules_told.chapters(asked)
    ]
    seats = {"least": asked.players_least, "most": asked.players_most}
    short = {"rules": asked.to_json(), "short": rules_told.in_short(asked), "players": seats}
    return jsonify({**short, "chapters": chapters, "options": offered(asked)})


def rules_of(state: Mapping[str, Any]) -> Rules:
    """The rules of the match; without a match those that the program was started with."""
    match = state["match"]
    return Rules.from_json(match["rules"] if match else current_app.extensions["tilewatch.rules"])


def asked_rules(state: Mapping[str, Any]) -> Rules:
    """The rules in the address (a preset, or an object as JSON), or the match's. Raises BadRequest."""
    asked = request.args.get("rules")
    if asked is None:
        return rules_of(state)
    if len(asked) > LONGEST_RULES:
        raise BadRequest("rules.too-long")
    try:
        return rules_written(parsed(asked) if asked.startswith("{") else asked)
    except NotUnderstood as error:
        raise BadRequest("rules.not-json") from error


def rules_written(written: object) -> Rules:
    """The rules of a preset's name or of an object with options. Raises BadRequest."""
    try:
        return Rules.from_json(written)
    except ValueError as error:
        raise BadRequest(message_of(error)) from error
