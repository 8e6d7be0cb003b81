"""What the places of tiles look like: whether a tile still lies where it lay, though it is not read any more."""

from collections.abc import Container, Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import Quad, rectify

LOOK = (12, 16)
"""Width and height to which a place is averaged to be compared."""
ALIKE = 0.9
"""How much two looks of a place must be correlated to count as the same."""
MOST_APART = 0.35
"""By what share of its contrast no part of a place may differ: another figure on a tile changes little else."""
PLAIN = 3.0
"""Levels by which a look without any figure varies; correlation says nothing about it."""
AS_BRIGHT = 0.3
"""By what share a plain place may be brighter or darker and count as the same."""

Look = NDArray[np.float32]


class PlaceLooks:
    """How the places of tiles, by their keys, looked when the table was settled last."""

    def __init__(self) -> None:
        self._looks: dict[int, tuple[Quad, Look]] = {}

    def learn(self, picture: Pixels, places: Iterable[tuple[int, Quad]], unseen: Container[int] = ()) -> None:
        """Takes the looks of these places, and forgets all others. `unseen`: keys whose looks stay as they were."""
        listed = list(places)
        before = {key: self._looks[key] for key, _ in listed if key in unseen and key in self._looks}
        looks = looks_at(picture, [quad for _, quad in listed])
        self._looks = {key: (quad, look) for (key, quad), look in zip(listed, looks, strict=True)} | before

    def learn_more(self, picture: Pixels, key: int, quad: Quad) -> None:
        """Takes the look of one more place."""
        self._looks[key] = (quad, looks_at(picture, [quad])[0])

    def look_of(self, key: int) -> bytes | None:
        """How a place looked, for another start of the program; None: nobody knows."""
        return np.rint(self._looks[key][1]).astype(np.uint8).tobytes() if key in self._looks else None

    def remember(self, key: int, quad: Quad, look: bytes) -> None:
        """Takes what `look_of` gave before the program began; what is no look is passed over."""
        if len(look) == LOOK[0] * LOOK[1] * 3:
            self._looks[key] = (quad, np.frombuffer(look, np.uint8).reshape(LOOK[1], LOOK[0], 3).astype(np.float32))

    def is_same(self, picture: Pixels, key: int, moved_to: Quad | None = None) -> bool | None:
        """Whether a place looks as it did; None: nobody knows how it looked.

        `moved_to`: where it lies now, after a bump.
        """
        if key not in self._looks:
            return None
        quad, look = self._looks[key]
        return _alike(look, looks_at(picture, [quad if moved_to is None else moved_to])[0])


def looks_at(picture: Pixels, quads: list[Quad]) -> list[Look]:
    """The places averaged to LOOK, in levels."""
    if not quads:
        return []
    crops = rectify(picture, np.stack(quads))
    return [cv2.resize(crop, LOOK, interpolation=cv2.INTER_AREA).astype(np.float32) for crop in crops]


def _alike(one: Look, other: Look) -> bool:
    """Whether two looks show the same in whatever light; their rim, where the table shows, is left out."""
    one, other = one[1:-1, 1:-1], other[1:-1, 1:-1]
    a, b = one - one.mean((0, 1)), other - other.mean((0, 1))
    spread = float(a.std()), float(b.std())
    if max(spread) < PLAIN:
        return abs(float(other.mean()) / max(float(one.mean()), 1.0) - 1) < AS_BRIGHT
    if min(spread) < PLAIN:
        return False
    a, b = a / spread[0], b / spread[1]
    contrast = float(np.ptp(a.mean(axis=2)))
    return float((a * b).mean()) >= ALIKE and float(np.abs((a - b).mean(axis=2)).max()) <= MOST_APART * contrast
