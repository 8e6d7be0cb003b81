"""From one picture to the next: does anything move, does a hand lie there, and if not, what lies there?"""

from collections import Counter
from dataclasses import replace
from typing import Protocol

import numpy as np

from referee.tiles import Tile
from vision.camera import Picture, Pixels
from vision.reading import KnownFaces, TableReading
from vision.watching.answers import Answers
from vision.watching.covering import CHANGED_SCENE, BareTable, Intrusion, Light, light_of, tile_mask
from vision.watching.gallery import SURE, Gallery
from vision.watching.motion import Mask, moving
from vision.watching.places import PlaceLooks
from vision.watching.settle import SettledTable, Settler
from vision.watching.shift import shift_between
from vision.watching.sight import Sight
from vision.watching.still import StillPicture

STILL_FOR = 0.2
"""Seconds without motion before the table is read; a hand that moves tiles seldom rests so long."""
BUMPED_FOR = 1.0
"""Seconds that a table must lie still elsewhere to count as bumped; the hand that did it is gone by then."""
LOOK_AGAIN = 1.0
"""Seconds after which a table is read again that has a hand, a question or a doubt in it."""


class PictureReader(Protocol):
    """What reads pictures: vision.reader.Reader, or a test's own."""

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        """Tiles and sets of a picture in BGR; tiles that `known` knows need not be named again."""


