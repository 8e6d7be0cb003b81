"""Matches and players as the page gets them (`GET /api/matches` and `GET /api/players`)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import cast
from urllib.parse import quote

from referee.coaching import lesson
from referee.match import Held, Match, Standing, Turn, known_racks, openers
from referee.solving import OutOfTime, best_play
from tilewatch.history.match_summary import MatchSummary
from tilewatch.history.player_figures import PlayerStanding, moment_text, player_figures
from tilewatch.history.replay import Board, boards
from tilewatch.telling.state_json import rounds_counted
from tilewatch.telling.turns_json import turn_played
from web.records import history as records
from web.records.answers import BestPlay
from web.records.turns import TwoPictures


def what_was_held(now: Standing) -> dict[int, Held]:
    """The player's rack before each turn, by the turn's number; turns with an uncertain rack are left out."""
    found = known_racks(now.names, now.turns, now.rounds)
    return {held.turn.number: held for held in found if not held.unknown}


def lesson_of(now: Standing, turn: Turn, out_of_time: OutOfTime) -> BestPlay | None:
    """The best possible play of a turn, with a coach's comments; None: the rack is unknown."""
    held = what_was_held(now).get(turn.number)
    if held is None:
        return None
    play = best_play(held.position, held.rack, out_of_time)
    record = {**play.to_json(), **lesson(held.position, held.rack, play, out_of_time)}
    return cast(BestPlay, record)


def state_of(summary: MatchSummary, is_at_the_table: bool) -> records.State:
    """A match's state: `over`, `running` or `left`. A match between two rounds is over once another match took its
    place at the table."""
    if summary.is_finished:
        return "over"
    if is_at_the_table:
        return "running"
    return "over" if summary.is_between_rounds else "left"


def of_summary(summary: MatchSummary, is_at_the_table: bool) -> records.MatchListed:
    """One row of the list of matches."""
    return {**_short(summary, is_at_the_table), "rounds": len(summary.rounds), "turns": summary.turns}


def _short(summary: MatchSummary, is_at_the_table: bool) -> records.MatchShort:
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


def head_of(match: Match, summary: MatchSummary, is_at_the_table: bool) -> records.MatchKept:
    """One match with its rounds, without turns."""
    short = _short(summary, is_at_the_table)
    return {**short, "points": summary.points, "rounds": rounds_counted(match.now), "turns": []}


def turns_of(match: Match, summary: MatchSummary, has: Callable[[int, str], bool]) -> Iterator[records.TurnReplayed]:
    """The turns of a match, each made on demand; `has`: whether there is a picture of one side of a turn."""
    now = match.now
    opened, known = openers(now.turns), what_was_held(now)
    for turn, board in zip(now.turns, boards(now.turns), strict=True):
        yield {
            **turn_played(turn),
            "pictures": _pictures(summary.number, turn.number, has),
            "had_opened": turn.number in opened,
            "rack_known": turn.number in known,
            "board": _board(board),
        }


def _pictures(match: int, turn: int, has: Callable[[int, str], bool]) -> TwoPictures:
    """The addresses of a turn's pictures."""
    folder = f"/api/matches/{match}/turns/{turn}"
    before, after = (f"{folder}/{side}.jpg" if has(turn, side) else None for side in ("before", "after"))
    return {"before": before, "after": after}


def _board(board: Board) -> list[records.BoardRow]:
    """A board in JSON: sets in constant order; each tile with a constant id, and whether it is new or was moved."""
    return [
        {
            "set": row.set,
            "tiles": [str(one.tile) for one in row.tiles],
            "ids": [one.id for one in row.tiles],
            "how": [one.how.value for one in row.tiles],
        }
        for row in board
    ]


def of_standing(standing: PlayerStanding, colour: int, has_picture: bool) -> records.PlayerListed:
    """One row of the all-time table."""
    picture = f"/api/players/{quote(standing.name, safe='')}/picture.jpg" if has_picture else None
    record = {
        **asdict(standing),
        "last_played": moment_text(standing.last_played),
        "colour": colour,
        "picture": picture,
    }
    return cast(records.PlayerListed, record)


def of_player(
    name: str, table: Iterable[records.PlayerListed], summaries: Iterable[MatchSummary]
) -> records.PlayerTold | None:
    """One player's figures with the player's row of the all-time `table`; None: the name is not in it."""
    standing = next((one for one in table if one["name"] == name), None)
    return None if standing is None else {**player_figures(name, summaries), **standing}
