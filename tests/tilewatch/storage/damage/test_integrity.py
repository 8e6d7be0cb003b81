"""Damage is found and reported when the journal is opened; a match ends at its last good event."""

import errno
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.match.events import Event, MatchBegan, Paused, Resumed, RoundBegan
from referee.rules import Rules
from tests.tilewatch.storage.stores import SqliteStore, Store
from tilewatch.history.profiles import Profiles
from tilewatch.storage.damage import chain
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import WatchNote
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.storage.sql.seal import seal_of
from web.contract import NotWritten
from web.press import Press, begin_press

TURNS: list[Event] = [Paused(at=float(n)) if n % 2 else Resumed(at=float(n)) for n in range(60)]
MORE: list[Event] = [Paused(at=99), Resumed(at=100)]
DAMAGES = int(os.environ.get("DAMAGES", "12"))
EVENTS: list[Event] = [MatchBegan(at=0, players=("Ada", "Äiti"), rules=Rules()), RoundBegan(at=0, first="Ada"), *TURNS]


def written(place: str) -> None:
    """A closed journal of two matches."""
    journal = Journal(place, durable=False)
    journal.append(1, 0, EVENTS[:3])
    journal.append(2, 0, EVENTS[:30])
    journal.append(2, 30, EVENTS[30:])
    journal.note("watch", WatchNote(2, 59.0))
    journal.close()


@pytest.fixture
def kept(store: Store) -> Store:
    """The path or URL of a journal with two matches."""
    written(store.place)
    return store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with two matches, for faults that only files have."""
    written(str(tmp_path / "game.db"))
    return tmp_path / "game.db"


def changed(store: Store, statement: str) -> Journal:
    store.execute(statement)
    return Journal(store.place, durable=False)


def test_all_is_well_with_a_journal_that_was_closed(kept: Store) -> None:
    journal = Journal(kept.place)
    assert journal.remarks == ()
    assert journal.events(2) == EVENTS
    journal.close()


@pytest.mark.parametrize(
    ("statement", "good", "says"),
    [
        ("UPDATE match_events SET body = replace(body, '41', '43') WHERE match = 2", 43, "event 43 is damaged"),
        ("UPDATE match_events SET written = 7 WHERE match = 2 AND number = 50", 50, "event 50 is damaged"),
        ("DELETE FROM match_events WHERE match = 2 AND number = 40", 40, "event 40 is missing"),
        ("DELETE FROM match_events WHERE match = 2 AND number = 61", 61, "event 61 is missing"),
        ("UPDATE match_events SET number = 99 WHERE match = 2 AND number = 30", 30, "event 30 is missing"),
    ],
)
def test_a_damaged_tail_is_put_aside_and_said(kept: Store, statement: str, good: int, says: str) -> None:
    journal = changed(kept, statement)
    assert journal.events(2) == EVENTS[:good]
    (remark,) = journal.remarks
    assert remark.startswith(f"match 2: {says}")
    assert f"it stands where event {good - 1} left it" in remark
    journal.append(2, good, [Paused(at=99)])
    journal.close()
    assert kept.put_aside() == (62 if "UPDATE" in statement else 61) - good


def test_of_a_match_without_a_good_event_nothing_is_left_and_the_one_before_it_stands(kept: Store) -> None:
    journal = changed(kept, "UPDATE match_events SET body = '{}' WHERE match = 2 AND number = 0")
    assert journal.last_match() == 1
    assert "nothing of it is left" in journal.remarks[0]
    journal.close()


def test_a_note_that_was_changed_counts_as_none(kept: Store) -> None:
    journal = changed(kept, "UPDATE kept_notes SET body = replace(body, '59', '58')")
    assert journal.noted("watch", WatchNote) is None
    journal.close()


def test_a_damaged_match_that_is_not_the_newest_is_refused_when_it_is_read(kept: Store) -> None:
    journal = changed(kept, "DELETE FROM match_events WHERE match = 1 AND number = 1")
    with pytest.raises(JournalUnusable, match="match 1 of the journal: event 1 is missing"):
        journal.events(1)
    journal.close()


def test_an_empty_file_that_should_hold_matches_is_said(path: Path) -> None:
    path.write_bytes(b"")
    journal = Journal(str(path))
    assert journal.remarks == (f"{path} is empty: if there were matches in it, they are lost",)
    journal.close()


def test_a_file_without_its_log_is_said(path: Path, tmp_path: Path) -> None:
    """As after copying the main file alone from a program that was killed."""
    journal = Journal(str(path))
    journal.append(3, 0, EVENTS[:2])
    copy = tmp_path / "copy.db"
    shutil.copy(path, copy)
    journal.close()
    copied = Journal(str(copy))
    assert copied.remarks == (f"{copy}-wal is missing: what was played last may be lost",)
    copied.close()


@pytest.mark.parametrize("name", [lambda path: f"sqlite:///{path}", lambda path: path.with_name("link.db")])
def test_two_programs_do_not_write_one_journal_whatever_its_name(path: Path, name: Callable[[Path], object]) -> None:
    path.with_name("link.db").symlink_to(path)
    journal = Journal(str(path))
    with pytest.raises(JournalUnusable, match="in use by another"):
        Journal(str(name(path)))
    journal.close()
    Journal(str(name(path))).close()


def damage(file: Path, chance: random.Random) -> None:
    """A bit is flipped, a block is zeros or rubbish, the file is cut short, or deleted."""
    content, size = bytearray(file.read_bytes()), chance.choice([16, 512, 4096])
    place = chance.randrange(max(1, len(content)))
    block = place - place % size
    match chance.choice(["bit", "bit", "zeros", "rubbish", "cut", "gone"]):
        case "bit" if content:
            content[place] ^= 1 << chance.randrange(8)
        case "zeros":
            content[block : block + size] = bytes(len(content[block : block + size]))
        case "rubbish":
            content[block : block + size] = chance.randbytes(len(content[block : block + size]))
        case "cut":
            del content[place:]
        case "gone":
            return file.unlink()
    file.write_bytes(content)


@pytest.mark.parametrize("is_closed", [True, False], ids=["closed", "killed"])
@pytest.mark.parametrize("seed", range(DAMAGES))
def test_no_damage_changes_or_loses_anything_in_silence(path: Path, tmp_path: Path, seed: int, is_closed: bool) -> None:
    """Damage to the journal, its log or its seal, closed or left by a kill; DAMAGES=500 before pytest's command tries
    500."""
    chance, left = random.Random(seed), tmp_path / "left"
    left.mkdir()
    running = Journal(str(path), durable=False)
    running.append(2, len(EVENTS), MORE)
    if is_closed:
        running.close()
    for part in (path, path.with_name("game.db-wal"), seal_of(path)):
        if part.exists():
            shutil.copy(part, left)
    if not is_closed:
        running.close()
    damage(chance.choice(sorted(left.iterdir())), chance)
    try:
        journal = Journal(str(left / "game.db"), durable=False)
    except JournalUnusable:
        return
    for match, good in ((1, EVENTS[:3]), (2, EVENTS + MORE)):
        try:
            events = journal.events(match)
        except JournalUnusable:
            assert journal.remarks, "refused, and not said at the start"
            continue
        assert events == good[: len(events)]
        assert journal.remarks or events == good, "lost without a word"
    journal.close()


def test_a_text_that_is_no_text_any_more_loses_no_good_event(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("UPDATE match_events SET checksum = CAST(x'ff' AS TEXT) WHERE match = 2 AND number = 50")
    database.commit()
    database.close()
    journal = Journal(str(path), durable=False)
    assert journal.events(2) == EVENTS[:50]
    assert journal.remarks
    journal.close()


def pressed(path: Path) -> None:
    """A press with a key, and a player's colour."""
    journal = Journal(str(path), durable=False)
    begin_press(Press("a-key", body='{"verdict": "legal"}'))
    journal.append(2, len(EVENTS), [Paused(at=99)])
    begin_press(None)
    Profiles(journal).choose("Ada", colour=3)
    journal.close()


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE player_profiles SET colour = 2", "colour and picture of 'Ada' are damaged"),
        ("UPDATE player_profiles SET name = 'Ado'", "colour and picture of 'Ado' are damaged"),
        ("UPDATE kept_presses SET body = replace(body, 'legal', 'begal')", "of 1 presses the answer is damaged"),
        ("UPDATE kept_presses SET status = 201", "of 1 presses the answer is damaged"),
        ("UPDATE match_heads SET checksum = 'x' WHERE match = 1", "match 1: where it ends was damaged"),
    ],
)
def test_what_is_no_event_is_not_changed_in_silence_either(path: Path, statement: str, says: str) -> None:
    pressed(path)
    journal = changed(SqliteStore(path), statement)
    assert any(remark.startswith(says) for remark in journal.remarks)
    assert len(journal.events(1)) == 3
    assert Profiles(journal).colours() in ({"Ada": 3}, {})
    answer = journal.answered("a-key")
    assert answer is not None, "it is not done again"
    assert answer.body in ('{"verdict": "legal"}', "")
    journal.close()
    again = Journal(str(path), durable=False)
    assert again.remarks == ()
    again.close()


