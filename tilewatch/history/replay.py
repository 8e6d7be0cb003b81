"""A match as boards, turn by turn: each tile followed, so that a page can show what was laid and what travelled.

Nobody knows which of two equal tiles is which: as few as possible are taken to have moved.
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
    """It lay there before, in that set."""
    NEW = "new"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class BoardTile:
    """A tile of a board; `id` stays the same from board to board as long as it lies on the table."""

    tile: Tile
    id: int
    how: How = field(default=How.LAY, compare=False)


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A set of a board; `set`: its place in the table it was made of (boards keep sets where they were)."""

    set: int
    tiles: tuple[BoardTile, ...]


Board = tuple[BoardRow, ...]


def boards(turns: Sequence[Turn]) -> list[Board]:
    """What lay there after each turn, in their order, and what that turn did to each tile."""
    ids, found = count(1), list[Board]()
    before: Board = ()
    lies: Board = ()
    for place, turn in enumerate(turns):
        if place and turns[place - 1].round != turn.round:
            before = lies = ()
        stood = lies if not place or turns[place - 1].legal else before
        before = followed(stood, turn.before, ids)
        lies = followed(before, turn.after, ids)
        found.append(lies)
    return found


def followed(before: Board, after: Table, ids: Iterator[int]) -> Board:
    """The board that a table makes when it comes after another board; `ids`: numbers for new tiles."""
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
    """For sets of after the set of before that they were, as the account of the turn has it: fewest tiles moved."""
    old = [tuple(one.tile for one in row.tiles) for row in before]
    return {new: place for place, new in homes(old, after).items()}


def _waiting(before: Board) -> list[list[BoardTile]]:
    """The tiles of each set that were not found again yet."""
    return [list(row.tiles) for row in before]


def _staying(row: Row, home: int | None, waiting: list[list[BoardTile]]) -> list[BoardTile | None]:
    """For each tile of a row the one that lay in that set before, if one did."""
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
    """Takes a tile out of those that wait."""
    for place, one in enumerate(there):
        if one.tile == tile:
            return there.pop(place)
    return None
