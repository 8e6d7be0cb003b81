"""The certificate for HTTPS with phones, made when needed, and stored beside the database.

The certificate is self-signed, and a browser warns once; or it is signed by this machine's CA (tilewatch.authority),
which a phone may trust. Browsers let a page use the camera and keep the screen awake only over HTTPS.
"""

import ipaddress
import socket
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tilewatch.authority import DAMAGED, Authority, plain_pem, read_pair, write_secret
from tilewatch.networks import networks
from tilewatch.server import Certificate

DAYS = 397
"""Days for which the certificate is valid, from the day before it is made: the browsers' maximum."""
SOON = timedelta(days=30)
"""Time before its end at which a certificate is replaced."""


def own_names() -> list[str]:
    """Every address and name of this machine that a certificate can hold, in order; also its `.local` name (mDNS)."""
    host = socket.gethostname()
    found = {"localhost", "127.0.0.1", "::1", *(one.address for one in networks())}
    if _is_a_name(host):
        found |= {host, f"{host.partition('.')[0]}.local"}
    return sorted(found)


def _is_a_name(host: str) -> bool:
    """Whether a certificate can hold this name."""
    parts = host.split(".")
    return host.isascii() and all(part and part.replace("-", "").isalnum() for part in parts)


def certificate_for(
    place: Path, names: Sequence[str], now: datetime | None = None, authority: Authority | None = None
) -> Certificate:
    """The certificate stored at `place` (PEM with its key); a new one if it lacks an address or ends soon.

    `names`: addresses of this machine besides those that it knows itself. `authority`: the CA that signs; None: it is
    self-signed. Raises OSError: the file cannot be written.
    """
    moment = now or datetime.now(UTC)
    wanted = [name for name in sorted({*names, *own_names()}) if authority is None or authority.may_vouch_for(name)]
    if not _still_good(place, wanted, moment, authority):
        write_secret(place, _made(wanted, moment, authority))
    return Certificate(place, place)


def _still_good(place: Path, wanted: Sequence[str], moment: datetime, authority: Authority | None) -> bool:
    """Whether the stored certificate can be used. IPv6 addresses are ignored: many machines get a new one each day."""
    try:
        certificate, _key = read_pair(place)
        named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        there = {*named.get_values_for_type(x509.DNSName), *map(str, named.get_values_for_type(x509.IPAddress))}
        is_vouched = _is_own(certificate) if authority is None else authority.signed(certificate)
    except (OSError, *DAMAGED):
        return False
    needed = {name for name in wanted if ":" not in name}
    return is_vouched and needed <= there and moment + SOON < certificate.not_valid_after_utc


def _is_own(certificate: x509.Certificate) -> bool:
    """Whether the certificate is self-signed. Raises one of DAMAGED."""
    certificate.verify_directly_issued_by(certificate)
    return True


def _made(names: Sequence[str], moment: datetime, authority: Authority | None) -> bytes:
    """A new key, its certificate, and its authority's, in PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    owner = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tilewatch")])
    issuer, signing = (owner, key) if authority is None else (authority.certificate.subject, authority.key)
    made = (
        x509.CertificateBuilder(issuer_name=issuer, subject_name=owner, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - timedelta(days=1))
        .not_valid_after(moment + timedelta(days=DAYS - 1))
        .add_extension(x509.SubjectAlternativeName([_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    )
    if authority is not None:
        made = made.add_extension(authority.key_identifier, critical=False)
    chain = b"" if authority is None else authority.pem
    return made.sign(signing, hashes.SHA256()).public_bytes(serialization.Encoding.PEM) + chain + plain_pem(key)


def _name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
