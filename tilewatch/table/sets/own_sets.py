"""The sets of tiles that are known here: which one lies on the table, and what persons and plays teach of it."""

import base64
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from referee.messages import Refusal
from referee.tiles import ALL_TILES, Tile
from tilewatch.storage.journal import Journal
from tilewatch.table.camera.rack_photo import photo_pixels
from tilewatch.table.sets.proofs import Proofs
from tilewatch.table.sets.set_shelf import SetShelf, TooMany
from tilewatch.table.watching import Watching
from vision.camera import PictureError, Pixels, encoded
from vision.reading import (
    Complaint,
    Gallery,
    NoSet,
    Reader,
    Source,
    TaughtSet,
    lessons_in,
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
PAUSE = 60.0
"""Seconds between two writings of what was learnt by the way."""


class SetNote(Record, frozen=True):
    """The set that lies on the table; "": none that was taught."""

    name: str = ""


class OwnSets:
    """Sets that are known here (web.contract.SetControls); of one that nobody named corrections and plays tell.

    `shelf`: where they are kept. `gallery`: what is known of the set on the table; whoever asks it holds the watching's
    lock. `newest`: the camera's picture.
    """

    def __init__(
        self,
        reader: PictureReader,
        journal: Journal,
        shelf: SetShelf,
        gallery: Gallery,
        proofs: Proofs,
        watching: Watching,
        newest: Callable[[], Pixels | None],
        clock: Callable[[], float],
    ) -> None:
        self._reader = reader if isinstance(reader, Reader) else None
        self._journal, self._shelf, self._newest, self._clock = journal, shelf, newest, clock
        self._gallery, self._proofs, self._watching = gallery, proofs, watching
        self._lock = threading.RLock()
        self._noted = (journal.noted(USED, SetNote) or SetNote()).name
        self._due = clock() + PAUSE
        gallery.use(shelf.find(self._noted) or TaughtSet())
        gallery.remember([shelf.read(name) for name in ("", *shelf.names())])
        self._seen, self._kept, self._learnt = gallery.set, gallery.set.vouched, _taught(gallery.set)
        if self._reader is not None:
            self._reader.taught = self._reader.learn(gallery.set.vouched)

    def tick(self) -> None:
        """Is called several times a second: takes what plays proved, and uses and keeps what was learnt."""
        if proved := self._proofs.taken():
            with self._watching.lock:
                self._gallery.take(proved)
        is_other = self._gallery.set is not self._seen
        if (is_other or self._clock() >= self._due) and self._lock.acquire(blocking=False):  # else a set is taught
            try:
                self._seen = self._gallery.set
                if _taught(self._seen) != self._learnt:
                    self._learn_again(self._seen)
                if self._clock() >= self._due:
                    self.keep()
            finally:
                self._lock.release()

    def keep(self) -> None:
        """Writes what is known of the set on the table; where that cannot be, another evening learns it anew."""
        with self._lock:
            self._due, known = self._clock() + PAUSE, self._gallery.set
            if known.vouched == self._kept or not (known.name or self._gallery.is_tried):
                return
            self._kept = known.vouched
            with suppress(OSError, TooMany):
                self._shelf.keep(known)

    def all(self) -> SetsTold:
        """The sets taught here, and which one is used: {"sets": [...], "used": name or null}."""
        with self._lock:
            sets = [self._told(self._shelf.read(name)) for name in self._shelf.names()]
            return {"sets": sets, "used": self._gallery.set.name or None}

    def teach(self, name: str, photo: bytes | None, rows: str) -> SetTaught:
        """Teaches a set from a picture, or adds to it, and uses it. `photo`: None: what the camera sees."""
        reader, name = self._able(), _plain(name)
        try:
            told = rows_told(rows) if rows.strip() else []
        except Refusal as refusal:
            raise BadRequest(refusal.message) from refusal
        picture = self._picture(photo)
        with self._lock:
            before = self._find(name) or TaughtSet(name)
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
            elif self._gallery.set.name == name:
                self._use(reader, TaughtSet())

    def forget(self, name: str) -> None:
        """Forgets a set. Raises BadRequest: there is none."""
        with self._lock:
            self._there(name)
            self._shelf.forget(name)
            if self._gallery.set.name == name and self._reader is not None:
                self._use(self._reader, TaughtSet())

    def take_back(self, name: str, tile: str) -> None:
        """Forgets what was taught of one face. Raises BadRequest: there is none."""
        reader = self._able()
        with self._lock:
            taught = self._there(name).without(Tile.from_notation(tile))
            self._keep(taught)
            if self._gallery.set.name == name:
                self._use(reader, taught)

    def face(self, name: str, tile: str) -> bytes | None:
        """A taught face as JPEG; None: it was not taught."""
        with self._lock:
            taught = self._find(name)
        found = [one for one in (taught.vouched if taught else ()) if str(one.tile) == tile]
        return encoded(np.ascontiguousarray(found[-1].crop), QUALITY) if found else None

    def exported(self, name: str) -> bytes | None:
        """A set as one file; None: there is none of that name."""
        with self._lock:
            self.keep()
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

    def _find(self, name: str) -> TaughtSet | None:
        """A set as it is known now; None: there is none of that name."""
        used = self._gallery.set
        return used if used.name == name else self._shelf.find(name)

    def _learn_again(self, known: TaughtSet) -> None:
        """Another set was recognised, or persons said more of this one: readings use it as soon as it is fitted."""
        self._learnt = _taught(known)
        self.keep()
        with suppress(NotWritten):  # the next evening recognises it again
            self._note()
        if self._reader is not None:
            threading.Thread(target=self._fit, args=(self._reader, known), daemon=True).start()

    def _fit(self, reader: Reader, known: TaughtSet) -> None:
        knowledge = reader.learn(known.vouched)
        with self._lock:
            if self._learnt == _taught(known):
                reader.taught = knowledge
                self._watching.read_again(self._clock())

    def _use(self, reader: Reader, taught: TaughtSet) -> None:
        reader.taught = reader.learn(taught.vouched)
        with self._watching.lock:
            self._gallery.use(taught)
        self._learnt = _taught(taught)
        self._note()
        self._watching.read_again(self._clock())

    def _note(self) -> None:
        if self._noted != self._gallery.set.name:
            self._noted = self._gallery.set.name
            self._journal.note(USED, SetNote(self._noted))

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
        taught = self._find(name)
        if taught is None:
            raise BadRequest("no-such-set", name=name)
        return taught

    def _able(self) -> Reader:
        if self._reader is None or not self._shelf.is_kept:
            raise Conflict("set-cannot-be-taught")
        return self._reader

    def _told(self, taught: TaughtSet) -> SetShort:
        missing = [str(tile) for tile in taught.missing]
        return {"name": taught.name, "known": len(ALL_TILES) - len(missing), "missing": missing}


def _taught(known: TaughtSet) -> tuple[object, ...]:
    """What readings are fitted to anew where it is another: the set's name, and what persons said of it."""
    return known.name, *(one for one in known.vouched if one.source is Source.TOLD)


def _plain(name: str) -> str:
    """A name that can stand in an address."""
    return name.replace("/", "-")


def _told_of(complaint: Complaint, picture: Pixels) -> ComplaintTold:
    """A complaint for the page: its message, and where it is, as parts of the picture's width and height."""
    size = np.array(picture.shape[1::-1], np.float32)
    places: list[Any] = [np.round(quad / size, 4).tolist() for quad in complaint.quads]
    return {**told_of(complaint.message), "quads": places, "crop": _shown(complaint, picture)}


def _shown(complaint: Complaint, picture: Pixels) -> str | None:
    """What lies where something is complained of, as a data URL."""
    if not complaint.quads:
        return None
    corners = np.concatenate(complaint.quads)
    half = np.linalg.norm(complaint.quads[0][1] - complaint.quads[0][0]) / 2
    (left, top), (right, foot) = (corners.min(0) - half).clip(0), corners.max(0) + half
    seen = picture[int(top) : int(foot) + 1, int(left) : int(right) + 1]
    jpeg = encoded(np.ascontiguousarray(seen), QUALITY) if seen.size else b""
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"
