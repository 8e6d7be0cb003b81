"""The system calls by which a life writes its files (life.py), recorded by strace, and the files that a power cut
leaves."""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.tilewatch.storage.damage.life import FILES

WRITES = ("pwrite64", "write", "fsync", "fdatasync", "ftruncate", "rename", "unlink", "openat")
"""Calls of the system that write, sync, rename, open and allocate."""
LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)")
STRING = re.compile(r'"([^"]*)"')
BYTE = re.compile(rb"\\x([0-9a-f]{2})")


def can_trace() -> bool:
    """Whether strace is installed and allowed to trace."""
    strace = shutil.which("strace")
    return (
        strace is not None and subprocess.run([strace, "-qq", "-o", "/dev/null", "true"], check=False).returncode == 0
    )


def live(folder: Path, log: Path, *options: str) -> list[str]:
    """Runs the life once in a folder and returns the acknowledged lines. `options`: for strace."""
    life = [sys.executable, "-m", "tests.tilewatch.storage.damage.life", str(folder)]
    command = ["strace", "-f", "-qq", "--seccomp-bpf", "-o", str(log), *options, *life]
    told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert "Traceback" not in told.stderr, told.stderr
    return told.stdout.splitlines()


def paths_in(folder: Path) -> list[str]:
    """Options that make strace report this life's files only."""
    return [option for name in ("", *FILES) for option in ("-P", str(folder / name))]


@dataclass(frozen=True)
class Call:
    """A system call with its result: `name`, its files, the bytes, and the numbers after them."""

    name: str
    paths: tuple[str, ...]
    data: bytes
    numbers: tuple[int, ...]
    flags: str
    result: int


def calls_in(log: Path) -> list[Call]:
    """The calls of a log that strace wrote with `-xx -y`."""
    return [call for line in log.read_text("ascii").splitlines() if (call := _call(line)) is not None]


def _call(line: str) -> Call | None:
    found = LINE.match(line)
    if found is None or int(found[3]) < 0:
        return None
    name, given, result = found[1], found[2], int(found[3])
    strings = [_bytes(one) for one in STRING.findall(given)]
    opened = re.match(r"(\d+)<([^>]*)>", given)
    rest = STRING.sub("", given)
    numbers = tuple(int(one) for one in re.findall(r"(?<=, )-?\d+", rest))
    if name in ("rename", "unlink", "openat"):
        return Call(name, tuple(one.decode() for one in strings), b"", numbers, rest, result)
    path = _bytes(opened[2]).decode() if opened else ""
    return Call(name, (path,), strings[0] if strings else b"", numbers, rest, result)


def _bytes(text: str) -> bytes:
    return BYTE.sub(lambda byte: bytes([int(byte[1], 16)]), text.encode())


@dataclass(eq=False)
class Stored:
    """A file: the bytes surely on the disk, and the writes since, in order."""

    sure: bytearray = field(default_factory=bytearray)
    since: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Writes since the last sync: (offset, bytes), or (size, None) where the file was truncated."""

    def synced(self) -> None:
        """Everything is on the disk."""
        for change in self.since:
            _apply(self.sure, *change)
        self.since = []

    def left(self, random: Random) -> bytes:
        """The file's bytes when any of the newer writes may be lost."""
        content = bytearray(self.sure)
        for change in self.since:
            if random.random() < 0.5:
                _apply(content, *change)
        return bytes(content)


def _apply(content: bytearray, place: int, data: bytes | None) -> None:
    if data is None:
        del content[place:]
        content.extend(bytes(place - len(content)))
    else:
        content.extend(bytes(max(0, place - len(content))))
        content[place : place + len(data)] = data


def after_a_power_cut(calls: Sequence[Call], random: Random) -> dict[str, bytes]:
    """The files that a power cut leaves after these calls: what was synced, and any subset of all that was not.

    Names come and go in their order, as journals of file systems keep it; a folder that is synced keeps its names.
    """
    now, names, positions = dict[str, Stored](), list[tuple[str, Stored | None]](), dict[str, int]()
    sure: dict[str, Stored] = {}

    def named(path: str, file: Stored | None) -> None:
        names.append((path, file))
        _name(now, path, file)

    for call in calls:
        path = call.paths[0] if call.paths else ""
        if call.name == "openat":
            positions[path] = 0
            if "O_CREAT" in call.flags and path not in now:
                named(path, Stored())
            elif "O_TRUNC" in call.flags and path in now:
                now[path].since.append((0, None))
        elif call.name == "rename":
            file = now[path]
            named(path, None)
            named(call.paths[1], file)
        elif call.name == "unlink":
            named(path, None)
        elif path not in now:
            if call.name in ("fsync", "fdatasync"):  # a folder
                for name, file in names:
                    _name(sure, name, file)
                names.clear()
        elif call.name == "lseek":
            positions[path] = call.result
        elif call.name == "pwrite64":
            now[path].since.append((call.numbers[-1], call.data))
        elif call.name == "write":
            now[path].since.append((positions[path], call.data))
            positions[path] += len(call.data)
        elif call.name == "ftruncate":
            now[path].since.append((call.numbers[-1], None))
        else:
            now[path].synced()
    for name, file in names[: random.randint(0, len(names))]:
        _name(sure, name, file)
    return {name: file.left(random) for name, file in sure.items() if not name.endswith("-shm")}


def _name(names: dict[str, Stored], path: str, file: Stored | None) -> None:
    names.pop(path, None)
    if file is not None:
        names[path] = file
