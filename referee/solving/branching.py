"""Where the best tiling of a subproblem breaks a rule: narrower subproblems that cannot break it like that.

A freed joker that lies where it may not is laid in every way that it may.
Where two tiles of an old set are left in a set of three, a conflict is sought: a few sets of three that cannot lie
together, of whichever old sets their tiles are (conflicts.py). So the first of them does not lie; or it lies for good
and the second does not; and so on. If all of them lie, three others of an old set that they halve are together.
Most sets of three that break the rule by themselves, or beside those that lie for good, are forbidden at once for an
old set that was met.
These leave out no legal tiling, and nothing is asked twice. A conflict is one for all accounts together that are
searched together (subproblem.py); those for which it is none are searched apart from the others.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, compress, product
from operator import attrgetter, not_

from referee.judging import FaultCode, Violation
from referee.rules import SMALLEST_SET, Rules
from referee.sets import Kind
from referee.solving.conflicts import Conflicts, Left, Part
from referee.solving.jokers.freed_jokers import with_freed_jokers_laid
from referee.solving.jokers.subproblem import NOT_TOLD, Subproblem, Three, as_one, kept_ones, together, with_laid
from referee.solving.laid import kept_in, with_set_finished, with_set_laid
from referee.solving.origins import LEFT_OVER, Origins, three_of
from referee.solving.tiling.cells import Cell, Cells, tile_of
from referee.solving.tiling.tiling_problem import TILE_COST
from referee.table import Table
from referee.tiles import Tile

Accounts = tuple[Subproblem, ...]


@dataclass(frozen=True)
class Branching:
    """The branches of one search; it learns for which old sets the rule is broken."""

    rules: Rules
    table: Table
    rack: Counter[Tile]
    _met: set[int] = field(default_factory=set, init=False)
    _origins: Origins = field(init=False)
    _conflicts: Conflicts = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_origins", Origins(self.rules, self.table, self.rack))
        object.__setattr__(self, "_conflicts", Conflicts(self._origins))

    def narrowed(self, subproblem: Subproblem) -> Subproblem:
        """The subproblem without sets of three that can only break the rule, for old sets that it was broken for."""
        accounts = subproblem.accounts or (subproblem,)
        never = ([self._conflicts.never_lie(one, old) for one in accounts] for old in self._met)
        return _forbidding(subproblem, chain.from_iterable(frozenset.intersection(*set(of_old)) for of_old in never))

    def branches(
        self, subproblem: Subproblem, sets: tuple[Cells, ...], broken: Sequence[Violation]
    ) -> tuple[Iterator[Subproblem], bool]:
        """Narrower subproblems, and whether every legal tiling of this one is a tiling of one of them.

        `broken`: what its best tiling breaks; nothing: it is legal, and worth less than it costs.
        """
        subproblem = _begun(subproblem)
        found: Iterator[Subproblem] | None = None
        if subproblem.jokers_to_place:
            found = with_freed_jokers_laid(self.rules, subproblem)
        elif self.rules.rebuilding != "free":
            self._met.update(one.old for one in broken if one.code is FaultCode.REBUILT_TOO_FAR)
            found = self._rebuilt_otherwise(self.narrowed(subproblem), sets, broken)
        if found is None and subproblem.accounts:
            found = self._told_apart(subproblem)
        return found or iter(()), found is not None

    def _told_apart(self, subproblem: Subproblem) -> Iterator[Subproblem]:
        """The accounts that it stands for, together those that keep the same jokers; one by one, if all do."""
        same = list(together(subproblem.accounts, attrgetter("jokers_key")))
        return iter(same) if len(same) > 1 else with_freed_jokers_laid(self.rules, subproblem)

    def _rebuilt_otherwise(
        self, subproblem: Subproblem, sets: tuple[Cells, ...], broken: Sequence[Violation]
    ) -> Iterator[Subproblem] | None:
        """Subproblems without a conflict of the best tiling; None: it has none that is known."""
        accounts, lying = subproblem.accounts or (subproblem,), _lying(subproblem, sets)
        if any(three.cells in subproblem.forbidden for three in lying):
            return iter((subproblem,))
        known: list[Part] = [*accounts[0].left.items(), *accounts[0].finished]
        if all(self._conflicts.in_conflict(accounts, known, halving=False)):
            return self._apart(accounts, known)
        threes = [*lying, *accounts[0].finished]
        parts: list[Part] = [*self._left(subproblem, sets, threes), *threes]
        for halving in (True, False):
            are_bound = self._conflicts.in_conflict(accounts, parts, halving)
            if any(are_bound):
                bound, free = tuple(compress(accounts, are_bound)), tuple(compress(accounts, map(not_, are_bound)))
                apart = self._apart(bound, self._conflicts.smallest(bound, parts, halving))
                return chain((as_one(free),), apart) if free else apart
        undecided = None if subproblem.accounts else self._undecided(subproblem, lying, broken)
        return self._decided(subproblem, undecided) if undecided else None

    def _undecided(self, subproblem: Subproblem, lying: Sequence[Three], broken: Sequence[Violation]) -> Three | None:
        """A set of three that may be what breaks the rule; or, if nothing is broken, what is worth too little."""
        if not broken:
            return next((three for three in lying if any(cell.joker for cell in three.cells)), None)
        named = [one.old for one in broken if one.code is FaultCode.REBUILT_TOO_FAR]
        olds = dict.fromkeys((*named, *(subproblem.old_sets if named else ()))).keys() - subproblem.settled
        of_olds = ((old, three) for old in sorted(olds, key=lambda old: old not in named) for three in lying)
        may_halve = (
            three for old, three in of_olds if self._origins.most_of(subproblem.account, three.cells, old) >= LEFT_OVER
        )
        return next(may_halve, None)

    def _left(self, subproblem: Subproblem, sets: tuple[Cells, ...], threes: Sequence[Three]) -> Iterator[Left]:
        """The tiles that a tiling leaves on the rack, of those of which a twin lies in a set of three."""
        cells = chain(*sets, *(three.cells for three in subproblem.finished))
        left = Counter(self.table.tiles()) + self.rack - Counter(tile_of(cell) for cell in cells if not cell.joker)
        lie = {tile_of(cell) for three in threes for cell in three.cells if not cell.joker}
        return ((tile, count) for tile, count in left.items() if tile in lie)

    def _apart(self, accounts: Accounts, conflict: Sequence[Part]) -> Iterator[Subproblem]:
        """The accounts without a conflict; or with all of it, and three tiles together of what it halves."""
        for part in _open(accounts[0], conflict):
            yield from together(then for one in accounts for then in _without(one, part))
            accounts = tuple(then for one in accounts for then in _with(one, part))
        halved = ((one, old) for one in accounts for old in self._conflicts.halved(one, conflict))
        yield from together(then for one, old in halved for then in self._with_three_together(one, old))

    def _decided(self, subproblem: Subproblem, three: Three) -> Iterator[Subproblem]:
        """The subproblem without a set of three, and with it, its jokers whichever there are."""
        yield from _without(subproblem, three._replace(kept=NOT_TOLD))
        yield from _with(subproblem, three._replace(kept=NOT_TOLD))

    def _with_three_together(self, subproblem: Subproblem, old: int) -> Iterator[Subproblem]:
        """The subproblem with three tiles of an old set kept together, whichever; then no more is asked of it."""
        old_set, settled = subproblem.old_sets[old], subproblem.settled | {old}
        rest = replace(subproblem, settled=settled, begun=replace(subproblem.account, settled=settled))
        for place, lies in enumerate(rest.finished):
            if self._origins.may_be_whole(rest.account, lies, old):
                whole = lies._replace(whole=old)
                yield replace(rest, finished=(*rest.finished[:place], whole, *rest.finished[place + 1 :]))
        if any(self._origins.most_of(rest.account, fixed.cells, old) >= SMALLEST_SET for fixed in rest.fixed_sets):
            yield rest
        for three in dict.fromkeys(combinations(old_set.cells, SMALLEST_SET)):
            spent = {**rest.account.spent, old: tuple(tile_of(cell) for cell in three if not cell.joker)}
            told = replace(rest, begun=replace(rest.account, spent=spent))
            cells = three if old_set.kind is Kind.GROUP else _stretch(three)
            choices = [self._as_it_may_lie(subproblem, old, cell, cell in three) for cell in cells]
            for way in product(*choices):
                yield from with_set_laid(told, way)

    def _as_it_may_lie(self, subproblem: Subproblem, old: int, cell: Cell, is_own: bool) -> Iterator[Cell]:
        """A cell among three of an old set, or what lies between them.

        Where jokers are moved freely, of a run also the tile that took a joker's place. Of a group no such tile is ever
        asked about: it is long only where colours may repeat, and there two of its tiles in a set of three break
        nothing, as the third may be that, whatever its colour.
        """
        old_set, joker = subproblem.old_sets[old], cell._replace(joker=True)
        if is_own and not (cell.joker and self.rules.jokers_move_freely):
            yield cell
            return
        if not is_own or old_set.kind is Kind.RUN:
            there = subproblem.table[tile_of(cell)] + subproblem.rack[tile_of(cell)]
            if there > (not cell.joker and cell in old_set.cells):
                yield cell._replace(joker=False)
        yield joker


def _begun(subproblem: Subproblem) -> Subproblem:
    """The subproblem, and the accounts it stands for, as what others are branched from."""
    accounts = tuple(replace(one, begun=one.account) for one in subproblem.accounts)
    return replace(subproblem, begun=None if accounts else subproblem.account, accounts=accounts)


def _lying(subproblem: Subproblem, sets: tuple[Cells, ...]) -> list[Three]:
    """The sets of three of a tiling that may not be extended.

    Which of their jokers are kept ones is told where all accounts that it is a tiling of keep the same.
    """
    fixed = {one.cells for one in subproblem.fixed_sets}
    keep_the_same = all(one.jokers_key == subproblem.jokers_key for one in subproblem.accounts)
    kept = kept_in(subproblem.kept_jokers, sets) if keep_the_same else []
    found = []
    for place, cells in enumerate(sets):
        if len(cells) == SMALLEST_SET and cells not in fixed:
            is_told = keep_the_same and any(cell.joker for cell in cells)
            found.append(three_of(cells, kept_ones(one for at, one in kept if at == place) if is_told else NOT_TOLD))
    return found


def _open(account: Subproblem, conflict: Sequence[Part]) -> Iterator[Part]:
    """The parts of a conflict of which it is not known yet that they are so."""
    known = [*account.finished]
    for part in conflict:
        if isinstance(part, Three):
            same = next((one for one in known if one.cells == part.cells and part.kept in (NOT_TOLD, one.kept)), None)
            if same is None:
                yield part
            else:
                known.remove(same)
        elif account.left[part[0]] < part[1]:
            yield part


def _without(account: Subproblem, part: Part) -> Iterator[Subproblem]:
    """The account where a part of a conflict is not so."""
    if isinstance(part, Three):
        yield _forbidding(account, {part.cells})
        if part.kept != NOT_TOLD:
            yield from (one for one in with_set_finished(account, part.cells) if one.finished[-1].kept != part.kept)
        return
    tile, left = part
    yield with_laid(account, Counter({tile: max(0, account.rack[tile] + account.left[tile] - left + 1)}))


def _with(account: Subproblem, part: Part) -> Iterator[Subproblem]:
    """The account where a part of a conflict is so."""
    if isinstance(part, Three):
        laid = with_set_finished(account, part.cells)
        yield from (one for one in laid if part.kept in (NOT_TOLD, one.finished[-1].kept))
        return
    tile, left = part
    more = Counter({tile: left - account.left[tile]})
    if more <= account.rack:
        cost = account.cost + more.total() * (TILE_COST + (tile.number or 0))
        yield replace(account, rack=account.rack - more, left=account.left + more, cost=cost)


def _forbidding(subproblem: Subproblem, threes: Iterable[Cells]) -> Subproblem:
    """The subproblem, and the accounts it stands for, without some sets of three."""
    forbidden = subproblem.forbidden.union(threes)
    if forbidden == subproblem.forbidden:
        return subproblem
    accounts = tuple(replace(one, forbidden=forbidden) for one in subproblem.accounts)
    return replace(subproblem, forbidden=forbidden, accounts=accounts)


def _stretch(three: Cells) -> Cells:
    """Three cells of a run with all that lies between them."""
    own = {cell.number: cell for cell in three}
    numbers = range(three[0].number, three[-1].number + 1)
    return tuple(own.get(number, Cell(three[0].colour, number, False)) for number in numbers)
