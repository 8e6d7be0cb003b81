"""A table's result: whether it can be, and what of it counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.rules import Rules
from referee.tournament.entries import TournamentError
from referee.tournament.events import Score

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
    """Nothing, when these are the scores of that table. Raises TournamentError."""
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
