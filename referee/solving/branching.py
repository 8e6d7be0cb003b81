"""Where the best tiling of a subproblem breaks a rule: narrower subproblems that cannot break it like that.

Most sets of three that break the rule for an old set break it wherever the other tiles lie (origins.py): once it was
broken for that old set, all of these are forbidden, in every subproblem. Only for the others is there something to
branch on.

A freed joker that lies where it may not is laid in every way that it may. Two tiles of an old set that are left in a
set of three, as no three of theirs stay together: that set does not lie; or it lies for good, and one of the two is a
twin from elsewhere; or three others of the old set stay together. These leave out no legal tiling, and as it is told
from where the tiles of what lies for good are, nothing is asked twice. Of all that is left so only one is branched on:
the narrower subproblems break the others again, unless they are refuted first. So it is the one that was in the way
most often: what makes every tiling dearer is met in all branches, and should be asked but once. So it is asked of all
accounts together that are searched together (subproblem.py).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, product

from referee.judging import FaultCode, Violation
from referee.rules import SMALLEST_SET, Rules
from referee.sets import Kind
from referee.solving.jokers.freed_jokers import with_freed_jokers_laid
from referee.solving.jokers.subproblem import Subproblem, together
from referee.solving.laid import with_set_finished, with_set_laid
from referee.solving.origins import LEFT_OVER, Origin, Origins
from referee.solving.tiling.cells import Cell, Cells, tile_of
from referee.table import Table
from referee.tiles import Tile


@dataclass(frozen=True)
class Branching:
    """The branches of one search; it learns which sets are in the way."""

    rules: Rules
    table: Table
    rack: Counter[Tile]
    _times: Counter[tuple[Cells, int]] = field(default_factory=Counter, init=False)
    """How often a set broke the rule for an old one."""
    _origins: Origins = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_origins", Origins(self.rules, self.table, self.rack))

    def narrowed(self, subproblem: Subproblem) -> Subproblem:
        """The subproblem without sets of three that can only break the rule, for old sets that it was broken for."""
        met = {old for _, old in self._times}
        accounts = subproblem.accounts or (subproblem,)
        forbidden = subproblem.forbidden.union(
            *(frozenset.intersection(*(self._origins.never_lie(one, old) for one in accounts)) for old in met)
        )
        if forbidden == subproblem.forbidden:
            return subproblem
        accounts = tuple(replace(one, forbidden=forbidden) for one in subproblem.accounts)
        return replace(subproblem, forbidden=forbidden, accounts=accounts)

    def branches(
        self, subproblem: Subproblem, sets: tuple[Cells, ...], broken: Sequence[Violation]
    ) -> tuple[Iterator[Subproblem], bool]:
        """Narrower subproblems, and whether every legal tiling of this one is a tiling of one of them.

        `broken`: what its best tiling breaks.
        """
        if subproblem.jokers_to_place:
            return with_freed_jokers_laid(self.rules, subproblem), True
        too_far = [one for one in broken if one.code is FaultCode.REBUILT_TOO_FAR and one.old in subproblem.old_sets]
        left = self._left_over(subproblem, sets, too_far)
        if left:
            self._times.update(left.items())
            narrower = self.narrowed(subproblem)
            if narrower is not subproblem:
                return iter((narrower,)), True
            cells, _ = max(left.items(), key=self._times.__getitem__)
            accounts = subproblem.accounts or (subproblem,)
            found = chain.from_iterable(self._rebuilt_otherwise(one, cells) for one in accounts)
            return together(found) if subproblem.accounts else found, True
        if subproblem.accounts:
            return with_freed_jokers_laid(self.rules, subproblem), True
        return iter(()), False

    def _left_over(
        self, subproblem: Subproblem, sets: tuple[Cells, ...], too_far: Sequence[Violation]
    ) -> dict[Cells, int]:
        """Sets of three that may not lie like that, each with an old set that has two tiles there, as far as is known.

        Where the judge names only sets that lie for good, another one is in the way that may have two of some old set:
        that which may lie in the fewest ways.
        """
        fixed = {one.cells for one in subproblem.fixed_sets}
        threes = [cells for cells in sets if len(cells) == SMALLEST_SET and cells not in fixed]
        named = {sets[one.new]: one.old for one in too_far if one.new is not None and one.new < len(sets)}
        left = {cells: old for cells, old in named.items() if cells in threes}
        if not too_far or left:
            return left
        account = (*subproblem.accounts, subproblem)[0]
        ways = self._origins.ways
        undecided = [
            (sum(1 for _ in ways(account, cells)), cells, old)
            for cells in threes
            for old in self._origins.with_two(account, cells)
        ]
        return {cells: old for _, cells, old in sorted(undecided)[:1]}

    def _rebuilt_otherwise(self, subproblem: Subproblem, cells: Cells) -> Iterator[Subproblem]:
        """Subproblems in which no two tiles of an old set are left in a certain set of three and break the rule."""
        yield replace(subproblem, forbidden=subproblem.forbidden | {cells})
        moved = dict[int, None]()
        for told in self._origins.told(subproblem, cells):
            of_old_sets = Counter(origin for _, origin in told if origin is not None)
            halved = next((one for one, count in of_old_sets.items() if count == LEFT_OVER), None)
            if halved is not None and self._origins.may_be_whole(subproblem, halved):
                moved[halved] = None
                continue
            for laid in with_set_finished(subproblem, cells, told, self._origins.of_rack(subproblem, told)):
                if halved is None or self._origins.may_be_lent(subproblem, halved):
                    yield laid
                else:
                    yield from self._with_three_together(laid, halved)
        for halved in moved:
            yield from self._with_three_together(subproblem, halved)

    def _with_three_together(self, subproblem: Subproblem, old: int) -> Iterator[Subproblem]:
        """The subproblem with three tiles of an old set kept together, whichever; then no more is asked of it."""
        old_set = subproblem.old_sets[old]
        for three in dict.fromkeys(combinations(old_set.cells, SMALLEST_SET)):
            cells = three if old_set.kind is Kind.GROUP else _stretch(three)
            choices = [self._as_it_may_lie(subproblem, old, cell, cell in three) for cell in cells]
            for way in product(*choices):
                told = tuple((cell, origin) for cell, origin, is_told in way if is_told)
                for laid in with_set_laid(subproblem, tuple(one[0] for one in way), told):
                    others = {which: other for which, other in laid.old_sets.items() if which != old}
                    yield replace(laid, old_sets=others)

    def _as_it_may_lie(
        self, subproblem: Subproblem, old: int, cell: Cell, is_own: bool
    ) -> Iterator[tuple[Cell, Origin, bool]]:
        """A cell among three of an old set, with its origin, if that is told: one of these, or what lies between them.

        Where jokers are moved freely, of a run also the tile that took a joker's place. Of a group no such tile is ever
        asked about: two of its tiles in a set of three break nothing there, as the third may be that, whatever its
        colour.
        """
        old_set, joker = subproblem.old_sets[old], cell._replace(joker=True)
        moves = cell.joker and self.rules.jokers_move_freely
        if is_own and not moves:
            yield cell, old, True
            return
        if not is_own or old_set.kind is Kind.RUN:
            there = subproblem.table[tile_of(cell)] + subproblem.rack[tile_of(cell)]
            if there > (not cell.joker and cell in old_set.cells):
                yield cell._replace(joker=False), None, False
        for origin in (None,) if is_own else self._origins.of(subproblem, joker, old_set.kind):
            yield joker, origin, True


def _stretch(three: Cells) -> Cells:
    """Three cells of a run with all that lies between them."""
    own = {cell.number: cell for cell in three}
    numbers = range(three[0].number, three[-1].number + 1)
    return tuple(own.get(number, Cell(three[0].colour, number, False)) for number in numbers)
