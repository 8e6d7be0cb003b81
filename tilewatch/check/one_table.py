"""Judges one table: the kind of each row, the doubtful tiles, and whether a doubt may change the verdict."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from referee.judging import Fault, faults_of_table
from referee.rules import Rules
from referee.sets import Kind, is_set, kind, points, readings
from referee.table import Row, Table
from referee.tiles import Tile
from tilewatch.check.seen import Seen
from tilewatch.view import Unsure, possible_otherwise, regrouped, unsure
from vision.reading import PlacedTile, centres, widths
from vision.watching import SettledTile, is_stray

BESIDE = 1.7
"""Tile widths between the centres of two tiles that may be neighbours."""
SIDES = ("where.middle-left", "where.top-middle", "where.middle-right", "where.bottom-middle")
"""Codes of a photograph's sides: left, top, right, bottom."""
AT_EDGE = 0.5
"""Tile widths to the picture's edge within which another tile may lie outside the picture."""


@dataclass(frozen=True, eq=False)
class CheckedSet:
    """A row: its tiles, its faults and its points. `stands`: the tiles that each joker in it may stand for. `in_doubt`:
    a tile of the row is doubtful or unseen, so that the row may be another set, or a set after all."""

    tiles: tuple[SettledTile, ...]
    faults: tuple[Fault, ...]
    kind: Kind | None
    points: int
    stands: tuple[Row, ...]
    in_doubt: bool


@dataclass(frozen=True, eq=False)
class CheckedTable:
    """A table in sets; `faults`: those of the whole table, not of one set."""

    seen: Seen
    sets: tuple[CheckedSet, ...]
    unsure: tuple[Unsure, ...]
    faults: tuple[Fault, ...]

    @property
    def is_valid(self) -> bool:
        """Whether the table has no fault as it was read."""
        return not self.faults and not any(one.faults for one in self.sets)

    @property
    def in_doubt(self) -> bool:
        """Whether a person should check something before a verdict rests on this table."""
        seen = self.seen
        unread = [one for one in seen.table.unread if not is_stray(one)]
        return not seen.is_clear or bool(unread) or bool(self.unsure) or any(one.in_doubt for one in self.sets)

    @property
    def lying(self) -> Table:
        """The table in the form that the referee takes."""
        return lying(self.seen)


def lying(seen: Seen) -> Table:
    """The reading in the form that the referee takes."""
    return Table(tuple(tuple(tile.tile for tile in row) for row in seen.table.rows))


def table_checked(seen: Seen, rules: Rules, accepted: Table) -> CheckedTable:
    """A table in sets, each judged. `accepted`: rows that the players accept."""
    seen = replace(seen, table=regrouped(seen.table, rules))
    table = lying(seen)
    wrong = tuple(faults_of_table(rules, table, accepted))
    doubts = tuple(_doubts(seen, rules))
    sets = tuple(
        _set_checked(seen, place, row, rules, tuple(fault for fault in wrong if fault.sets == (place,)), doubts)
        for place, row in enumerate(seen.table.rows)
    )
    return CheckedTable(seen, sets, doubts, tuple(fault for fault in wrong if len(fault.sets) != 1))


def _doubts(seen: Seen, rules: Rules) -> Iterator[Unsure]:
    """The tiles that a person should check: doubtful tiles, and tiles that under another name make a set of a row."""
    asked = {(one.set, one.place) for one in unsure(seen.table)}
    for set_, place, other in possible_otherwise(seen.table):
        row = tuple(tile.tile for tile in seen.table.rows[set_])
        if not is_set(row, rules) and is_set((*row[:place], other, *row[place + 1 :]), rules):
            asked.add((set_, place))
    yield from (Unsure(set_, place, seen.table.rows[set_][place]) for set_, place in sorted(asked))


def _set_checked(
    seen: Seen,
    place: int,
    tiles: tuple[SettledTile, ...],
    rules: Rules,
    faults: tuple[Fault, ...],
    doubts: tuple[Unsure, ...],
) -> CheckedSet:
    row = tuple(tile.tile for tile in tiles)
    beside = [one for one in seen.table.unread if (faults or not is_stray(one)) and _lies_beside(one, tiles)]
    in_doubt = bool(beside) or any(one.set == place for one in doubts)
    if faults:
        in_doubt = in_doubt or not seen.is_clear or any(tile.key in at_edge(seen) for tile in tiles)
    return CheckedSet(tiles, faults, kind(row, rules), points(row, rules), _stands(row, rules), in_doubt)


def _stands(row: Row, rules: Rules) -> tuple[Row, ...]:
    """The tiles that each joker may stand for in the reading with most points, in the row's order."""
    best = [one for one in readings(row, rules) if one.points == points(row, rules)]
    if not best:
        return ()
    each: list[dict[Tile, None]] = [{} for _ in best[0].stands]
    for reading in best:
        for tiles, tile in zip(each, reading.stands, strict=True):
            tiles[tile] = None
    return tuple(tuple(tiles) for tiles in each)


def _lies_beside(unread: PlacedTile, tiles: tuple[SettledTile, ...]) -> bool:
    quads = np.stack([unread.quad, *(tile.quad for tile in tiles)])
    middles = centres(quads)
    apart = np.linalg.norm(middles[1:] - middles[0], axis=1)
    return bool((apart <= BESIDE * widths(quads)[1:]).any())


def side_cut(seen: Seen) -> str | None:
    """The code of the side nearest to a tile at the edge; None: no tile is near a side."""
    table, keys = seen.table, at_edge(seen)
    quads = [tile.quad for tile in table.tiles if tile.key in keys]
    if not quads:
        return None
    corners = np.concatenate(quads)
    room = [corners[:, 0].min(), corners[:, 1].min()]
    room += [table.width - corners[:, 0].max(), table.height - corners[:, 1].max()]
    return SIDES[int(np.argmin(room))]


def at_edge(seen: Seen) -> frozenset[int]:
    """The keys of tiles beside which the row may go on outside the photograph."""
    table = seen.table
    if seen.ends is not None:
        return seen.ends
    if not table.tiles or not table.width:
        return frozenset()
    quads = np.stack([tile.quad for tile in table.tiles])
    size = np.array([table.width, table.height], np.float32)
    room = np.minimum(quads, size - quads).min(axis=(1, 2))
    return frozenset(
        tile.key for tile, left, wide in zip(table.tiles, room, widths(quads), strict=True) if left < AT_EDGE * wide
    )
