"""Where freed jokers may lie that have to lie among tiles from the rack: every smallest part of such a set.

A state is a subproblem and how many freed jokers are still to be laid; a step lays one or more of them in a part, a few
cells that hold just what the rule asks for: two companions from the rack, and in a run whatever lies between. Whatever
legal set a freed joker lies in, it holds such a part; so with every part that the rack allows no play is missed, and
the rest of the set comes about as parts are extended like any fixed set.
What is left open costs no more than any way to close it: a subproblem whose jokers may still lie anywhere, or stand for
a tile wherever it lies (`Wider`), is a bound for all parts that are laid in it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET, Rules
from referee.sets import Kind
from referee.solving.jokers.subproblem import Subproblem, Wider, with_fixed_set
from referee.solving.tiling.cells import COLOUR_ORDER, Cell, Cells, FixedSet, tile_of
from referee.solving.tiling.transitions import short_of_most_points
from referee.tiles import JOKER, Tile


@dataclass(frozen=True)
class _Part:
    """Cells of a set: what its freed jokers stand for, how many are of the rack, tiles from the rack, kept jokers."""

    cells: Cells = ()
    stands: tuple[Tile, ...] = ()
    rack_jokers: int = 0
    companions: tuple[Tile, ...] = ()
    kept: tuple[Tile, ...] = ()

    @property
    def freed(self) -> int:
        """How many freed jokers."""
        return len(self.stands)

    @property
    def free_jokers(self) -> list[Cell]:
        """Its jokers that are not kept, those reckoned as freed first: of a run those of the rack are worth most."""
        return [cell for cell in self.cells if cell.joker and tile_of(cell) not in self.kept]

    def with_freed(self, cell: Cell) -> "_Part":
        return replace(self, cells=(*self.cells, cell._replace(joker=True)), stands=(*self.stands, tile_of(cell)))

    def with_rack_joker(self, cell: Cell) -> "_Part":
        return replace(self, cells=(*self.cells, cell._replace(joker=True)), rack_jokers=self.rack_jokers + 1)

    def with_companion(self, cell: Cell) -> "_Part":
        return replace(self, cells=(*self.cells, cell), companions=(*self.companions, tile_of(cell)))

    def with_tile(self, cell: Cell) -> "_Part":
        return replace(self, cells=(*self.cells, cell))

    def with_kept(self, cell: Cell) -> "_Part":
        return replace(self, cells=(*self.cells, cell._replace(joker=True)), kept=(*self.kept, tile_of(cell)))


def with_freed_jokers_laid(rules: Rules, subproblem: Subproblem) -> Iterator[Subproblem]:
    """The subproblem with one freed joker or more laid in a set, in every way that the rules allow.

    Two parts make the same whichever is laid first; so each is laid only after those that come before it in an order.
    """
    parts = _Parts(rules, subproblem)
    for part in parts.of_groups():
        if (False, part.cells) >= subproblem.last_part:
            yield from _laid(subproblem, part, Kind.GROUP)
    runs = parts.of_rack_runs() if rules.freed_joker_goes == "new-set-from-rack" else parts.of_runs()
    wider: dict[tuple[Tile, ...], Wider] = {}
    for part in runs:
        if (True, part.cells) < subproblem.last_part:
            continue
        stands = tuple(tile_of(cell) for cell in part.free_jokers[: part.freed])
        if stands not in wider:
            wider[stands] = Wider(_with_jokers_for(subproblem, stands))
        for narrower in () if wider[stands].is_hopeless else _laid(subproblem, part, Kind.RUN):
            yield replace(narrower, wider=wider[stands])


def _with_jokers_for(subproblem: Subproblem, stands: tuple[Tile, ...]) -> Subproblem:
    """The subproblem with freed jokers that stand for some tiles, wherever they lie."""
    kept = (*subproblem.kept_jokers, *(frozenset((tile,)) for tile in stands))
    freed, to_place = subproblem.freed_jokers - len(stands), subproblem.jokers_to_place - len(stands)
    rest = replace(subproblem, freed_jokers=freed, jokers_to_place=to_place, kept_jokers=kept)
    return replace(rest, points_needed=0, most_sets=None, forbidden=frozenset())


def _laid(subproblem: Subproblem, part: _Part, kind: Kind) -> Iterator[Subproblem]:
    kept = list(subproblem.kept_jokers)
    for tile in part.kept:
        stands = next((one for one in kept if tile in one), None)
        if stands is None:
            return
        kept.remove(stands)
    rest = replace(
        subproblem,
        rack=subproblem.rack - Counter({JOKER: part.rack_jokers}),
        kept_jokers=tuple(kept),
        freed_jokers=subproblem.freed_jokers - part.freed,
        jokers_to_place=subproblem.jokers_to_place - part.freed,
        last_part=(kind is Kind.RUN, part.cells),
    )
    narrower = with_fixed_set(rest, FixedSet(kind, part.cells), Counter(part.companions))
    if narrower is not None:
        short = sum(short_of_most_points(cell.number) for cell in part.free_jokers[part.freed :])
        yield replace(narrower, cost=narrower.cost + short)


class _Parts:
    """The parts of sets that hold freed jokers, as a rack allows them."""

    def __init__(self, rules: Rules, subproblem: Subproblem) -> None:
        self._rules = rules
        self._sub = subproblem
        self._limit = rules.jokers_in_a_set or subproblem.jokers
        self._last = NUMBERS + rules.one_after_thirteen
        self._there = subproblem.table + subproblem.rack
        self._kept = {tile for stands in subproblem.kept_jokers for tile in stands}

    def of_groups(self) -> Iterator[_Part]:
        """Freed jokers with two companions, one of them a tile."""
        rack, differ = self._sub.rack, self._rules.group_colours_differ
        for number in range(1, NUMBERS + 1):
            mine = [(c, n) for c, colour in enumerate(COLOUR_ORDER) for n in range(rack[Tile(colour, number)])]
            tiles = sorted({colour for colour, _ in mine})
            pairs = {(one[0], other[0]) for one, other in combinations(mine, 2)}
            pairs = {pair for pair in pairs if pair[0] != pair[1] or not differ}
            for freed in range(1, self._sub.jokers_to_place + 1):
                for pair in sorted(pairs):
                    yield from self._group(number, pair, freed, 0)
                for colour in tiles:
                    if rack[JOKER]:
                        yield from self._group(number, (colour,), freed, 1)
                    if freed > 1 and self._rules.freed_joker_goes == "new-set-from-rack":
                        yield from self._group(number, (colour,), freed, 0)

    def _group(self, number: int, colours: tuple[int, ...], freed: int, rack_jokers: int) -> Iterator[_Part]:
        part = _Part()
        for colour in colours:
            part = part.with_companion(Cell(colour, number, False))
        for _ in range(freed):
            part = part.with_freed(Cell(0, number, True))
        for _ in range(rack_jokers):
            part = part.with_rack_joker(Cell(0, number, True))
        fits = len(part.cells) <= COLOURS or not self._rules.group_colours_differ
        if fits and freed + rack_jokers <= self._limit:
            yield part

    def of_rack_runs(self) -> Iterator[_Part]:
        """Stretches of a run that come from the rack and freed jokers alone."""
        for colour in range(COLOURS):
            for first in range(1, self._last - SMALLEST_SET + 2):
                yield from self._rack_stretches(_Part(), colour, first)

    def _rack_stretches(self, part: _Part, colour: int, number: int) -> Iterator[_Part]:
        jokers = part.freed + part.rack_jokers
        if len(part.cells) >= SMALLEST_SET and part.freed and part.companions:
            yield part
        if number > self._last or len(part.cells) >= 2 * max(1, part.freed) + 1 + (jokers >= SMALLEST_SET):
            return
        cell = Cell(colour, number, False)
        if self._sub.rack[tile_of(cell)]:
            yield from self._rack_stretches(part.with_companion(cell), colour, number + 1)
        if jokers < self._limit:
            if part.freed < self._sub.jokers_to_place:
                yield from self._rack_stretches(part.with_freed(cell), colour, number + 1)
            if part.rack_jokers < self._sub.rack[JOKER]:
                yield from self._rack_stretches(part.with_rack_joker(cell), colour, number + 1)

    def of_runs(self) -> Iterator[_Part]:
        """Stretches of a run with freed jokers and two companions, whatever lies between."""
        for colour in range(COLOURS):
            for first in range(1, self._last - SMALLEST_SET + 2):
                yield from self._stretches(_Part(), colour, first, 0)

    def _stretches(self, part: _Part, colour: int, number: int, companions: int) -> Iterator[_Part]:
        """`companions`: how many of the two are told; the cells between come from anywhere."""
        if number > self._last:
            return
        cell = Cell(colour, number, False)
        tile = tile_of(cell)
        jokers = part.freed + part.rack_jokers + len(part.kept)
        # A part ends with a companion or a freed joker: what would lie beyond comes from anywhere, and is not told.
        ends = []
        if companions < SMALLEST_SET - 1 and self._sub.rack[tile]:
            ends.append((part.with_companion(cell), companions + 1))
        if jokers < self._limit and part.freed < self._sub.jokers_to_place:
            ends.append((part.with_freed(cell), companions))
        may_count = companions < SMALLEST_SET - 1 and (part.companions or not companions)
        if jokers < self._limit and part.rack_jokers < self._sub.rack[JOKER] and may_count:
            ends.append((part.with_rack_joker(cell), companions + 1))
        for longer, told in ends:
            if told == SMALLEST_SET - 1 and longer.freed and longer.companions:
                yield longer
            yield from self._stretches(longer, colour, number + 1, told)
        if part.cells:
            for longer in self._between(part, cell, jokers):
                yield from self._stretches(longer, colour, number + 1, companions)

    def _between(self, part: _Part, cell: Cell, jokers: int) -> Iterator[_Part]:
        """A stretch with a tile from anywhere, or a joker that is neither freed nor counted as a companion."""
        tile = tile_of(cell)
        if self._there[tile]:
            yield part.with_tile(cell)
        if jokers < self._limit:
            if part.rack_jokers < self._sub.rack[JOKER]:
                yield part.with_rack_joker(cell)
            if tile in self._kept:
                yield part.with_kept(cell)
