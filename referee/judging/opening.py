"""The opening: which sets are new, what they are worth, whether the table was left alone."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from referee.judging import faults
from referee.judging.faults import Fault
from referee.judging.from_rack import best_from_rack
from referee.judging.rearrangement import Rearrangement
from referee.judging.violations import breaks_nothing, violations
from referee.rules import Rules
from referee.sets import best_opening, exchanges, is_set, joker_count, jokers_stand_alike, openings, points, readings
from referee.table import Row, same_sets
from referee.tiles import JOKER, Tile, in_order

MOST_OPENINGS, MOST_STEPS = 100, 2_000
"""Openings that a player may have laid before playing on: so many are asked about, and so many sets tried for them.
In 6,393 turns of all presets and house rules the first few decided."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What an opening is worth, and what is wrong with it.

    `rearranged`: sets on the table were changed, so the rules on jokers and rebuilding count too.
    """

    points: int
    faults: tuple[Fault, ...]
    rearranged: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """Old sets that do not lie there as they did, and sets that did not lie there, by their places."""

    changed: tuple[int, ...]
    new: tuple[int, ...]


def judge_opening(turn: Rearrangement) -> Opening:
    """The opening that a turn was, by a player who had not opened."""
    difference = _difference(turn)
    if turn.rules.opening_may_use_table:
        return _onto_the_table(turn, difference)
    if joker_may_be_taken_first(turn.rules):
        turn, difference = _with_jokers_taken(turn, difference)
    own = _from_the_rack(turn, difference)
    worth = _worth(turn, own)
    if turn.rules.more_play_after_opening and (difference.changed or worth < turn.rules.opening_points):
        return _opening_then_more(turn, difference, own)
    return Opening(worth, _wrong(turn, difference, own, worth), bool(difference.changed))


def joker_may_be_taken_first(rules: Rules) -> bool:
    """Whether a joker may be taken before the opening: where sets with jokers are closed, no opening touches them."""
    return rules.joker_before_opening and rules.joker_sets != "closed"


def _difference(turn: Rearrangement) -> Difference:
    """What changed; a set whose joker stands for another tile now is changed."""

    def alike(old: Row, new: Row) -> bool:
        return jokers_stand_alike(old, new, turn.rules)

    same = dict(same_sets(turn.before, turn.after, alike))
    changed = tuple(old for old in range(len(turn.before)) if old not in same)
    there = set(same.values())
    return Difference(changed, tuple(new for new in range(len(turn.after)) if new not in there))


def _from_the_rack(turn: Rearrangement, difference: Difference) -> tuple[int, ...]:
    """The new sets that can have come from the rack alone; the best choice of them."""
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
    if turn.played and worth < rules.opening_points:
        wrong.append(faults.opening_too_low(rules, worth, own))
    sets = tuple(new for new in own if readings(turn.after[new], rules))
    if rules.opening_sets is not None and len(sets) > rules.opening_sets:
        wrong.append(faults.opening_sets(rules, sets))
    if difference.changed:
        touched = tuple(new for new in difference.new if new not in own)
        tiles = in_order(tile for old in difference.changed for tile in turn.before[old])
        wrong.append(faults.opening_touches_table(rules, touched, tiles))
    return tuple(wrong)


def _onto_the_table(turn: Rearrangement, difference: Difference) -> Opening:
    """An opening where a house rule lets it use the table: what counts are the tiles laid."""
    jokers = [_best_stands(row, turn.rules) for row in turn.after if joker_count(row)]
    best = sorted((number for stands in jokers for number in stands), reverse=True)
    numbers = sum(tile.number or 0 for tile in turn.played.elements())
    worth = numbers + sum(best[: turn.played[JOKER]])
    low = bool(turn.played) and worth < turn.rules.opening_points
    wrong = (faults.opening_too_low(turn.rules, worth, difference.new),) if low else ()
    return Opening(worth, wrong, bool(difference.changed))


def _best_stands(row: Row, rules: Rules) -> list[int]:
    best = max(readings(row, rules), key=lambda reading: reading.points, default=None)
    return [tile.number or 0 for tile in best.stands] if best else []


def _with_jokers_taken(turn: Rearrangement, difference: Difference) -> tuple[Rearrangement, Difference]:
    """The turn as it is where a house rule lets a joker be taken before the opening.

    A set whose joker was replaced by its tile from the rack counts as left alone, and its joker as
    one from the rack.
    """
    for old in difference.changed:
        exchange = _exchange(turn, difference, old)
        if exchange is not None:
            tiles, new = exchange
            played = turn.played - Counter(tiles) + Counter([JOKER])
            left = Difference(_less(difference.changed, old), _less(difference.new, new))
            return _with_jokers_taken(replace(turn, played=played), left)
    return turn, difference


def _exchange(turn: Rearrangement, difference: Difference, old: int) -> tuple[tuple[Tile, ...], int] | None:
    """The tiles that took a joker's place in an old set, and the new set that this became."""
    for tiles in exchanges(turn.before[old], turn.rules):
        became = turn.old_sets[old] - Counter([JOKER]) + Counter(tiles)
        for new in difference.new:
            if turn.new_sets[new] == became and Counter(tiles) <= turn.played:
                return tiles, new
    return None


def _less(places: tuple[int, ...], one: int) -> tuple[int, ...]:
    return tuple(place for place in places if place != one)


def _opening_then_more(turn: Rearrangement, difference: Difference, own: tuple[int, ...]) -> Opening:
    """An opening where more may be played once it stands: some sets from the rack came first.

    What a player who has opened could not do, no opening makes legal; so that is asked first.
    """
    broken = violations(turn)
    for laid in () if broken else _openings(turn, own):
        if breaks_nothing(turn.once_laid(_as_they_lie(turn, laid))):
            worth = sum(points(row, turn.rules) for row in laid)
            return Opening(max(worth, _worth(turn, own)), (), False)
    worth = best_opening(turn.played, turn.rules) if difference.changed else _worth(turn, own)
    if broken and worth >= turn.rules.opening_points:
        return Opening(worth, (), True)
    return Opening(worth, _wrong(turn, difference, own, worth), bool(difference.changed))


def _as_they_lie(turn: Rearrangement, laid: tuple[Row, ...]) -> tuple[Row, ...]:
    """Sets of this turn as they lie now: until it is judged, a joker laid in it may go to the other end of its set."""
    lie: dict[Row, list[Row]] = {}
    for row in turn.after:
        lie.setdefault(in_order(row), []).append(row)
    return tuple(lie[in_order(row)].pop() if lie.get(in_order(row)) else row for row in laid)


def _openings(turn: Rearrangement, own: tuple[int, ...]) -> Iterator[tuple[Row, ...]]:
    """Openings that the player may have laid: the sets as they lie there first, then any from the tiles played."""
    sets = tuple(turn.after[new] for new in own if is_set(turn.after[new], turn.rules))
    few = turn.rules.opening_sets is None or len(sets) <= turn.rules.opening_sets
    if few and sum(points(row, turn.rules) for row in sets) >= turn.rules.opening_points:
        yield sets
    yield from islice(openings(turn.played, turn.rules, MOST_STEPS), MOST_OPENINGS)
