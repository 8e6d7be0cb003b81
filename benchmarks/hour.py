"""Lets the demo play for a long time before many listeners, and measures how much memory the program holds.

    python -m benchmarks.hour [--minutes 60] [--listeners 64] [--pace 1]

It is the whole program: networks, table, journal and page. Once every two seconds somebody looks at the picture with
the reading drawn on it and at the last turns; whenever a round is counted the next one begins. `--pace 4`: hands and
looks take a quarter of their time, so that an hour's turns are played in a quarter of an hour or more (a table has to
be read before it is judged, however fast the hands are).
"""

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from benchmarks.harness import command_line, megabytes
from benchmarks.load import Measured, asked, listen

LOOKED = 2.0
"""Seconds between two looks at picture and turns."""
PLAYERS = ["Ada", "Bo", "Cy"]


@dataclass
class Hour:
    """What was measured: megabytes as time went on, and how much was played."""

    held: list[float] = field(default_factory=list)
    rounds: int = 0
    turns: int = 0


def serve(pace: float, place: str) -> None:
    """The program, with players that are faster than people."""
    from tilewatch.commands.play import command
    from tilewatch.demo import player

    for name in ("BEAT", "HAND", "LOOK", "VERDICT", "THINKING", "RACK", "AGAIN"):
        setattr(player, name, getattr(player, name) / pace)
    command(["--camera", "demo", "--database", place, "--pin", "none", "--port", "0", "--rules", "original"])


@contextmanager
def program(pace: float) -> Iterator[tuple[int, int]]:
    """The program as it runs: its process and its port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.hour", "--serve", f"{folder}/game.db", "--pace", str(pace)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            address = process.stdout.readline().split()[1]
            try:
                yield process.pid, int(address.rstrip("/").rpartition(":")[2])
            finally:
                process.terminate()


async def visit(port: int, hour: Hour) -> None:
    """Somebody looks at picture and turns, and begins the next round where one is counted."""
    for path in ("/api/picture.jpg", "/api/turns?page=1", "/api/matches"):
        await asked(port, "GET", path)
    state = json.loads((await asked(port, "GET", "/api/state"))[1])
    hour.turns = max(hour.turns, state["turn"]["number"] or 0)
    if state["turn"]["phase"] == "over":
        hour.rounds += 1
        status, _ = await asked(port, "POST", "/api/round", "{}")
        if status == 409:  # the match is over: another one
            await asked(port, "POST", "/api/match", json.dumps({"players": PLAYERS, "rules": "original"}))


async def play(pid: int, port: int, minutes: float, listeners: int) -> Hour:
    """Listens and looks for so many minutes."""
    hour, measured = Hour(), Measured()
    tasks = [asyncio.create_task(listen(port, measured)) for _ in range(listeners)]
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        await asyncio.sleep(LOOKED)
        await visit(port, hour)
        hour.held.append(megabytes(pid))
        if len(hour.held) % 30 == 0:
            print(f"{hour.held[-1]:.0f} MB, {hour.rounds} rounds, turn {hour.turns}", file=sys.stderr, flush=True)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return hour


def part(held: list[float], place: int) -> float:
    """The middle of what was held in one of ten parts of the hour."""
    size = max(1, len(held) // 10)
    return statistics.median(held[place * size : (place + 1) * size])


def main() -> None:
    """Plays and measures."""
    given = command_line(__doc__, minutes=60.0, listeners=64, pace=1.0, serve=str)
    if given.serve:
        return serve(given.pace, given.serve)
    with program(given.pace) as (pid, port):
        hour = asyncio.run(play(pid, port, given.minutes, given.listeners))
        most = megabytes(pid, "VmHWM")
    start, middle, end = (part(hour.held, place) for place in (0, 5, 9))
    played = f"{hour.rounds} rounds, {hour.turns} turns in the longest match"
    print(f"{given.minutes:g} minutes, {given.listeners} listeners: {played}")
    print(f"memory at the start {start:.0f} MB, in the middle {middle:.0f}, at the end {end:.0f}; at most {most:.0f}")


if __name__ == "__main__":
    main()
