"""Step 5: readings over time become one table, once hands are gone. Sees tiles and places, never pixels.

Readings of one still table are joined: each tile's probabilities are averaged, so that a tile misread once in
five pictures is right in the end. Tiles that lie where they lay keep what was read of them before; when the
camera or the table was bumped they are found again by what they are and how they lie to each other.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import numpy as np

from referee.tiles import Tile
from vision.reading.geometry import centres, widths
from vision.reading.result import PlacedTile, Quad, TableReading
from vision.watching.shift import Shift, shift_between

SAME_PLACE = 0.4
"""Part of a tile's short side by which its centre may wander while it lies still."""
MEMORY = 4.0
"""How many pictures what was read of a tile before weighs when its place is read again."""
SEEN_IN = 0.5
"""A tile is there when at least this part of a still table's pictures shows it."""
FEWEST, MOST = 2, 5
"""Pictures joined before a table counts as settled: the fewest when they agree, the most when they do not."""
ANOTHER = 0.02
"""A tile read where one lay, with less than this probability of being that one, is another tile."""


@dataclass(frozen=True, eq=False)
class SettledTile:
    """A tile of the settled table. `key` stays the same as long as it lies there.

    `confidence`: joined probability that `tile` is right. `rivals`: what else it could be, likeliest first.
    `read`: what the camera alone would say. `is_told`: a person said what it is.
    """

    key: int
    tile: Tile
    quad: Quad
    confidence: float
    rivals: tuple[tuple[Tile, float], ...] = ()
    read: Tile | None = None
    is_told: bool = False


