"""The certificate for HTTPS at home: made once, stored, and renewed when it no longer fits."""

import random
import socket
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from tests.tilewatch.test_authority import flipped
from tilewatch import certificate
from tilewatch.certificate import DAYS, certificate_for
from tilewatch.networks import Kind, Network, networks

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


@pytest.mark.parametrize(("address", "days"), [("192.168.1.6", 0), ("192.168.1.5", DAYS - 20)])
def test_it_is_made_anew_for_another_address_or_before_its_end(place: Path, address: str, days: int) -> None:
    first = certificate_for(place, ["192.168.1.5"], NOW).chain.read_bytes()
    assert certificate_for(place, [address], NOW + timedelta(days=days)).chain.read_bytes() != first


def test_a_damaged_file_is_replaced(place: Path) -> None:
    place.write_bytes(b"-----BEGIN CERTIFICATE-----\nnonsense")
    assert b"PRIVATE KEY" in certificate_for(place, ["192.168.1.5"], NOW).chain.read_bytes()


@pytest.mark.parametrize("kind", [b"CERTIFICATE", b"PRIVATE KEY"])
def test_a_file_of_which_bits_were_flipped_is_served_whole_again(place: Path, kind: bytes) -> None:
    certificate_for(place, [], NOW)
    whole, chance = place.read_bytes(), random.Random(35)
    for _ in range(150):
        place.write_bytes(flipped(whole, chance, kind))
        kept = certificate_for(place, [], NOW)
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(kept.chain, kept.key)


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
    assert named(certificate_for(place, ["192.168.1.5"], NOW).chain).get_values_for_type(x509.DNSName) == ["localhost"]


def named(file: Path) -> x509.SubjectAlternativeName:
    made = x509.load_pem_x509_certificate(file.read_bytes())
    return made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value


def test_it_names_every_address_and_name_of_the_machine(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "kitchen-laptop")
    found = [Network(one, Kind.WIFI, "wlan0") for one in ("192.168.1.5", "10.8.0.2", "2001:db8::7")]
    monkeypatch.setattr(certificate, "networks", lambda: found)
    told = named(certificate_for(place, [], NOW).chain)
    assert {"kitchen-laptop", "kitchen-laptop.local", "localhost"} == set(told.get_values_for_type(x509.DNSName))
    addresses = set(map(str, told.get_values_for_type(x509.IPAddress)))
    assert addresses == {"127.0.0.1", "::1", "192.168.1.5", "10.8.0.2", "2001:db8::7"}


def test_a_new_ipv6_address_a_day_is_no_reason_to_be_warned_anew(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = certificate_for(place, [], NOW).chain.read_bytes()
    found = (*networks(), Network("2001:db8::99", Kind.WIFI, "wlan0"))
    monkeypatch.setattr(certificate, "networks", lambda: found)
    assert certificate_for(place, [], NOW).chain.read_bytes() == first


def test_it_holds_no_longer_than_browsers_take(place: Path) -> None:
    made = x509.load_pem_x509_certificate(certificate_for(place, [], NOW).chain.read_bytes())
    assert (made.not_valid_after_utc - made.not_valid_before_utc).days == 397
