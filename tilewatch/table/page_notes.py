"""The page's own notes, kept in the journal."""

from tilewatch.storage.journal import Journal
from tilewatch.storage.recorded_match import readable
from tilewatch.table.situation import Situation
from web.decoding.decode import R, Record
from web.press import Answer


class Notes:
    """What the page wants to be remembered (web.contract.PageNotes)."""

    def __init__(self, journal: Journal, situation: Situation) -> None:
        self._journal, self._now = journal, situation

    def write(self, name: str, note: Record) -> None:
        """Keeps a note in the place of the one of that name. Raises NotWritten."""
        with self._now.lock:
            self._journal.note(f"page-{name}", note)
            self._now.listeners.tell()

    def read(self, name: str, kind: type[R]) -> R | None:
        """The note of that name as it is in the journal, if there is one."""
        with self._now.lock:
            return self._journal.noted(f"page-{name}", kind)

    def answered(self, key: str) -> Answer | None:
        """How a press was answered, by its key; None: it was not. Raises NotReadable."""
        with readable():
            return self._journal.answered(key)

    def keep_answer(self, answer: Answer) -> None:
        """Keeps how a press was answered. Raises NotWritten."""
        self._journal.keep_answer(answer)
