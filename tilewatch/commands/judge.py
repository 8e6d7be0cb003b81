"""`tilewatch judge`: says whether a turn was legal, and every reason why not."""

import json
import math
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from referee.judging import Verdict, judge
from referee.rules import Rules
from referee.table import Table, row_text
from tilewatch.commands.inputs import Unusable, an_object, json_object, only_known, unusable_if_wrong

LEGAL, ILLEGAL, UNUSABLE = 0, 1, 2
"""What the exit status says."""


@click.command
@click.argument("turn_json", metavar="TURN.json")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@click.option("--lines", is_flag=True, help="A file of one turn a line: print one JSON answer a line.")
def command(turn_json: str, as_json: bool, lines: bool) -> None:
    """Judge a turn from the table before and after it; `-` reads standard input.

    \b
    {"rules": "original", "opened": true,
     "before": ["b4 b5 b6"], "after": ["b3 b4 b5 b6"], "seconds": 41.5}

    "seconds" may be missing. Exit status: 0 legal, 1 illegal, 2 the input cannot be used; with --lines
    the worst of them all.
    """
    if lines:
        sys.exit(_judge_lines(turn_json))
    written = json_object(turn_json)
    with unusable_if_wrong(turn_json):
        verdict = _judged(written)
    click.echo(_as_line(verdict.to_json()) if as_json else "\n".join(_told(verdict)))
    sys.exit(LEGAL if verdict.legal else ILLEGAL)


def _judge_lines(source: str) -> int:
    """Answers every line and gives the exit status; lines that cannot be used are answered too."""
    worst = LEGAL
    wrong = []
    for number, line in enumerate(_lines(source), 1):
        try:
            answer = _judged(_turn(line)).to_json()
            worst = max(worst, LEGAL if answer["legal"] else ILLEGAL)
        except ValueError as error:
            answer = {"error": str(error)}
            wrong.append(f"line {number}: {error}")
        click.echo(_as_line(answer))
    if not wrong:
        return worst
    more = f" (and {len(wrong) - 1} more lines)" if len(wrong) > 1 else ""
    click.echo(f"{source}, {wrong[0]}{more}", err=True)
    return UNUSABLE


def _lines(source: str) -> list[str]:
    try:
        given = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise Unusable(f"{source}: {error.strerror or error}") from error
    return given.decode("utf-8", errors="replace").splitlines()


def _turn(line: str) -> Mapping[str, object]:
    try:
        written = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON ({error})") from error
    return an_object(written, "the turn")


def _judged(written: Mapping[str, object]) -> Verdict:
    """The verdict on a turn as it is written. Raises ValueError, naming what cannot be used."""
    only_known(written, "rules", "opened", "before", "after", "seconds")
    for name in ("opened", "before", "after"):
        if name not in written:
            raise ValueError(f'"{name}" is missing')
    rules = Rules.from_json(written.get("rules", "original"))
    opened = written["opened"]
    if not isinstance(opened, bool):
        raise ValueError(f"opened: {opened!r} is neither true nor false")
    before, after = _table(written, "before"), _table(written, "after")
    return judge(rules, opened, before, after, _seconds(written.get("seconds")))


def _table(written: Mapping[str, object], name: str) -> Table:
    sets = written[name]
    if not isinstance(sets, list):
        raise ValueError(f"{name}: not a list of sets")
    return Table.from_notation(sets, name)


def _seconds(written: object) -> float | None:
    if written is None:
        return None
    if isinstance(written, bool) or not isinstance(written, int | float):
        raise ValueError(f"seconds: {written!r} is not a number")
    if not 0 <= written < math.inf:
        raise ValueError(f"seconds: {written!r} is no time a turn can take")
    return float(written)


def _as_line(answer: Mapping[str, object]) -> str:
    return json.dumps(answer, ensure_ascii=False)


def _told(verdict: Verdict) -> Iterator[str]:
    yield "legal" if verdict.legal else "illegal"
    yield f"played: {row_text(verdict.played) or 'nothing'}"
    if verdict.opening_points is not None:
        yield f"opening: {verdict.opening_points} points"
    for fault in verdict.faults:
        yield f"- {fault.text} [{fault.code.value}; {fault.source}]"
    if verdict.draw:
        yield f"draw: {verdict.draw}"
