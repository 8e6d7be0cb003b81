"""Where freed jokers may lie that have to lie among tiles from the rack.

Which of a set's tiles are companions the search of the tilings tells itself (`Beside`), at all places where the rack
has some (`joker_places`). What it cannot tell (a run that goes on after its 13, tiles of fixed sets, jokers that
stay) is asked in parts, most seldom: a part is a few cells that hold just what the rule asks for, two companions
and in a run whatever lies between. Whatever legal set a freed joker lies in, it holds such a part; so with every part
that the rack allows no play is missed, and the rest of the set comes about as parts are extended like any fixed set.
A state is a subproblem and how many freed jokers are still to be laid; a step lays one or more of them in a part. Two
parts make the same whichever is laid first: so they are laid in order.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations, product

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET, Rules
from referee.sets import Kind
from referee.solving.jokers.subproblem import Subproblem, with_fixed_set
from referee.solving.tiling.cells import TILES, Cell, FixedSet, tile_of
from referee.solving.tiling.tiling_problem import IN_GROUPS, JOKER_POINTS, worth_at
from referee.tiles import JOKER

COMPANIONS = SMALLEST_SET - 1
"""How many there are of a freed joker."""
FREED, COMPANION, ANY, KEPT = range(4)
"""What a cell of a part is: a freed joker; a tile or joker of the rack, its companion; from anywhere; a kept joker."""

Part = tuple[tuple[Cell, int], ...]
"""Cells of a set, each with what it is."""
Place = tuple[int, int]
"""A colour, or IN_GROUPS, and a number."""


def with_joker_places(rules: Rules, subproblem: Subproblem) -> Subproblem:
    """The subproblem with all places at which its freed jokers may lie, if they have to lie among tiles of the rack."""
    if not subproblem.jokers_to_place or subproblem.rack[JOKER]:
        return replace(subproblem, joker_places=None)
    places = _places_in_groups(rules, subproblem), _places_in_runs(rules, subproblem)
    return replace(subproblem, joker_places=frozenset(chain(*places)))


def _places_in_groups(rules: Rules, subproblem: Subproblem) -> Iterator[Place]:
    more = min(_most_jokers(rules, subproblem), subproblem.jokers_to_place) - 1 if _of_rack_alone(rules) else 0
    for number in range(1, NUMBERS + 1):
        counts = [subproblem.rack[tiles[number - 1]] for tiles in TILES]
        companions = sum(map(bool, counts)) if rules.group_colours_differ else sum(counts)
        if companions and companions + more >= COMPANIONS:
            yield IN_GROUPS, number


def _places_in_runs(rules: Rules, subproblem: Subproblem) -> Iterator[Place]:
    """All that lies in a stretch with companions which jokers can fill, or tiles from wherever they may come."""
    rack, of_rack_alone = subproblem.rack, _of_rack_alone(rules)
    kept = (tile for stands in subproblem.kept_jokers for tile in stands)
    may_lie = rack if of_rack_alone else {*subproblem.table, *rack, *kept}
    jokers = _most_jokers(rules, subproblem)
    if of_rack_alone:
        jokers = min(jokers, subproblem.jokers_to_place)
    needed = 1 if of_rack_alone else COMPANIONS
    for colour, tiles in enumerate(TILES):
        line = tiles + tiles[: rules.one_after_thirteen]
        for first in range(len(line)):
            for last in range(first + SMALLEST_SET, len(line) + 1):
                stretch = line[first:last]
                lacking, companions = sum(one not in may_lie for one in stretch), sum(one in rack for one in stretch)
                if lacking > jokers:
                    break
                for number, tile in enumerate(stretch, first + 1):
                    if lacking - (tile not in may_lie) < jokers and companions - (tile in rack) >= needed:
                        yield colour, number


def with_freed_jokers_laid(rules: Rules, subproblem: Subproblem) -> Iterator[Subproblem]:
    """The subproblem with one freed joker or more laid in a set, in every way that the rules allow.

    One that stands for several accounts gives these, one by one.
    """
    if subproblem.accounts:
        yield from (with_joker_places(rules, one) for one in subproblem.accounts)
        return
    for part in _Parts(rules, subproblem).all():
        narrower = _laid(subproblem, part) if part >= subproblem.last_part else None
        for one in _counted(narrower, part) if narrower is not None else ():
            yield with_joker_places(rules, one)


def _counted(subproblem: Subproblem, part: Part) -> Iterator[Subproblem]:
    """The subproblem with its freed jokers of a part told: those that count, and those that do not."""
    freed = [JOKER_POINTS - worth_at(cell.number) for cell, source in part if source == FREED]
    left = subproblem.jokers_counted
    for counted in range(max(0, left - subproblem.freed_jokers), min(left, len(freed)) + 1):
        cost = subproblem.cost + sum(sorted(freed)[:counted])
        yield replace(subproblem, jokers_counted=left - counted, cost=cost)


def _laid(subproblem: Subproblem, part: Part) -> Subproblem | None:
    cells = tuple(cell for cell, _ in part)
    free = [cell for cell, source in part if cell.joker and source != KEPT]
    companions = Counter(tile_of(cell) for cell, source in part if source == COMPANION and not cell.joker)
    kept = list(subproblem.kept_jokers)
    for tile in (tile_of(cell) for cell, source in part if source == KEPT):
        stands = next((one for one in kept if tile in one), None)
        if stands is None:
            return None
        kept.remove(stands)
    freed = _count(part, FREED)
    rest = replace(
        subproblem,
        rack=subproblem.rack - Counter({JOKER: len(free) - freed}),
        kept_jokers=tuple(kept),
        freed_jokers=subproblem.freed_jokers - freed,
        jokers_to_place=subproblem.jokers_to_place - freed,
        last_part=part,
    )
    kind = Kind.GROUP if cells[0].number == cells[1].number else Kind.RUN
    narrower = with_fixed_set(rest, FixedSet(kind, cells), companions)
    # Of a run's jokers those of the rack count where they are worth most.
    short = sum(JOKER_POINTS - worth_at(cell.number) for cell in free[freed:])
    return narrower and replace(narrower, cost=narrower.cost + short)


@dataclass(frozen=True)
class _Parts:
    """The parts of sets that hold freed jokers, as a rack allows them."""

    rules: Rules
    subproblem: Subproblem

    def all(self) -> Iterator[Part]:
        """Groups, then runs."""
        yield from self._groups()
        for colour, first in product(range(COLOURS), range(1, NUMBERS + 1)):
            yield from self._runs((), colour, first)

    def _groups(self) -> Iterator[Part]:
        """Freed jokers with two companions, one of them a tile."""
        rack, differ = self.subproblem.rack, self.rules.group_colours_differ
        most, limit = self.subproblem.jokers_to_place, _most_jokers(self.rules, self.subproblem)
        for number, freed in product(range(1, NUMBERS + 1), range(1, min(most, limit) + 1)):
            joker = Cell(0, number, True)
            cells = [Cell(c, number, False) for c in range(COLOURS) for _ in range(rack[TILES[c][number - 1]])]
            beside = set(combinations(cells, COMPANIONS))
            if rack[JOKER] and freed < limit:
                beside |= {(cell, joker) for cell in cells}
            if freed > 1 and _of_rack_alone(self.rules):
                beside |= {(cell,) for cell in cells}
            for companions in sorted(beside):
                fits = len(set(companions)) == len(companions) and freed + len(companions) <= COLOURS
                if fits or not differ:
                    yield (*((cell, COMPANION) for cell in companions), *[(joker, FREED)] * freed)

    def _runs(self, part: Part, colour: int, number: int) -> Iterator[Part]:
        """Stretches with freed jokers and companions, one of them a tile: of the rack alone, or whatever lies between.

        A part ends with a companion or a freed joker: what would lie beyond comes from anywhere, and is not told.
        """
        freed, has_tile = _count(part, FREED), any(source == COMPANION and not cell.joker for cell, source in part)
        is_long_enough = _of_rack_alone(self.rules) or _count(part, COMPANION) == COMPANIONS
        if freed and has_tile and len(part) >= SMALLEST_SET and is_long_enough and part[-1][1] <= COMPANION:
            yield part
        if _of_rack_alone(self.rules) and len(part) > COMPANIONS * max(1, freed) + (_jokers(part) >= SMALLEST_SET):
            return
        if number <= NUMBERS + self.rules.one_after_thirteen:
            for held in self._held(part, Cell(colour, number, False)):
                yield from self._runs((*part, held), colour, number + 1)

    def _held(self, part: Part, cell: Cell) -> Iterator[tuple[Cell, int]]:
        """What may be the next cell of a run."""
        rack, joker, tile = self.subproblem.rack, cell._replace(joker=True), tile_of(cell)
        may_lie_between = bool(part) and not _of_rack_alone(self.rules)
        is_asked = _of_rack_alone(self.rules) or _count(part, COMPANION) < COMPANIONS
        if rack[tile] and is_asked:
            yield cell, COMPANION
        if may_lie_between and (rack[tile] or self.subproblem.table[tile]):
            yield cell, ANY
        if _jokers(part) == _most_jokers(self.rules, self.subproblem):
            return
        if _count(part, FREED) < self.subproblem.jokers_to_place:
            yield joker, FREED
        if rack[JOKER] > sum(one.joker and source in (COMPANION, ANY) for one, source in part):
            yield from [(joker, COMPANION)] * is_asked + [(joker, ANY)] * may_lie_between
        if may_lie_between and any(tile in stands for stands in self.subproblem.kept_jokers):
            yield joker, KEPT


def _most_jokers(rules: Rules, subproblem: Subproblem) -> int:
    """How many jokers there may be in one set."""
    return rules.jokers_in_a_set or subproblem.jokers


def _of_rack_alone(rules: Rules) -> bool:
    """Whether no tile of the table may lie between a freed joker and its companions."""
    return rules.freed_joker_goes == "new-set-from-rack"


def _count(part: Part, source: int) -> int:
    return sum(one == source for _, one in part)


def _jokers(part: Part) -> int:
    return sum(cell.joker for cell, _ in part)
