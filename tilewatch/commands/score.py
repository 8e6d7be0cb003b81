"""`tilewatch score`: the points of a round from the racks left."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping

import click

from referee.match.rack_check import too_many
from referee.match.scores import RoundScore, plain, score_round
from referee.rules import Rules
from referee.table import Row, row_from_notation
from tilewatch.commands.inputs import an_object, json_object, only_known, unusable_if_wrong


@click.command
@click.argument("round_json", metavar="ROUND.json")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
def command(round_json: str, as_json: bool) -> None:
    """Score a round from every player's rack; `-` reads standard input.

    \b
    {"rules": "original", "racks": {"A": "", "B": "r5", "C": "b13 k3"}}

    "never_opened": ["C"] names players who never opened, where a house rule makes them pay.
    """
    written = json_object(round_json)
    with unusable_if_wrong(round_json):
        result = _scored(written)
    click.echo(json.dumps(result.to_json(), ensure_ascii=False) if as_json else "\n".join(_told(result)))


def _scored(written: Mapping[str, object]) -> RoundScore:
    only_known(written, "rules", "racks", "never_opened")
    rules = Rules.from_json(written.get("rules", "original"))
    racks = _racks(written.get("racks"), rules)
    return score_round(racks, rules, _never_opened(written.get("never_opened", []), racks))


def _racks(written: object, rules: Rules) -> dict[str, Row]:
    racks = {name: row_from_notation(rack, f"racks, {name}") for name, rack in an_object(written, "racks").items()}
    if not 2 <= len(racks) <= rules.players_most:
        raise ValueError(f"racks: {len(racks)} players, the rules seat 2 to {rules.players_most}")
    strays = too_many(Counter(tile for rack in racks.values() for tile in rack), rules)
    if strays:
        raise ValueError(f"racks: more of {', '.join(sorted(map(str, strays)))} than the box holds")
    return racks


def _never_opened(written: object, racks: Mapping[str, Row]) -> list[str]:
    if not isinstance(written, list):
        raise ValueError("never_opened: not a list of players")
    for name in written:
        if name not in racks:
            raise ValueError(f"never_opened: {name!r} has no rack")
    return written


def _told(result: RoundScore) -> Iterator[str]:
    yield f"won by {' and '.join(result.winners)} ({result.ended_by.value})"
    width = max(map(len, result.scores))
    for name, points in result.scores.items():
        yield f"{name:<{width}}  {plain(points):+g}"
