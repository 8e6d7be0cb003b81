"""A few tiles laid as sets, all of them, by trying every set with the lowest tile (backtracking)."""

from collections.abc import Iterator
from itertools import combinations

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET
from referee.tiles import JOKER, Colour, Tile

LONGEST_TRIED = 5
"""Tiles of the longest run that is tried: a longer one is two."""

Code = int
"""A tile as a number, quicker to count than the tile: its number times 4, and its colour; jokers come last."""

TILES = {
    number * COLOURS + place: Tile(colour, number)
    for number in range(1, NUMBERS + 1)
    for place, colour in enumerate(Colour)
} | {(NUMBERS + 1) * COLOURS: JOKER}
CODES = {tile: code for code, tile in TILES.items()}
JOKER_CODE = CODES[JOKER]


def all_as_sets(
    codes: list[Code], colours_differ: bool, most_jokers: int | None = None
) -> tuple[tuple[Code, ...], ...] | None:
    """Tiles laid as runs and groups; None: not all of them can be.

    The codes are in order. `most_jokers`: so many in a set at most. A 1 after a 13 is not asked about.
    """
    return _laid(codes, colours_differ, len(codes) if most_jokers is None else most_jokers, set())


def _laid(
    codes: list[Code], colours_differ: bool, most_jokers: int, hopeless: set[tuple[Code, ...]]
) -> tuple[tuple[Code, ...], ...] | None:
    """The same; `hopeless`: rests of which it is known that they cannot be laid."""
    if not codes:
        return ()
    key = tuple(codes)
    if key in hopeless:
        return None
    for row in _sets_from(codes[0], codes, colours_differ) if codes[0] != JOKER_CODE else ():
        if row.count(JOKER_CODE) <= most_jokers:
            left = codes.copy()
            for code in row:
                left.remove(code)
            others = _laid(left, colours_differ, most_jokers, hopeless)
            if others is not None:
                return (row, *others)
    hopeless.add(key)
    return None


def _sets_from(lowest: Code, codes: list[Code], colours_differ: bool) -> Iterator[tuple[Code, ...]]:
    """The runs that begin with a tile, and the groups with it."""
    jokers = codes.count(JOKER_CODE)
    yield from _runs_from((lowest,), lowest, codes, jokers)
    number = lowest // COLOURS
    if number + SMALLEST_SET - 1 > NUMBERS:
        first = NUMBERS + 1 - SMALLEST_SET
        lead, rest = (JOKER_CODE,) * (number - first), range(lowest + COLOURS, JOKER_CODE, COLOURS)
        if len(lead) <= jokers and all(code in codes for code in rest):
            yield (*lead, lowest, *rest)
    others = [code for code in codes[1:] if code // COLOURS == number]
    if colours_differ:
        others = [code for code in dict.fromkeys(others) if code != lowest]
    most = COLOURS if colours_differ else len(others) + jokers + 1
    for size in range(SMALLEST_SET, most + 1):
        chosen = dict.fromkeys(combinations([*others, *[JOKER_CODE] * jokers], size - 1))
        yield from ((lowest, *some) for some in chosen)


def _runs_from(run: tuple[Code, ...], last: Code, codes: list[Code], jokers: int) -> Iterator[tuple[Code, ...]]:
    """A run and those that it can grow to, with jokers where they fit."""
    if len(run) >= SMALLEST_SET:
        yield run
    following = last + COLOURS
    if following >= JOKER_CODE or len(run) == LONGEST_TRIED:
        return
    if following in codes:
        yield from _runs_from((*run, following), following, codes, jokers)
    if jokers:
        yield from _runs_from((*run, JOKER_CODE), following, codes, jokers - 1)
