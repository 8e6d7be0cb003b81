"""A match in short: who played, how its rounds ended, and what each player's turns add up to."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.match import Match, Phase, Standing, Turn, plain
from web.decoding import Record

FORM = 2
"""The version of these records. A kept summary of another version is made again from the events."""


class Opening(Record, frozen=True):
    """How a player opened in a round; `turn` counts the player's own turns, from 1."""

    round: int
    turn: int
    points: int


class PlayerSummary(Record, frozen=True):
    """What a player did in a match. `failed` counts the turns that were not allowed, `faults` each fault's code."""

    name: str
    turns: int
    failed: int
    seconds: float
    longest: float
    laid: int
    drawn: int
    faults: dict[str, int]
    openings: tuple[Opening, ...]


class RoundSummary(Record, frozen=True):
    """How a counted round ended."""

    number: int
    winners: tuple[str, ...]
    scores: dict[str, int | float]
    ended_by: str


class MatchSummary(Record, frozen=True):
    """A match in short. `began`: seconds since 1970. `is_between_rounds`: no round is being played.

    `is_ended`: the players stopped before the agreed end; they may go on with the match.
    """

    number: int
    began: float
    rules: str | dict[str, str | int | bool | None]
    points: int | None
    players: tuple[PlayerSummary, ...]
    rounds: tuple[RoundSummary, ...]
    scores: dict[str, int | float]
    leaders: tuple[str, ...]
    is_finished: bool
    is_between_rounds: bool
    form: int = FORM
    is_ended: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The players in their order."""
        return tuple(player.name for player in self.players)

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return sum(player.turns for player in self.players)


def wanted(summaries: Sequence[MatchSummary], player: str | None, since: float | None) -> Iterator[MatchSummary]:
    """The matches of one player (None: of anybody) begun at `since` or later, newest first; given oldest first."""
    for summary in reversed(summaries):
        plays = player is None or player.casefold() in (name.casefold() for name in summary.names)
        if plays and (since is None or summary.began >= since):
            yield summary


def summary_of(match: Match, number: int, began: float) -> MatchSummary:
    """The match in short. `number`: what its journal calls it; `began`: seconds of the calendar."""
    now = match.now
    return MatchSummary(
        number=number,
        began=began,
        rules=now.rules.to_json(),  # type: ignore[arg-type]
        points=now.points_to_win,
        players=tuple(player_summary(name, now.turns) for name in now.names),
        rounds=tuple(_rounds(now)),
        scores={name: plain(points) for name, points in now.totals().items()},
        leaders=now.leaders() if now.scored else (),
        is_finished=bool(now.rounds) and now.is_finished and now.phase is Phase.OVER,
        is_between_rounds=bool(now.rounds) and now.phase is Phase.OVER,
        is_ended=now.is_ended,
    )


def player_summary(name: str, turns: Iterable[Turn]) -> PlayerSummary:
    """What a player's turns add up to; `turns`: a match's, those of the others among them."""
    own = [turn for turn in turns if turn.player == name]
    faults = Counter(fault.code.value for turn in own for fault in turn.verdict.faults)
    return PlayerSummary(
        name=name,
        turns=len(own),
        failed=sum(not turn.legal for turn in own),
        seconds=round(sum(turn.seconds for turn in own), 1),
        longest=round(max((turn.seconds for turn in own), default=0.0), 1),
        laid=sum(turn.played for turn in own),
        drawn=sum(turn.drawn for turn in own),
        faults=dict(sorted(faults.items())),
        openings=tuple(openings(own)),
    )


def openings(own: Sequence[Turn]) -> list[Opening]:
    """The first play of each round that counts; `own`: one player's turns in their order."""
    by_round: dict[int, list[Turn]] = {}
    for turn in own:
        by_round.setdefault(turn.round, []).append(turn)
    return [opening for turns in by_round.values() if (opening := _opening(turns)) is not None]


def _opening(turns: Sequence[Turn]) -> Opening | None:
    for place, turn in enumerate(turns, 1):
        if turn.legal and turn.verdict.played:
            points = turn.verdict.opening_points
            return None if points is None else Opening(turn.round, place, points)
    return None


def _rounds(now: Standing) -> Iterable[RoundSummary]:
    for one in now.scored:
        scores: Mapping[str, int | float] = {name: plain(points) for name, points in one.result.scores.items()}
        yield RoundSummary(one.number, one.result.winners, dict(scores), one.result.ended_by.value)
