"""From one picture to the next: does anything move, does a hand lie there, and if not, what lies there?"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from referee.tiles import Tile
from vision.camera.picture import Picture, Pixels
from vision.reading.known_faces import KnownFaces
from vision.reading.result import TableReading
from vision.watching.motion import CHANGED_SCENE, BareTable, Intrusion, Mask, moving, tile_mask
from vision.watching.settle import SettledTable, Settler, with_tile

STILL_FOR = 0.2
"""Seconds without motion before the table is read; a hand that moves tiles seldom rests so long."""
LOOK_AGAIN = 1.0
"""Seconds after which a table is read again that has a hand, a question or a doubt in it."""
PUT_DOWN = 8.0
"""Seconds after which something that lies still, away from the edge, counts as put down: a cup, a box."""
LARGEST_PUT_DOWN = 0.04
"""Part of the picture up to which something can be put down; hands are larger."""


class PictureReader(Protocol):
    """What reads pictures: vision.reader.Reader, or a test's own."""

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        """Tiles and sets of a picture in BGR; tiles that `known` knows need not be named again."""
        ...


@dataclass(frozen=True)
class Sight:
    """What the camera sees. `table`: what lay there when it was steady last, and the `picture` of it.

    `steady`: nothing moves, no hand is there, and `table` is what lies there. `covered`: by a hand, say.
    """

    steady: bool = False
    covered: bool = False
    table: SettledTable = field(default_factory=lambda: SettledTable(0, 0))
    picture: Picture | None = None
    number: int = 0
    """Counts the times that the table settled."""


class Watch:
    """Looks at one picture after the other; `sight` is what it saw."""

    def __init__(self, reader: PictureReader) -> None:
        self._reader = reader
        self.settler = Settler()
        self._known_faces = KnownFaces()
        self._bare = BareTable()
        self._last: Pixels | None = None
        self._last_moment = 0.0
        self._still_since: float | None = None
        self._mask: Mask | None = None
        self._read_at: float | None = None
        self._shown: Pixels | None = None
        self.sight = Sight()
        self.readings = 0
        """How many pictures were read, not only compared."""
        self.in_doubt = False
        """Whether the table is worth reading again although nothing moved."""
        self.read_since = float("-inf")
        """The moment since which the table has to be read once more, though it lies still: somebody claims it."""

    def see(self, picture: Picture, known: Counter[Tile]) -> Sight:
        """Looks at the next picture. `known`: the tiles that lay there at the last turn's end.

        Raises PictureError.
        """
        thumbnail = picture.thumbnail
        last, self._last = self._last, thumbnail
        last_moment, self._last_moment = self._last_moment, picture.moment
        if last is None or moving(last, thumbnail, self._mask):
            self._moved()
            return self.sight
        if self._still_since is None:
            self._still_since = last_moment
        if self._is_due(picture):
            self._read(picture, known)
        return self.sight

    def insist(self) -> None:
        """The players say that nothing is in the way: whatever lies there belongs to the table now."""
        if self._last is not None and self._mask is not None:
            self._bare.learn_another(self._last, self._mask)
        self._moved()

    def tell(self, key: int, tile: Tile) -> None:
        """A person says what the tile with this key is."""
        self.settler.tell(key, tile)
        self.sight = replace(self.sight, table=with_tile(self.sight.table, key, tile))

    def remember(self, quad: list[list[float]], read: Tile, tile: Tile) -> None:
        """A person said, before the program began, what the tile at this place is."""
        self.settler.remember(np.array(quad, np.float32), read, tile)

    def lost(self) -> None:
        """No picture comes any more: nothing is known until the next ones."""
        self._last = None
        self._moved()

    def _moved(self) -> None:
        self._still_since = self._read_at = None
        self.settler.moved()
        self.sight = replace(self.sight, steady=False)

    def _is_due(self, picture: Picture) -> bool:
        """Whether this picture is to be read and not only compared."""
        assert self._still_since is not None
        if picture.moment - self._still_since < STILL_FOR:
            return False
        if self._read_at is None or self.settler.pictures or self._read_at < self.read_since <= picture.moment:
            return True
        if self.sight.steady and not self.in_doubt and self._shown is not None:
            return moving(self._shown, picture.thumbnail, self._mask)
        return picture.moment - self._read_at >= LOOK_AGAIN

    def _read(self, picture: Picture, known: Counter[Tile]) -> None:
        reading = self._reader.read(picture.pixels, self._known_faces)
        self.readings += 1
        self._read_at = picture.moment
        self._mask = tile_mask(
            [tile.quad for tile in reading.tiles], picture.pixels.shape[:2], picture.thumbnail.shape[:2]
        )
        missing = known - Counter(tile.tile for tile in reading.tiles)
        if self._is_covered(picture, self._bare.intrusion(picture.thumbnail, self._mask), bool(missing)):
            self.settler.moved()
            self.sight = replace(self.sight, steady=False, covered=True)
            return
        table = self.settler.add(reading)
        if table is not None:
            self._settle(table, picture, bool(missing))

    def _is_covered(self, picture: Picture, intrusion: Intrusion | None, is_missing: bool) -> bool:
        """Whether something lies over the table; what was put down, or a new light, is learnt instead."""
        assert self._still_since is not None
        assert self._mask is not None
        if intrusion is None:
            return False
        lies_for = picture.moment - self._still_since
        is_put_down = lies_for >= PUT_DOWN and not intrusion.is_arm and intrusion.part <= LARGEST_PUT_DOWN
        if not is_missing and (is_put_down or intrusion.part >= CHANGED_SCENE):
            self._bare.learn_another(picture.thumbnail, self._mask)
            return False
        return True

    def _settle(self, table: SettledTable, picture: Picture, is_missing: bool) -> None:
        self.settler.accept()
        self.settler.moved()
        self._shown = picture.thumbnail
        if not is_missing:
            assert self._mask is not None
            self._bare.learn(picture.thumbnail, self._mask)
        self.sight = Sight(True, False, table, picture, self.sight.number + 1)
