"""What a tile is taken for when it is misread: which rivals are worth a question before anybody is condemned."""

from collections.abc import Iterable
from typing import TypeVar

from referee.tiles import Colour, Tile

LOOKALIKE_NUMBERS = ((6, 9), (1, 7), (3, 8), (5, 6), (1, 11), (2, 12), (3, 13), (12, 13), (10, 11))
"""Numbers that are taken for one another: upside down, worn, or with a digit hidden by glare."""

LOOKALIKE_COLOURS = ((Colour.RED, Colour.ORANGE), (Colour.BLACK, Colour.BLUE))
"""Colours that are taken for one another under a warm or a weak lamp."""

Look = TypeVar("Look", int, Colour)


def lookalikes(tile: Tile) -> tuple[Tile, ...]:
    """What a tile could be if it was misread; a joker is taken for no other tile.

    >>> [str(one) for one in lookalikes(Tile.from_notation("r6"))]
    ['r9', 'r5', 'o6']
    """
    if tile.colour is None or tile.number is None:
        return ()
    numbers = _others(tile.number, LOOKALIKE_NUMBERS)
    colours = _others(tile.colour, LOOKALIKE_COLOURS)
    return (
        *(Tile(tile.colour, number) for number in numbers),
        *(Tile(colour, tile.number) for colour in colours),
    )


def _others(one: Look, pairs: Iterable[tuple[Look, Look]]) -> list[Look]:
    return [second if first == one else first for first, second in pairs if one in (first, second)]
