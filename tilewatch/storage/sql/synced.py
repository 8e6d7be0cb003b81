"""Files and folders on the disk: a power cut leaves each file whole, old or new."""

import os
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o600
"""Mode of a file that only its owner may read."""


def sync(path: Path) -> None:
    """Waits until a file, or a folder's names, are on the disk. Raises OSError.

    Windows has no such call for folders, and writes names in order.
    """
    if os.name == "nt" and path.is_dir():
        return
    opened = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def put(path: Path, content: bytes, mode: int = 0o666, durable: bool = True) -> None:
    """Writes a whole file: a crash leaves this content or the former. Raises OSError.

    `mode`: who may read it. `durable`: it is on the disk afterwards, and a power cut leaves one of the two.
    """
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        new.replace(path)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)
    if durable:
        sync(path.parent)
