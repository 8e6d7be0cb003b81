"""The certificate with which this machine speaks HTTPS to phones: made on the spot, kept beside the database.

Nobody vouches for it, so a browser warns once. What it is for: browsers give a page the camera, and leave the screen
awake, only over HTTPS.
"""

import ipaddress
import os
import socket
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tilewatch.server import Certificate

DAYS = 800
"""Days for which it holds; iOS takes none that holds for more than 825."""
SOON = timedelta(days=14)
"""Before its end a new one is made."""


def certificate_for(place: Path, names: Sequence[str], now: datetime | None = None) -> Certificate:
    """The certificate kept at `place` (PEM, its key in it), made anew where it names other addresses or ends soon.

    `names`: addresses and names by which phones find this machine. Raises OSError: it cannot be written.
    """
    moment = now or datetime.now(UTC)
    own = {name for name in (socket.gethostname(),) if name.isascii()}  # another one no certificate can hold
    wanted = sorted({*names, "localhost", "127.0.0.1", *own})
    if not _still_good(place, wanted, moment):
        _write(place, _made(wanted, moment))
    return Certificate(place, place)


def fingerprint(place: Path) -> str:
    """The certificate's SHA-256, in pairs of digits as browsers show it."""
    digest = x509.load_pem_x509_certificate(place.read_bytes()).fingerprint(hashes.SHA256())
    return digest.hex(":").upper()


def _still_good(place: Path, wanted: Sequence[str], moment: datetime) -> bool:
    try:
        pem = place.read_bytes()
        kept, key = x509.load_pem_x509_certificate(pem), serialization.load_pem_private_key(pem, None)
        named = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return False
    there = {*named.get_values_for_type(x509.DNSName), *map(str, named.get_values_for_type(x509.IPAddress))}
    belongs = key.public_key() == kept.public_key()
    return belongs and set(wanted) <= there and moment + SOON < kept.not_valid_after_utc


def _made(names: Sequence[str], moment: datetime) -> bytes:
    """A new key and its certificate, in PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    owner = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tilewatch")])
    made = (
        x509.CertificateBuilder(issuer_name=owner, subject_name=owner, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - timedelta(days=1))
        .not_valid_after(moment + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName([_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    secret = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    return made.public_bytes(serialization.Encoding.PEM) + secret


def _name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _write(place: Path, pem: bytes) -> None:
    """Writes the file whole, to be read by its owner alone."""
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as written:
        written.write(pem)
    draft.replace(place)
