"""The certificate for HTTPS at home: made once, kept, made anew when it no longer fits."""

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tilewatch.certificate import DAYS, certificate_for

NOW = datetime(2026, 11, 22, tzinfo=UTC)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "matches.https.pem"


def test_it_is_made_once_so_that_a_phone_is_warned_once(place: Path) -> None:
    first = certificate_for(place, ["192.168.1.5"], NOW).chain.read_bytes()
    assert certificate_for(place, ["192.168.1.5"], NOW + timedelta(days=100)).key.read_bytes() == first


def test_only_its_owner_reads_the_key(place: Path) -> None:
    certificate_for(place, [], NOW)
    assert stat.S_IMODE(place.stat().st_mode) == 0o600


@pytest.mark.parametrize(("address", "days"), [("192.168.1.6", 0), ("192.168.1.5", DAYS - 3)])
def test_it_is_made_anew_for_another_address_or_before_its_end(place: Path, address: str, days: int) -> None:
    first = certificate_for(place, ["192.168.1.5"], NOW).chain.read_bytes()
    assert certificate_for(place, [address], NOW + timedelta(days=days)).chain.read_bytes() != first


def test_a_damaged_file_is_replaced(place: Path) -> None:
    place.write_bytes(b"-----BEGIN CERTIFICATE-----\nnonsense")
    assert b"PRIVATE KEY" in certificate_for(place, ["192.168.1.5"], NOW).chain.read_bytes()
