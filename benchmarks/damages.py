"""Damages a journal's files, one at a time, and looks whether a start says what is lost.

    python -m benchmarks.damages [--damages 1000] [--seed 1]

One half hits files that were closed, the other those that a killed program left, its log not yet taken in. A damage is
a flipped bit, a zeroed or overwritten block, a file cut short, or one that is gone: the journal itself, its log, its
seal. After each the journal is opened as at a start, and everything that it can tell is asked for: events of every
match, notes, how presses were answered, and what players chose. Whatever differs without a word is SILENT; a match that
is refused when it is read was named at the start, or is SILENT, too.
"""

import argparse
import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from sqlalchemy import select

from referee.match.events import Event, MatchBegan, Paused, Resumed, RoundBegan
from referee.rules import Rules
from tilewatch.history.profiles import Profiles
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import WatchNote
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.storage.sql.schema import EVENTS, NOTES, PRESSES
from web.press import Press, begin_press

MATCHES, TURNS = 3, 60
BLOCKS = (16, 512, 4096)
"""Bytes that are lost at once: a few, a disk's sector, a page."""
NAMES = ("game.db", "game.db-wal", "game.db-seal")


def written(folder: Path) -> Journal:
    """A journal of some matches, presses and profiles, still open."""
    journal = Journal(str(folder / "game.db"), durable=False)
    for match in range(1, MATCHES + 1):
        journal.append(
            match, 0, [MatchBegan(at=0, players=("Ada", "Bo"), rules=Rules()), RoundBegan(at=0, first="Ada")]
        )
        for n in range(TURNS):
            event: Event = Paused(at=float(n)) if n % 2 else Resumed(at=float(n))
            begin_press(Press(f"{match}-{n}", body="{}"))
            journal.append(match, n + 2, [event])
            begin_press(None)
    for number, name in enumerate(("Ada", "Bo", "Äiti")):
        Profiles(journal).choose(name, colour=number, picture=bytes(range(256)) * 8)
    journal.note("watch", WatchNote(MATCHES, 59.0))
    return journal


def told_by(journal: Journal) -> dict[str, object]:
    """Everything that a journal can tell; a match that is refused with a sentence tells that."""
    asked = journal.database.asked
    told: dict[str, object] = {"matches": sorted(asked(select(EVENTS.c.match).distinct()))}
    for match in range(1, MATCHES + 1):
        try:
            told[f"match {match}"] = journal.events(match)
        except JournalUnusable:
            told[f"match {match}"] = "refused"
    told["notes"] = sorted(asked(select(NOTES.c.name, NOTES.c.body)))
    told["presses"] = sorted(asked(select(PRESSES.c.key, PRESSES.c.status, PRESSES.c.body)))
    profiles = Profiles(journal)
    told["colours"], names = profiles.colours(), sorted(profiles.with_picture())
    told["pictures"] = [(name, profiles.picture(name)) for name in names]
    return told


def came_of_it(file: Path, good: dict[str, object]) -> str:
    """What a start makes of a damaged journal."""
    try:
        journal = Journal(str(file), durable=False)
    except JournalUnusable:
        return "refused with a sentence"
    except Exception as error:
        return f"FELL at the start: {type(error).__name__}"
    try:
        told = told_by(journal)
    except Exception as error:
        return f"FELL when it was read: {type(error).__name__}"
    finally:
        said = bool(journal.remarks)
        journal.close()
    different = [name for name, what in good.items() if told[name] != what]
    if said:
        return "said, and something is lost" if different else "said, and all is there"
    return f"SILENT: {', '.join(different)}" if different else "nothing is different"


def damaged(folder: Path, chance: random.Random) -> str:
    """Damages one of a journal's files; how."""
    files = [folder / name for name in NAMES if (folder / name).exists()]
    file = chance.choices(files, [6 if one.stat().st_size > 1000 else 1 for one in files])[0]
    bytes_, kind = bytearray(file.read_bytes()), chance.randrange(10)
    place = chance.randrange(max(1, len(bytes_)))
    if kind < 5 and bytes_:
        bytes_[place] ^= 1 << chance.randrange(8)
    elif kind < 8:
        block = chance.choice(BLOCKS)
        place -= place % block
        length = len(bytes_[place : place + block])
        bytes_[place : place + block] = bytes(length) if kind < 7 else chance.randbytes(length)
    elif kind < 9:
        del bytes_[place:]
    else:
        file.unlink()
        return f"{file.name} is gone"
    file.write_bytes(bytes_)
    return f"{file.name}: {['flip', 'block', 'cut'][(kind > 4) + (kind > 7)]} at {place}"


def tried(source: Path, count: int, chance: random.Random, folder: Path, shows: bool) -> Counter[str]:
    """So many damages of copies of some files."""
    found = Counter[str]()
    whole = folder / "whole"
    shutil.copytree(source, whole)
    journal = Journal(str(whole / "game.db"), durable=False)
    good = told_by(journal)
    assert not journal.remarks
    journal.close()
    for number in range(count):
        place = folder / str(number)
        shutil.copytree(source, place)
        how = damaged(place, chance)
        came = came_of_it(place / "game.db", good)
        found[came] += 1
        if shows and came.startswith(("SILENT", "FELL")):
            print(f"  {how}: {came}", flush=True)
        shutil.rmtree(place)
    return found


def main() -> None:
    """Damages and looks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--damages", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="names each damage that was silent")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder_:
        folder, chance = Path(folder_), random.Random(given.seed)
        (folder / "closed").mkdir()
        journal = written(folder / "closed")
        shutil.copytree(folder / "closed", folder / "killed", ignore=shutil.ignore_patterns("*-shm"))
        journal.close()
        for kind, count in (("closed", given.damages // 2), ("killed", given.damages - given.damages // 2)):
            (folder / f"tried-{kind}").mkdir()
            found = tried(folder / kind, count, chance, folder / f"tried-{kind}", given.show)
            print(f"{count} damages of {kind} files")
            for what, number in found.most_common():
                print(f"{number:6} {what}")


if __name__ == "__main__":
    main()
