"""A match by photographs: no camera hangs over the table; somebody takes a picture after each turn.

What carries over from one photograph to the next is what lies there, not where: each is taken from somewhere else. A
photograph becomes a snapshot as a camera's pictures do, with keys of its own, and is understood in the same way.
"""

import threading
from dataclasses import replace
from itertools import count

from referee.messages import Message
from tilewatch.check import Read, Seen, at_edge, photograph_of, seen_in, side_cut
from tilewatch.table.situation import Situation
from tilewatch.table.turn.claims import Claims
from vision.camera import PHOTOS, Camera, Picture, PictureError, encoded
from vision.watching import Snapshot
from web.contract import BadRequest, TableNotSeen
from web.records.verdicts import VerdictNow

QUALITY = 90
"""Of the JPEG that is kept of a photograph, 0 to 100."""
FIRST_KEY = 1_000_000
"""The keys of tiles that a camera sees stay below."""


class Photographs:
    """Takes photographs in the place of a camera's pictures (web.contract.PhotographControls)."""

    def __init__(self, situation: Situation, claims: Claims, camera: Camera, read: Read) -> None:
        self._now, self._claims, self._camera, self._read = situation, claims, camera, read
        self._reading, self._keys = threading.Lock(), count(FIRST_KEY)

    def take(self, photo: bytes, claim: bool, anyway: bool, turn: int | None) -> VerdictNow | None:
        """The table is what this photograph shows; with `claim` the turn is judged, as of the moment when Done was
        pressed: the verdict, or None: something is asked first. `anyway`: though it is blurred, or a row is cut.

        Raises Refused.
        """
        moment = self._now.game.moment
        seen, jpeg = self._seen(photo, anyway)
        with self._now.lock:
            if claim:
                self._claims.begin_by_photograph(turn, moment)
            self._check_whole(seen, anyway)
            if not self._now.by_photos:
                self._camera.choose(PHOTOS)
            self._now.photographed(self._snapshot(seen, jpeg))
            return self._claims.judge_photograph() if claim else None

    def _seen(self, photo: bytes, anyway: bool) -> tuple[Seen, bytes]:
        """What it shows, and the photograph as it is kept. Raises BadRequest, TableNotSeen: it is not clear."""
        try:
            with self._reading:
                photograph = photograph_of(photo)
                photograph = replace(photograph, width=photograph.pixels.shape[1], height=photograph.pixels.shape[0])
                seen = seen_in(photograph, self._read)
        except PictureError as error:
            raise BadRequest("photo-unusable", problem=error.message) from error
        if not seen.is_clear and not anyway:
            why = seen.advice[0] if seen.advice else Message("table-poor")
            raise TableNotSeen("photo-again", why=why)
        return seen, encoded(photograph.pixels, QUALITY)

    def _snapshot(self, seen: Seen, jpeg: bytes) -> Snapshot:
        """The photograph as a camera's picture would be: each tile with a key that none had before."""
        keys = {tile.key: next(self._keys) for tile in seen.table.tiles}
        tiles = tuple(replace(tile, key=keys[tile.key], read=tile.tile) for tile in seen.table.tiles)
        table = replace(seen.table, tiles=tiles)
        may_go_on = frozenset(keys[key] for key in at_edge(seen))
        number = self._now.view.snapshot.number + 1
        picture = Picture(jpeg, number, self._now.game.moment)
        return Snapshot(steady=True, table=table, picture=picture, may_go_on=may_go_on, number=number)

    def _check_whole(self, seen: Seen, anyway: bool) -> None:
        """Raises TableNotSeen: a tile that has to lie there is not seen, and a row goes on past the picture's edge."""
        side = side_cut(seen)
        if not anyway and side is not None and self._now.lacks(seen.table):
            raise TableNotSeen("photo-again", why=Message.of("photo-cut", where=Message(side)))
