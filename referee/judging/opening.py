"""Judges the opening: which sets are new, their value, and whether other sets were changed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice

from referee.judging import faults
from referee.judging.faults import Fault
from referee.judging.from_rack import best_from_rack
from referee.judging.rearrangement import Rearrangement
from referee.judging.violations import breaks_nothing, jokers_worth, violations
from referee.rules import Rules
from referee.sets import (
    best_opening,
    exchanges,
    is_set,
    joker_count,
    jokers_stand_alike,
    openings,
    points,
    readings,
    sets_within,
)
from referee.table import Row, Table, same_sets
from referee.tiles import JOKER, Tile, in_order

MOST_OPENINGS = 1_000
"""Number of openings tried when the judge looks for an opening that was laid before the rest of the turn. In 6,393
turns of all presets and house rules the first few decided.
"""
MOST_STEPS = 50_000
"""Number of sets laid in all while those openings are tried."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The judgement on an opening.

    `points`: its value; `faults`: the rules on openings that it breaks; `rearranged`: whether sets on the table were
    changed, so that the rules on jokers and rebuilding apply as well.
    """

    points: int
    faults: tuple[Fault, ...]
    rearranged: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """Indices of the old sets that changed, and indices of the sets on the new table that were not there before."""

    changed: tuple[int, ...]
    new: tuple[int, ...]


def judge_opening(turn: Rearrangement) -> Opening:
    """The judgement on a turn of a player who has not opened yet."""
    if turn.rules.opening_may_use_table:
        return _onto_the_table(turn, _difference(turn))
    begun = [turn, *_once_jokers_are_taken(turn)]
    nearest, difference = min(((one, _difference(one)) for one in begun), key=lambda one: len(one[1].changed))
    own = _from_the_rack(nearest, difference)
    worth = _worth(turn, own)
    wrong = _wrong(turn, difference, own, worth)
    if turn.rules.more_play_after_opening and wrong:
        return _opening_then_more(begun, nearest, difference, own)
    return Opening(worth, wrong, bool(difference.changed))


def joker_may_be_taken_first(rules: Rules) -> bool:
    """Whether a player may take a joker before the opening; never where sets with jokers are closed."""
    return rules.joker_before_opening and rules.joker_sets != "closed"


def _difference(turn: Rearrangement) -> Difference:
    """The sets that changed in a turn; a set whose joker now stands for another tile counts as changed."""

    def alike(old: Row, new: Row) -> bool:
        return jokers_stand_alike(old, new, turn.rules)

    same = dict(same_sets(turn.before, turn.after, alike))
    changed = tuple(old for old in range(len(turn.before)) if old not in same)
    there = set(same.values())
    return Difference(changed, tuple(new for new in range(len(turn.after)) if new not in there))


def _from_the_rack(turn: Rearrangement, difference: Difference) -> tuple[int, ...]:
    """Indices of the new sets that can have come from the rack alone, chosen for the greatest value."""
    if not difference.changed:
        return difference.new
    sets = {new: turn.new_sets[new] for new in difference.new}
    worth = {new: points(turn.after[new], turn.rules) for new in difference.new}
    return tuple(best_from_rack(sets, worth, turn.played))


def _worth(turn: Rearrangement, own: tuple[int, ...]) -> int:
    return sum(points(turn.after[new], turn.rules) for new in own)


def _wrong(turn: Rearrangement, difference: Difference, own: tuple[int, ...], worth: int) -> tuple[Fault, ...]:
    rules = turn.rules
    wrong = []
    replaced = None if rules.joker_before_opening else _joker_replaced(turn, difference)
    if turn.played and worth < rules.opening_points:
        wrong.append(faults.opening_too_low(rules, worth, own, replaced is not None))
    sets = tuple(new for new in own if readings(turn.after[new], rules))
    if rules.opening_sets is not None and len(sets) > rules.opening_sets:
        wrong.append(faults.opening_sets(rules, sets))
    if replaced is not None:
        wrong.append(faults.joker_before_opening(rules, *replaced))
    elif difference.changed:
        touched = tuple(new for new in difference.new if new not in own)
        tiles = in_order(tile for old in difference.changed for tile in turn.before[old])
        wrong.append(faults.opening_touches_table(rules, touched, tiles))
    return tuple(wrong)


def _joker_replaced(turn: Rearrangement, difference: Difference) -> tuple[Row, tuple[int, ...]] | None:
    """A set whose joker was replaced, and the indices of new sets that hold jokers; None if no joker was replaced."""
    for old in difference.changed:
        numbered, jokers = turn.old_numbered[old], turn.old_sets[old][JOKER]
        homes = (new for new in difference.new if numbered <= turn.new_sets[new])
        if jokers and any(turn.new_sets[new][JOKER] < jokers for new in homes):
            return turn.before[old], tuple(new for new in difference.new if turn.new_sets[new][JOKER])
    return None


def _onto_the_table(turn: Rearrangement, difference: Difference) -> Opening:
    """The judgement under the house rule that an opening may use the table: the value is that of the tiles played."""
    numbers = sum(tile.number or 0 for tile in turn.played.elements())
    worth = numbers + jokers_worth(turn)
    low = bool(turn.played) and worth < turn.rules.opening_points
    wrong = (faults.opening_too_low(turn.rules, worth, difference.new),) if low else ()
    return Opening(worth, wrong, bool(difference.changed))


def with_jokers_taken(rules: Rules, table: Table, rack: Counter[Tile]) -> Iterator[tuple[Table, Counter[Tile]]]:
    """Every table and rack that result when tiles of the rack replace one or more jokers of the table.

    Nothing unless a house rule allows this before the opening. A set whose joker was replaced counts as unchanged, and
    the joker as a tile of the rack.
    """
    found: dict[Table, Counter[Tile]] = {}
    waiting = [(table, rack)] if joker_may_be_taken_first(rules) else []
    while waiting:
        lies, left = waiting.pop()
        for which, row in enumerate(lies.sets):
            for tiles, exchanged in exchanges(row, rules):
                then = Table((*lies.sets[:which], exchanged, *lies.sets[which + 1 :]))
                if Counter(tiles) <= left and then not in found:
                    found[then] = left - Counter(tiles) + Counter([JOKER])
                    waiting.append((then, found[then]))
    yield from found.items()


def _once_jokers_are_taken(turn: Rearrangement) -> Iterator[Rearrangement]:
    for table, left in with_jokers_taken(turn.rules, Table(tuple(turn.before)), turn.played):
        yield Rearrangement(turn.rules, table.sets, turn.after, left, turn.missing)


def _opening_then_more(
    begun: Sequence[Rearrangement], turn: Rearrangement, difference: Difference, own: tuple[int, ...]
) -> Opening:
    """The judgement where a player may go on playing once the opening is laid: some sets from the rack came first.

    `begun`: the turn, and the same turn after jokers were taken, if the rules allow that; `turn`: that of these turns
    that leaves most sets unchanged; `own`: indices of its new sets that came from the rack. A turn that is illegal for
    a player who has opened is not made legal by an opening, so this is checked first. The exception is
    `opening_may_lend` (three tiles of a set stay together): a set that gave a tile for a joker of the opening has fewer
    tiles to keep together, so openings with more jokers than they need are tried as well.
    """
    for one in begun:
        for laid in _openings(one, own) if turn.rules.opening_may_lend or breaks_nothing(one) else ():
            if _breaks_nothing_once_laid(one, laid):
                worth = sum(_as_laid_first(row, turn.rules) for row in laid)
                return Opening(max(worth, _worth(turn, own)), (), False)
    worth = best_opening(turn.played, turn.rules) if difference.changed else _worth(turn, own)
    if worth >= turn.rules.opening_points and violations(begun[0]):
        return Opening(worth, (), True)
    return Opening(worth, _wrong(turn, difference, own, worth), bool(difference.changed))


def _breaks_nothing_once_laid(turn: Rearrangement, laid: tuple[Row, ...]) -> bool:
    """Whether the turn breaks no rule if its sets `laid` were on the table first."""
    return breaks_nothing(turn.once_laid(_as_they_lie(turn, laid)))


def _as_they_lie(turn: Rearrangement, laid: tuple[Row, ...]) -> tuple[Row, ...]:
    """The sets `laid` with their tiles in the order of the table: a joker may change ends until the turn is judged."""
    lie: dict[Row, list[Row]] = {}
    for row in turn.after:
        lie.setdefault(in_order(row), []).append(row)
    return tuple(lie[in_order(row)].pop() if lie.get(in_order(row)) else row for row in laid)


def _openings(turn: Rearrangement, own: tuple[int, ...]) -> Iterator[tuple[Row, ...]]:
    """Openings that the player may have laid: first the sets as they lie, then any from the tiles played.

    Where rebuilding is free, openings with sets that cannot have come first are left out. Otherwise, if the opening may
    lend tiles for jokers, openings with additional sets that hold jokers follow; openings with longer sets come last,
    because a longer set can give away a tile that a shorter set has to keep.
    """
    rules = turn.rules
    sets = [turn.after[new] for new in own if is_set(turn.after[new], rules)]
    dearest = sorted(sets, key=lambda row: -_as_laid_first(row, rules))[: rules.opening_sets]
    is_left = Counter(chain(*dearest)) <= turn.played  # a tile that freed a joker does not lie in the opening
    if is_left and sum(_as_laid_first(row, rules) for row in dearest) >= rules.opening_points:
        yield tuple(dearest)
    if rules.rebuilding == "free":
        can_come_first = partial(_breaks_nothing_once_laid, turn)
        yield from islice(openings(turn.played, rules, MOST_STEPS, can_come_first), MOST_OPENINGS)
        return
    enough = list(islice(openings(turn.played, rules, MOST_STEPS), MOST_OPENINGS))
    yield from enough
    if rules.opening_may_lend:
        more = (_with_jokers_more(laid, turn.played - Counter(chain(*laid)), rules) for laid in enough)
        yield from islice(chain.from_iterable(more), MOST_OPENINGS)
    longer = (_longer(laid, turn.played - Counter(chain(*laid)), rules) for laid in enough)
    yield from islice(chain.from_iterable(longer), MOST_OPENINGS)


def _longer(laid: tuple[Row, ...], left: Counter[Tile], rules: Rules, first: int = 0) -> Iterator[tuple[Row, ...]]:
    """Variants of the opening `laid` in which some sets from index `first` on are extended by tiles of `left`."""
    for place, row in islice(enumerate(laid), first, None):
        for longer in sets_within(left + Counter(row), rules):
            if Counter(row) < Counter(longer):
                then = (*laid[:place], longer, *laid[place + 1 :])
                yield then
                yield from _longer(then, left - (Counter(longer) - Counter(row)), rules, place + 1)


def _with_jokers_more(laid: tuple[Row, ...], left: Counter[Tile], rules: Rules) -> Iterator[tuple[Row, ...]]:
    """Variants of the opening `laid` with additional sets that hold jokers, laid from the tiles of `left`."""
    for row in sets_within(left, rules) if left[JOKER] and len(laid) != rules.opening_sets else ():
        if joker_count(row):
            yield (*laid, row)
            yield from _with_jokers_more((*laid, row), left - Counter(row), rules)


def _as_laid_first(row: Row, rules: Rules) -> int:
    """The points of a set with its jokers at the end that is worth most, as the player may have laid it first."""
    return max(points(one, rules) for one in sets_within(Counter(row), rules) if len(one) == len(row))
