"""What may become of the jokers on the table: a subproblem for each account, as each is kept or freed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from referee.rules import Rules
from referee.sets import JokerRoles, freeing_tiles, joker_count, joker_roles, readings
from referee.solving.jokers.freed_jokers import with_joker_places
from referee.solving.jokers.subproblem import Subproblem, together, with_laid
from referee.solving.tiling.cells import FixedSet, fixed_set, tile_of
from referee.solving.tiling.tiling_problem import JOKER_POINTS
from referee.table import Row, Table
from referee.tiles import Tile


def subproblems(
    rules: Rules, table: Table, rack: Counter[Tile], points_needed: int = 0, laid: int = 0
) -> Iterator[Subproblem]:
    """Every account of the jokers on the table: each goes on standing for its tile, or is freed by it.

    `laid`: how many of the sets, the last ones, were laid in this turn: their jokers are worth points. A joker in a row
    that is no set may stand for anything.
    """
    numbered = Counter(tile for tile in table.tiles() if not tile.is_joker)
    with_jokers = [which for which, row in enumerate(table.sets) if joker_count(row) and readings(row, rules)]
    loose = sum(joker_count(row) for row in table.sets if not readings(row, rules))
    plain = {} if rules.rebuilding == "free" else dict(_without_jokers(rules, table))
    start = Subproblem(numbered, rack, points_needed=points_needed, old_sets=plain, freed_jokers=loose)
    if rules.jokers_move_freely and rules.freed_joker_goes_anywhere:
        yield _all_free(rules, start, [(which, table.sets[which]) for which in with_jokers], len(table.sets) - laid)
        return
    start = replace(start, lendable=_lendable(rules, table))
    accounts = [
        [one for one in _accounts_of(rules, which, table.sets[which]) if one.is_possible(start, rules)]
        for which in with_jokers
    ]
    found: dict[object, Subproblem] = {}
    for account in sorted(product(*accounts), key=lambda account: sum(one.freed for one in account)):
        for subproblem in _added(account, start, rules, len(table.sets) - laid):
            found.setdefault(subproblem.key, subproblem)
    yield from (with_joker_places(rules, one) for one in together(_least_bound(rules, list(found.values()))))


def _least_bound(rules: Rules, accounts: list[Subproblem]) -> list[Subproblem]:
    """Accounts without such as forbid all that another does, and more."""
    left: list[Subproblem] = []
    for one in reversed(accounts):
        if not any(_asks_no_more(rules, other, one) for other in left):
            left = [one, *(other for other in left if not _asks_no_more(rules, one, other))]
    return left


def _asks_no_more(rules: Rules, one: Subproblem, other: Subproblem) -> bool:
    """Whether every tiling of another account is one of the first, too.

    A joker that is freed and may go anywhere can stay what it was.
    """
    told, others = ((it.fixed_sets, it.old_sets, it.points_needed, it.worth_key) for it in (one, other))
    if told != others:
        return False
    if one.freed_jokers != other.freed_jokers and rules.freed_joker_goes not in ("new-set", "any-set"):
        return False
    return one.table <= other.table and Counter(one.kept_jokers) <= Counter(other.kept_jokers)


def _all_free(rules: Rules, start: Subproblem, rows: list[tuple[int, Row]], first_laid: int) -> Subproblem:
    """The account where every joker may stand for anything; `first_laid`: the first set laid in this turn."""
    old_sets = dict(start.old_sets)
    for which, row in rows:
        account = _accounts_of(rules, which, row) if rules.rebuilding != "free" else []
        if account:
            old_sets[which] = account[0].old_set()
    freed, counted = (sum(joker_count(row) for which, row in rows if which >= first) for first in (0, first_laid))
    return replace(start, freed_jokers=start.freed_jokers + freed, jokers_counted=counted, old_sets=old_sets)


def _lendable(rules: Rules, table: Table) -> Counter[Tile]:
    """The tiles of old sets that may free a joker."""
    if rules.freeing_tile_from == "rack" or rules.jokers_move_freely:
        return Counter()
    rows = [row for row in table.sets if rules.joker_sets != "closed" or not joker_count(row)]
    return Counter(tile for row in rows for tile in row if not tile.is_joker)


def _added(account: tuple["_SetAccount", ...], start: Subproblem, rules: Rules, first_laid: int) -> list[Subproblem]:
    """The subproblems once the accounts of all sets are told."""
    found = [start]
    for of_set in account:
        of_others = of_set.of_others(start.lendable, rules)
        found = [then for one in found for then in of_set.added_to(one, of_others, rules)]
        if of_set.which >= first_laid:
            found = [of_set.counted(one) for one in found]
    return found


Fate = tuple[frozenset[Tile], tuple[Tile, ...] | None]
"""For which tiles a joker may stand, and which tiles free it; None: it is kept."""


@dataclass(frozen=True)
class _SetAccount:
    """What becomes of the jokers of one old set: each is kept (None) or freed, by some tiles or by none.

    `stands`: for which tiles each may stand, when those before it are accounted for.
    """

    which: int
    roles: JokerRoles
    stands: tuple[frozenset[Tile], ...]
    freed_by: tuple[tuple[Tile, ...] | None, ...]

    @property
    def freed(self) -> int:
        """How many of its jokers are freed."""
        return sum(tiles is not None for tiles in self.freed_by)

    def is_possible(self, start: Subproblem, rules: Rules) -> bool:
        """Whether there are tiles to free its jokers, as far as one of them alone is asked about."""
        of_others = self.of_others(start.lendable, rules)
        asked = (Counter(tiles) for tiles in self.freed_by if tiles)
        return all(tiles <= start.rack or tiles <= of_others for tiles in asked)

    def of_others(self, lendable: Counter[Tile], rules: Rules) -> Counter[Tile]:
        """The tiles of other sets that may free its jokers; of closed sets with jokers none does anyhow."""
        return lendable if rules.joker_sets == "closed" else lendable - Counter(self.roles.line)

    def added_to(self, subproblem: Subproblem, of_others: Counter[Tile], rules: Rules) -> Iterator[Subproblem]:
        """The subproblem with this account told too, whoever gives the tiles that free its jokers.

        `of_others`: the tiles of other sets, those with which these freed their own jokers among them. It is enough to
        count them: where two sets or more borrow, one of them may always have a tile of the other.
        """
        found = [subproblem]
        for tiles in self.freed_by:
            if tiles is not None:
                found = [then for one in found for then in _with_joker_freed(one, tiles, rules)]
        for one in found:
            if subproblem.lendable - one.lendable <= of_others:
                yield self._with_set(one, rules)

    def _with_set(self, subproblem: Subproblem, rules: Rules) -> Subproblem:
        old = self.old_set()
        if rules.joker_sets == "closed" and None in self.freed_by:
            inside = Counter(tile_of(cell) for cell in old.cells if not cell.joker)
            fixed = (*subproblem.fixed_sets, old)
            return replace(subproblem, table=subproblem.table - inside, fixed_sets=fixed)
        fates = zip(self.stands, self.freed_by, strict=True)
        own = tuple(stands for stands, tiles in fates if tiles is None)
        kept = replace(subproblem, kept_jokers=(*subproblem.kept_jokers, *own))
        if rules.rebuilding == "free":
            return kept
        old_sets, kept_in = {**kept.old_sets, self.which: old}, {**kept.kept_in, self.which: own}
        return replace(kept, old_sets=old_sets, kept_in=kept_in)

    def counted(self, subproblem: Subproblem) -> Subproblem:
        """The subproblem where its jokers are worth points: those that are kept are worth what they stand for."""
        kept = (
            min(at_first, key=str) for at_first, by in zip(self.roles.stands, self.freed_by, strict=True) if by is None
        )
        cost = subproblem.cost + sum(JOKER_POINTS - (tile.number or 0) for tile in kept)
        return replace(subproblem, cost=cost, jokers_counted=subproblem.jokers_counted + self.freed)

    def old_set(self) -> FixedSet:
        """The old set as it lies once its freed jokers are replaced."""
        assert self.roles.kind is not None
        line, kept = list(self.roles.line), []
        laid = [tile for tiles in self.freed_by for tile in tiles or ()]
        places = zip(self.roles.jokers, self.roles.stands, self.stands, self.freed_by, strict=True)
        for place, at_first, stands, tiles in places:
            if tiles is not None and laid:
                line[place] = laid.pop(0)
            else:
                line[place] = min(stands or at_first, key=str)
                kept.append(place)
        return fixed_set(self.roles.kind, [*line, *laid], kept)


def _accounts_of(rules: Rules, which: int, row: Row) -> list[_SetAccount]:
    """Every account of one old set's jokers."""
    found = []
    for roles in joker_roles(row, rules):
        if roles.kind is not None:
            for fates in _fates(rules, roles, roles.stands):
                stands, freed_by = zip(*fates, strict=True) if fates else ((), ())
                found.append(_SetAccount(which, roles, stands, freed_by))
    return found


