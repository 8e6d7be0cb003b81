"""Step 5: readings over time become one table, once hands are gone. Sees tiles and places, never pixels.

Readings of one still table are joined: each tile's probabilities are averaged, so that a tile misread once in
five pictures is right in the end. Tiles that lie where they lay keep what was read of them before; when the
camera or the table was bumped they are found again by what they are and how they lie to each other. A tile that is
not read any more, but whose place looks as it did, still lies there.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from referee.tiles import Tile
from vision.reading.arrange import arrange
from vision.reading.result import PlacedTile, Quad, TableReading
from vision.watching.shift import Shift, shift_between
from vision.watching.tracks import MEMORY, SettledTile, Track, nearest, probabilities

SEEN_IN = 0.5
"""A tile is there when at least this part of a still table's pictures shows it."""
FEWEST, MOST = 2, 5
"""Pictures joined before a table counts as settled: the fewest when they agree, the most when they do not."""
ANOTHER = 0.02
"""A tile read where one lay, with less than this probability of being that one, is another tile."""

IsSame = Callable[[int, Quad], bool | None]
"""Whether the place of the tile with this key, that should lie there now, looks as it did; None: nobody knows."""


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


def nobody_knows(_key: int, _quad: Quad) -> bool | None:
    """Without pixels no place can be compared."""
    return None


