"""Who may do what: PIN and cookie, the Host header, where a form may come from, headers of every answer."""

import hashlib
import hmac
import ipaddress
import math
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from flask import Flask, Request, Response, current_app, request

from referee.messages import Refusal, Value

COOKIE = "tilewatch-table"
COOKIE_SECONDS = 14 * 86400
FREE_ATTEMPTS = 4
"""Wrong PINs before the first pause: thumbs slip."""
PAUSES = (2.0, 5.0, 15.0, 30.0, 60.0)
"""Seconds of pause after each further wrong PIN: a six-digit PIN then takes a year to guess."""
MOST_ADDRESSES = 1000
"""Addresses whose wrong attempts are remembered."""
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


@dataclass
class Pin:
    """The table's PIN (None: everybody may press the buttons), and who guessed wrong how often."""

    pin: str | None
    clock: Callable[[], float] = time.monotonic
    _wrong: dict[str, tuple[int, float]] = field(default_factory=dict)

    def is_right(self, given: str) -> bool:
        """Compares in constant time, whatever was given."""
        return self.pin is None or hmac.compare_digest(given.encode(), self.pin.encode())

    def pause(self, address: str) -> float:
        """Seconds for which nothing from this address is compared at all."""
        attempts, moment = self._wrong.get(address, (0, 0.0))
        if attempts <= FREE_ATTEMPTS:
            return 0.0
        pause = PAUSES[min(attempts - FREE_ATTEMPTS, len(PAUSES)) - 1]
        return max(0.0, moment + pause - self.clock())

    def was_wrong(self, address: str) -> None:
        """Counts a wrong attempt."""
        if address not in self._wrong and len(self._wrong) >= MOST_ADDRESSES:
            del self._wrong[min(self._wrong, key=lambda known: self._wrong[known][1])]
        self._wrong[address] = (self._wrong.get(address, (0, 0.0))[0] + 1, self.clock())

    def was_right(self, address: str) -> None:
        """Forgives the wrong attempts of an address."""
        self._wrong.pop(address, None)

    @property
    def cookie(self) -> str:
        """What a device holds that has shown the PIN; it stays right as long as the PIN does."""
        return hashlib.sha256(f"tilewatch table {self.pin}".encode()).hexdigest()

    def holds_cookie(self, asked: Request) -> bool:
        """Whether a device has shown the PIN before."""
        return self.pin is None or hmac.compare_digest(asked.cookies.get(COOKIE, "").encode(), self.cookie.encode())


class Forbidden(Refusal):
    """A request that is not answered; `status` and a sentence, and how long to wait."""

    def __init__(self, status: int, code: str, /, wait: float = 0.0, **values: Value) -> None:
        super().__init__(code, **values)
        self.status, self.wait = status, wait


def the_pin() -> Pin:
    """The table's PIN."""
    pin = current_app.extensions["tilewatch.pin"]
    assert isinstance(pin, Pin)
    return pin


def check_pin(given: str | None) -> None:
    """Nothing, when the caller may press buttons. Raises Forbidden."""
    pin, address = the_pin(), request.remote_addr or "?"
    if pin.pin is None:
        return
    if (wait := pin.pause(address)) > 0:
        raise Forbidden(429, "pin-pause", wait=wait, seconds=math.ceil(wait))
    if given is None:
        if pin.holds_cookie(request):
            return
        raise Forbidden(403, "pin-needed")
    if not pin.is_right(given):
        pin.was_wrong(address)
        raise Forbidden(403, "pin-wrong")
    pin.was_right(address)


def check_control() -> None:
    """Nothing, when this request may change something: PIN shown, no other site's form. Raises Forbidden."""
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise Forbidden(403, "other-page")
    check_pin(request.headers.get("X-Table-Pin"))


def give_cookie(answer: Response) -> None:
    """Lets a device that has shown the PIN press buttons from now on."""
    answer.set_cookie(COOKIE, the_pin().cookie, COOKIE_SECONDS, httponly=True, samesite="Strict")


def is_known_host(host: str) -> bool:
    """Whether a Host header names this machine by number or by its own name.

    A page elsewhere can point a name of its own at this machine (DNS rebinding); a number it cannot forge.
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


def secure(app: Flask) -> None:
    """Checks the Host of every request and sets the headers of every answer."""

    @app.before_request
    def check_host() -> None:
        if not is_known_host(request.host):
            raise Forbidden(400, "other-address")

    @app.after_request
    def set_headers(answer: Response) -> Response:
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        return answer
