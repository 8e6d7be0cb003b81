"""Every fault of a turn: its code, the sentence a player reads, and the leaflet that holds the rule."""

import math
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.messages import Message, listed
from referee.rules import NUMBERS, SMALLEST_SET, Rules, source_of
from referee.sets import Kind, kind
from referee.table import Row
from referee.tiles import Tile, in_order


class FaultCode(StrEnum):
    """The codes of faults, in the order in which a verdict lists them."""

    NOT_A_SET = "not-a-set"
    TOO_MANY_OF_A_TILE = "too-many-of-a-tile"
    TILE_MISSING = "tile-missing"
    OPENING_TOO_LOW = "opening-too-low"
    OPENING_ONE_SET = "opening-one-set"
    OPENING_TOUCHES_TABLE = "opening-touches-table"
    TOO_MANY_JOKERS = "too-many-jokers"
    JOKER_EXCHANGE = "joker-exchange"
    JOKER_NOT_REUSED = "joker-not-reused"
    JOKER_SET_BROKEN = "joker-set-broken"
    REBUILT_TOO_FAR = "rebuilt-too-far"
    TIME_OVER = "time-over"


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule.

    `sets`: indices of sets in the table after the turn; `tiles`: the tiles concerned; `source`: the leaflet or house
    rule that the rule comes from; `old`: index of the set before the turn that the fault is about, if any. The turn's
    account describes the fate of that set.
    """

    code: FaultCode
    message: Message
    sets: tuple[int, ...]
    tiles: tuple[Tile, ...]
    source: Message
    old: int | None = None

    @property
    def text(self) -> str:
        """The sentence on the fault, in English."""
        return self.message.text

    def to_json(self) -> dict[str, object]:
        """The JSON object of the fault; `rule` is the source as a message with code and values."""
        return {
            **self.message.to_json(),
            "code": self.code.value,
            "sets": list(self.sets),
            "tiles": [str(tile) for tile in self.tiles],
            "source": self.source.text,
            "rule": self.source.to_json(),
            "from": self.old,
        }


def not_a_set(rules: Rules, place: int, row: Row) -> Fault:
    """The fault of a row that is neither a run nor a group; `place`: its index in the table after the turn."""
    alone = len(row) == 1
    rule = "group" if _looks_like_a_group(row) else "run" if _looks_like_a_run(row) else "valid"
    message = Message.of("not-a-set", row=row, why=_why_no_set(row, rules))
    return Fault(FaultCode.NOT_A_SET, message, (place,), row, source_of(rules, "valid" if alone else rule))


def too_many_of_a_tile(rules: Rules, tile: Tile, count: int, sets: tuple[int, ...]) -> Fault:
    """The fault that more copies of a tile are on the table than the box holds; `count`: copies on the table."""
    there = rules.copies_of(tile)
    code = "too-many-of-a-tile" if there else "too-many-of-a-tile.no-jokers"
    message = Message.of(code, tile=(tile,), count=count, there=there)
    return Fault(FaultCode.TOO_MANY_OF_A_TILE, message, sets, (tile,), source_of(rules, "box"))


def tile_missing(rules: Rules, missing: Counter[Tile]) -> Fault:
    """The fault that tiles of the table before the turn are no longer on it."""
    tiles = in_order(missing.elements())
    return Fault(FaultCode.TILE_MISSING, Message.of("tile-missing", tiles=tiles), (), tiles, source_of(rules, "kept"))


def opening_too_low(rules: Rules, points: int, sets: tuple[int, ...], needs_joker: bool = False) -> Fault:
    """The fault that the opening is worth too little.

    `points`: its value; `needs_joker`: the opening contains a joker of the table, which does not count.
    """
    code = "opening-too-low.without-joker" if needs_joker else "opening-too-low"
    message = Message.of(code, points=points, needed=rules.opening_points)
    return Fault(FaultCode.OPENING_TOO_LOW, message, sets, (), source_of(rules, "opening_points"))


def opening_sets(rules: Rules, sets: tuple[int, ...]) -> Fault:
    """The fault that the opening consists of too many sets."""
    message = Message.of("opening-one-set", most=rules.opening_sets or 0, count=len(sets))
    return Fault(FaultCode.OPENING_ONE_SET, message, sets, (), source_of(rules, "opening_sets"))


def opening_touches_table(rules: Rules, sets: tuple[int, ...], tiles: tuple[Tile, ...]) -> Fault:
    """The fault that a player who has not opened changed sets on the table; `tiles`: the tiles of these sets."""
    message = Message.of("opening-touches-table", tiles=tiles)
    source = source_of(rules, "opening_may_use_table")
    return Fault(FaultCode.OPENING_TOUCHES_TABLE, message, sets, tiles, source)


def joker_before_opening(rules: Rules, row: Row, sets: tuple[int, ...]) -> Fault:
    """The fault that a player who has not opened replaced a joker of the table; `row`: the joker's old set."""
    message = Message.of("opening-touches-table.joker", row=row)
    return Fault(FaultCode.OPENING_TOUCHES_TABLE, message, sets, row, source_of(rules, "joker_before_opening"))


