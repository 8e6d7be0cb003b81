"""The tiling problem: tiles that must be laid, tiles that may be laid, and the constraints on the sets."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from referee.rules import COLOURS, NUMBERS
from referee.sets import Kind
from referee.solving.tiling.cells import Cells, FixedSet
from referee.solving.tiling.groups import GroupRules, group_key
from referee.solving.tiling.runs import ALL_JOKERS, EMPTY, JOKER, TILE, Place, Run, Tracking, extended

Counts = tuple[int, ...]
"""Numbers of tiles of one number, by colour."""
NONE: Counts = (0,) * COLOURS

INFINITE = 1 << 60
"""Cost of an impossible tiling."""
TILE_COST = 10_000
"""Cost of a tile left out, in addition to its number: more than the points of a whole box."""
JOKER_POINTS = NUMBERS
"""Points of the highest tile that a joker can stand for."""


def worth_at(number: int) -> int:
    """The points of a tile or joker at a number; 14 is a 1 after a 13."""
    return (number - 1) % NUMBERS + 1


@dataclass(frozen=True)
class TilingProblem:
    """The tiles to lay as sets, and the constraints on these sets.

    `must`: for each number (index 0 is empty), the allowed counts of tiles that must be laid; a joker that stands for
    one of two colours gives two counts. `may`: for each number, the tiles that may be laid. Neither holds tiles of
    fixed sets. `jokers_must`, `jokers_may`: numbers of free jokers that must be laid and that may be laid; the jokers
    at the highest numbers count as those that may, which are worth points. `colours_differ`: whether the colours of a
    group must differ. `wraps`: whether a run may go on from 13 to 1. `joker_limit`: largest number of jokers in a set.
    `no_jokers_alone`: whether sets of jokers alone are forbidden. `fixed`: sets that can only be extended. `forbidden`:
    sets of three that may not be laid. `points_needed`: points that the laid tiles of `may` must reach, with all jokers
    if `all_jokers_count`. `most_sets`: largest number of sets.
    """

    must: tuple[tuple[Counts, ...], ...]
    may: tuple[Counts, ...]
    jokers_must: int = 0
    jokers_may: int = 0
    colours_differ: bool = True
    wraps: bool = False
    joker_limit: int | None = None
    no_jokers_alone: bool = False
    fixed: tuple[FixedSet, ...] = ()
    forbidden: frozenset[Cells] = frozenset()
    points_needed: int = 0
    all_jokers_count: bool = False
    most_sets: int | None = None

    @property
    def jokers(self) -> int:
        """The number of free jokers: those that must be laid and those that may."""
        return self.jokers_must + self.jokers_may

    @property
    def first(self) -> int:
        """The highest number of runs: 13, or 14 if a 1 may follow the 13."""
        return NUMBERS + self.wraps

    @cached_property
    def places(self) -> tuple[tuple[Place, ...], ...]:
        """The constraints on runs, by colour and number."""
        return tuple(tuple(self._place(colour, number) for number in range(NUMBERS + 2)) for colour in range(COLOURS))

    def _place(self, colour: int, number: int) -> Place:
        runs = [one.cells for one in self.fixed if one.kind is Kind.RUN and one.cells[0].colour == colour]
        return Place(
            self._tracking,
            self._forbidden_run(colour, number),
            tuple(self._spare_jokers(cells) for cells in runs if cells[-1].number == number),
            tuple(sorted(self.fixed_run(cells) for cells in runs if cells[0].number == number)),
            is_after_thirteen=number > NUMBERS,
            is_last=number == 1,
        )

    def _spare_jokers(self, cells: Cells) -> int:
        """The number of jokers that may still be added to a fixed run."""
        limit = self._tracking.limit
        return len(cells) if limit is None else limit - sum(cell.joker for cell in cells)

    def fixed_run(self, cells: Cells) -> Run:
        """A fixed run as an entry of `Runs`, which may go on at the next lower number."""
        run = EMPTY
        for cell in reversed(cells):
            run = extended(run, JOKER if cell.joker else TILE, self._tracking, frozenset())
        return run

    @cached_property
    def _tracking(self) -> Tracking:
        return Tracking(self.joker_limit, (self.jokers > 0 and bool(self.forbidden)) or self.no_jokers_alone)

    def _forbidden_run(self, colour: int, number: int) -> frozenset[int]:
        """The joker bits that a run of exactly three may not have if its lowest number is `number`."""
        threes = (one for one in self.forbidden if (one[0].colour, one[0].number) == (colour, number))
        found = {
            sum(cell.joker << place for place, cell in enumerate(cells))
            for cells in threes
            if cells[-1].number != number
        }
        return frozenset(found | {ALL_JOKERS} if self.no_jokers_alone else found)

    @cached_property
    def group_rules(self) -> tuple[GroupRules, ...]:
        """The constraints on groups, by number."""
        return tuple(map(self._group_rules, range(NUMBERS + 2)))

    def _group_rules(self, number: int) -> GroupRules:
        fixed = (one.cells for one in self.fixed if one.kind is Kind.GROUP and one.cells[0].number == number)
        of_number = (cells for cells in self.forbidden if cells[0].number == cells[-1].number == number)
        return GroupRules(
            self.colours_differ,
            self._tracking.limit,
            tuple(tuple(cell._replace(number=0) for cell in cells) for cells in fixed),
            frozenset(map(group_key, of_number)),
        )


class Tiling(NamedTuple):
    """A solution: the sets, and the cost of the tiles left out."""

    sets: tuple[Cells, ...]
    cost: int
