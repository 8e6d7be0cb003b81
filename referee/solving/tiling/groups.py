"""The ways to lay tiles of one number as groups."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from referee.rules import COLOURS, SMALLEST_SET
from referee.solving.tiling.cells import Cell, Cells


class GroupRules(NamedTuple):
    """The constraints on the groups of one number.

    `colours_differ`: whether the colours of a group must differ; `joker_limit`: largest number of jokers in a group,
    None for no limit; `fixed`: groups that may only be extended; `forbidden`: groups of three that may not be laid.
    """

    colours_differ: bool
    joker_limit: int | None = None
    fixed: tuple[Cells, ...] = ()
    forbidden: frozenset[Cells] = frozenset()


class Groups(NamedTuple):
    """One way to lay tiles of one number as groups.

    `tiles`: number of tiles in groups by colour; `jokers`: number of free jokers in groups; `groups`: the groups, fixed
    groups first, with number 0 in each cell; `new`: number of groups that are not fixed.
    """

    tiles: tuple[int, ...]
    jokers: int
    groups: tuple[Cells, ...]
    new: int


@lru_cache(maxsize=20_000)
def groups_within(tiles: tuple[int, ...], jokers: int, rules: GroupRules) -> tuple[Groups, ...]:
    """Every way to lay some of the tiles and all of the jokers in groups; `tiles`: number of tiles by colour."""
    found = []
    for some in product(*(range(count + 1) for count in tiles)):
        cells = [Cell(colour, 0, False) for colour, count in enumerate(some) for _ in range(count)]
        groups = _packed([*cells, *[Cell(0, 0, True)] * jokers], rules)
        if groups is not None:
            found.append(Groups(some, jokers, groups, len(groups) - len(rules.fixed)))
    return tuple(found)


def group_key(cells: Cells) -> Cells:
    """A key that is equal for groups of the same colours, whatever their number and what their jokers stand for."""
    return tuple(sorted(Cell(0 if cell.joker else cell.colour, 0, cell.joker) for cell in cells))


def _packed(cells: Sequence[Cell], rules: GroupRules) -> tuple[Cells, ...] | None:
    """All cells laid in groups: the fixed groups, extended, and as few new groups as possible; None if impossible."""
    for new in range(len(cells) // SMALLEST_SET + 1):
        groups = [*map(list, rules.fixed), *([] for _ in range(new))]
        found = next(_ways(cells, groups, rules), None)
        if found is not None:
            return found
    return None


def _ways(cells: Sequence[Cell], groups: list[list[Cell]], rules: GroupRules) -> Iterator[tuple[Cells, ...]]:
    if not cells:
        if all(_may_lie(group, rules) for group in groups[len(rules.fixed) :]):
            yield tuple(map(tuple, groups))
        return
    for group in groups:
        is_empty = not group
        if _has_room(group, cells[0], rules):
            group.append(cells[0])
            yield from _ways(cells[1:], groups, rules)
            group.pop()
        if is_empty:
            return


def _has_room(group: list[Cell], cell: Cell, rules: GroupRules) -> bool:
    if cell.joker and rules.joker_limit is not None and sum(one.joker for one in group) >= rules.joker_limit:
        return False
    if not rules.colours_differ:
        return True
    return len(group) < COLOURS and (cell.joker or all(one.joker or one.colour != cell.colour for one in group))


def _may_lie(group: list[Cell], rules: GroupRules) -> bool:
    if len(group) < SMALLEST_SET or all(cell.joker for cell in group):
        return False
    return len(group) > SMALLEST_SET or group_key(tuple(group)) not in rules.forbidden
