"""Each write, sync, rename, opening and allocation fails once, and the power is cut at any moment: no acknowledged
event is lost, and no loss is reported.

`FAULTS=all`: every place, and 2,000 power cuts.
"""

import os
import re
import tempfile
from collections import Counter
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.tilewatch.storage.damage import traced
from tests.tilewatch.storage.damage.life import JPEG, event
from tilewatch.storage.album import Album
from tilewatch.storage.backups import backups_of
from tilewatch.storage.journal import Journal

ALL = os.environ.get("FAULTS") == "all"
EVERY, CUTS = (1, 2000) if ALL else (80, 60)
"""Every how many-th failing call is tried, and the number of power cuts tried."""
TROUBLES = ("EIO", "ENOSPC")

pytestmark = pytest.mark.skipif(not traced.can_trace(), reason="strace is not installed, or may not trace here")


def check(folder: Path, acknowledged: list[str]) -> None:
    """Checks that every acknowledged event is in the file, in order, and that no loss or damage is reported."""
    events = [line for line in acknowledged if line.startswith("event")]
    with closing(Journal(str(folder / "game.db"), durable=False)) as journal:
        there = journal.events(1)
        assert journal.remarks == () or not events  # a file that was never whole is reported, though it held no event
    assert len(there) >= len(events)
    assert there == [event(number) for number in range(len(there))]
    if "picture" in acknowledged:
        assert Album(folder / "album").picture(1, 1, "after") == JPEG
    if "backup" in acknowledged:
        assert len(backups_of(folder / "game.db")) == 1


@cache
def places() -> list[tuple[str, int]]:
    """Every call that writes, with its index among the calls of the same name."""
    with tempfile.TemporaryDirectory() as folder:
        log, life = Path(folder) / "log", Path(folder) / "life"
        life.mkdir()
        traced.live(life, log, *traced.paths_in(life), "-e", f"trace={','.join(traced.WRITES)}")
        names = re.findall(r"^\d+ +(\w+)\(", log.read_text("ascii"), re.MULTILINE)
    counted = Counter[str]()
    found = []
    for name in names:
        counted[name] += 1
        found.append((name, counted[name]))
    return found


def test_each_call_that_writes_fails_once(tmp_path: Path) -> None:
    for number, (call, which) in enumerate(places()[::EVERY]):
        folder, trouble = tmp_path / str(number), TROUBLES[number % 2]
        folder.mkdir()
        fails = f"inject={call}:error={trouble}:when={which}"
        options = [*traced.paths_in(folder), "-e", f"trace={','.join(traced.WRITES)}", "-e", fails]
        acknowledged = traced.live(folder, tmp_path / "log", *options)
        try:
            check(folder, acknowledged)
        except AssertionError as error:
            raise AssertionError(f"{call} number {which} with {trouble}: {acknowledged}") from error


def test_after_a_power_cut_anywhere_what_was_acknowledged_is_there(tmp_path: Path) -> None:
    folder, log = tmp_path / "life", tmp_path / "log"
    folder.mkdir()
    traced.live(folder, log, "-y", "-xx", "-s", "100000", "-e", f"trace={','.join(traced.WRITES)},lseek")
    calls, random = traced.calls_in(log), Random(1)
    for number in range(CUTS):
        cut = random.randrange(len(calls))
        told = [call.data.decode() for call in calls[:cut] if call.name == "write" and "pipe:" in call.paths[0]]
        ours = [call for call in calls[:cut] if call.paths and call.paths[0].startswith(str(folder))]
        left = tmp_path / f"left-{number}"
        (left / "album").mkdir(parents=True)
        (left / "game.db.backups").mkdir()
        for path, content in traced.after_a_power_cut(ours, random).items():
            (left / Path(path).relative_to(folder)).write_bytes(content)
        check(left, "".join(told).splitlines())
