"""Which tiles of one number can lie as groups, and how."""

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from referee.rules import COLOURS, SMALLEST_SET
from referee.solving.tiling.cells import Cell, Cells
from referee.solving.tiling.packing import GroupRules, Piece, packed

Grouped = tuple[int, int]
"""How much of a colour lies in groups: numbered tiles, and jokers that stand for one."""


class GroupTransition(NamedTuple):
    """Tiles of one number that lie in groups: by colour, and free jokers; `new`: how many groups are no fixed ones.

    `groups`: the groups themselves, where it is not plain how the tiles are dealt to them.
    """

    tiles: tuple[Grouped, ...]
    jokers: int
    new: int
    groups: tuple[Cells, ...] | None = None


NO_GROUPS = (GroupTransition(((0, 0),) * COLOURS, 0, 0),)


@lru_cache(maxsize=2_000)
def group_transitions(
    tiles: tuple[int, ...], kept: tuple[int, ...], jokers: int, rules: GroupRules, fixed: tuple[Cells, ...] = ()
) -> tuple[GroupTransition, ...]:
    """Every way to lay some of these tiles and of the kept jokers, and so many free jokers, in groups.

    The cells of fixed groups, and of those found, are without their number.
    """
    is_plain = not fixed and not rules.forbidden and not any(kept)
    found = []
    for some in product(*(range(n + 1) for n in tiles)):
        for some_kept in product(*(range(n + 1) for n in kept)):
            counts = tuple(zip(some, some_kept, strict=True))
            if is_plain:
                count = _group_count(some, jokers, rules)
                if count is not None:
                    found.append(GroupTransition(counts, jokers, count))
            elif (groups := packed(_pieces(counts, jokers), rules, fixed)) is not None:
                found.append(GroupTransition(counts, jokers, len(groups) - len(fixed), groups))
    return tuple(found)


def _group_count(tiles: tuple[int, ...], jokers: int, rules: GroupRules) -> int | None:
    """How many groups these are at least, all of them; None: they cannot be groups."""
    total = sum(tiles)
    if not total:
        return None if jokers else 0
    if not rules.colours_differ:
        fewest = -(-jokers // rules.limit) if rules.limit else 1
        return max(1, fewest) if max(1, fewest) <= min((total + jokers) // SMALLEST_SET, total) else None
    for groups in range(max(tiles), total + 1):
        if groups * SMALLEST_SET > total + jokers:
            return None
        if total + jokers <= groups * COLOURS and (rules.limit is None or jokers <= rules.limit * groups):
            return groups
    return None


@lru_cache(maxsize=10_000)
def with_companions(
    groups: GroupTransition, from_rack: tuple[int, ...], jokers_of_rack: int, rules: GroupRules
) -> GroupTransition | None:
    """The groups dealt so that the freed jokers among them have their companions; None: they cannot.

    `from_rack`: how many tiles of each colour may be of the rack.
    """
    found = packed(_pieces(groups.tiles, groups.jokers, from_rack, jokers_of_rack), rules, ())
    return None if found is None else groups._replace(groups=found, new=len(found))


def _pieces(
    counts: tuple[Grouped, ...], jokers: int, from_rack: tuple[int, ...] = (0,) * COLOURS, jokers_of_rack: int = 0
) -> list[Piece]:
    """The tiles and jokers of a number; so many are of the rack."""
    numbered = [
        (Cell(c, 0, False), False, which < from_rack[c]) for c, (n, _) in enumerate(counts) for which in range(n)
    ]
    kept = [(Cell(c, 0, True), False, False) for c, (_, n) in enumerate(counts) for _ in range(n)]
    free = [(Cell(0, 0, True), True, which < jokers_of_rack) for which in range(jokers)]
    return [*numbered, *kept, *free]


def groups_of(transition: GroupTransition, number: int) -> tuple[Cells, ...]:
    """The groups themselves, the fixed ones first, with what extends them."""
    groups = transition.groups
    if groups is None:
        groups = _dealt([n for n, _ in transition.tiles], transition.jokers, transition.new)
    return tuple(tuple(cell._replace(number=number) for cell in cells) for cells in groups)


def _dealt(tiles: list[int], jokers: int, count: int) -> tuple[Cells, ...]:
    """Tiles dealt to so many groups one after another, then each joker to the shortest."""
    groups: list[list[Cell]] = [[] for _ in range(count)]
    dealt = [colour for colour in range(COLOURS) for _ in range(tiles[colour])]
    for place, colour in enumerate(dealt):
        groups[place % count].append(Cell(colour, 0, False))
    for _ in range(jokers):
        min(groups, key=len).append(Cell(0, 0, True))
    return tuple(map(tuple, groups))
