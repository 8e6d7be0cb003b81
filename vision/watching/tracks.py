"""One tile over the pictures of a still table: the readings at its place, and a player's answer about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from referee.tiles import Tile
from vision.reading import SURE, PlacedTile, Quad, centres, widths
from vision.watching.places import Look

SAME_PLACE = 0.4
"""Part of a tile's short side by which its centre may wander while it lies still."""
ANOTHER = 0.02
"""Probability below which a tile read at a known tile's place is another tile."""
DOUBTED, EVEN = 0.85, 0.5
"""Highest confidence of a tile that was surely read as another tile before; and of a tile that may be one that a player
had corrected.
"""
MEMORY, FADED = 4.0, 0.01
"""Weight, in pictures, of a tile's earlier reading when its place is read again; and the weight once another set of
tiles was recognised or taught, so that the tile may be read otherwise."""


class Place(Enum):
    """The state of the place of a tile that is not read there any more."""

    SAME = "same"
    """It looks unchanged: the tile lies there."""
    FREE = "free"
    """It shows the bare table, or another tile: the tile is gone."""
    PASSED = "passed"
    """An object moves over it: its state stays unchanged."""
    HIDDEN = "hidden"
    """An object covers it: the tile still counts as lying there."""
    UNKNOWN = "unknown"
    """Its former appearance is unknown, or it changed without motion, so that only the light changed."""


@dataclass(frozen=True, eq=False)
class SettledTile:
    """A tile of the settled table. `key` stays the same as long as it lies there.

    `confidence`: joined probability that `tile` is right. `rivals`: its other possible names, likeliest first. `read`:
    the camera's own name for it. `is_told`: a player named it. `is_open`: a player has to name it, unless the game's
    prior does: the newest pictures do not show it, though its place looks unchanged, or it may be a tile that was
    corrected at its former place. `is_covered`: an object covers it, so that its place does not show its face.
    """

    key: int
    tile: Tile
    quad: Quad
    confidence: float
    rivals: tuple[tuple[Tile, float], ...] = ()
    read: Tile | None = None
    is_told: bool = False
    is_open: bool = False
    is_covered: bool = False
    row: int = 0
    """Number of tiles in its quad, if the track is a whole row that is no part of the game; 0: it is a single tile."""

    def told(self, tile: Tile) -> "SettledTile":
        """The tile after a player named it."""
        return replace(self, tile=tile, confidence=1.0, rivals=(), is_told=True, is_open=False)


