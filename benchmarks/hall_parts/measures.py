"""Measures processor time and memory of programs, and waits for conditions."""

import json
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Any

TICKS = os.sysconf("SC_CLK_TCK")
Json = dict[str, Any]


def cpu_seconds(pids: Iterable[int]) -> float:
    """Seconds of processor time used by programs."""
    used = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        used += int(fields[11]) + int(fields[12])
    return used / TICKS


def megabytes(pids: Iterable[int]) -> float:
    """Memory of programs; shared memory is divided among them (PSS)."""
    kilobytes = 0
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        kilobytes += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kilobytes / 1024


def family(pid: int) -> list[int]:
    """A program and its children."""
    found = [pid]
    for one in Path("/proc").iterdir():
        if one.name.isdigit():
            try:
                parent = int((one / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
            if parent == pid:
                found.append(int(one.name))
    return found


def until(is_so: Any, patience: float = 120.0) -> float:
    """Seconds until a condition holds."""
    began = time.monotonic()
    while not is_so() and time.monotonic() - began < patience:
        time.sleep(0.25)
    return time.monotonic() - began


def tables_of(port: int) -> list[Json]:
    """The tables as the club's page returns them."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/club/tables", timeout=10) as answer:
        found: list[Json] = json.load(answer)["tables"]
        return found


def sockets_to(port: int) -> int:
    """Number of connections to a port of this machine."""
    wanted, listening = f":{port:04X}", 0
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        listening += fields[1].endswith(wanted) and fields[3] == "01"
    return listening


def wait_for_page(port: int) -> None:
    """Waits until the page answers."""
    if until(lambda: _answers(port), 60.0) >= 60.0:
        raise SystemExit("the club's page did not start")


def _answers(port: int) -> bool:
    try:
        tables_of(port)
    except OSError:
        return False
    return True


def wait_until_ready(programs: list[subprocess.Popen[str]]) -> None:
    """Waits until every program has reported that it is ready."""
    for program in programs:
        assert program.stdout is not None
        program.stdout.readline()


def name_of(url: str) -> str:
    """The database's name in a URL."""
    return url.rsplit("/", 1)[1]


def free_port() -> int:
    """A free port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
