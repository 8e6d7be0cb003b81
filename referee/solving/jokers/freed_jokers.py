"""Where freed jokers may lie that have to lie among tiles from the rack: every smallest part of such a set.

A state is a subproblem and how many freed jokers are still to be laid; a step lays one or more of them in a part, a few
cells that hold just what the rule asks for: two companions from the rack, and in a run whatever lies between. Whatever
legal set a freed joker lies in, it holds such a part; so with every part that the rack allows no play is missed, and
the rest of the set comes about as parts are extended like any fixed set.
What is left open costs no more than any way to close it. So a subproblem whose jokers may still lie wherever some part
has them (`joker_places`), beside enough tiles of the rack (`Beside`), is a bound for all parts that are laid in it:
most are refuted with that one search, and none of them is asked about.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET, Rules
from referee.sets import Kind
from referee.solving.jokers.part import Part
from referee.solving.jokers.subproblem import Subproblem, with_fixed_set
from referee.solving.tiling.cells import COLOUR_ORDER, Cell, FixedSet, tile_of
from referee.solving.tiling.tiling_problem import JOKER_POINTS, JokerPlaces, worth_at
from referee.tiles import JOKER, Tile

FEW_PARTS = 8
"""Parts that are laid one by one; of more, half of them are asked about at once, and most often refuted so (measured).
"""


def with_parts(rules: Rules, subproblem: Subproblem) -> Subproblem:
    """The subproblem with every part in which its next freed joker may lie, if one has to lie so."""
    if not subproblem.jokers_to_place:
        return subproblem
    parts = list(_Parts(rules, subproblem).all())
    return replace(subproblem, parts=parts, joker_places=_joker_places(subproblem, parts))


def with_freed_jokers_laid(rules: Rules, subproblem: Subproblem) -> Iterator[Subproblem]:
    """The subproblem with one freed joker or more laid in a set, in every way that the rules allow.

    One that stands for several accounts gives these first, one by one.

    Two parts make the same whichever is laid first, and one that is hopeless whatever lies beside it is so beside each.
    So when parts are laid beside another, they are itself and those before it that were not hopeless (`worth_it`, which
    a part joins when others are laid beside it); those after it have their turn later, with it among theirs.
    Beside the last joker none is laid; so its parts are halved for as long as they are many.
    """
    if subproblem.accounts:
        yield from (with_parts(rules, one) for one in subproblem.accounts)
        return
    if subproblem.part is not None:
        subproblem.parts.append(subproblem.part)
    parts, worth_it = tuple(subproblem.parts), list[Part]()
    if subproblem.jokers_to_place == 1 and len(parts) > FEW_PARTS and subproblem.joker_places is not None:
        for some in (parts[: len(parts) // 2], parts[len(parts) // 2 :]):
            yield replace(subproblem, part=None, parts=list(some), joker_places=_joker_places(subproblem, some))
        return
    for place, part in enumerate(parts):
        narrower = _laid(subproblem, part)
        if narrower is not None:
            places = _joker_places(narrower, (*worth_it, *parts[place:]))
            yield replace(narrower, parts=worth_it, joker_places=places)


def _joker_places(subproblem: Subproblem, parts: Iterable[Part]) -> JokerPlaces | None:
    """Where freed jokers may lie, as they do so in one of some parts; None: anywhere, as jokers of the rack may."""
    rack = subproblem.rack
    if not subproblem.jokers_to_place or rack[JOKER]:
        return None
    found = set[tuple[int, int]]()
    for part in parts:
        if not part.joker_places <= found and Counter(part.companions) <= rack:
            found |= part.joker_places
    return frozenset(found)


def _laid(subproblem: Subproblem, part: Part) -> Subproblem | None:
    if part.freed > subproblem.jokers_to_place or part.rack_jokers > subproblem.rack[JOKER]:
        return None
    kept = list(subproblem.kept_jokers)
    for tile in part.kept:
        stands = next((one for one in kept if tile in one), None)
        if stands is None:
            return None
        kept.remove(stands)
    rest = replace(
        subproblem,
        rack=subproblem.rack - Counter({JOKER: part.rack_jokers}),
        kept_jokers=tuple(kept),
        freed_jokers=subproblem.freed_jokers - part.freed,
        jokers_to_place=subproblem.jokers_to_place - part.freed,
        part=part,
    )
    narrower = with_fixed_set(rest, FixedSet(part.kind, part.cells), Counter(part.companions))
    if narrower is None:
        return None
    short = sum(JOKER_POINTS - worth_at(cell.number) for cell in part.free_jokers[part.freed :])
    return replace(narrower, cost=narrower.cost + short)


class _Parts:
    """The parts of sets that hold freed jokers, as a rack allows them."""

    def __init__(self, rules: Rules, subproblem: Subproblem) -> None:
        self._rules = rules
        self._sub = subproblem
        self._limit = rules.jokers_in_a_set or subproblem.jokers
        self._last = NUMBERS + rules.one_after_thirteen
        self._there = subproblem.table + subproblem.rack
        self._kept = {tile for stands in subproblem.kept_jokers for tile in stands}

    def all(self) -> Iterator[Part]:
        """Groups, then runs."""
        yield from self._of_groups()
        yield from self._of_rack_runs() if self._rules.freed_joker_goes == "new-set-from-rack" else self._of_runs()

    def _of_groups(self) -> Iterator[Part]:
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

    def _group(self, number: int, colours: tuple[int, ...], freed: int, rack_jokers: int) -> Iterator[Part]:
        part = Part(Kind.GROUP)
        for colour in colours:
            part = part.with_companion(Cell(colour, number, False))
        for _ in range(freed):
            part = part.with_freed(Cell(0, number, True))
        for _ in range(rack_jokers):
            part = part.with_rack_joker(Cell(0, number, True))
        fits = len(part.cells) <= COLOURS or not self._rules.group_colours_differ
        if fits and freed + rack_jokers <= self._limit:
            yield part

    def _of_rack_runs(self) -> Iterator[Part]:
        """Stretches of a run that come from the rack and freed jokers alone."""
        for colour in range(COLOURS):
            for first in range(1, self._last - SMALLEST_SET + 2):
                yield from self._rack_stretches(Part(Kind.RUN), colour, first)

    def _rack_stretches(self, part: Part, colour: int, number: int) -> Iterator[Part]:
        jokers = part.freed + part.rack_jokers
        if len(part.cells) >= SMALLEST_SET and part.freed and part.companions and not _may_lose_an_end(part):
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

    def _of_runs(self) -> Iterator[Part]:
        """Stretches of a run with freed jokers and two companions, whatever lies between."""
        for colour in range(COLOURS):
            for first in range(1, self._last - SMALLEST_SET + 2):
                yield from self._stretches(Part(Kind.RUN), colour, first, 0)

    def _stretches(self, part: Part, colour: int, number: int, companions: int) -> Iterator[Part]:
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

    def _between(self, part: Part, cell: Cell, jokers: int) -> Iterator[Part]:
        """A stretch with a tile from anywhere, or a joker that is neither freed nor counted as a companion."""
        tile = tile_of(cell)
        if self._there[tile]:
            yield part.with_tile(cell)
        if jokers < self._limit:
            if part.rack_jokers < self._sub.rack[JOKER]:
                yield part.with_rack_joker(cell)
            if tile in self._kept:
                yield part.with_kept(cell)


def _may_lose_an_end(part: Part) -> bool:
    """Whether what is left of a stretch without its first cell, or its last, still is what the rule asks for."""
    if len(part.cells) == SMALLEST_SET:
        return False
    ends = (tile_of(part.cells[0]), tile_of(part.cells[-1]))
    return any(end not in part.stands and set(part.companions) != {end} for end in ends)
