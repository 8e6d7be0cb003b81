"""`tilewatch certificate`: made on request, shown to phones, deleted on request."""

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from tilewatch.authority import authority_at
from tilewatch.cli import main
from tilewatch.commands import certificate
from tilewatch.server import Server


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the authority; the command's page closes at once."""
    monkeypatch.setattr(certificate, "AUTHORITY", tmp_path / "authority.pem")
    monkeypatch.setattr(certificate, "let_sigterm_interrupt", lambda: None)
    monkeypatch.setattr(Server, "run", lambda _self: None)
    return tmp_path / "authority.pem"


def test_it_makes_a_certificate_and_says_how_phones_install_it(kept: Path) -> None:
    told = CliRunner().invoke(main, ["certificate", "--host", "127.0.0.1", "--port", "0"])
    assert told.exit_code == 0, told.output
    assert "http://127.0.0.1:" in told.output
    assert "Certificate Trust Settings" in told.output
    assert "CA certificate" in told.output
    assert "PIN" not in told.output
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_it_is_forgotten_when_asked_for(kept: Path) -> None:
    CliRunner().invoke(main, ["certificate", "--host", "127.0.0.1", "--port", "0"])
    assert CliRunner().invoke(main, ["certificate", "--forget"]).exit_code == 0
    assert not kept.exists()


def test_a_damaged_one_is_told_and_replaced(kept: Path) -> None:
    kept.write_bytes(b"nonsense")
    told = CliRunner().invoke(main, ["certificate", "--host", "127.0.0.1", "--port", "0"])
    assert told.exit_code == 0, told.output
    assert "authority.pem is damaged" in told.stderr
    assert authority_at(kept) is not None


def test_a_place_that_cannot_be_written_to_is_one_line(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "AUTHORITY", Path("/proc/no/authority.pem"))
    told = CliRunner().invoke(main, ["certificate", "--host", "127.0.0.1", "--port", "0"])
    assert told.exit_code == 2
    assert told.output.startswith("/proc/no/authority.pem: ")
