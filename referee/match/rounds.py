"""A round that was counted, and what became of it since: it may be mended or struck out for as long as it is known."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from referee.match.scores import EndedBy, RoundScore, rack_points, score_round
from referee.messages import Message
from referee.rules import TOLD_BY_ANOTHER, Rules, plain_words
from referee.table import Row, row_from_notation


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was counted. `racks`: in the order of `names`, in notation or, counted only, as points.

    `rules`, `never_opened`: by which it is scored. `before`: what it was before it was mended or struck out last, with
    the `reason` and `by` whom.
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
        """Whether its racks are others than were counted at first."""
        return self.before is not None and (self.racks != self.before.racks or self.before.is_mended)

    def renamed(self, old: str, new: str) -> "Round":
        """The same with a player called otherwise."""
        names, opened = (
            tuple(new if name == old else name for name in some) for some in (self.names, self.never_opened)
        )
        before = None if self.before is None else self.before.renamed(old, new)
        return replace(
            self, names=names, never_opened=opened, result=self.result.renamed(old, new), before=before,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RuleChange:
    """Rules that the players changed in a round, before which turn, from what they were before, and why."""

    round: int
    turn: int
    rules: Rules
    reason: str
    by: str
    was: Rules = field(default_factory=Rules)

    @property
    def differences(self) -> tuple[Message, ...]:
        """What holds now and did not before, in plain words."""
        names = dict.fromkeys(TOLD_BY_ANOTHER.get(name, name) for name in self.rules.differences(self.was))
        return tuple(plain_words(self.rules, name) for name in names)

    def to_json(self) -> dict[str, object]:
        """As the page reads it."""
        sentences = [one.to_json() for one in self.differences]
        about = {"reason": self.reason, "by": self.by, "told": sentences}
        return {"round": self.round, "turn": self.turn, "rules": self.rules.to_json(), **about}


def rack_of(text: str, where: str) -> Row | int:
    """A rack as it was counted: its tiles, or only its points. Raises NotationError: it is neither.

    >>> rack_of("37", "rack"), len(rack_of("r5 k3", "rack"))
    (37, 2)
    """
    return int(text) if text.isdecimal() else row_from_notation(text, where)


def points_of(text: str, rules: Rules) -> int:
    """What a rack is worth, however it was counted."""
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
    """A round with its scores. A player who is alone wins nothing: everybody else went."""
    read = {name: rack_of(rack, f"rack of {name}") for name, rack in zip(names, racks, strict=True)}
    opened = tuple(name for name in names if name in never_opened)
    alone = RoundScore(tuple(names), dict.fromkeys(names, 0), ended_by)
    result = score_round(read, rules, opened) if len(read) > 1 else alone
    by = ended_by if all(read.values()) else EndedBy.EMPTY_RACK
    if by is EndedBy.EMPTY_RACK and all(read.values()):
        by = EndedBy.STOPPED
    return Round(number, tuple(racks), replace(result, ended_by=by), tuple(names), rules, opened)


def mended(one: Round, racks: Sequence[str], reason: str, by: str) -> Round:
    """The round with other racks, scored by the rules that it was played by."""
    again = counted_round(one.number, one.names, racks, one.rules, one.never_opened, one.result.ended_by)
    return replace(again, before=one, reason=reason, by=by)
