"""Which tiles of one number can lie as groups, and how."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from referee.rules import COLOURS, SMALLEST_SET
from referee.solving.cells import Cell, Cells

Grouped = tuple[int, int]
"""How much of a colour lies in groups: numbered tiles, and jokers that stand for one."""


class GroupTransition(NamedTuple):
    """Tiles of one number that lie in groups: by colour, and the groups; the fixed ones first, with what extends them.

    `new`: how many of the groups are no fixed ones.
    """

    tiles: tuple[Grouped, ...]
    groups: tuple[Cells, ...]
    new: int


class GroupRules(NamedTuple):
    """What groups there may be: colours all different or not, jokers in one at most, threes that may not lie."""

    colours_differ: bool
    limit: int | None
    forbidden: frozenset[tuple[Cell, ...]] = frozenset()


NO_GROUPS = (GroupTransition(((0, 0),) * COLOURS, (), 0),)


@lru_cache(maxsize=50_000)
def group_transitions(
    number: int,
    tiles: tuple[int, ...],
    kept: tuple[int, ...],
    jokers: int,
    rules: GroupRules,
    fixed: tuple[Cells, ...] = (),
) -> tuple[GroupTransition, ...]:
    """Every way to lay some of these tiles and of the kept jokers, and so many free jokers, in groups."""
    is_plain = not fixed and not rules.forbidden and not any(kept)
    found = []
    for some in product(*(range(n + 1) for n in tiles)):
        for some_kept in product(*(range(n + 1) for n in kept)):
            counts = tuple(zip(some, some_kept, strict=True))
            if is_plain:
                groups = _plain_groups(number, some, jokers, rules)
            else:
                groups = _Packing(number, rules, fixed).of(_pieces(number, counts, jokers))
            if groups is not None:
                found.append(GroupTransition(counts, groups, len(groups) - len(fixed)))
    return tuple(found)


def _plain_groups(number: int, tiles: tuple[int, ...], jokers: int, rules: GroupRules) -> tuple[Cells, ...] | None:
    """All of some tiles and jokers as groups, as few as can be; None: they cannot be groups."""
    count = _group_count(tiles, jokers, rules)
    if count is None:
        return None
    groups: list[list[Cell]] = [[] for _ in range(count)]
    dealt = [colour for colour in range(COLOURS) for _ in range(tiles[colour])]
    for place, colour in enumerate(dealt):
        groups[place % count].append(Cell(colour, number, False))
    for _ in range(jokers):
        min(groups, key=len).append(Cell(0, number, True))
    return tuple(map(tuple, groups))


def _group_count(tiles: tuple[int, ...], jokers: int, rules: GroupRules) -> int | None:
    """How many groups these are at least, all of them; None: they cannot be groups."""
    total = sum(tiles)
    if not total:
        return None if jokers else 0
    if not rules.colours_differ:
        most = (total + jokers) // SMALLEST_SET
        fewest = -(-jokers // rules.limit) if rules.limit else 1
        return max(1, fewest) if most and max(1, fewest) <= min(most, total) else None
    for groups in range(max(tiles), total + 1):
        if groups * SMALLEST_SET > total + jokers:
            return None
        if total + jokers <= groups * COLOURS and (rules.limit is None or jokers <= rules.limit * groups):
            return groups
    return None


def _pieces(number: int, counts: tuple[Grouped, ...], jokers: int) -> list[tuple[Cell, bool]]:
    """The tiles and jokers of a number, and whether a joker may stand for any colour."""
    numbered = [(Cell(c, number, False), False) for c, (n, _) in enumerate(counts) for _ in range(n)]
    kept = [(Cell(c, number, True), False) for c, (_, n) in enumerate(counts) for _ in range(n)]
    return [*numbered, *kept, *[(Cell(0, number, True), True)] * jokers]


class _Packing:
    """Tiles packed into groups, fixed ones and as few new ones as can be, by backtracking."""

    def __init__(self, number: int, rules: GroupRules, fixed: tuple[Cells, ...]) -> None:
        self._rules = rules
        self._fixed = fixed
        self._number = number

    def of(self, pieces: list[tuple[Cell, bool]]) -> tuple[Cells, ...] | None:
        """All pieces as groups; None: they cannot be."""
        for new in range(len(pieces) // SMALLEST_SET + 1):
            bound = [[(cell, cell.joker) for cell in cells] for cells in self._fixed]
            groups = next(self._packed(pieces, [*bound, *([] for _ in range(new))], 0), None)
            if groups is not None:
                return groups
        return None

    def _packed(
        self, pieces: list[tuple[Cell, bool]], groups: list[list[tuple[Cell, bool]]], from_group: int
    ) -> Iterator[tuple[Cells, ...]]:
        if not pieces:
            if all(map(self._may_lie, groups[len(self._fixed) :])):
                yield tuple(tuple(cell for cell, _ in group) for group in groups)
            return
        piece, rest = pieces[0], pieces[1:]
        for place in range(from_group, len(groups)):
            group = groups[place]
            if self._has_room(group, piece):
                group.append(piece)
                yield from self._packed(rest, groups, place if rest and rest[0] == piece else 0)
                group.pop()
            if place >= len(self._fixed) and not group:
                return

    def _has_room(self, group: list[tuple[Cell, bool]], piece: tuple[Cell, bool]) -> bool:
        cell, is_free = piece
        if cell.joker and self._rules.limit is not None and sum(c.joker for c, _ in group) >= self._rules.limit:
            return False
        if not self._rules.colours_differ:
            return True
        bound = {c.colour for c, free in group if not free}
        return len(group) < COLOURS and (is_free or cell.colour not in bound)

    def _may_lie(self, group: list[tuple[Cell, bool]]) -> bool:
        if len(group) < SMALLEST_SET or all(cell.joker for cell, _ in group):
            return False
        return len(group) > SMALLEST_SET or group_key([cell for cell, _ in group]) not in self._rules.forbidden


def group_key(cells: list[Cell]) -> tuple[Cell, ...]:
    """The same for two groups of the same tiles, whatever their jokers stand for."""
    return tuple(sorted(Cell(0, cell.number, True) if cell.joker else cell for cell in cells))
