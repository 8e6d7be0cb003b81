"""A backup holds all events acknowledged before it was made; a restore can be undone, and a kill leaves either the old
or the new file."""

import random
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.match.events import Event, Paused, Resumed
from tilewatch.cli import main
from tilewatch.storage import backups
from tilewatch.storage.backing_up import HOUR, BackingUp
from tilewatch.storage.backups import KEPT, NoSuchBackup, backups_of, restore
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import PinNote
from tilewatch.storage.sql.place import InUse, JournalUnusable
from tilewatch.storage.sql.sqlite_file import log_of
from web.contract import BadRequest, NotWritten


def event(number: int) -> Event:
    return Paused(at=float(number)) if number % 2 else Resumed(at=float(number))


def events(file: Path) -> tuple[tuple[str, ...], int]:
    """The losses reported when a file is opened, and its number of events."""
    with closing(Journal(str(file), durable=False)) as journal:
        return journal.remarks, len(journal.events(1))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.db"


def backing_up(journal: Journal, file: Path, clock: Callable[[], float] = lambda: 0.0) -> BackingUp:
    return BackingUp(journal, file, lambda: None, lambda _: None, clock)


def test_a_copy_that_is_put_back_holds_what_was_acknowledged_until_then_and_raises_no_alarm(file: Path) -> None:
    """`benchmarks.restore` repeats this at 200 moments of a program that handles presses meanwhile."""
    chance, known = random.Random(1), dict[str, int]()
    with closing(Journal(str(file), durable=False)) as journal:
        copies = backing_up(journal, file)
        for number in range(40):
            journal.append(1, number, [event(number)])
            if chance.random() < 0.3:
                known[copies.make()["name"]] = number + 1
        names = [one["name"] for one in copies.listed()]
        assert len(names) == min(KEPT, len(known))
        with pytest.raises(InUse):
            restore(file, file.with_name("game.db.backups") / names[0])
    for name in names[:4]:
        restore(file, file.with_name("game.db.backups") / name)
        assert events(file) == ((), known[name])


def test_putting_back_is_undone_by_putting_back(file: Path) -> None:
    with closing(Journal(str(file), durable=False)) as journal:
        journal.append(1, 0, [event(0)])
        journal.note("pin", PinNote("1111"))
        name = backing_up(journal, file).make()["name"]
        journal.append(1, 1, [event(1)])
        journal.note("pin", PinNote("2222"))
        journal.note("play-pin", PinNote("3333"))
    aside = restore(file, file.with_name("game.db.backups") / name)
    assert aside is not None
    with closing(Journal(str(file), durable=False)) as journal:
        assert journal.noted("pin", PinNote) == PinNote("2222"), "nobody is locked out"
        assert journal.noted("play-pin", PinNote) == PinNote("3333")
    assert events(file) == ((), 1)
    restore(file, aside)
    assert events(file) == ((), 2)


def test_a_killed_programs_file_is_put_aside_with_what_stands_in_its_log(file: Path, tmp_path: Path) -> None:
    left = tmp_path / "left" / "game.db"
    left.parent.mkdir()
    with closing(Journal(str(file), durable=False)) as journal:
        journal.append(1, 0, [event(0)])
        name = backing_up(journal, file).make()["name"]
        journal.append(1, 1, [event(1)])
        for part in (file, log_of(file), file.with_name("game.db-seal")):
            shutil.copy(part, left.parent)
    aside = restore(left, file.with_name("game.db.backups") / name)
    assert events(left) == ((), 1)
    assert aside is not None
    restore(left, aside)
    assert events(left) == ((), 2)


@pytest.mark.parametrize("step", ["_put_aside", "_carry_over", "sync"])
def test_whoever_is_killed_while_a_copy_is_put_back_has_the_one_or_the_other(
    file: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Journal(str(file), durable=False)) as journal:
        journal.append(1, 0, [event(0)])
        name = backing_up(journal, file).make()["name"]
        journal.append(1, 1, [event(1)])
    does = getattr(backups, step)

    def killed(*given: Path) -> None:
        does(*given)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(backups, step, killed)
        with pytest.raises(KeyboardInterrupt):
            restore(file, file.with_name("game.db.backups") / name)
    assert events(file) == ((), 2)


def test_a_copy_is_made_every_hour_of_play_and_when_a_match_ends(file: Path) -> None:
    now, over = 0.0, None
    with closing(Journal(str(file), durable=False)) as journal:
        copies = BackingUp(journal, file, lambda: over, lambda _: None, lambda: now)
        copies.tick()
        assert not copies.listed(), "nothing was played"
        journal.append(1, 0, [event(0)])
        copies.tick()
        journal.append(1, 1, [event(1)])
        copies.tick()
        assert len(copies.listed()) == 1
        now = HOUR + 1
        copies.tick()
        copies.tick()
        assert len(copies.listed()) == 2
        journal.append(1, 2, [event(2)])
        over = 1
        copies.tick()
        copies.tick()
        assert len(copies.listed()) == 3


def test_a_copy_that_cannot_be_made_is_said_and_costs_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with closing(Journal(str(file), durable=False)) as journal:
        journal.append(1, 0, [event(0)])
        copies = backing_up(journal, file)
        monkeypatch.setattr(backups, "sync", full)
        with pytest.raises(NotWritten, match="No space left"):
            copies.make()
        assert "No space left" in str(copies.trouble)
        assert (copies.listed(), len(journal.events(1))) == ([], 1)
        with pytest.raises(BadRequest):
            copies.restore("20260101-000000.db")


def test_a_copy_that_cannot_be_read_again_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program does not report it as made, and makes another copy in the next hour."""

    def unreadable(_: Path) -> None:
        raise NoSuchBackup("Input/output error")

    with closing(Journal(str(file), durable=False)) as journal:
        journal.append(1, 0, [event(0)])
        copies = backing_up(journal, file)
        monkeypatch.setattr(backups, "_read", unreadable)
        with pytest.raises(NotWritten, match="Input/output error"):
            copies.make()


def test_what_is_no_copy_is_not_put_back(file: Path, tmp_path: Path) -> None:
    events(file)
    for content in (b"", b"rubbish" * 500):
        (tmp_path / "other.db").write_bytes(content)
        with pytest.raises((NoSuchBackup, JournalUnusable)):
            restore(file, tmp_path / "other.db")
    with pytest.raises(NoSuchBackup):
        restore(file, tmp_path / "none.db")
    assert events(file) == ((), 0)


def test_the_commands(file: Path) -> None:
    def said(*words: str) -> str:
        return CliRunner().invoke(main, list(words)).output

    with closing(Journal(str(file), durable=False)) as journal:
        journal.append(1, 0, [event(0)])
        assert "Backed up as" in said("backup", str(file))
        assert "in use" in said("restore", str(file))
    (made,) = backups_of(file)
    assert made.name in said("restore", str(file), "--list")
    assert f"is as it was in {made.name}" in said("restore", str(file))
    assert "there is no backup" in said("restore", str(file.with_name("other.db")))
    assert "pg_dump" in said("backup", "postgresql://club/tilewatch")
