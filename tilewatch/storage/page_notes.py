"""What a page wants to be remembered (web.contract.PageNotes), in a table's journal or a club's database."""

from typing import Protocol

from tilewatch.storage.recorded_match import readable
from web.decoding import R, Record
from web.press import Answer


class NoteStore(Protocol):
    """A journal, or a club's database. What is read raises JournalUnusable, what is written NotWritten."""

    def noted(self, name: str, kind: type[R]) -> R | None:
        """The note of that name, if there is one."""

    def note(self, name: str, note: Record) -> None:
        """Keeps a note in the place of the one of that name."""

    def answered(self, key: str) -> Answer | None:
        """How a press was answered, by its key."""

    def keep_answer(self, answer: Answer) -> None:
        """Keeps how a press was answered."""


class KeptNotes:
    """`prefix`: what the page's notes are called there begins so."""

    def __init__(self, store: NoteStore, prefix: str = "") -> None:
        self._store, self._prefix = store, prefix

    def write(self, name: str, note: Record) -> None:
        """Keeps a note in the place of the one of that name. Raises NotWritten."""
        self._store.note(self._prefix + name, note)

    def read(self, name: str, kind: type[R]) -> R | None:
        """The note of that name, if there is one. Raises NotReadable."""
        with readable():
            return self._store.noted(self._prefix + name, kind)

    def answered(self, key: str) -> Answer | None:
        """How a press was answered, by its key; None: it was not. Raises NotReadable."""
        with readable():
            return self._store.answered(key)

    def keep_answer(self, answer: Answer) -> None:
        """Keeps how a press was answered. Raises NotWritten."""
        self._store.keep_answer(answer)
