"""`tilewatch import` and `play --table`: usable tables are taken, others refused with a message of one line."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.match.events import Event, MatchBegan
from referee.rules import Rules
from tilewatch.cli import main
from tilewatch.club.at_table import journal_of, own_file
from tilewatch.club.club_database import ClubDatabase
from tilewatch.club.club_tables import ClubTables
from tilewatch.commands.places import check_there
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import JournalUnusable

BEGINNING: list[Event] = [MatchBegan(at=0, players=("Ada", "Bo"), rules=Rules())]


def test_matches_are_copied_and_what_is_there_is_left(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "old.db"), durable=False)
    journal.append(1, 0, BEGINNING)
    journal.close()
    words = ["import", str(tmp_path / "old.db"), "--database", str(tmp_path / "new.db")]
    first, again = CliRunner().invoke(main, words), CliRunner().invoke(main, words)
    assert first.output == "Matches copied: 1 (events: 1); there already: 0.\n"
    assert again.output == "Matches copied: 0 (events: 0); there already: 1.\n"
    new = Journal(str(tmp_path / "new.db"), durable=False)
    assert new.events(1) == BEGINNING
    new.close()


def test_what_a_damaged_file_lost_is_told(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    journal = Journal(str(old), durable=False)
    journal.append(1, 0, BEGINNING)
    journal.close()
    old.write_bytes(old.read_bytes()[:5000])
    result = CliRunner().invoke(main, ["import", str(old), "--database", str(tmp_path / "new.db")])
    assert (result.exit_code, result.stdout) == (2, "Matches copied: 0 (events: 0); there already: 0.\n")
    assert "old.db.damaged-" in result.stderr


def commands(place: str) -> list[list[str]]:
    """The commands that read another program's database."""
    return [["import", place, "--database", "new.db"], ["club", "--database", place]]


@pytest.mark.parametrize("address", ["{}", "sqlite:///{}"])
def test_a_file_that_is_not_there_is_refused_and_none_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    place = address.format("no.db")
    refused = CliRunner().invoke(main, ["import", place, "--database", "new.db"])
    assert (refused.exit_code, refused.output) == (2, f"{place}: there is no such file\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("address", ["{}", "sqlite:///{}"])
def test_another_programs_file_is_refused_and_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect("recipes.db")) as other:
        other.execute("CREATE TABLE soups (name TEXT)")
        other.commit()
    before = Path("recipes.db").read_bytes()
    place = address.format("recipes.db")
    for words in [*commands(place), ["play", "--camera", "demo", "--database", place]]:
        refused = CliRunner().invoke(main, words)
        assert refused.exit_code == 2
        assert "another program's (its tables: soups)" in refused.output
    assert (Path("recipes.db").read_bytes(), [file.name for file in tmp_path.iterdir()]) == (before, ["recipes.db"])


@pytest.mark.parametrize("address", ["{}", "sqlite:///{}"])
@pytest.mark.parametrize("content", ["", "\n"], ids=["empty", "one byte"])
def test_an_empty_file_is_refused_and_stays_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, content: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.db").write_text(content)
    place = address.format("empty.db")
    for words in commands(place):
        refused = CliRunner().invoke(main, words)
        assert (refused.exit_code, refused.output) == (2, f"{place}: the file is empty\n")
    assert [file.name for file in tmp_path.iterdir()] == ["empty.db"]
    assert Path("empty.db").read_text() == content


def test_a_name_that_no_file_can_have_is_refused_in_one_line() -> None:
    place = "n" * 300
    for words in (*commands(place), *commands(f"sqlite:///{place}"), ["play", "--camera", "demo", "--database", place]):
        refused = CliRunner().invoke(main, words)
        assert refused.exit_code == 2
        assert refused.output.endswith("File name too long\n")


@pytest.mark.parametrize("words", [["import", "old.db", "--database"], ["play", "--camera", "demo", "--database"]])
@pytest.mark.parametrize("place", ["", "."])
def test_a_folder_is_no_file_of_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Journal("old.db", durable=False).close()
    refused = CliRunner().invoke(main, [*words, place])
    assert refused.exit_code == 2
    assert refused.output == ". is a folder, not a file of matches\n"


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("postgres9://ada:secret@club/x", "postgres9://ada:***@club/x: no database that is known here"),
        ("mysql://ada:secret@club/x", "mysql://ada:***@club/x: no database that is known here"),
        ("postgresql://ada:secret@club:port/x", "postgresql://ada:***@club:port/x: no database that is known here"),
        ("postgresql://ada:secret@127.0.0.1:1/x", "postgresql://ada:***@127.0.0.1:1/x: "),
    ],
)
def test_a_database_that_cannot_be_is_named_without_its_password(place: str, says: str) -> None:
    refused = CliRunner().invoke(main, ["club", "--database", place])
    assert refused.exit_code == 2
    assert refused.output.startswith(says)
    assert "secret" not in refused.output


def test_a_file_holds_one_table_and_several_need_a_server(tmp_path: Path) -> None:
    place = str(tmp_path / "game.db")
    with (
        closing(journal_of(place, "Table 7", tmp_path)),
        pytest.raises(JournalUnusable, match="is a file, and a file holds one table"),
    ):
        journal_of(place, "Table 8", tmp_path)


def test_a_club_begins_on_a_file_that_is_not_there_yet(tmp_path: Path) -> None:
    """The hall's page may be opened before the table's: a tournament needs no camera."""
    place = tmp_path / "club.db"
    check_there(str(place), may_be_new=True)
    ClubDatabase(str(place)).close()
    assert place.stat().st_mode & 0o077 == 0
    with closing(journal_of(str(place), "Table 1", tmp_path)) as journal:
        assert (journal.remarks, journal.last_match()) == ((), 0)


def test_a_file_whose_table_is_called_otherwise_shows_no_table_twice(tmp_path: Path) -> None:
    with closing(ClubDatabase(str(tmp_path / "club.db"))) as club:
        tables = ClubTables(club)
        tables.tell("Table 1", "{}")
        tables.keep_only("Kitchen")
        tables.tell("Kitchen", "{}")
        assert [table.name for table in tables.rows()] == ["Kitchen"]


def test_a_table_s_own_file_is_another_one_in_each_database(tmp_path: Path) -> None:
    one = own_file("postgresql://ada:secret@club/one", "Table 7", tmp_path)
    assert one.name.startswith("Table-7-")
    assert own_file("postgresql://ada:changed@club/one", "Table 7", tmp_path) == one
    assert own_file("postgresql://ada:secret@club/two", "Table 7", tmp_path) != one
    assert own_file("postgresql://ada:secret@club/one", "Table-7", tmp_path) != one
