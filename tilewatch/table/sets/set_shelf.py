"""Where taught sets are kept: a folder beside the players, a file each."""

import hashlib
import io
import secrets
from dataclasses import replace
from itertools import count
from pathlib import Path

from referee.messages import Refusal
from vision.reading import NoSet, TaughtSet, read_set, save_set, saved_set, write_set

ENDING, DAMAGED = ".set.npz", ".damaged"
MOST = 24
"""Sets that are kept; more would be a mistake, and each is read for the list."""


class TooMany(Refusal, ValueError):
    """There are as many sets as are kept."""


def new_mark() -> str:
    """A mark that no set had."""
    return secrets.token_hex(6)


class SetShelf:
    """A folder of sets, each in a file of its name, one without a name; None: nothing is kept. One thread at a time."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._known: dict[str, tuple[int, TaughtSet]] = {}

    @property
    def is_kept(self) -> bool:
        """Whether anything is kept."""
        return self._folder is not None

    def names(self) -> list[str]:
        """The names of the sets that have one, sorted; files that are none are left out."""
        found = [self._at(path) for path in self._files(ENDING)]
        return sorted(one.name for one in found if one is not None and one.name)

    def damaged(self) -> list[str]:
        """The names of files that should be sets and cannot be used, also of those in whose place others came."""
        here = [path for path in self._files(ENDING) if self._at(path) is None]
        return sorted(path.name for path in (*here, *self._files(f"{ENDING}{DAMAGED}-*")))

    def find(self, name: str) -> TaughtSet | None:
        """The set of that name; None: there is none."""
        return None if self._folder is None else self._at(self._path(self._folder, name))

    def read(self, name: str) -> TaughtSet:
        """The set of a name that there is."""
        return self.find(name) or TaughtSet(name)

    def keep(self, taught: TaughtSet, before: str | None = None) -> None:
        """Writes a set in the place of that before, if anything is kept; a damaged file is put aside.

        `before`: what it was called until now; that one is forgotten next. Raises OSError, TooMany.
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
        save_set(path, taught)
        kept = tuple(replace(one, key=None) for one in taught.vouched)
        self._known[path.name] = path.stat().st_mtime_ns, replace(taught, examples=kept)

    def forget(self, name: str) -> None:
        """The set is gone."""
        if self._folder is not None:
            self._path(self._folder, name).unlink(missing_ok=True)

    def exported(self, name: str) -> bytes | None:
        """The set's file; None: there is none."""
        taught = self.find(name)
        if taught is None:
            return None
        file = io.BytesIO()
        write_set(file, taught)
        return file.getvalue()

    @staticmethod
    def decoded(file: bytes) -> TaughtSet:
        """The set in such a file; which turns proved its faces is known elsewhere only. Raises NoSet."""
        taught = read_set(io.BytesIO(file))
        if not taught.name.strip():
            raise NoSet("taught.no-set")
        return replace(taught, examples=tuple(replace(one, turn=None) for one in taught.examples), mark=new_mark())

    def _files(self, ending: str) -> list[Path]:
        return [] if self._folder is None else sorted(self._folder.glob(f"*{ending}"))

    def _path(self, folder: Path, name: str) -> Path:
        """A name may hold anything: its file is called by a sum of it."""
        return folder / f"{hashlib.sha256(name.encode()).hexdigest()[:24]}{ENDING}"

    def _at(self, path: Path) -> TaughtSet | None:
        """The set of a file, read once until it changes; None: there is none, or it is damaged, or of another name.

        What was put there by hand under a name of its own would be listed, and never found.
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
