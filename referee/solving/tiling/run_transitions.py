"""How the runs of one colour are continued from a number to the next."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.solving.tiling.partial_runs import (
    EMPTY,
    END,
    NOTHING_FORBIDDEN,
    TILE,
    TORN,
    UNTRACKED,
    Beside,
    JokerPatterns,
    PartialRuns,
    Tracking,
    can_end,
    dominate,
    extended,
)


class Continuation(NamedTuple):
    """What each partial run gets at a number, and what new runs begin with."""

    parts: tuple[int, ...]
    new: tuple[int, ...]


Jokers = tuple[int, int]
"""How many jokers, and how many beside them of the rack, where it matters that they are."""

Pieces = tuple[int, ...]
"""How many tiles there are for runs, tiles that count as of the rack, jokers, and such as count as of the rack."""

RunsThen = tuple[PartialRuns, Continuation]
"""The runs after a number, and how they came about."""


class RunTransition(NamedTuple):
    """What becomes of a colour's tiles of one number: some in groups, some left out, the others in runs.

    `kept_in_groups`: jokers that stand for such a tile, and lie in groups; `rack_in_groups`: how many of the tiles in
    groups may be of the rack.
    """

    in_groups: int
    kept_in_groups: int
    left_out: int
    runs: PartialRuns
    continuation: Continuation
    rack_in_groups: int


@lru_cache(maxsize=10_000)
def run_transitions(
    runs: PartialRuns,
    must: int,
    may: int,
    kept: int,
    jokers: Jokers,
    tracking: Tracking,
    is_last: bool,
    forbidden: JokerPatterns = NOTHING_FORBIDDEN,
) -> tuple[RunTransition, ...]:
    """Every way to lay so many tiles that have to lie, some of those that may, and jokers, in runs.

    `kept`: jokers that stand for such a tile and have to lie, in runs or groups; `jokers`: those that lie in runs.
    `is_last`: no number follows, so that every run has to be one that may end.
    """
    found = []
    for laid in range(must + may, must - 1, -1):
        for in_runs in range(laid + 1):
            for kept_in_runs in range(kept + 1):
                in_groups = (laid - in_runs, kept - kept_in_runs)
                for of_rack in _of_rack(laid - must, in_runs, in_groups[0], tracking):
                    counts = (in_runs - of_rack, of_rack, jokers[0] + kept_in_runs, jokers[1])
                    for after, continuation in _continuations(runs, counts, tracking, forbidden):
                        if not is_last or all(map(can_end, after)):
                            left_out, rack_in_groups = must + may - laid, laid - must - of_rack
                            way = RunTransition(*in_groups, left_out, after, continuation, rack_in_groups)
                            found.append(way)
    return tuple(found)


def _of_rack(laid: int, in_runs: int, in_groups: int, tracking: Tracking) -> Iterable[int]:
    """How many of the tiles in runs may be of the rack, if it gave so many: its tile cannot be in a group as well."""
    if tracking.beside is Beside.ANY:
        return (0,)
    return range(min(in_runs, laid), max(0, laid - in_groups) - 1, -1)


@lru_cache(maxsize=10_000)
def _continuations(
    runs: PartialRuns, counts: Pieces, tracking: Tracking, forbidden: JokerPatterns
) -> tuple[RunsThen, ...]:
    """Every way to continue runs with so many pieces, worth trying: the runs then, and how.

    Without tracking one is the best: a run of three that is carried on can do whatever a new run can.
    """
    must = sum(not can_end(run) for run in runs)
    if sum(counts) < must:
        return ()
    if tracking != UNTRACKED:
        return tuple(_tracked_continuations(runs, counts, tracking, forbidden))
    may = min(sum(counts) - must, len(runs) - must)
    unused = list(_pieces(counts))
    parts = []
    for run in runs:
        goes_on = not can_end(run) or may > 0
        may -= goes_on and can_end(run)
        parts.append(unused.pop(0) if goes_on else END)
    continuation = Continuation(tuple(parts), tuple(unused))
    return ((_after(runs, continuation, tracking, forbidden), continuation),)


def _pieces(counts: Pieces) -> tuple[int, ...]:
    return tuple(part for part, count in enumerate(counts, TILE) for _ in range(count))


def _tracked_continuations(
    runs: PartialRuns, counts: Pieces, tracking: Tracking, forbidden: JokerPatterns
) -> list[RunsThen]:
    found: dict[PartialRuns, Continuation] = {}
    for parts, new in _parts(runs, counts):
        continuation = Continuation(parts, new)
        after = _after(runs, continuation, tracking, forbidden)
        fits = tracking.limit is None or all(run[1] <= tracking.limit for run in after)
        if fits and all(run[3] < TORN for run in after):
            found.setdefault(after, continuation)
    # All of them cost the same and leave the same tiles: one that another dominates leads to nothing better.
    return [one for one in found.items() if not any(_serves_as_well(other, one, tracking) for other in found.items())]


def _serves_as_well(one: RunsThen, other: RunsThen, tracking: Tracking) -> bool:
    """Whether one continuation can do all that another can, which can not do all that it can."""
    fewer = len(one[1].new) <= len(other[1].new) and one[0] != other[0]
    if not fewer or not dominate(one[0], other[0], tracking.pattern):
        return False
    return len(one[1].new) < len(other[1].new) or not dominate(other[0], one[0], tracking.pattern)


def _parts(runs: PartialRuns, counts: Pieces) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every way to deal pieces to runs, and what is left of them for new ones."""
    if not runs:
        yield (), _pieces(counts)
        return
    if can_end(runs[0]):
        for rest, new in _parts(runs[1:], counts):
            yield (END, *rest), new
    for part, count in enumerate(counts, TILE):
        if count:
            left = (*counts[: part - TILE], count - 1, *counts[part - TILE + 1 :])
            for rest, new in _parts(runs[1:], left):
                yield (part, *rest), new


def _after(runs: PartialRuns, continuation: Continuation, tracking: Tracking, forbidden: JokerPatterns) -> PartialRuns:
    dealt = zip(runs, continuation.parts, strict=True)
    longer = [extended(run, part, tracking, forbidden) for run, part in dealt if part != END]
    begun = [extended(EMPTY, part, tracking) for part in continuation.new]
    return tuple(sorted([*longer, *begun]))