@dataclass(frozen=True, eq=False)
class SettledTable:
    """What lies there once nothing moves: its tiles, and its sets as indices into them in reading order."""

    width: int
    height: int
    tiles: tuple[SettledTile, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()

    @property
    def rows(self) -> list[tuple[SettledTile, ...]]:
        """Its sets, tile by tile."""
        return [tuple(self.tiles[place] for place in row) for row in self.sets]


@dataclass(eq=False)
class _Track:
    """One tile over the pictures of a still table: what was read there, and how often."""

    key: int
    quad: Quad
    votes: dict[Tile, float] = field(default_factory=dict)
    weight: float = 0.0
    seen: int = 0
    told: Tile | None = None

    def vote(self, read: PlacedTile) -> None:
        self.quad, self.seen = read.quad, self.seen + 1
        for tile, probability in probabilities(read).items():
            self.votes[tile] = self.votes.get(tile, 0.0) + probability
        self.weight += 1.0

    def settled(self) -> SettledTile:
        shares = ((tile, min(1.0, votes / self.weight)) for tile, votes in self.votes.items())
        ranked = sorted(shares, key=lambda share: -share[1])
        (read, confidence), rivals = ranked[0], tuple(ranked[1:4])
        if self.told is not None:
            return SettledTile(self.key, self.told, self.quad, 1.0, (), read, is_told=True)
        return SettledTile(self.key, read, self.quad, confidence, rivals, read)


def probabilities(read: PlacedTile) -> Mapping[Tile, float]:
    """What a tile may be, with its probabilities."""
    return {**dict(read.rivals), read.tile: read.confidence}


class Settler:
    """Joins readings into a table. Tell it when something moves; give it the readings of what lies still."""

    def __init__(self) -> None:
        self._keys = count(1)
        self._kept: list[_Track] = []
        self._open: list[_Track] = []
        self._shift: Shift | None = None
        self._orders: list[tuple[tuple[int, ...], ...]] = []
        self.pictures = 0

    def moved(self) -> None:
        """Something moves, or moved: what was read of the table since it lay still is forgotten."""
        self._open, self._orders, self.pictures = [], [], 0

    def add(self, reading: TableReading) -> SettledTable | None:
        """The settled table as soon as the readings of a still table agree; None before."""
        if not self.pictures:
            self._begin(reading)
        before = self._summary()
        found = self._matched(reading.tiles)
        for track, read in zip(found, reading.tiles, strict=True):
            track.vote(read)
        self.pictures += 1
        keys = [track.key for track in found]
        self._orders.append(tuple(tuple(keys[place] for place in row) for row in reading.sets))
        agreed = self.pictures >= FEWEST and before == self._summary()
        return self._settled(reading) if agreed or self.pictures >= MOST else None

    def tell(self, key: int, tile: Tile) -> None:
        """A person says what the tile with this key is; it stays so while it lies there."""
        for track in (*self._open, *self._kept):
            if track.key == key:
                track.told = tile

    def accept(self) -> None:
        """Keeps the table just settled as what lies there: its tiles are known when they are seen again."""
        for track in (present := self._present()):
            share = MEMORY / track.weight
            track.votes = {tile: votes * share for tile, votes in track.votes.items()}
            track.weight = MEMORY
        self._kept = present

    def remember(self, quad: Quad, read: Tile, tile: Tile) -> None:
        """A tile that is read as `read` lies there, and a person said that it is `tile`."""
        self._kept.append(_Track(next(self._keys), quad, {read: MEMORY}, MEMORY, told=tile))

    def _begin(self, reading: TableReading) -> None:
        known = [(_likeliest(track), track.quad) for track in self._kept]
        self._shift = shift_between(known, [(read.tile, read.quad) for read in reading.tiles])

    def _matched(self, read: Sequence[PlacedTile]) -> list[_Track]:
        """For each tile read its track: the one at its place, or a new one."""
        pairs = nearest([track.quad for track in self._open], [tile.quad for tile in read])
        found = [self._open[pairs[place]] if place in pairs else None for place in range(len(read))]
        new = [place for place, track in enumerate(found) if track is None]
        for place, track in zip(new, self._new_tracks([read[place] for place in new]), strict=True):
            found[place] = track
            self._open.append(track)
        return [track for track in found if track is not None]

    def _new_tracks(self, read: Sequence[PlacedTile]) -> list[_Track]:
        """Tracks for tiles just seen, remembering what was read where the same tile lay before."""
        taken = {track.key for track in self._open}
        kept = [track for track in self._kept if track.key not in taken]
        places = [self._shift(track.quad) if self._shift else track.quad for track in kept]
        pairs = nearest(places, [tile.quad for tile in read])
        return [
            self._continued(kept[pairs[place]], tile) if place in pairs else self._newcomer(tile)
            for place, tile in enumerate(read)
        ]

    def _newcomer(self, read: PlacedTile) -> _Track:
        return _Track(next(self._keys), read.quad)

    def _continued(self, known: _Track, read: PlacedTile) -> _Track:
        was = known.told or _likeliest(known)
        likely = probabilities(read).get(was, 0.0) >= ANOTHER
        as_before = known.told is not None and _likeliest(known) == read.tile
        if not likely and not as_before:
            return self._newcomer(read)
        return _Track(known.key, read.quad, dict(known.votes), known.weight, told=known.told)

    def _summary(self) -> object:
        """What is compared from picture to picture: which tiles lie there, and in which rows."""
        order = Counter(self._orders).most_common(1)[0][0] if self._orders else ()
        return {track.key: track.settled().tile for track in self._present()}, frozenset(order)

    def _present(self) -> list[_Track]:
        return [track for track in self._open if track.seen >= SEEN_IN * self.pictures and track.seen]

    def _settled(self, reading: TableReading) -> SettledTable:
        """The joined table; its rows are the ones most pictures showed."""
        tiles = tuple(track.settled() for track in self._present())
        place = {tile.key: index for index, tile in enumerate(tiles)}
        rows = _in_rows(Counter(reversed(self._orders)).most_common(1)[0][0], place)
        return SettledTable(reading.width, reading.height, tiles, rows)


def _in_rows(order: Iterable[Iterable[int]], place: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    """Rows of keys as rows of places; a tile that no row holds lies alone."""
    rows = [tuple(place[key] for key in row if key in place) for row in order]
    alone = set(place.values()) - {index for row in rows for index in row}
    return (*(row for row in rows if row), *((index,) for index in sorted(alone)))


def _likeliest(track: _Track) -> Tile:
    return max(track.votes, key=lambda tile: track.votes[tile])


def nearest(known: Sequence[Quad], seen: Sequence[Quad]) -> dict[int, int]:
    """For each tile seen the known tile that lies at its place, closest pairs first: place seen → known."""
    if not known or not seen:
        return {}
    here, there = np.stack(list(seen)), np.stack(list(known))
    apart = np.hypot(*(centres(here)[:, None] - centres(there)[None]).transpose(2, 0, 1))
    limit = SAME_PLACE * widths(here)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for flat in np.argsort(apart, axis=None):
        place, other = divmod(int(flat), len(known))
        if apart[place, other] > limit.max():
            break
        if place not in pairs and other not in taken and apart[place, other] <= limit[place]:
            pairs[place] = other
            taken.add(other)
    return pairs


def with_tile(table: SettledTable, key: int, tile: Tile) -> SettledTable:
    """The table with one tile told by a person."""
    told = (
        replace(old, tile=tile, confidence=1.0, rivals=(), is_told=True) if old.key == key else old
        for old in table.tiles
    )
    return replace(table, tiles=tuple(told))
