"""Matches and players as the page gets them (`GET /api/matches` and `GET /api/players`)."""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import cast
from urllib.parse import quote

from referee.match import Match, openers
from tilewatch.history.known_racks import turns_with_known_rack
from tilewatch.history.match_summary import MatchSummary
from tilewatch.history.player_figures import moment_text, player_figures
from tilewatch.history.replay import Board, boards
from tilewatch.history.standings import PlayerStanding
from tilewatch.telling.match_json import rounds_counted, turn_played
from web.records.history import (
    BoardRow,
    MatchKept,
    MatchListed,
    MatchShort,
    PlayerListed,
    PlayerTold,
    State,
    TurnReplayed,
)
from web.records.turns import TwoPictures


def state_of(summary: MatchSummary, is_at_the_table: bool) -> State:
    """A match between two rounds is over when another one took its place at the table."""
    if summary.is_finished:
        return "over"
    if is_at_the_table:
        return "running"
    return "over" if summary.is_between_rounds else "left"


def of_summary(summary: MatchSummary, is_at_the_table: bool) -> MatchListed:
    """One line of the list of matches."""
    return {
        **_short(summary, is_at_the_table),
        "rounds": len(summary.rounds),
        "turns": summary.turns,
    }


def _short(summary: MatchSummary, is_at_the_table: bool) -> MatchShort:
    return {
        "number": summary.number,
        "began": moment_text(summary.began),
        "players": list(summary.names),
        "rules": summary.rules,
        "scores": summary.scores,
        "state": state_of(summary, is_at_the_table),
        "leaders": list(summary.leaders),
        "resumable": (summary.is_ended or not summary.is_finished) and not is_at_the_table,
    }


def of_match(match: Match, summary: MatchSummary, is_at_the_table: bool, has: Callable[[int, str], bool]) -> MatchKept:
    """One match with its rounds and turns; `has`: whether there is a picture of one side of a turn."""
    now = match.now
    opened, known = openers(now.turns), turns_with_known_rack(now)
    turns: list[TurnReplayed] = [
        {
            **turn_played(turn),
            "pictures": _pictures(summary.number, turn.number, has),
            "had_opened": turn.number in opened,
            "rack_known": turn.number in known,
            "board": _board(board),
        }
        for turn, board in zip(now.turns, boards(now.turns), strict=True)
    ]
    short = _short(summary, is_at_the_table)
    return {**short, "points": summary.points, "rounds": rounds_counted(now), "turns": turns}


def _pictures(match: int, turn: int, has: Callable[[int, str], bool]) -> TwoPictures:
    """Where the pictures of a turn are."""
    folder = f"/api/matches/{match}/turns/{turn}"
    before, after = (f"{folder}/{side}.jpg" if has(turn, side) else None for side in ("before", "after"))
    return {"before": before, "after": after}


def _board(board: Board) -> list[BoardRow]:
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


def of_standing(standing: PlayerStanding, colour: int, has_picture: bool) -> PlayerListed:
    """One line of the all-time table."""
    picture = f"/api/players/{quote(standing.name, safe='')}/picture.jpg" if has_picture else None
    told = {**asdict(standing), "last_played": moment_text(standing.last_played), "colour": colour, "picture": picture}
    return cast(PlayerListed, told)


def of_player(name: str, table: Iterable[PlayerListed], summaries: Iterable[MatchSummary]) -> PlayerTold | None:
    """One player's figures with the own line of the all-time `table`; None: nobody of that name is in it."""
    standing = next((one for one in table if one["name"] == name), None)
    return None if standing is None else {**player_figures(name, summaries), **standing}