def _fates(rules: Rules, roles: JokerRoles, left: tuple[frozenset[Tile], ...]) -> Iterator[tuple[Fate, ...]]:
    """What may become of the jokers one after another; where they differ, none stands for the tile of another."""
    if not left:
        yield ()
        return
    stands, others = left[0], left[1:]
    freeing = freeing_tiles(roles, stands, rules)
    # Freed by none leaves most open; that a tile took its place all the same is asked in branches.
    fates: list[Fate] = [(stands, tiles) for tiles in (freeing[:1] if rules.jokers_move_freely else freeing)]
    if roles.differ and len(roles.jokers) > 1:
        fates += [(frozenset((tile,)), None) for tile in sorted(stands, key=str)]
    else:
        fates.append((stands, None))
    for fate in fates:
        gone = frozenset(fate[1] if fate[1] is not None else fate[0]) if roles.differ else frozenset()
        for rest in _fates(rules, roles, tuple(one - gone for one in others)):
            yield (fate, *rest)


def _with_joker_freed(subproblem: Subproblem, tiles: tuple[Tile, ...], rules: Rules) -> Iterator[Subproblem]:
    """The subproblem once these tiles, of the rack or of another set, have freed a joker."""
    freed = replace(
        subproblem,
        freed_jokers=subproblem.freed_jokers + 1,
        jokers_to_place=subproblem.jokers_to_place + rules.freed_joker_is_bound,
    )
    laid = Counter(tiles)
    if laid <= subproblem.rack:
        yield with_laid(freed, laid)
    if len(tiles) == 1 and subproblem.lendable[tiles[0]]:
        yield replace(freed, lendable=subproblem.lendable - laid)


def _without_jokers(rules: Rules, table: Table) -> Iterator[tuple[int, FixedSet]]:
    for which, row in enumerate(table.sets):
        if not joker_count(row):
            for roles in joker_roles(row, rules):
                if roles.kind is not None:
                    yield which, fixed_set(roles.kind, roles.line)
                    break
