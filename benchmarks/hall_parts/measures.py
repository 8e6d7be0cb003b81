"""Seconds in order, and what a program needs of the machine."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def percentiles(seconds: Sequence[float]) -> str:
    """The middle, 95 % and the most of some times, in milliseconds."""
    if not seconds:
        return "none"
    ordered = sorted(seconds)
    at = [ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))], ordered[-1]]
    middle, most_of, most = (f"{1000 * one:,.1f}" for one in at)
    return f"median {middle} ms, p95 {most_of} ms, most {most} ms ({len(ordered):,})"


def cpu_seconds(pids: Iterable[int]) -> float:
    """Seconds of processor that programs used so far."""
    used = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        used += int(fields[11]) + int(fields[12])
    return used / TICKS


def megabytes(pids: Iterable[int]) -> float:
    """Memory of programs, what they share counted in shares (PSS)."""
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
