"""Every opening that some tiles make without the table."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, repeat
from typing import NamedTuple

from referee.rules import NUMBERS, SMALLEST_SET, Rules
from referee.sets.interpret import joker_count, points
from referee.sets.sets_within import sets_within
from referee.table import Row
from referee.tiles import JOKER, Tile

_Rows = tuple[Row, ...]


def openings(
    tiles: Counter[Tile], rules: Rules, most_steps: int | None = None, leads_on: Callable[[_Rows], bool] | None = None
) -> Iterator[_Rows]:
    """Every minimal opening: sets from these tiles that reach the points of an opening, none of which can be left out
    or shortened.

    Longer runs and further sets can be laid afterwards, so the minimal openings are enough. Those without jokers come
    first, because they leave most choices open. `most_steps`: number of sets that the search may lay; None: no limit.
    `leads_on`: whether an opening that begins with some sets is of use to the caller; others are skipped.
    """
    found = sorted(sets_within(tiles, rules), key=lambda row: (joker_count(row), -points(row, rules)))
    sets = [_Set(place, row, Counter(row), points(row, rules), JOKER in row) for place, row in enumerate(found)]
    steps = iter(range(most_steps)) if most_steps is not None else repeat(0)
    for laid in _Openings(rules, steps, leads_on).that_begin((), sets, tiles, rules.opening_points):
        yield tuple(one.row for one in laid)


class _Set(NamedTuple):
    """A set that may be laid; `place`: its index among all such sets."""

    place: int
    row: Row
    tiles: Counter[Tile]
    points: int
    has_jokers: bool


_Laid = tuple[_Set, ...]


@dataclass(frozen=True)
class _Openings:
    """The depth-first search for openings.

    A state is the sets laid (those with jokers first) and the sets that may still be laid (`sets`): the remaining tiles
    suffice for each, and none comes before the last set laid of its kind, so that no choice is tried in two orders. A
    step lays one more set. `needed`: points that are missing.
    """

    rules: Rules
    steps: Iterator[int]
    leads_on: Callable[[_Rows], bool] | None
    only_looks: bool = False
    """Whether the search runs without asking `leads_on` about further beginnings."""
    _asked: dict[frozenset[int], _Rows] = field(default_factory=dict)
    """The beginnings about which `leads_on` was asked, by the indices of their sets: once it says no, openings that
    contain the beginning are skipped.
    """

    def that_begin(self, laid: _Laid, sets: list[_Set], tiles: Counter[Tile], needed: int) -> Iterator[_Laid]:
        """Every opening that begins with the sets `laid`."""
        if self._is_refused(_places(laid)):
            return
        if needed > 0 and self._may_lead_on(laid, sets, tiles, needed):
            yield from self._with_one_more(laid, sets, tiles, needed)
        elif needed <= 0 and not any(_is_too_much(one.row, self.rules, one.points + needed) for one in laid):
            yield laid

    def _may_lead_on(self, laid: _Laid, sets: list[_Set], tiles: Counter[Tile], needed: int) -> bool:
        """Whether some opening begins with these sets, and `leads_on` wants it."""
        if len(laid) == self.rules.opening_sets or _at_most(tiles) < needed:
            return False
        if not laid or self.leads_on is None or self.only_looks:
            return True
        begun = list(islice(replace(self, only_looks=True)._with_one_more(laid, sets, tiles, needed), 2))
        if len(begun) < 2:  # `leads_on` is asked about the opening itself
            return bool(begun)
        rows = tuple(one.row for one in laid)
        if len(_places(laid)) == len(laid):
            self._asked[_places(laid)] = rows
        return self.leads_on(rows)

    def _is_refused(self, places: frozenset[int]) -> bool:
        """Whether `leads_on` has refused a beginning that consists of some of these sets."""
        leads_on = self.leads_on
        return leads_on is not None and any(some <= places and not leads_on(rows) for some, rows in self._asked.items())

    def _with_one_more(self, laid: _Laid, sets: list[_Set], tiles: Counter[Tile], needed: int) -> Iterator[_Laid]:
        for one in sets:
            if next(self.steps, None) is None:
                return
            left = tiles - one.tiles
            then = [other for other in sets if _may_follow(one, other) and other.tiles <= left]
            yield from self.that_begin((*laid, one), then, left, needed - one.points)


def _may_follow(one: _Set, other: _Set) -> bool:
    """Whether the set `other` may be laid after `one`; only one order of the same sets is allowed."""
    if one.has_jokers != other.has_jokers:
        return one.has_jokers
    return other.place >= one.place


def _places(laid: _Laid) -> frozenset[int]:
    """The indices of these sets; equal sets count once."""
    return frozenset(one.place for one in laid)


def _is_too_much(row: Row, rules: Rules, needed: int) -> bool:
    """Whether the opening still reaches its points without this set or without a tile at one of its ends; `needed`:
    points that the set has to bring.
    """
    if len(row) == SMALLEST_SET:
        return needed <= 0
    return max(points(row[1:], rules), points(row[:-1], rules)) >= needed


def _at_most(tiles: Counter[Tile]) -> int:
    """An upper bound of the points that sets of these tiles can be worth."""
    return sum((tile.number or NUMBERS) * count for tile, count in tiles.items())
