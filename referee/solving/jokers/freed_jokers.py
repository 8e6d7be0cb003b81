"""Enumerates the places of freed jokers that have to be laid with tiles from the rack.

A part is a piece of a set with the least that the rule demands: a freed joker, two companions from the rack, and in a
run the cells between them. Every legal set with a freed joker contains such a part, and a part may be extended like any
fixed set; so the parts that the rack allows cover almost every play. Two parts give the same result in either order, so
they are laid in ascending order only.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET, Rules
from referee.sets import Kind
from referee.solving.jokers.subproblem import Subproblem, with_fixed_set
from referee.solving.tiling.cells import TILES, Cell, FixedSet, tile_of
from referee.solving.tiling.tiling_problem import JOKER_POINTS, worth_at
from referee.tiles import JOKER

COMPANIONS = SMALLEST_SET - 1
"""Number of companions of a freed joker."""
FREED, COMPANION, ANY = range(3)
"""Source of a cell of a part: a freed joker; its companion, a tile or joker of the rack; a tile or joker from anywhere.

A joker of a row that is no set may lie anywhere; in a part it counts like a freed joker.
"""

Part = tuple[tuple[Cell, int], ...]
"""Cells of a set, each with its source: FREED, COMPANION or ANY."""


def with_freed_jokers_laid(rules: Rules, subproblem: Subproblem) -> Iterator[Subproblem]:
    """The subproblem with one or more freed jokers laid in a set, once for every part that the rules allow."""
    parts = _Parts(rules, subproblem)
    for part in (*parts.groups(), *parts.runs()):
        narrower = _laid(subproblem, part) if part >= subproblem.last_part else None
        if narrower is not None:
            yield narrower


def _laid(subproblem: Subproblem, part: Part) -> Subproblem | None:
    cells = tuple(cell for cell, _ in part)
    free = [cell for cell in cells if cell.joker]
    companions = Counter(tile_of(cell) for cell, source in part if source == COMPANION and not cell.joker)
    freed = _count(part, FREED)
    rest = replace(
        subproblem,
        rack=subproblem.rack - Counter({JOKER: len(free) - freed}),
        freed_jokers=subproblem.freed_jokers - freed,
        jokers_to_place=max(0, subproblem.jokers_to_place - freed),
        last_part=part,
    )
    kind = Kind.GROUP if cells[0].number == cells[1].number else Kind.RUN
    narrower = with_fixed_set(rest, FixedSet(kind, cells), companions)
    # The jokers of the rack count at the numbers of the run that are worth most.
    short = sum(JOKER_POINTS - worth_at(cell.number) for cell in free[freed:])
    return narrower and replace(narrower, cost=narrower.cost + short)


@dataclass(frozen=True)
class _Parts:
    """The parts with freed jokers that the rack of a subproblem allows."""

    rules: Rules
    subproblem: Subproblem

    @property
    def _is_of_rack_alone(self) -> bool:
        """Whether no tile of the table may lie between a freed joker and its companions."""
        return self.rules.freed_joker_goes == "new-set-from-rack"

    def _jokers_fit(self, part: Part) -> bool:
        jokers, limit = sum(cell.joker for cell, _ in part), self.rules.jokers_in_a_set
        of_rack = jokers - _count(part, FREED)
        are_there = of_rack <= self.subproblem.rack[JOKER] and jokers - of_rack <= self.subproblem.freed_jokers
        return are_there and (limit is None or jokers <= limit)

    def groups(self) -> Iterator[Part]:
        """Parts of groups: freed jokers with companions, at least one of which is a numbered tile."""
        for number in range(1, NUMBERS + 1):
            joker = Cell(0, number, True)
            there = [(Cell(c, number, False), self.subproblem.rack[TILES[c][number - 1]]) for c in range(COLOURS)]
            tiles = [cell for cell, count in there for _ in range(1 if self.rules.group_colours_differ else count)]
            own = [(cell, COMPANION) for cell in tiles if self.subproblem.rack[tile_of(cell)]]
            beside = [*combinations([*own, (joker, COMPANION)], COMPANIONS)]
            beside += [(one,) for one in own if self._is_of_rack_alone]
            for some, freed in product(dict.fromkeys(beside), range(1, self.subproblem.freed_jokers + 1)):
                part = (*some, *[(joker, FREED)] * freed)
                is_small = len(part) <= COLOURS or not self.rules.group_colours_differ
                if len(part) >= SMALLEST_SET and is_small and self._jokers_fit(part):
                    yield part

    def runs(self) -> Iterator[Part]:
        """Parts of runs: stretches of freed jokers and companions, at least one a numbered tile, and cells between."""
        for colour, first in product(range(COLOURS), range(1, NUMBERS + 1)):
            yield from self._runs((), colour, first)

    def _runs(self, part: Part, colour: int, number: int) -> Iterator[Part]:
        """The parts that extend `part` from `number` on; each ends with a companion or a freed joker.

        Cells beyond its end may come from anywhere, so they are left to the tiling.
        """
        freed, companions = _count(part, FREED), _count(part, COMPANION)
        enough = companions + freed >= SMALLEST_SET if self._is_of_rack_alone else companions == COMPANIONS
        has_tile = any(source == COMPANION and not cell.joker for cell, source in part)
        if freed and enough and has_tile and len(part) >= SMALLEST_SET and part[-1][1] != ANY:
            yield part
            if freed == self.subproblem.freed_jokers:
                return
        if number <= NUMBERS + self.rules.one_after_thirteen:
            for held in self._held(Cell(colour, number, False), bool(part)):
                then = (*part, held)
                if self._jokers_fit(then) and _count(then, COMPANION) <= COMPANIONS:
                    yield from self._runs(then, colour, number + 1)

    def _held(self, cell: Cell, is_begun: bool) -> Iterator[tuple[Cell, int]]:
        """The possible next cells of a run, each with its source."""
        rack, joker, tile = self.subproblem.rack, cell._replace(joker=True), tile_of(cell)
        if rack[tile]:
            yield cell, COMPANION
        yield joker, FREED
        yield joker, COMPANION
        if is_begun and not self._is_of_rack_alone:
            yield from [(cell, ANY)] if rack[tile] or self.subproblem.table[tile] else []
            yield joker, ANY


def _count(part: Part, source: int) -> int:
    return sum(one == source for _, one in part)
