"""Tiles that have to lie and tiles that may: what a search for the best tiling is asked."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET
from referee.solving.run_steps import MAY_END, NOTHING_BARRED, Barred, Cells, Run

Counts = tuple[int, ...]
"""How many tiles of one number: by colour."""

NEVER = 1 << 60
"""A cost that means: impossible."""
TILE_COST = 10_000
"""What a tile left out costs, besides its number: more than all points of a box together."""
JOKER_WORTH = NUMBERS
"""The most that a joker can stand for."""
JOKER_PRICE = 2 * TILE_COST
"""What a joker is reckoned to save, for bounds: right with any price, quickest with this (measured)."""


@dataclass(frozen=True)
class Problem:
    """Tiles that have to lie and tiles that may, with jokers, and closed sets that can only be extended.

    By number (place 0 is not used): `must`, the counts that have to lie, in every way that is allowed
    (a joker that goes on standing for one of two colours gives two ways); `may`, the counts beside
    them. The tiles of closed sets are in neither. `limit`: jokers in one set at most. `points`: what
    the tiles laid of those that may have to be worth at least. `barred`: sets of three that may not
    lie. `all_jokers_count`: those that have to lie are worth points, too.
    """

    must: tuple[tuple[Counts, ...], ...]
    may: tuple[Counts, ...]
    jokers_must: int = 0
    jokers_may: int = 0
    colours_differ: bool = True
    wraps: bool = False
    limit: int | None = None
    closed_runs: tuple[Cells, ...] = ()
    closed_groups: tuple[Cells, ...] = ()
    points: int = 0
    barred: frozenset[Cells] = frozenset()
    all_jokers_count: bool = False

    @cached_property
    def jokers(self) -> int:
        """Jokers that may lie, those that must among them."""
        return self.jokers_must + self.jokers_may

    @cached_property
    def tracked(self) -> bool:
        """Whether the jokers of a run matter: they are limited, or could be a run by themselves."""
        return self.limit is not None or self.jokers >= SMALLEST_SET or bool(self.jokers and self.barred)

    def barred_run(self, colour: int, number: int) -> Barred:
        """With how many jokers a run of just three may not end at a number."""
        return self._barred_runs.get((colour, number), NOTHING_BARRED) if self.barred else NOTHING_BARRED

    @cached_property
    def _barred_runs(self) -> dict[tuple[int, int], Barred]:
        found: dict[tuple[int, int], Barred] = {}
        for cells in self.barred:
            if cells[0].number != cells[-1].number:
                end = (cells[-1].colour, cells[-1].number)
                found[end] = found.get(end, NOTHING_BARRED) | {sum(cell.joker for cell in cells)}
        return found

    @cached_property
    def barred_groups(self) -> frozenset[tuple[int, Counts, int]]:
        """Groups of three that may not lie: their number, tiles of each colour, jokers."""
        found = set()
        for cells in self.barred:
            if cells[0].number == cells[-1].number:
                there = [cell.colour for cell in cells if not cell.joker]
                tiles = tuple(there.count(colour) for colour in range(COLOURS))
                found.add((cells[0].number, tiles, SMALLEST_SET - len(there)))
        return frozenset(found)

    @cached_property
    def last(self) -> int:
        """The last number: 13, or 14 where a 1 may lie after a 13."""
        return NUMBERS + 1 if self.wraps else NUMBERS

    @cached_property
    def extensions(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """By number: for each closed group, the colours that it lacks (and a joker, if one more may lie)."""
        extensions: list[tuple[tuple[int, ...], ...]] = [()] * (NUMBERS + 1)
        for cells in self.closed_groups:
            there = {cell.colour for cell in cells if not cell.joker}
            jokers = sum(cell.joker for cell in cells)
            room = () if len(cells) == COLOURS else tuple(c for c in range(COLOURS) if c not in there)
            if room and (self.limit is None or jokers < self.limit):
                room = (*room, COLOURS)
            extensions[cells[0].number] = (*extensions[cells[0].number], room)
        return tuple(extensions)

    def closed_run(self, cells: Cells) -> Run:
        """A closed run as one that may go on."""
        jokers = sum(cell.joker for cell in cells) if self.tracked else 0
        return MAY_END, min(jokers, SMALLEST_SET - 1)


class Tiling(NamedTuple):
    """How the tiles lie: every set in order, and what it costs that others do not."""

    sets: tuple[Cells, ...]
    cost: int
