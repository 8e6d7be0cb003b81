"""A small file beside a journal's that knows how many presses were acknowledged, and how the closed file looked.

SQLite drops whatever follows a damaged page of its log, and says nothing: only what is kept elsewhere can tell.
"""

import hashlib
import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

SLOT = 160
"""Bytes of each of the two places that are written in turn, so that a crash while one is written leaves the other."""
OPEN = "-"
"""The digest of a file that is in use."""


class SealDamaged(ValueError):
    """There is a seal, but nothing of it can be read."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """How many transactions were acknowledged, when the last one was (calendar), and the digest of a closed file."""

    count: int
    moment: float
    digest: str = OPEN


def seal_of(file: Path) -> Path:
    """The seal beside a file."""
    return file.with_name(file.name + "-seal")


def digest_of(file: Path) -> str:
    """The digest of everything that stands in a file. Raises OSError."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def sealed(file: Path) -> Sealed | None:
    """What the seal of a file says; None: it has none. Raises SealDamaged."""
    try:
        written = seal_of(file).read_bytes()
    except OSError:
        return None
    found = list(_readable(written))
    if not found:
        raise SealDamaged
    return max(found, key=lambda one: (one.count, one.moment))


def unseal(file: Path) -> None:
    """Somebody else is about to write a closed file, and may: its digest does not count any more."""
    with suppress(SealDamaged, OSError):
        known = sealed(file)
        if known is not None and known.digest != OPEN:
            _write_anew(seal_of(file), _written(replace(known, digest=OPEN)))


class Seal:
    """Writes the seal of a file. `durable`: what is written is on the disk."""

    def __init__(self, file: Path, durable: bool) -> None:
        self._path, self._durable, self._lock = seal_of(file), durable, threading.Lock()
        self._count, self._place = 0, 0

    def begin(self, now: Sealed) -> None:
        """Writes it anew: the file is in use from now on. Raises OSError."""
        _write_anew(self._path, 2 * _written(now))
        self._count = now.count

    def write(self, now: Sealed) -> None:
        """Writes how it stands now; what is older than what is there is left out. Raises OSError."""
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


def _write_anew(path: Path, text: bytes) -> None:
    """Writes a whole seal: whoever is killed meanwhile leaves the one before. Raises OSError."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(text)
    new.chmod(0o600)
    new.replace(path)


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
