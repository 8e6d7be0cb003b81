"""The same tiles laid so that as many sets as possible lie as they lay."""

from collections import Counter
from collections.abc import Sequence

from referee.laying import Supply, problem_of, rows_of
from referee.rules import Rules
from referee.table import Row
from referee.tiles import JOKER, Tile
from referee.tiling import Search

Heap = tuple[Tile, ...]


def as_they_lay(rules: Rules, before: Sequence[Row], after: Sequence[Row]) -> tuple[Row, ...]:
    """The sets of after, some laid anew so that more of the sets of before are among them.

    One old set after another is tried: if the other tiles of the sets that hold its tiles now make
    sets by themselves, it is put back. The sets that lay there come first, in their order.
    """
    rows = list(after)
    waiting = _not_among(before, rows)
    for old in waiting:
        _put_back(rules, old, before, rows)
    return _in_order(before, rows)


def _put_back(rules: Rules, old: Row, before: Sequence[Row], rows: list[Row]) -> None:
    """Lays an old set again as it lay, if that costs no other of them."""
    region = _region(old, before, rows)
    if region is None:
        return
    tiles = Counter(tile for row in region for tile in row) - Counter(old)
    others = _as_sets(rules, tiles)
    if others is None:
        return
    if len(_not_among(before, [*_less(rows, region), old, *others])) < len(_not_among(before, rows)):
        rows[:] = [*_less(rows, region), old, *others]


def _region(old: Row, before: Sequence[Row], rows: list[Row]) -> list[Row] | None:
    """Few sets that hold the tiles of an old one, rather such as did not lie there; None: there are none."""
    there = Counter(map(_heap, before))
    candidates = sorted(rows, key=lambda row: there[_heap(row)] > 0)
    region: list[Row] = []
    missing = Counter(old)
    while missing:
        best = max(candidates, key=lambda row: (Counter(row) & missing).total(), default=None)
        if best is None or not Counter(best) & missing:
            return None
        candidates.remove(best)
        region.append(best)
        missing -= Counter(best)
    return region


def _as_sets(rules: Rules, tiles: Counter[Tile]) -> tuple[Row, ...] | None:
    """Tiles laid as sets, all of them; None: they do not make sets."""
    jokers = tiles[JOKER]
    numbered = tiles - Counter({JOKER: jokers})
    supply = Supply(numbered, Counter(), free=jokers)
    tiling = Search(problem_of(rules, supply)).cheapest() if tiles else None
    if not tiles:
        return ()
    return None if tiling is None else rows_of(supply, tiling)


def _not_among(before: Sequence[Row], rows: Sequence[Row]) -> list[Row]:
    there = Counter(map(_heap, rows))
    missing = []
    for old in before:
        if there[_heap(old)]:
            there[_heap(old)] -= 1
        else:
            missing.append(old)
    return missing


def _less(rows: list[Row], some: list[Row]) -> list[Row]:
    left = list(rows)
    for row in some:
        left.remove(row)
    return left


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


def _heap(row: Row) -> Heap:
    return tuple(sorted(row, key=str))
