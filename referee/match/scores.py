"""Points of a round and of a match, from the racks that are left."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from referee.rules import Rules
from referee.tiles import Tile

Points = int | Fraction
"""Whole points; a fraction only where several players share a win."""


class EndedBy(StrEnum):
    """How a round came to its end."""

    EMPTY_RACK = "empty-rack"
    POOL_EMPTY = "pool-empty"
    STOPPED = "stopped"
    """The players counted before anybody was out and while there were tiles in the pool."""


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a round brought each player; the scores sum to zero."""

    winners: tuple[str, ...]
    scores: Mapping[str, Points]
    ended_by: EndedBy

    def to_json(self) -> dict[str, object]:
        """The answer of `tilewatch score`."""
        scores = {player: plain(points) for player, points in self.scores.items()}
        return {"winners": list(self.winners), "scores": scores, "ended_by": self.ended_by.value}

    def renamed(self, old: str, new: str) -> "RoundScore":
        """The same with a player called otherwise."""
        winners = tuple(new if name == old else name for name in self.winners)
        return replace(
            self, winners=winners, scores={new if name == old else name: n for name, n in self.scores.items()}
        )


def plain(points: Points) -> int | float:
    """Points as JSON prints them: a whole number where it is one."""
    return int(points) if points == int(points) else float(points)


def rack_points(rack: Iterable[Tile], rules: Rules) -> int:
    """The sum of a rack: each tile its number, a joker what the rules say."""
    return sum(rules.joker_on_rack if tile.number is None else tile.number for tile in rack)


def score_round(
    racks: Mapping[str, Sequence[Tile] | int], rules: Rules, never_opened: Collection[str] = ()
) -> RoundScore:
    """The scores of a round from every player's rack (or its points alone); an empty rack has won, else the lowest.

    Leaflets 000-002: a loser gets minus the sum of the rack, after an empty pool minus what it
    exceeds the winner's by; the winner all of it. Winners with the same rack share (RULES.md).
    Raises ValueError: fewer than two racks.
    """
    if len(racks) < 2:
        raise ValueError("a round is scored from the racks of at least two players")
    points = {player: _points(rack, rules) for player, rack in racks.items()}
    empty = tuple(player for player, rack in racks.items() if not rack)
    lowest = 0 if empty else min(points.values())
    winners = empty or tuple(player for player, sum_ in points.items() if sum_ == lowest)
    losses = {
        player: _loss(points[player] - lowest, player in never_opened, rules)
        for player in racks
        if player not in winners
    }
    share = Fraction(sum(losses.values()), len(winners))
    won: Points = int(share) if share.denominator == 1 else share
    scores = {player: -losses[player] if player in losses else won for player in racks}
    return RoundScore(winners, scores, EndedBy.EMPTY_RACK if empty else EndedBy.POOL_EMPTY)


def _points(rack: Sequence[Tile] | int, rules: Rules) -> int:
    return rack if isinstance(rack, int) else rack_points(rack, rules)


def _loss(points: int, never_opened: bool, rules: Rules) -> int:
    """What one loser loses, with the house's extra for who never opened and its limit."""
    loss = points + (rules.never_opened_pays if never_opened else 0)
    return loss if rules.most_lost is None else min(loss, rules.most_lost)


def totals(rounds: Iterable[Mapping[str, Points]]) -> dict[str, Points]:
    """Each player's points of several rounds together, in the order of the first."""
    sums: dict[str, Points] = {}
    for scores in rounds:
        for player, points in scores.items():
            sums[player] = sums.get(player, 0) + points
    return sums
