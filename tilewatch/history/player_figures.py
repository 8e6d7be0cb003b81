"""Players' figures over all matches: the all-time table and the players' colours; for one player form, rivals,
openings, thinking time and faults."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import MappingProxyType

from tilewatch.history.match_summary import MatchSummary, PlayerSummary, RoundSummary
from web.records import history as records

COLOURS = 8
"""Number of players' colours; the page has a shade of each for light and dark."""
FORM_ROUNDS = 10
"""Number of last rounds that make a player's form."""


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """One row of the all-time table. `matches`: those with a turn played or a round counted; `rounds`: counted; `won`:
    of these rounds."""

    name: str
    matches: int = 0
    rounds: int = 0
    won: int = 0
    points: int | float = 0
    matches_won: int = field(default=0, compare=False)
    last_played: float = field(default=0.0, compare=False)
    """When the newest of the matches began, in seconds since the epoch."""


def all_time_table(
    summaries: Iterable[MatchSummary], forgotten: Mapping[str, int] = MappingProxyType({})
) -> list[PlayerStanding]:
    """All players: most points first, then most rounds won, then by name.

    `forgotten`: for a player the number of the last match that is ignored.
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
        matches=one.matches + bool(summary.turns or summary.rounds),
        rounds=one.rounds + len(rounds),
        won=one.won + sum(one.name in played.winners for played in rounds),
        points=_whole(one.points + sum(played.scores[one.name] for played in rounds)),
        matches_won=one.matches_won + (is_over(summary) and one.name in summary.leaders),
        last_played=max(one.last_played, summary.began),
    )


def _whole(points: int | float) -> int | float:
    """Points as a number for display: rounded to three decimals, and an integer if that is whole, as for sums of
    shares."""
    rounded = round(points, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def is_over(summary: MatchSummary) -> bool:
    """Whether a match has winners: the agreed rounds or points are played, or the players left between two rounds."""
    return summary.is_finished or summary.is_between_rounds


def colours_given(names: Iterable[str], chosen: Mapping[str, int]) -> dict[str, int]:
    """Each player's colour, from 0: the chosen colour, else the next in turn.

    `names`: in the order of first matches, so that a colour stays when new players come.
    """
    return {name: chosen.get(name, place % COLOURS) for place, name in enumerate(names)}


def in_order_of_coming(summaries: Sequence[MatchSummary]) -> list[str]:
    """All players in the order of their first matches. `summaries`: the oldest first."""
    return list(dict.fromkeys(name for summary in summaries for name in summary.names))


def player_figures(name: str, summaries: Iterable[MatchSummary]) -> records.PlayerFigured:
    """A player's figures. `summaries`: of any matches, the oldest first; matches of others are ignored."""
    own = [(summary, player) for summary in summaries for player in summary.players if player.name == name]
    rounds = _rounds_played(name, [summary for summary, _ in own])
    players = [player for _, player in own]
    return {
        "name": name,
        "form": rounds[-FORM_ROUNDS:],
        "rounds_played": rounds,
        "matches_played": [_match(name, summary, player) for summary, player in own if player.turns],
        "rivals": _rivals(name, [played for summary, _ in own for played in summary.rounds]),
        "openings": _openings(players, sum(_rounds_with_turns(summary, player) for summary, player in own)),
        "thinking": _thinking(players),
        "faults": _faults(players),
    }


def moment_text(seconds: float) -> str:
    """Seconds since the epoch as an ISO 8601 text in UTC."""
    return datetime.fromtimestamp(round(seconds), UTC).isoformat().replace("+00:00", "Z")


def _rounds_played(name: str, summaries: Iterable[MatchSummary]) -> list[records.RoundOfPlayer]:
    """Every counted round of a player, the oldest first, with the running total."""
    total: int | float = 0
    found: list[records.RoundOfPlayer] = []
    for summary in summaries:
        for one in summary.rounds:
            if name in one.scores:
                total += one.scores[name]
                found.append(
                    {
                        "match": summary.number,
                        "round": one.number,
                        "began": moment_text(summary.began),
                        "points": one.scores[name],
                        "won": name in one.winners,
                        "total": total,
                    }
                )
    return found


def _rivals(name: str, rounds: Iterable[RoundSummary]) -> list[records.Rival]:
    """A player's record against each other player, the most frequent first."""
    rivals: dict[str, records.Rival] = {}
    for one in rounds:
        for other in one.scores.keys() - {name} if name in one.scores else ():
            nothing: records.Rival = {
                "name": other,
                "rounds": 0,
                "ahead": 0,
                "behind": 0,
                "points": 0,
                "their_points": 0,
            }
            rival = rivals.setdefault(other, nothing)
            points, theirs = one.scores[name], one.scores[other]
            rival["rounds"] += 1
            rival["ahead"] += points > theirs
            rival["behind"] += points < theirs
            rival["points"] += points
            rival["their_points"] += theirs
    return sorted(rivals.values(), key=lambda one: (-one["rounds"], one["name"].casefold(), one["name"]))


def _match(name: str, summary: MatchSummary, player: PlayerSummary) -> records.MatchOfPlayer:
    points = [opening.points for opening in player.openings]
    return {
        "match": summary.number,
        "began": moment_text(summary.began),
        "rounds": len(summary.rounds),
        "points": summary.scores.get(name, 0),
        "won": sum(name in one.winners for one in summary.rounds),
        "turns": player.turns,
        "mean_seconds": _mean([player.seconds], player.turns),
        "longest_seconds": player.longest,
        "failed": player.failed,
        "opening_points": _mean(points, len(points)),
        "opening_turn": _mean([opening.turn for opening in player.openings], len(points)),
    }


def _rounds_with_turns(summary: MatchSummary, player: PlayerSummary) -> int:
    """Number of rounds in which the player could open: counted rounds, and rounds with an opening."""
    return len({*(one.number for one in summary.rounds), *(one.round for one in player.openings)})


def _openings(players: Sequence[PlayerSummary], rounds: int) -> records.OpeningsOfPlayer:
    all_ = [opening for player in players for opening in player.openings]
    points = [one.points for one in all_]
    return {
        "count": len(all_),
        "mean_points": _mean(points, len(all_)),
        "most_points": max(points, default=0),
        "mean_turn": _mean([one.turn for one in all_], len(all_)),
        "rounds": max(rounds, len(all_)),
    }


def _thinking(players: Sequence[PlayerSummary]) -> records.ThinkingOfPlayer:
    turns, seconds = sum(one.turns for one in players), [one.seconds for one in players]
    longest = max((one.longest for one in players), default=0.0)
    return {"turns": turns, "total": round(sum(seconds), 1), "mean": _mean(seconds, turns), "longest": longest}


def _faults(players: Sequence[PlayerSummary]) -> records.FaultsOfPlayer:
    turns, failed = sum(one.turns for one in players), sum(one.failed for one in players)
    codes = sum((Counter(one.faults) for one in players), Counter[str]())
    rate = round(failed / turns, 4) if turns else None
    return {"turns": turns, "failed": failed, "rate": rate, "codes": dict(codes.most_common())}


def _mean(values: Sequence[int | float], count: int) -> float | None:
    return round(sum(values) / count, 1) if count else None
