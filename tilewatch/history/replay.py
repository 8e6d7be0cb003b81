"""A match as boards, turn by turn, with each tile tracked, so that a page can show which tiles were laid and which
moved.

Equal tiles cannot be told apart: the assignment with the fewest moved tiles is taken.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count

from referee.judging import homes
from referee.match import Turn
from referee.table import Row, Table
from referee.tiles import Tile


class How(StrEnum):
    """What a turn did to a tile."""

    LAY = ""
    """The tile lay in that set before."""
    NEW = "new"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class BoardTile:
    """A tile of a board; `id` stays the same from board to board while the tile is on the table."""

    tile: Tile
    id: int
    how: How = field(default=How.LAY, compare=False)


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A set of a board; `set`: its index in the table (a board keeps the order of sets from turn to turn)."""

    set: int
    tiles: tuple[BoardTile, ...]


Board = tuple[BoardRow, ...]


def boards(turns: Iterable[Turn]) -> Iterator[Board]:
    """The board after each turn, with what that turn did to each tile."""
    ids, last = count(1), None
    before: Board = ()
    lies: Board = ()
    for turn in turns:
        if last is not None and last.round != turn.round:
            before = lies = ()
        stood = lies if last is None or last.legal else before
        before = followed(stood, turn.before, ids)
        lies, last = followed(before, turn.after, ids), turn
        yield lies


def followed(before: Board, after: Table, ids: Iterator[int]) -> Board:
    """The board of a table that follows another board; `ids`: numbers for new tiles."""
    homes = _homes(before, after.sets)
    waiting = _waiting(before)
    staying = [_staying(row, homes.get(place), waiting) for place, row in enumerate(after.sets)]
    rows = [
        BoardRow(
            place, tuple(_taken(tile, stays, waiting, ids) for tile, stays in zip(row, staying[place], strict=True))
        )
        for place, row in enumerate(after.sets)
    ]
    return tuple(sorted(rows, key=lambda row: (homes.get(row.set, len(before)), row.set)))


def _homes(before: Board, after: Sequence[Row]) -> dict[int, int]:
    """For indices of sets of `after` the index of the set of `before` they were, with the fewest tiles moved."""
    old = [tuple(one.tile for one in row.tiles) for row in before]
    return {new: place for place, new in homes(old, after).items()}


def _waiting(before: Board) -> list[list[BoardTile]]:
    """The tiles of each set that are not matched with a tile of the next board yet."""
    return [list(row.tiles) for row in before]


def _staying(row: Row, home: int | None, waiting: list[list[BoardTile]]) -> list[BoardTile | None]:
    """For each tile of a row the same tile on the board before, if it stayed in its set; None: it is new in the set."""
    there = [] if home is None else waiting[home]
    return [_found(tile, there) for tile in row]


def _taken(tile: Tile, stays: BoardTile | None, waiting: Iterable[list[BoardTile]], ids: Iterator[int]) -> BoardTile:
    if stays is not None:
        return BoardTile(tile, stays.id)
    for row in waiting:
        if (came := _found(tile, row)) is not None:
            return BoardTile(tile, came.id, How.MOVED)
    return BoardTile(tile, next(ids), How.NEW)


def _found(tile: Tile, there: list[BoardTile]) -> BoardTile | None:
    """Removes and returns an equal tile; None: there is none."""
    for place, one in enumerate(there):
        if one.tile == tile:
            return there.pop(place)
    return None