class Settler:
    """Joins readings into a table. Tell it when something moves; give it the readings of what lies still."""

    def __init__(self) -> None:
        self._keys = count(1)
        self._kept: list[Track] = []
        self._open: list[Track] = []
        self._shift: Shift | None = None
        self._orders: list[tuple[tuple[int, ...], ...]] = []
        self._is_same: IsSame = nobody_knows
        self.pictures = 0

    def moved(self) -> None:
        """Something moves, or moved: what was read of the table since it lay still is forgotten."""
        self._open, self._orders, self.pictures = [], [], 0

    def add(self, reading: TableReading, is_same: IsSame = nobody_knows) -> SettledTable | None:
        """The settled table as soon as the readings of a still table agree; None before."""
        self._is_same = is_same
        if not self.pictures:
            self._begin(reading)
        before = self._summary()
        found = self._matched(reading.tiles)
        for track, read in zip(found, reading.tiles, strict=True):
            track.vote(read)
        self._keep_unread(found)
        self.pictures += 1
        keys = [track.key for track in found]
        self._orders.append(tuple(tuple(keys[place] for place in row) for row in reading.sets))
        agreed = self.pictures >= FEWEST and before == self._summary()
        return self._settled(reading) if agreed or self.pictures >= MOST else None

    def accept(self) -> None:
        """Keeps the table just settled as what lies there: its tiles are known when they are seen again."""
        absent = [track for track in self._open if track.is_absent and track.seen]
        self._kept = [track.remembered() for track in (*self._present(), *absent)]

    @property
    def kept(self) -> list[tuple[int, Quad]]:
        """The keys and places of what is known to lie there, and of what a person said is no tile."""
        return [(track.key, track.quad) for track in self._kept]

    def named(self, tiles: Sequence[PlacedTile]) -> list[Tile]:
        """What tiles just read are: as a person said where one did."""
        told = [track for track in self._kept if track.told is not None]
        pairs = nearest([track.quad for track in told], [tile.quad for tile in tiles])
        named = (told[pairs[place]].told if place in pairs else None for place in range(len(tiles)))
        return [said or tile.tile for said, tile in zip(named, tiles, strict=True)]

    # What persons say

    def tell(self, key: int, tile: Tile | None) -> None:
        """A person says what the tile with this key is; it stays so while it lies there. None: takes that back."""
        for track in self._all(key):
            track.told = tile

    def tell_absent(self, key: int) -> None:
        """A person says that no tile lies there; it stays unread while its place looks the same."""
        for track in self._all(key):
            track.is_absent = True

    def tell_there(self, quad: Quad, tile: Tile) -> SettledTile:
        """A person says that a tile lies at this place; it stays while its place looks the same."""
        track = Track(next(self._keys), quad, {tile: MEMORY}, MEMORY, told=tile)
        self._kept.append(track)
        return track.settled()

    def remember(self, quad: Quad, read: Tile, tile: Tile) -> None:
        """A tile that is read as `read` lies there, and a person said that it is `tile`."""
        self._kept.append(Track(next(self._keys), quad, {read: MEMORY}, MEMORY, told=tile))

    def _all(self, key: int) -> list[Track]:
        return [track for track in (*self._open, *self._kept) if track.key == key]

    # How pictures are joined

    def _begin(self, reading: TableReading) -> None:
        known = [(track.likeliest, track.quad) for track in self._kept]
        self._shift = shift_between(known, [(read.tile, read.quad) for read in reading.tiles])

    def _matched(self, read: Sequence[PlacedTile]) -> list[Track]:
        """For each tile read its track: the one at its place, or a new one."""
        pairs = nearest([track.quad for track in self._open], [tile.quad for tile in read])
        found = [self._open[pairs[place]] if place in pairs else None for place in range(len(read))]
        new = [place for place, track in enumerate(found) if track is None]
        for place, track in zip(new, self._new_tracks([read[place] for place in new]), strict=True):
            found[place] = track
            self._open.append(track)
        return [track for track in found if track is not None]

    def _new_tracks(self, read: Sequence[PlacedTile]) -> list[Track]:
        """Tracks for tiles just seen, remembering what was read where the same tile lay before."""
        kept = self._not_open()
        pairs = nearest([self._place_of(track) for track in kept], [tile.quad for tile in read])
        return [
            self._continued(kept[pairs[place]], tile) if place in pairs else Track(next(self._keys), tile.quad)
            for place, tile in enumerate(read)
        ]

    def _continued(self, known: Track, read: PlacedTile) -> Track:
        """The known tile that lay there if it still does, else a new one."""
        likely = probabilities(read).get(known.told or known.likeliest, 0.0) >= ANOTHER
        as_before = known.told is not None and known.likeliest == read.tile
        if not likely and not as_before and not self._looks_same(known):
            return Track(next(self._keys), read.quad)
        if known.is_absent and self._is_same(known.key, self._place_of(known)) is False:
            return Track(next(self._keys), read.quad)
        return known.continued(read.quad)

    def _looks_same(self, known: Track) -> bool:
        """Whether what a person said of a place still holds there, whatever is read."""
        is_said = known.told is not None or known.is_absent
        return is_said and bool(self._is_same(known.key, self._place_of(known)))

    def _keep_unread(self, found: Sequence[Track]) -> None:
        """What was not read in this picture, but whose place is free and looks as it did, still lies there."""
        read = {track.key for track in found}
        again = {track.key: track for track in self._open if track.key not in read}
        unread = [*again.values(), *self._not_open()]
        known = {track.key for track in self._kept}
        taken = nearest([self._place_of(track) for track in unread], [track.quad for track in found]).values()
        for place, track in enumerate(unread):
            if track.key not in known or place in taken or not self._is_same(track.key, self._place_of(track)):
                continue
            if track.key not in again:
                track = track.continued(self._place_of(track))
                self._open.append(track)
            track.seen += 1

    def _not_open(self) -> list[Track]:
        """Known tiles that no picture since the table lies still has shown."""
        taken = {track.key for track in self._open}
        return [track for track in self._kept if track.key not in taken]

    def _place_of(self, track: Track) -> Quad:
        """Where a known tile should lie now."""
        is_open = any(track is other for other in self._open)
        return track.quad if is_open or self._shift is None else self._shift(track.quad)

    def _summary(self) -> object:
        """What is compared from picture to picture: which tiles lie there, and in which rows."""
        order = Counter(self._orders).most_common(1)[0][0] if self._orders else ()
        return {track.key: track.settled().tile for track in self._present()}, frozenset(order)

    def _present(self) -> list[Track]:
        seen = [track for track in self._open if track.seen >= SEEN_IN * self.pictures and track.seen]
        return [track for track in seen if not track.is_absent]

    def _settled(self, reading: TableReading) -> SettledTable:
        """The joined table; its rows are the ones most pictures showed, if these hold just the tiles that lie there."""
        tiles = tuple(track.settled() for track in self._present())
        order = Counter(reversed(self._orders)).most_common(1)[0][0]
        table = SettledTable(reading.width, reading.height, tiles)
        if {key for row in order for key in row} != {tile.key for tile in tiles}:
            return in_rows(table)
        place = {tile.key: index for index, tile in enumerate(tiles)}
        return replace(table, sets=_places(order, place))


def _places(order: Iterable[Iterable[int]], place: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    """Rows of keys as rows of places."""
    return tuple(tuple(place[key] for key in row) for row in order)


def in_rows(table: SettledTable) -> SettledTable:
    """The table with its tiles arranged in rows anew."""
    if not table.tiles:
        return replace(table, sets=())
    quads = np.stack([tile.quad for tile in table.tiles])
    return replace(table, sets=arrange([tile.tile for tile in table.tiles], quads))
