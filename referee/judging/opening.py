"""The opening: which sets are new, what they are worth, whether the table was left alone."""

from collections import Counter
from dataclasses import dataclass, replace

from referee.judging import faults
from referee.judging.faults import Fault
from referee.judging.history_check import Position, violations
from referee.rules import Rules
from referee.sets import best_opening, joker_count, openings, points, readings, stands_overlap
from referee.table import Row
from referee.tiles import JOKER, Tile


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


def judge_opening(position: Position) -> Opening:
    """The opening that a turn was, by a player who had not opened."""
    difference = _difference(position)
    if position.rules.opening_may_use_table:
        return _onto_the_table(position, difference)
    if position.rules.joker_before_opening:
        position, difference = _with_jokers_taken(position, difference)
    own = _from_the_rack(position, difference)
    worth = _worth(position, own)
    if position.rules.more_play_after_opening and (difference.changed or worth < position.rules.opening_points):
        return _opening_then_more(position, difference, own)
    return Opening(worth, _wrong(position, difference, own, worth), bool(difference.changed))


def _difference(position: Position) -> Difference:
    """What changed; a set whose joker stands for another tile now is changed."""
    new = list(range(len(position.after)))
    changed = []
    for home, row in enumerate(position.before):
        same = (place for place in new if _is_same(position, home, place))
        place = next(same, None)
        if place is None:
            changed.append(home)
        else:
            new.remove(place)
        assert row
    return Difference(tuple(changed), tuple(new))


def _is_same(position: Position, home: int, place: int) -> bool:
    if position.homes[home] != position.places[place]:
        return False
    return stands_overlap(position.before[home], position.after[place], position.rules)


def _from_the_rack(position: Position, difference: Difference) -> tuple[int, ...]:
    """The new sets that can have come from the rack alone; the best choice of them."""
    if not difference.changed:
        return difference.new
    return _best_choice(position, difference.new, position.played)


def _best_choice(position: Position, new: tuple[int, ...], rack: Counter[Tile]) -> tuple[int, ...]:
    if not new:
        return ()
    without = _best_choice(position, new[1:], rack)
    if not position.places[new[0]] <= rack:
        return without
    with_it = (new[0], *_best_choice(position, new[1:], rack - position.places[new[0]]))
    return max(with_it, without, key=lambda own: (_worth(position, own), len(own)))


def _worth(position: Position, own: tuple[int, ...]) -> int:
    return sum(points(position.after[place], position.rules) for place in own)


def _wrong(position: Position, difference: Difference, own: tuple[int, ...], worth: int) -> tuple[Fault, ...]:
    rules = position.rules
    wrong = []
    if position.played and worth < rules.opening_points:
        wrong.append(faults.opening_too_low(rules, worth, own))
    sets = tuple(place for place in own if readings(position.after[place], rules))
    if rules.opening_sets is not None and len(sets) > rules.opening_sets:
        wrong.append(faults.opening_sets(rules, sets))
    if difference.changed:
        touched = tuple(place for place in difference.new if place not in own)
        tiles = faults.in_order(tile for home in difference.changed for tile in position.before[home])
        wrong.append(faults.opening_touches_table(rules, touched, tiles))
    return tuple(wrong)


def _onto_the_table(position: Position, difference: Difference) -> Opening:
    """An opening where a house rule lets it use the table: what counts are the tiles laid."""
    jokers = [_best_stands(row, position.rules) for row in position.after if joker_count(row)]
    best = sorted((number for stands in jokers for number in stands), reverse=True)
    numbers = sum(tile.number or 0 for tile in position.played.elements())
    worth = numbers + sum(best[: position.played[JOKER]])
    low = bool(position.played) and worth < position.rules.opening_points
    wrong = (faults.opening_too_low(position.rules, worth, difference.new),) if low else ()
    return Opening(worth, wrong, bool(difference.changed))


def _best_stands(row: Row, rules: Rules) -> list[int]:
    best = max(readings(row, rules), key=lambda reading: reading.points, default=None)
    return [tile.number or 0 for tile in best.stands] if best else []


def _with_jokers_taken(position: Position, difference: Difference) -> tuple[Position, Difference]:
    """The turn as it is where a house rule lets a joker be taken before the opening.

    A set whose joker was replaced by its tile from the rack counts as left alone, and its joker as
    one from the rack.
    """
    for home in difference.changed:
        row = position.before[home]
        stands = {tile for reading in readings(row, position.rules) for tile in reading.stands}
        for tile in stands & set(position.played):
            became = position.homes[home] - Counter([JOKER]) + Counter([tile])
            place = next((one for one in difference.new if position.places[one] == became), None)
            if place is not None:
                played = position.played - Counter([tile]) + Counter([JOKER])
                left = Difference(_less(difference.changed, home), _less(difference.new, place))
                return _with_jokers_taken(replace(position, played=played), left)
    return position, difference


def _less(places: tuple[int, ...], one: int) -> tuple[int, ...]:
    return tuple(place for place in places if place != one)


def _opening_then_more(position: Position, difference: Difference, own: tuple[int, ...]) -> Opening:
    """An opening where more may be played once it stands: some sets from the rack came first.

    What a player who has opened could not do, no opening makes legal; so that is asked first.
    """
    broken = violations(position)
    for laid in () if broken else openings(position.played, position.rules):
        if not violations(position.once_laid(laid)):
            worth = sum(points(row, position.rules) for row in laid)
            return Opening(max(worth, _worth(position, own)), (), False)
    worth = best_opening(position.played, position.rules) if difference.changed else _worth(position, own)
    if broken and worth >= position.rules.opening_points:
        return Opening(worth, (), True)
    return Opening(worth, _wrong(position, difference, own, worth), bool(difference.changed))
