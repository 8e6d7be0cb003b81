"""Some tables of a hall: each with its journal at home and in the club, pressed again and again.

    python -m benchmarks.hall_parts.tables FOLDER URL FIRST COUNT EVERY

No camera and no page: a press here is a turn claimed, judged, and kept in both journals. Writes a line of JSON for each
press into FOLDER/presses-FIRST.jsonl: table, press, when it was kept, how long it took, whether the club had it then.
"""

import json
import random
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.match import Match, Phase
from referee.rules import Rules
from referee.table import Table
from tilewatch.club.at_table import start_telling
from tilewatch.storage.mirrored import MirroredJournal
from tilewatch.storage.recorded_match import Game
from tilewatch.telling import state_json
from tilewatch.threads import Threads

ROUND = 24
"""Turns after which a round is counted, as in a game of four."""
SETS = [f"{c}{n} {c}{n + 1} {c}{n + 2}" for c in "krbo" for n in (1, 4, 7, 10)] + ["k13 r13 b13 o13"]


class PlayedTable:
    """A table that is played without a camera."""

    def __init__(self, folder: Path, url: str, number: int) -> None:
        self.name, self._chance = f"Table {number}", random.Random(number)
        self.journal = MirroredJournal(str(folder / f"table-{number}.db"), url, self.name)
        self._game = Game(self.journal, time.monotonic)
        self._pressed = 0
        self._news, self._version = threading.Condition(threading.RLock()), 1
        self._players = [f"{name} {number}" for name in ("Ada", "Bo", "Cy", "Di")]

    def start(self, threads: Threads, url: str) -> None:
        """Starts the threads that copy the journal, and report to the hall."""
        start_telling(threads, url, self.name, self.changed_since, self.journal, None)

    def press(self) -> dict[str, Any]:
        """Makes the next press of the game."""
        began = time.time()
        with self._news:
            self._act()
            self._pressed = time.time_ns() // 1000
            ended = time.time()
            self._version += 1
            self._news.notify_all()
        line = {"table": self.name, "press": self._pressed, "at": ended, "took": ended - began}
        return {**line, "behind": self.journal.behind is not None}

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits for a state newer than `version`, as a live table does."""
        with self._news:
            self._news.wait_for(lambda: self._version > version, patience)
            return self._version, json.dumps(self._state())

    def _act(self) -> None:
        now = self._game.standing
        if now is None:
            match = Match.begun(self._players, Rules(), self._game.moment)
            self._game.begin(match.round_ready(self._game.moment).round_begun(self._game.moment))
        elif now.phase is Phase.PLAYING and len(now.turns) % ROUND < ROUND - 1:
            self._game.act(lambda match, at: match.claimed(self._next_table(match), at))
        elif now.phase in (Phase.PLAYING, Phase.PAUSED):
            self._game.act(lambda match, at: match.stopped(at))
        elif now.phase is Phase.RESTORING:
            self._game.act(lambda match, at: match.restored(at))
        elif now.phase is Phase.COUNTING:
            racks = dict(zip(now.names, ("", "r5 k3", "b13", "o1 o9"), strict=True))
            self._game.act(lambda match, at: match.counted(racks, at, anyway=True))
        else:
            self._game.act(lambda match, at: match.round_begun(at))

    def _next_table(self, match: Match) -> Table:
        """The table with one more set, or unchanged: the player draws."""
        lying = match.now.table.to_notation()
        free = [row for row in SETS if row not in lying]
        more = [self._chance.choice(free)] if free and self._chance.random() < 0.6 else []
        return Table.from_notation([*lying, *more])

    def _state(self) -> dict[str, Any]:
        """The part of a live table's state that the hall uses."""
        match = self._game.match
        state: Mapping[str, Any] = state_json.of_match(match, self._game.number, self._game.moment)
        rows = () if match is None else match.now.table.to_notation()
        table = [{"tiles": row.split(), "quads": []} for row in rows]
        return {
            **state,
            "pool": self._pressed,
            "table": table,
            "alarm": None,
            "camera": {"status": "ok", "fps": 10.0, "message": None},
        }


def main() -> None:
    """Plays until the file `enough` exists, and copies to the club until it is killed."""
    folder, url, first, count, every = Path(sys.argv[1]), sys.argv[2], *map(float, sys.argv[3:6])
    threads = Threads(lambda: None)
    tables = [PlayedTable(folder, url, int(first) + n) for n in range(int(count))]
    for table in tables:
        table.start(threads, url)
    print("ready", flush=True)
    with (folder / f"presses-{int(first)}.jsonl").open("a", encoding="utf-8") as log:
        lock = threading.Lock()

        def play(table: PlayedTable, stop: threading.Event) -> None:
            chance = random.Random(table.name)
            pause = chance.uniform(0, every)
            while not stop.wait(pause) and not (folder / "enough").exists():
                pressed = table.press()
                with lock:
                    log.write(json.dumps(pressed) + "\n")
                    log.flush()
                pause = chance.uniform(0.5, 1.5) * every

        for table in tables:
            threads.start(table.name, lambda stop, table=table: play(table, stop))  # type: ignore[misc]
        threading.Event().wait()


if __name__ == "__main__":
    main()
