"""The same tiles laid so that as many sets as possible lie as they lay."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from referee.laying import Supply, problem_of, rows_of
from referee.rules import SMALLEST_SET, Rules
from referee.table import Row
from referee.tiles import HIGHEST, JOKER, Tile
from referee.tiling import Search

Heap = frozenset[tuple[Tile, int]]
"""The tiles of a set, whatever their order."""


def as_they_lay(rules: Rules, before: Sequence[Row], after: Sequence[Row]) -> tuple[Row, ...]:
    """The sets of after, some laid anew so that more of the sets of before are among them.

    One old set after another is tried: if the other tiles of the sets that hold its tiles now make
    sets by themselves, it is put back. The sets that lay there come first, in their order.
    """
    rows = list(after)
    there = frozenset(map(_heap, before))
    for old in _not_among(before, rows):
        region = _region(old, there, rows)
        tiles = Counter(tile for row in region for tile in row)
        tiles.subtract(old)
        if not region or min(tiles.values()) < 0:
            continue
        others = _as_sets(rules, +tiles)
        if others is not None and _kept(others, there) >= _kept(region, there):
            for row in region:
                rows.remove(row)
            rows += [old, *others]
    return _in_order(before, rows)


def _kept(rows: Iterable[Row], there: frozenset[Heap]) -> int:
    """How many sets lie as they lay."""
    return sum(_heap(row) in there for row in rows)


def _region(old: Row, there: frozenset[Heap], rows: list[Row]) -> list[Row]:
    """Few sets that hold the tiles of an old one, rather such as did not lie there; empty: there are none."""
    candidates = sorted(rows, key=lambda row: _heap(row) in there)
    region: list[Row] = []
    missing = set(old)
    while missing and candidates:
        best = max(candidates, key=lambda row: len(missing.intersection(row)))
        if missing.isdisjoint(best):
            return []
        candidates.remove(best)
        region.append(best)
        missing.difference_update(best)
    return region


def _as_sets(rules: Rules, tiles: Counter[Tile]) -> tuple[Row, ...] | None:
    """Tiles laid as sets, all of them; None: they do not make sets."""
    if not tiles:
        return ()
    if tiles[JOKER] or rules.one_after_thirteen or not rules.group_colours_differ:
        jokers = tiles[JOKER]
        supply = Supply(tiles - Counter({JOKER: jokers}), Counter(), free=jokers)
        tiling = Search(problem_of(rules, supply)).cheapest()
        return None if tiling is None else rows_of(supply, tiling)
    return _plain_sets(tiles)


def _plain_sets(tiles: Counter[Tile]) -> tuple[Row, ...] | None:
    """Numbered tiles laid as runs and groups, all of them; the lowest is laid first, in every way."""
    if not tiles:
        return ()
    lowest = min(tiles, key=lambda tile: tile.number or 0)
    for row in _sets_from(lowest, tiles):
        others = _plain_sets(tiles - Counter(row))
        if others is not None:
            return (row, *others)
    return None


def _sets_from(lowest: Tile, tiles: Counter[Tile]) -> Iterator[Row]:
    """The runs that begin with a tile, up to five long (longer ones are two), and the groups with it."""
    assert lowest.number is not None
    run: Row = (lowest,)
    for number in range(lowest.number + 1, min(lowest.number + 4, HIGHEST) + 1):
        run = (*run, Tile(lowest.colour, number))
        if not tiles[run[-1]]:
            break
        if len(run) >= SMALLEST_SET:
            yield run
    others = [tile for tile in tiles if tile.number == lowest.number and tile != lowest]
    for size in range(SMALLEST_SET, len(others) + 2):
        yield from ((lowest, *some) for some in combinations(others, size - 1))


def _not_among(before: Sequence[Row], rows: Sequence[Row]) -> list[Row]:
    there = Counter(map(_heap, rows))
    missing = []
    for old in before:
        if there[_heap(old)]:
            there[_heap(old)] -= 1
        else:
            missing.append(old)
    return missing


def _in_order(before: Sequence[Row], rows: list[Row]) -> tuple[Row, ...]:
    """The sets that lay there first, as they lay; then the others."""
    others, first = list(rows), []
    for old in before:
        for row in others:
            if _heap(row) == _heap(old):
                others.remove(row)
                first.append(old)
                break
    return (*first, *others)


@lru_cache(maxsize=20_000)
def _heap(row: Row) -> Heap:
    return frozenset(Counter(row).items())
