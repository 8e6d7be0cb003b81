"""`tilewatch score`: the points of a round from the racks left."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated

import click
from msgspec import Meta

from referee.match import RoundScore, plain, score_round, too_many
from referee.messages import Message, listed
from referee.rules import Rules
from referee.table import Row, row_from_notation
from tilewatch.commands.inputs import NotUsable, input_named, record_of
from tilewatch.language import said
from web.bodies import RackWritten
from web.decoding import Record, RulesAsWritten
from web.texts import Name


class RoundAsked(Record, frozen=True, kw_only=True):
    """The end of a round as the input describes it."""

    racks: Annotated[dict[Name, RackWritten], Meta(description="wanted.racks")]
    rules: RulesAsWritten = "original"
    never_opened: Annotated[tuple[str, ...], Meta(description="wanted.names")] = ()


@click.command
@click.argument("round_json", metavar="ROUND.json")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
def command(round_json: str, as_json: bool) -> None:
    """Scores a round from every player's rack; `-` reads standard input.

    \b
    {"rules": "original", "racks": {"A": "", "B": "r5", "C": "b13 k3"}}

    A rack may be its points as a number: "C": 16. "never_opened": ["C"] names players who never opened, where a
    house rule makes them pay.
    """
    round_ = record_of(round_json, RoundAsked)
    with input_named(round_json):
        result = _scored(round_)
    click.echo(json.dumps(result.to_json(), ensure_ascii=False) if as_json else "\n".join(_told(result)))


def _scored(round_: RoundAsked) -> RoundScore:
    rules = Rules.from_json(round_.rules)
    racks: dict[str, Row | int] = {name: _rack(name, rack) for name, rack in round_.racks.items()}
    _check(racks, rules)
    for name in round_.never_opened:
        if name not in racks:
            raise NotUsable("terminal.no-rack", name=name)
    return score_round(racks, rules, round_.never_opened)


def _rack(name: str, written: str | int) -> Row | int:
    """A rack's tiles, or its points if only these are given. Raises ValueError."""
    return written if isinstance(written, int) else row_from_notation(written, f"racks, {name}")


def _check(racks: Mapping[str, Row | int], rules: Rules) -> None:
    """Refuses too few or too many racks, several empty racks, and more copies of a tile than the box holds."""
    if not 2 <= len(racks) <= rules.players_most:
        raise NotUsable("terminal.seats", count=len(racks), least=2, most=rules.players_most)
    empty = [name for name, rack in racks.items() if not rack]
    if len(empty) > 1:
        raise NotUsable("terminal.several-empty", players=", ".join(empty))
    rows = [rack for rack in racks.values() if not isinstance(rack, int)]
    strays = too_many(Counter(tile for row in rows for tile in row), rules)
    if strays:
        raise NotUsable("terminal.too-many", where="racks", tiles=", ".join(sorted(map(str, strays))))


def _told(result: RoundScore) -> Iterator[str]:
    winners = listed("and", result.winners)
    yield said(Message.of("terminal.won-by", winners=winners, how=result.ended_by.value))
    width = max(map(len, result.scores))
    for name, points in result.scores.items():
        yield f"{name:<{width}}  {plain(points):+g}"
