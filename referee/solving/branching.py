"""Branches a subproblem whose best tiling breaks a rule into narrower subproblems that do not break it in that way.

A freed joker in a forbidden place is laid in every allowed way, one branch for each. If two tiles of an old set are
left in a set of three, the sets of three that may hold them are forbidden: together, those that break the rule wherever
other tiles lie; the others in one branch each.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product

from referee.judging import FaultCode, Violation
from referee.rules import COLOURS, SMALLEST_SET, Rules
from referee.sets import Kind
from referee.solving.jokers.freed_jokers import with_freed_jokers_laid
from referee.solving.jokers.subproblem import Subproblem
from referee.solving.rows.realization import may_lie
from referee.solving.tiling.cells import Cell, Cells, FixedSet, tile_of
from referee.table import Table
from referee.tiles import Tile

LEFT_OVER = SMALLEST_SET - 1
"""Number of tiles of an old set in a set of three that breaks the rule on rebuilding."""


@dataclass(frozen=True)
class Branching:
    """Makes the branches of one search, and remembers for which old sets the rule on rebuilding was broken."""

    rules: Rules
    table: Table
    rack: Counter[Tile]
    _met: set[int] = field(default_factory=set, init=False)

    def narrowed(self, subproblem: Subproblem) -> Subproblem:
        """The subproblem without sets of three that always break the rule, for old sets it was broken for before."""
        never = (three for old in self._met if old in subproblem.old_sets for three in self._never(subproblem, old))
        return replace(subproblem, forbidden=subproblem.forbidden.union(never)) if self._met else subproblem

    def branches(
        self, subproblem: Subproblem, sets: tuple[Cells, ...], broken: Sequence[Violation]
    ) -> tuple[Iterable[Subproblem], bool]:
        """Narrower subproblems, and whether they cover every legal tiling of this subproblem.

        `sets`: the sets of its best tiling; `broken`: the violations of that tiling.
        """
        if not subproblem.is_exact and not all(may_lie(self.rules, cells) for cells in sets):
            return (replace(subproblem, is_exact=True),), True
        if subproblem.jokers_to_place:
            return with_freed_jokers_laid(self.rules, subproblem), True
        too_far = [one.old for one in broken if one.code is FaultCode.REBUILT_TOO_FAR and one.old is not None]
        olds = [old for old in too_far if old in subproblem.old_sets]
        if not olds:
            return (), False
        self._met.update(olds)
        if self.narrowed(subproblem).forbidden.intersection(map(_key, sets)):
            return (subproblem,), True
        fixed = {one.cells for one in subproblem.fixed_sets}
        threes = [cells for cells in sets if len(cells) == SMALLEST_SET and cells not in fixed]
        halving = [
            [_key(cells) for cells in threes if _may_halve(subproblem, old, cells)] for old in dict.fromkeys(olds)
        ]
        surely = {some[0] for some in halving if len(some) == 1}
        ways = [surely] if surely else [{cells} for cells in min(halving, key=len)]
        return [replace(subproblem, forbidden=subproblem.forbidden | way) for way in ways], False

    def _never(self, subproblem: Subproblem, old: int) -> Iterator[Cells]:
        """The sets of three with exactly two tiles of an old set, if there is no other copy of these two tiles."""
        own = {tile_of(cell) for cell in subproblem.old_sets[old].cells}
        cells = subproblem.old_sets[old].cells
        is_short = len(cells) < LEFT_OVER + SMALLEST_SET and not any(cell.joker for cell in cells)
        if not is_short or self.rules.freeing_tile_from != "rack":
            return  # a tile may have freed a joker, which leaves its old set with fewer than three tiles
        kept, there = frozenset[Tile]().union(*subproblem.kept_jokers), Counter(self.table.tiles()) + self.rack
        for three in _threes_near(subproblem.old_sets[old]):
            tiles = [tile_of(cell) for cell in three if not cell.joker and tile_of(cell) in own]
            alone = [tile for tile in tiles if there[tile] == 1 and tile not in kept]
            if len(tiles) == len(alone) == LEFT_OVER:
                yield three


def _key(cells: Cells) -> Cells:
    """A key of a set that is equal for two groups of the same tiles."""
    if cells[0].number != cells[-1].number:
        return cells
    return tuple(sorted(cell._replace(colour=0) if cell.joker else cell for cell in cells))


def _may_halve(subproblem: Subproblem, old: int, cells: Cells) -> bool:
    """Whether two tiles of the set `cells` may come from the old set `old`; any joker may be one of them."""
    own = Counter(tile_of(cell) for cell in subproblem.old_sets[old].cells if not cell.joker)
    kept = frozenset[Tile]().union(*subproblem.kept_jokers)
    jokers = [cell for cell in cells if cell.joker or tile_of(cell) in kept]
    common = own & Counter(tile_of(cell) for cell in cells if cell not in jokers)
    return common.total() + len(jokers) >= LEFT_OVER


def _threes_near(old_set: FixedSet) -> Iterator[Cells]:
    """Every set of three that may have exactly two tiles of an old set."""
    first, last = old_set.cells[0], old_set.cells[-1]
    if old_set.kind is Kind.GROUP:
        others = [Cell(0, first.number, True), *(Cell(colour, first.number, False) for colour in range(COLOURS))]
        yield from {_key((*two, other)) for two in combinations(old_set.cells, LEFT_OVER) for other in others}
        return
    for number in range(max(1, first.number - 1), last.number):
        for jokers in product((False, True), repeat=SMALLEST_SET):
            if not all(jokers):
                yield tuple(Cell(first.colour, number + n, joker) for n, joker in enumerate(jokers))
