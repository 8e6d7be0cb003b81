"""Makes backups at random moments while four players press, and puts each one back.

    python -m benchmarks.restore [--backups 200] [--seed 1]

A backup has to hold every press that was acknowledged before it was asked for, once and in its order, and at most those
that were under way besides; nothing may be said against the file when it is opened. Every third backup is made by
`sqlite3`'s own `.backup` from another program, every third by `tilewatch backup`, the others by the page.
"""

import json
import random
import shutil
import sqlite3
import tempfile
import threading
import urllib.request
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks.harness import command_line
from benchmarks.kills import PLAYERS, Found, Presser, lost
from benchmarks.page_alone import PROGRAMS, asked, program
from referee.match.events import RackCorrected
from tilewatch.commands.backup import copied_from
from tilewatch.storage.backups import NoSuchBackup, make_backup, restore
from tilewatch.storage.journal import Journal


@dataclass(frozen=True)
class Made:
    """A backup, the number of each player's presses acknowledged before it was requested, and when it was finished."""

    file: Path
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass
class Outcome:
    """The errors in the backups."""

    presses: int = 0
    lost: int = 0
    too_many: int = 0
    alarms: list[str] = field(default_factory=list)


def by_the_page(port: int, file: Path, to: Path) -> None:
    """Makes a backup by the running table's page."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/backup", b"", method="POST")
    with urllib.request.urlopen(request, timeout=60) as answer:
        name = json.loads(answer.read())["name"]
    shutil.copy(file.with_name(file.name + ".backups") / name, to)


def by_sqlite(_port: int, file: Path, to: Path) -> None:
    """Makes a backup by `sqlite3 FILE ".backup TO"`."""
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)


def by_command(_port: int, file: Path, to: Path) -> None:
    """Makes a backup by `tilewatch backup FILE`."""
    shutil.copy(make_backup(file, partial(copied_from, file)).file, to)


WAYS = (by_the_page, by_sqlite, by_command)


def acknowledged(pressers: list[Presser]) -> tuple[int, ...]:
    """The number of each player's acknowledged presses so far."""
    return tuple(len(one.acknowledged) for one in pressers)


def made(folder: Path, how_many: int, chance: random.Random, pressers: list[Presser]) -> list[Made]:
    """Plays, and makes backups at the same time."""
    file, all_made = folder / "game.db", list[Made]()
    with program(str(file), makes_backups=True) as (_, receiver):
        port, over = receiver.recv(), threading.Event()
        asked(port, "POST", "/api/match", {"players": PLAYERS, "rules": "original"})
        asked(port, "POST", "/api/round/begin", {"anyway": True})
        threads = [threading.Thread(target=one.press, args=(port, over, Found())) for one in pressers]
        for thread in threads:
            thread.start()
        for number in range(how_many):
            over.wait(chance.uniform(0, 0.1))
            copy, before = folder / f"copy{number}.db", acknowledged(pressers)
            one = PROGRAMS.Process(target=WAYS[number % len(WAYS)], args=(port, file, copy))
            one.start()
            one.join()
            all_made.append(Made(copy, before, acknowledged(pressers)))
        over.set()
        for thread in threads:
            thread.join()
    return all_made


def check(file: Path, one: Made, pressers: list[Presser], outcome: Outcome) -> None:
    """Restores a backup, and checks its content."""
    try:
        restore(file, one.file)
    except NoSuchBackup as error:
        outcome.alarms.append(str(error))
        return
    with closing(Journal(str(file))) as journal:
        outcome.alarms += journal.remarks
        events = journal.events(1)
    for presser, before, after in zip(pressers, one.before, one.after, strict=True):
        written = [
            event.tiles for event in events if isinstance(event, RackCorrected) and event.player == presser.player
        ]
        outcome.presses += before
        outcome.lost += lost(presser.acknowledged[:before], written)
        outcome.too_many += max(0, len(written) - after - 1)


def main() -> None:
    """Makes backups, and puts each one back."""
    given = command_line(__doc__, backups=200, seed=1)
    pressers, outcome = [Presser(name) for name in PLAYERS], Outcome()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        backups = made(folder, given.backups, random.Random(given.seed), pressers)
        for one in backups:
            check(folder / "game.db", one, pressers, outcome)
            for old in (folder / "game.db.backups").iterdir():
                old.unlink()
    print(f"{len(backups)} backups while {sum(acknowledged(pressers))} presses were acknowledged, each put back")
    print(f"of {outcome.presses} presses acknowledged before them {outcome.lost} lost, {outcome.too_many} too many")
    print(f"{len(outcome.alarms)} false alarms", *sorted(set(outcome.alarms)))


if __name__ == "__main__":
    main()
