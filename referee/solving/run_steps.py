"""How the runs of one colour go on from a number to the next."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.rules import SMALLEST_SET


class Cell(NamedTuple):
    """A place in a set: the tile that belongs there (number 14: a 1 after a 13), and whether a joker is it."""

    colour: int
    number: int
    joker: bool


Cells = tuple[Cell, ...]

Run = tuple[int, int]
"""A run that is going on: its length (MUST_GO_ON, MAY_END: three or more), and as many of its jokers as matter."""

MUST_GO_ON, MAY_END = 3, 4
"""Lengths of runs of three or more: such as may not be left as they are, and such as may."""

Runs = tuple[Run, ...]
"""All runs of a colour that are going on, in order."""

NO_RUNS: Runs = ()

Barred = frozenset[int]
"""Numbers of jokers with which a run of just three may not lie."""

NOTHING_BARRED: Barred = frozenset()
END, TILE, JOKER = 0, 1, 2


class Step(NamedTuple):
    """What each run does at a number (END, TILE or JOKER), and with what new runs begin."""

    going_on: tuple[int, ...]
    new: tuple[int, ...]


def can_end(run: Run) -> bool:
    """Whether a run may end: it has three tiles, not all of them jokers."""
    return run[0] == MAY_END and run[1] < SMALLEST_SET


def longer(run: Run, is_joker: bool, barred: Barred = NOTHING_BARRED) -> Run:
    """A run with a tile or a joker more; `barred`: with so many jokers a run of just three may not lie."""
    length, jokers = run[0], run[1] + is_joker
    if length + 1 < SMALLEST_SET:
        return length + 1, jokers
    return MUST_GO_ON if length + 1 == SMALLEST_SET and jokers in barred else MAY_END, jokers


@lru_cache(maxsize=100_000)
def serve_as_well(runs: Runs, others: Runs) -> bool:
    """Whether runs that are going on can do whatever others can.

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
def steps(
    runs: Runs, tiles: int, jokers: int, tracked: bool, limit: int | None, barred: Barred = NOTHING_BARRED
) -> tuple[tuple[Runs, Step], ...]:
    """Every way to go on with so many tiles and jokers, worth trying: the runs then, and the step.

    `tracked`: the jokers in a run matter; then each of the ways is told. Otherwise one is the best:
    a run of three that is carried on can do whatever a new run can.
    """
    must = sum(not can_end(run) for run in runs)
    pieces = tiles + jokers
    if pieces < must:
        return ()
    if tracked:
        return tuple(_tracked_steps(runs, tiles, jokers, limit, barred))
    may = min(pieces - must, len(runs) - must)
    parts = [TILE] * tiles + [JOKER] * jokers
    going_on = []
    for run in runs:
        goes = not can_end(run) or may > 0
        may -= goes and can_end(run)
        going_on.append(parts.pop(0) if goes else END)
    step = Step(tuple(going_on), tuple(parts))
    return ((_after(runs, step, False, barred), step),)


class Way(NamedTuple):
    """What becomes of a colour's tiles of one number: some in groups, some left out, the others in runs."""

    in_groups: int
    left_out: int
    runs: Runs
    step: Step


@lru_cache(maxsize=100_000)
def ways(
    runs: Runs,
    must: int,
    may: int,
    jokers: int,
    tracked: bool,
    limit: int | None,
    are_last: bool,
    barred: Barred = NOTHING_BARRED,
) -> tuple[Way, ...]:
    """Every way to lay so many tiles that have to lie, some of those that may, and so many jokers in runs.

    `are_last`: no number follows, so that every run has to be one that may end.
    """
    found = []
    for laid in range(must + may, must - 1, -1):
        for in_runs in range(laid + 1):
            for after, step in steps(runs, in_runs, jokers, tracked, limit, barred):
                if not are_last or all(map(can_end, after)):
                    found.append(Way(laid - in_runs, must + may - laid, after, step))
    return tuple(found)


def _tracked_steps(
    runs: Runs, tiles: int, jokers: int, limit: int | None, barred: Barred
) -> Iterator[tuple[Runs, Step]]:
    seen = set()
    for going_on in _parts(runs, tiles, jokers):
        left = (tiles - going_on.count(TILE), jokers - going_on.count(JOKER))
        step = Step(going_on, (TILE,) * left[0] + (JOKER,) * left[1])
        then = _after(runs, step, True, barred)
        if then not in seen and (limit is None or all(run[1] <= limit for run in then)):
            seen.add(then)
            yield then, step


def _parts(runs: Runs, tiles: int, jokers: int) -> Iterator[tuple[int, ...]]:
    if not runs:
        yield ()
        return
    for part in (TILE, JOKER, END):
        fits = can_end(runs[0]) if part == END else (tiles if part == TILE else jokers) > 0
        if fits:
            for rest in _parts(runs[1:], tiles - (part == TILE), jokers - (part == JOKER)):
                yield (part, *rest)


def _after(runs: Runs, step: Step, tracked: bool, barred: Barred) -> Runs:
    gone_on = [
        longer(run, tracked and part == JOKER, barred)
        for run, part in zip(runs, step.going_on, strict=True)
        if part != END
    ]
    return tuple(sorted([*gone_on, *((1, int(tracked and part == JOKER)) for part in step.new)]))
