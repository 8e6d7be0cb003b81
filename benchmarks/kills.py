"""Kills a game at random moments, again and again, while four players press, and looks whether a press was lost.

    python -m benchmarks.kills [--kills 1000] [--database sqlite|postgresql] [--seed 1] [--together 40] [--onlookers]

Each time the program is started on the same database, four pressers count their racks by hand, one press after the
other, each with a key, and it is killed with SIGKILL; one time in ten already while it starts. A press that was under
way is sent again with its key as soon as the program is back, and so are the last one that was acknowledged and the
last one that was refused. Then the journal is opened: every press that was acknowledged has to be there, once, in its
order, and no event damaged. On PostgreSQL every third kill hits the
server instead, as in a crash, while the program goes on. After `--together` kills another match begins on a database
of its own, lest reading ever longer matches be all that is measured.

With `--onlookers` strangers look into the file meanwhile, one after the other: they read a row, back it up, copy it,
start the program again, by a hard link too, show it as a club's; and so does the program itself.

The program is the whole page, table and journal; only cameras and networks are left out. It is forked off a process
that has imported everything and opened nothing, so that a kill costs no second of imports: to import is all that is
not done anew each time.
"""

import http.client
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.harness import command_line
from benchmarks.page_alone import PROGRAMS, asked, program
from referee.match.events import RackCorrected
from tests import onlookers
from tests.cluster import Cluster, cluster
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import JournalUnusable

PLAYERS = ("Ada", "Bo", "Cy", "Di")
WHILE_STARTING = 0.1
"""Share of the kills that hit a program before it serves."""
START_TAKES = 0.25
"""Seconds after a start within which a kill during the start comes."""


@dataclass
class Found:
    """The results of the kills so far."""

    acknowledged: int = 0
    lost: int = 0
    twice: int = 0
    otherwise: Counter[str] = field(default_factory=Counter)
    """Repeated presses that got another status than the first time: both statuses."""
    again: int = 0
    """Presses repeated after a kill: answered ones, and ones in progress."""
    broken: int = 0
    looks: Counter[str] = field(default_factory=Counter)
    """The accesses of other programs to the file, and their failures."""
    early: int = 0


@dataclass(frozen=True)
class Press:
    """A press with its key."""

    key: str
    path: str
    body: dict[str, Any]

    def sent(self, port: int) -> int:
        """Sends the press; returns the answer's status."""
        return asked(port, "POST", self.path, self.body, self.key)


@dataclass
class Presser:
    """Counts a player's rack again and again; remembers the acknowledged presses over all kills of a match."""

    player: str
    acknowledged: list[int] = field(default_factory=list)
    number: int = 0
    under_way: Press | None = None
    answered: dict[str, tuple[Press, int]] = field(default_factory=dict)
    """For each path its last press, and the status of the answer."""

    def press(self, port: int, over: threading.Event, found: Found) -> None:
        """Presses until the end is signalled, or the program is gone."""
        try:
            self._send_again(port, found)
            while not over.is_set():
                self.under_way = self.under_way or self._next()
                self._send(port)
        except (OSError, http.client.HTTPException, ValueError):
            """The program is gone."""

    def _send_again(self, port: int, found: Found) -> None:
        for press, status in self.answered.values():
            found.again += 1
            while (now := press.sent(port)) == 503:
                """The database is away, and nobody is told an answer."""
            if now != status:
                found.otherwise[f"{status}, then {now}"] += 1
        found.again += self.under_way is not None

    def _send(self, port: int) -> None:
        press = self.under_way
        assert press is not None
        status = press.sent(port)
        if status == 503:
            return
        self.under_way, self.answered[press.path] = None, (press, status)
        if status == 200:
            self.acknowledged.append(press.body["tiles"])

    def _next(self) -> Press:
        self.number += 1
        key = f"{self.player}-{self.number}"
        if self.number % 12 == 0:
            return Press(key, "/api/turn/undo", {"turn": 9999})  # refused because nobody has played
        return Press(key, "/api/rack/count", {"player": self.player, "tiles": 2 + self.number % 40})


def wait_for(pressers: Sequence[Presser], chance: random.Random) -> None:
    """Waits for a few more presses and a random moment, so that on any machine the kill hits presses in progress."""
    enough = sum(len(one.acknowledged) for one in pressers) + chance.randrange(24)
    end = time.monotonic() + 30
    while sum(len(one.acknowledged) for one in pressers) < enough and time.monotonic() < end:
        time.sleep(0.001)
    time.sleep(chance.uniform(0, 0.05))


def opened(place: str) -> Journal:
    """The journal after a kill, opened as soon as a server has noticed that its writer is gone."""
    for _ in range(200):
        try:
            return Journal(place)
        except JournalUnusable:
            time.sleep(0.1)
    return Journal(place)


def lost(acknowledged: list[int], written: list[int]) -> int:
    """The number of acknowledged presses that are missing or out of order; unacknowledged presses may lie between
    them.
    """
    place = 0
    for number, tiles in enumerate(acknowledged):
        while place < len(written) and written[place] != tiles:
            place += 1
        if place == len(written):
            return len(acknowledged) - number
        place += 1
    return 0


