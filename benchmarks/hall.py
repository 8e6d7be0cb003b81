"""A hall: many tables on one PostgreSQL, one club page, a thousand phones. What it costs, and what it survives.

    python -m benchmarks.hall [--tables 100] [--phones 1000] [--seconds 60] [--every 15] [--workers 4]

Started from the repository's root. PostgreSQL runs in a temporary folder, with fsync. First all is well: how long from
a table's commit until a phone has the news, how long a press takes at a table, processor and memory of each part.
Then the database is killed and comes back, the club's page is killed and comes back, and one program of tables is
killed for so long that the hall says so. In the end every journal at a table is compared with its copy in the club.
"""

import json
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from benchmarks.hall_parts import measures
from benchmarks.harness import command_line, in_words
from tests.cluster import Cluster, cluster
from tilewatch.storage.copying import heads
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import part_of

CONNECTIONS = 400
"""Largest number of connections of the database."""
AWAY = 8.0
"""Seconds for which the database is away."""
CUT = 36.0
"""Seconds for which a program of tables is stopped: the hall reports it after 30."""


class Hall:
    """The programs of a hall."""

    def __init__(self, given: Namespace, folder: Path, server: Cluster) -> None:
        self.given, self.folder, self.server = given, folder, server
        self.url, self.port = server.new_database(), measures.free_port()
        self.each = -(-given.tables // given.workers)
        self.club = self.start_club()
        firsts = range(1, given.tables + 1, self.each)
        self.workers = {first: self.start_tables(first) for first in firsts}
        self.phones = self.start("benchmarks.hall_parts.phones", self.port, given.phones, folder / "phones.json")
        measures.wait_until_ready([*self.workers.values(), self.phones])

    def start(self, module: str, *words: object) -> subprocess.Popen[str]:
        """Starts a program of this benchmark."""
        command = [sys.executable, "-m", module, *map(str, words)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def start_club(self) -> subprocess.Popen[str]:
        """The club's page."""
        words = ["club", "--database", self.url, "--port", self.port, "--pin", "none"]
        club = self.start("tilewatch", *words)
        measures.wait_for_page(self.port)
        return club

    def start_tables(self, first: int) -> subprocess.Popen[str]:
        """The program of some tables."""
        count = min(self.each, self.given.tables - first + 1)
        return self.start("benchmarks.hall_parts.tables", self.folder, self.url, first, count, self.given.every)

    def parts(self) -> dict[str, list[int]]:
        """The programs by their role."""
        assert self.server.pid is not None
        tables = [worker.pid for worker in self.workers.values()]
        return {
            "PostgreSQL": measures.family(self.server.pid),
            "club page": [self.club.pid],
            "tables": tables,
            "phones (not the product)": [self.phones.pid],
        }

    def presses(self) -> list[measures.Json]:
        """Every press so far."""
        files = self.folder.glob("presses-*.jsonl")
        lines = [line for file in files for line in file.read_text().splitlines()]
        return [json.loads(line) for line in lines if line.endswith("}")]

    def end(self) -> None:
        """Ends them all."""
        for program in (*self.workers.values(), self.club, self.phones):
            program.kill()


def main() -> None:
    """Measures, kills parts, and checks that nothing was lost."""
    given = command_line(__doc__, tables=100, phones=1000, seconds=60, every=15, workers=4)
    with ExitStack() as closing:
        folder = Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="tilewatch-hall-")))
        server = closing.enter_context(cluster(durable=True, max_connections=str(CONNECTIONS), shared_buffers="128MB"))
        hall = Hall(given, folder, server)
        closing.callback(hall.end)
        programs = f"{given.tables} tables in {given.workers} programs, {given.phones} phones"
        print(f"{programs}, a press at each in about {given.every} s", flush=True)
        began = time.time()
        used = measure(hall, given.seconds)
        quiet = (began, time.time())
        broken = [break_database(hall), break_club(hall), break_tables(hall)]
        time.sleep(3)
        hall.phones.send_signal(signal.SIGTERM)
        hall.phones.wait(60)
        phones = json.loads((folder / "phones.json").read_text())
        report(hall, phones, quiet, used)
        for line in broken:
            print(line)
        print(compared(hall))


def measure(hall: Hall, seconds: int) -> list[str]:
    """Measures processor time and memory of each part."""
    before = {name: measures.cpu_seconds(pids) for name, pids in hall.parts().items()}
    began = time.monotonic()
    time.sleep(seconds)
    took = time.monotonic() - began
    lines = []
    for name, pids in hall.parts().items():
        share = 100 * (measures.cpu_seconds(pids) - before[name]) / took
        lines.append(f"{name}: {share:.0f} % of a core, {measures.megabytes(pids):,.0f} MB")
    return lines


