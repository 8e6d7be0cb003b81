"""The sets on a table, and their notation: the tiles in reading order, one set a line."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.messages import Message, quoted
from referee.tiles import NotationError, Tile, in_order

MOST_TILES = 1_000
"""Largest number of tiles of a table in notation, more than four of the largest boxes hold; longer input is refused."""

Row = tuple[Tile, ...]
"""A set as it lies: its tiles in reading order."""


@dataclass(frozen=True, slots=True)
class Table:
    """The sets on a table; their order has no meaning.

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
        """The sets in notation, one text each."""
        return [row_text(row) for row in self.sets]

    @property
    def count(self) -> int:
        """The number of tiles."""
        return sum(map(len, self.sets))

    def tiles(self) -> list[Tile]:
        """Every tile, set after set."""
        return [tile for row in self.sets for tile in row]

    def multiset(self) -> Counter[Tile]:
        """The number of copies of each tile on the table."""
        return Counter(self.tiles())

    @classmethod
    def from_notation(cls, sets: str | Iterable[object], where: str = "table") -> "Table":
        """The table in a text (one set a line) or in a list of sets. Raises NotationError with the place: `after, set
        3: "x9" is not a tile`.
        """
        if isinstance(sets, str):
            sets = [line for line in sets.splitlines() if line.strip()]
        elif isinstance(sets, bytes | dict) or not isinstance(sets, Iterable):
            raise NotationError("at", place=where, problem=Message.of("not-a-list-of-sets", given=quoted(repr(sets))))
        rows: list[Row] = []
        try:
            for text in sets:
                row = _row(text)
                if not row:
                    raise NotationError("empty-set")
                rows.append(row)
        except NotationError as error:
            raise _at(f"{where}, set {len(rows) + 1}", error) from None
        table = cls(tuple(rows))
        if table.count > MOST_TILES:
            raise NotationError("at", place=where, problem=Message.of("too-many-tiles", most=MOST_TILES))
        return table


def same_sets(
    before: Sequence[Row], after: Sequence[Row], alike: Callable[[Row, Row], bool] = lambda _old, _new: True
) -> Iterator[tuple[int, int]]:
    """Pairs of indices: a set of `before`, and a set of `after` with the same tiles in any order.

    `alike`: a further condition on the two sets.
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


def is_same(table: Table, wanted: Table) -> bool:
    """Whether both tables have the same sets, whatever the order of the sets and of their tiles.

    Two sets that lie so close that they are read as one row count as both sets.
    """
    rows, sets = _heaps(table.sets), _heaps(wanted.sets)
    if rows == sets:
        return True
    return table.multiset() == wanted.multiset() and _is_made_of(list((rows - sets).elements()), sets - rows)


def _heaps(rows: Sequence[Row]) -> Counter[Row]:
    return Counter(tuple(sorted(row, key=str)) for row in rows)


def _is_made_of(rows: list[Row], sets: Counter[Row]) -> bool:
    """Whether each row consists of two of the sets."""
    if not rows:
        return not sets.total()
    row, rest = Counter(rows[0]), rows[1:]
    for one in sets:
        for other in sets:
            pair = Counter((one,)) + Counter((other,))
            if Counter(one) + Counter(other) == row and pair <= sets:
                return _is_made_of(rest, sets - pair)
    return False


def row_text(tiles: Iterable[Tile]) -> str:
    """The tiles in notation, separated by blanks."""
    return " ".join(map(str, tiles))


def row_from_notation(text: object, where: str) -> Row:
    """The tiles in a text, perhaps none (a rack may be empty). Raises NotationError with `where` and the wrong word."""
    try:
        return _row(text)
    except NotationError as error:
        raise _at(where, error) from None


def _at(where: str, error: NotationError) -> NotationError:
    return NotationError("at", place=where, problem=error.message)


def _row(text: object) -> Row:
    if not isinstance(text, str):
        raise NotationError("not-text", given=quoted(repr(text)))
    return _tiles(text)


@lru_cache(maxsize=4096)
def _tiles(text: str) -> Row:
    """The tiles in notation, cached: a replayed match repeats the same rows turn after turn."""
    return tuple(map(Tile.from_notation, text.split()))
