"""Everything that was played, to take home: as CSV for spreadsheets, as JSON, and in the product's notation."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response

from web.routes.exports import TURN_COLUMNS, csv_file, download, turn_row
from web.routes.history import the_history, the_match

Json = Mapping[str, Any]
history_exports = Blueprint("history_exports", __name__, url_prefix="/export")
PLAYER_COLUMNS = ("name", "matches", "matches_won", "rounds", "won", "points")


@history_exports.get("/matches.csv")
def matches_csv() -> Response:
    """A line for each player of each match, the oldest match first."""
    return csv_file("matches.csv", match_rows(reversed(the_history().matches())))


@history_exports.get("/players.csv")
def players_csv() -> Response:
    """The all-time table."""
    listed: Iterable[Json] = map(dict, the_history().players())
    rows = [[one[name] for name in PLAYER_COLUMNS] for one in listed]
    return csv_file("players.csv", [PLAYER_COLUMNS, *rows])


@history_exports.get("/all.json")
def all_json() -> Response:
    """Every match with its rounds and turns, and the all-time table; sent as it is read."""
    answer = Response(_all_json(), content_type="application/json; charset=utf-8")
    answer.headers["Content-Disposition"] = 'attachment; filename="tilewatch-all.json"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@history_exports.get("/matches/<int:number>/match.json")
def match_json(number: int) -> Response:
    """One match with its rounds and turns."""
    return download(f"match-{number}.json", _json(the_match(number)), "application/json")


@history_exports.get("/matches/<int:number>/turns.csv")
def turns_csv(number: int) -> Response:
    """Every turn of a match."""
    rows = [TURN_COLUMNS, *map(turn_row, the_match(number)["turns"])]
    return csv_file(f"match-{number}-turns.csv", rows)


@history_exports.get("/matches/<int:number>/turns.jsonl")
def turns_in_notation(number: int) -> Response:
    """Every turn as `tilewatch judge --lines` reads it: the tables in notation."""
    lines = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in turn_lines(the_match(number)))
    return download(f"match-{number}-turns.jsonl", lines, "application/jsonl")


def match_rows(matches: Iterable[Json]) -> Iterator[Sequence[object]]:
    """Matches as rows of a spreadsheet: who had how many points in which match."""
    yield ("match", "began", "state", "rules", "rounds", "player", "points")
    for one in matches:
        rules = one["rules"] if isinstance(one["rules"], str) else one["rules"]["preset"]
        for name in one["players"]:
            yield (one["number"], one["began"], one["state"], rules, one["rounds"], name, one["scores"][name])


def turn_lines(match: Json) -> Iterator[Json]:
    """A match's turns as programs get them for `judge`."""
    for turn in match["turns"]:
        table_of_turn = {name: turn[name] for name in ("before", "after", "seconds")}
        yield {"rules": match["rules"], "opened": turn["had_opened"], **table_of_turn}


def _all_json() -> Iterator[str]:
    """One match after the other, so that a long history needs no more memory than one match."""
    history = the_history()
    players, numbers = history.players(), [one["number"] for one in reversed(history.matches())]
    return _parts(players, (history.match(number) for number in numbers))


def _parts(players: Sequence[Json], matches: Iterable[Json | None]) -> Iterator[str]:
    yield f'{{"players": {_json(list(players))},\n"matches": ['
    separator = "\n"
    for match in matches:
        if match is not None:
            yield separator + _json(match)
            separator = ",\n"
    yield "\n]}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
