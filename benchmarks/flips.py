"""Flips single bits of a journal's file, one at a time, and looks whether a flip changes the game silently.

    python -m benchmarks.flips [--flips 1500] [--seed 1]

After each flip the journal is opened as at a start. Either it is refused with a sentence, or it says what was lost and
the game stands where a good event left it, or nothing is different (the bit was in a part that is not used).
"""

import argparse
import random
import tempfile
from collections import Counter
from pathlib import Path

from referee.match.events import Event, MatchBegan, Paused, Resumed, RoundBegan
from referee.rules import Rules
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import WatchNote
from tilewatch.storage.sql.database import JournalUnusable

TURNS: list[Event] = [Paused(at=float(n)) if n % 2 else Resumed(at=float(n)) for n in range(60)]
EVENTS: list[Event] = [MatchBegan(at=0, players=("Ada", "Bo"), rules=Rules()), RoundBegan(at=0, first="Ada"), *TURNS]


def came_of_it(place: Path) -> str:
    """What a start makes of a journal with a flipped bit."""
    try:
        journal = Journal(str(place), durable=False)
        match = journal.last_match()
        events = journal.events(match) if match else []
        said = bool(journal.remarks)
        journal.close()
    except JournalUnusable:
        return "refused with a sentence"
    except Exception as error:
        return f"fell: {type(error).__name__}"
    if events == EVENTS:
        return "said, and all is there" if said else "nothing is different"
    if events == EVENTS[: len(events)]:
        return "said, and the game stands where a good event left it" if said else "LOST SILENTLY"
    return "CHANGED"


def main() -> None:
    """Flips and looks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flips", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, found = random.Random(given.seed), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        good = Path(folder) / "good.db"
        journal = Journal(str(good), durable=False)
        journal.append(1, 0, EVENTS)
        journal.note("watch", WatchNote(1, 59.0))
        journal.close()
        written = good.read_bytes()
        for flip in range(given.flips):
            place = Path(folder) / f"{flip}.db"
            file = bytearray(written)
            file[chance.randrange(len(file))] ^= 1 << chance.randrange(8)
            place.write_bytes(file)
            found[came_of_it(place)] += 1
            for left in place.parent.glob(f"{flip}.db*"):
                left.unlink()
    print(f"{given.flips} flips of {len(written)} bytes")
    for what, count in found.most_common():
        print(f"{count:6} {what}")


if __name__ == "__main__":
    main()
