"""Profiles that players chose for themselves: a colour, and a small picture without any metadata."""

import cv2
import numpy as np
from sqlalchemy import delete, insert, select, update

from tilewatch.storage.damage.integrity import sign_profile
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.schema import PROFILES
from vision.camera import PictureError, Pixels, encoded, load_smaller
from web.contract import BadRequest

SIDE = 160
"""Pixels of a picture's side: sharp at 5 rem on a phone's screen."""
MOST_PIXELS = 50_000_000
"""Pixels of the largest photograph, as from a phone; the page sends a small one."""
LEAST = 4 * SIDE
"""Least pixels of the longer side at which a photograph is decoded, so that the middle of a panorama is sharp."""
QUALITY = 82
"""JPEG quality, 0 to 100."""


class Profiles:
    """The colours and pictures of a journal's players."""

    def __init__(self, journal: Journal) -> None:
        self._journal, self._database = journal, journal.database

    def colours(self) -> dict[str, int]:
        """The chosen colours, by player. Raises JournalUnusable."""
        asked = select(PROFILES.c.name, PROFILES.c.colour).where(PROFILES.c.colour.is_not(None))
        return {row.name: row.colour for row in self._database.asked(asked)}

    def with_picture(self) -> frozenset[str]:
        """The players with a picture. Raises JournalUnusable."""
        asked = select(PROFILES.c.name).where(PROFILES.c.picture.is_not(None))
        return frozenset(row.name for row in self._database.asked(asked))

    def picture(self, name: str) -> bytes | None:
        """A player's picture as JPEG; None: there is none. Raises JournalUnusable."""
        found = self._database.asked(select(PROFILES.c.picture).where(PROFILES.c.name == name))
        return bytes(found[0].picture) if found and found[0].picture is not None else None

    def choose(self, name: str, **chosen: int | bytes | None) -> None:
        """Stores a player's `colour` or `picture`; None deletes it. Raises NotWritten."""
        with self._journal.writing() as connection:
            is_there = connection.execute(select(PROFILES.c.name).where(PROFILES.c.name == name)).first()
            if is_there is None:
                connection.execute(insert(PROFILES).values(name=name, **chosen))
            else:
                connection.execute(update(PROFILES).where(PROFILES.c.name == name).values(**chosen))
            sign_profile(connection, name)
            nothing = PROFILES.c.colour.is_(None) & PROFILES.c.picture.is_(None)
            connection.execute(delete(PROFILES).where(nothing))

    def rename(self, old: str, new: str) -> None:
        """Moves a player's profile to a new name; a profile of the new name stays as it is. Raises NotWritten."""
        with self._database.writing() as connection:
            is_there = connection.execute(select(PROFILES.c.name).where(PROFILES.c.name == new)).first()
            here = PROFILES.c.name == old
            connection.execute(
                delete(PROFILES).where(here) if is_there else update(PROFILES).where(here).values(name=new)
            )
            sign_profile(connection, new)


def small_picture(photo: bytes) -> bytes:
    """The middle of a photograph as a small square JPEG, without metadata such as place, camera and date.

    Raises BadRequest: it is no picture.
    """
    try:
        pixels, _ = load_smaller(photo, LEAST, MOST_PIXELS)
    except PictureError as error:
        raise BadRequest("photo-unusable", problem=error.message) from error
    return encoded(_square(pixels), QUALITY)


def _square(pixels: Pixels) -> Pixels:
    side = min(pixels.shape[:2])
    top, left = ((size - side) // 2 for size in pixels.shape[:2])
    middle = pixels[top : top + side, left : left + side]
    return np.asarray(cv2.resize(middle, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
