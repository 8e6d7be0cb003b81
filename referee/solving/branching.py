"""Where the best tiling of a subproblem breaks a rule: narrower subproblems that cannot break it like that.

Most sets of three that break the rule for an old set break it wherever the other tiles lie: once it was broken for that
old set, all of these are forbidden, in every subproblem. Only for the others is there something to branch on.

A freed joker that lies where it may not is laid in every way that it may. Two tiles of an old set that are left in a
set of three, as no three of theirs stay together: that set does not lie; or it lies, and one of the two is a twin from
elsewhere; or three tiles of the old set stay together. These three leave out no legal tiling. Of all that is left so
only one is branched on: the narrower subproblems break the others again, unless they are refuted first. So it is the
one that was in the way most often: what makes every tiling dearer is met in all branches, and should be asked but
once. So it is asked of all accounts together that are searched together (subproblem.py).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations

from referee.judging import FaultCode, Violation
from referee.rules import COLOURS, SMALLEST_SET, Rules
from referee.sets import Kind, tiles_that_may_free
from referee.solving.jokers.freed_jokers import with_freed_jokers_laid
from referee.solving.jokers.subproblem import Subproblem, together, with_fixed_set
from referee.solving.rows.realization import rows_of
from referee.solving.tiling.cells import Cell, Cells, FixedSet, tile_of
from referee.solving.tiling.tiling_problem import JOKER_POINTS, worth_at
from referee.table import Table
from referee.tiles import JOKER, Tile


@dataclass(frozen=True)
class Branching:
    """The branches of one search; it learns which sets are in the way."""

    rules: Rules
    table: Table
    rack: Counter[Tile]
    _times: Counter[tuple[Cells, int]] = field(default_factory=Counter, init=False)
    """How often a set broke the rule for an old one."""
    _never: dict[FixedSet, frozenset[Cells]] = field(default_factory=dict, init=False)
    """By old set the sets of three that break the rule for it wherever the other tiles lie."""

    def narrowed(self, subproblem: Subproblem) -> Subproblem:
        """The subproblem without sets of three that can only break the rule, for old sets that it was broken for."""
        met = {old for _, old in self._times}
        accounts = subproblem.accounts or (subproblem,)
        forbidden = subproblem.forbidden.union(
            *(frozenset.intersection(*(self._never_lie(one.old_sets.get(old)) for one in accounts)) for old in met)
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
        left: dict[Cells, int] = {}
        finished: list[int] = []
        for violation in broken:
            old, place = violation.old, violation.new
            if violation.code is FaultCode.REBUILT_TOO_FAR and old in subproblem.old_sets and place is not None:
                if place >= len(sets):
                    finished.append(old)
                elif sets[place] not in subproblem.forbidden:
                    left.setdefault(sets[place], old)
        if left:
            self._times.update(left.items())
            narrower = self.narrowed(subproblem)
            if narrower is not subproblem:
                return iter((narrower,)), True
            cells, old = max(left.items(), key=self._times.__getitem__)
            accounts = subproblem.accounts or (subproblem,)
            found = chain.from_iterable(self._rebuilt_otherwise(one, cells, old) for one in accounts)
            return together(found) if subproblem.accounts else found, True
        if subproblem.accounts:
            return with_freed_jokers_laid(self.rules, subproblem), True
        return self._with_three_together(subproblem, finished[0]) if finished else iter(()), False

    def _rebuilt_otherwise(self, subproblem: Subproblem, cells: Cells, old: int) -> Iterator[Subproblem]:
        """Subproblems in which no two tiles of an old set are left in a certain set of three and break the rule."""
        apart = replace(subproblem, apart=subproblem.apart | {old})
        yield replace(apart, forbidden=apart.forbidden | {cells})
        yield from self._with_twins(apart, cells, old)
        if old not in subproblem.apart:
            yield from self._with_three_together(subproblem, old)

    def _never_lie(self, old_set: FixedSet | None) -> frozenset[Cells]:
        """The sets of three that break the rule for an old one, wherever the other tiles lie.

        Those with two tiles for certain of one of at most four, all known: no three are left to be together.
        """
        if old_set is None or any(cell.joker for cell in old_set.cells):
            return frozenset()
        if old_set not in self._never:
            own = _numbered(old_set.cells)
            self._never[old_set] = frozenset(
                three
                for three in _threes(old_set)
                if (own & _numbered(three)).total() == self._certain(old_set.cells, three) == SMALLEST_SET - 1
            )
        return self._never[old_set]

    def _with_three_together(self, subproblem: Subproblem, old: int) -> Iterator[Subproblem]:
        """The subproblem with three tiles of an old set kept together, whichever.

        Where jokers are moved freely, a tile may have taken the place of one all the same.
        """
        old_set = subproblem.old_sets[old]
        cells = old_set.cells
        if old_set.kind is Kind.RUN:
            threes = [cells[place : place + SMALLEST_SET] for place in range(len(cells) - SMALLEST_SET + 1)]
        else:
            threes = list(dict.fromkeys(combinations(cells, SMALLEST_SET)))
        others = {which: other for which, other in subproblem.old_sets.items() if which != old}
        for three in threes:
            either = [tuple(self._as_it_may_lie(old_set.kind, cell)) for cell in three]
            yield from _laid(replace(subproblem, old_sets=others), old_set.kind, either)

    def _as_it_may_lie(self, kind: Kind, cell: Cell) -> Iterator[Cell]:
        """A cell of an old set; of a run also the tile in a joker's place.

        Of a group no such tile is ever asked about: two of its tiles in a set of three break nothing there, as the
        third may be what took the joker's place, whatever its colour.
        """
        if cell.joker and kind is Kind.RUN and self.rules.jokers_move_freely:
            yield cell._replace(joker=False)
        yield cell

    def _certain(self, old_cells: Cells, left: Cells) -> int:
        """How many tiles of a set are an old one's for certain: every copy lies there.

        None where a tile of the old one may have freed a joker elsewhere: it may be no set of three since.
        """
        own, here = _numbered(old_cells), _numbered(left)
        if not self._may_be_lent.isdisjoint(own):
            return 0
        return sum(min(count, own[tile]) for tile, count in here.items() if self._copies[tile] <= count)

    def _with_twins(self, subproblem: Subproblem, left: Cells, old: int) -> Iterator[Subproblem]:
        """The subproblem with a set of three laid, in every way in which two of it may not be the old set's."""
        old_cells = subproblem.old_sets[old].cells
        certain = self._certain(old_cells, left)
        for laid in _laid(subproblem, Kind.RUN, [(cell,) for cell in left]):
            kept = Counter(subproblem.kept_jokers) - Counter(laid.kept_jokers)
            if certain + sum(_is_its_own(subproblem, joker, old_cells) for joker in kept) < SMALLEST_SET - 1:
                finished = (*subproblem.finished, *rows_of([left]))
                yield replace(laid, fixed_sets=subproblem.fixed_sets, finished=finished)

    @cached_property
    def _copies(self) -> Counter[Tile]:
        """How many copies of each tile there are, on the table and the rack."""
        return Counter(self.table.tiles()) + self.rack

    @cached_property
    def _may_be_lent(self) -> frozenset[Tile]:
        return tiles_that_may_free(self.rules, self.table.sets)