def test_a_journal_from_before_there_were_checksums_of_presses_is_read(path: Path) -> None:
    pressed(path)
    for table in ("kept_presses", "player_profiles"):
        SqliteStore(path).execute(f"ALTER TABLE {table} DROP COLUMN checksum")
    seal_of(path).unlink()
    journal = Journal(str(path), durable=False)
    assert journal.remarks == ()
    assert journal.answered("a-key") is not None
    Profiles(journal).choose("Ada", colour=4)
    journal.close()
    again = changed(SqliteStore(path), "UPDATE player_profiles SET colour = 2")
    assert "colour and picture of 'Ada' are damaged, and forgotten" in again.remarks
    again.close()


def test_a_press_is_not_done_again_whatever_the_calendar_says(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A press is forgotten after many further presses and starts of the program, not after a time."""
    monkeypatch.setattr(chain, "PRESSES_LATER", 3)
    pressed(path)
    SqliteStore(path).execute("UPDATE kept_presses SET written = 0")
    known = list[bool]()
    for start in range(4):
        journal = Journal(str(path), durable=False)
        known.append(journal.answered("a-key") is not None)
        begin_press(Press(f"key-{start}"))
        journal.note("watch", WatchNote(2, float(start)))
        begin_press(None)
        journal.close()
    assert known == [True, True, True, False]


@pytest.mark.parametrize(
    "place", ["tilewatch.storage.journal.check_pages", "tilewatch.storage.sql.owned_file._empty_log"]
)
def test_a_disk_without_room_opens_to_be_looked_at_and_is_written_once_there_is_room(
    path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(place, full)
        journal = Journal(str(path), durable=False)
        assert journal.events(2) == EVENTS
        assert "No space left" in str(journal.trouble)
        with pytest.raises(NotWritten, match="No space left"):
            journal.append(2, len(EVENTS), MORE)
        journal.beat("watch", WatchNote(2, 60.0))
        assert "No space left" in str(journal.trouble)
    journal.append(2, len(EVENTS), MORE)
    assert journal.trouble is None
    journal.close()
    again = Journal(str(path), durable=False)
    assert (again.remarks, again.events(2)) == ((), EVENTS + MORE)
    again.close()
