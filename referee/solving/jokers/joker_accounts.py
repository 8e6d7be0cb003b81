"""The accounts of the jokers on the table: one subproblem for each combination of kept and freed jokers."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from referee.rules import Rules
from referee.sets import JokerRoles, freeing_tiles, joker_count, joker_roles, readings
from referee.solving.jokers.subproblem import Subproblem, with_laid
from referee.solving.tiling.cells import FixedSet, fixed_set, tile_of
from referee.table import Row, Table
from referee.tiles import JOKER, Tile


def subproblems(rules: Rules, table: Table, rack: Counter[Tile], points_needed: int = 0) -> list[Subproblem]:
    """A subproblem for every account of the jokers on the table, those that free fewest jokers first.

    `points_needed`: the points that the play has to be worth. A joker in a row that is no set may stand for any tile.
    """
    numbered = Counter(tile for tile in table.tiles() if not tile.is_joker)
    with_jokers = [which for which, row in enumerate(table.sets) if joker_count(row) and readings(row, rules)]
    loose = sum(joker_count(row) for row in table.sets if not readings(row, rules))
    plain = {} if rules.rebuilding == "free" else dict(_without_jokers(rules, table))
    start = Subproblem(numbered, rack, points_needed=points_needed, old_sets=plain, freed_jokers=loose)
    if rules.jokers_move_freely and rules.freed_joker_goes_anywhere:
        return [replace(start, freed_jokers=table.multiset()[JOKER])]
    start = replace(start, lendable=_lendable(rules, table))
    accounts = [_accounts_of(rules, which, table.sets[which]) for which in with_jokers]
    found: dict[object, Subproblem] = {}
    for account in sorted(
        product(*accounts), key=lambda one: sum(by is not None for of_set in one for by in of_set.freed_by)
    ):
        for subproblem in _added(account, start, rules):
            found.setdefault(subproblem.key, subproblem)
    return list(found.values())


def _lendable(rules: Rules, table: Table) -> Counter[Tile]:
    """The tiles of old sets that the rules allow to free a joker."""
    if rules.freeing_tile_from == "rack" or rules.jokers_move_freely:
        return Counter()
    rows = [row for row in table.sets if rules.joker_sets != "closed" or not joker_count(row)]
    return Counter(tile for row in rows for tile in row if not tile.is_joker)


def _added(account: tuple["_SetAccount", ...], start: Subproblem, rules: Rules) -> list[Subproblem]:
    """The subproblems that follow from `start` when the account of every set is added."""
    found = [start]
    for of_set in account:
        of_others = of_set.of_others(start.lendable, rules)
        found = [then for one in found for then in of_set.added_to(one, of_others, rules)]
    return found


Fate = tuple[frozenset[Tile], tuple[Tile, ...] | None]
"""The tiles that a joker may stand for, and the tiles that free it (None: it is kept)."""


@dataclass(frozen=True)
class _SetAccount:
    """The fates of the jokers of one old set.

    `which`: index of the set; `freed_by`: for each joker the tiles that free it, possibly none, or None if it is kept;
    `stands`: for each joker the tiles it may stand for, given the jokers before it.
    """

    which: int
    roles: JokerRoles
    stands: tuple[frozenset[Tile], ...]
    freed_by: tuple[tuple[Tile, ...] | None, ...]

    def of_others(self, lendable: Counter[Tile], rules: Rules) -> Counter[Tile]:
        """The tiles of other sets that may free this set's jokers; closed sets with jokers never give a tile."""
        return lendable if rules.joker_sets == "closed" else lendable - Counter(self.roles.line)

    def added_to(self, subproblem: Subproblem, of_others: Counter[Tile], rules: Rules) -> Iterator[Subproblem]:
        """The subproblems that add this account, for every choice of rack or table as source of the freeing tiles.

        `of_others`: the tiles of other sets that may free a joker of this set, including those that freed the other
        sets' own jokers. Counting them is enough: if two or more sets borrow a tile, one of them can always take it
        from the other.
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
        return replace(kept, old_sets={**kept.old_sets, self.which: old})

    def old_set(self) -> FixedSet:
        """The old set after its freed jokers are replaced."""
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
    """Every account of the jokers of the set `row`; `which`: its index."""
    found = []
    for roles in joker_roles(row, rules):
        if roles.kind is not None:
            for fates in _fates(rules, roles, roles.stands):
                stands, freed_by = zip(*fates, strict=True) if fates else ((), ())
                found.append(_SetAccount(which, roles, stands, freed_by))
    return found


def _fates(rules: Rules, roles: JokerRoles, left: tuple[frozenset[Tile], ...]) -> Iterator[tuple[Fate, ...]]:
    """Every choice of fates for the jokers of a set; if `roles.differ`, no two stand for the same tile.

    `left`: for each joker not decided yet, the tiles it may stand for.
    """
    if not left:
        yield ()
        return
    stands, others = left[0], left[1:]
    freeing = freeing_tiles(roles, stands, rules)
    # A joker freed by no tile is the most general fate; branching considers that a tile took its place.
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
    """The subproblems after `tiles` freed a joker: one if they come from the rack, one if from another set."""
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
