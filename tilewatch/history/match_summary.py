"""A match's summary: its players, its rounds' results, and the totals of each player's turns."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.match import Match, Phase, Standing, Turn, plain
from web.decoding import Record

FORM = 2
"""Version of these records. A stored summary of another version is made again from the events."""


class Opening(Record, frozen=True):
    """A player's opening in a round; `turn`: number among the player's own turns, from 1."""

    round: int
    turn: int
    points: int


class PlayerSummary(Record, frozen=True):
    """A player's totals in a match. `failed`: number of illegal turns; `faults`: number of each fault, by code."""

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
    """The result of a counted round."""

    number: int
    winners: tuple[str, ...]
    scores: dict[str, int | float]
    ended_by: str


class MatchSummary(Record, frozen=True):
    """A match's summary. `began`: seconds since the epoch. `is_between_rounds`: no round is being played.

    `is_ended`: the players stopped before the agreed end, and may resume the match.
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
        """Number of turns played."""
        return sum(player.turns for player in self.players)


def wanted(summaries: Sequence[MatchSummary], player: str | None, since: float | None) -> Iterator[MatchSummary]:
    """The matches of one player (None: of all) begun at `since` or later, newest first; `summaries`: oldest first."""
    for summary in reversed(summaries):
        plays = player is None or player.casefold() in (name.casefold() for name in summary.names)
        if plays and (since is None or summary.began >= since):
            yield summary


def summary_of(match: Match, number: int, began: float) -> MatchSummary:
    """A match's summary. `number`: its number in the journal; `began`: seconds since the epoch."""
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
    """A player's totals; `turns`: all turns of a match, the others' included."""
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
    """The player's opening in each round; `own`: one player's turns in order."""
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
