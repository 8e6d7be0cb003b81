"""Journals of version 1 can still be opened; version_1.sql is a dump of such a journal."""

import sqlite3
from pathlib import Path

import pytest

from referee.judging import FaultCode
from referee.match.match import Match
from referee.match.standing import Phase
from tilewatch.history.history import History
from tilewatch.storage import upgrade
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import JournalUnusable
from web.agreements import HelpNote

WRITTEN = Path(__file__).with_name("version_1.sql").read_text(encoding="utf-8")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "game.db"
    database = sqlite3.connect(path)
    database.executescript(WRITTEN)
    database.close()
    return path


def test_a_match_of_version_1_stands_where_it_stood(old: Path) -> None:
    journal = Journal(str(old))
    now = Match.replayed(journal.events(journal.last_match())).now
    journal.close()
    assert (now.phase, now.round, now.names) == (Phase.PLAYING, 2, ("Ada", "Bo", "Äiti"))
    assert now.totals() == {"Ada": 67, "Bo": -56, "Äiti": -11}
    assert [(turn.player, turn.legal, turn.overruled) for turn in now.turns] == [
        ("Bo", True, None),
        ("Äiti", False, None),
        ("Ada", True, "we let it lie"),
    ]
    assert [fault.code for fault in now.turns[1].verdict.faults] == [FaultCode.NOT_A_SET, FaultCode.OPENING_TOO_LOW]


def test_its_notes_are_still_there(old: Path) -> None:
    journal = Journal(str(old))
    assert journal.noted("page-house", HelpNote) == HelpNote("opening")
    journal.close()


def test_it_is_copied_once_and_kept_as_it_was(old: Path) -> None:
    for _ in range(2):
        Journal(str(old)).close()
    database = sqlite3.connect(old)
    counts = [database.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("events", "match_events")]
    database.close()
    assert counts == [(16,), (16,)]


def test_it_says_how_far_it_is(old: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(upgrade, "SAID_EVERY", 0.0)
    Journal(str(old)).close()
    assert caplog.messages[0].endswith("1 of 16 events")
    assert caplog.messages[-1].endswith("16 of 16 events")


def test_one_that_cannot_be_read_is_refused_and_not_changed(old: Path) -> None:
    database = sqlite3.connect(old)
    database.execute("""UPDATE events SET body = '{"event":"rain","at":1}' WHERE number = 3""")
    database.commit()
    with pytest.raises(JournalUnusable, match="match 1, event 3 of version 1 cannot be read"):
        Journal(str(old))
    assert database.execute("SELECT count(*) FROM match_events").fetchone() == (0,)
    database.close()


def test_a_journal_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    Journal(str(path)).close()
    database = sqlite3.connect(path)
    database.execute("UPDATE schema_version SET version = 3")
    database.commit()
    database.close()
    with pytest.raises(JournalUnusable, match=r"newer tilewatch \(version 3; this one reads 2\)"):
        Journal(str(path))


def test_matches_of_version_1_are_listed_and_opened(old: Path, tmp_path: Path) -> None:
    journal = Journal(str(old))
    history = History(journal, Album(tmp_path))
    newest = history.matches()[0]
    opened = history.match(newest["number"])
    journal.close()
    assert newest["number"] == 1
    assert opened is not None
    assert len(opened["turns"]) == newest["turns"] > 0
