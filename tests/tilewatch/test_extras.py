"""A missing extra is named with the command that installs it, in the way the program was installed."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tilewatch import extras
from tilewatch.storage.sql.place import JournalUnusable, url_of


def test_the_parts_of_an_extra_are_those_of_pyproject() -> None:
    assert [part.partition("[")[0] for part in extras.parts_of("club")] == ["psycopg"]


@pytest.mark.parametrize(
    ("mark", "begins"),
    [("pipx_metadata.json", "pipx inject tilewatch "), ("uv-receipt.toml", "uv pip install --python ")],
)
def test_each_way_of_installing_has_its_own_command(tmp_path: Path, mark: str, begins: str) -> None:
    (tmp_path / mark).touch()
    told = extras.command_for("club", tmp_path)
    assert told.startswith(begins)
    assert "psycopg[binary]" in told


def test_on_windows_words_stand_in_double_quotes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise its shell would write the output into a file called =3.2."""
    monkeypatch.setattr(extras, "os", SimpleNamespace(name="nt"))
    monkeypatch.setattr(extras, "_clone", lambda: None)
    assert '"psycopg[binary]>=3.2"' in extras.command_for("club", tmp_path)


def test_a_clone_is_installed_again_with_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "_clone", lambda: Path("/home/ada/my games/tilewatch"))
    monkeypatch.setattr(sys, "executable", "/home/ada/.venv/bin/python")
    told = extras.command_for("club", tmp_path)
    assert told == "/home/ada/.venv/bin/python -m pip install --editable '/home/ada/my games/tilewatch[club]'"


def test_without_its_extra_the_club_says_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(JournalUnusable, match=r"psycopg is missing, which the extra `club` brings: .*install"):
        url_of("postgresql://localhost/club")
