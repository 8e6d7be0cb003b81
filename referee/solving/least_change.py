"""The same tiles laid so that as many sets as possible lie as they lay."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET, Rules
from referee.solving.search import Search
from referee.solving.supply import Supply, problem_of, rows_of
from referee.table import Row
from referee.tiles import JOKER, Colour, Tile

LONGEST_TRIED = 5
"""Tiles of the longest run that is tried: a longer one is two."""

Code = int
"""A tile as a number, quicker to count than the tile: its number times 4, and its colour; jokers come last."""

TILES = {
    number * COLOURS + place: Tile(colour, number)
    for number in range(1, NUMBERS + 1)
    for place, colour in enumerate(Colour)
} | {(NUMBERS + 1) * COLOURS: JOKER}
CODES = {tile: code for code, tile in TILES.items()}
WILD = CODES[JOKER]


class Heap(NamedTuple):
    """A set: its tiles whatever their order; which tiles there are, one bit each; how it lies."""

    codes: tuple[Code, ...]
    mask: int
    row: Row


def as_they_lay(rules: Rules, before: Sequence[Row], after: Sequence[Row]) -> tuple[Row, ...]:
    """The sets of after, some laid anew so that more of the sets of before are among them.

    One old set after another is tried: if the other tiles of the sets that hold its tiles now make
    sets by themselves, it is put back. The sets that lay there come first, in their order.
    """
    olds, heaps = [_heap(row) for row in before], [_heap(row) for row in after]
    there = {old.codes for old in olds}
    for old in _not_among(olds, heaps):
        region = _region(old, there, heaps)
        left = _without(old, region)
        others = None if left is None else _as_sets(rules, left)
        if others is not None and _kept(others, there) >= _kept(region, there):
            for heap in region:
                heaps.remove(heap)
            heaps += [old, *others]
    return _in_order(olds, heaps)


def _kept(heaps: Iterable[Heap], there: set[tuple[Code, ...]]) -> int:
    """How many sets lie as they lay."""
    return sum(heap.codes in there for heap in heaps)


def _region(old: Heap, there: set[tuple[Code, ...]], heaps: Sequence[Heap]) -> list[Heap]:
    """Few sets that hold the tiles of an old one, rather such as did not lie there; empty: there are none."""
    candidates = sorted(heaps, key=lambda heap: heap.codes in there)
    region: list[Heap] = []
    missing = old.mask
    while missing:
        best = max(candidates, key=lambda heap: (heap.mask & missing).bit_count())
        if not best.mask & missing:
            return []
        region.append(best)
        missing &= ~best.mask
    return region


def _without(old: Heap, region: Sequence[Heap]) -> list[Code] | None:
    """The tiles of a region less those of an old set, in order; None: they are not all there."""
    left = sorted(code for heap in region for code in heap.codes)
    for code in old.codes:
        if code not in left:
            return None
        left.remove(code)
    return left


def _as_sets(rules: Rules, codes: list[Code]) -> tuple[Heap, ...] | None:
    """Tiles laid as sets, all of them; None: they do not make sets."""
    jokers = codes.count(WILD)
    if rules.one_after_thirteen or (jokers and rules.jokers_in_a_set):
        tiles = Counter(TILES[code] for code in codes if code != WILD)
        supply = Supply(tiles, Counter(), free=jokers)
        tiling = Search(problem_of(rules, supply)).cheapest()
        return None if tiling is None else tuple(map(_heap, rows_of(supply, tiling)))
    laid = _plain_sets(codes, rules.group_colours_differ)
    return None if laid is None else tuple(_heap(tuple(TILES[code] for code in row)) for row in laid)


def _plain_sets(codes: list[Code], differ: bool) -> tuple[tuple[Code, ...], ...] | None:
    """Tiles laid as runs and groups, all of them; the lowest is laid first, in every way."""
    if not codes:
        return ()
    if codes[0] == WILD:
        return None
    for row in _sets_from(codes[0], codes, differ):
        left = codes.copy()
        for code in row:
            left.remove(code)
        others = _plain_sets(left, differ)
        if others is not None:
            return (row, *others)
    return None


def _sets_from(lowest: Code, codes: list[Code], differ: bool) -> Iterator[tuple[Code, ...]]:
    """The runs that begin with a tile, and the groups with it."""
    jokers = codes.count(WILD)
    yield from _runs_from((lowest,), lowest, codes, jokers)
    number = lowest // COLOURS
    if number + SMALLEST_SET - 1 > NUMBERS:
        first = NUMBERS + 1 - SMALLEST_SET
        lead, rest = (WILD,) * (number - first), range(lowest + COLOURS, WILD, COLOURS)
        if len(lead) <= jokers and all(code in codes for code in rest):
            yield (*lead, lowest, *rest)
    others = [code for code in codes[1:] if code // COLOURS == number]
    if differ:
        others = [code for code in dict.fromkeys(others) if code != lowest]
    most = COLOURS if differ else len(others) + jokers + 1
    for size in range(SMALLEST_SET, most + 1):
        yield from ((lowest, *some) for some in dict.fromkeys(combinations([*others, *[WILD] * jokers], size - 1)))


def _runs_from(run: tuple[Code, ...], last: Code, codes: list[Code], jokers: int) -> Iterator[tuple[Code, ...]]:
    """A run and those that it can grow to, with jokers where they fit."""
    if len(run) >= SMALLEST_SET:
        yield run
    following = last + COLOURS
    if following >= WILD or len(run) == LONGEST_TRIED:
        return
    if following in codes:
        yield from _runs_from((*run, following), following, codes, jokers)
    if jokers:
        yield from _runs_from((*run, WILD), following, codes, jokers - 1)


def _not_among(olds: Sequence[Heap], heaps: Sequence[Heap]) -> list[Heap]:
    there = Counter(heap.codes for heap in heaps)
    missing = []
    for old in olds:
        if there[old.codes]:
            there[old.codes] -= 1
        else:
            missing.append(old)
    return missing


def _in_order(olds: Sequence[Heap], heaps: Sequence[Heap]) -> tuple[Row, ...]:
    """The sets that lay there first, as they lay; then the others."""
    others, first = list(heaps), []
    for old in olds:
        for heap in others:
            if heap.codes == old.codes:
                others.remove(heap)
                first.append(old.row)
                break
    return (*first, *(heap.row for heap in others))


@lru_cache(maxsize=20_000)
def _heap(row: Row) -> Heap:
    codes = tuple(sorted(CODES[tile] for tile in row))
    mask = 0
    for code in codes:
        mask |= 1 << code
    return Heap(codes, mask, row)
