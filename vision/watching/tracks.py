"""One tile over the pictures of a still table: what was read at its place, what a person said of it.

And what is known to lie on the table from before.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count

import numpy as np

from referee.tiles import Tile
from vision.reading import SURE, PlacedTile, Quad, centres, widths
from vision.watching.places import Look

SAME_PLACE = 0.4
"""Part of a tile's short side by which its centre may wander while it lies still."""
ANOTHER = 0.02
"""A tile read where one lay, with less than this probability of being that one, is another tile."""
DOUBTED = 0.85
"""What is believed at most of a tile that was surely read as another one before."""
MEMORY, FADED = 4.0, 0.01
"""How many pictures what was read of a tile before weighs when its place is read again; and when it is read otherwise
since, for another set of tiles was recognised or taught."""


class Place(Enum):
    """What is seen at the place of a tile that is not read there any more."""

    SAME = "same"
    """It looks as it did: the tile lies there."""
    FREE = "free"
    """The bare table, or another tile: it does not."""
    PASSED = "passed"
    """Something moves over it: it is as it was."""
    HIDDEN = "hidden"
    """Something lies over it: it still counts as lying there."""
    UNKNOWN = "unknown"
    """Nobody knows how it looked."""


@dataclass(frozen=True, eq=False)
class SettledTile:
    """A tile of the settled table. `key` stays the same as long as it lies there.

    `confidence`: joined probability that `tile` is right. `rivals`: what else it could be, likeliest first.
    `read`: what the camera alone would say. `is_told`: a person said what it is. `was_missed`: the newest pictures do
    not show it, though its place looks as it did.
    """

    key: int
    tile: Tile
    quad: Quad
    confidence: float
    rivals: tuple[tuple[Tile, float], ...] = ()
    read: Tile | None = None
    is_told: bool = False
    was_missed: bool = False

    def told(self, tile: Tile) -> "SettledTile":
        """The same after a person said what it is."""
        return replace(self, tile=tile, confidence=1.0, rivals=(), is_told=True, was_missed=False)


@dataclass(eq=False)
class Track:
    """One tile over the pictures of a still table: the sum of what was read there, and in how many it was seen.

    `told`: what a person said that it is. `is_absent`: a person said that no tile lies there.
    """

    key: int
    quad: Quad
    votes: dict[Tile, float] = field(default_factory=dict)
    weight: float = 0.0
    seen: int = 0
    read: int = 0
    """In how many of these it was read; in the others only its place looked as it did."""
    told: Tile | None = None
    is_absent: bool = False
    is_added: bool = False
    """Whether only a person says that a tile lies there, or that none does; no picture has shown one."""
    place: Place = Place.SAME
    """What was seen at its place last, if it was not read there."""
    is_vouched: bool = False
    """Whether persons said that it lies there still, since something hid it."""
    look: Look | None = None
    """How its place looked when the table was settled last; None: nobody knows."""
    first: Tile | None = None
    """As what it was surely read first: in another light it may be misread, and becomes no other tile."""

    def vote(self, read: PlacedTile) -> None:
        """Counts what one picture shows there; the camera's word begins with it where only a person spoke."""
        if self.is_added:
            self.votes, self.weight, self.is_added = {}, 0.0, False
        self.quad, self.place, self.is_vouched = read.quad, Place.SAME, False
        self.seen, self.read = self.seen + 1, self.read + 1
        for tile, probability in probabilities(read).items():
            self.votes[tile] = self.votes.get(tile, 0.0) + probability
        self.weight += 1.0

    def continued(self) -> "Track":
        """The same tile in the pictures that come now, not seen in any of them yet."""
        return replace(self, votes=dict(self.votes), seen=0, read=0)

    def remembered(self, weight: float = MEMORY) -> "Track":
        """What is kept of it when the next pictures come; `weight`: as so many pictures."""
        share, first = weight / self.weight, self.first
        if first is None and self.read and self.votes[self.likeliest] >= SURE * self.weight:
            first = self.likeliest
        votes = {tile: votes * share for tile, votes in self.votes.items()}
        return replace(self, votes=votes, weight=weight, first=first)

    @property
    def likeliest(self) -> Tile:
        """What the camera alone would say."""
        return max(self.votes, key=lambda tile: self.votes[tile])

    def may_be(self, read: PlacedTile) -> bool:
        """Whether what is read there may be this tile."""
        return probabilities(read).get(self.told or self.likeliest, 0.0) >= ANOTHER

    def settled(self) -> SettledTile:
        """What is known of it by now."""
        shares = ((tile, min(1.0, votes / self.weight)) for tile, votes in self.votes.items())
        ranked = sorted(shares, key=lambda share: -share[1])
        (read, confidence), rivals = ranked[0], tuple(ranked[1:4])
        if self.first is not None and self.first != read:
            confidence = min(confidence, DOUBTED)
        was_missed = not self.read and self.place is Place.SAME
        settled = SettledTile(self.key, read, self.quad, confidence, rivals, read, was_missed=was_missed)
        return settled if self.told is None else settled.told(self.told)


