"""Tiles, the sets of them that lie on a table, and their notation.

`k` black, `r` red, `b` blue, `o` orange and a number; `J` is a joker; a set is its tiles in reading order, one a line.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from referee.messages import Message, Refusal, quoted

LOWEST, HIGHEST = 1, 13


class NotationError(Refusal, ValueError):
    """A text that should name tiles does not; the message holds the offending word."""


class Colour(StrEnum):
    """The four colours, by their letter; the fourth is orange or yellow, as the edition prints it."""

    BLACK = "k"
    RED = "r"
    BLUE = "b"
    ORANGE = "o"


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """What is printed on a tile. A joker has neither colour nor number.

    >>> str(Tile.from_notation("r13"))
    'r13'
    >>> Tile.from_notation("J").is_joker
    True
    """

    colour: Colour | None = None
    number: int | None = None
    _hash: int = field(init=False, repr=False, compare=False)
    """The same in every process, so that no answer depends on the order of a set of tiles; worked out once."""

    def __post_init__(self) -> None:
        if (self.colour is None) != (self.number is None):
            raise NotationError("joker-has-neither")
        if self.number is not None and not LOWEST <= self.number <= HIGHEST:
            raise NotationError("not-a-number-of-a-tile", number=self.number, least=LOWEST, most=HIGHEST)
        value = 0 if self.colour is None or self.number is None else 128 * self.number + ord(self.colour)
        object.__setattr__(self, "_hash", value)

    def __hash__(self) -> int:
        return self._hash

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self.number is None

    def __str__(self) -> str:
        return "J" if self.colour is None else f"{self.colour.value}{self.number}"

    @classmethod
    def from_notation(cls, word: str) -> "Tile":
        """The tile that a word names.

        Raises NotationError: the word is no tile.
        """
        if word == "J":
            return JOKER
        tile = _NUMBERED.get(word)
        if tile is None:
            raise NotationError("not-a-tile", word=quoted(word))
        return tile


JOKER = Tile()
_NUMBERED = {
    f"{colour.value}{number}": Tile(colour, number) for colour in Colour for number in range(LOWEST, HIGHEST + 1)
}
ALL_TILES: tuple[Tile, ...] = (*_NUMBERED.values(), JOKER)
"""Every different tile once: 52 numbered ones and the joker."""
_PLACE_IN_ORDER = {tile: place for place, tile in enumerate(ALL_TILES)}


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Tiles by colour and number, jokers last: the same for every row of the same tiles."""
    return tuple(sorted(tiles, key=_PLACE_IN_ORDER.__getitem__))


MOST_TILES = 1_000
"""Tiles of a table that are read: more than four of the largest boxes hold. What is longer is no table but garbage."""

Row = tuple[Tile, ...]
"""A set as it lies: its tiles in reading order."""


@dataclass(frozen=True, slots=True)
class Table:
    """The sets lying on a table; which comes first says nothing about where it lies.

    >>> table = Table.from_notation("b4 b5 b6\\nr8 k8 o8")
    >>> len(table.sets), str(table).splitlines()
    (2, ['b4 b5 b6', 'r8 k8 o8'])
    >>> table.multiset()[Tile.from_notation("b5")]
    1
    """

    sets: tuple[Row, ...] = ()

    def __str__(self) -> str:
        return "\n".join(self.to_notation())

    def __iter__(self) -> Iterator[Row]:
        return iter(self.sets)

    def to_notation(self) -> list[str]:
        """One text a set."""
        return [row_text(row) for row in self.sets]

    def tiles(self) -> list[Tile]:
        """Every tile, set after set."""
        return [tile for row in self.sets for tile in row]

    def multiset(self) -> Counter[Tile]:
        """How many of each tile lie there."""
        return Counter(self.tiles())

    @classmethod
    def from_notation(cls, sets: str | Iterable[object], where: str = "table") -> "Table":
        """The table that a text (one set a line) or a list of sets describes.

        Raises NotationError, naming the place: `after, set 3: "x9" is not a tile`.
        """
        if isinstance(sets, str):
            sets = [line for line in sets.splitlines() if line.strip()]
        elif isinstance(sets, bytes | dict) or not isinstance(sets, Iterable):
            raise NotationError("at", place=where, problem=Message.of("not-a-list-of-sets", given=quoted(repr(sets))))
        return cls(tuple(_rows(sets, where)))


def same_sets(
    before: Sequence[Row], after: Sequence[Row], alike: Callable[[Row, Row], bool] = lambda _old, _new: True
) -> Iterator[tuple[int, int]]:
    """The places of sets of before, each with that of a set of after that holds the same tiles, in any order.

    `alike`: what two sets of the same tiles must be besides.
    """
    waiting: dict[Row, list[int]] = {}
    for new, row in enumerate(after):
        waiting.setdefault(in_order(row), []).append(new)
    for old, row in enumerate(before):
        there = waiting.get(in_order(row), [])
        same = next((new for new in there if alike(row, after[new])), None)
        if same is not None:
            there.remove(same)
            yield old, same


def row_text(tiles: Iterable[Tile]) -> str:
    """Tiles in notation, blanks between."""
    return " ".join(map(str, tiles))


@lru_cache(maxsize=4096)
def _tiles(text: str) -> Row:
    """Tiles from notation; a match that is read again names the same rows turn after turn."""
    return tuple(map(Tile.from_notation, text.split()))


def row_from_notation(text: object, where: str) -> Row:
    """The tiles a text names, perhaps none (a rack may be empty).

    Raises NotationError, naming `where` and the word that is no tile.
    """
    if not isinstance(text, str):
        raise NotationError("at", place=where, problem=Message.of("not-text", given=quoted(repr(text))))
    try:
        return _tiles(text)
    except NotationError as error:
        raise NotationError("at", place=where, problem=error.message) from None


def _rows(sets: Iterable[object], where: str) -> Iterator[Row]:
    tiles = 0
    for place, text in enumerate(sets, 1):
        row = _row(text, f"{where}, set {place}")
        tiles += len(row)
        if tiles > MOST_TILES:
            raise NotationError("at", place=where, problem=Message.of("too-many-tiles", most=MOST_TILES))
        yield row


def _row(text: object, where: str) -> Row:
    row = row_from_notation(text, where)
    if not row:
        raise NotationError("at", place=where, problem=Message("empty-set"))
    return row
