"""Which tiles of one number can lie as groups, and how."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from referee.rules import COLOURS, SMALLEST_SET
from referee.solving.cells import Cell, Cells


class GroupTransition(NamedTuple):
    """Tiles of one number that lie in groups: by colour, and jokers; `extensions` those that extend fixed groups.

    An extension is a colour, or COLOURS for a joker, or -1 for none; one for each fixed group.
    """

    tiles: tuple[int, ...]
    jokers: int
    groups: int
    extensions: tuple[int, ...]


class GroupRules(NamedTuple):
    """What groups there may be: colours all different or not, jokers in one at most."""

    colours_differ: bool
    limit: int | None


@lru_cache(maxsize=50_000)
def group_transitions(
    tiles: tuple[int, ...], jokers: int, rules: GroupRules, missing: tuple[tuple[int, ...], ...]
) -> tuple[GroupTransition, ...]:
    """Every way to lay some of these tiles, and so many jokers, in groups.

    `missing`: for each fixed group of the number, what it can be extended by.
    """
    found: dict[tuple[int, ...], GroupTransition] = {}
    for extensions in product(*((-1, *possible) for possible in missing)):
        extra = [extensions.count(colour) for colour in range(COLOURS)]
        free_jokers = jokers - extensions.count(COLOURS)
        for laid in product(*(range(n - more + 1) for n, more in zip(tiles, extra, strict=True))):
            groups = _group_count(laid, free_jokers, rules) if free_jokers >= 0 else None
            if groups is not None:
                counts = tuple(n + more for n, more in zip(laid, extra, strict=True))
                found.setdefault(counts, GroupTransition(counts, jokers, groups, extensions))
    return tuple(found.values())


def _group_count(tiles: tuple[int, ...], jokers: int, rules: GroupRules) -> int | None:
    """How many groups these can be, all of them; None: they cannot be groups."""
    total = sum(tiles)
    if not total:
        return None if jokers else 0
    if not rules.colours_differ:
        most = (total + jokers) // SMALLEST_SET
        fits = most and (rules.limit is None or jokers <= rules.limit * most)
        return min(most, total, max(1, jokers if rules.limit else 1)) if fits else None
    for groups in range(max(tiles), total + 1):
        if groups * SMALLEST_SET > total + jokers:
            return None
        if total + jokers <= groups * COLOURS and (rules.limit is None or jokers <= rules.limit * groups):
            return groups
    return None


def groups_of(transition: GroupTransition, number: int, fixed: tuple[Cells, ...]) -> Iterator[Cells]:
    """The groups themselves, the fixed ones of the number with what extends them."""
    tiles, jokers = list(transition.tiles), transition.jokers
    for cells, extension in zip(fixed, transition.extensions, strict=True):
        if extension == COLOURS:
            jokers -= 1
        elif extension >= 0:
            tiles[extension] -= 1
        yield cells if extension < 0 else (*cells, Cell(extension % COLOURS, number, extension == COLOURS))
    groups: list[list[Cell]] = [[] for _ in range(transition.groups)]
    dealt = [colour for colour in range(COLOURS) for _ in range(tiles[colour])]
    for place, colour in enumerate(dealt):
        groups[place % transition.groups].append(Cell(colour, number, False))
    for _ in range(jokers):
        shortest = min(groups, key=len)
        shortest.append(Cell(0, number, True))
    yield from map(tuple, groups)
