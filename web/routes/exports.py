"""Downloads of the match: scores and turns as CSV or a workbook, everything as JSON, times and highlights.

And downloads of all past matches: as CSV for spreadsheets, as JSON, and in the product's notation.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from flask import Blueprint, Response, abort, jsonify

from web.address import answers, the_table
from web.agreements import the_agreements
from web.records.turns import Highlights, TimesTold
from web.routes import workbook
from web.routes.history import the_history, the_match
from web.wording.catalogue import ENGLISH, language

exports = Blueprint("exports", __name__)
FORMULA = re.compile(r"(^|[;,|\t\r\n])(\s*)(?=[=+\-@＝＋－＠])")
"""Places where a spreadsheet would begin a formula: at the start of a cell, full-width signs included, and after
characters that some spreadsheets take for the end of a cell."""
MARK = "\ufeff"
"""Byte order mark that tells Excel a text is UTF-8; without it Åse is shown as Ã…se."""
AT_ONCE = 50
"""Turns that are sent in one part."""
TURN_COLUMNS = ("turn", "round", "player", "legal", "played", "drawn", "seconds", "overruled", "faults", "table")
Json = Mapping[str, Any]
history_exports = Blueprint("history_exports", __name__, url_prefix="/export")
PLAYER_COLUMNS = ("name", "matches", "matches_won", "rounds", "won", "points")


@exports.get("/export/scores.csv")
def scores_csv() -> Response:
    """The score table: a line for each round, then the totals."""
    return csv_file("scores.csv", _score_rows())


def _score_rows() -> list[Sequence[object]]:
    state = the_table().state()
    names = [player["name"] for player in state["players"]]
    rows: list[Sequence[object]] = [("round", *names, "winner")]
    for played in state["rounds"]:
        scores = [played["scores"].get(name, "") for name in names]  # a player who was absent has no score
        rows.append((played["round"], *scores, " ".join(played["winners"])))
    rows.append(("total", *(player["score"] for player in state["players"]), ""))
    return rows


@exports.get("/export/turns.csv")
def turns_csv() -> Response:
    """Every turn: its player, the tiles played, and the referee's verdict."""
    return csv_file("turns.csv", _turn_rows())


def _turn_rows() -> list[Sequence[object]]:
    return [TURN_COLUMNS, *map(turn_row, the_table().match.turns())]


@exports.get("/export/match.xlsx")
def match_xlsx() -> Response:
    """Scores and turns as one workbook; 404 where the library that writes it is missing."""
    if not workbook.can_be_made():
        abort(404)
    content = workbook.workbook({"scores": _score_rows(), "turns": _turn_rows()})
    return download("match.xlsx", content, workbook.KIND)


@exports.get("/export/match.json")
def match_json() -> Response:
    """The whole match: players, rules, rounds, turns."""
    state = the_table().state()
    whole = {name: state[name] for name in ("match", "players", "rounds")} | {"turns": the_table().match.turns()}
    text = json.dumps(whole, ensure_ascii=False, indent=1)
    return download("match.json", text, "application/json")


@exports.get("/api/times")
@answers(TimesTold)
def times() -> Response:
    """How long each player took, and the longest turn."""
    return jsonify(times_of(the_table().match.turns()))


@exports.get("/api/highlights")
@answers(Highlights)
def highlights() -> Response:
    """The highlights of the match; missed plays only if the players allowed all help."""
    return jsonify(the_table().match.highlights(missed=the_agreements().allowed.help == "all"))


