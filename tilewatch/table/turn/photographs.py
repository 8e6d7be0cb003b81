"""A match by photographs: there is no camera over the table, and a player takes a picture after each turn.

Photographs are taken from different places, so the tiles carry over from one to the next, but not their positions. A
photograph becomes a snapshot, with new tile keys, and is interpreted as a camera's is.
"""

import threading
from dataclasses import replace
from itertools import count

from referee.messages import Message
from tilewatch.check import Read, Seen, Shown, at_edge, completed, photograph_of, seen_in, side_cut
from tilewatch.table.print_told import alone
from tilewatch.table.situation import Situation
from tilewatch.table.turn.claims import Claims
from vision.camera import PHOTOS, Camera, Picture, PictureError, encoded
from vision.watching import SettledTable, Snapshot
from web.contract import BadRequest, TableNotSeen
from web.records.verdicts import VerdictNow

QUALITY = 90
"""JPEG quality, 0 to 100, of the stored photograph."""
COMPLETED = ("missing", "beside")
"""Kinds of questions that a second photograph of the same table may answer."""
FIRST_KEY = 1_000_000
"""Lowest key of a tile on a photograph; keys of tiles that a camera sees stay below."""


class Photographs:
    """Takes photographs in place of a camera's pictures (web.contract.PhotographControls)."""

    def __init__(self, situation: Situation, claims: Claims, camera: Camera, read: Read) -> None:
        self._now, self._claims, self._camera, self._read = situation, claims, camera, read
        self._reading, self._keys = threading.Lock(), count(FIRST_KEY)
        self._cut: tuple[int, Shown] | None = None
        """The turn's number and the last photograph of it that was refused because a row is cut by its edge."""
        self._taken: tuple[int | None, Shown] | None = None
        """The turn's number and its newest photograph."""

    def take(self, photo: bytes, claim: bool, anyway: bool, turn: int | None) -> VerdictNow | None:
        """Takes a photograph of the table. With `claim`, the verdict on the turn as of the press of Done; None: a
        question is asked first. `anyway`: accept a blurred photograph or a cut row.

        A photograph that leaves a question open, or was refused for a cut row, is completed by the next photograph of
        the same turn. Raises Refused.
        """
        moment = self._now.game.moment
        shown = self._completed(self._without_print(self._shown(photo, anyway)))
        jpeg = encoded(shown.pixels, QUALITY)
        with self._now.lock:
            if claim:
                self._claims.begin_by_photograph(turn, moment)
            self._check_whole(shown, anyway)
            if not self._now.by_photos:
                self._camera.choose(PHOTOS)
            self._now.photographed(self._snapshot(shown.seen, jpeg))
            self._taken = (self._now.photo_of, shown)
            return self._claims.judge_photograph() if claim else None

    def _shown(self, photo: bytes, anyway: bool) -> Shown:
        """The reading of a photograph. Raises BadRequest; TableNotSeen: it is not clear."""
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
        return Shown(photograph.pixels, self._with_new_keys(seen))

    def _with_new_keys(self, seen: Seen) -> Seen:
        """The same reading, with a new key for each tile."""
        tiles = tuple(replace(tile, key=next(self._keys), read=tile.tile) for tile in seen.table.tiles)
        return replace(seen, table=replace(seen.table, tiles=tiles))

    def _without_print(self, shown: Shown) -> Shown:
        """The photograph without known print of this round: a player said so, or it was asked about and another
        photograph of the turn does not show it, or it lay on the table of the last turn."""
        with self._now.lock:
            self._learn_print(shown.seen.table)
            self._learn_bare_table()
        table = self._now.print_told.without(self._now.round, shown)
        return replace(shown, seen=replace(shown.seen, table=table))

    def _learn_print(self, table: SettledTable) -> None:
        """Records a tile that lay alone and was asked about as print if the new photograph shows no such tile alone."""
        now, snapshot = self._now, self._now.view.snapshot
        question = now.question if now.has_photograph else None
        if question is None or question.kind != "lone" or snapshot.picture is None:
            return
        shown = {tile.tile for tile in alone(table)}
        for asked in alone(now.view.table):
            if asked.tile not in shown:
                now.print_told.say(now.round, asked, snapshot.picture.pixels)

    def _learn_bare_table(self) -> None:
        """Takes the photograph of the last turn, if that was legal, as the background of the table: a face read in a
        later photograph in an area that looks the same is print."""
        turns = () if self._now.standing is None else self._now.standing.turns
        if self._taken is not None and turns and turns[-1].legal and turns[-1].number == self._taken[0]:
            self._now.print_told.accept(self._now.round, self._taken[1])

    def _completed(self, shown: Shown) -> Shown:
        """The photograph, completed with the tiles that only the earlier photograph of the turn shows."""
        first = self._first()
        if first is None or not shown.seen.table.tiles:
            return shown
        return completed(shown, first, self._now.lacking(shown.seen.table))

    def _first(self) -> Shown | None:
        """The earlier photograph that the next photograph completes; None: there is none."""
        now = self._now
        with now.lock:
            turn = None if now.standing is None else now.standing.turn
            question, snapshot = now.question, now.view.snapshot
            if self._cut is not None and self._cut[0] == turn:
                return self._cut[1]
            if not now.has_photograph or question is None or question.kind not in COMPLETED or not snapshot.picture:
                return None
        return Shown(snapshot.picture.pixels, Seen(snapshot.table, ends=snapshot.may_go_on))

    def _snapshot(self, seen: Seen, jpeg: bytes) -> Snapshot:
        """The photograph as a snapshot, as a camera's picture would give it."""
        number = self._now.view.snapshot.number + 1
        picture = Picture(jpeg, number, self._now.game.moment)
        return Snapshot(steady=True, table=seen.table, picture=picture, may_go_on=at_edge(seen), number=number)

    def _check_whole(self, shown: Shown, anyway: bool) -> None:
        """Checks that no needed tile is cut off. Raises TableNotSeen: a committed tile is not seen, and a row goes on
        past the picture's edge."""
        side, now = side_cut(shown.seen), self._now.standing
        self._cut = None
        if not anyway and side is not None and self._now.lacking(shown.seen.table):
            self._cut = None if now is None else (now.turn, shown)
            raise TableNotSeen("photo-again", why=Message.of("photo-cut", where=Message(side)))