def too_many_jokers(rules: Rules, place: int, row: Row, count: int) -> Fault:
    """The fault that a set holds more jokers than the rules allow; `count`: jokers in the set."""
    message = Message.of("too-many-jokers", row=row, count=count, most=rules.jokers_in_a_set or 0)
    return Fault(FaultCode.TOO_MANY_JOKERS, message, (place,), row, source_of(rules, "jokers_in_a_set"))


def joker_exchange(rules: Rules, row: Row, stood_for: tuple[Tile, ...], sets: tuple[int, ...]) -> Fault:
    """The fault that a joker was taken from its set without the tile that frees it; `row`: the joker's old set."""
    wanted = listed("and" if rules.joker_of_three == "both-colours" else "or", tuple((tile,) for tile in stood_for))
    whence = Message("joker.from-rack" if rules.freeing_tile_from == "rack" else "joker.from-anywhere")
    message = Message.of("joker-exchange", row=row, tiles=wanted, whence=whence)
    return Fault(FaultCode.JOKER_EXCHANGE, message, sets, stood_for, source_of(rules, _exchange_option(rules)))


def joker_not_reused(rules: Rules, row: Row | None, sets: tuple[int, ...]) -> Fault:
    """The fault that a freed joker was not laid where the rules demand; `row`: its new set, None: not on the table."""
    lies = Message("joker.not-on-table") if row is None else Message.of("joker.lies-in", row=row)
    message = Message.of("joker-not-reused", goes=Message(f"joker.{rules.freed_joker_goes}"), lies=lies)
    return Fault(FaultCode.JOKER_NOT_REUSED, message, sets, row or (), source_of(rules, "freed_joker_goes"))


def joker_set_broken(rules: Rules, row: Row, sets: tuple[int, ...]) -> Fault:
    """The fault that a set with a joker was split, or that a tile was taken from it; `row`: the old set."""
    message = Message.of("joker-set-broken", row=row)
    return Fault(FaultCode.JOKER_SET_BROKEN, message, sets, row, source_of(rules, "joker_sets"))


def rebuilt_too_far(rules: Rules, row: Row, left: tuple[Tile, ...], sets: tuple[int, ...]) -> Fault:
    """The fault that too little of a set was left; `row`: the old set, `left`: the tiles left together."""
    message = Message.of("rebuilt-too-far", row=row, tiles=left, least=SMALLEST_SET)
    return Fault(FaultCode.REBUILT_TOO_FAR, message, sets, left, source_of(rules, "rebuilding"))


def time_over(rules: Rules, seconds: float, allowed: float) -> Fault:
    """The fault that a turn took `seconds`, more than the `allowed` seconds with extensions or the time bank."""
    message = Message.of("time-over", seconds=math.ceil(seconds), allowed=math.floor(allowed))
    option = "turn_seconds" if rules.bank_seconds is None else "bank_seconds"
    return Fault(FaultCode.TIME_OVER, message, (), (), source_of(rules, option))


def _exchange_option(rules: Rules) -> str:
    """The name of the rule option that forbids taking the joker: a changed option, else the preset's strictest."""
    changed = [name for name in ("freeing_tile_from", "joker_of_three", "joker_sets") if name in rules.changes()]
    return "joker_freed_by" if rules.joker_freed_by == "its-tile" else (changed or ["joker_sets"])[0]


def _looks_like_a_run(row: Row) -> bool:
    return len({tile.colour for tile in row if not tile.is_joker}) == 1


def _looks_like_a_group(row: Row) -> bool:
    return len({tile.number for tile in row if not tile.is_joker}) == 1


def _why_no_set(row: Row, rules: Rules) -> Message:
    if len(row) < SMALLEST_SET:
        return Message.of("not-a-set.too-few", least=SMALLEST_SET)
    if all(tile.is_joker for tile in row):
        return Message("not-a-set.only-jokers")
    as_group = _looks_like_a_group(row) and rules.group_colours_differ
    if not as_group and not _looks_like_a_run(row):
        return Message("not-a-set.neither")
    twice = [tile for tile, count in Counter(row).items() if count > 1 and not tile.is_joker]
    if twice:
        return Message.of("not-a-set.twice", tile=(twice[0],))
    return Message("not-a-set.group-full") if as_group else _why_no_run(row, rules)


def _why_no_run(row: Row, rules: Rules) -> Message:
    """Says why tiles of one colour are no run: 1 after 13, too long with its jokers, or gaps."""
    if not rules.one_after_thirteen and kind(row, replace(rules, one_after_thirteen=True)) is Kind.RUN:
        return Message("not-a-set.after-thirteen")
    return Message("not-a-set.too-long" if len(row) > NUMBERS else "not-a-set.gaps")


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule on jokers or rebuilding.

    `old`: index of the old set concerned; `new`: index of the new set that shows the violation, None when no set does.
    """

    code: FaultCode
    old: int
    new: int | None