class Watch:
    """Looks at one picture after the other; `sight` is what it saw."""

    def __init__(self, reader: PictureReader, gallery: Gallery | None = None) -> None:
        self._reader = reader
        self._settler = Settler()
        self._known_faces, self._looks, self._still = KnownFaces(), PlaceLooks(), StillPicture()
        self._bare = BareTable()
        self.gallery = gallery or Gallery()
        """What is known of this set."""
        self._answers = Answers(self._settler.known, self._looks, self.gallery)
        self._learnt = set[int]()
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
        light = light_of(thumbnail)
        if light is not Light.GOOD:
            self._moved()
            self.sight = replace(self.sight, covered=True, dark=light is Light.DARK)
            return self.sight
        if last is None or self.sight.dark or moving(last, thumbnail, self._mask):
            self._moved()
            return self.sight
        if self._still_since is None:
            self._still_since = last_moment
        if self._is_due(picture):
            self._read(picture, known)
        return self.sight

    def insist(self) -> None:
        """The players say that nothing is in the way: whatever lies there belongs to the table now."""
        if self._last is not None and self._mask is not None and not self.sight.dark:
            self._bare.learn_another(self._last, self._mask)
        self._moved()

    def lost(self) -> None:
        """No picture comes any more: nothing is known until the next ones."""
        self._last = None
        self._moved()

    # What persons say about tiles

    def tell(self, key: int, tile: Tile) -> None:
        """A person says what the tile with this key is; it stays so while it lies there."""
        self.sight = self._answers.tell(self.sight, key, tile)

    def untell(self, key: int) -> None:
        """A person takes back what was said of a tile, or of a place: what the camera reads there counts again."""
        self.sight = self._answers.untell(self.sight, key)
        self._moved()

    def tell_absent(self, key: int) -> None:
        """A person says that no tile lies there; none is seen there while its place looks the same."""
        self.sight = self._answers.tell_absent(self.sight, key)

    def tell_there(self, x: float, y: float, tile: Tile) -> None:
        """A person says that a tile lies at a place where none is read; it stays while that looks the same.

        `x`, `y`: its middle, in pixels of the picture.
        """
        self.sight = self._answers.tell_there(self.sight, x, y, tile)

    def tell_free(self, x: float, y: float) -> bool:
        """A person says that no tile lies at a point, though one is seen there that cannot be read.

        It stays so while its place looks the same. False: none is seen there.
        """
        sight = self._answers.tell_free(self.sight, x, y)
        self.sight = sight or self.sight
        return sight is not None

    def remember(self, quad: list[list[float]], read: Tile, tile: Tile | None, look: bytes | None = None) -> None:
        """A person said, before the program began, what the tile at this place is; None: that none lies there.

        `look`: what `look_of` gave, of a place of which only a person spoke.
        """
        self._answers.remember(np.array(quad, np.float32), read, tile, look)

    def look_of(self, key: int) -> bytes | None:
        """How a place looks of which only a person spoke; None: a tile was read there, or nobody knows."""
        return self._answers.look_of(key)

    # From one picture to the next

    def _moved(self) -> None:
        self._still_since = self._read_at = None
        self._settler.moved()
        self._still = StillPicture()
        self.sight = replace(self.sight, steady=False, dark=False)

    def _is_due(self, picture: Picture) -> bool:
        """Whether this picture is to be read and not only compared."""
        assert self._still_since is not None
        if picture.moment - self._still_since < STILL_FOR:
            return False
        if self._read_at is None or self._settler.pictures or self._read_at < self.read_since <= picture.moment:
            return True
        if self.sight.steady and not self.in_doubt and self._shown is not None:
            return moving(self._shown, picture.thumbnail, self._mask)
        return picture.moment - self._read_at >= LOOK_AGAIN

    def _read(self, picture: Picture, known: Counter[Tile]) -> None:
        self._still.add(picture.pixels)
        pixels = self._still.picture()
        reading = self.gallery.judged(pixels, self._reader.read(pixels, self._known_faces))
        self.readings += 1
        self._read_at = picture.moment
        places = [tile.quad for tile in (*reading.tiles, *reading.unread)]
        self._mask = tile_mask(places, pixels.shape[:2], picture.thumbnail.shape[:2])
        named = [*self._settler.known.named(reading.tiles), *self._settler.known.named_unread(len(reading.unread))]
        is_missing = bool(known - Counter(named))
        intrusion = self._bare.intrusion(picture.thumbnail, self._mask)
        if intrusion is not None and not is_missing and self._was_bumped(reading, picture):
            self._bare.learn_another(picture.thumbnail, self._mask)
            intrusion = None
        if self._is_covered(picture, intrusion, is_missing):
            self._settler.moved()
            self.sight = replace(self.sight, steady=False, covered=True)
            return
        table = self._settler.add(reading, lambda key, quad: self._looks.is_same(pixels, key, quad))
        if table is not None:
            self._settle(table, picture, pixels, is_missing)

    def _was_bumped(self, reading: TableReading, picture: Picture) -> bool:
        """Whether the whole table lies elsewhere, and has for a while: then what surrounds its tiles does, too."""
        assert self._still_since is not None
        if picture.moment - self._still_since < BUMPED_FOR:
            return False
        known = [(track.likeliest, track.quad) for track in self._settler.known.kept]
        return shift_between(known, [(tile.tile, tile.quad) for tile in reading.tiles]) is not None

    def _is_covered(self, picture: Picture, intrusion: Intrusion | None, is_missing: bool) -> bool:
        """Whether something lies over the table; what was put down, or a new light, is learnt instead."""
        assert self._still_since is not None
        assert self._mask is not None
        if intrusion is None:
            return False
        is_put_down = intrusion.is_put_down(picture.moment - self._still_since)
        if not is_missing and (is_put_down or intrusion.part >= CHANGED_SCENE):
            self._bare.learn_another(picture.thumbnail, self._mask)
            return False
        return True

    def _settle(self, table: SettledTable, picture: Picture, pixels: Pixels, is_missing: bool) -> None:
        self._settler.accept()
        self._settler.moved()
        self._looks.learn(pixels, self._settler.known.places)
        self._learn_faces(table, pixels)
        self._shown = picture.thumbnail
        if not is_missing:
            assert self._mask is not None
            self._bare.learn(picture.thumbnail, self._mask)
        self.sight = Sight(True, False, False, table, picture, self._settler.known.absent, self.sight.number + 1)

    def _learn_faces(self, table: SettledTable, pixels: Pixels) -> None:
        """Takes tiles that were read surely, each once, as examples of how this set looks."""
        new = [tile for tile in table.tiles if tile.confidence >= SURE and tile.key not in self._learnt]
        read = [tile for tile in new if not tile.is_told]
        self.gallery.learn(pixels, [(tile.tile, tile.quad) for tile in read], [tile.key for tile in read])
        self._learnt |= {tile.key for tile in new}
