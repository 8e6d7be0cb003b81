"""The certificate for HTTPS at home: made once, kept, made anew when it no longer fits."""

import socket
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

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


def test_a_file_whose_key_is_missing_or_another_s_is_replaced(place: Path, tmp_path: Path) -> None:
    whole, others = (certificate_for(tmp_path / name, [], NOW).chain.read_bytes() for name in ("a.pem", "b.pem"))
    end = b"-----END CERTIFICATE-----\n"
    for key in (b"", b"-----BEGIN PRIVATE KEY-----\nnonsense", others.partition(end)[2]):
        place.write_bytes(whole.partition(end)[0] + end + key)
        assert certificate_for(place, [], NOW).chain.read_bytes() != whole.partition(end)[0] + end + key


def test_a_machine_whose_name_no_certificate_can_hold_speaks_https_all_the_same(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Jürgens-PC")
    made = x509.load_pem_x509_certificate(certificate_for(place, ["192.168.1.5"], NOW).chain.read_bytes())
    named = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert named.get_values_for_type(x509.DNSName) == ["localhost"]
