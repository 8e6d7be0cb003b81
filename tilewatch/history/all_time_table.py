"""The all-time table: a line for everybody who ever had a seat; and the colour each has."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tilewatch.history.match_summary import MatchSummary

COLOURS = 8
"""Different colours of players; the page has a shade of each for light and dark."""


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """One line of the all-time table. `matches`: with a turn played; `rounds`: counted; `won`: of these rounds."""

    name: str
    matches: int = 0
    rounds: int = 0
    won: int = 0
    points: int | float = 0
    matches_won: int = field(default=0, compare=False)
    last_played: float = field(default=0.0, compare=False)
    """When the newest of the matches began, in seconds of the calendar."""


def all_time_table(
    summaries: Iterable[MatchSummary], forgotten: Mapping[str, int] = MappingProxyType({})
) -> list[PlayerStanding]:
    """Everybody who ever had a seat: most points first, then most rounds won, then by name.

    `forgotten`: the last match of which nothing is told of a player.
    """
    table: dict[str, PlayerStanding] = {}
    for summary in summaries:
        for name in summary.names:
            if summary.number <= forgotten.get(name, 0):
                continue
            table[name] = _with_match(table.get(name, PlayerStanding(name)), summary)
    return sorted(table.values(), key=lambda one: (-one.points, -one.won, one.name.casefold(), one.name))


def _with_match(one: PlayerStanding, summary: MatchSummary) -> PlayerStanding:
    rounds = [played for played in summary.rounds if one.name in played.scores]
    return replace(
        one,
        matches=one.matches + bool(summary.turns),
        rounds=one.rounds + len(rounds),
        won=one.won + sum(one.name in played.winners for played in rounds),
        points=_whole(one.points + sum(played.scores[one.name] for played in rounds)),
        matches_won=one.matches_won + (is_over(summary) and one.name in summary.leaders),
        last_played=max(one.last_played, summary.began),
    )


def _whole(points: int | float) -> int | float:
    """Points as they are told: parts of shared wins that make up a whole again are one."""
    rounded = round(points, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def is_over(summary: MatchSummary) -> bool:
    """Whether somebody has won: the agreed rounds or points are played, or the players left it between two rounds."""
    return summary.is_finished or summary.is_between_rounds


def colours_given(names: Iterable[str], chosen: Mapping[str, int]) -> dict[str, int]:
    """Each player's colour, from 0: the one chosen, else the next one in turn.

    `names`: in the order in which they first played, so that a colour stays when others come.
    """
    return {name: chosen.get(name, place % COLOURS) for place, name in enumerate(names)}


def in_order_of_coming(summaries: Sequence[MatchSummary]) -> list[str]:
    """Everybody who ever had a seat, the first first. `summaries`: the oldest first."""
    return list(dict.fromkeys(name for summary in summaries for name in summary.names))
