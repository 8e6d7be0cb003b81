"""The tiles' positions at the turn's beginning, drawn as ghosts, so that a failed turn can be put back tile by tile.

Also the start and end of each move back in the picture, so that the next move can be shown enlarged.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.table import Table, is_same
from referee.tiles import Tile
from tilewatch.put_back.moves_back import Move, at_home
from tilewatch.storage.notes import PlacesNote, quad_of
from vision.reading import Quad
from vision.watching import SettledTable, similarity_between

THERE, MISSING, ASTRAY, STRANGE = "there", "missing", "astray", "strange"
"""How a ghost is drawn: a tile that lies with its set again; a place whose tile is not on the table; a place whose tile
lies elsewhere, and that tile; and a tile on the table that belongs to the rack."""

Laid = tuple[Tile, Quad]
"""A tile, and its quad in fractions of the picture's width and height."""


@dataclass(frozen=True)
class Ghost:
    """A tile drawn over the picture: in its set of the old table, or where it lies wrong (`set` is None)."""

    tile: Tile
    quad: Quad
    how: str
    set: int | None = None

    @property
    def corners(self) -> list[list[float]]:
        """Its four corners in fractions of the picture's width and height."""
        return [[round(float(x), 3), round(float(y), 3)] for x, y in self.quad]

    def to_json(self) -> dict[str, object]:
        """The ghost as JSON, for the state."""
        return {"tile": str(self.tile), "quad": self.corners, "how": self.how, "set": self.set}


class OldPlaces:
    """Remembers the positions of the sets. `noted`: what `to_note` returned before the program was restarted."""

    def __init__(self, noted: PlacesNote | None = None) -> None:
        rows = () if noted is None else noted.rows
        self._rows = [[(Tile.from_notation(tile), np.array(quad, np.float32)) for tile, quad in row] for row in rows]
        self._drawn: tuple[SettledTable, Table, list[Ghost]] | None = None

    def to_note(self) -> PlacesNote:
        """The positions, for the journal."""
        rows = (((str(tile), quad_of(np.round(quad, 3))) for tile, quad in row) for row in self._rows)
        return PlacesNote(tuple(map(tuple, rows)))

    def update(self, table: SettledTable) -> bool:
        """Remembers the positions of all tiles; whether they changed."""
        before, self._rows = self._rows, _rows(table)
        return not _alike(before, self._rows)

    def ghosts(self, wanted: Table, now: SettledTable) -> list[Ghost]:
        """The ghosts of the old table over the present one: tiles that lie right or wrong, and free places."""
        if self._drawn is None or self._drawn[0] is not now or self._drawn[1] != wanted:
            self._drawn = (now, wanted, self._ghosts(wanted, now))
        return self._drawn[2]

    def where(self, missing: Counter[Tile], now: SettledTable) -> list[dict[str, object]]:
        """For each missing tile its last position, {"tile", "quad"}; the quad is None if the position is unknown, or
        another tile lies there. A tile that the camera reads as a missing one does not count as another tile, whatever
        a player called it: the player may have been wrong."""
        if not missing:
            return []
        places = [laid for row in self._moved(now) for laid in row]
        there = [settled.quad / _size(now) for settled in now.tiles if settled.read not in missing]
        free = [laid for laid in places if not any(_overlap(laid[1], quad) for quad in there)]
        found = _taken(free, missing)
        unknown = missing - Counter(tile for tile, _ in found)
        placed = [{"tile": str(tile), "quad": np.round(quad, 4).tolist()} for tile, quad in found]
        return [*placed, *({"tile": str(tile), "quad": None} for tile in unknown.elements())]

    def _ghosts(self, wanted: Table, now: SettledTable) -> list[Ghost]:
        rows = _rows(now)
        lying = Table(tuple(tuple(tile for tile, _ in row) for row in rows))
        if is_same(lying, wanted):
            return [Ghost(tile, quad, THERE, place) for place, row in enumerate(rows) for tile, quad in row]
        places = [*self._moved(now), *(list(row) for row in rows)]
        homes, there = at_home(lying, wanted)
        right = [
            Ghost(tile, quad, THERE, place)
            for place, (home, tiles) in enumerate(zip(homes, there, strict=True))
            for tile, quad in ([] if home is None else _taken(rows[home], tiles))
        ]
        strange = lying.multiset() - wanted.multiset()
        elsewhere = Counter(tile for row in rows for tile, _ in row) - strange
        waiting = [Counter(row) - tiles for row, tiles in zip(wanted.sets, there, strict=True)]
        return [*right, *_waiting(wanted, waiting, places, elsewhere), *_wrong(rows, strange)]

    def _moved(self, now: SettledTable) -> list[list[Laid]]:
        """The remembered positions, corrected for a table or camera that has moved since."""
        size = _size(now)
        known = [(tile, quad * size) for row in self._rows for tile, quad in row]
        similarity = similarity_between(known, [(settled.tile, settled.quad) for settled in now.tiles])
        if similarity is None:
            return [list(row) for row in self._rows]
        return [[(tile, similarity(quad * size) / size) for tile, quad in row] for row in self._rows]


