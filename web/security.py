"""Checks of every request and answer: the Host header, the length of a body, and security headers."""

import ipaddress
import socket
from urllib.parse import urlsplit

from flask import Flask, Response, request

from web.access import Forbidden

LARGEST_PHOTO = 12_000_000
"""Bytes of a photograph from a phone; the page scales a larger one down before sending (page/photo.js)."""
LARGEST_FORM = LARGEST_PHOTO + 100_000
LARGEST_BODY = 64_000
"""Bytes of any other body."""
PHOTOS = {
    "/api/rack": 1,
    "/api/camera/picture": 1,
    "/api/sets": 1,
    "/api/sets/file": 1,
    "/api/turn/picture": 1,
    "/api/check": 2,
}
"""Addresses that take photographs, and how many; players' pictures are scaled down on the device that sends them."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), camera=(self), screen-wake-lock=(self)",
}


def is_known_host(host: str) -> bool:
    """Whether a Host header names this machine by IP address or by its own name.

    Another site can point a name of its own at this machine (DNS rebinding), but cannot forge an IP address.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        own = socket.gethostname().lower()
        return name in {"localhost", own, f"{own.partition('.')[0]}.local"}
    return True


def largest_body(path: str) -> int:
    """Bytes of the largest body for this address."""
    return LARGEST_FORM * PHOTOS[path] if path in PHOTOS else LARGEST_BODY


def secure(app: Flask) -> None:
    """Checks Host and length of every request, and sets the security headers of every answer."""
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_BODY, MAX_FORM_MEMORY_SIZE=100_000, MAX_FORM_PARTS=10)

    @app.before_request
    def check_host() -> None:
        if not is_known_host(request.host):
            raise Forbidden(400, "other-address")

    @app.before_request
    def check_length() -> Response | None:
        """Refuses by its length a body that is not read yet, whoever sends it."""
        request.max_content_length = most = largest_body(request.path)
        if (request.content_length or 0) > most:
            raise Forbidden(413, "body-too-large", most=most)
        return None

    @app.after_request
    def set_headers(answer: Response) -> Response:
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        return answer
