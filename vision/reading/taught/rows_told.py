"""A player's text: the tiles that lie in rows, "k1-k13; J J"; and the name of a face at a place, "J@412,233"."""

import re
from collections.abc import Sequence

from referee.messages import Refusal
from referee.tiles import Tile


class RowsError(Refusal, ValueError):
    """A text that should name the tiles of rows cannot be read."""


def rows_told(text: str) -> list[list[Tile]]:
    """The rows of "k1-k13; r1-r13; J J". Raises RowsError, NotationError.

    >>> [str(tile) for tile in rows_told("k11-k13; J")[0]]
    ['k11', 'k12', 'k13']
    """
    rows = [_row_told(row) for row in re.split(r"[;\n]", text) if row.strip()]
    if not rows:
        raise RowsError("taught.no-rows")
    return rows


Answer = tuple[Tile | None, tuple[int, int]]
"""A tile, and the pixel of the picture at which a player says that it lies; None: it has the name that its row gives,
unless its reading contradicts that.
"""


def answers_told(text: str) -> list[Answer]:
    """The answers to questions about faces: each a tile and its place. Raises RowsError, NotationError.

    >>> [(str(tile), place) for tile, place in answers_told("J@412,233 k6@20,8")]
    [('J', (412, 233)), ('k6', (20, 8))]
    >>> answers_told("@412,233")
    [(None, (412, 233))]
    """
    return [_answer(word) for word in text.split()]


def row_written(names: Sequence[Tile]) -> str:
    """A row in this notation: "k1-k13", or "J J"."""
    return " ".join(map(str, names)) if names[0].is_joker else f"{names[0]}-{names[-1]}"


def _answer(word: str) -> Answer:
    found = re.fullmatch(r"(\w*)@(\d{1,5}),(\d{1,5})", word, re.ASCII)
    if found is None:
        raise RowsError("taught.no-answer")
    return Tile.from_notation(found[1]) if found[1] else None, (int(found[2]), int(found[3]))


def _row_told(text: str) -> list[Tile]:
    words = re.sub(r"\s*-\s*", "-", text).replace(",", " ").split()
    return [tile for word in words for tile in _range(word)]


def _range(word: str) -> list[Tile]:
    first, dash, last = word.partition("-")
    one = Tile.from_notation(first)
    if not dash:
        return [one]
    other = Tile.from_notation(last)
    if one.colour is None or one.colour != other.colour or one.number is None or other.number is None:
        raise RowsError("taught.no-range", word=word[:20])
    step = 1 if other.number >= one.number else -1
    return [Tile(one.colour, number) for number in range(one.number, other.number + step, step)]
