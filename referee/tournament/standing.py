"""The state of a tournament: its players, the rounds so far, the hall's clock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.match import Clock, name_key
from referee.rules import Rules
from referee.tournament.entries import TournamentError
from referee.tournament.events import Score, SeatedRound

FINEST = 12
"""Largest denominator of points, which are whole numbers or shares of several winners."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a table in a round, by player in the order of the seats."""

    points: Mapping[str, Fraction]
    """The points that count: with the surcharge of the rules, and limited to the most that can be lost."""
    tiles: Mapping[str, int | None]
    by_table: bool
    reason: str
    signed: bool

    @property
    def winners(self) -> tuple[str, ...]:
        """The players with most points; several share the win."""
        most = max(self.points.values())
        return tuple(player for player, points in self.points.items() if points == most)


def exact(points: float) -> Fraction:
    """Points as an exact fraction: 0.333… becomes a third.

    >>> exact(7 / 3) * 3
    Fraction(7, 1)
    """
    return Fraction(points).limit_denominator(FINEST)


def check_scores(table: int, players: Sequence[str], scores: Sequence[Score]) -> None:
    """Raises TournamentError unless the scores are those of the table's players and possible together."""
    names = [score.player for score in scores]
    for name in names:
        if name not in players:
            raise TournamentError("result.stranger", table=table, name=name, players=", ".join(players))
    for name in players:
        if names.count(name) != 1:
            raise TournamentError("result.missing" if name not in names else "result.twice", table=table, name=name)
    sum_ = sum(exact(score.points) for score in scores)
    if sum_:
        raise TournamentError("result.not-zero", table=table, sum=plain_points(sum_))


def plain_points(points: Fraction) -> int | float:
    """Points as a JSON number: an integer if whole, else rounded to two decimals."""
    return int(points) if points.denominator == 1 else round(float(points), 2)


def counted(scores: Sequence[Score], rules: Rules) -> dict[str, Fraction]:
    """Each player's points that count: losses with the surcharge for never opening, then limited to the most lost.

    The sum of the losses goes to the winners, in proportion to the points they had.
    """
    points = {score.player: exact(score.points) for score in scores}
    losses = {score.player: _loss(score, rules) for score in scores if points[score.player] < 0}
    before = -sum(points[player] for player in losses)
    stretch = Fraction(sum(losses.values()), before) if before else Fraction(0)
    return {player: -losses[player] if player in losses else points[player] * stretch for player in points}


def _loss(score: Score, rules: Rules) -> Fraction:
    loss = -exact(score.points) + (0 if score.opened else rules.never_opened_pays)
    return loss if rules.most_lost is None else min(loss, Fraction(rules.most_lost))


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player on the entry list; `is_in`: whether the player plays the next round."""

    name: str
    is_in: bool = True


@dataclass(frozen=True, slots=True)
class TableOfRound:
    """A table of a round; `result`: None until the table has a result."""

    number: int
    players: tuple[str, ...]
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """A round of the tournament."""

    number: int
    tables: tuple[TableOfRound, ...]
    byes: tuple[str, ...] = ()
    final: bool = False

    def table(self, number: int) -> TableOfRound | None:
        """The table with a number; None if it does not play in this round."""
        return next((table for table in self.tables if table.number == number), None)

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the tables that have no result yet."""
        return tuple(table.number for table in self.tables if table.result is None)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state of a tournament after its changes so far."""

    title: str
    entrants: tuple[Entrant, ...]
    planned: int
    """Number of agreed rounds, without finals."""
    seats: int
    rules: Rules
    rounds: tuple[TournamentRound, ...] = ()
    ahead: tuple[SeatedRound, ...] = ()
    clock: Clock | None = None

    @property
    def playing(self) -> tuple[str, ...]:
        """The names of the players who play the next round."""
        return tuple(entrant.name for entrant in self.entrants if entrant.is_in)

    @property
    def last(self) -> TournamentRound | None:
        """The round that is being played or was played last; None before the first."""
        return self.rounds[-1] if self.rounds else None

    def entrant(self, name: str) -> Entrant | None:
        """The entrant with a name, whatever its capitals and blanks; None if there is none."""
        return next((entrant for entrant in self.entrants if name_key(entrant.name) == name_key(name)), None)

    def points(self) -> Mapping[str, Fraction]:
        """Each player's points of all rounds without the finals."""
        sums = {entrant.name: Fraction(0) for entrant in self.entrants}
        for round_ in self.rounds:
            for table in round_.tables:
                if table.result is not None and not round_.final:
                    for player, points in table.result.points.items():
                        sums[player] += points
        return sums

    def byes(self) -> Mapping[str, int]:
        """The number of rounds that each player sat out; players without byes are missing."""
        counts: dict[str, int] = {}
        for round_ in self.rounds:
            for player in round_.byes:
                counts[player] = counts.get(player, 0) + 1
        return counts
