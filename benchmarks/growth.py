"""Measures a journal that grew: how long a start takes, a state, a page of turns, and how much memory a match holds.

    python -m benchmarks.growth [--turns 10000] [--rounds 250]

The match is made up: each player in turn lays a run or passes, some verdicts are overruled, racks are counted by hand.
`--rounds 1`: all turns in one round. Times are this process's own, so that other work on the machine does not count.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import process_time

from benchmarks.harness import command_line, megabytes
from referee.match import Match, Phase
from referee.rules import Rules
from referee.table import Table
from tilewatch.storage.journal import Journal
from tilewatch.storage.recorded_match import Game
from tilewatch.telling.state_json import of_match
from tilewatch.telling.turns_json import turn_of

PLAYERS = ["Ada", "Bo", "Cy", "Di"]
RUNS = ["r1 r2 r3 r4 r5", "b4 b5 b6 b7 b8", "k9 k10 k11 k12 k13", "o2 o3 o4 o5 o6", "r7 b7 k7", "o9 o10 o11 o12"]
FULL_RACK = 14
"""Tiles that every rack is corrected to after each turn: nobody is ever out."""


def made_up(turns: int, rounds: int) -> Match:
    """A match of so many turns in so many rounds."""
    match = Match.begun(PLAYERS, Rules(), 0.0)
    for number in range(turns):
        at = 20.0 * number
        if number * rounds // turns != (number - 1) * rounds // turns or not number:
            if number:
                match = match.stopped(at).counted(dict.fromkeys(PLAYERS, "k13"), at, True)
            match = match.round_begun(at, PLAYERS[number % 4])
        match = _played(match, number, at + 15)
    return match


def _played(match: Match, number: int, at: float) -> Match:
    """A turn: nothing is laid, or a run, or (failing, and overruled) tiles that are no set."""
    lies = match.now.table
    more = len(lies.sets) < len(RUNS) and number % 5 == 0
    after = Table((*lies.sets, *Table.from_notation(RUNS[len(lies.sets)]).sets)) if more else lies
    match = match.claimed(after, at)
    if match.now.phase is Phase.RESTORING:
        match = match.overruled(True, "we saw it otherwise", at + 1)
    if match.now.phase is Phase.PLAYING and match.now.player.rack != FULL_RACK:
        match = match.rack_corrected(match.now.player.name, FULL_RACK, at + 2)
    return match


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds that some work takes."""
    begun = process_time()
    work()
    return process_time() - begun


def measure(place: str) -> None:
    """Starts on a journal, in a process that has seen nothing of it."""
    before, begun = megabytes(os.getpid()), process_time()
    journal = Journal(place)
    game = Game(journal, lambda: 0.0)
    print(f"start {process_time() - begun:.2f} s (limit 2), the match holds {megabytes(os.getpid()) - before:.0f} MB")
    now = game.match
    assert now is not None
    state = seconds(lambda: [json.dumps(of_match(now, 1, game.moment)) for _ in range(100)]) / 100
    page = seconds(lambda: [turn_of(turn, {}) for turn in now.now.turns[-100:]])
    act = seconds(lambda: game.act(lambda match, at: match.paused(at)))
    print(f"state {1000 * state:.2f} ms (limit 5), 100 turns {1000 * page:.1f} ms, a press {1000 * act:.1f} ms")
    journal.close()


def main() -> None:
    """Makes the match, keeps it, and starts on it again."""
    given = command_line(__doc__, turns=10_000, rounds=250, journal=str)
    if given.journal:
        return measure(given.journal)
    begun = process_time()
    events = made_up(given.turns, given.rounds).events
    made = process_time() - begun
    print(f"{given.turns} turns, {given.rounds} rounds, {len(events)} events; made in {made:.1f} s", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(f"{folder}/game.db", durable=False)
        journal.append(1, 0, events)
        journal.close()
        subprocess.run([sys.executable, "-m", "benchmarks.growth", "--journal", f"{folder}/game.db"], check=True)


if __name__ == "__main__":
    main()
