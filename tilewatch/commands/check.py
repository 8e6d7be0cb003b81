"""`tilewatch check IMAGE`: judges a photograph of a table, and with the one before it the turn, without a match."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from referee.messages import Message
from referee.rules import Rules
from referee.table import row_text
from tilewatch.check import (
    Asked,
    Checked,
    CheckedSet,
    CheckedTable,
    Photograph,
    checked,
    drawn_on,
    photograph_of,
    seen_in,
    told_of_check,
)
from tilewatch.commands.inputs import InputError, input_named, refusing
from tilewatch.commands.judge import told_of_turn
from tilewatch.commands.read import write_overlay
from tilewatch.language import said
from vision.camera import MOST_FILE_PIXELS, PictureError
from vision.reading import ModelMissing, Reader

RIGHT, WRONG = 0, 1
"""Exit statuses."""


@click.command(name="check")
@click.argument("image", type=click.Path(readable=False))
@click.option("--before", type=click.Path(readable=False), help="A photograph of the table before the turn.")
@click.option("--rules", default="original", metavar="PRESET", help="The rules: `tilewatch rules` lists them.")
@click.option(
    "--opened/--not-opened",
    default=True,
    help="Whether the player had laid the opening before this turn (with --before; opened where left out).",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
@click.option(
    "--overlay",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File (PNG): the photograph with each set outlined: green a set, red none, amber in doubt.",
)
def command(image: str, before: str | None, rules: str, opened: bool, as_json: bool, overlay: Path | None) -> None:
    """Judges a photograph of a table: which rows are sets, and why others are not.

    With --before, a photograph of the table before the turn, also whether the turn was legal; taken from any side.
    Exit status: 0 valid or legal, 1 not, 2 a photograph cannot be used.
    """
    with input_named("--rules"):
        asked = Asked(Rules.from_json(rules), opened)
    after, earlier = _photograph(image), None if before is None else _photograph(before)
    with refusing(ModelMissing):
        reader = Reader()
    seen_before = None if earlier is None else seen_in(earlier, reader.read)
    check = checked(seen_in(after, reader.read), seen_before, asked)
    click.echo(json.dumps(told_of_check(check), ensure_ascii=False) if as_json else "\n".join(_in_words(check)))
    if overlay is not None and not write_overlay(overlay, drawn_on(after.pixels, check.after)):
        sys.exit(2)
    sys.exit(RIGHT if check.is_right else WRONG)


def _photograph(image: str) -> Photograph:
    """The decoded photograph. Raises InputError."""
    try:
        return photograph_of(Path(image), MOST_FILE_PIXELS)
    except PictureError as problem:
        raise InputError(f"{image}: {said(problem.message)}") from problem


def _in_words(check: Checked) -> Iterator[str]:
    if check.before is not None:
        yield said("terminal.before")
        yield from _table_in_words(check.before)
        yield said("terminal.after")
    yield from _table_in_words(check.after)
    if check.turn is not None:
        yield from told_of_turn(check.turn.verdict, check.turn.account)
        if check.turn.question is not None:
            yield said(Message.of("terminal.settle-first", question=check.turn.question.message))
    elif not check.after.seen.table.tiles:
        yield said("terminal.no-tile")
    else:
        yield said("terminal.valid" if check.is_right else "terminal.not-valid")
        if check.in_doubt:
            yield said("terminal.in-doubt")


def _table_in_words(table: CheckedTable) -> Iterator[str]:
    for place, one in enumerate(table.sets):
        doubts = [doubt for doubt in table.unsure if doubt.set == place]
        named = "; ".join(
            f"{doubt.tile.tile}? {' '.join(str(tile) for tile, _ in doubt.tile.rivals)}" for doubt in doubts
        )
        unsure = f"    {said(Message.of('terminal.unsure', doubts=named))}" if named else ""
        yield f"{row_text(tile.tile for tile in one.tiles)}    {_what(one)}{unsure}"
    if count := len(table.seen.table.unread):
        yield said(Message.of("terminal.unread", n=count))
    yield from (f"- {said(fault.message)} [{fault.code.value}; {said(fault.source)}]" for fault in table.faults)
    yield from (said(advice) for advice in table.seen.advice)


def _what(one: CheckedSet) -> str:
    """The points of a row, or why it is no set."""
    if one.faults:
        return "; ".join(f"{said(fault.message)} [{fault.code.value}; {said(fault.source)}]" for fault in one.faults)
    return said(Message.of("terminal.points", n=one.points))
