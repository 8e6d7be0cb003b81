"""Every way a turn can be wrong: its code, the sentence a player reads, and the leaflet that says so."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from referee.rules import SMALLEST_SET, Rules
from referee.table import Row
from referee.tiles import Colour, Tile, in_order


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
    """One rule broken: `sets` are places in the table after the turn, `source` the leaflet that says so."""

    code: FaultCode
    text: str
    sets: tuple[int, ...]
    tiles: tuple[Tile, ...]
    source: str

    def to_json(self) -> dict[str, object]:
        """The fault as INTERFACE has it."""
        return {
            "code": self.code.value,
            "text": self.text,
            "sets": list(self.sets),
            "tiles": [str(tile) for tile in self.tiles],
            "source": self.source,
        }

    @classmethod
    def from_json(cls, fault: Mapping[str, Any]) -> "Fault":
        """The fault that `to_json` wrote.

        Raises KeyError, TypeError or ValueError: it did not.
        """
        return cls(
            FaultCode(fault["code"]),
            str(fault["text"]),
            tuple(map(int, fault["sets"])),
            tuple(map(Tile.from_notation, fault["tiles"])),
            str(fault["source"]),
        )


COLOUR_NAMES = {Colour.BLACK: "black", Colour.RED: "red", Colour.BLUE: "blue", Colour.ORANGE: "orange"}


def spoken(tiles: Iterable[Tile]) -> str:
    """Tiles as players say them: `red 7, red 8, joker`."""
    return ", ".join(_name(tile) for tile in tiles)


def not_a_set(rules: Rules, place: int, row: Row) -> Fault:
    """A row that is neither run nor group."""
    alone = len(row) == 1
    rule = "group" if _looks_like_a_group(row) else "run" if _looks_like_a_run(row) else "valid"
    text = f"{_which(row)} is not a set: {_why_no_set(row, rules)}."
    return Fault(FaultCode.NOT_A_SET, text, (place,), row, rules.source("valid" if alone else rule))


def too_many_of_a_tile(rules: Rules, tile: Tile, count: int, sets: tuple[int, ...]) -> Fault:
    """More of a tile lie there than the box holds."""
    there = rules.copies_of(tile)
    text = f"{_name(tile).capitalize()} lies there {count} times, but the box holds {there}."
    return Fault(FaultCode.TOO_MANY_OF_A_TILE, text, sets, (tile,), rules.source("box"))


def tile_missing(rules: Rules, missing: Counter[Tile]) -> Fault:
    """Tiles that lay there before do not any more."""
    tiles = in_order(missing.elements())
    text = f"{spoken(tiles).capitalize()} lay on the table before and cannot be seen now: covered, or taken?"
    return Fault(FaultCode.TILE_MISSING, text, (), tiles, rules.source("kept"))


def opening_too_low(rules: Rules, points: int, sets: tuple[int, ...]) -> Fault:
    """The opening is worth too little."""
    text = f"The opening is worth {points} points and needs at least {rules.opening_points}."
    return Fault(FaultCode.OPENING_TOO_LOW, text, sets, (), rules.source("opening_points"))


def opening_sets(rules: Rules, sets: tuple[int, ...]) -> Fault:
    """The opening consists of too many sets."""
    most = rules.opening_sets or 0
    allowed = "one set" if most == 1 else f"at most {most} sets"
    text = f"An opening is {allowed}; {len(sets)} new ones lie there."
    return Fault(FaultCode.OPENING_ONE_SET, text, sets, (), rules.source("opening_sets"))


def opening_touches_table(rules: Rules, sets: tuple[int, ...], tiles: tuple[Tile, ...]) -> Fault:
    """Sets on the table were changed by a player who has not opened."""
    text = f"Who has not opened leaves the sets on the table as they are; changed: {spoken(tiles)}."
    return Fault(FaultCode.OPENING_TOUCHES_TABLE, text, sets, tiles, rules.source("opening_may_use_table"))


def too_many_jokers(rules: Rules, place: int, row: Row, count: int) -> Fault:
    """More jokers in a set than the rules allow."""
    text = f"{_which(row)} holds {count} jokers; a set may hold {rules.jokers_in_a_set}."
    return Fault(FaultCode.TOO_MANY_JOKERS, text, (place,), row, rules.source("jokers_in_a_set"))


def joker_exchange(rules: Rules, row: Row, stood_for: tuple[Tile, ...], sets: tuple[int, ...]) -> Fault:
    """A joker was taken from its set without the tile that frees it."""
    wanted = (" and " if rules.joker_of_three == "both-colours" else " or ").join(map(_name, stood_for))
    whence = "from the rack" if rules.freeing_tile_from == "rack" else "from rack or table"
    text = f"The joker of {_which(row)} may be taken only for {wanted} {whence}, laid in its place."
    return Fault(FaultCode.JOKER_EXCHANGE, text, sets, stood_for, rules.source(_exchange_option(rules)))


def joker_not_reused(rules: Rules, row: Row | None, sets: tuple[int, ...]) -> Fault:
    """A freed joker does not lie where it has to."""
    goes = {
        "new-set": "in a new set",
        "any-set": "in a set",
        "two-from-rack": "in a set with at least two other tiles from the rack",
        "new-set-from-rack": "in a new set made from the rack",
    }[rules.freed_joker_goes]
    lies = "it is not on the table" if row is None else f"it lies in {_which(row)}"
    text = f"A freed joker must be used in the same turn {goes}; {lies}."
    tiles = () if row is None else row
    return Fault(FaultCode.JOKER_NOT_REUSED, text, sets, tiles, rules.source("freed_joker_goes"))


def joker_set_broken(rules: Rules, row: Row, sets: tuple[int, ...]) -> Fault:
    """A set with a joker was split or robbed."""
    text = f"{_which(row)} holds a joker: it may be continued, but not split or robbed."
    return Fault(FaultCode.JOKER_SET_BROKEN, text, sets, row, rules.source("joker_sets"))


def rebuilt_too_far(rules: Rules, row: Row, left: tuple[Tile, ...], sets: tuple[int, ...]) -> Fault:
    """Too little of a set was left."""
    text = (
        f"Of {_which(row)} only {spoken(left)} were left together: take all of its tiles, "
        f"or leave at least {SMALLEST_SET}."
    )
    return Fault(FaultCode.REBUILT_TOO_FAR, text, sets, left, rules.source("rebuilding"))


def time_over(rules: Rules, seconds: float) -> Fault:
    """The turn took too long."""
    text = f"The turn took {seconds:.4g} seconds; {rules.turn_seconds} are allowed."
    return Fault(FaultCode.TIME_OVER, text, (), (), rules.source("turn_seconds"))


def _exchange_option(rules: Rules) -> str:
    return "joker_freed_by" if rules.joker_freed_by == "its-tile" else "joker_sets"


def _name(tile: Tile) -> str:
    return "joker" if tile.colour is None else f"{COLOUR_NAMES[tile.colour]} {tile.number}"


def _which(row: Row) -> str:
    return f"({spoken(row)})"


def _looks_like_a_run(row: Row) -> bool:
    return len({tile.colour for tile in row if not tile.is_joker}) == 1


def _looks_like_a_group(row: Row) -> bool:
    return len({tile.number for tile in row if not tile.is_joker}) == 1


def _why_no_set(row: Row, rules: Rules) -> str:
    if len(row) < SMALLEST_SET:
        return f"a set has at least {SMALLEST_SET} tiles"
    if all(tile.is_joker for tile in row):
        return "a set needs a tile with a number"
    twice = [tile for tile, count in Counter(row).items() if count > 1 and not tile.is_joker]
    if _looks_like_a_group(row) and rules.group_colours_differ:
        return f"{_name(twice[0])} lies in it more than once" if twice else "a group has each colour once at most"
    if _looks_like_a_run(row):
        return f"{_name(twice[0])} lies in it more than once" if twice else "its numbers do not follow one another"
    return "neither one colour nor one number"
