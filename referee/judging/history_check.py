"""Every account of what became of the jokers on the table, and the one that breaks fewest rules.

Two copies of a tile look alike, and so do two jokers: each joker that lay on the table may be any of
those lying there now. It went on standing for its tile, or it was freed by that tile and moved on.
"""

from collections.abc import Iterator
from itertools import product

from referee.judging.joker_histories import Teller
from referee.judging.joker_rules import Outcome
from referee.judging.rearrangement import Account, Breach, Position, Violation, Ways
from referee.sets import joker_count, understandings

__all__ = ["Breach", "Position", "Violation", "breaks_nothing", "violations"]


def violations(position: Position, most_taken: int | None = None) -> tuple[Violation, ...]:
    """What the best account of the turn breaks; nothing: some account makes the turn legal.

    `most_taken`: only accounts count in which no more jokers were taken without their tiles.
    """
    if position.rules.any_rearranging_is_legal or not position.is_possible:
        return ()
    best: tuple[Violation, ...] | None = None
    jokers = sum(map(joker_count, position.before))
    for taken in range(jokers + 1 if most_taken is None else min(jokers, most_taken) + 1):
        if best is not None and len(best) <= taken:
            break
        for account, ways in _accounts(position, taken):
            best = _broken(position, account, ways, best)
            if len(best) <= taken:
                break
    return best or ()


def breaks_nothing(position: Position) -> bool:
    """Whether some account makes the turn legal; quicker than asking what the best one breaks."""
    if position.rules.any_rearranging_is_legal or not position.is_possible:
        return True
    enough = (Violation(Breach.EXCHANGE, 0, None),)
    return any(not _broken(position, account, ways, enough) for account, ways in _accounts(position, 0))


def _accounts(position: Position, taken: int) -> Iterator[tuple[Account, Ways]]:
    """Every account in which a number of jokers was taken without their tiles."""
    old = {home: row for home, row in enumerate(position.before) if joker_count(row)}
    new = {place: row for place, row in enumerate(position.after) if joker_count(row)}
    for olds in product(*(understandings(row, position.rules) for row in old.values())):
        for news in product(*(understandings(row, position.rules) for row in new.values())):
            ways = dict(zip(new, news, strict=True))
            teller = Teller(position, dict(zip(old, olds, strict=True)), ways, taken)
            for account in teller.stories():
                yield account, ways


def _broken(
    position: Position, account: Account, ways: Ways, best: tuple[Violation, ...] | None
) -> tuple[Violation, ...]:
    """The rules that an account breaks, or the best so far if it breaks no fewer."""
    outcome = Outcome(position, account, ways)
    found: list[Violation] = []
    for part in (outcome.exchanges, outcome.broken_sets, outcome.not_reused, outcome.too_far):
        found += part()
        if best is not None and len(found) >= len(best):
            return best
    return tuple(found)
