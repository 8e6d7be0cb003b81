"""Where tiles lie on a still table that cannot be read: a person is asked what they are."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

import cv2

from vision.reading import PlacedTile, Quad
from vision.watching.tracks import SettledTile, nearest

Placed = TypeVar("Placed", PlacedTile, SettledTile)

SHOWN_IN = 0.5
"""In more than this part of a still table's joined pictures a place has to be unread, or nobody is asked."""

Unread = tuple[PlacedTile, ...]


def still_unread(pictures: Sequence[Unread], lying: Sequence[Quad]) -> Unread:
    """What most of these pictures of one still table could not read, as the last of them shows it that does; from top
    to bottom, so that the first one stays the first.

    `lying`: where a tile is known to lie, or a person said that none does; nothing is unread there.
    """
    places = Unread()
    for picture in reversed(pictures):
        places += elsewhere(picture, _quads(places))
    times = Counter(place for picture in pictures for place in nearest(_quads(places), _quads(picture)).values())
    shown = (tile for place, tile in enumerate(places) if times[place] > SHOWN_IN * len(pictures))
    return elsewhere(tuple(sorted(shown, key=lambda tile: tuple(tile.quad.mean(axis=0)[::-1]))), lying)


def elsewhere(unread: Unread, lying: Sequence[Quad]) -> Unread:
    """Those where none of these lies."""
    known = nearest(lying, _quads(unread))
    return tuple(tile for place, tile in enumerate(unread) if place not in known)


def at_point(tiles: Iterable[Placed], x: float, y: float) -> Placed | None:
    """The one that lies at this point, in pixels of the picture; None: none does."""
    lies_on = (tile for tile in tiles if cv2.pointPolygonTest(tile.quad, (x, y), measureDist=False) >= 0)
    return next(lies_on, None)


def _quads(tiles: Iterable[PlacedTile]) -> list[Quad]:
    return [tile.quad for tile in tiles]
