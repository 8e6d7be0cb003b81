"""The machine's own authority: a browser that trusts it shows no warning, and it can sign only for local addresses."""

import base64
import os
import random
import socket
import ssl
import stat
import threading
from pathlib import Path

import pytest
from cryptography import x509

from tilewatch.authority import Authority, AuthorityUnusable, authority_at, make_authority
from tilewatch.certificate import certificate_for


def flipped(pem: bytes, chance: random.Random, kind: bytes) -> bytes:
    """The file with one bit flipped in its first certificate or its key; `kind`: CERTIFICATE or PRIVATE KEY."""
    begin, end = (b"-----%s %s-----\n" % (word, kind) for word in (b"BEGIN", b"END"))
    before, _, rest = pem.partition(begin)
    text, _, after = rest.partition(end)
    held = bytearray(base64.b64decode(text))
    held[chance.randrange(len(held))] ^= 1 << chance.randrange(8)
    return before + begin + base64.encodebytes(bytes(held)) + end + after


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "authority.pem"


def greeted(served: Path, trusted: bytes, name: str) -> None:
    """Connects to a machine by a name like a browser that trusts an authority. Raises SSLError."""
    ours, theirs = socket.socketpair()
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(served)
    asking = ssl.create_default_context(cadata=trusted.decode())

    def serve() -> None:
        try:
            serving.wrap_socket(theirs, server_side=True).close()
        except OSError:
            theirs.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        asking.wrap_socket(ours, server_hostname=name).close()
    finally:
        ours.close()
        thread.join(timeout=5)


def test_it_is_made_once_and_only_its_owner_reads_its_key(place: Path) -> None:
    assert authority_at(place) is None
    assert make_authority(place).pem == make_authority(place).pem
    assert stat.S_IMODE(place.stat().st_mode) == 0o600


def test_who_trusts_it_is_not_warned_of_this_machine(place: Path, tmp_path: Path) -> None:
    authority = make_authority(place)
    kept = certificate_for(tmp_path / "https.pem", ["192.168.1.5", "203.0.113.9"], authority=authority)
    for name in ("192.168.1.5", "127.0.0.1", "localhost"):
        greeted(kept.chain, authority.pem, name)
    with pytest.raises(ssl.SSLCertVerificationError):
        greeted(kept.chain, authority.pem, "203.0.113.9")  # no local name: it is left out


def test_it_cannot_vouch_for_a_bank(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = make_authority(place)
    monkeypatch.setattr(Authority, "may_vouch_for", lambda _self, _name: True)
    forged = certificate_for(tmp_path / "forged.pem", ["bank.example"], authority=authority)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        greeted(forged.chain, authority.pem, "bank.example")


def test_a_certificate_that_nobody_vouched_for_is_made_anew_once_somebody_does(place: Path, tmp_path: Path) -> None:
    kept = tmp_path / "https.pem"
    before = certificate_for(kept, []).chain.read_bytes()
    authority = make_authority(place)
    assert certificate_for(kept, [], authority=authority).chain.read_bytes() != before
    assert x509.load_pem_x509_certificate(kept.read_bytes()).issuer == authority.certificate.subject
    again = kept.read_bytes()
    assert certificate_for(kept, [], authority=authority).chain.read_bytes() == again


def test_a_machine_that_is_called_otherwise_by_now_is_vouched_for_all_the_same(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Laptops change their name with the network: a name that the authority may not sign would make the whole
    certificate invalid."""
    monkeypatch.setattr(socket, "gethostname", lambda: "kitchen")
    authority = make_authority(place)
    monkeypatch.setattr(socket, "gethostname", lambda: "parlour")
    kept = certificate_for(tmp_path / "https.pem", ["192.168.1.5"], authority=authority)
    for name in ("192.168.1.5", "parlour.local"):
        greeted(kept.chain, authority.pem, name)


def test_a_damaged_one_is_said_to_be_so(place: Path) -> None:
    """Any single bit is flipped; if a damaged certificate were used, every phone would show a warning without a
    reason."""
    authority, chance = make_authority(place), random.Random(35)
    whole = place.read_bytes()
    flips = [flipped(whole, chance, b"CERTIFICATE") for _ in range(200)]
    for text in (b"-----BEGIN CERTIFICATE-----\nnonsense", b"", authority.pem, *flips):
        place.write_bytes(text)
        with pytest.raises(AuthorityUnusable, match=r"authority\.pem is damaged, has expired, or cannot be read"):
            authority_at(place)


def test_one_that_cannot_be_read_is_said_to_be_so(place: Path) -> None:
    place.mkdir()
    with pytest.raises(AuthorityUnusable):
        authority_at(place)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps other people out of a home by itself")
def test_a_key_that_others_could_read_they_cannot_any_more(place: Path) -> None:
    make_authority(place)
    place.chmod(0o644)
    assert authority_at(place) is not None
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
