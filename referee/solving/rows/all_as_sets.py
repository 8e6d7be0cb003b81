"""Lays all of a few tiles as sets, by trying every set with the lowest tile (backtracking)."""

from collections.abc import Iterator
from itertools import combinations

from referee.rules import COLOURS, NUMBERS, SMALLEST_SET
from referee.tiles import JOKER, Colour, Tile

Code = int
"""A tile as an integer, which is faster to count: its number times 4, plus its colour; jokers come last."""

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
    """All tiles laid as runs and groups; None if this is impossible.

    `codes`: the tiles in ascending order; `most_jokers`: largest number of jokers in a set. A run with a 1 after the 13
    is not tried.
    """
    return _laid(codes, colours_differ, len(codes) if most_jokers is None else most_jokers, set())


def _laid(
    codes: list[Code], colours_differ: bool, most_jokers: int, hopeless: set[tuple[Code, ...]]
) -> tuple[tuple[Code, ...], ...] | None:
    """The recursive step of `all_as_sets`; `hopeless`: a cache of remaining tiles that cannot be laid."""
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
    """The runs that begin with the tile `lowest`, and the groups that contain it."""
    jokers = codes.count(JOKER_CODE)
    yield from _runs_from((lowest,), lowest, codes, jokers)
    number = lowest // COLOURS
    others = [code for code in codes[1:] if code // COLOURS == number]
    if colours_differ:
        others = [code for code in dict.fromkeys(others) if code != lowest]
    most = COLOURS if colours_differ else len(others) + jokers + 1
    for size in range(SMALLEST_SET, most + 1):
        chosen = dict.fromkeys(combinations([*others, *[JOKER_CODE] * jokers], size - 1))
        yield from ((lowest, *some) for some in chosen)


def _runs_from(run: tuple[Code, ...], last: Code, codes: list[Code], jokers: int) -> Iterator[tuple[Code, ...]]:
    """The run, if it is long enough, and all longer runs it can grow to, with tiles of `codes` and jokers."""
    if len(run) >= SMALLEST_SET:
        yield run
    following = last + COLOURS
    if following >= JOKER_CODE:
        return
    if following in codes:
        yield from _runs_from((*run, following), following, codes, jokers)
    if jokers:
        yield from _runs_from((*run, JOKER_CODE), following, codes, jokers - 1)
