"""The points of rounds and matches, from the racks left at the end; and corrections of scored rounds."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from referee.messages import Message
from referee.rules import TOLD_BY_ANOTHER, Rules, plain_words
from referee.table import Row, row_from_notation
from referee.tiles import Tile

Points = int | Fraction
"""Points: whole numbers, or fractions if several players share a win."""


class EndedBy(StrEnum):
    """How a round ended."""

    EMPTY_RACK = "empty-rack"
    POOL_EMPTY = "pool-empty"
    STOPPED = "stopped"
    """The players counted while no rack was empty and the pool still held tiles."""


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The points of each player in a round; they sum to zero."""

    winners: tuple[str, ...]
    scores: Mapping[str, Points]
    ended_by: EndedBy

    def to_json(self) -> dict[str, object]:
        """The answer of `tilewatch score`."""
        scores = {player: plain(points) for player, points in self.scores.items()}
        return {"winners": list(self.winners), "scores": scores, "ended_by": self.ended_by.value}

    def renamed(self, old: str, new: str) -> "RoundScore":
        """The same record with a player renamed."""
        winners = tuple(new if name == old else name for name in self.winners)
        return replace(
            self, winners=winners, scores={new if name == old else name: n for name, n in self.scores.items()}
        )


def plain(points: Points) -> int | float:
    """Points as a JSON number: an integer if they are whole."""
    return int(points) if points == int(points) else float(points)


def rack_points(rack: Iterable[Tile], rules: Rules) -> int:
    """The points of a rack: the numbers of its tiles, and for each joker the points of the rules."""
    return sum(rules.joker_on_rack if tile.number is None else tile.number for tile in rack)


def score_round(
    racks: Mapping[str, Sequence[Tile] | int], rules: Rules, never_opened: Collection[str] = ()
) -> RoundScore:
    """The scores of a round; the empty rack wins, else the rack with fewest points.

    `racks`: each player's tiles, or the points alone, in turn order; `never_opened`: players who never opened.
    Leaflets 000-002: a loser gets minus the points of the rack, less the points of the winner's rack if that is not
    empty; the winner gets the sum of these losses. Winners with equal racks share it by the rule `tie`.
    Raises ValueError for fewer than two racks.
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
    won = dict(zip(winners, _shares(sum(losses.values()), len(winners), rules), strict=True))
    scores = {player: won[player] if player in won else -losses[player] for player in racks}
    return RoundScore(winners, scores, EndedBy.EMPTY_RACK if empty else EndedBy.POOL_EMPTY)


def _shares(points: int, winners: int, rules: Rules) -> list[Points]:
    """The share of each winner, which add up to `points`; a remainder goes to the first winners, one point each.

    >>> _shares(10, 3, Rules())
    [4, 3, 3]
    """
    if rules.tie == "fractions":
        share = Fraction(points, winners)
        return [int(share) if share.denominator == 1 else share] * winners
    each, left_over = divmod(points, winners)
    return [each + (place < left_over) for place in range(winners)]


def _points(rack: Sequence[Tile] | int, rules: Rules) -> int:
    return rack if isinstance(rack, int) else rack_points(rack, rules)


def _loss(points: int, never_opened: bool, rules: Rules) -> int:
    """The points that one loser loses, with the rules' surcharge for never opening and their limit."""
    loss = points + (rules.never_opened_pays if never_opened else 0)
    return loss if rules.most_lost is None else min(loss, rules.most_lost)


def totals(rounds: Iterable[Mapping[str, Points]]) -> dict[str, Points]:
    """Each player's total points of several rounds; players are in the order of the first round."""
    sums: dict[str, Points] = {}
    for scores in rounds:
        for player, points in scores.items():
            sums[player] = sums.get(player, 0) + points
    return sums


@dataclass(frozen=True, slots=True)
class Round:
    """A scored round.

    `racks`: in the order of `names`, in notation or as points; `rules`, `never_opened`: the basis of the score;
    `is_void`: whether the players declared it void; `before`: the round before it was last corrected or declared void,
    `reason` and `by`: why and by whom.
    """

    number: int
    racks: tuple[str, ...]
    result: RoundScore
    names: tuple[str, ...] = ()
    rules: Rules = field(default_factory=Rules)
    never_opened: tuple[str, ...] = ()
    is_void: bool = False
    before: "Round | None" = None
    reason: str = ""
    by: str = ""

    @property
    def is_mended(self) -> bool:
        """Whether its racks differ from the first count."""
        return self.before is not None and (self.racks != self.before.racks or self.before.is_mended)

    def renamed(self, old: str, new: str) -> "Round":
        """The same record with a player renamed."""
        names, opened = (
            tuple(new if name == old else name for name in some) for some in (self.names, self.never_opened)
        )
        before = None if self.before is None else self.before.renamed(old, new)
        return replace(
            self, names=names, never_opened=opened, result=self.result.renamed(old, new), before=before,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A change of the rules: the round and turn of the change, the new `rules`, and the rules before it (`was`)."""

    round: int
    turn: int
    rules: Rules
    reason: str
    by: str
    was: Rules = field(default_factory=Rules)

    @property
    def differences(self) -> tuple[Message, ...]:
        """The rules that hold now and did not before, in plain words."""
        names = dict.fromkeys(TOLD_BY_ANOTHER.get(name, name) for name in self.rules.differences(self.was))
        return tuple(plain_words(self.rules, name) for name in names)

    def to_json(self) -> dict[str, object]:
        """The JSON object of the record."""
        sentences = [one.to_json() for one in self.differences]
        about = {"reason": self.reason, "by": self.by, "told": sentences}
        return {"round": self.round, "turn": self.turn, "rules": self.rules.to_json(), **about}


def rack_of(text: str, where: str) -> Row | int:
    """A rack as it was counted: its tiles, or its points alone. Raises NotationError if `text` is neither.

    >>> rack_of("37", "rack"), len(rack_of("r5 k3", "rack"))
    (37, 2)
    """
    return int(text) if text.isdecimal() else row_from_notation(text, where)


def points_of(text: str, rules: Rules) -> int:
    """The points of a rack, counted in tiles or in points."""
    rack = rack_of(text, "rack")
    return rack if isinstance(rack, int) else rack_points(rack, rules)


def counted_round(
    number: int,
    names: Sequence[str],
    racks: Sequence[str],
    rules: Rules,
    never_opened: Collection[str],
    ended_by: EndedBy,
) -> Round:
    """A round with its scores; a single player scores 0, because all others left."""
    read = {name: rack_of(rack, f"rack of {name}") for name, rack in zip(names, racks, strict=True)}
    opened = tuple(name for name in names if name in never_opened)
    alone = RoundScore(tuple(names), dict.fromkeys(names, 0), ended_by)
    result = score_round(read, rules, opened) if len(read) > 1 else alone
    by = ended_by if all(read.values()) else EndedBy.EMPTY_RACK
    if by is EndedBy.EMPTY_RACK and all(read.values()):
        by = EndedBy.STOPPED
    return Round(number, tuple(racks), replace(result, ended_by=by), tuple(names), rules, opened)


def mended(one: Round, racks: Sequence[str], reason: str, by: str) -> Round:
    """The round scored again with other racks, by the rules that it was played by."""
    again = counted_round(one.number, one.names, racks, one.rules, one.never_opened, one.result.ended_by)
    return replace(again, before=one, reason=reason, by=by)
