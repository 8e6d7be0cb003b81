"""Stores taught sets: a folder beside the players' data, one file for each set."""

import hashlib
import io
import secrets
from dataclasses import replace
from itertools import count
from pathlib import Path

from referee.messages import Refusal
from tilewatch.storage.sql.synced import put
from vision.reading import NoSet, TaughtSet, bytes_of_set, read_set, saved_set

ENDING, DAMAGED = ".set.npz", ".damaged"
MOST = 24
"""Sets that can be stored. Listing them reads each file."""


class TooMany(Refusal, ValueError):
    """The maximum number of stored sets is reached."""


def new_mark() -> str:
    """A random mark for a set."""
    return secrets.token_hex(6)


class SetShelf:
    """A folder of sets, each in a file of its own; the set without a name has a file as well. A folder of None stores
    nothing. Not thread-safe."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._known: dict[str, tuple[int, TaughtSet]] = {}

    @property
    def is_kept(self) -> bool:
        """Whether sets are stored at all."""
        return self._folder is not None

    def names(self) -> list[str]:
        """The names of the stored sets, sorted; the set without a name and damaged files are left out."""
        found = [self._at(path) for path in self._files(ENDING)]
        return sorted(one.name for one in found if one is not None and one.name)

    def damaged(self) -> list[str]:
        """The names of damaged files, also of those that were set aside for a new file."""
        here = [path for path in self._files(ENDING) if self._at(path) is None]
        return sorted(path.name for path in (*here, *self._files(f"{ENDING}{DAMAGED}-*")))

    def find(self, name: str) -> TaughtSet | None:
        """The set of that name; None: there is none."""
        return None if self._folder is None else self._at(self._path(self._folder, name))

    def read(self, name: str) -> TaughtSet:
        """The set of that name, or an empty one."""
        return self.find(name) or TaughtSet(name)

    def keep(self, taught: TaughtSet, before: str | None = None) -> None:
        """Writes a set, replacing the file of that name; a damaged file is set aside. Does nothing without a folder.

        `before`: the set's former name, whose file the caller deletes next; it does not count towards MOST. Raises
        OSError, TooMany.
        """
        if self._folder is None:
            return
        path = self._path(self._folder, taught.name)
        if taught.name and not path.exists() and len({*self.names()} - {before}) >= MOST:
            raise TooMany("set-too-many", n=MOST)
        self._folder.mkdir(parents=True, exist_ok=True)
        if path.exists() and self._at(path) is None:
            aside = (path.with_name(f"{path.name}{DAMAGED}-{n}") for n in count(1))
            path.rename(next(one for one in aside if not one.exists()))
        put(path, bytes_of_set(taught))
        kept = tuple(replace(one, key=None) for one in taught.vouched)
        self._known[path.name] = path.stat().st_mtime_ns, replace(taught, examples=kept)

    def forget(self, name: str) -> None:
        """Deletes the set of that name."""
        if self._folder is not None:
            self._path(self._folder, name).unlink(missing_ok=True)

    def exported(self, name: str) -> bytes | None:
        """The set as the bytes of a file; None: no set has that name."""
        taught = self.find(name)
        return None if taught is None else bytes_of_set(taught)

    @staticmethod
    def decoded(file: bytes) -> TaughtSet:
        """The set in an exported file, with a new mark and without the turns that proved its faces: they belong to
        another journal. Raises NoSet."""
        taught = read_set(io.BytesIO(file))
        if not taught.name.strip():
            raise NoSet("taught.no-set")
        return replace(taught, examples=tuple(replace(one, turn=None) for one in taught.examples), mark=new_mark())

    def _files(self, ending: str) -> list[Path]:
        return [] if self._folder is None else sorted(self._folder.glob(f"*{ending}"))

    def _path(self, folder: Path, name: str) -> Path:
        """The file of a set: named by a hash, for a name may hold any character."""
        return folder / f"{hashlib.sha256(name.encode()).hexdigest()[:24]}{ENDING}"

    def _at(self, path: Path) -> TaughtSet | None:
        """The set of a file, decoded again only when the file changes; None: there is no file, it is damaged, or its
        name does not belong to the set in it.

        A file that was copied in under another name would be listed but never found.
        """
        try:
            changed = path.stat().st_mtime_ns
            known = self._known.get(path.name)
            if known is None or known[0] != changed:
                known = changed, saved_set(path)
                self._known[path.name] = known
        except (OSError, NoSet):
            return None
        return known[1] if self._path(path.parent, known[1].name) == path else None
