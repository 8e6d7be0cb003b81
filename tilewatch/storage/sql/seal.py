"""The seal: a small file beside a journal's with the number of acknowledged presses, and a digest of the closed file.

SQLite silently drops everything after a damaged page of its log; only a record outside the file shows which
acknowledged presses are missing.
"""

import hashlib
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from tilewatch.storage.sql.schema import COUNT
from tilewatch.storage.sql.sqlite_file import Look, log_of
from tilewatch.storage.sql.synced import PRIVATE, put

SLOT = 160
"""Bytes of each of the two slots written in turn, so that a crash during a write leaves the other slot."""
OPEN = "-"
"""Digest of a file that is in use."""


class SealDamaged(ValueError):
    """There is a seal, but neither slot can be read."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """The number of acknowledged transactions, when the last was written (seconds since the epoch), and the digest of a
    closed file."""

    count: int
    moment: float
    digest: str = OPEN


def seal_of(file: Path) -> Path:
    """The seal beside a file."""
    return file.with_name(file.name + "-seal")


def digest_of(file: Path) -> str:
    """The digest of a file's content. Raises OSError."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def sealed(file: Path) -> Sealed | None:
    """The newest readable slot of a file's seal; None: there is no seal. Raises SealDamaged."""
    try:
        written = seal_of(file).read_bytes()
    except OSError:
        return None
    found = list(_readable(written))
    if not found:
        raise SealDamaged
    return max(found, key=lambda one: (one.count, one.moment))


def unseal(file: Path) -> None:
    """Removes the digest of a closed file, because another program is about to write it."""
    with suppress(SealDamaged, OSError):
        known = sealed(file)
        if known is not None and known.digest != OPEN:
            put(seal_of(file), _written(replace(known, digest=OPEN)), PRIVATE)


class Seal:
    """Writes the seal of a file. `durable`: a write waits for the disk."""

    def __init__(self, file: Path, durable: bool) -> None:
        self._path, self._durable, self._lock = seal_of(file), durable, threading.Lock()
        self._count, self._place = 0, 0

    def begin(self, now: Sealed) -> None:
        """Writes a new seal: the file is in use from now on. Raises OSError."""
        put(self._path, 2 * _written(now), PRIVATE, self._durable)
        self._count = now.count

    def write(self, now: Sealed) -> None:
        """Writes the present numbers; older numbers than those in the seal are ignored. Raises OSError."""
        with self._lock:
            if now.count < self._count:
                return
            with self._path.open("r+b") as opened:
                opened.seek(self._place * SLOT)
                opened.write(_written(now))
                opened.flush()
                if self._durable:
                    os.fsync(opened.fileno())
            self._count, self._place = now.count, 1 - self._place


def _written(one: Sealed) -> bytes:
    text = f"{one.count} {one.moment!r} {one.digest}"
    return f"{text} {_sum(text)}".ljust(SLOT - 1).encode() + b"\n"


def _readable(written: bytes) -> Iterator[Sealed]:
    for place in range(0, len(written), SLOT):
        with suppress(ValueError):
            text, _, checksum = written[place : place + SLOT].decode().strip().rpartition(" ")
            if checksum == _sum(text):
                count, moment, digest = text.split(" ")
                yield Sealed(int(count), float(moment), digest)


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def kept_log(file: Path) -> Path:
    """Name of the copy of a log, kept while it is uncertain whether SQLite can read all of it."""
    return file.with_name(file.name + "-wal.kept")


class Missing(NamedTuple):
    """The number of acknowledged presses that cannot be read, and when the last was made (seconds since the epoch)."""

    presses: int = 0
    moment: float = 0.0


def _copy_or_nothing(file: Path, to: Path) -> None:
    """Copies a file, or makes no copy on a full disk: the readable part of a log is worth more than the rest."""
    try:
        shutil.copy(file, to)
    except OSError:
        to.unlink(missing_ok=True)


class LookBefore:
    """The inspection of a file before SQLite opens it, because SQLite applies the readable part of the log, and forgets
    the rest.

    `look`: the state of the file. Raises OSError.
    """

    def __init__(self, file: Path, look: Look) -> None:
        self._file, self._is_in_use = file, look.is_in_use
        self._said: Sealed | None = None
        self._is_seal_damaged = False
        try:
            self._said = sealed(file)
        except SealDamaged:
            self._is_seal_damaged = True
        is_closed = self._said is not None and self._said.digest != OPEN and file.exists()
        self._is_another = is_closed and self._said is not None and digest_of(file) != self._said.digest
        if self._is_in_use and log_of(file).exists() and not self._is_all_there():
            _copy_or_nothing(log_of(file), kept_log(file))

    def _is_all_there(self) -> bool:
        """Whether SQLite reads all acknowledged transactions in file and log. Neither is changed."""
        with suppress(sqlite3.Error), closing(sqlite3.connect(f"{self._file.as_uri()}?mode=ro", uri=True)) as read:
            (count,) = read.execute(f"SELECT max(count) FROM {COUNT.name}").fetchone()
            return self._said is not None and (count or 0) >= self._said.count
        return False

    def missing(self, count: int, others: int) -> Missing:
        """The acknowledged presses that are missing. `count`: of transactions present; 0 if that was lost as well."""
        said = self._said
        if said is None or said.count <= count or (others and not count):
            return Missing()
        return Missing(said.count - count, said.moment)

    def remark(self, count: int, others: int) -> str | None:
        """The sentence to report, None: nothing is wrong; `others`: number of sentences reported already. Sets damaged
        files aside.

        Nothing in this program has the file open meanwhile.
        """
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
