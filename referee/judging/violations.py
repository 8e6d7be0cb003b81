"""The rules on jokers and on rebuilding that a turn breaks, if it happened in the way that breaks fewest.

Two copies of a tile look alike, and so do two jokers: the tables before and after a turn do not show which copy went
where. The player has the benefit of the doubt.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain, islice, product

from referee.judging.broken_rules import BrokenRules
from referee.judging.faults import FaultCode, Violation
from referee.judging.joker_moves import JokerMoves, JokerSearch
from referee.judging.rearrangement import Rearrangement
from referee.sets import joker_count, joker_roles, readings
from referee.tiles import JOKER

MOST_WAYS = 1_000
"""Number of readings of the sets with jokers that are compared: far more than turns have."""
MOST_WAYS_LOOKED_AT = 20 * MOST_WAYS
"""Number of joker moves generated when jokers are valued, few of which have to be judged: far more than turns have."""


def violations(turn: Rearrangement) -> tuple[Violation, ...]:
    """The rules that the turn breaks if its tiles moved in the way best for the player; empty if it is legal."""
    return _violations(turn, sum(map(joker_count, turn.before)))


def in_the_way(turn: Rearrangement) -> tuple[Violation, ...]:
    """Some of the rules that the turn breaks when no joker was taken without its tiles.

    If sets were rebuilt too far whichever way the jokers moved, only these are returned, without further search.
    """
    anyhow = (one for cluster in turn.too_far_anyhow for one in cluster)
    return tuple(Violation(FaultCode.REBUILT_TOO_FAR, *one) for one in anyhow) or _violations(turn, 0)


def _violations(turn: Rearrangement, most_taken: int) -> tuple[Violation, ...]:
    """The fewest violations over all ways in which at most `most_taken` jokers were taken without their tiles."""
    if turn.rules.any_rearranging_is_legal or not turn.is_possible or turn.legal_ways:
        return ()
    best: tuple[Violation, ...] | None = None
    for taken in range(most_taken + 1):
        if best is not None and len(best) <= taken:
            break
        for rules in _ways(turn, taken):
            best = _broken(rules, best)
            if not best:
                turn.legal_ways.append(rules.moves)
            if len(best) <= taken + len(turn.too_far_anyhow):
                return best
    return best or ()


def ways_to_tell(turn: Rearrangement, broken: tuple[Violation, ...]) -> Iterator[BrokenRules]:
    """Every way of moving the jokers that may break rules like those in `broken`; `broken_by` says which it breaks."""
    taken = range(sum(violation.code is FaultCode.JOKER_EXCHANGE for violation in broken), len(broken) + 1)
    for number in taken:
        yield from ways_with_taken(turn, number)


def ways_with_taken(turn: Rearrangement, taken: int) -> Iterator[BrokenRules]:
    """Every way of moving the jokers in which `taken` of them were taken without their tiles.

    Ways that differ only in the source of a freeing tile are yielded separately.
    """
    yield from _ways(turn, taken, whoever_gives=True)


def broken_by(rules: BrokenRules) -> tuple[Violation, ...]:
    """Every rule that a way of moving the jokers breaks."""
    return _broken(rules, None)


def breaks_nothing(turn: Rearrangement) -> bool:
    """Whether some way of moving the jokers breaks no rule; faster than `violations`."""
    if turn.rules.any_rearranging_is_legal or not turn.is_possible or turn.legal_ways:
        return True
    enough = (Violation(FaultCode.JOKER_EXCHANGE, 0, None),)
    for rules in _ways(turn, 0):
        if not _broken(rules, enough):
            turn.legal_ways.append(rules.moves)
            return True
        if turn.too_far_anyhow:
            return False
    return False


def _ways(turn: Rearrangement, taken: int, whoever_gives: bool = False) -> Iterator[BrokenRules]:
    """Every way of moving the jokers in which `taken` of them were taken without their tiles.

    `whoever_gives`: also yield ways that differ only in the source of a freeing tile.
    """
    old = {place: row for place, row in enumerate(turn.before) if joker_count(row)}
    new = {place: row for place, row in enumerate(turn.after) if joker_count(row)}
    which_matters = taken > 0 or turn.rules.freed_joker_is_bound or whoever_gives
    anywhere = turn.rules.freed_joker_goes_anywhere and not which_matters
    yielded = set()
    for each_old in product(*(joker_roles(row, turn.rules) for row in old.values())):
        for each_new in product(*(joker_roles(row, turn.rules) for row in new.values())):
            old_roles, new_roles = dict(zip(old, each_old, strict=True)), dict(zip(new, each_new, strict=True))
            for moves in JokerSearch(turn, old_roles, new_roles, taken, whoever_gives, anywhere).moves():
                key = _between_sets(moves)
                if which_matters or key not in yielded:
                    yielded.add(key)
                    yield BrokenRules(turn, moves, old_roles, new_roles)


def _between_sets(moves: JokerMoves) -> frozenset[tuple[object, int]]:
    """A key of the moves that ignores which joker of a set moved and which tile it stands for."""
    ways = [(move.old, move.fate, move.to and move.to.new, move.freed_by, move.freed_from) for move in moves]
    return frozenset(Counter(ways).items())


def _broken(rules: BrokenRules, best: tuple[Violation, ...] | None) -> tuple[Violation, ...]:
    """The rules that a way of moving the jokers breaks, or `best` if these are fewer or as many."""
    found: list[Violation] = []
    for part in (rules.exchanges, rules.broken_sets, rules.not_reused):
        found += part()
        if best is not None and len(found) >= len(best):
            return best
    if best is not None and len(found) + rules.leftovers.known_too_far() >= len(best):
        return best
    found += rules.too_far()
    if best is not None and len(found) >= len(best):
        return best
    return tuple(found)


def jokers_worth(turn: Rearrangement) -> int:
    """The sum of the numbers that the jokers of the rack stand for, in the way that is best for the player.

    Two jokers look alike: if a joker of the table may have come to either of two places without breaking a rule, the
    joker of the rack counts at the place worth most. If every way breaks a rule, any joker may be that of the rack.
    """
    most, best = most_jokers_worth(turn), -1
    if turn.rules.any_rearranging_is_legal or not most or not any(map(joker_count, turn.before)):
        return most
    enough, illegal = (Violation(FaultCode.JOKER_EXCHANGE, 0, None),), set[object]()
    for rules in islice(ways_with_taken(turn, 0), MOST_WAYS_LOOKED_AT):
        numbers = sum(rules.jokers_laid)
        key = rules if turn.rules.freed_joker_is_bound else _between_sets(rules.moves)
        if numbers <= best or key in illegal:
            continue
        if _broken(rules, enough):
            illegal.add(key)
            continue
        best = numbers
        if best == most:
            break
    return most if best < 0 else best


def most_jokers_worth(turn: Rearrangement, not_in: Collection[int] = ()) -> int:
    """An upper bound on `jokers_worth` that ignores the moves of the jokers of the table.

    `not_in`: indices of new sets that hold no joker of the rack.
    """
    rows = [row for new, row in enumerate(turn.after) if new not in not_in and joker_count(row)]
    stands = [{tuple(tile.number or 0 for tile in one.stands) for one in readings(row, turn.rules)} for row in rows]
    ways = product(*(some or {()} for some in stands))
    numbers = (sorted(chain.from_iterable(way), reverse=True) for way in islice(ways, MOST_WAYS))
    return max(sum(way[: turn.played[JOKER]]) for way in numbers)
