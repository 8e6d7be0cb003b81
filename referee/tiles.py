"""Tiles and their notation: `k` black, `r` red, `b` blue, `o` orange and a number; `J` is a joker."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from referee.messages import Refusal, quoted

LOWEST, HIGHEST = 1, 13


class NotationError(Refusal, ValueError):
    """A text is not valid notation of tiles; the message holds the wrong word."""


class Colour(StrEnum):
    """The four colours, by their letter; the fourth is orange or yellow, as the edition prints it."""

    BLACK = "k"
    RED = "r"
    BLUE = "b"
    ORANGE = "o"


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A tile by its print. A joker has neither colour nor number.

    >>> str(Tile.from_notation("r13"))
    'r13'
    >>> Tile.from_notation("J").is_joker
    True
    """

    colour: Colour | None = None
    number: int | None = None
    _hash: int = field(init=False, repr=False, compare=False)
    """Hash, computed once; equal in every process, so that no result depends on the order of a set of tiles."""

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
        """The tile in a word. Raises NotationError: the word is no tile."""
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
    """The tiles sorted by colour and number, jokers last; equal for every row of the same tiles."""
    return tuple(sorted(tiles, key=_PLACE_IN_ORDER.__getitem__))