def _is_its_own(subproblem: Subproblem, joker: frozenset[Tile], old_cells: Cells) -> bool:
    """Whether a kept joker can only be that of an old set: no other one may stand for its tile."""
    tiles = {tile_of(cell) for cell in old_cells if cell.joker}
    return not tiles.isdisjoint(joker) and sum(not joker.isdisjoint(one) for one in subproblem.kept_jokers) == 1


def _threes(old_set: FixedSet) -> Iterator[Cells]:
    """Every set of three that may have just two tiles of an old one of at most four."""
    if not SMALLEST_SET <= len(old_set.cells) <= SMALLEST_SET + 1:
        return
    first, last = old_set.cells[0], old_set.cells[-1]
    if old_set.kind is Kind.GROUP:
        others = [Cell(0, first.number, True), *(Cell(colour, first.number, False) for colour in range(COLOURS))]
        for two in combinations(old_set.cells, SMALLEST_SET - 1):
            yield from (tuple(sorted((*two, other))) for other in others)
        return
    for number in range(max(1, first.number - 1), last.number):
        run = [Cell(first.colour, number + place, False) for place in range(SMALLEST_SET)]
        yield tuple(run)
        for place in range(SMALLEST_SET):
            yield (*run[:place], run[place]._replace(joker=True), *run[place + 1 :])


def _numbered(cells: Cells) -> Counter[Tile]:
    return Counter(tile_of(cell) for cell in cells if not cell.joker)


def _laid(subproblem: Subproblem, kind: Kind, choices: Sequence[tuple[Cell, ...]]) -> Iterator[Subproblem]:
    """The subproblem with a fixed set, each of its cells one of some, its jokers whichever there are."""
    for rest, cells in _with_cells(subproblem, choices):
        narrower = with_fixed_set(rest, FixedSet(kind, cells))
        if narrower is not None:
            yield narrower


def _with_cells(subproblem: Subproblem, choices: Sequence[tuple[Cell, ...]]) -> Iterator[tuple[Subproblem, Cells]]:
    if not choices:
        yield subproblem, ()
        return
    for cell in choices[0]:
        for rest in _without_joker(subproblem, cell) if cell.joker else (subproblem,):
            for last, cells in _with_cells(rest, choices[1:]):
                yield last, (cell, *cells)


def _without_joker(subproblem: Subproblem, cell: Cell) -> Iterator[Subproblem]:
    """The subproblem less a joker that may lie in a cell: a kept one, a freed one, one of the rack."""
    kept = subproblem.kept_jokers
    for place, stands in enumerate(kept):
        if tile_of(cell) in stands and stands not in kept[:place]:
            yield replace(subproblem, kept_jokers=(*kept[:place], *kept[place + 1 :]))
    if subproblem.freed_jokers:
        yield replace(subproblem, freed_jokers=subproblem.freed_jokers - 1)
    if subproblem.rack[JOKER]:
        cost = subproblem.cost + JOKER_POINTS - worth_at(cell.number)
        yield replace(subproblem, rack=subproblem.rack - Counter({JOKER: 1}), cost=cost)
