"""Matches and players as the page gets them (`GET /api/matches` and `GET /api/players`)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any
from urllib.parse import quote

from referee.match import Match, openers
from tilewatch.history.known_racks import turns_with_known_rack
from tilewatch.history.match_summary import MatchSummary
from tilewatch.history.player_figures import PlayerFigures, player_figures
from tilewatch.history.replay import Board, boards
from tilewatch.history.standings import PlayerStanding
from tilewatch.table.state_json import rounds_counted, turn_played

Json = dict[str, Any]


class MatchState(StrEnum):
    """What became of a match."""

    OVER = "over"
    LEFT = "left"
    RUNNING = "running"


def state_of(summary: MatchSummary, is_at_the_table: bool) -> MatchState:
    """A match between two rounds is over when another one took its place at the table."""
    if summary.is_finished:
        return MatchState.OVER
    if is_at_the_table:
        return MatchState.RUNNING
    return MatchState.OVER if summary.is_between_rounds else MatchState.LEFT


def of_summary(summary: MatchSummary, is_at_the_table: bool) -> Json:
    """One line of the list of matches."""
    return {
        "number": summary.number,
        "began": moment_text(summary.began),
        "players": list(summary.names),
        "rules": summary.rules,
        "rounds": len(summary.rounds),
        "scores": summary.scores,
        "state": state_of(summary, is_at_the_table).value,
        "leaders": list(summary.leaders),
        "turns": summary.turns,
        "resumable": (summary.is_ended or not summary.is_finished) and not is_at_the_table,
    }


def of_match(match: Match, summary: MatchSummary, is_at_the_table: bool, has: Callable[[int, str], bool]) -> Json:
    """One match with its rounds and turns; `has`: whether there is a picture of one side of a turn."""
    now = match.now
    opened, known = openers(now.turns), turns_with_known_rack(now)
    turns = [
        {
            **turn_played(turn),
            "pictures": _pictures(summary.number, turn.number, has),
            "had_opened": turn.number in opened,
            "rack_known": turn.number in known,
            "board": _board(board),
        }
        for turn, board in zip(now.turns, boards(now.turns), strict=True)
    ]
    short = {**of_summary(summary, is_at_the_table), "points": summary.points}
    return {**short, "rounds": rounds_counted(now), "turns": turns}


def _pictures(match: int, turn: int, has: Callable[[int, str], bool]) -> dict[str, str | None]:
    """Where the pictures of a turn are."""
    folder = f"/api/matches/{match}/turns/{turn}"
    return {side: f"{folder}/{side}.jpg" if has(turn, side) else None for side in ("before", "after")}


def _board(board: Board) -> list[Json]:
    """Sets in steady places; each tile with an id that it keeps, and whether it is new there or moved."""
    return [
        {
            "set": row.set,
            "tiles": [str(one.tile) for one in row.tiles],
            "ids": [one.id for one in row.tiles],
            "how": [one.how.value for one in row.tiles],
        }
        for row in board
    ]


def of_standing(standing: PlayerStanding, colour: int, has_picture: bool) -> Json:
    """One line of the all-time table."""
    picture = f"/api/players/{quote(standing.name, safe='')}/picture.jpg" if has_picture else None
    return {**asdict(standing), "last_played": moment_text(standing.last_played), "colour": colour, "picture": picture}


def of_player(name: str, table: Iterable[Mapping[str, Any]], summaries: Iterable[MatchSummary]) -> Json | None:
    """One player's figures with the own line of the all-time `table`; None: nobody of that name is in it."""
    standing = next((one for one in table if one["name"] == name), None)
    return None if standing is None else {**of_figures(player_figures(name, summaries)), **standing}


def of_figures(figures: PlayerFigures) -> Json:
    """One player's figures."""
    told = asdict(figures)
    told["form"] = [_with_date(one) for one in told["form"]]
    told["rounds_played"] = [_with_date(one) for one in told.pop("rounds")]
    told["matches_played"] = [_with_date(one) for one in told.pop("matches")]
    return told


def moment_text(seconds: float) -> str:
    """A moment of the calendar as JSON has it, in UTC."""
    return datetime.fromtimestamp(round(seconds), UTC).isoformat().replace("+00:00", "Z")


def _with_date(one: Mapping[str, Any]) -> Json:
    return {**one, "began": moment_text(one["began"])}
