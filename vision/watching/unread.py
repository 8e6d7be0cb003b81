"""Places on a still table where tiles lie that cannot be read; a player is asked for their names."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeVar

import cv2

from vision.reading import PlacedTile, Quad
from vision.watching.strays import is_stray, upon
from vision.watching.tracks import SAME_PLACE, SettledTile, nearest

Placed = TypeVar("Placed", PlacedTile, SettledTile)

SHOWN_IN = 0.5
"""Share of a still table's pictures above which a place must be unread for a player to be asked."""

Unread = tuple[PlacedTile, ...]


def still_unread(pictures: Sequence[Unread], lying: Sequence[Quad]) -> Unread:
    """The places that most of these pictures of one still table could not read, each as in its latest picture.

    They are sorted from top to bottom, so the first place stays first. `lying`: quads of known tiles and of places
    where a player said that no tile lies; these are left out.
    """
    places = Unread()
    for tile in chain.from_iterable(reversed(pictures)):
        places += elsewhere((tile,), _quads(places))
    times = Counter(place for picture in pictures for place in nearest(_quads(places), _quads(picture)).values())
    shown = (tile for place, tile in enumerate(places) if times[place] > SHOWN_IN * len(pictures))
    return elsewhere(tuple(sorted(shown, key=lambda tile: tuple(tile.quad.mean(axis=0)[::-1]))), lying)


def elsewhere(unread: Unread, lying: Sequence[Quad]) -> Unread:
    """The unread places that lie on none of these quads; a mere candidate may not even lie partly over one."""
    over = upon(lying, _quads(unread))
    return tuple(
        tile
        for tile, is_over in zip(unread, over, strict=True)
        if not (is_over if is_stray(tile) else nearest(lying, [tile.quad], SAME_PLACE))
    )


def at_point(tiles: Iterable[Placed], x: float, y: float) -> Placed | None:
    """The tile whose quad contains this point, in pixels of the picture; None: no such tile."""
    lies_on = (tile for tile in tiles if cv2.pointPolygonTest(tile.quad, (x, y), measureDist=False) >= 0)
    return next(lies_on, None)


def _quads(tiles: Iterable[PlacedTile]) -> list[Quad]:
    return [tile.quad for tile in tiles]
