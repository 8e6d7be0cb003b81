"""What is known to lie on the table from before, and what persons said of it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from referee.tiles import Tile
from vision.reading import PlacedTile, Quad
from vision.watching.tracks import ANOTHER, MEMORY, SettledTile, Track, nearest, probabilities


class KnownTiles:
    """Tiles that lay there when the table was settled last (`kept`), and those seen since it lies still (`seen`)."""

    def __init__(self) -> None:
        self._keys = count(1)
        self.kept: list[Track] = []
        self.seen: list[Track] = []

    def new(self, quad: Quad) -> Track:
        """A tile never seen before."""
        return Track(next(self._keys), quad)

    def unseen(self) -> list[Track]:
        """Kept tiles that no picture since the table lies still has shown."""
        taken = {track.key for track in self.seen}
        return [track for track in self.kept if track.key not in taken]

    def taken_for_another(self, tiles: Sequence[PlacedTile]) -> set[int]:
        """Which of the tiles just read lie where another one is known to lie."""
        pairs = nearest([track.quad for track in self.kept], [tile.quad for tile in tiles])
        named = {place: self.kept[known].told or self.kept[known].likeliest for place, known in pairs.items()}
        return {place for place, known in named.items() if probabilities(tiles[place]).get(known, 0.0) < ANOTHER}

    def tell(self, key: int, tile: Tile | None) -> None:
        """A person says what the tile with this key is; it stays so while it lies there. None: takes that back."""
        for track in self._all(key):
            track.told = tile
            track.is_absent = False
        if tile is None:
            self.kept = [track for track in self.kept if track.key != key or not track.is_added]
            self.seen = [track for track in self.seen if track.key != key or not track.is_added]

    @property
    def absent(self) -> tuple[SettledTile, ...]:
        """The places of which a person said that no tile lies there, with what is read there."""
        return tuple(replace(track, told=None).settled() for track in self.kept if track.is_absent)

    def tell_absent(self, key: int) -> None:
        """A person says that no tile lies there; none is seen there while its place looks the same."""
        for track in self._all(key):
            track.is_absent = True

    def said(self, quad: Quad, read: Tile, tile: Tile | None) -> SettledTile:
        """What only a person says of a place: that `tile` lies there, or None, though a camera guesses at `read`.

        It stays so while the place looks the same; what was said of it before, by somebody else or twice, does not.
        """
        said = [track for track in (*self.kept, *self.seen) if track.is_added or track.is_absent]
        before = {said[place].key for place in nearest([quad], [track.quad for track in said])}
        self.kept = [track for track in self.kept if track.key not in before]
        self.seen = [track for track in self.seen if track.key not in before]
        track = self.remember(quad, read, tile)
        track.is_added = True
        return track.settled()

    def remember(self, quad: Quad, read: Tile, tile: Tile | None) -> Track:
        """A tile that is read as `read` lies there, and a person said that it is `tile` (None: that it is none)."""
        track = Track(next(self._keys), quad, {read: MEMORY}, MEMORY, told=tile, is_absent=tile is None)
        self.kept.append(track)
        return track

    def is_known(self, key: int) -> bool:
        """Whether this tile is still known; another answer about its place has replaced it else."""
        return bool(self._all(key))

    def _all(self, key: int) -> list[Track]:
        return [track for track in (*self.seen, *self.kept) if track.key == key]