def probabilities(read: PlacedTile) -> Mapping[Tile, float]:
    """What a tile may be, with its probabilities."""
    return {**dict(read.rivals), read.tile: read.confidence}


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


class KnownTiles:
    """Tiles that lay there when the table was settled last (`kept`), and those seen since it lies still (`seen`)."""

    def __init__(self) -> None:
        self._keys = count(1)
        self.kept: list[Track] = []
        self.seen: list[Track] = []
        self.moves: list[Callable[[Quad], Quad]] = []
        """How all of them moved in the picture since the table was settled, one after the other."""

    def new(self, quad: Quad, first: Tile | None = None) -> Track:
        """A tile never seen before; `first`: what was surely read there while the place looked as it does now."""
        return Track(next(self._keys), quad, first=first)

    def move(self, moved: Callable[[Quad], Quad]) -> None:
        """All tiles that are known lie elsewhere in the picture."""
        self.moves.append(moved)
        for track in self.kept:
            track.quad = moved(track.quad)

    def now_at(self, quad: Quad) -> Quad:
        """Where a place of the table that was settled last lies now: persons speak of that table."""
        for moved in self.moves:
            quad = moved(quad)
        return quad

    def fade(self) -> None:
        """What was read of the tiles counts as good as nothing; one that is another then stays in doubt."""
        self.kept = [track.remembered(FADED) for track in self.kept]

    def unseen(self) -> list[Track]:
        """Kept tiles that no picture since the table lies still has shown."""
        taken = {track.key for track in self.seen}
        return [track for track in self.kept if track.key not in taken]

    def tell(self, key: int, tile: Tile | None) -> None:
        """A person says what the tile with this key is; it stays so while it lies there. None: takes that back."""
        for track in self._all(key):
            track.told = tile
            track.is_absent = False
        if tile is None:
            self._drop({track.key for track in self._all(key) if track.is_added})

    @property
    def absent(self) -> tuple[SettledTile, ...]:
        """The places of which a person said that no tile lies there, with what is read there."""
        return tuple(replace(track, told=None).settled() for track in self.kept if track.is_absent)

    def tell_absent(self, key: int) -> None:
        """A person says that no tile lies there; none is seen there while its place looks the same."""
        for track in self._all(key):
            track.is_absent = True

    def said(self, quad: Quad, read: Tile, tile: Tile | None) -> Track:
        """What only a person says of a place: that `tile` lies there, or None, though a camera guesses at `read`.

        It stays so while the place looks the same; what was said of it before, by somebody else or twice, does not.
        """
        said = [track for track in (*self.kept, *self.seen) if track.is_added or track.is_absent]
        before = {said[place].key for place in nearest([quad], [track.quad for track in said])}
        self._drop(before)
        track = self.remember(quad, read, tile)
        track.is_added = True
        return track

    def remember(self, quad: Quad, read: Tile, tile: Tile | None) -> Track:
        """A tile that is read as `read` lies there, and a person said that it is `tile` (None: that it is none)."""
        track = Track(next(self._keys), quad, {read: MEMORY}, MEMORY, told=tile, is_absent=tile is None)
        self.kept.append(track)
        return track

    def is_known(self, key: int) -> bool:
        """Whether this tile is still known; another answer about its place has replaced it else."""
        return bool(self._all(key))

    def _drop(self, keys: set[int]) -> None:
        self.kept, self.seen = ([track for track in one if track.key not in keys] for one in (self.kept, self.seen))

    def _all(self, key: int) -> list[Track]:
        return [track for track in (*self.seen, *self.kept) if track.key == key]
