"""One player's figures over all matches: form, rivals, openings, thinking time, faults."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tilewatch.history.match_summary import MatchSummary, PlayerSummary, RoundSummary

FORM_ROUNDS = 10
"""Rounds by which a player's form is told."""


@dataclass(frozen=True, slots=True)
class Rival:
    """What two players did in the rounds that both played; `ahead` and `behind`: rounds with more or fewer points."""

    name: str
    rounds: int = 0
    ahead: int = 0
    behind: int = 0
    points: int | float = 0
    """The player's own in these rounds."""
    their_points: int | float = 0


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A round as one player saw it; `total`: points of all rounds until then."""

    match: int
    round: int
    began: float
    points: int | float
    won: bool
    total: int | float


@dataclass(frozen=True, slots=True)
class MatchPlayed:
    """A match as one player saw it; None: nothing to tell it by."""

    match: int
    began: float
    rounds: int
    points: int | float
    won: int
    turns: int
    mean_seconds: float | None
    longest_seconds: float
    failed: int
    opening_points: float | None
    opening_turn: float | None


@dataclass(frozen=True, slots=True)
class Openings:
    """A player's openings: how many, worth what in the middle and at best, in which turn of the round."""

    count: int
    mean_points: float | None
    most_points: int
    mean_turn: float | None
    rounds: int
    """In which the player had a turn."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long a player's turns took, in seconds."""

    turns: int
    total: float
    mean: float | None
    longest: float


@dataclass(frozen=True, slots=True)
class Faults:
    """How many turns counted as not allowed; `rate`: of all turns, 0 to 1; `codes`: what was found how often."""

    turns: int
    failed: int
    rate: float | None
    codes: dict[str, int]


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """All of it; `form`: the last rounds, the newest last."""

    name: str
    form: tuple[RoundPlayed, ...]
    rounds: tuple[RoundPlayed, ...]
    matches: tuple[MatchPlayed, ...]
    rivals: tuple[Rival, ...]
    openings: Openings
    thinking: Thinking
    faults: Faults


def player_figures(name: str, summaries: Iterable[MatchSummary]) -> PlayerFigures:
    """A player's figures. `summaries`: of any matches, the oldest first; those of others are passed over."""
    own = [(summary, player) for summary in summaries for player in summary.players if player.name == name]
    rounds = rounds_played(name, [summary for summary, _ in own])
    players = [player for _, player in own]
    return PlayerFigures(
        name=name,
        form=rounds[-FORM_ROUNDS:],
        rounds=rounds,
        matches=tuple(_match(name, summary, player) for summary, player in own if player.turns),
        rivals=rivals_of(name, [played for summary, _ in own for played in summary.rounds]),
        openings=_openings(players, sum(_rounds_with_turns(summary, player) for summary, player in own)),
        thinking=_thinking(players),
        faults=_faults(players),
    )


def rounds_played(name: str, summaries: Iterable[MatchSummary]) -> tuple[RoundPlayed, ...]:
    """Every counted round of a player, the oldest first, with the running total."""
    total: int | float = 0
    found = []
    for summary in summaries:
        for one in summary.rounds:
            if name in one.scores:
                total += one.scores[name]
                won = name in one.winners
                found.append(RoundPlayed(summary.number, one.number, summary.began, one.scores[name], won, total))
    return tuple(found)


def rivals_of(name: str, rounds: Iterable[RoundSummary]) -> tuple[Rival, ...]:
    """Head to head with everybody whom a player met, whom most often first."""
    rivals: dict[str, Rival] = {}
    for one in rounds:
        for other in one.scores.keys() - {name} if name in one.scores else ():
            rivals[other] = _met(rivals.get(other, Rival(other)), one.scores[name], one.scores[other])
    return tuple(sorted(rivals.values(), key=lambda rival: (-rival.rounds, rival.name.casefold(), rival.name)))


def _met(rival: Rival, points: int | float, theirs: int | float) -> Rival:
    return replace(
        rival,
        rounds=rival.rounds + 1,
        ahead=rival.ahead + (points > theirs),
        behind=rival.behind + (points < theirs),
        points=rival.points + points,
        their_points=rival.their_points + theirs,
    )


def _match(name: str, summary: MatchSummary, player: PlayerSummary) -> MatchPlayed:
    points = [opening.points for opening in player.openings]
    return MatchPlayed(
        match=summary.number,
        began=summary.began,
        rounds=len(summary.rounds),
        points=summary.scores.get(name, 0),
        won=sum(name in one.winners for one in summary.rounds),
        turns=player.turns,
        mean_seconds=_mean([player.seconds], player.turns),
        longest_seconds=player.longest,
        failed=player.failed,
        opening_points=_mean(points, len(points)),
        opening_turn=_mean([opening.turn for opening in player.openings], len(points)),
    )


def _rounds_with_turns(summary: MatchSummary, player: PlayerSummary) -> int:
    """Rounds in which an opening could have come: the counted ones, and those of an opening."""
    return len({*(one.number for one in summary.rounds), *(one.round for one in player.openings)})


def _openings(players: Sequence[PlayerSummary], rounds: int) -> Openings:
    all_ = [opening for player in players for opening in player.openings]
    points, turns = [one.points for one in all_], [one.turn for one in all_]
    return Openings(
        len(all_), _mean(points, len(all_)), max(points, default=0), _mean(turns, len(all_)), max(rounds, len(all_))
    )


def _thinking(players: Sequence[PlayerSummary]) -> Thinking:
    turns, seconds = sum(one.turns for one in players), [one.seconds for one in players]
    return Thinking(
        turns, round(sum(seconds), 1), _mean(seconds, turns), max((one.longest for one in players), default=0.0)
    )


def _faults(players: Sequence[PlayerSummary]) -> Faults:
    turns, failed = sum(one.turns for one in players), sum(one.failed for one in players)
    codes = sum((Counter(one.faults) for one in players), Counter[str]())
    return Faults(turns, failed, round(failed / turns, 4) if turns else None, dict(codes.most_common()))


def _mean(values: Sequence[int | float], count: int) -> float | None:
    return round(sum(values) / count, 1) if count else None
