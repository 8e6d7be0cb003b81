"""One program at a time writes a file: a second one would number its events alike."""

import sys
from pathlib import Path
from typing import IO


class Taken(OSError):
    """Another program holds the file."""


def sole_writer(path: Path) -> IO[bytes]:
    """A lock beside the file, held until it is closed or the program ends, however it ends.

    `path`: the file itself, links followed, so that whatever name it was given the lock is the same.
    Raises Taken; OSError: the folder cannot be written.
    """
    lock = path.with_name(path.name + ".lock").open("ab")
    try:
        _hold(lock)
    except OSError as error:
        lock.close()
        raise Taken(f"{path} is in use by another tilewatch") from error
    return lock


if sys.platform == "win32":
    import msvcrt

    def _hold(lock: IO[bytes]) -> None:
        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _hold(lock: IO[bytes]) -> None:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
