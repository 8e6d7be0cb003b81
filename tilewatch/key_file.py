"""A certificate and its key in one file (PEM) that its owner alone may read."""

import os
from contextlib import suppress
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

DAMAGED = (
    *(ValueError, TypeError, UnsupportedAlgorithm, InvalidSignature, x509.InvalidVersion),
    *(x509.ExtensionNotFound, x509.DuplicateExtension, x509.UnsupportedGeneralNameType),
)
"""What comes of reading a certificate or a key of which bits were flipped."""
OTHERS = 0o077
"""What others than its owner may do with a file."""


def read_pair(place: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """The certificate and its key; a file that others could read they cannot any more.

    Raises OSError; one of DAMAGED: it holds no such pair.
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
    """A key as its file holds it; nobody but its owner may read that."""
    plain = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)


def write_secret(place: Path, pem: bytes) -> None:
    """Writes a file whole, to be read by its owner alone. Raises OSError."""
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_suffix(".new")
    draft.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as written:
            written.write(pem)
        draft.replace(place)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
