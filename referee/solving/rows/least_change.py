"""The same tiles laid so that as many sets as possible lie as they lay."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.rules import Rules
from referee.solving.jokers.subproblem import Subproblem, exact_problem
from referee.solving.rows.all_as_sets import CODES, JOKER_CODE, TILES, Code, all_as_sets
from referee.solving.rows.realization import rows_of
from referee.solving.tiling.tiling_search import TilingSearch, TooManyStates
from referee.table import Row

MOST_STATES = 200
"""States looked at to lay the tiles of a few sets anew."""


class CodedSet(NamedTuple):
    """A set: its tiles whatever their order; which tiles there are, one bit each; how it lies."""

    codes: tuple[Code, ...]
    mask: int
    row: Row


def with_least_change(rules: Rules, before: Sequence[Row], after: Sequence[Row]) -> tuple[Row, ...]:
    """The sets of after, some laid anew so that more of the sets of before are among them.

    One old set after another is tried: if the other tiles of the sets that hold its tiles now make
    sets by themselves, it is put back. The sets that lay there come first, in their order.
    """
    old_sets, sets = [_coded(row) for row in before], [_coded(row) for row in after]
    lay = {old.codes for old in old_sets}
    for old in _not_among(old_sets, sets):
        cover = _cover(old, lay, sets)
        left = _without(old, cover)
        others = None if left is None else _as_sets(rules, left)
        if others is not None and _unchanged(others, lay) >= _unchanged(cover, lay):
            for one in cover:
                sets.remove(one)
            sets += [old, *others]
    return _in_order(old_sets, sets)


def _unchanged(sets: Iterable[CodedSet], lay: set[tuple[Code, ...]]) -> int:
    """How many sets lie as they lay."""
    return sum(one.codes in lay for one in sets)


def _cover(old: CodedSet, lay: set[tuple[Code, ...]], sets: Sequence[CodedSet]) -> list[CodedSet]:
    """Few sets that hold the tiles of an old one, rather such as did not lie there; empty: there are none."""
    candidates = sorted(sets, key=lambda one: one.codes in lay)
    cover: list[CodedSet] = []
    missing = old.mask
    while missing:
        best = max(candidates, key=lambda one: (one.mask & missing).bit_count())
        if not best.mask & missing:
            return []
        cover.append(best)
        missing &= ~best.mask
    return cover


def _without(old: CodedSet, cover: Sequence[CodedSet]) -> list[Code] | None:
    """The tiles of a cover less those of an old set, in order; None: they are not all there."""
    left = sorted(code for one in cover for code in one.codes)
    for code in old.codes:
        if code not in left:
            return None
        left.remove(code)
    return left


def _as_sets(rules: Rules, codes: list[Code]) -> tuple[CodedSet, ...] | None:
    """Tiles laid as sets, all of them; None: they do not make sets."""
    if rules.one_after_thirteen:
        jokers = codes.count(JOKER_CODE)
        tiles = Counter(TILES[code] for code in codes if code != JOKER_CODE)
        subproblem = Subproblem(tiles, Counter(), freed_jokers=jokers)
        try:
            tiling = TilingSearch(exact_problem(rules, subproblem), lambda: None).cheapest(most_states=MOST_STATES)
        except TooManyStates:
            return None
        return None if tiling is None else tuple(map(_coded, rows_of(tiling.sets)))
    laid = all_as_sets(codes, rules.group_colours_differ, rules.jokers_in_a_set)
    return None if laid is None else tuple(_coded(tuple(TILES[code] for code in row)) for row in laid)


def _not_among(old_sets: Sequence[CodedSet], sets: Sequence[CodedSet]) -> list[CodedSet]:
    there = Counter(one.codes for one in sets)
    missing = []
    for old in old_sets:
        if there[old.codes]:
            there[old.codes] -= 1
        else:
            missing.append(old)
    return missing


def _in_order(old_sets: Sequence[CodedSet], sets: Sequence[CodedSet]) -> tuple[Row, ...]:
    """The sets that lay there first, as they lay; then the others."""
    others, first = list(sets), []
    for old in old_sets:
        for one in others:
            if one.codes == old.codes:
                others.remove(one)
                first.append(old.row)
                break
    return (*first, *(one.row for one in others))


@lru_cache(maxsize=20_000)
def _coded(row: Row) -> CodedSet:
    codes = tuple(sorted(CODES[tile] for tile in row))
    mask = 0
    for code in codes:
        mask |= 1 << code
    return CodedSet(codes, mask, row)
