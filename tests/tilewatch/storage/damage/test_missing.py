"""Acknowledged events that a damaged log lost, or that changed in a closed file, are reported when it is opened."""

import shutil
from pathlib import Path

import pytest

from referee.match.events import Event, Paused, Resumed
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.seal import Missing, Seal, Sealed, sealed

PRESSES = 12


def event(number: int) -> Event:
    return Paused(at=float(number)) if number % 2 else Resumed(at=float(number))


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """The file of a program that was killed, its log and its seal beside it."""
    file, left = tmp_path / "game.db", tmp_path / "left"
    left.mkdir()
    journal = Journal(str(file), durable=False)
    for number in range(PRESSES):
        journal.append(1, number, [event(number)])
    for part in tmp_path.glob("game.db*"):
        shutil.copy(part, left / part.name)
    journal.close()
    return left / "game.db"


def killed_here(*_: object) -> None:
    raise KeyboardInterrupt


def log(file: Path) -> Path:
    return file.with_name(file.name + "-wal")


def opened(file: Path) -> tuple[tuple[str, ...], int]:
    """Opens the file: the losses reported, and the number of events in it."""
    journal = Journal(str(file), durable=False)
    found = journal.remarks, len(journal.events(1))
    journal.close()
    return found


def test_a_killed_program_lost_nothing(killed: Path) -> None:
    assert opened(killed) == ((), PRESSES)
    assert not list(killed.parent.glob("*.kept"))


def test_only_a_loss_has_a_moment(killed: Path) -> None:
    """A start at which nothing is missing does not date an earlier loss anew."""
    journal = Journal(str(killed), durable=False)
    assert journal.missing == Missing()
    journal.close()


@pytest.mark.parametrize("part", [0.0, 0.2, 0.5, 0.8])
@pytest.mark.parametrize("size", [1, 512])
def test_a_damaged_log_is_said_with_what_is_missing_and_put_aside(killed: Path, part: float, size: int) -> None:
    written = bytearray(log(killed).read_bytes())
    place = round(part * len(written))
    written[place : place + size] = bytes(byte ^ 0x55 for byte in written[place : place + size])
    log(killed).write_bytes(written)
    (remark,), there = opened(killed)
    missing = PRESSES - there
    assert missing > 0
    assert remark.startswith(f"the last {missing} presses" if missing > 1 else "the last ") or there == 0
    aside = [file.name for file in killed.parent.glob("game.db.damaged-*")]
    assert len(aside) == 2
    assert opened(killed) == ((), there)


def test_a_log_that_was_cut_is_said(killed: Path) -> None:
    log(killed).write_bytes(log(killed).read_bytes()[:-5000])
    (remark,), there = opened(killed)
    assert f"the last {PRESSES - there} presses" in remark or there == PRESSES - 1


def test_a_seal_that_is_gone_or_cannot_be_read_is_said(killed: Path) -> None:
    seal = killed.with_name("game.db-seal")
    seal.write_bytes(b"x" * 320)
    assert "seal is damaged" in opened(killed)[0][0]
    assert opened(killed)[0] == ()
    assert "-" not in seal.read_text().split()[2], "a closed file has a digest"


def test_whoever_is_killed_while_a_seal_is_begun_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seal = Seal(tmp_path / "game.db", durable=False)
    seal.begin(Sealed(3, 1.0))
    monkeypatch.setattr(Path, "replace", killed_here)
    with pytest.raises(KeyboardInterrupt):
        seal.begin(Sealed(4, 2.0))
    assert sealed(tmp_path / "game.db") == Sealed(3, 1.0)


def test_a_closed_file_that_changed_anywhere_is_said(killed: Path) -> None:
    opened(killed)
    written = bytearray(killed.read_bytes())
    written[written.rindex(b"\x00" * 64)] ^= 1  # if no file is stored
    killed.write_bytes(written)
    assert "is not as it was when it was closed" in opened(killed)[0][0]
    assert opened(killed)[0] == ()
