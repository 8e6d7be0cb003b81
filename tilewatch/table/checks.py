"""Judges photographs that are uploaded on the table's page (web.contract.CheckControls); nothing of them is stored."""

import threading
from collections.abc import Sequence

import numpy as np

from referee.messages import message_of
from referee.table import Row, row_from_notation
from referee.tiles import NotationError, Tile
from tilewatch.check import Asked, MendedSet, Read, Seen, checked, mended, photograph_of, seen_in, told_of_check
from tilewatch.table.situation import Situation
from vision.camera import PictureError
from vision.reading import PlacedTile, Quad
from web.contract import BadRequest, CheckAsked, Conflict
from web.records.check import CheckTold
from web.tables_sent import Corners, RowSent, TableSent, UnreadSent

GUESS = 0.3
"""Confidence, 0 to 1, shared by the possible names of an unread tile; a place without a possible name may be no tile,
and gets 0."""


class Checks:
    """Judges photographs, one at a time, so that the camera keeps its share of the processor."""

    def __init__(self, situation: Situation, read: Read) -> None:
        self._now, self._read, self._reading = situation, read, threading.Lock()

    def photographs(self, after: bytes, before: bytes | None, asked: CheckAsked) -> CheckTold:
        """The verdict on a photographed table; with a photograph from before the turn, also on the turn. Raises
        Refused."""
        earlier = None if before is None else self._seen(before)
        return self._checked(self._seen(after), earlier, asked)

    def tables(self, after: TableSent, before: TableSent | None, asked: CheckAsked) -> CheckTold:
        """The verdict on a table that a person corrected on the page, and on the turn as `photographs` does. Raises
        Refused."""
        earlier = None if before is None else _mended(before, "before")
        return self._checked(_mended(after, "sets"), earlier, asked)

    def _checked(self, after: Seen, before: Seen | None, sent: CheckAsked) -> CheckTold:
        now = self._now.standing
        if sent.of_match and now is None:
            raise Conflict("no-match")
        opened, accepted = sent.opened is not False, sent.accepted
        if sent.of_match and now is not None:
            accepted = now.position.accepted
            before = mended([MendedSet(row) for row in now.position.table.sets])
            opened = now.player.opened if sent.opened is None else sent.opened
        asked = Asked(sent.rules, opened, accepted, sent.settled)
        return told_of_check(checked(after, before, asked))

    def _seen(self, photo: bytes) -> Seen:
        """The tiles on a photograph. Raises BadRequest."""
        try:
            with self._reading:
                return seen_in(photograph_of(photo), self._read)
        except PictureError as error:
            raise BadRequest("photo-unusable", problem=error.message) from error


def _mended(sent: TableSent, where: str) -> Seen:
    """A table that a person corrected, as if read from a photograph. Raises BadRequest."""
    sets = [_row(sent, place, row, f"{where}, set {place + 1}") for place, row in enumerate(sent.sets)]
    unread = [_unread(one) for one in sent.unread]
    return mended([one for one in sets if one.tiles], unread, (sent.width, sent.height), sent.clear)


def _row(sent: TableSent, place: int, row: RowSent | str, where: str) -> MendedSet:
    if isinstance(row, str):
        return MendedSet(_tiles([row], where))
    tiles, quads = _tiles(row.tiles, where), tuple(_quad(corners) for corners in row.quads)
    if quads and len(quads) != len(tiles):
        raise BadRequest("check.quads", where=where, tiles=len(tiles), quads=len(quads))
    doubts = tuple(
        (one.place, one.confidence, _tiles(one.others, where))
        for one in sent.unsure
        if one.set == place and one.place < len(tiles) and tiles[one.place] == _tiles([one.tile], where)[0]
    )
    return MendedSet(tiles, quads, doubts)


def _unread(sent: UnreadSent) -> PlacedTile:
    names = _tiles(sent.others, "unread") or (Tile.from_notation("J"),)
    rivals = tuple((name, GUESS / len(names)) for name in names[1:])
    return PlacedTile(names[0], _quad(sent.quad), GUESS if sent.others else 0.0, rivals)


def _tiles(words: Sequence[str], where: str) -> Row:
    """Tiles in notation. Raises BadRequest."""
    try:
        return row_from_notation(" ".join(words), where)
    except NotationError as error:
        raise BadRequest(message_of(error)) from error


def _quad(corners: Corners) -> Quad:
    return np.array(corners, np.float32)
