"""Kills a game at random moments, again and again, while four players press, and looks whether a press was lost.

    python -m benchmarks.kills [--kills 1000] [--database sqlite|postgresql] [--seed 1]

Each time the program is started on the same database, four pressers count their racks by hand, one press after the
other, and it is killed with SIGKILL. Then the journal is opened: every press that was acknowledged has to be there, in
its order, and no event damaged. On PostgreSQL every third kill hits the server instead, as in a crash, while the
program goes on. The program is the whole page, table and journal; only cameras and networks are left out, for speed.
"""

import argparse
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from referee.match.events import RackCorrected
from tests.cluster import Cluster, cluster
from tilewatch.server import port_of, server
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.database import JournalUnusable
from tilewatch.table.live import LiveTable
from vision.camera import Camera
from web.app import create_app

PLAYERS = ("Ada", "Bo", "Cy", "Di")
CHILD = "--serve"


def no_camera() -> Camera:
    """A camera that never gives a picture."""
    return Camera(lambda: iter(()))


def serve(place: str) -> None:
    """The program that is killed."""
    table = LiveTable(None, Journal(place), Album(Path(tempfile.gettempdir()) / "no-album"), no_camera())  # type: ignore[arg-type]
    page = server(create_app(table), "127.0.0.1", 0)
    print(port_of(page), flush=True)
    page.run()


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


def one_life(place: str, chance: random.Random, known: int, crash: Cluster | None) -> tuple[int, int, int, bool]:
    """Starts, presses, kills, looks: events kept, presses acknowledged, presses lost, whether all is whole."""
    command = [sys.executable, "-m", "benchmarks.kills", CHILD, place]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        if not known:
            pressed(port, "/api/match", {"players": PLAYERS, "rules": "original"})
            pressed(port, "/api/round/begin", {"anyway": True})
        over, acknowledged = threading.Event(), {player: list[int]() for player in PLAYERS}
        pressers = [threading.Thread(target=press, args=(port, name, acknowledged[name], over)) for name in PLAYERS]
        for presser in pressers:
            presser.start()
        wait_for(acknowledged, chance)
        if crash is not None:
            crash.kill()
            crash.start()
            wait_for(acknowledged, chance)
        os.kill(process.pid, signal.SIGKILL)
        over.set()
        for presser in pressers:
            presser.join()
    journal = opened(place)
    whole = not journal.remarks
    events = journal.events(1)
    journal.close()
    late = [event for event in events[known:] if isinstance(event, RackCorrected)]
    losses = [lost(acknowledged[name], [one.tiles for one in late if one.player == name]) for name in PLAYERS]
    return len(events), sum(map(len, acknowledged.values())), sum(losses), whole


def main() -> None:
    """Kills and looks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, known, total, losses, broken = random.Random(given.seed), 0, 0, 0, 0
    with ExitStack() as closing_:
        server_: Any = closing_.enter_context(cluster(durable=True)) if given.database == "postgresql" else None
        folder = closing_.enter_context(tempfile.TemporaryDirectory())
        place = f"{folder}/game.db" if server_ is None else server_.new_database()
        for kill in range(given.kills):
            crash = server_ if kill % 3 == 2 else None
            known, acknowledged, gone, whole = one_life(place, chance, known, crash)
            total, losses, broken = total + acknowledged, losses + gone, broken + (not whole)
            print(f"\rkill {kill + 1} of {given.kills}: {total} acknowledged, {losses} lost", end="", file=sys.stderr)
    print(
        f"\n{given.kills} kills, {given.database}: {total} presses acknowledged, {losses} lost, {broken} chains broken"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == [CHILD]:
        serve(sys.argv[2])
    else:
        main()
