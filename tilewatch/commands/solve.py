"""`tilewatch solve`: the best play from a rack onto a table."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from math import isnan
from time import perf_counter, thread_time

import click

from referee.judging import Position, faults_of_table
from referee.match import too_many
from referee.messages import Message
from referee.rules import Rules
from referee.solving import Play, best_play
from referee.table import Row, Table, row_from_notation, row_text
from tilewatch.commands.inputs import NotUsable, Sets, accepted_of, input_named, record_of
from tilewatch.language import said
from web.decoding import Record, RulesAsWritten

LONGEST_SEARCH = 2.0
"""Seconds of processor time after which the best play found so far is the answer, "optimal": false."""


class PositionAsked(Record, frozen=True, kw_only=True):
    """A table and a rack as the input describes them."""

    rack: str
    table: Sets = ()
    accepted: Sets = ()
    rules: RulesAsWritten = "original"
    opened: bool = True


def _time_given(_context: click.Context, _option: click.Parameter, given: float) -> float:
    """Checks the given time: click's range accepts NaN, with which the search would never end."""
    if isnan(given):
        raise click.BadParameter(said(Message.of("terminal.no-time", given=given)))
    return given


@click.command
@click.argument("state_json", metavar="STATE.json")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, max=3600),
    default=LONGEST_SEARCH,
    show_default=True,
    callback=_time_given,
    help="Seconds of processor time after which the best play found so far is printed.",
)
def command(state_json: str, as_json: bool, seconds: float) -> None:
    """Finds the play that lays the most tiles and, among those, the most points; `-` reads standard input.

    \b
    {"rules": "original", "opened": true, "table": ["b4 b5 b6"], "rack": "b3 r9"}

    "opened" may be left out: true. "accepted", which may be left out, too, lists sets of "table" that the players
    let lie although the rules do not. "points" is what the tiles laid are worth where they lie: a joker from the rack
    counts as the tile that it stands for on "table". "optimal" is false where time ran out before it was certain
    that nothing better can be laid.
    """
    asked = record_of(state_json, PositionAsked)
    with input_named(state_json):
        position, rack = _read(asked)
    begun = perf_counter()
    play = best_play(position, rack, _over_after(seconds))
    milliseconds = 1000 * (perf_counter() - begun)
    answer = {**play.to_json(), "milliseconds": round(milliseconds, 1)}
    click.echo(json.dumps(answer) if as_json else "\n".join(_told(play, position.table)))


def _read(asked: PositionAsked) -> tuple[Position, Row]:
    rules, table = Rules.from_json(asked.rules), Table.from_notation(asked.table)
    rack = row_from_notation(asked.rack, "rack")
    position = Position(rules, asked.opened, table, accepted_of(asked.accepted, table, "table"))
    _check(position, rack)
    return position, rack


def _check(position: Position, rack: Row) -> None:
    """Refuses an illegal table (accepted sets aside), and more copies of a tile than the box holds."""
    rules, table = position.rules, position.table
    strays = too_many(Counter([*table.tiles(), *rack]), rules)
    if strays:
        raise NotUsable("terminal.too-many", where="table and rack", tiles=", ".join(sorted(map(str, strays))))
    for fault in faults_of_table(rules, table, position.accepted):
        if fault.sets:
            raise NotUsable("at-set", place="table", set=fault.sets[0] + 1, problem=fault.message)
        raise NotUsable("at", place="table", problem=fault.message)


def _over_after(seconds: float) -> Callable[[], bool]:
    """A function that tells whether so much processor time was used; other programs on the machine do not count."""
    end = thread_time() + seconds
    return lambda: thread_time() > end


def _told(play: Play, before: Table) -> Iterator[str]:
    if not play.played:
        yield said("terminal.nothing-can-be-laid" if play.is_optimal else "terminal.nothing-found")
        return
    tiles, points = (Message.of("terminal.tiles", n=len(play.played)), Message.of("terminal.points", n=play.points))
    yield said(Message.of("terminal.lay", row=row_text(play.played), tiles=tiles, points=points))
    if not play.is_optimal:
        yield said(Message.of("terminal.not-certain", least=len(play.played), most=play.at_most))
    left = list(before.sets)
    for row in play.table.sets:
        if row in left:
            left.remove(row)
            yield f"  {row_text(row)}"
        else:
            yield f"* {row_text(row)}"
