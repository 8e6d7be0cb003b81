"""Which tiles of one number can lie as groups, and how."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from referee.rules import COLOURS, SMALLEST_SET
from referee.solving.run_steps import Cell, Cells

NONE = (0,) * COLOURS


class Groups(NamedTuple):
    """Tiles of one number that lie in groups: by colour, and jokers; `absorbed` those that extend closed ones.

    An absorbed tile is a colour, or COLOURS for a joker, or -1 for none; one for each closed group.
    """

    tiles: tuple[int, ...]
    jokers: int
    groups: int
    absorbed: tuple[int, ...]


class Kinds(NamedTuple):
    """What groups there may be: colours all different or not, jokers in one at most."""

    colours_differ: bool
    limit: int | None


@lru_cache(maxsize=50_000)
def group_choices(
    tiles: tuple[int, ...], jokers: int, kinds: Kinds, missing: tuple[tuple[int, ...], ...]
) -> tuple[Groups, ...]:
    """Every way to lay some of these tiles, and so many jokers, in groups.

    `missing`: for each closed group of the number, what it can be extended by.
    """
    found: dict[tuple[int, ...], Groups] = {}
    for absorbed in product(*((-1, *extensions) for extensions in missing)):
        extra = [absorbed.count(colour) for colour in range(COLOURS)]
        wild = jokers - absorbed.count(COLOURS)
        for taken in product(*(range(n - more + 1) for n, more in zip(tiles, extra, strict=True))):
            groups = _how_many(taken, wild, kinds) if wild >= 0 else None
            if groups is not None:
                all_ = tuple(n + more for n, more in zip(taken, extra, strict=True))
                found.setdefault(all_, Groups(all_, jokers, groups, absorbed))
    return tuple(found.values())


def _how_many(tiles: tuple[int, ...], jokers: int, kinds: Kinds) -> int | None:
    """Of how many groups these can be all tiles; None: of no number of groups."""
    total = sum(tiles)
    if not total:
        return None if jokers else 0
    if not kinds.colours_differ:
        most = (total + jokers) // SMALLEST_SET
        fits = most and (kinds.limit is None or jokers <= kinds.limit * most)
        return min(most, total, max(1, jokers if kinds.limit else 1)) if fits else None
    for groups in range(max(tiles), total + 1):
        if groups * SMALLEST_SET > total + jokers:
            return None
        if total + jokers <= groups * COLOURS and (kinds.limit is None or jokers <= kinds.limit * groups):
            return groups
    return None


def groups_of(way: Groups, number: int, closed: tuple[Cells, ...]) -> Iterator[Cells]:
    """The groups themselves, the closed ones of the number with what extends them."""
    tiles, jokers = list(way.tiles), way.jokers
    for cells, extension in zip(closed, way.absorbed, strict=True):
        if extension == COLOURS:
            jokers -= 1
        elif extension >= 0:
            tiles[extension] -= 1
        yield cells if extension < 0 else (*cells, Cell(extension % COLOURS, number, extension == COLOURS))
    rows: list[list[Cell]] = [[] for _ in range(way.groups)]
    dealt = [colour for colour in range(COLOURS) for _ in range(tiles[colour])]
    for place, colour in enumerate(dealt):
        rows[place % way.groups].append(Cell(colour, number, False))
    for _ in range(jokers):
        shortest = min(rows, key=len)
        shortest.append(Cell(0, number, True))
    yield from map(tuple, rows)
