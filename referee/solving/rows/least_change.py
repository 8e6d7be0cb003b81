"""Lays the tiles of a table anew, so that as many old sets as possible are unchanged."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.rules import Rules
from referee.solving.rows.all_as_sets import CODES, TILES, Code, all_as_sets
from referee.table import Row


class CodedSet(NamedTuple):
    """A set. `codes`: its tiles, sorted; `mask`: one bit for each tile in it; `row`: its tiles as they lie."""

    codes: tuple[Code, ...]
    mask: int
    row: Row


def with_least_change(rules: Rules, before: Sequence[Row], after: Sequence[Row]) -> tuple[Row, ...]:
    """The sets of `after`, some laid anew so that more of the sets of `before` are among them.

    For each old set that is missing, the new sets that hold its tiles are taken apart; if their other tiles make sets
    by themselves, the old set is put back. The result lists the old sets first, in their order.
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
    """The number of sets that were on the table before; `lay`: the codes of the old sets."""
    return sum(one.codes in lay for one in sets)


def _cover(old: CodedSet, lay: set[tuple[Code, ...]], sets: Sequence[CodedSet]) -> list[CodedSet]:
    """A small choice of sets that hold the tiles of an old set, by greedy set cover; empty if there is none.

    Sets that were not on the table before are preferred.
    """
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
    """The tiles of a cover less those of an old set, sorted; None if the cover lacks one of these."""
    left = sorted(code for one in cover for code in one.codes)
    for code in old.codes:
        if code not in left:
            return None
        left.remove(code)
    return left


def _as_sets(rules: Rules, codes: list[Code]) -> tuple[CodedSet, ...] | None:
    """All tiles laid as sets; None if they do not make sets, or only with a 1 after a 13."""
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
    """The old sets among `sets`, with their tiles in the old order; then the other sets."""
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