def _size(table: SettledTable) -> Any:
    return np.array([table.width or 1, table.height or 1], np.float32)


def _rows(table: SettledTable) -> list[list[Laid]]:
    return [[(settled.tile, settled.quad / _size(table)) for settled in row] for row in table.rows]


def _overlap(one: Quad, other: Quad) -> bool:
    """Whether the centre of the first quad lies within the other."""
    middle = one.mean(axis=0)
    return bool((middle > other.min(axis=0)).all() and (middle < other.max(axis=0)).all())


def _alike(rows: Sequence[Sequence[Laid]], others: Sequence[Sequence[Laid]]) -> bool:
    """Whether the same tiles lie at the same positions, to a hundredth of the picture."""
    one, other = ([laid for row in table for laid in row] for table in (rows, others))
    if [tile for tile, _ in one] != [tile for tile, _ in other]:
        return False
    return all(np.abs(a - b).max() < 0.01 for (_, a), (_, b) in zip(one, other, strict=True))


def _taken(row: list[Laid], tiles: Counter[Tile]) -> list[Laid]:
    """Removes these tiles from a row, and returns them."""
    taken = []
    for laid in list(row):
        if tiles[laid[0]] > 0:
            tiles = tiles - Counter((laid[0],))
            taken.append(laid)
            row[:] = [one for one in row if one is not laid]
    return taken


def _waiting(
    wanted: Table, waiting: Sequence[Counter[Tile]], places: list[list[Laid]], elsewhere: Counter[Tile]
) -> Iterator[Ghost]:
    """The ghosts of the old places, where known, of tiles that do not lie with their sets."""
    away = Counter(elsewhere)
    for place, row in enumerate(wanted.sets):
        home = max(places, key=lambda laid: (Counter(row) & Counter(tile for tile, _ in laid)).total(), default=[])
        lain = _taken(home, Counter(row))
        for tile, quad in _taken(lain, waiting[place]):
            how = ASTRAY if away[tile] > 0 else MISSING
            away[tile] -= 1
            yield Ghost(tile, quad, how, place)


def _wrong(rows: Sequence[Sequence[Laid]], strange: Counter[Tile]) -> Iterator[Ghost]:
    """The ghosts of tiles that lie wrong: they belong to another set, or to the rack."""
    strange = Counter(strange)
    for row in rows:
        for tile, quad in reversed(row):
            how = STRANGE if strange[tile] > 0 else ASTRAY
            strange[tile] -= how == STRANGE
            yield Ghost(tile, quad, how)


Route = tuple[Ghost | None, Ghost | None]
"""Where the tile lies (None: not on the table) and where it belongs (None: on the rack, or unknown)."""


def routes(moves: Iterable[tuple[Move, bool]], ghosts: Iterable[Ghost]) -> Iterator[Route]:
    """For each move its route; a move that is done has none."""
    left = list(ghosts)
    for move, is_done in moves:
        yield (None, None) if is_done else (_from(move, left), _to(move, left))


def _from(move: Move, left: list[Ghost]) -> Ghost | None:
    how = STRANGE if move.set is None else ASTRAY
    return _one_of(left, [one for one in left if (one.tile, one.set, one.how) == (move.tile, None, how)])


def _to(move: Move, left: list[Ghost]) -> Ghost | None:
    if move.set is None:
        return None
    waits = (MISSING, ASTRAY)
    return _one_of(left, [one for one in left if (one.tile, one.set) == (move.tile, move.set) and one.how in waits])


def _one_of(left: list[Ghost], found: list[Ghost]) -> Ghost | None:
    """Removes the first of the found tiles from `left` and returns it; None: nothing was found."""
    if not found:
        return None
    left[:] = [one for one in left if one is not found[0]]
    return found[0]
