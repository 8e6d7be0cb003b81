"""This machine's certificate authority (CA): a browser that trusts it shows no warning for this machine's page.

The CA is made only when a person asks for it (`tilewatch certificate`). Its certificate permits private addresses
alone (name constraints), so that a stolen key is of no use for a bank's name.
"""

import ipaddress
import os
import socket
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from referee.messages import Refusal
from tilewatch.storage.sql.synced import PRIVATE, put

DAMAGED = (
    *(ValueError, TypeError, UnsupportedAlgorithm, InvalidSignature, x509.InvalidVersion),
    *(x509.ExtensionNotFound, x509.DuplicateExtension, x509.UnsupportedGeneralNameType),
)
"""Exceptions that a damaged certificate or key raises when it is read."""
OTHERS = 0o077
"""Permission bits of a file for everybody but its owner."""
YEARS = 10
"""Years for which the CA's certificate is valid."""
AT_HOME = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
"""Private networks, whose addresses mean nothing outside a house (RFC 1918, 3927, 4193, 4291)."""
_SIGNS = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=True,
    encipher_only=False,
    decipher_only=False,
)


def read_pair(place: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """The certificate and its key from a PEM file; the file is made readable by its owner alone.

    Raises OSError; one of DAMAGED: the file holds no such pair.
    """
    with suppress(OSError):
        if os.name != "nt" and place.stat().st_mode & OTHERS:
            place.chmod(0o600)
    pem = place.read_bytes()
    certificate, key = x509.load_pem_x509_certificate(pem), serialization.load_pem_private_key(pem, None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise ValueError("the key is another's")
    return certificate, key


def plain_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    """A key in PEM without a password: the file may be readable by its owner only."""
    plain = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)


def write_secret(place: Path, pem: bytes) -> None:
    """Writes a file atomically, readable by its owner alone. Raises OSError."""
    place.parent.mkdir(parents=True, exist_ok=True)
    put(place, pem, PRIVATE)


class AuthorityUnusable(Refusal, ValueError):
    """The CA's file is damaged, expired or unreadable: browsers warn until a new CA is made."""


@dataclass(frozen=True)
class Authority:
    """A certificate authority: its certificate and its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def pem(self) -> bytes:
        """Its certificate."""
        return self.certificate.public_bytes(serialization.Encoding.PEM)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the CA's certificate, in pairs of digits as phones show it."""
        return self.certificate.fingerprint(hashes.SHA256()).hex(" ").upper()

    @property
    def key_identifier(self) -> x509.AuthorityKeyIdentifier:
        """The extension by which a signed certificate names this CA."""
        return x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())

    def signed(self, other: x509.Certificate) -> bool:
        """Whether the CA signed a certificate."""
        try:
            other.verify_directly_issued_by(self.certificate)
        except DAMAGED:
            return False
        return True

    def may_vouch_for(self, name: str) -> bool:
        """Whether the authority may sign a certificate with this name.

        Browsers refuse the whole certificate if one of its names is not permitted. The permitted names are in the
        authority's own certificate, which may be older than the machine's present name.
        """
        permitted = [one.value for one in _permitted(self.certificate)]
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return any(name == one or name.endswith(f".{one}") for one in permitted if isinstance(one, str))
        return any(address in one for one in permitted if not isinstance(one, str))


def authority_at(place: Path) -> Authority | None:
    """The CA stored at `place`; None: none was made. Raises AuthorityUnusable."""
    try:
        authority = Authority(*read_pair(place))
        is_whole = authority.signed(authority.certificate) and bool(_permitted(authority.certificate))
        is_over = datetime.now(UTC) > authority.certificate.not_valid_after_utc
    except FileNotFoundError:
        return None
    except (OSError, *DAMAGED) as error:
        raise AuthorityUnusable("trust.unusable", place=str(place)) from error
    if is_over or not is_whole:
        raise AuthorityUnusable("trust.unusable", place=str(place))
    return authority


def make_authority(place: Path) -> Authority:
    """The CA stored at `place`; it is made if there is none. Raises OSError, AuthorityUnusable."""
    authority = authority_at(place)
    if authority is None:
        key = ec.generate_private_key(ec.SECP256R1())
        authority = Authority(_certificate(key, datetime.now(UTC)), key)
        write_secret(place, authority.pem + plain_pem(key))
    return authority


def _certificate(key: ec.EllipticCurvePrivateKey, moment: datetime) -> x509.Certificate:
    host = socket.gethostname()
    shown = host if host.isascii() else "this computer"
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Tilewatch on {shown}"[:64])])
    names = [x509.DNSName(one) for one in ("localhost", "local", *([host] if _is_plain(host) else []))]
    permitted = [*names, *(x509.IPAddress(network) for network in AT_HOME)]
    made = (
        x509.CertificateBuilder(issuer_name=name, subject_name=name, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - timedelta(days=1))
        .not_valid_after(moment + timedelta(days=365 * YEARS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(_SIGNS, critical=True)
    )
    return made.sign(key, hashes.SHA256())


def _permitted(certificate: x509.Certificate) -> list[x509.GeneralName]:
    """The names and networks that the CA's certificate permits. Raises one of DAMAGED."""
    return certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []


def _is_plain(host: str) -> bool:
    """Whether a name has no dot: such names exist only in the local network."""
    return host.isascii() and host.replace("-", "").isalnum()
