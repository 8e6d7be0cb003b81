"""The sets of tiles that were taught here: which one lies on the table, and what corrections add to it."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from referee.messages import Refusal
from referee.tiles import Tile
from tilewatch.storage.journal import Journal
from tilewatch.table.camera.rack_photo import photo_pixels
from tilewatch.table.sets.set_shelf import SetShelf, TooMany
from vision.camera import PictureError, Pixels, encoded
from vision.reading import (
    Complaint,
    Example,
    Knowledge,
    NoSet,
    Quad,
    Reader,
    TaughtSet,
    lessons_in,
    patches_of,
    rows_told,
)
from vision.watching import PictureReader
from web.contract import BadRequest, Conflict, NotWritten
from web.decoding.decode import Record
from web.records.answers import Complaint as ComplaintTold
from web.records.answers import SetShort, SetsTold, SetTaught
from web.records.said import told_of

USED = "set"
"""The journal's note of which set is used."""
QUALITY = 90
"""Of the JPEGs of faces."""


class SetNote(Record, frozen=True):
    """The set that lies on the table; "": none that was taught."""

    name: str = ""


class OwnSets:
    """Sets that were taught here (web.contract.SetControls).

    `shelf`: where they are kept. `newest`: the camera's picture. `used`: is called when another set is used.
    """

    def __init__(
        self,
        reader: PictureReader,
        journal: Journal,
        shelf: SetShelf,
        newest: Callable[[], Pixels | None],
        used: Callable[[], None],
    ) -> None:
        self._reader = reader if isinstance(reader, Reader) else None
        self._journal, self._shelf, self._newest, self._changed = journal, shelf, newest, used
        self._lock = threading.RLock()
        self._used = (journal.noted(USED, SetNote) or SetNote()).name
        if self._reader is not None and self._used:
            self._use_again(self._reader)

    def all(self) -> SetsTold:
        """The sets taught here, and which one is used: {"sets": [...], "used": name or null}."""
        with self._lock:
            sets = [self._told(self._shelf.read(name)) for name in self._shelf.names()]
            return {"sets": sets, "used": self._used or None}

    def teach(self, name: str, photo: bytes | None, rows: str) -> SetTaught:
        """Teaches a set from a picture, or adds to it, and uses it. `photo`: None: what the camera sees."""
        reader, name = self._able(), _plain(name)
        try:
            told = rows_told(rows) if rows.strip() else []
        except Refusal as refusal:
            raise BadRequest(refusal.message) from refusal
        picture = self._picture(photo)
        with self._lock:
            before = self._shelf.find(name) or TaughtSet(name)
            found = lessons_in(reader.read(picture), told)
            taught, more = before.with_lessons(picture, found.lessons)
            complaints = [*found.complaints, *more]
            if found.lessons:
                self._keep(taught)
                self._use(reader, taught)
            sure = taught.sureness(lambda crops: reader.named(crops, reader.taught))
        return {
            **self._told(taught),
            "faces": {str(tile): share for tile, share in sure.items()},
            "helps": reader.taught.parts,
            "complaints": [_told_of(complaint, picture) for complaint in complaints],
        }

    def use(self, name: str, is_used: bool) -> None:
        """This set lies on the table from now on; `is_used`: or no longer. Raises BadRequest: there is none."""
        reader = self._able()
        with self._lock:
            taught = self._there(name)
            if is_used:
                self._use(reader, taught)
            elif self._used == name:
                self._use(reader, TaughtSet())

    def forget(self, name: str) -> None:
        """Forgets a set. Raises BadRequest: there is none."""
        with self._lock:
            self._there(name)
            self._shelf.forget(name)
            if self._used == name and self._reader is not None:
                self._use(self._reader, TaughtSet())

    def take_back(self, name: str, tile: str) -> None:
        """Forgets what was taught of one face. Raises BadRequest: there is none."""
        reader = self._able()
        with self._lock:
            taught = self._there(name).without(Tile.from_notation(tile))
            self._keep(taught)
            if self._used == name:
                self._use(reader, taught)

    def face(self, name: str, tile: str) -> bytes | None:
        """A taught face as JPEG; None: it was not taught."""
        with self._lock:
            taught = self._shelf.find(name)
        found = [one for one in (taught.examples if taught else ()) if str(one.tile) == tile]
        return encoded(np.ascontiguousarray(found[-1].crop), QUALITY) if found else None

    def exported(self, name: str) -> bytes | None:
        """A set as one file; None: there is none of that name."""
        with self._lock:
            return self._shelf.exported(name)

    def bring_in(self, file: bytes) -> str:
        """Takes a set from such a file; its name. Raises BadRequest, Conflict: one of that name is there."""
        with self._lock:
            try:
                taught = self._shelf.decoded(file)
            except NoSet as problem:
                raise BadRequest(problem.message) from problem
            taught = replace(taught, name=_plain(taught.name))
            if self._shelf.find(taught.name) is not None:
                raise Conflict("set-there", name=taught.name)
            self._keep(taught)
            return taught.name

    def corrected(self, picture: Pixels, quad: Quad, tile: Tile, key: int) -> None:
        """A person corrected a tile: the set that is used knows its face from now on."""
        with self._lock:
            taught = self._shelf.find(self._used) if self._used else None
            if taught is None or self._reader is None:
                return
            taught = taught.corrected(Example(tile, patches_of(picture, [quad])[0], key, is_told=True))
            self._keep(taught)
        threading.Thread(target=self._learn_again, args=(self._reader, taught), daemon=True).start()

    def _learn_again(self, reader: Reader, taught: TaughtSet) -> None:
        knowledge = reader.learn(taught.examples)
        with self._lock:
            if self._used == taught.name:
                reader.taught = knowledge

    def _use_again(self, reader: Reader) -> None:
        """Uses the set that was used before the program began; none, where it is gone or damaged."""
        taught = self._shelf.find(self._used)
        if taught is None:
            self._used = ""
        else:
            reader.taught = reader.learn(taught.examples)

    def _use(self, reader: Reader, taught: TaughtSet) -> None:
        reader.taught = reader.learn(taught.examples) if taught.examples else Knowledge()
        if self._used != taught.name:
            self._used = taught.name
            self._journal.note(USED, SetNote(taught.name))
        self._changed()

    def _keep(self, taught: TaughtSet) -> None:
        try:
            self._shelf.keep(taught)
        except TooMany as problem:
            raise Conflict(problem.message) from problem
        except OSError as problem:
            raise NotWritten("set-not-written", problem=str(problem.strerror)) from problem

    def _picture(self, photo: bytes | None) -> Pixels:
        if photo is None:
            seen = self._newest()
            if seen is None:
                raise Conflict("set-no-picture")
            return seen
        try:
            return photo_pixels(photo)
        except PictureError as error:
            raise BadRequest("photo-unusable", problem=error.message) from error

    def _there(self, name: str) -> TaughtSet:
        taught = self._shelf.find(name)
        if taught is None:
            raise BadRequest("no-such-set", name=name)
        return taught

    def _able(self) -> Reader:
        if self._reader is None or not self._shelf.is_kept:
            raise Conflict("set-cannot-be-taught")
        return self._reader

    def _told(self, taught: TaughtSet) -> SetShort:
        known = {str(one.tile) for one in taught.examples}
        missing = [str(tile) for tile in taught.missing]
        return {"name": taught.name, "known": len(known), "missing": missing}


def _plain(name: str) -> str:
    """A name that can stand in an address."""
    return name.replace("/", "-")


def _told_of(complaint: Complaint, picture: Pixels) -> ComplaintTold:
    """A complaint for the page: its message, and where it is, as parts of the picture's width and height."""
    size = np.array(picture.shape[1::-1], np.float32)
    places: list[Any] = [np.round(quad / size, 4).tolist() for quad in complaint.quads]
    return {**told_of(complaint.message), "quads": places}