def looking(file: Path, seed: float, ending: threading.Event, found: Found) -> None:
    """Accesses the file until the program is killed, each time in another way."""
    chance = random.Random(seed)
    while not ending.is_set():
        look(file, chance.choice(onlookers.KINDS), ending, found)


def look(file: Path, kind: Callable[[Path], None], ending: threading.Event, found: Found) -> None:
    """Accesses the file in a program of its own, which fails if two programs may write it, or if a backup is
    damaged.
    """
    process = PROGRAMS.Process(target=kind, args=(file,))
    process.start()
    process.join()
    if not ending.is_set():
        found.looks[kind.__name__ + " failed" * (process.exitcode != 0)] += 1


def played(
    place: str,
    chance: random.Random,
    is_new: bool,
    crash: Cluster | None,
    pressers: Sequence[Presser],
    found: Found,
    are_looking: bool,
) -> None:
    """Starts the program, presses, and kills it."""
    with program(place, are_looking) as (process, receiver):
        port = receiver.recv()
        if is_new:
            asked(port, "POST", "/api/match", {"players": PLAYERS, "rules": "original"})
            asked(port, "POST", "/api/round/begin", {"anyway": True})
        over, ending = threading.Event(), threading.Event()
        threads = [threading.Thread(target=one.press, args=(port, over, found)) for one in pressers]
        if are_looking:
            look(Path(place), chance.choice(onlookers.KINDS), ending, found)
            threads.append(threading.Thread(target=looking, args=(Path(place), chance.random(), ending, found)))
        for thread in threads:
            thread.start()
        wait_for(pressers, chance)
        if crash is not None:
            crash.kill()
            crash.start()
            wait_for(pressers, chance)
        ending.set()
        process.kill()
        over.set()
        for thread in threads:
            thread.join()


def killed_while_starting(place: str, chance: random.Random) -> None:
    """Starts the program, and kills it before its page is served."""
    with program(place):
        time.sleep(chance.uniform(0, START_TAKES))


def check(place: str, pressers: Sequence[Presser], found: Found) -> None:
    """Opens the journal, and checks the presses of a whole match."""
    journal = opened(place)
    found.broken += bool(journal.remarks)
    for remark in journal.remarks:
        print(remark, file=sys.stderr)
    events = journal.events(1)
    journal.close()
    for one in pressers:
        written = [event.tiles for event in events if isinstance(event, RackCorrected) and event.player == one.player]
        missing = lost(one.acknowledged, written)
        found.lost += missing
        found.twice += max(0, len(written) - len(one.acknowledged) + missing - (one.under_way is not None))


def kills(
    how_many: int,
    together: int,
    chance: random.Random,
    new_place: Callable[[], str],
    crash: Any,
    are_looking: bool = False,
) -> Found:
    """Kills the program this many times, and checks each match at its end."""
    found, place, is_new, pressers = Found(), "", True, list[Presser]()
    for kill in range(how_many):
        if kill % together == 0:
            place, is_new, pressers = new_place(), True, [Presser(name) for name in PLAYERS]
        if not is_new and chance.random() < WHILE_STARTING:
            killed_while_starting(place, chance)
            found.early += 1
        else:
            played(place, chance, is_new, crash if kill % 3 == 2 else None, pressers, found, are_looking)
            is_new = False
        if kill % together == together - 1 or kill == how_many - 1:
            check(place, pressers, found)
            found.acknowledged += sum(len(one.acknowledged) for one in pressers)
        if sys.stderr.isatty() or kill % 50 == 49:
            print(f"kill {kill + 1} of {how_many}: {found}", file=sys.stderr, flush=True)
    return found


def main() -> None:
    """Runs the benchmark."""
    given = command_line(__doc__, kills=1000, database=("sqlite", "postgresql"), seed=1, together=40, onlookers=False)
    with ExitStack() as closing_:
        crash = closing_.enter_context(cluster(durable=True)) if given.database == "postgresql" else None
        folder = Path(closing_.enter_context(tempfile.TemporaryDirectory()))
        files = (str(folder / f"game{number}.db") for number in range(given.kills))
        new_place = crash.new_database if crash is not None else lambda: next(files)
        begun = time.monotonic()
        found = kills(given.kills, given.together, random.Random(given.seed), new_place, crash, given.onlookers)
    seconds = time.monotonic() - begun
    print(f"{given.kills} kills, {given.database}, {found.early} of them while it started, {seconds:.0f} s")
    print(f"{found.acknowledged} presses acknowledged, {found.lost} lost, {found.twice} done twice")
    otherwise = f"{found.otherwise.total()} answered otherwise ({dict(found.otherwise)})"
    print(f"{found.again} sent again, {otherwise}; {found.broken} journals said to be damaged")
    if given.onlookers:
        print(f"looked into meanwhile: {dict(found.looks)}")


if __name__ == "__main__":
    main()
