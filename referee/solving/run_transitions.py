"""How the runs of one colour are continued from a number to the next."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.rules import SMALLEST_SET

PartialRun = tuple[int, int]
"""A run up to some number: its length (MUST_GO_ON, MAY_END: three or more), and as many of its jokers as matter."""

MUST_GO_ON, MAY_END = 3, 4
"""Lengths of runs of three or more: such as may not be left as they are, and such as may."""

PartialRuns = tuple[PartialRun, ...]
"""All partial runs of a colour, in order."""

NO_RUNS: PartialRuns = ()

JokerCounts = frozenset[int]
"""Numbers of jokers with which a run of just three may not lie."""

NOTHING_FORBIDDEN: JokerCounts = frozenset()
END, TILE, JOKER = 0, 1, 2


class Continuation(NamedTuple):
    """What each partial run gets at a number (END: nothing, TILE or JOKER), and what new runs begin with."""

    parts: tuple[int, ...]
    new: tuple[int, ...]


class RunTransition(NamedTuple):
    """What becomes of a colour's tiles of one number: some in groups, some left out, the others in runs."""

    in_groups: int
    left_out: int
    runs: PartialRuns
    continuation: Continuation


def can_end(run: PartialRun) -> bool:
    """Whether a run may end: it has three tiles, not all of them jokers."""
    return run[0] == MAY_END and run[1] < SMALLEST_SET


def extended(run: PartialRun, is_joker: bool, forbidden: JokerCounts = NOTHING_FORBIDDEN) -> PartialRun:
    """A run with a tile or a joker more; `forbidden`: with so many jokers a run of just three may not lie."""
    length, jokers = run[0], run[1] + is_joker
    if length + 1 < SMALLEST_SET:
        return length + 1, jokers
    return MUST_GO_ON if length + 1 == SMALLEST_SET and jokers in forbidden else MAY_END, jokers


@lru_cache(maxsize=100_000)
def dominate(runs: PartialRuns, others: PartialRuns) -> bool:
    """Whether partial runs can be continued however others can.

    A longer run with no more jokers can; one that may end is no burden.
    """
    spare = list(runs)
    for length, jokers in sorted(others, reverse=True):
        as_good = [run for run in spare if run[0] >= length and run[1] <= jokers]
        if not as_good:
            return False
        spare.remove(min(as_good))
    return all(map(can_end, spare))


@lru_cache(maxsize=100_000)
def run_transitions(
    runs: PartialRuns,
    must: int,
    may: int,
    jokers: int,
    tracked: bool,
    limit: int | None,
    is_last: bool,
    forbidden: JokerCounts = NOTHING_FORBIDDEN,
) -> tuple[RunTransition, ...]:
    """Every way to lay so many tiles that have to lie, some of those that may, and so many jokers in runs.

    `is_last`: no number follows, so that every run has to be one that may end.
    """
    found = []
    for laid in range(must + may, must - 1, -1):
        for in_runs in range(laid + 1):
            for after, continuation in _continuations(runs, in_runs, jokers, tracked, limit, forbidden):
                if not is_last or all(map(can_end, after)):
                    found.append(RunTransition(laid - in_runs, must + may - laid, after, continuation))
    return tuple(found)


@lru_cache(maxsize=100_000)
def _continuations(
    runs: PartialRuns, tiles: int, jokers: int, tracked: bool, limit: int | None, forbidden: JokerCounts
) -> tuple[tuple[PartialRuns, Continuation], ...]:
    """Every way to continue runs with so many tiles and jokers, worth trying: the runs then, and how.

    `tracked`: the jokers in a run matter; then each of the ways is told. Otherwise one is the best:
    a run of three that is carried on can do whatever a new run can.
    """
    must = sum(not can_end(run) for run in runs)
    pieces = tiles + jokers
    if pieces < must:
        return ()
    if tracked:
        return tuple(_tracked_continuations(runs, tiles, jokers, limit, forbidden))
    may = min(pieces - must, len(runs) - must)
    unused = [TILE] * tiles + [JOKER] * jokers
    parts = []
    for run in runs:
        goes_on = not can_end(run) or may > 0
        may -= goes_on and can_end(run)
        parts.append(unused.pop(0) if goes_on else END)
    continuation = Continuation(tuple(parts), tuple(unused))
    return ((_after(runs, continuation, False, forbidden), continuation),)


def _tracked_continuations(
    runs: PartialRuns, tiles: int, jokers: int, limit: int | None, forbidden: JokerCounts
) -> Iterator[tuple[PartialRuns, Continuation]]:
    seen = set()
    for parts in _parts(runs, tiles, jokers):
        unused = (tiles - parts.count(TILE), jokers - parts.count(JOKER))
        continuation = Continuation(parts, (TILE,) * unused[0] + (JOKER,) * unused[1])
        after = _after(runs, continuation, True, forbidden)
        if after not in seen and (limit is None or all(run[1] <= limit for run in after)):
            seen.add(after)
            yield after, continuation


def _parts(runs: PartialRuns, tiles: int, jokers: int) -> Iterator[tuple[int, ...]]:
    if not runs:
        yield ()
        return
    for part in (TILE, JOKER, END):
        fits = can_end(runs[0]) if part == END else (tiles if part == TILE else jokers) > 0
        if fits:
            for rest in _parts(runs[1:], tiles - (part == TILE), jokers - (part == JOKER)):
                yield (part, *rest)


def _after(runs: PartialRuns, continuation: Continuation, tracked: bool, forbidden: JokerCounts) -> PartialRuns:
    extended_runs = [
        extended(run, tracked and part == JOKER, forbidden)
        for run, part in zip(runs, continuation.parts, strict=True)
        if part != END
    ]
    return tuple(sorted([*extended_runs, *((1, int(tracked and part == JOKER)) for part in continuation.new)]))
