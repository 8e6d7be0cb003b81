"""The tiles known from earlier readings, with players' answers about them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count

from referee.tiles import Tile
from vision.reading import Quad
from vision.watching.tracks import FADED, MEMORY, SettledTile, Track, nearest


class KnownTiles:
    """The tiles of the last settled table (`kept`), and the tiles read since the table has been still (`seen`)."""

    def __init__(self) -> None:
        self._keys = count(1)
        self.kept: list[Track] = []
        self.seen: list[Track] = []
        self._corrections: list[Track] = []
        """Corrected tiles that are not seen any more where they lay."""
        self.now_at: Callable[[Quad], Quad] = lambda quad: quad
        """Where a place of the table that was settled last lies now: persons speak of that table."""
        self.have_moved = False
        """Whether it lies elsewhere."""

    def new(self, quad: Quad, first: Tile | None = None) -> Track:
        """A tile never seen before; `first`: the name that was surely read at this place with its present
        appearance."""
        return Track(next(self._keys), quad, first=first)

    def move(self, moved: Callable[[Quad], Quad], stays: Callable[[Track], bool] = lambda _: False) -> None:
        """Moves all known tiles, except those that stay, to their new places in the picture."""
        before = self.now_at
        self.now_at, self.have_moved = lambda quad: moved(before(quad)), True
        for track in self.kept:
            if not stays(track):
                track.quad = moved(track.quad)

    def fade(self) -> None:
        """Reduces the weight of earlier readings to almost nothing; a tile with a new name then stays in doubt."""
        self.kept = [track.remembered(FADED) for track in self.kept]

    def unseen(self) -> list[Track]:
        """Kept tiles that no reading has shown since the table has been still; those that readings kept unseen, as they
        are in `seen`."""
        now = {track.key: track for track in self.seen}
        tracks = [now.get(track.key, track) for track in self.kept]
        return [track for track in tracks if track.key not in now or not track.times_read]

    def keep(self, tracks: Sequence[Track]) -> None:
        """Stores these tracks as the tiles on the table from now on."""
        self._corrections = self._corrected_and_gone(tracks)
        self.kept, self.now_at, self.have_moved = list(tracks), lambda quad: quad, False

    def recall(self, tracks: Sequence[Track]) -> None:
        """Marks tracks that may be a corrected tile: they came after the correction, and carry the name that the camera
        read before it.
        """
        for one in self._corrected_and_gone(tracks):
            for track in tracks:
                if track.key > one.key and track.told is None and track.likeliest == one.likeliest:
                    track.may_have_been = one.told

    def forget_corrections(self) -> None:
        """Forgets corrections of tiles that are not seen any more: the next tile in their place is another tile."""
        self._corrections = []

    def _corrected_and_gone(self, tracks: Sequence[Track]) -> list[Track]:
        """Corrected tiles that are not among these and were not read again, neither under the player's name nor under
        the camera's.
        """
        keys = {track.key for track in tracks}
        gone = [*self._corrections, *(one for one in self.kept if one.is_corrected and one.key not in keys)]
        later = [(track.key, track.name, track.told) for track in tracks]
        return [
            one
            for one in gone
            if not any(key > one.key and (name == one.told or told == one.likeliest) for key, name, told in later)
        ]

    def tell(self, key: int, tile: Tile | None) -> None:
        """Sets the name that a player gives the tile with this key, valid while it lies there. None: withdraws the
        name."""
        for track in self._all(key):
            track.told = tile
            track.is_absent = False
        if tile is None:
            self.drop({track.key for track in self._all(key) if track.is_added})

    @property
    def absent(self) -> tuple[SettledTile, ...]:
        """The places where, by a player's answer, no tile lies, with the names read there."""
        return tuple(replace(track, told=None).settled() for track in self.kept if track.is_absent)

    def tell_absent(self, key: int) -> None:
        """Records a player's answer that no tile lies there, valid while the place looks the same."""
        for track in self._all(key):
            track.is_absent = True

    def said(self, quad: Quad, read: Tile, tile: Tile | None) -> Track:
        """Records a player's answer about a place, without a reading: `tile` lies there, or None, though the camera
        guesses `read`. It is valid while the place looks the same, and replaces earlier answers about the place.
        """
        said = [track for track in (*self.kept, *self.seen) if track.is_added or track.is_absent]
        before = {said[place].key for place in nearest([quad], [track.quad for track in said])}
        self.drop(before)
        track = self.remember(quad, read, tile)
        track.is_added = True
        return track

    def remember(self, quad: Quad, read: Tile, tile: Tile | None) -> Track:
        """Adds a tile that the camera reads as `read` and a player called `tile` (None: no tile lies there)."""
        track = Track(next(self._keys), quad, {read: MEMORY}, MEMORY, told=tile, is_absent=tile is None)
        self.kept.append(track)
        return track

    def take_back(self, key: int, before: Track | None) -> None:
        """Restores a tile with this key, and what was said of it, as it was `before`; None: it was not known."""
        if before is None:
            self.drop({key})
            return
        if not self.is_known(key):
            self.kept.append(replace(before))
        for track in self._all(key):
            track.told, track.is_absent, track.is_added = before.told, before.is_absent, before.is_added

    def is_known(self, key: int) -> bool:
        """Whether this tile is still known: no later answer about its place replaced it."""
        return bool(self._all(key))

    def drop(self, keys: set[int]) -> None:
        """Forgets the tiles with these keys."""
        self.kept, self.seen = ([track for track in one if track.key not in keys] for one in (self.kept, self.seen))

    def _all(self, key: int) -> list[Track]:
        return [track for track in (*self.seen, *self.kept) if track.key == key]
