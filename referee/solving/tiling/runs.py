"""The runs of one colour, built from their highest tile down, and how they continue at the next lower number."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.rules import SMALLEST_SET

Run = tuple[int, int, int]
"""A run down to some number: its length, its number of jokers if limited, and one bit for each place with a joker.

The length is MAY_END for every run of three or more tiles that may end; the bits of such runs are 0.
"""
Runs = tuple[Run, ...]
"""All runs of a colour that may go on, sorted."""

EMPTY: Run = (0, 0, 0)
LENT = EMPTY
"""Entry among the runs for a 1 that was laid after a 13."""
NO_RUNS: Runs = ()
MUST_GO_ON, MAY_END = SMALLEST_SET, SMALLEST_SET + 1
"""Lengths of runs of three or more tiles: runs that must go on, and runs that may end."""
END, TILE, JOKER, ABSORBED = range(4)
"""The cell that a run gets at a number: none, a tile, a joker; or a fixed run begins at the number and absorbs the
run."""
ALL_JOKERS = (1 << SMALLEST_SET) - 1
"""The bits of three jokers."""


class Tracking(NamedTuple):
    """The properties of a run's jokers that the search tracks: their number, if `limit` is set; their places, if
    `places`."""

    limit: int | None = None
    places: bool = False


UNTRACKED = Tracking()


class Place(NamedTuple):
    """The constraints on the runs of a colour at a number.

    `forbidden`: joker bits not allowed in a run of exactly three that ends there. `absorbs`: for each fixed run whose
    highest tile is there, the number of jokers that it may take in with the run it absorbs; `fixed`: the fixed runs
    whose lowest tile is there. `is_after_thirteen`: the number is 14, at which a 1 may lie that is taken from number 1.
    `is_last`: the number is 1, at which every run has to end.
    """

    tracking: Tracking = UNTRACKED
    forbidden: frozenset[int] = frozenset()
    absorbs: tuple[int, ...] = ()
    fixed: Runs = ()
    is_after_thirteen: bool = False
    is_last: bool = False


Dealt = tuple[tuple[int, ...], tuple[int, ...]]
"""The cell of each run (END, TILE, JOKER or ABSORBED), and the first cell of each new run."""


class Move(NamedTuple):
    """One way to lay a colour's tiles of one number: how many are in groups, how many left out, the runs after it."""

    in_groups: int
    left_out: int
    runs: Runs
    dealt: Dealt


@lru_cache(maxsize=20_000)
def moves(runs: Runs, must: int, may: int, jokers: int, place: Place) -> tuple[Move, ...]:
    """Every way to lay a colour's tiles of one number, with `jokers` jokers in runs.

    `must`, `may`: numbers of tiles that must be laid and that may be laid.
    """
    if place.is_after_thirteen:
        ways = ((lent, then, dealt) for lent in range(may + 1) for then, dealt in _dealt((), lent, jokers, place))
        return tuple(Move(0, 0, (*[LENT] * lent, *then), dealt) for lent, then, dealt in ways)
    lent = runs.count(LENT)
    going = runs[lent:]
    if place.is_last:
        must, may, lent = max(0, must - lent), must + may - max(must, lent), 0
    found: dict[tuple[int, int, Runs], Move] = {}
    for left_out in range(may + 1):
        for in_groups in range(must + may - left_out, -1, -1):
            for then, dealt in _dealt(going, must + may - left_out - in_groups, jokers, place):
                if not place.is_last or all(map(can_end, then)):
                    after = (*[LENT] * lent, *then)
                    found.setdefault((in_groups, left_out, after), Move(in_groups, left_out, after, dealt))
    return tuple(found.values())


@lru_cache(maxsize=20_000)
def _dealt(runs: Runs, tiles: int, jokers: int, place: Place) -> tuple[tuple[Runs, Dealt], ...]:
    """Every way worth trying to continue the runs with so many tiles and jokers: the runs after it, and the deal."""
    if place.tracking == UNTRACKED and not place.absorbs:
        dealt = _longest(runs, tiles, jokers)
        ways = [] if dealt is None else [dealt]
    else:
        ways = list(_every_way(runs, tiles, jokers, place.absorbs))
    found: dict[Runs, Dealt] = {}
    for parts, new in ways:
        longer = (
            extended(run, part, place.tracking, place.forbidden)
            for run, part in zip(runs, parts, strict=True)
            if part in (TILE, JOKER)
        )
        begun = (extended(EMPTY, part, place.tracking, place.forbidden) for part in new)
        then = tuple(sorted((*longer, *begun, *place.fixed)))
        limit = place.tracking.limit
        if limit is None or all(run[1] <= limit for run in then):
            found.setdefault(then, (parts, new))
    return tuple(found.items())


def _longest(runs: Runs, tiles: int, jokers: int) -> Dealt | None:
    """The best deal when jokers in runs are not tracked: old runs first, as they can do all that a new run can.

    None if there are too few tiles for the runs that must go on.
    """
    pieces = [*[TILE] * tiles, *[JOKER] * jokers]
    spare = len(pieces) - sum(not can_end(run) for run in runs)
    if spare < 0:
        return None
    parts = []
    for run in runs:
        goes_on = not can_end(run) or spare > 0
        spare -= goes_on and can_end(run)
        parts.append(pieces.pop(0) if goes_on else END)
    return tuple(parts), tuple(pieces)


def _every_way(runs: Runs, tiles: int, jokers: int, absorbs: tuple[int, ...]) -> Iterator[Dealt]:
    if not runs:
        yield (), (TILE,) * tiles + (JOKER,) * jokers
        return
    ways = [(END, tiles, jokers, absorbs)] if can_end(runs[0]) else []
    if absorbs and not can_end(runs[0]) and runs[0][1] <= absorbs[0]:
        ways.append((ABSORBED, tiles, jokers, absorbs[1:]))
    if tiles:
        ways.append((TILE, tiles - 1, jokers, absorbs))
    if jokers:
        ways.append((JOKER, tiles, jokers - 1, absorbs))
    for part, tiles_left, jokers_left, absorbs_left in ways:
        for rest, new in _every_way(runs[1:], tiles_left, jokers_left, absorbs_left):
            yield (part, *rest), new


def can_end(run: Run) -> bool:
    """Whether a run may end as it is."""
    return run[0] == MAY_END


@lru_cache(maxsize=20_000)
def extended(run: Run, part: int, tracking: Tracking, forbidden: frozenset[int]) -> Run:
    """The run extended by one tile or joker."""
    length, jokers, bits = run
    is_joker = part == JOKER
    jokers += is_joker and tracking.limit is not None
    if length >= SMALLEST_SET:
        return MAY_END, jokers, 0
    bits = bits << 1 | is_joker if tracking.places else 0
    if length + 1 < SMALLEST_SET:
        return length + 1, jokers, bits
    return MUST_GO_ON if bits in forbidden else MAY_END, jokers, 0


@lru_cache(maxsize=50_000)
def dominate(runs: Runs, others: Runs, strictly: bool) -> bool:
    """Whether `runs` can be continued in every way in which `others` can.

    `strictly`: a run of one or two tiles only dominates an equal run; needed when sets of three are forbidden.
    """
    spare = list(runs)
    for other in reversed(others):
        as_good = [run for run in spare if run == other or _dominates(run, other, strictly)]
        if not as_good:
            return False
        spare.remove(min(as_good))
    return all(map(can_end, spare))


def _dominates(run: Run, other: Run, strictly: bool) -> bool:
    if LENT in (run, other) or (strictly and run[0] < SMALLEST_SET):
        return False
    return run[0] >= other[0] and run[1] <= other[1]
