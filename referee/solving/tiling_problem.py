"""Tiles that have to lie and tiles that may: what a search for the cheapest tiling is asked."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET
from referee.solving.cells import Cells
from referee.solving.run_transitions import MAY_END, NOTHING_FORBIDDEN, JokerCounts, PartialRun

Counts = tuple[int, ...]
"""How many tiles of one number: by colour."""

INFINITE = 1 << 60
"""A cost that means: impossible."""
TILE_COST = 10_000
"""What a tile left out costs, besides its number: more than all points of a box together."""
JOKER_POINTS = NUMBERS
"""The most that a joker can stand for."""
JOKER_PRICE = 2 * TILE_COST
"""What a joker is reckoned to save, for bounds: right with any price, quickest with this (measured)."""


@dataclass(frozen=True)
class TilingProblem:
    """Tiles that have to lie and tiles that may, with jokers, and fixed sets that can only be extended.

    By number (place 0 is not used): `must`, the counts that have to lie, in every way that is allowed
    (a joker that goes on standing for one of two colours gives two ways); `may`, the counts beside
    them. The tiles of fixed sets are in neither. `limit`: jokers in one set at most. `points_needed`:
    what the tiles laid of those that may have to be worth at least. `forbidden`: sets of three that may
    not lie. `all_jokers_count`: those that have to lie are worth points, too.
    """

    must: tuple[tuple[Counts, ...], ...]
    may: tuple[Counts, ...]
    jokers_must: int = 0
    jokers_may: int = 0
    colours_differ: bool = True
    wraps: bool = False
    limit: int | None = None
    fixed_runs: tuple[Cells, ...] = ()
    fixed_groups: tuple[Cells, ...] = ()
    points_needed: int = 0
    forbidden: frozenset[Cells] = frozenset()
    all_jokers_count: bool = False

    @cached_property
    def jokers(self) -> int:
        """Jokers that may lie, those that must among them."""
        return self.jokers_must + self.jokers_may

    @cached_property
    def tracked(self) -> bool:
        """Whether the jokers of a run matter: they are limited, or could be a run by themselves."""
        return self.limit is not None or self.jokers >= SMALLEST_SET or bool(self.jokers and self.forbidden)

    @cached_property
    def last(self) -> int:
        """The last number: 13, or 14 where a 1 may lie after a 13."""
        return NUMBERS + 1 if self.wraps else NUMBERS

    def forbidden_run(self, colour: int, number: int) -> JokerCounts:
        """With how many jokers a run of just three may not end at a number."""
        return self._forbidden_runs.get((colour, number), NOTHING_FORBIDDEN) if self.forbidden else NOTHING_FORBIDDEN

    @cached_property
    def _forbidden_runs(self) -> dict[tuple[int, int], JokerCounts]:
        found: dict[tuple[int, int], JokerCounts] = {}
        for cells in self.forbidden:
            if cells[0].number != cells[-1].number:
                end = (cells[-1].colour, cells[-1].number)
                found[end] = found.get(end, NOTHING_FORBIDDEN) | {sum(cell.joker for cell in cells)}
        return found

    @cached_property
    def forbidden_groups(self) -> frozenset[tuple[int, Counts, int]]:
        """Groups of three that may not lie: their number, tiles of each colour, jokers."""
        found = set()
        for cells in self.forbidden:
            if cells[0].number == cells[-1].number:
                there = [cell.colour for cell in cells if not cell.joker]
                tiles = tuple(there.count(colour) for colour in range(COLOURS))
                found.add((cells[0].number, tiles, SMALLEST_SET - len(there)))
        return frozenset(found)

    @cached_property
    def extensions(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """By number: for each fixed group, the colours that it lacks (and a joker, if one more may lie)."""
        extensions: list[tuple[tuple[int, ...], ...]] = [()] * (NUMBERS + 1)
        for cells in self.fixed_groups:
            there = {cell.colour for cell in cells if not cell.joker}
            jokers = sum(cell.joker for cell in cells)
            possible = () if len(cells) == COLOURS else tuple(c for c in range(COLOURS) if c not in there)
            if possible and (self.limit is None or jokers < self.limit):
                possible = (*possible, COLOURS)
            extensions[cells[0].number] = (*extensions[cells[0].number], possible)
        return tuple(extensions)

    def partial_run(self, cells: Cells) -> PartialRun:
        """A fixed run as one that may be continued."""
        jokers = sum(cell.joker for cell in cells) if self.tracked else 0
        return MAY_END, min(jokers, SMALLEST_SET - 1)


class Tiling(NamedTuple):
    """How the tiles lie: every set in order, and what it costs that others do not."""

    sets: tuple[Cells, ...]
    cost: int