def times_of(turns: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Seconds of each player: {"players": {name: {"turns", "total", "mean", "longest"}}, "longest": turn or None}."""
    taken: dict[str, list[float]] = {}
    longest: Mapping[str, Any] | None = None
    for turn in turns:
        taken.setdefault(turn["player"], []).append(turn["seconds"])
        if longest is None or turn["seconds"] > longest["seconds"]:
            longest = turn
    players = {name: _summary(seconds) for name, seconds in taken.items()}
    top = longest and {name: longest.get(name) for name in ("number", "round", "player", "seconds", "why_long")}
    return {"players": players, "longest": top}


def _summary(seconds: Sequence[float]) -> dict[str, float]:
    total = sum(seconds)
    mean = round(total / len(seconds), 1)
    return {"turns": len(seconds), "total": round(total, 1), "mean": mean, "longest": max(seconds)}


def turn_row(turn: Mapping[str, Any]) -> Sequence[object]:
    """A turn as a row of a spreadsheet with TURN_COLUMNS."""
    verdict = turn["verdict"]
    faults = " ".join(fault["code"] for fault in verdict["faults"])
    played, table = " ".join(verdict["played"]), " / ".join(turn["after"])
    names = ("number", "round", "player", "legal")
    rest = (played, turn["drawn"], turn["seconds"], turn["overruled"] or "", faults, table)
    return (*(turn[name] for name in names), *rest)


def csv_file(name: str, rows: Iterable[Sequence[object]]) -> Response:
    """A CSV file as Excel opens it in the reader's language; no cell is taken for a formula.

    In languages with a decimal comma, as in the Nordic countries, columns are separated by semicolons.
    """
    text, has_comma = io.StringIO(), language() != ENGLISH
    text.write(MARK)
    csv.writer(text, delimiter=";" if has_comma else ",").writerows(
        [_cell(one, has_comma) for one in row] for row in rows
    )
    return download(name, text.getvalue(), "text/csv")


def _cell(value: object, has_comma: bool) -> object:
    """A cell that no spreadsheet takes for a formula; numbers stay numbers."""
    if isinstance(value, float) and has_comma:
        return str(value).replace(".", ",")
    return FORMULA.sub(r"\1'\2", value) if isinstance(value, str) else value


def _here(moment: str) -> str:
    """A moment in UTC as local time, with its offset.

    >>> _here("2026-01-02T19:00:00Z").partition(" ")[0] in ("2026-01-02", "2026-01-03")
    True
    """
    return datetime.fromisoformat(moment).astimezone().isoformat(" ", "seconds")


def download(name: str, content: str | bytes, kind: str) -> Response:
    """A text, or a workbook's bytes, as a file to download."""
    headers = {"Content-Disposition": f'attachment; filename="tilewatch-{name}"', "Cache-Control": "no-store"}
    if isinstance(content, bytes):
        return Response(content, headers=headers, content_type=kind)
    return Response(content.encode("utf-8"), headers=headers, content_type=f"{kind}; charset=utf-8")


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
def kept_match_json(number: int) -> Response:
    """One match with its rounds and turns."""
    return download(f"match-{number}.json", _json(the_match(number)), "application/json")


@history_exports.get("/matches/<int:number>/turns.csv")
def kept_turns_csv(number: int) -> Response:
    """Every turn of a match."""
    rows = [TURN_COLUMNS, *map(turn_row, the_match(number)["turns"])]
    return csv_file(f"match-{number}-turns.csv", rows)


@history_exports.get("/matches/<int:number>/turns.jsonl")
def turns_in_notation(number: int) -> Response:
    """Every turn as `tilewatch judge --lines` reads it: the tables in notation."""
    lines = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in turn_lines(the_match(number)))
    return download(f"match-{number}-turns.jsonl", lines, "application/jsonl")


def match_rows(matches: Iterable[Json]) -> Iterator[Sequence[object]]:
    """Matches as rows of a spreadsheet: each player's points in each match."""
    yield ("match", "began", "state", "rules", "rounds", "player", "points")
    for one in matches:
        rules = one["rules"] if isinstance(one["rules"], str) else one["rules"]["preset"]
        for name in one["players"]:
            yield (one["number"], _here(one["began"]), one["state"], rules, one["rounds"], name, one["scores"][name])


def turn_lines(match: Json) -> Iterator[Json]:
    """A match's turns as input of `judge`."""
    for turn in match["turns"]:
        table_of_turn = {name: turn[name] for name in ("before", "after", "seconds")}
        yield {"rules": match["rules"], "opened": turn["had_opened"], **table_of_turn}


def _all_json() -> Iterator[str]:
    """All matches as JSON, one turn after the other, so that only one match's events are in memory."""
    history = the_history()
    players, numbers = history.players(), [one["number"] for one in reversed(history.matches())]
    return _parts(players, (history.streamed(number) for number in numbers))


def _parts(players: Sequence[Json], matches: Iterable[tuple[Json, Iterable[Json]] | None]) -> Iterator[str]:
    yield f'{{"players": {_json(list(players))},\n"matches": ['
    separator = "\n"
    for streamed in matches:
        if streamed is not None:
            head, turns = streamed
            yield separator + _json({name: value for name, value in head.items() if name != "turns"})[:-1]
            yield from _listed("turns", iter(turns))
            separator = ",\n"
    yield "\n]}\n"


def _listed(name: str, turns: Iterator[Json]) -> Iterator[str]:
    """A list of turns as the last field of an object, some turns at a time, with the object's end."""
    yield f', "{name}": ['
    separator = ""
    while some := list(islice(turns, AT_ONCE)):
        yield separator + ",\n".join(map(_json, some))
        separator = ",\n"
    yield "]}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
