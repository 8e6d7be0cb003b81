"""What players have said of the table, at one moment: an answer can be taken back."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from vision.watching.row_apart import RowApart
from vision.watching.tracks import SettledTile, Track

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Said:
    """The known tiles and rows with players' answers about them, and the settled tiles, each by its key."""

    tracks: Mapping[int, Track]
    rows: Mapping[int, RowApart]
    tiles: Mapping[int, SettledTile]

    def changed(self, after: "Said") -> frozenset[int]:
        """The keys of the tiles and rows about which something else is said afterwards."""
        tracks = _differing(self.tracks, after.tracks, lambda track: (track.told, track.is_absent, track.is_added))
        return tracks | _differing(self.rows, after.rows, lambda row: row.belongs)


def _differing(before: Mapping[int, T], after: Mapping[int, T], said: Callable[[T], Hashable]) -> frozenset[int]:
    both = before.keys() & after.keys()
    changed = {key for key in both if said(before[key]) != said(after[key])}
    return frozenset(changed | (before.keys() ^ after.keys()))
