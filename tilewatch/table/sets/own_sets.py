"""The sets of tiles that were taught at this table: teach, take back, choose, export, import, rename, forget."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar
from unicodedata import normalize

import numpy as np

from referee.messages import Refusal
from tilewatch.check import photograph_of
from tilewatch.table.sets.complaint_told import QUALITY, complaint_told
from tilewatch.table.sets.set_on_table import SetOnTable
from tilewatch.table.sets.set_shelf import SetShelf, TooMany, new_mark
from vision.camera import PictureError, Pixels, encoded
from vision.reading import (
    LONGEST_NAME,
    Knowledge,
    NoSet,
    Reader,
    TaughtSet,
    answers_told,
    lessons_in,
    rows_told,
)
from web.contract import BadRequest, Conflict, NotWritten
from web.records.answers import SetShort, SetsTold, SetTaught
from web.texts import Text, TextError

T = TypeVar("T")


class OwnSets:
    """Sets that were taught here (web.contract.SetControls).

    `shelf`: where they are stored. `on_table`: the set on the table. `newest`: gives the camera's newest picture.
    """

    def __init__(self, shelf: SetShelf, on_table: SetOnTable, newest: Callable[[], Pixels | None]) -> None:
        self._shelf, self._on_table, self._newest, self._lock = shelf, on_table, newest, on_table.lock
        self._looking = threading.Lock()
        self._meant = ""
        """Name of the set that a person last chose or taught, and so said lies on the table; "": none."""

    def all(self) -> SetsTold:
        """The sets taught here, and the set in use: {"sets": [...], "used": name or null, "damaged": [...]}."""
        with self._lock:
            sets = [self._told(self._on_table.find(name) or TaughtSet(name)) for name in self._shelf.names()]
            return {"sets": sets, "used": self._on_table.known.name or None, "damaged": self._shelf.damaged()}

    def teach(self, name: str, photo: bytes | None, rows: str, insist: str = "", mark: str = "") -> SetTaught:
        """Teaches a set from a picture, or adds to it, and uses it. `photo` None: the camera's newest picture.

        `insist`: faces of this photograph that a player confirmed to be the faces expected at their places. Such an
        answer may come late: if another set was chosen since, that choice stays. `mark`: mark of the set that the page
        showed, whatever its name is now; a set that was deleted since is not created again. An answer without a mark
        creates a set only if that set was the last to be taught.
        """
        reader, name = self._able(), _plain(name)
        laid, answers = _understood(rows_told, rows) if rows.strip() else [], _understood(answers_told, insist)
        if answers and photo is None:
            raise BadRequest("taught.no-answer")
        picture = self._picture(photo)
        with self._lock:
            self._on_table.keep()
            known = self._there(name, mark) if mark else self._on_table.find(name)
            if answers and known is None and self._meant != name:
                if self._meant:
                    raise Conflict("set-taught-since", other=self._meant, name=name)
                raise Conflict("no-longer-there")
            before = known or TaughtSet(name)
            name = before.name
            lies_there = self._on_table.known.name == name
            knows_it = reader if lies_there else reader.knowing(Knowledge())
            found = lessons_in(knows_it.read(picture, is_lesson=True), laid)
            taught, more = before.with_lessons(picture, found.lessons, answers)
            complaints = [*found.complaints, *more]
            self._meant = self._meant if answers else name
            if len(more) < len(found.lessons):
                taught = taught if taught.mark else replace(taught, mark=new_mark())
                self._keep(taught)
                if lies_there or self._meant == name:
                    taught = self._on_table.use(reader, taught, before)
            lies_there = self._on_table.known.name == name
            knowledge = reader.taught if lies_there else reader.learn(taught.vouched)
            sure = taught.sureness(lambda crops: reader.named(crops, knowledge))
        return {
            **self._told(taught),
            "faces": {str(tile): share for tile, share in sure.items()},
            "helps": knowledge.parts,
            "complaints": [complaint_told(complaint, picture) for complaint in complaints],
        }

    def shows(self, rows: str) -> bool:
        """Whether the camera sees these rows completely and without ambiguity; False while another request is being
        answered."""
        reader, laid, picture = self._able(), _understood(rows_told, rows), self._newest()
        if picture is None or not self._looking.acquire(blocking=False):
            return False
        try:
            return lessons_in(reader.knowing(Knowledge()).read(picture, is_lesson=True), laid).is_clear
        finally:
            self._looking.release()

    def use(self, name: str, is_used: bool, mark: str = "") -> None:
        """Uses this set from now on, or with `is_used` False no longer. Raises BadRequest: no set has that name.

        `mark`, here and below: mark of the set that the page showed, whatever its name is now. Raises Conflict: that
        set is gone.
        """
        reader = self._able()
        with self._lock:
            self._on_table.keep()
            taught = self._there(name, mark)
            self._meant = taught.name if is_used else ""
            if is_used or self._on_table.known.name == taught.name:
                self._on_table.use(reader, taught if is_used else TaughtSet())

    def rename(self, name: str, to: str, mark: str = "") -> None:
        """Renames a set. Raises BadRequest: no set has that name; Conflict: another set has the new name."""
        self._able()
        with self._lock:
            self._on_table.keep()
            before = self._there(name, mark)
            taught, name = replace(before, name=_plain(to)), before.name
            if taught.name == name:
                return
            self._keep_new(taught, name)
            self._shelf.forget(name)
            self._meant = taught.name if self._meant == name else self._meant
            if self._on_table.known.name == name:
                self._on_table.rename(taught.name)
            else:
                self._on_table.may_be_any()

    def forget(self, name: str, mark: str = "") -> None:
        """Deletes a set. Raises BadRequest: no set has that name."""
        with self._lock:
            name = self._there(name, mark).name
            self._shelf.forget(name)
            self._meant = "" if self._meant == name else self._meant
            if self._on_table.known.name == name and self._on_table.reader is not None:
                self._on_table.use(self._on_table.reader, TaughtSet())
            self._on_table.may_be_any()

    def take_back(self, name: str, rows: str, mark: str = "") -> None:
        """Deletes the taught pictures of these faces; `mark`: the mark of the set, or of the face, that the page
        showed. Raises BadRequest: there are none."""
        reader, tiles = self._able(), {tile for row in _understood(rows_told, rows) for tile in row}
        with self._lock:
            before = self._there(name, mark)
            taught = before.without(lambda one: one.tile in tiles)
            self._keep(taught)
            if self._on_table.known.name == taught.name:
                self._on_table.use(reader, taught, before)
            self._on_table.may_be_any()

    def face(self, name: str, tile: str) -> bytes | None:
        """A taught face as JPEG; None: it was not taught."""
        with self._lock:
            taught = self._on_table.find(name)
        found = [one for one in (taught.vouched if taught else ()) if str(one.tile) == tile]
        return encoded(np.ascontiguousarray(found[-1].crop), QUALITY) if found else None

    def exported(self, name: str) -> bytes | None:
        """A set as one file; None: no set has that name."""
        with self._lock:
            self._on_table.keep()
            return self._shelf.exported(name)

    def bring_in(self, file: bytes) -> str:
        """Imports a set from an exported file, and returns its name. Raises BadRequest; Conflict: a set of that name
        exists."""
        with self._lock:
            try:
                taught = self._shelf.decoded(file)
            except NoSet as problem:
                raise BadRequest(problem.message) from problem
            taught = replace(taught, name=_plain(_written(taught.name)))
            self._keep_new(taught)
            self._on_table.may_be_any()
            return taught.name

    def _keep_new(self, taught: TaughtSet, before: str | None = None) -> None:
        if self._shelf.find(taught.name) is not None:
            raise Conflict("set-there", name=taught.name)
        self._keep(taught, before)

    def _keep(self, taught: TaughtSet, before: str | None = None) -> None:
        try:
            self._shelf.keep(taught, before)
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
            return photograph_of(photo).pixels
        except PictureError as error:
            raise BadRequest("photo-unusable", problem=error.message) from error

    def _there(self, name: str, mark: str) -> TaughtSet:
        """The set with this mark, or with a face that has it; without a mark, the set of that name."""
        taught = self._on_table.marked(mark) if mark else self._on_table.find(name)
        if taught is None:
            raise Conflict("no-longer-there") if mark else BadRequest("no-such-set", name=name)
        return taught

    def _able(self) -> Reader:
        if self._on_table.reader is None or not self._shelf.is_kept:
            raise Conflict("set-cannot-be-taught")
        return self._on_table.reader

    def _told(self, taught: TaughtSet) -> SetShort:
        missing = [str(tile) for tile in taught.missing]
        marks = {str(tile): mark for tile, mark in taught.marks.items()}
        mark = taught.mark or None
        return {"name": taught.name, "known": len(marks), "missing": missing, "mark": mark, "marks": marks}


def _understood(read: Callable[[str], T], text: str) -> T:
    """The parsed value of a person's text. Raises BadRequest."""
    try:
        return read(text)
    except Refusal as refusal:
        raise BadRequest(refusal.message) from refusal


def _written(name: str) -> str:
    """A set's name from an imported file, checked as a name typed on the page is. Raises BadRequest."""
    try:
        return Text.read(name)
    except TextError as problem:
        raise BadRequest("taught.no-set") from problem


def _plain(name: str) -> str:
    """A name that can be part of an address: "." and ".." are steps in a path, and an accent and its letter become one
    character.

    Some single letters become two by it. A name that is then too long for a set's file is cut, because the set could
    not be found again otherwise.
    """
    plain = normalize("NFC", name.replace("/", "-"))[:LONGEST_NAME]
    return plain if plain.strip(".") else plain.replace(".", "-")