@dataclass(eq=False)
class Track:
    """One tile over the pictures of a still table: the sum of its readings, and the number of pictures in which it was
    seen. `told`: the name that a player gave it. `is_absent`: a player said that no tile lies there.
    """

    key: int
    quad: Quad
    votes: dict[Tile, float] = field(default_factory=dict)
    weight: float = 0.0
    times_seen: int = 0
    times_read: int = 0
    """Number of the readings of the tile in which it was read; in the others its place looked unchanged."""
    most_pictures: float = 0.0
    """The most pictures in a mean in which it was read."""
    told: Tile | None = None
    is_absent: bool = False
    is_added: bool = False
    """Whether only a player says that a tile lies there, or that none does, without any reading of it."""
    place: Place = Place.SAME
    """The last state of its place when it was not read there."""
    hidden_at: float = float("inf")
    """The moment in seconds when an object came to cover it; infinite: it is not covered."""
    is_vouched: bool = False
    """Whether players confirmed that it still lies there since an object covered it."""
    look: Look | None = None
    """The appearance of its place when the table was settled last; None: unknown."""
    first: Tile | None = None
    """The name under which it was surely read first: in another light it may be misread, but stays the same tile."""
    before: dict[Tile, float] = field(default_factory=dict)
    weight_before: float = 0.0
    """The votes, and their weight, from before these pictures."""
    may_have_been: Tile | None = None
    """A player's name for a tile that was read under the same name as this tile, and is no longer seen at its place."""

    def vote(self, read: PlacedTile, pictures: float = 1.0) -> None:
        """Replaces the votes of this still table by those of a mean of `pictures` pictures. A tile that only a player
        named gets its first votes.
        """
        if self.is_added:
            self.before, self.weight_before, self.is_added = {}, 0.0, False
        self.quad, self.place, self.is_vouched = read.quad, Place.SAME, False
        self.times_seen, self.times_read = self.times_seen + 1, self.times_read + 1
        self.most_pictures = max(self.most_pictures, pictures)
        self.votes, self.weight = dict(self.before), self.weight_before + pictures
        for tile, probability in probabilities(read).items():
            self.votes[tile] = self.votes.get(tile, 0.0) + pictures * probability

    def continued(self) -> "Track":
        """The same tile at the beginning of the next still table, not seen in any reading of it yet."""
        before = dict(self.votes)
        return replace(self, votes=before, before=before, weight_before=self.weight, times_seen=0, times_read=0)

    def remembered(self, weight: float = MEMORY) -> "Track":
        """The tile with its votes weighed as `weight` pictures."""
        share, first = weight / self.weight, self.first
        if first is None and self.times_read and self.votes[self.likeliest] >= SURE * self.weight:
            first = self.likeliest
        votes = {tile: votes * share for tile, votes in self.votes.items()}
        return replace(self, votes=votes, weight=weight, first=first)

    @property
    def likeliest(self) -> Tile:
        """The name with most votes of the readings."""
        return max(self.votes, key=lambda tile: self.votes[tile])

    @property
    def name(self) -> Tile:
        """The name that a player gave the tile, or else the likeliest one."""
        return self.told or self.likeliest

    @property
    def is_corrected(self) -> bool:
        """Whether a player gave the tile another name than the likeliest one."""
        return self.told is not None and self.told != self.likeliest

    @property
    def is_fleeting(self) -> bool:
        """Whether only single pictures showed it, as they show print in an arm's shadow, and no player spoke of it."""
        return not (self.told or self.is_absent) and self.most_pictures == 1

    def may_be(self, read: PlacedTile) -> bool:
        """Whether a reading gives this tile's name a probability of ANOTHER at least."""
        return probabilities(read).get(self.name, 0.0) >= ANOTHER

    def settled(self) -> SettledTile:
        """The tile as the settled table has it: its likeliest name, or the player's name for it, with the rivals."""
        shares = ((tile, min(1.0, votes / self.weight)) for tile, votes in self.votes.items())
        ranked = sorted(shares, key=lambda share: -share[1])
        (read, confidence), rivals = ranked[0], tuple(ranked[1:4])
        if self.first is not None and self.first != read:
            confidence = min(confidence, DOUBTED)
        is_open = not self.times_read and self.place is Place.SAME
        if self.may_have_been is not None:
            confidence, rivals, is_open = min(confidence, EVEN), ((self.may_have_been, EVEN), *rivals), True
        covered = self.place in (Place.HIDDEN, Place.PASSED)
        settled = SettledTile(self.key, read, self.quad, confidence, rivals, read, False, is_open, covered)
        return settled if self.told is None else settled.told(self.told)


def probabilities(read: PlacedTile) -> Mapping[Tile, float]:
    """The possible names of a tile, with their probabilities."""
    return {**dict(read.rivals), read.tile: read.confidence}


def nearest(known: Sequence[Quad], seen: Sequence[Quad], within: float = SAME_PLACE) -> dict[int, int]:
    """Pairs of a seen and a known tile at the same position, the closest first: index in `seen` → index in `known`.

    `within`: greatest distance of a pair, in widths of the seen tile.
    """
    if not known or not seen:
        return {}
    here, there = np.stack(list(seen)), np.stack(list(known))
    apart = np.hypot(*(centres(here)[:, None] - centres(there)[None]).transpose(2, 0, 1))
    limit = within * widths(here)
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
