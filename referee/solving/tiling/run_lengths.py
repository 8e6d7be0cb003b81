"""The runs of one colour up to some number, by their lengths alone: all that the bounds know of them.

As many as have to are carried on, then those that may end, as far as there are tiles and jokers; the rest begin new
ones. No other way leads to more: a run of three that is carried on can do whatever a new one can.
"""

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from referee.solving.tiling.partial_runs import ENOUGH, INTO_FIXED, MUST_GO_ON, WAITING, PartialRuns


class RunLengths(NamedTuple):
    """How many runs there are of one, of two (or longer, but not to be left like that), and of three or more.

    `first`, `second`: those of one and of two that lack one tile more to be a forbidden run, if no joker is in them.
    `companions`: how many a joker would have at most, that has to lie in a stretch, at the next number; `lacking`: how
    many one lacks at least that lies there.
    """

    ones: int = 0
    twos: int = 0
    threes: int = 0
    first: int = 0
    second: int = 0
    companions: int = 0
    lacking: int = 0


NO_LENGTHS = RunLengths()


def carried_on(runs: RunLengths, tiles: int, jokers: bool, is_forbidden: bool) -> RunLengths | None:
    """The runs after a number at which so many tiles lie in runs; None: these are too few.

    `jokers`: whether there are some among them, which may be in any of the runs; `is_forbidden`: whether a run of three
    that begins there may not lie, if no joker is in it.
    """
    ones, twos, threes, first, second, *_ = runs
    more = tiles - ones - twos
    if more < 0:
        return None
    new = more - threes if more > threes else 0
    if jokers:
        return RunLengths(new, ones, twos + more - new)
    return RunLengths(new, ones + second, twos - second + more - new, new if is_forbidden else 0, first)


Step = tuple[int, int, int, RunLengths]
"""Tiles that lie in groups, tiles left out, jokers in runs, and the runs then."""

Ways = frozenset[tuple[int, int, bool]]
"""How many tiles have to lie, kept jokers among them, and how many may, in every way; and whether any joker is kept."""


@lru_cache(maxsize=10_000)
def steps(
    runs: RunLengths,
    ways: Ways,
    most_left_out: int,
    most_jokers: int,
    is_forbidden: bool,
    is_last: bool,
    in_stretches: bool,
) -> tuple[Step, ...]:
    """All that can become of a colour's tiles of a number; `in_stretches`: jokers have to lie in such (Beside)."""
    found: dict[Step, None] = {}
    for must, may, kept in ways:
        for jokers, left_out in product(range(most_jokers + 1), range(min(may, most_left_out) + 1)):
            laid = must + may - left_out
            for in_groups in range(laid, -1, -1):
                then = carried_on(runs, laid - in_groups + jokers, kept or jokers > 0, is_forbidden)
                if then and in_stretches:
                    of_rack = laid > in_groups and (laid > must or kept)
                    then = _with_companions(then, runs, of_rack, jokers > 0)
                if then and not (is_last and (then.ones or then.twos or then.lacking)):
                    found[in_groups, left_out, jokers, then] = None
    return tuple(found)


def _with_companions(then: RunLengths, runs: RunLengths, of_rack: bool, joker: bool) -> RunLengths | None:
    """The runs with what is known of companions; None: a joker lacks some, and there are no more to come.

    All runs are taken as one: `of_rack`: whether a tile of the rack can lie in runs at the number.
    """
    if not of_rack and not joker:
        return None if runs.lacking else then
    lacking = max(0, runs.lacking - 1, ENOUGH - runs.companions if joker else 0)
    return then._replace(companions=min(ENOUGH, runs.companions + 1), lacking=lacking)


def with_one_less(runs: RunLengths) -> tuple[RunLengths, ...]:
    """The runs without one of them, whichever; of one length, such as may become forbidden first."""
    ones, twos, threes, first, second, *_ = runs
    without_one = (RunLengths(ones - 1, twos, threes, max(0, first - 1), second),) if ones else ()
    without_two = (RunLengths(ones, twos - 1, threes, first, max(0, second - 1)),) if twos else ()
    without_three = (RunLengths(ones, twos, threes - 1, first, second),) if threes else ()
    return *without_one, *without_two, *without_three


def with_run_of(runs: RunLengths, length: int) -> RunLengths:
    """The runs and one more, which no tile makes a forbidden one."""
    ones, twos, threes, first, second, *_ = runs
    return RunLengths(ones + (length == 1), twos + (length == 2), threes + (length > 2), first, second)


@lru_cache(maxsize=10_000)
def lengths_of(runs: PartialRuns, first_counts: bool, second_counts: bool, in_stretches: bool) -> RunLengths:
    """What the bounds know of some runs; `first_counts`: whether those of one may become forbidden; of two likewise."""
    lengths = [min(run[0], MUST_GO_ON - (run[0] == MUST_GO_ON)) for run in runs if run[0] != INTO_FIXED]
    plain = [run[0] for run in runs if not run[2]]
    first, second = plain.count(1) if first_counts else 0, plain.count(2) if second_counts else 0
    companions = lacking = 0
    if in_stretches:
        companions = max((run[3] % WAITING for run in runs), default=0)
        # A joker that waits is counted with its companions.
        lacking = max((ENOUGH + 1 - run[3] % WAITING for run in runs if run[3] >= WAITING), default=0)
    return RunLengths(lengths.count(1), lengths.count(2), lengths.count(3), first, second, companions, lacking)
