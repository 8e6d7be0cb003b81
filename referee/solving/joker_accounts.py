"""What may become of the jokers on the table: a subproblem for each account, as each is kept or freed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from referee.rules import Rules
from referee.sets import JokerRoles, Kind, freeing_tiles, joker_count, joker_roles, readings
from referee.solving.cells import FixedSet, fixed_set, tile_of
from referee.solving.subproblem import Subproblem
from referee.table import Row, Table
from referee.tiles import Tile


def subproblems(rules: Rules, table: Table, rack: Counter[Tile], points_needed: int = 0) -> Iterator[Subproblem]:
    """Every account of the jokers on the table: each goes on standing for its tile, or is freed by it."""
    numbered = Counter(tile for tile in table.tiles() if not tile.is_joker)
    plain = {which: fixed_set(kind, row) for which, row, kind in _without_jokers(rules, table)}
    if rules.jokers_move_freely and not rules.freed_joker_is_bound:
        freed = sum(map(joker_count, table.sets))
        yield Subproblem(numbered, rack, freed_jokers=freed, points_needed=points_needed, old_sets=plain)
        return
    start = Subproblem(numbered, rack, points_needed=points_needed, old_sets=plain)
    with_jokers = [which for which, row in enumerate(table.sets) if joker_count(row)]
    accounts = [_accounts_of(rules, which, table.sets[which]) for which in with_jokers]
    for account in product(*accounts):
        subproblem: Subproblem | None = start
        for of_set in account:
            subproblem = None if subproblem is None else of_set.added_to(subproblem, rules)
        if subproblem is not None:
            yield subproblem


def with_jokers_taken(rules: Rules, table: Table, rack: Counter[Tile]) -> Iterator[tuple[Table, Counter[Tile]]]:
    """Every table and rack once tiles of the rack lie in place of one joker or more."""
    found: dict[Table, Counter[Tile]] = {}
    waiting = [(table, rack)]
    while waiting:
        lies, left = waiting.pop()
        for which, row in enumerate(lies.sets):
            jokers = [place for place, tile in enumerate(row) if tile.is_joker]
            for reading in readings(row, rules) if jokers else ():
                for place, tile in zip(jokers, reading.stands, strict=True):
                    exchanged = (*row[:place], tile, *row[place + 1 :])
                    then = Table((*lies.sets[:which], exchanged, *lies.sets[which + 1 :]))
                    if left[tile] and then not in found:
                        found[then] = left - Counter((tile,))
                        waiting.append((then, found[then]))
    yield from found.items()


@dataclass(frozen=True)
class _SetAccount:
    """What becomes of the jokers of one old set: each is kept (None) or freed, by some tiles or by none."""

    which: int
    understanding: JokerRoles
    freed_by: tuple[tuple[Tile, ...] | None, ...]

    def added_to(self, subproblem: Subproblem, rules: Rules) -> Subproblem | None:
        """The subproblem with this account told too; None: the tiles that free a joker are not there."""
        for tiles in self.freed_by:
            freed = subproblem if tiles is None else _with_joker_freed(subproblem, tiles, rules)
            if freed is None:
                return None
            subproblem = freed
        fates = zip(self.understanding.stands, self.freed_by, strict=True)
        kept = (*subproblem.kept_jokers, *(stands for stands, tiles in fates if tiles is None))
        if () in self.freed_by:
            return replace(subproblem, kept_jokers=kept)
        old = self._old_set()
        if rules.joker_sets == "closed" and None in self.freed_by:
            inside = Counter(tile_of(cell) for cell in old.cells if not cell.joker)
            fixed = (*subproblem.fixed_sets, old)
            return replace(subproblem, table=subproblem.table - inside, fixed_sets=fixed)
        return replace(subproblem, kept_jokers=kept, old_sets={**subproblem.old_sets, self.which: old})

    def _old_set(self) -> FixedSet:
        """The old set as it lies once its freed jokers are replaced."""
        assert self.understanding.kind is not None
        line, kept = list(self.understanding.line), []
        places = zip(self.understanding.jokers, self.understanding.stands, self.freed_by, strict=True)
        for place, stands, tiles in places:
            line[place] = tiles[0] if tiles else min(stands, key=str)
            if not tiles:
                kept.append(place)
        return fixed_set(self.understanding.kind, line, kept)


def _accounts_of(rules: Rules, which: int, row: Row) -> list[_SetAccount]:
    """Every account of one old set's jokers, those first in which they stay."""
    found = []
    for understanding in joker_roles(row, rules):
        if understanding.kind is None:
            continue
        fates = [[None, *freeing_tiles(understanding, stands, rules)] for stands in understanding.stands]
        found += [_SetAccount(which, understanding, freed_by) for freed_by in product(*fates)]
    return sorted(found, key=lambda account: sum(tiles is not None for tiles in account.freed_by))


def _with_joker_freed(subproblem: Subproblem, tiles: tuple[Tile, ...], rules: Rules) -> Subproblem | None:
    """The subproblem once these tiles have freed a joker."""
    freed = replace(
        subproblem,
        freed_jokers=subproblem.freed_jokers + 1,
        jokers_to_place=subproblem.jokers_to_place + rules.freed_joker_is_bound,
    )
    laid = Counter(tiles)
    if laid <= subproblem.rack:
        needed = max(0, subproblem.points_needed - sum(tile.number or 0 for tile in tiles))
        return replace(freed, rack=subproblem.rack - laid, table=subproblem.table + laid, points_needed=needed)
    if rules.freeing_tile_from == "rack-or-table" and laid <= subproblem.table:
        return freed
    return None


def _without_jokers(rules: Rules, table: Table) -> Iterator[tuple[int, Row, Kind]]:
    for which, row in enumerate(table.sets):
        if not joker_count(row):
            for understanding in joker_roles(row, rules):
                if understanding.kind is not None:
                    yield which, understanding.line, understanding.kind
                    break
