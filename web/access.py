"""Who may press buttons: a device with a session, or whoever shows the PIN."""

import ipaddress
import math
import socket
from urllib.parse import unquote, urlsplit

from flask import Response, current_app, request

from referee.messages import Refusal, Value
from web.sessions import Pin, Session, Sessions, device_called

FIRST_COOKIE = "tilewatch-session"
"""How every page's cookie was called once: devices that were let in then still are."""
COOKIE_SECONDS = 400 * 86400
"""As long as browsers keep one; a session ends when it is revoked."""


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


def the_sessions() -> Sessions:
    """The devices that may press this table's buttons."""
    sessions = current_app.extensions["tilewatch.sessions"]
    assert isinstance(sessions, Sessions)
    return sessions


def session() -> Session | None:
    """The session of the device that asks; None: it has none."""
    sessions = the_sessions()
    held = [request.cookies.get(name, "") for name in (*cookies_of(sessions, request.is_secure), FIRST_COOKIE)]
    return next((own for token in held if (own := sessions.of(token)) is not None), None)


def cookies_of(sessions: Sessions, over_https: bool) -> list[str]:
    """How a page's cookie is called, over this kind of connection first.

    A browser sends a cookie to every port of a machine: each database has a name of its own, lest the page of another
    table take its place. Over HTTPS it has another one, which no page without it can set or read.
    """
    name = f"tilewatch-{sessions.name}"
    return [f"__Host-{name}", name] if over_https else [name]


def may_press() -> bool:
    """Whether the device that asks has a session in which it may do everything, or none is needed."""
    own = session()
    return the_pin().pin is None or (own is not None and not own.role)


def check_pin(given: str | None) -> None:
    """Nothing, when the caller may press buttons: its session is looked at first. Raises Forbidden."""
    if may_press():
        return
    if given is None:
        raise Forbidden(403, "pin-needed")
    pin, address = the_pin(), request.remote_addr or "?"
    if pin.takes_pass(given):
        return
    if (wait := pin.pause(address)) > 0:
        raise Forbidden(429, "pin-pause", wait=wait, seconds=math.ceil(wait))
    if not pin.is_right(given):
        pin.was_wrong(address)
        raise Forbidden(403, "pin-wrong")
    pin.was_right(address)


def shows_what_it_may() -> bool:
    """Whether a request would be let through, without counting a wrong PIN: whoever answers it counts."""
    if _is_sent_by_another_site():
        return False
    given, pin = request.headers.get("X-Table-Pin"), the_pin()
    is_asked = given is not None and pin.pause(request.remote_addr or "?") <= 0
    return may_press() or (given is not None and is_asked and pin.is_right(given))


def check_control() -> None:
    """Nothing, when this request may change something: no other site's form, and a session or the PIN.

    Raises Forbidden.
    """
    check_origin()
    check_pin(request.headers.get("X-Table-Pin"))


def check_origin() -> None:
    """Nothing, when no other site's page sent this request. Raises Forbidden."""
    if _is_sent_by_another_site():
        raise Forbidden(403, "other-page")


def _is_sent_by_another_site() -> bool:
    """Over plain HTTP browsers say little (no Sec-Fetch headers); where a page names itself, that counts."""
    headers = request.headers
    came_from = headers.get("Origin") or headers.get("Referer")
    if came_from is not None and _place_of(came_from) != request.host:
        return True
    return headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")


def _place_of(address: str) -> str | None:
    """Host and port of an address; None: it is none, and so nobody's that we know."""
    try:
        return urlsplit(address).netloc
    except ValueError:
        return None


def is_opened_by_a_person() -> bool:
    """Whether somebody opened this address, and not another site's page: a picture there may not guess PINs.

    This table's own page over plain HTTP, which leads on over HTTPS, is no other site.
    """
    accept = request.headers.get("Accept", "text/html")
    is_part_of_a_page = request.headers.get("Sec-Fetch-Dest", "document") != "document"
    is_elsewhere = _is_sent_by_another_site() and not _comes_from_the_front_door()
    return not (is_elsewhere or is_part_of_a_page or ("image/" in accept and "text/html" not in accept))


def _comes_from_the_front_door() -> bool:
    """Whether this table's page over plain HTTP led here: at its port, by this machine's address or own name."""
    try:
        front, came = (urlsplit(address) for address in (front_door() or "", request.headers.get("Referer", "")))
        is_its_port = bool(front.netloc) and front.port == came.port
    except ValueError:
        return False
    own = socket.gethostname().lower()
    names = {front.hostname, *current_app.config.get("TILEWATCH_DOORS", ()), own, f"{own.partition('.')[0]}.local"}
    return is_its_port and came.hostname in names


def front_door() -> str | None:
    """Where other machines reach this page over plain HTTP, as the program says in the setting TILEWATCH_ADDRESS."""
    address: str | None = current_app.config.get("TILEWATCH_ADDRESS")
    return address


def is_host() -> bool:
    """Whether the host asks: the machine at the table, a program that shows the PIN, or the device let in first."""
    if the_pin().pin is None or _shows_the_pin(request.headers.get("X-Table-Pin")):
        return True
    own, first = session(), the_sessions().listed()[:1]
    return is_loopback(request.remote_addr or "") or (own is not None and [own] == first)


def _shows_the_pin(given: str | None) -> bool:
    """Whether this is the PIN: a device with a session is not asked for it, and may send anything."""
    pin, address = the_pin(), request.remote_addr or "?"
    if given is None or pin.pause(address) > 0:
        return False
    if not pin.is_right(given):
        pin.was_wrong(address)
    return pin.is_right(given)


def is_loopback(address: str) -> bool:
    """Whether whoever has this address is on this machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def device() -> str:
    """What tells the device that asks from others: its session or, without one, its address."""
    own = session()
    return (request.remote_addr or "?") if own is None else own.id


def device_name() -> str:
    """What the device that asks is called among people: whose it says it is, else its browser and system."""
    seat = unquote(request.headers.get("X-Table-Seat", ""))[:40].strip()
    return seat if seat.isprintable() and seat else device_called(request.headers.get("User-Agent", ""))


def let_in(answer: Response) -> None:
    """Lets a device that has shown the PIN press buttons from now on. Raises NotWritten."""
    if not may_press():
        begin_session(answer, the_sessions(), over_https=request.is_secure)


def begin_session(answer: Response, sessions: Sessions, role: str = "", *, over_https: bool) -> None:
    """Gives the device that asks a session; `role`: what it may do, "": everything. Raises NotWritten.

    `over_https`: whether the page that it presses on is there over HTTPS.
    """
    token = sessions.begin(request.headers.get("User-Agent", ""), role)
    name = cookies_of(sessions, over_https)[0]
    answer.set_cookie(name, token, COOKIE_SECONDS, httponly=True, samesite="Strict", secure=over_https)
