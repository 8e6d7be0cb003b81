"""After a failed turn: the moves that lead back to the old table."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.judging import homes
from referee.messages import Message
from referee.table import Row, Table, is_same
from referee.tiles import Tile


@dataclass(frozen=True, slots=True)
class Move:
    """One tile that has to be moved: to the rack (`set` is None) or to a set of the old table.

    `left`, `right`: its neighbours in that set, None at the ends.
    """

    tile: Tile
    set: int | None = None
    left: Tile | None = None
    right: Tile | None = None

    @property
    def message(self) -> Message:
        """The move in words."""
        tile = (self.tile,)
        if self.set is None:
            return Message.of("move.to-rack", tile=tile)
        if self.left is not None and self.right is not None:
            return Message.of("move.between", tile=tile, left=(self.left,), right=(self.right,))
        beside = self.left or self.right
        return Message.of("move.beside", tile=tile, left=(beside,)) if beside else Message.of("move.alone", tile=tile)

    def to_json(self, is_done: bool) -> dict[str, object]:
        """The move as JSON, for the state."""
        return {
            "tile": str(self.tile),
            "to": "rack" if self.set is None else "set",
            "set": self.set,
            "left": self.left and str(self.left),
            "right": self.right and str(self.right),
            **self.message.to_json(),
            "done": is_done,
        }


def moves_back(table: Table, wanted: Table) -> list[Move]:
    """The moves that turn `table` into `wanted`."""
    return [*_to_the_rack(table, wanted), *_to_sets(table, wanted)]


def _to_the_rack(table: Table, wanted: Table) -> Iterator[Move]:
    strange = table.multiset() - wanted.multiset()
    yield from (Move(tile) for tile in sorted(strange.elements(), key=str))


def without(table: Table, tiles: Counter[Tile]) -> Table:
    """The table without these tiles."""
    left, sets = Counter(tiles), list[Row]()
    for row in table.sets:
        stays = []
        for tile in row:
            left[tile] -= (is_taken := left[tile] > 0)
            stays += [] if is_taken else [tile]
        sets.append(tuple(stays))
    return Table(tuple(row for row in sets if row))


def at_home(table: Table, wanted: Table) -> tuple[list[int | None], list[Counter[Tile]]]:
    """For each set of the old table the index of the row it became (None: no row), and the tiles of the set that lie in
    that row.

    The assignment is that of the turn's account: the fewest tiles moved.
    """
    became = homes(wanted.sets, table.sets)
    rows = [Counter(row) for row in table.sets]
    home = [became.get(place) for place in range(len(wanted.sets))]
    there = [
        Counter[Tile]() if new is None else Counter(row) & rows[new] for row, new in zip(wanted.sets, home, strict=True)
    ]
    return home, there


def _to_sets(table: Table, wanted: Table) -> Iterator[Move]:
    """For each set of the old table a move for each tile that does not lie with most of the set."""
    for place, (row, there) in enumerate(zip(wanted.sets, at_home(table, wanted)[1], strict=True)):
        for at, tile in enumerate(row):
            if there[tile]:
                there[tile] -= 1
                continue
            left = row[at - 1] if at else None
            right = row[at + 1] if at + 1 < len(row) else None
            yield Move(tile, place, left, right)


def ticked_off(failed: Table, now: Table, wanted: Table) -> list[tuple[Move, bool]]:
    """The moves that lead back from the failed table, each with whether it is done; then the moves for tiles that were
    moved meanwhile.
    """
    moves = moves_back(failed, wanted)
    if is_same(now, wanted):
        return [(move, True) for move in moves]
    left = Counter((move.tile, move.set) for move in moves_back(now, wanted))
    ticked = []
    for move in moves:
        is_left = left[(move.tile, move.set)] > 0
        left[(move.tile, move.set)] -= is_left
        ticked.append((move, not is_left))
    for move in moves_back(now, wanted):
        if left[(move.tile, move.set)] > 0:
            left[(move.tile, move.set)] -= 1
            ticked.append((move, False))
    return ticked


def weightiest_first(moves: Iterable[Move], now: Table, wanted: Table) -> list[Move]:
    """The moves by importance: first of tiles missing from the table, then of surplus tiles on it, then the rest."""
    nowhere = wanted.multiset() - now.multiset()

    def weight(move: Move) -> int:
        if move.set is None:
            return 1
        return 0 if nowhere[move.tile] else 2

    return sorted(moves, key=weight)
