"""The set of tiles on the table, and the lessons of players and plays about it: it is used in readings, and stored."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from tilewatch.storage.journal import Journal
from tilewatch.table.sets.proofs import News
from tilewatch.table.sets.set_shelf import SetShelf, TooMany
from tilewatch.table.watching import Watching
from vision.reading import Example, Gallery, Reader, Source, TaughtSet
from vision.watching import PictureReader
from web.contract import NotWritten
from web.decoding import Record

USED = "set"
"""Name of the journal's note with the set in use."""
PAUSE = 60.0
"""Seconds between two writings of the examples learnt during play."""
FIT_WITHIN = 5.0
"""Seconds that the end of the program waits for a fit; a slow machine takes two."""


class SetNote(Record, frozen=True):
    """The name of the set on the table; "": no taught set."""

    name: str = ""


class SetOnTable:
    """The set of tiles on the table. A set without a name is known from corrections and plays alone.

    `shelf`: where sets are stored. `gallery`: the examples of this set; callers hold the watching's lock to use it.
    `lock`: held while the stored sets change.
    """

    def __init__(
        self,
        reader: PictureReader,
        journal: Journal,
        shelf: SetShelf,
        gallery: Gallery,
        watching: Watching,
        clock: Callable[[], float],
    ) -> None:
        self.reader = reader if isinstance(reader, Reader) else None
        self._journal, self._shelf, self._clock = journal, shelf, clock
        self._gallery, self._watching = gallery, watching
        self.lock, self._fitting = threading.RLock(), threading.Lock()
        self._fit_thread: threading.Thread | None = None
        self._noted = (journal.noted(USED, SetNote) or SetNote()).name
        self._due = clock() + PAUSE
        gallery.use((shelf.find(self._noted) if self._noted else None) or TaughtSet())
        self._remembered: dict[str, tuple[Example, ...]] = {}
        self.may_be_any()
        self._seen, self._kept, self._learnt = gallery.set, gallery.set.vouched, _taught(gallery.set)
        if self.reader is not None:
            self.reader.taught = self.reader.learn(gallery.set.vouched)

    @property
    def known(self) -> TaughtSet:
        """The set on the table, with everything learnt so far."""
        return self._gallery.set

    def find(self, name: str) -> TaughtSet | None:
        """The named set with everything learnt so far; None: no set has that name."""
        return self.known if self.known.name == name else self._shelf.find(name)

    def marked(self, mark: str) -> TaughtSet | None:
        """The set that has this mark, or a face with it; None: it is gone."""
        others = (self._shelf.read(name) for name in self._shelf.names() if name != self.known.name)
        return next((one for one in (self.known, *others) if mark in (one.mark, *one.marks.values())), None)

    def tick(self, news: News) -> None:
        """Takes the proofs from plays, uses them in readings, and stores them; called several times a second."""
        if news.proved or news.last is not None:
            with self._watching.lock:
                if news.last is not None:
                    self._gallery.disprove(news.last)
                self._gallery.take(news.proved)
        is_other = self._gallery.set is not self._seen
        if (is_other or self._clock() >= self._due) and self.lock.acquire(blocking=False):  # held while teaching
            try:
                self._seen = self._gallery.set
                self._keep_remembered()
                if _taught(self._seen) != self._learnt:
                    self._learn_again(self._seen)
                if self._clock() >= self._due:
                    self.keep()
            finally:
                self.lock.release()

    def keep(self) -> None:
        """Writes what is known of the set on the table; a failed write is tried again later."""
        with self.lock:
            self._keep_remembered()
            self._due, known = self._clock() + PAUSE, self._gallery.set
            if known.vouched == self._kept or not (known.name or self._gallery.is_tried):
                return
            with suppress(OSError, TooMany):
                self._shelf.keep(known)
                self._kept = known.vouched

    def close(self) -> None:
        """Waits for a running fit, and writes what is known of the set. A thread that computes while Python ends would
        abort the program."""
        if self._fit_thread is not None and self._fit_thread.is_alive():
            self._fit_thread.join(FIT_WITHIN)
        self.keep()

    def _keep_remembered(self) -> None:
        """Writes the examples that were taken back from sets while it was not yet known which set lies on the table."""
        used = self._gallery.set.name or None
        for one in self._gallery.remembered:
            if one.name != used and one.vouched != self._remembered.get(one.name):
                with suppress(OSError, TooMany):
                    self._shelf.keep(one)
                    self._remembered[one.name] = one.vouched

    def _learn_again(self, known: TaughtSet) -> None:
        """Has the reader fitted to the set in another thread, after a set was recognised or a player taught it more."""
        self._learnt = _taught(known)
        self.keep()
        with suppress(NotWritten):  # the set is recognised again next time
            self._note()
        if self.reader is not None:
            self._fit_thread = threading.Thread(target=self._fit, args=(self.reader, known), daemon=True)
            self._fit_thread.start()

    def _fit(self, reader: Reader, known: TaughtSet) -> None:
        with self._fitting:
            if self._learnt != _taught(known):
                return  # the set has changed since
            knowledge = reader.learn(known.vouched)
        with self.lock:
            if self._learnt == _taught(known):
                reader.taught = knowledge
                self._watching.reads_otherwise()

    def may_be_any(self) -> None:
        """Makes all stored sets candidates for recognition."""
        with self._watching.lock:
            self._gallery.remember([self._shelf.read(name) for name in ("", *self._shelf.names())])
            self._remembered = {one.name: one.vouched for one in self._gallery.remembered}

    def use(self, reader: Reader, taught: TaughtSet, before: TaughtSet | None = None) -> TaughtSet:
        """The set as it is used from now on, after a player said that it lies on the table; a set without a name: no
        taught set lies there. `before`: the set that `taught` was derived from; if it lies on the table, examples
        learnt or taken back since are carried over.
        """
        reader.taught, self._learnt = reader.learn(taught.vouched), _taught(taught)
        with self._watching.lock:
            if before is not None and self._gallery.set.name == taught.name:
                taught = taught.with_changes(before, self._gallery.set)
            self._gallery.use(taught)
            if not taught.name:
                self._gallery.remember([self._shelf.read("")])
        self._note()
        self._watching.reads_otherwise()
        return taught

    def rename(self, name: str) -> None:
        """Renames the set on the table; everything learnt about it stays."""
        with self._watching.lock:
            self._gallery.set = replace(self._gallery.set, name=name)
        if not self._gallery.is_tried:
            self.may_be_any()
        self._note()

    def _note(self) -> None:
        if self._noted != self._gallery.set.name:
            self._noted = self._gallery.set.name
            self._journal.note(USED, SetNote(self._noted))


def _taught(known: TaughtSet) -> tuple[object, ...]:
    """The part of a set that a new fit depends on: its name, and the examples that players gave."""
    return known.name, *(one for one in known.vouched if one.source is Source.TOLD)