def report(hall: Hall, phones: measures.Json, quiet: tuple[float, float], used: list[str]) -> None:
    """Prints the measurements made before anything was killed."""
    presses = [one for one in hall.presses() if quiet[0] + 2 < one["at"] < quiet[1] - 3]
    print(f"press at a table: {in_words([one['took'] for one in presses])}")
    print(f"news from commit to phone: {in_words(list(delays(presses, phones['news'])))}")
    print(f"answered before the club had it: {sum(one['behind'] for one in presses)} of {len(presses)}")
    print("; ".join(used))
    print(f"phones at the end: {phones['connected']} connected; they came back {phones['came_back']} times in all")


def delays(presses: list[measures.Json], news: list[measures.Json]) -> Iterator[float]:
    """The delays from each press until each phone received it; the number of tiles in the pool identifies the press."""
    pressed_at = {(one["table"], one["press"]): one["at"] for one in presses}
    for one in sorted(news, key=lambda one: min(one["heard"])):
        if not one["told"]["since"]:
            continue
        for table in one["told"]["tables"]:
            at = pressed_at.pop((table["name"], table["pool"]), None)
            if at is not None:
                yield from (moment - at for moment in one["heard"])


def break_database(hall: Hall) -> str:
    """Kills the database and restarts it."""
    hall.server.kill()
    began = time.time()
    time.sleep(AWAY)
    hall.server.start()
    back = time.time()
    seconds = measures.until(lambda: not any_behind(hall))
    presses = [one for one in hall.presses() if began < one["at"] < back]
    waiting, took = sum(one["behind"] for one in presses), in_words([one["took"] for one in presses])
    return (
        f"database killed for {back - began:.0f} s: {len(presses)} presses meanwhile, {waiting} of them kept at the "
        f"table first ({took}); caught up {seconds:.0f} s after it was back"
    )


def any_behind(hall: Hall) -> bool:
    """Whether a table's copy lacks events, judged by the last event of each match."""
    return any(missing for missing in lacking(hall))


def break_club(hall: Hall) -> str:
    """Kills the club's page and restarts it."""
    hall.club.kill()
    hall.club.wait()
    began = time.time()
    time.sleep(2)
    hall.club = hall.start_club()
    seconds = measures.until(lambda: measures.sockets_to(hall.port) >= hall.given.phones)
    took = time.time() - began
    phones = f"all {hall.given.phones} phones"
    return f"club page killed: back with {phones} {took:.0f} s later ({seconds:.0f} s after its start)"


def break_tables(hall: Hall) -> str:
    """Kills a program of tables, and restarts it after the hall has reported it."""
    first, worker = next(iter(hall.workers.items()))
    worker.kill()
    worker.wait()
    time.sleep(CUT)
    silent = [table["name"] for table in measures.tables_of(hall.port) if table["silent"]]
    hall.workers[first] = hall.start_tables(first)
    measures.wait_until_ready([hall.workers[first]])
    seconds = measures.until(lambda: not any(table["silent"] for table in measures.tables_of(hall.port)))
    named = f"the hall named {len(silent)} of them silent"
    return f"{hall.each} tables cut off for {CUT:.0f} s: {named}; {seconds:.0f} s after their start none"


def lacking(hall: Hall) -> Iterator[int]:
    """For each table the events that its copy in the club's database lacks."""
    for number in range(1, hall.given.tables + 1):
        own = sqlite3.connect(f"file:{hall.folder}/table-{number}.db?mode=ro", uri=True)
        rows = own.execute("SELECT match, number, checksum FROM match_heads").fetchall()
        own.close()
        there = {match: (number_, sum_) for match, number_, sum_ in club_heads(hall, f"Table {number}")}
        yield sum(there.get(match) != (last, sum_) for match, last, sum_ in rows)


def club_heads(hall: Hall, table: str) -> list[tuple[int, int, str]]:
    """The last events of a table's matches in the club's database."""
    return hall.server.execute(
        f"SELECT match, number, checksum FROM {part_of(table)}.match_heads", measures.name_of(hall.url)
    )


def compared(hall: Hall) -> str:
    """Whether any acknowledged press is missing, checked after all pressing has ended."""
    (hall.folder / "enough").touch()
    time.sleep(1)
    measures.until(lambda: not any_behind(hall), 30.0)
    for worker in hall.workers.values():
        worker.kill()
        worker.wait()
    presses, events, different = hall.presses(), 0, 0
    for number in range(1, hall.given.tables + 1):
        own = Journal(str(hall.folder / f"table-{number}.db"))
        club = {match: (last, sum_) for match, last, sum_ in club_heads(hall, f"Table {number}")}
        for match, head in heads(own).items():
            events += len(own.events(match))
            different += club.get(match) != (head.number, head.checksum)
        own.close()
    return (
        f"{len(presses):,} presses acknowledged, {events:,} events in the tables' journals, checksums whole; "
        f"{different} of {hall.given.tables} copies in the club end otherwise"
    )


if __name__ == "__main__":
    main()
