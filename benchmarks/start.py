"""How long the program starts on a database with many turns in one match, until its page tells the first state.

    python -m benchmarks.start [--turns 20000] [--times 5]

Plays one match of so many turns, round after round, and starts the program on it and on an empty database in turn: what
lies between the two is what the turns cost. Prints seconds by the clock and of the processor; then how long a press
takes there. Run it on an idle machine.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median

from benchmarks.hall_parts.measures import cpu_seconds, free_port
from benchmarks.hall_parts.tables import SETS
from benchmarks.harness import command_line, in_words
from benchmarks.page_alone import asked
from referee.match import Match, Phase
from referee.rules import Rules
from referee.table import Table
from tilewatch.storage.journal import Journal

PLAYERS = ("Ada", "Bo", "Cy", "Di")
RACKS = dict(zip(PLAYERS, ("", "r5 k3", "b13", "o1 o9"), strict=True))
PRESSES = 40
LOOKS_EVERY = 0.01
"""Seconds between two attempts to reach the page."""


def long_match(turns: int) -> Match:
    """A match of `turns` turns, begun and counted round after round; openings below 30 points are put back."""
    chance, at = random.Random(1), 0.0
    match = Match.begun(PLAYERS, Rules(), at)
    while len(match.now.turns) < turns or match.now.phase is not Phase.PLAYING:
        at += chance.uniform(5.0, 50.0)
        if match.now.phase is Phase.PLAYING:
            match = match.claimed(next_table(match, chance), at)
        elif match.now.phase is Phase.RESTORING:
            match = match.restored(at)
        elif match.now.phase is Phase.COUNTING:
            match = match.counted(RACKS, at, anyway=True)
        else:
            match = match.round_begun(at)
    return match


def next_table(match: Match, chance: random.Random) -> Table:
    """The next table: with one more set in four of ten turns, with two for an opening, else unchanged."""
    lying = match.now.table.to_notation()
    free = [row for row in SETS if row not in lying]
    more = (1 if match.now.player.opened else 2) if chance.random() < 0.4 else 0
    return Table.from_notation([*lying, *chance.sample(free, min(more, len(free)))])


@contextmanager
def started(database: Path) -> Iterator[tuple[int, float, float]]:
    """The program on a database: its port, and the seconds until its first state, by the clock and of the processor."""
    port, began = free_port(), time.monotonic()
    command = [sys.executable, "-m", "tilewatch", "play", "--database", str(database)]
    command += ["--camera", "none", "--pin", "none", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        try:
            while not is_answered(port):
                time.sleep(LOOKS_EVERY)
            yield port, time.monotonic() - began, cpu_seconds([program.pid])
        finally:
            program.terminate()


def is_answered(port: int) -> bool:
    """Whether the page returns its state."""
    with suppress(OSError):
        return asked(port, "GET", "/api/state") == 200
    return False


def pressed(database: Path) -> Iterator[float]:
    """The times of presses, in seconds."""
    with started(database) as (port, _, _):
        for _ in range(PRESSES):
            began = time.perf_counter()
            status = asked(port, "POST", "/api/turn/done", {})
            assert status == 200, status
            yield time.perf_counter() - began


def starts(databases: list[Path], times: int) -> list[tuple[float, float]]:
    """Median times of several starts on each database: wall-clock and processor seconds."""
    found: list[list[tuple[float, float]]] = [[] for _ in databases]
    for _ in range(times):
        for database, seconds in zip(databases, found, strict=True):
            with started(database) as (_, *took):
                seconds.append((took[0], took[1]))
    return [(median(one for one, _ in seconds), median(one for _, one in seconds)) for seconds in found]


def main() -> None:
    """Makes the databases, starts the program on each, and prints the times."""
    given = command_line(__doc__, turns=20_000, times=5)
    with tempfile.TemporaryDirectory(prefix="tilewatch-start-") as folder:
        os.environ["XDG_DATA_HOME"] = folder
        long, empty = Path(folder) / "long.db", Path(folder) / "empty.db"
        match = long_match(given.turns)
        journal = Journal(str(long), durable=False)
        journal.append(1, 0, match.events)
        journal.close()
        print(f"{len(match.now.turns):,} turns, {len(match.events):,} events, {long.stat().st_size / 1e6:.0f} MB")
        (wall, used), (bare_wall, bare_used) = starts([long, empty], given.times)
        print(
            f"a start: {wall:.2f} s, of the processor {used:.2f}; on an empty database {bare_wall:.2f}, {bare_used:.2f}"
        )
        print(f"a press there: {in_words(list(pressed(long)))}")


if __name__ == "__main__":
    main()
