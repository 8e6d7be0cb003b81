"""What was acknowledged and is not there any more, by the seal beside a journal's file."""

import shutil
import time
from pathlib import Path
from typing import NamedTuple

from tilewatch.storage.sql.seal import OPEN, SealDamaged, Sealed, digest_of, seal_of, sealed
from tilewatch.storage.sql.sqlite_file import is_in_use, log_of


def kept_log(file: Path) -> Path:
    """Where a log is kept while it is not sure whether SQLite can read all of it."""
    return file.with_name(file.name + "-wal.kept")


class Missing(NamedTuple):
    """Presses that were acknowledged and cannot be read any more, and when the last of them was (calendar)."""

    presses: int = 0
    moment: float = 0.0


class LookBefore:
    """What is known of a file before SQLite opens it: it takes in what it can read of its log, and forgets the rest.

    Raises OSError.
    """

    def __init__(self, file: Path) -> None:
        self._file, self._is_in_use = file, is_in_use(file)
        self._said: Sealed | None = None
        self._is_seal_damaged = False
        try:
            self._said = sealed(file)
        except SealDamaged:
            self._is_seal_damaged = True
        is_closed = self._said is not None and self._said.digest != OPEN and file.exists()
        self._is_another = is_closed and self._said is not None and digest_of(file) != self._said.digest
        if self._is_in_use and log_of(file).exists():
            shutil.copy(log_of(file), kept_log(file))

    def missing(self, count: int, others: int) -> Missing:
        """What was acknowledged and is not there. `count`: how much is; 0 where that was lost, too."""
        said = self._said
        if said is None or said.count <= count or (others and not count):
            return Missing()
        return Missing(said.count - count, said.moment)

    def remark(self, count: int, others: int) -> str | None:
        """What is to be said; `others`: how many sentences were said already. Puts aside what is damaged."""
        missing, said = self.missing(count, others), self._said
        if missing.presses:
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(missing.moment))
            presses = "press" if missing.presses == 1 else f"{missing.presses} presses"
            return f"the last {presses} before {when} cannot be read; what is damaged was put aside as {self._aside()}"
        kept_log(self._file).unlink(missing_ok=True)
        if others:
            return None
        if self._is_seal_damaged or (said is None and self._is_in_use and count):
            state = "damaged" if self._is_seal_damaged else "missing"
            return f"{seal_of(self._file)} is {state}: whether the last presses are all there cannot be told"
        if self._is_another:
            return f"{self._file} is not as it was when it was closed: changed, or damaged; its matches are whole"
        return None

    def _aside(self) -> str:
        aside = self._file.with_name(f"{self._file.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
        if not aside.exists():
            shutil.copy(self._file, aside)
        if kept_log(self._file).exists():
            kept_log(self._file).replace(log_of(aside))
        return aside.name
