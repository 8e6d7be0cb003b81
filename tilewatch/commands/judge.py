"""`tilewatch judge`: says whether a turn was legal, and every reason why not."""

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Annotated

import click
from msgspec import Meta

from referee.judging import Account, Position, Verdict, account_of, account_to_json, judge, sentences
from referee.messages import Message, message_of
from referee.rules import Rules
from referee.table import Table, row_text
from tilewatch.commands.inputs import Sets, accepted_of, complain, input_named, lines_of, place_of, record_of
from tilewatch.language import said
from web.decoding import Record, RulesAsWritten, decode_sent

LEGAL, ILLEGAL, UNUSABLE = 0, 1, 2
"""Exit statuses."""


class TurnAsked(Record, frozen=True, kw_only=True):
    """A turn as the input describes it."""

    opened: bool
    before: Sets
    after: Sets
    accepted: Sets = ()
    rules: RulesAsWritten = "original"
    seconds: Annotated[float, Meta(ge=0, description="wanted.seconds")] | None = None


@click.command
@click.argument("turn_json", metavar="TURN.json")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@click.option("--lines", is_flag=True, help="The file has one turn a line: print one JSON answer a line.")
def command(turn_json: str, as_json: bool, lines: bool) -> None:
    """Judges a turn from the table before and after it; `-` reads standard input.

    \b
    {"rules": "original", "opened": true,
     "before": ["b4 b5 b6"], "after": ["b3 b4 b5 b6"], "seconds": 41.5}

    "accepted", which may be left out, lists sets of "before" that the players let lie although the rules do not.
    "seconds" may be left out; where the rules give a bank of time, a turn is judged as if the bank were full.
    Exit status: 0 legal, 1 illegal, 2 the input cannot be used; with --lines that of the worst line.
    """
    if lines:
        sys.exit(_judge_lines(turn_json))
    turn = record_of(turn_json, TurnAsked)
    with input_named(turn_json):
        verdict, account = _judged(turn)
    click.echo(_as_line(_answer(verdict, account)) if as_json else "\n".join(told_of_turn(verdict, account)))
    sys.exit(LEGAL if verdict.legal else ILLEGAL)


def _judge_lines(source: str) -> int:
    """Answers every line as it arrives, also with an error, and returns the exit status of the worst line."""
    worst = LEGAL
    wrong = []
    for number, line in enumerate(lines_of(source), 1):
        try:
            answer = _answer(*_judged(decode_sent(line, TurnAsked)))
            worst = max(worst, LEGAL if answer["legal"] else ILLEGAL)
        except ValueError as error:
            answer = {"error": str(error)}
            wrong.append(Message.of("terminal.line", place=place_of(source), number=number, problem=message_of(error)))
        click.echo(_as_line(answer))
    if not wrong:
        return worst
    first, *more = wrong
    complain(said(Message.of("terminal.more-lines", first=first, n=len(more)) if more else first))
    return UNUSABLE


def _judged(turn: TurnAsked) -> tuple[Verdict, Account | None]:
    """The verdict on a turn, and its account. Raises ValueError with the part of the input that is wrong."""
    rules = Rules.from_json(turn.rules)
    before, after = Table.from_notation(turn.before, "before"), Table.from_notation(turn.after, "after")
    position = Position(rules, turn.opened, before, accepted_of(turn.accepted, before, "before"))
    return judge(position, after, turn.seconds), account_of(rules, before, after)


def _answer(verdict: Verdict, account: Account | None) -> dict[str, object]:
    return {**verdict.to_json(), "account": None if account is None else account_to_json(account)}


def _as_line(answer: Mapping[str, object]) -> str:
    return json.dumps(answer, ensure_ascii=False)


def told_of_turn(verdict: Verdict, account: Account | None) -> Iterator[str]:
    """The verdict and its account in words, line by line."""
    yield said("terminal.legal" if verdict.legal else "terminal.illegal")
    played = row_text(verdict.played) or Message("terminal.nothing")
    yield said(Message.of("terminal.played", tiles=played))
    if verdict.opening_points is not None:
        yield said(Message.of("terminal.opening", n=verdict.opening_points))
    for fault in verdict.faults:
        yield f"- {said(fault.message)} [{fault.code.value}; {said(fault.source)}]"
    if verdict.draw:
        yield said(Message.of("terminal.draw", n=verdict.draw))
    for sentence in sentences(account) if account else ():
        yield f"  {said(sentence.message)}"
