"""Tiles of one number packed into groups, by backtracking.

Where some are fixed, some forbidden, or jokers kept; or where a freed joker needs companions in its own group.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.rules import COLOURS, SMALLEST_SET
from referee.solving.tiling.cells import Cell, Cells
from referee.solving.tiling.partial_runs import ENOUGH, Beside

Piece = tuple[Cell, bool, bool]
"""A tile or joker, whether it may stand for any colour, and whether it is of the rack."""


class GroupRules(NamedTuple):
    """What groups there may be: colours all different or not, jokers in one at most, threes that may not lie.

    `beside`: among which tiles of the rack a joker has to lie that is not of it.
    """

    colours_differ: bool
    limit: int | None
    forbidden: frozenset[Cells] = frozenset()
    beside: Beside = Beside.ANY


def packed(pieces: Sequence[Piece], rules: GroupRules, fixed: tuple[Cells, ...]) -> tuple[Cells, ...] | None:
    """All pieces as groups, the fixed ones extended and as few new ones as can be; None: they cannot be."""
    for new in range(len(pieces) // SMALLEST_SET + 1):
        groups = [[(cell, cell.joker, False) for cell in cells] for cells in fixed]
        found = next(_Packing(rules, len(fixed)).ways(pieces, [*groups, *([] for _ in range(new))], 0), None)
        if found is not None:
            return found
    return None


def group_key(cells: Cells) -> Cells:
    """The same for two groups of the same tiles, whatever their number and what their jokers stand for."""
    return tuple(sorted(Cell(0 if cell.joker else cell.colour, 0, cell.joker) for cell in cells))


class _Packing:
    def __init__(self, rules: GroupRules, fixed: int) -> None:
        self._rules = rules
        self._fixed = fixed

    def ways(self, pieces: Sequence[Piece], groups: list[list[Piece]], first: int) -> Iterator[tuple[Cells, ...]]:
        """Every way to put the pieces into groups, the next of them into none before the first."""
        if not pieces:
            if all(map(self._may_lie, groups[self._fixed :])):
                yield tuple(tuple(cell for cell, _, _ in group) for group in groups)
            return
        piece, rest = pieces[0], pieces[1:]
        for place in range(first, len(groups)):
            group = groups[place]
            is_empty = not group
            if self._has_room(group, piece):
                group.append(piece)
                yield from self.ways(rest, groups, place if rest and rest[0] == piece else 0)
                group.pop()
            if is_empty:
                return

    def _has_room(self, group: list[Piece], piece: Piece) -> bool:
        cell, is_free, _ = piece
        if cell.joker and self._rules.limit is not None and sum(c.joker for c, _, _ in group) >= self._rules.limit:
            return False
        if not self._rules.colours_differ:
            return True
        bound = {c.colour for c, free, _ in group if not free}
        return len(group) < COLOURS and (is_free or cell.colour not in bound)

    def _may_lie(self, group: list[Piece]) -> bool:
        cells = tuple(cell for cell, _, _ in group)
        if len(cells) < SMALLEST_SET or all(cell.joker for cell in cells) or not self._has_companions(group):
            return False
        return len(cells) > SMALLEST_SET or group_key(cells) not in self._rules.forbidden

    def _has_companions(self, group: list[Piece]) -> bool:
        """Whether the freed jokers of a group lie among tiles of the rack, as they have to."""
        freed = sum(free and not of_rack for _, free, of_rack in group)
        if not freed or self._rules.beside is Beside.ANY:
            return True
        tiles = sum(of_rack for cell, _, of_rack in group if not cell.joker)
        jokers = sum(of_rack for cell, _, of_rack in group if cell.joker)
        return tiles > 0 and tiles + jokers + (freed - 1) * (self._rules.beside is Beside.STRETCH) >= ENOUGH
