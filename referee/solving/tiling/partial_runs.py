"""A run of one colour up to some number: what matters of it for how it may be continued."""

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from referee.rules import SMALLEST_SET

PartialRun = tuple[int, int, int, int]
"""A run up to some number: its length, its jokers, where they lie, and its companions, as far as the tracking asks.

The length is MAY_END for all of three or more that may be left as they are. The third is a bit for each place
of a run of less than three; for a longer one whether all of it is jokers. The last: see Beside.
"""

MUST_GO_ON, MAY_END = 3, 4
"""Lengths of runs of three or more: such as may not be left as they are, and such as may."""

EMPTY: PartialRun = (0, 0, 0, 0)
INTO_FIXED = 5
"""As a length: a run that goes on into a fixed one, which has not ended yet; its jokers, and which fixed one."""

PartialRuns = tuple[PartialRun, ...]
"""All partial runs of a colour, in order."""

NO_RUNS: PartialRuns = ()

JokerPatterns = frozenset[int]
"""Where jokers may not lie in a run of just three, a bit for each place."""

NOTHING_FORBIDDEN: JokerPatterns = frozenset()
END, TILE, OF_RACK, JOKER, JOKER_OF_RACK = range(5)
"""What a run gets at a number: nothing, a tile or a joker; of the rack, where it matters that it is."""


class Beside(Enum):
    """Among which tiles of the rack a joker has to lie that is freed: its companions.

    A run knows how many it has so far, up to ENOUGH (of a stretch: how long it is), and WAITING is added while a joker
    of it lacks some. In a stretch jokers count, too, and no tile of the table may come between.
    """

    ANY = "any"
    TWO = "two of its set"
    STRETCH = "all of three or more side by side"

    __hash__ = object.__hash__  # what is looked up a million times has it in its key, and hashing a name is slow


ENOUGH = 2
"""Companions of a joker."""
WAITING = ENOUGH + 1
"""Added while a joker lacks companions."""
TORN = 2 * WAITING
"""A joker's stretch that ended too early: nothing can mend that."""


class Tracking(NamedTuple):
    """What is kept in mind of the jokers in a run: their number, where it is limited; whether there are
    others than jokers; where they lie, because some sets of three are forbidden; which tiles lie beside them.
    """

    limit: int | None = None
    numbered: bool = False
    pattern: bool = False
    beside: Beside = Beside.ANY


UNTRACKED = Tracking()


def can_end(run: PartialRun) -> bool:
    """Whether a run may end: it has three tiles, not all of them jokers, and no joker lacks companions."""
    return run[0] == MAY_END and not run[2] and run[3] < WAITING


def extended(
    run: PartialRun, part: int, tracking: Tracking = UNTRACKED, forbidden: JokerPatterns = NOTHING_FORBIDDEN
) -> PartialRun:
    """A run with a tile or a joker more; `forbidden`: where jokers may not lie in a run of just three."""
    length, jokers, pattern, companions = run
    is_joker = part >= JOKER and tracking != UNTRACKED
    jokers += is_joker and tracking.limit is not None
    if tracking.beside is not Beside.ANY:
        companions = _companions(companions, part, tracking.beside)
    if length >= SMALLEST_SET:
        return MAY_END, jokers, int(pattern and is_joker), companions
    bits = pattern << 1 | is_joker
    all_jokers = bits == (2 << length) - 1
    if length + 1 == SMALLEST_SET:
        ends = MUST_GO_ON if bits in forbidden else MAY_END
        return ends, jokers, int(tracking.numbered and all_jokers), companions
    matters = tracking.pattern or (tracking.numbered and all_jokers)
    return length + 1, jokers, bits if matters else 0, companions


def _companions(so_far: int, part: int, beside: Beside) -> int:
    """What a run knows of its companions, with a tile or a joker more."""
    is_waiting, count = divmod(so_far, WAITING)
    is_waiting = is_waiting or part == JOKER
    if beside is Beside.STRETCH and part == TILE:
        return TORN if is_waiting else 0
    counts = part in (OF_RACK, JOKER_OF_RACK) or (part == JOKER and beside is Beside.STRETCH)
    # A stretch of two needs one more tile, or joker; two tiles of a set are enough as they are.
    enough = count == ENOUGH and (counts or beside is Beside.TWO)
    count = min(ENOUGH, count + counts)
    if enough or (beside is Beside.TWO and count == ENOUGH):
        return ENOUGH
    return count + WAITING * is_waiting


@lru_cache(maxsize=20_000)
def dominate(runs: PartialRuns, others: PartialRuns, strictly: bool) -> bool:
    """Whether partial runs can be continued however others can.

    A longer run with no more jokers can; one that may end is no burden. `strictly`: where sets of three are
    forbidden only one of three or more can, or the same.
    """
    spare = list(runs)
    for other in sorted(others, reverse=True):
        as_good = [run for run in spare if run == other or _dominates(run, other, strictly)]
        if not as_good:
            return False
        spare.remove(min(as_good))
    return all(map(can_end, spare))


def _dominates(run: PartialRun, other: PartialRun, strictly: bool) -> bool:
    if run[0] == INTO_FIXED or (strictly and run[0] < SMALLEST_SET):
        return False
    if run[0] < other[0] or run[1] > other[1] or (run[2] and not other[2]):
        return False
    return run[3] // WAITING <= other[3] // WAITING and run[3] % WAITING >= other[3] % WAITING
