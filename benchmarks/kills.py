"""Kills a game at random moments, again and again, while four players press, and looks whether a press was lost.

    python -m benchmarks.kills [--kills 1000] [--database sqlite|postgresql] [--seed 1] [--together 40]

Each time the program is started on the same database, four pressers count their racks by hand, one press after the
other, and it is killed with SIGKILL; one time in ten already while it starts. Then the journal is opened: every press
that was acknowledged has to be there, in its order, and no event damaged. On PostgreSQL every third kill hits the
server instead, as in a crash, while the program goes on. After `--together` kills another match begins on a database
of its own, lest reading ever longer matches be all that is measured.

The program is the whole page, table and journal; only cameras and networks are left out. It is forked off a process
that has imported everything and opened nothing, so that a kill costs no second of imports: to import is all that is
not done anew each time.
"""

import argparse
import http.client
import json
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.page_alone import program
from referee.match.events import RackCorrected
from tests.cluster import Cluster, cluster
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.database import JournalUnusable

PLAYERS = ("Ada", "Bo", "Cy", "Di")
WHILE_STARTING = 0.1
"""Share of the kills that hit a program which does not serve yet."""
START_TAKES = 0.25
"""Seconds within which such a kill comes."""


@dataclass
class Found:
    """What came of the kills so far."""

    acknowledged: int = 0
    lost: int = 0
    broken: int = 0
    early: int = 0


def pressed(port: int, path: str, body: object) -> int:
    """A press; the answer's status."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        return answer.status


def press(port: int, player: str, acknowledged: list[int], over: threading.Event) -> None:
    """Counts a player's rack again and again; keeps what was acknowledged."""
    try:
        for count in range(10**9):
            if over.is_set():
                return
            tiles = 2 + count % 40
            if pressed(port, "/api/rack/count", {"player": player, "tiles": tiles}) == 200:
                acknowledged.append(tiles)
    except (OSError, http.client.HTTPException, ValueError):
        """The program is gone."""


def wait_for(acknowledged: dict[str, list[int]], chance: random.Random) -> None:
    """Waits for some presses more, and a moment: whatever the machine's speed, a kill hits the middle of a press."""
    enough = sum(map(len, acknowledged.values())) + chance.randrange(24)
    end = time.monotonic() + 30
    while sum(map(len, acknowledged.values())) < enough and time.monotonic() < end:
        time.sleep(0.001)
    time.sleep(chance.uniform(0, 0.05))


def opened(place: str) -> Journal:
    """The journal after a kill; a server notices after a moment that its writer is gone."""
    for _ in range(200):
        try:
            return Journal(place)
        except JournalUnusable:
            time.sleep(0.1)
    return Journal(place)


def lost(acknowledged: list[int], kept: list[int]) -> int:
    """How many acknowledged presses are not there in their order; others, not acknowledged, may be among them."""
    place = 0
    for number, tiles in enumerate(acknowledged):
        while place < len(kept) and kept[place] != tiles:
            place += 1
        if place == len(kept):
            return len(acknowledged) - number
        place += 1
    return 0


def played(place: str, chance: random.Random, is_new: bool, crash: Cluster | None) -> dict[str, list[int]]:
    """Starts, presses, kills: the presses that were acknowledged, of each player."""
    acknowledged = {player: list[int]() for player in PLAYERS}
    with program(place) as (process, told):
        port = told.recv()
        if is_new:
            pressed(port, "/api/match", {"players": PLAYERS, "rules": "original"})
            pressed(port, "/api/round/begin", {"anyway": True})
        over = threading.Event()
        pressers = [threading.Thread(target=press, args=(port, name, acknowledged[name], over)) for name in PLAYERS]
        for presser in pressers:
            presser.start()
        wait_for(acknowledged, chance)
        if crash is not None:
            crash.kill()
            crash.start()
            wait_for(acknowledged, chance)
        process.kill()
        over.set()
        for presser in pressers:
            presser.join()
    return acknowledged


def killed_while_starting(place: str, chance: random.Random) -> None:
    """Starts, and kills before the page is there."""
    with program(place):
        time.sleep(chance.uniform(0, START_TAKES))


def look(place: str, known: int, acknowledged: dict[str, list[int]], found: Found) -> int:
    """Opens the journal, and looks what is there of the presses; how many events it has now."""
    journal = opened(place)
    found.broken += bool(journal.remarks)
    events = journal.events(1)
    journal.close()
    late = [event for event in events[known:] if isinstance(event, RackCorrected)]
    for name in PLAYERS:
        found.acknowledged += len(acknowledged[name])
        found.lost += lost(acknowledged[name], [one.tiles for one in late if one.player == name])
    return len(events)


def kills(how_many: int, together: int, chance: random.Random, new_place: Callable[[], str], crash: Any) -> Found:
    """Kills so many times, and looks each time."""
    found, place, known = Found(), "", 0
    for kill in range(how_many):
        if kill % together == 0:
            place, known = new_place(), 0
        if known and chance.random() < WHILE_STARTING:
            killed_while_starting(place, chance)
            found.early += 1
            known = look(place, known, {player: [] for player in PLAYERS}, found)
        else:
            acknowledged = played(place, chance, not known, crash if kill % 3 == 2 else None)
            known = look(place, known, acknowledged, found)
        if sys.stderr.isatty() or kill % 50 == 49:
            print(f"kill {kill + 1} of {how_many}: {found}", file=sys.stderr, flush=True)
    return found


def main() -> None:
    """Kills and looks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--together", type=int, default=40, help="kills of one match")
    given = parser.parse_args()
    with ExitStack() as closing_:
        crash = closing_.enter_context(cluster(durable=True)) if given.database == "postgresql" else None
        folder = Path(closing_.enter_context(tempfile.TemporaryDirectory()))
        files = (str(folder / f"game{number}.db") for number in range(given.kills))
        new_place = crash.new_database if crash is not None else lambda: next(files)
        begun = time.monotonic()
        found = kills(given.kills, given.together, random.Random(given.seed), new_place, crash)
    seconds = time.monotonic() - begun
    print(f"{given.kills} kills, {given.database}, {found.early} of them while it started, {seconds:.0f} s")
    print(f"{found.acknowledged} presses acknowledged, {found.lost} lost, {found.broken} chains broken")


if __name__ == "__main__":
    main()
