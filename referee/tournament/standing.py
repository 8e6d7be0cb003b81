"""How a tournament stands: who plays, the rounds so far, the hall's clock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.match import Clock
from referee.rules import Rules
from referee.tournament.entries import TournamentError, same
from referee.tournament.events import Score, SeatedRound

FINEST = 12
"""Points are whole, or shared by winners: no fraction is finer."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a round brought at a table, player by player as they sit."""

    points: Mapping[str, Fraction]
    """As they count: cut at the tournament's limit, with its surcharge."""
    tiles: Mapping[str, int | None]
    by_table: bool
    reason: str
    signed: bool

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won the round; several share it."""
        most = max(self.points.values())
        return tuple(player for player, points in self.points.items() if points == most)


def exact(points: float) -> Fraction:
    """Points as they were meant: a share of a third comes as 0.333…

    >>> exact(7 / 3) * 3
    Fraction(7, 1)
    """
    return Fraction(points).limit_denominator(FINEST)


def check_scores(table: int, players: Sequence[str], scores: Sequence[Score]) -> None:
    """Raises TournamentError, unless these are the scores of that table."""
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
    """Points as they are written: whole where they are."""
    return int(points) if points.denominator == 1 else round(float(points), 2)


def counted(scores: Sequence[Score], rules: Rules) -> dict[str, Fraction]:
    """Each player's points as they count: the surcharge of who never opened, then no loss above the limit.

    What the losers lose together goes to the winners, in the shares they had.
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
    """Somebody on the entry list; `is_in`: plays the next round, too."""

    name: str
    is_in: bool = True


@dataclass(frozen=True, slots=True)
class TableOfRound:
    """A table of a round; `result`: None while it is played."""

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
        """The table of that number; None: it does not play in this round."""
        return next((table for table in self.tables if table.number == number), None)

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables that have no result yet."""
        return tuple(table.number for table in self.tables if table.result is None)


@dataclass(frozen=True, slots=True)
class Tournament:
    """How a tournament stands after its changes so far."""

    title: str
    entrants: tuple[Entrant, ...]
    planned: int
    """Rounds that were agreed, finals not counted."""
    seats: int
    rules: Rules
    rounds: tuple[TournamentRound, ...] = ()
    ahead: tuple[SeatedRound, ...] = ()
    clock: Clock | None = None

    @property
    def playing(self) -> tuple[str, ...]:
        """Who plays the next round."""
        return tuple(entrant.name for entrant in self.entrants if entrant.is_in)

    @property
    def last(self) -> TournamentRound | None:
        """The round that is played or was played last."""
        return self.rounds[-1] if self.rounds else None

    def entrant(self, name: str) -> Entrant | None:
        """The entrant of that name, however it is spelt; None: nobody."""
        return next((entrant for entrant in self.entrants if same(entrant.name) == same(name)), None)

    def points(self) -> Mapping[str, Fraction]:
        """Everybody's points of all rounds but the finals."""
        sums = {entrant.name: Fraction(0) for entrant in self.entrants}
        for round_ in self.rounds:
            for table in round_.tables:
                if table.result is not None and not round_.final:
                    for player, points in table.result.points.items():
                        sums[player] += points
        return sums

    def byes(self) -> Mapping[str, int]:
        """How often each player sat out."""
        counts: dict[str, int] = {}
        for round_ in self.rounds:
            for player in round_.byes:
                counts[player] = counts.get(player, 0) + 1
        return counts
