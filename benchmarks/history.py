"""How long the lists of what was played take, with hundreds of matches in the journal.

    python -m benchmarks.history [--matches 300] [--database URL]

The matches are played by the referee's rules from a seed (a few different ones, each under many numbers). Printed, in
milliseconds: the first list of a journal that was never summed up (an old database after an update), the
first after a start of the program, lists and figures after that and one match with its replay.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.harness import command_line, in_words
from tests.tilewatch.history.made_up import EVENING, made_up_match
from tilewatch.history.history import History
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal

DIFFERENT = 12
"""Matches that are made up; the others are the same again."""
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")


def filled(place: str, matches: int) -> int:
    """A journal with so many matches; how many events they have."""
    journal = Journal(place, durable=False)
    made = [made_up_match(seed, tuple(NAMES[(seed + n) % 8] for n in range(4)), 3) for seed in range(DIFFERENT)]
    for number in range(1, matches + 1):
        journal._clock = lambda number=number: EVENING + 86400 * number  # type: ignore[misc]
        journal.append(number, 0, made[number % DIFFERENT].events)
    journal.close()
    return sum(len(made[number % DIFFERENT].events) for number in range(1, matches + 1))


def timed(ask: Callable[[], object], times: int = 20) -> str:
    """How long some askings take."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        ask()
        taken.append(time.perf_counter() - start)
    return in_words(taken)


def main() -> None:
    given = command_line(__doc__, matches=300, database=str)
    with tempfile.TemporaryDirectory() as folder:
        place = given.database or str(Path(folder) / "game.db")
        events = filled(place, given.matches)
        print(f"{given.matches} matches, {events} events")
        measure(place, Album(Path(folder) / "album"))


def measure(place: str, album: Album) -> None:
    """Prints how long each question takes."""
    for what in ("the first list ever", "the first list after a start"):
        journal = Journal(place)
        history = History(journal, album)
        print(f"{what:34} {timed(history.matches, 1)}")
        if what.endswith("start"):
            for name, ask in questions(history).items():
                print(f"{name:34} {timed(ask)}")
        journal.close()


def questions(history: History) -> dict[str, Callable[[], object]]:
    """What a page asks."""
    return {
        "a list": history.matches,
        "a list of one player's matches": lambda: history.matches("Ada"),
        "the all-time table": history.players,
        "one player's figures": lambda: history.player("Ada"),
        "one match with its replay": lambda: history.match(3),
    }


if __name__ == "__main__":
    main()
