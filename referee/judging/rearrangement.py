"""A turn to be accounted for, and the words for what its jokers may have done."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import chain

from referee.rules import Rules
from referee.sets import Understanding
from referee.table import Row
from referee.tiles import Tile


class Fate(Enum):
    """What became of a joker that lay on the table."""

    KEPT = "goes on standing for its tile"
    FREED = "its tile took its place"
    TAKEN = "taken without its tile"
    HIDDEN = "not to be seen"


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a joker lies: which set, and which of its jokers it is."""

    place: int
    which: int


@dataclass(frozen=True, slots=True)
class Story:
    """What one joker did: from which old set, to which seat, for which tile or by which tiles.

    `lender`: the old set that gave the tile which freed it; None: the rack.
    """

    home: int
    fate: Fate
    seat: Seat | None = None
    stands: Tile | None = None
    paid: tuple[Tile, ...] = ()
    lender: int | None = None


Account = tuple[Story, ...]


class Breach(Enum):
    """Which of the rules on jokers and rebuilding an account breaks."""

    EXCHANGE = "joker-exchange"
    NOT_REUSED = "joker-not-reused"
    SET_BROKEN = "joker-set-broken"
    TOO_FAR = "rebuilt-too-far"


@dataclass(frozen=True, slots=True)
class Violation:
    """A breach: the old set it concerns, and the set on the table where it shows (None: nowhere)."""

    breach: Breach
    home: int
    place: int | None


@dataclass(frozen=True)
class Position:
    """A turn to be accounted for: `played` and `missing` are after less before, and the reverse."""

    rules: Rules
    before: Sequence[Row]
    after: Sequence[Row]
    played: Counter[Tile] = field(default_factory=Counter)
    missing: Counter[Tile] = field(default_factory=Counter)

    @cached_property
    def homes(self) -> list[Counter[Tile]]:
        """The tiles of each old set."""
        return [Counter(row) for row in self.before]

    @cached_property
    def places(self) -> list[Counter[Tile]]:
        """The tiles of each set on the table now."""
        return [Counter(row) for row in self.after]

    @cached_property
    def is_possible(self) -> bool:
        """Whether one box holds the tiles of either table; if not, a doubt about the reading comes first."""
        return fits_a_box(self.before, self.rules) and fits_a_box(self.after, self.rules)

    @cached_property
    def twins(self) -> frozenset[tuple[int, int]]:
        """Old sets, each with a set that is equal to it now."""
        waiting: dict[frozenset[tuple[Tile, int]], list[int]] = {}
        for place, tiles in enumerate(self.places):
            waiting.setdefault(frozenset(tiles.items()), []).append(place)
        found = set()
        for home, tiles in enumerate(self.homes):
            if equal := waiting.get(frozenset(tiles.items())):
                found.add((home, equal.pop(0)))
        return frozenset(found)

    def once_laid(self, laid: Sequence[Row]) -> "Position":
        """The rest of the turn, once some sets lie on the table that came from the rack."""
        tiles = Counter(chain.from_iterable(laid))
        rest = replace(self, before=(*self.before, *laid), played=self.played - tiles)
        # What is known already need not be counted again: an opening is asked about with dozens of sets.
        homes = [*self.homes, *map(Counter, laid)]
        vars(rest).update(homes=homes, places=self.places, is_possible=self.is_possible, twins=self.twins)
        return rest


Ways = Mapping[int, Understanding]
"""How the sets that hold jokers are understood, by their place on the table."""


def fits_a_box(rows: Sequence[Row], rules: Rules) -> bool:
    """Whether a box holds that many of every tile."""
    lies = Counter(chain.from_iterable(rows))
    return all(count <= (rules.jokers if tile.is_joker else rules.copies) for tile, count in lies.items())
