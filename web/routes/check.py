"""Judges a photograph without a match, and again after a person corrected its reading."""

from collections.abc import Iterable
from typing import Any

from referee.messages import message_of
from referee.rules import Rules
from referee.table import Table
from referee.tiles import NotationError
from web.address import Address, the_table
from web.bodies import CheckPhotos, CheckSets
from web.contract import BadRequest, CheckAsked
from web.decoding import NotUnderstood, parsed
from web.records.check import CheckTold
from web.routes.rules import rules_of, rules_written

MATCH = "match"
"""Value that stands for the table before the turn: the table of the match's last turn."""


def check(body: CheckPhotos | CheckSets) -> CheckTold:
    """Judges a photograph or a corrected table; with the table before it also the turn. Nothing is stored."""
    checks = the_table().check
    if isinstance(body, CheckPhotos):
        rules = _rules(None if body.rules is None else _rules_of_text(body.rules))
        asked = CheckAsked(rules, body.opened, _table(body.accepted.splitlines()), body.before == MATCH.encode())
        return checks.photographs(body.after, None if asked.of_match else body.before, asked)
    asked = CheckAsked(_rules(body.rules), body.opened, _table(body.accepted), body.before == MATCH, body.anyway)
    return checks.tables(body.after, body.earlier, asked)


def _rules(written: object) -> Rules:
    """The named rules; None: the match's. Raises BadRequest."""
    return rules_of(the_table().state()) if written is None else rules_written(written)


def _rules_of_text(text: str) -> object:
    """The rules in a form's text: a preset's name, or an object as JSON. Raises BadRequest."""
    try:
        return parsed(text.encode()) if text.startswith("{") else text
    except NotUnderstood as error:
        raise BadRequest("rules.not-json") from error


def _table(sets: Iterable[str]) -> Table:
    """The rows that the players accept, from notation. Raises BadRequest."""
    try:
        return Table.from_notation(sets, "accepted")
    except NotationError as error:
        raise BadRequest(message_of(error)) from error


CHECK: tuple[Address[Any], ...] = (Address("/check", CheckPhotos, check, in_json=CheckSets, only_asks=True),)
