"""Access control: who may press buttons, namely a device with a session, or a client that shows the PIN."""

import ipaddress
import math
import socket
from collections.abc import Iterable, Mapping
from urllib.parse import unquote, urlsplit

from flask import Flask, Response, current_app, request
from werkzeug.http import parse_cookie

from referee.messages import Refusal, Value
from web.sessions import EVERYTHING, PLAY, Pin, Session, Sessions, device_called

FIRST_COOKIE = "tilewatch-session"
"""Name of every page's cookie in older versions; it still lets devices in."""
PASSED_ON = ("X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")
"""Headers by which a proxy marks a request as another client's."""
COOKIE_SECONDS = 400 * 86400
"""Seconds for which the cookie is kept, the browsers' maximum; a session ends when it is revoked."""


class Forbidden(Refusal):
    """A request that is refused, with `status`, a sentence, and `wait`: seconds until it may be repeated."""

    def __init__(self, status: int, code: str, /, wait: float = 0.0, **values: Value) -> None:
        super().__init__(code, **values)
        self.status, self.wait = status, wait


def the_pin() -> Pin:
    """This table's PIN."""
    pin = current_app.extensions["tilewatch.pin"]
    assert isinstance(pin, Pin)
    return pin


def the_sessions() -> Sessions:
    """The sessions of devices that may press this table's buttons."""
    sessions = current_app.extensions["tilewatch.sessions"]
    assert isinstance(sessions, Sessions)
    return sessions


def session() -> Session | None:
    """The client's session; None: it has none."""
    return _session_of(the_sessions(), request.cookies, request.is_secure)


def _session_of(sessions: Sessions, cookies: Mapping[str, str], over_https: bool) -> Session | None:
    held = [cookies.get(name, "") for name in (*cookies_of(sessions, over_https), FIRST_COOKIE)]
    return next((own for token in held if (own := sessions.of(token)) is not None), None)


def lets_in(page: Flask, headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request's headers (in ASGI form) show a device that was let in; without a PIN every device is let in.
    For a server that has to decide about a connection before the page handles the request.
    """
    sessions, pin = page.extensions.get("tilewatch.sessions"), page.extensions.get("tilewatch.pin")
    if sessions is None or pin is None or pin.pin is None:
        return pin is not None
    shown = "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")
    return bool(shown) and _session_of(sessions, parse_cookie(shown), over_https=True) is not None


def cookies_of(sessions: Sessions, over_https: bool) -> list[str]:
    """Names of a page's cookie, the preferred name for this kind of connection first.

    A browser sends a cookie to every port of a machine, so each database has a name of its own; otherwise another
    table's page would replace the cookie. Over HTTPS the name has the prefix `__Host-`, which no page over plain HTTP
    can set or read.
    """
    name = f"tilewatch-{sessions.name}"
    return [f"__Host-{name}", name] if over_https else [name]


def may_press() -> bool:
    """Whether the client may do everything: its session says so, or no PIN is needed."""
    own = session()
    return the_pin().pin is None or (own is not None and own.role == EVERYTHING)


def may_play() -> bool:
    """Whether the client may press the buttons of the game."""
    own = session()
    return may_press() or (own is not None and own.role == PLAY)


def check_pin(given: str | None) -> None:
    """Checks that the client may press the buttons of the game, by its session or the PIN given. Raises Forbidden."""
    if not may_play():
        role_shown(given)


def check_host() -> None:
    """Checks that the client may do everything. Raises Forbidden."""
    check_origin()
    if may_press():
        return
    given = request.headers.get("X-Table-Pin")
    if (given is None and may_play()) or role_shown(given) != EVERYTHING:
        raise Forbidden(403, "host-needed")


def role_shown(given: str | None) -> str:
    """The role of a device that shows this text as PIN, guest's PIN or pass. Raises Forbidden: it is none."""
    if given is None:
        raise Forbidden(403, "pin-needed")
    pin, address = the_pin(), request.remote_addr or "?"
    if pin.takes_pass(given):
        return EVERYTHING if pin.play is None else PLAY
    if (wait := pin.pause(address)) > 0:
        raise Forbidden(429, "pin-pause", wait=wait, seconds=math.ceil(wait))
    role = pin.role_of(given)
    if role is None:
        pin.was_wrong(address)
        raise Forbidden(403, "pin-wrong")
    pin.was_right(address)
    return role


def check_here() -> None:
    """Checks that the request comes from a browser on this machine, as far as the server can know: a proxy on it may
    forward other clients' requests unmarked. Raises Forbidden."""
    check_origin()
    host = urlsplit(f"//{request.host}").hostname or ""
    is_here = is_loopback(request.remote_addr or "") and (host == "localhost" or is_loopback(host))
    if is_passed_on() or not is_here:
        raise Forbidden(403, "not-this-machine")


def is_passed_on() -> bool:
    """Whether a proxy passed the request on from another client."""
    return any(name in request.headers for name in PASSED_ON)


def shows_what_it_may() -> bool:
    """Whether the request would be allowed. A wrong PIN is not counted here, but when the request is handled."""
    if _is_sent_by_another_site():
        return False
    given, pin = request.headers.get("X-Table-Pin"), the_pin()
    is_asked = given is not None and pin.pause(request.remote_addr or "?") <= 0
    return may_play() or (given is not None and is_asked and pin.role_of(given) is not None)


def check_control() -> None:
    """Checks that the request may change something: it is not from another site, and has a session or the PIN.

    Raises Forbidden.
    """
    check_origin()
    check_pin(request.headers.get("X-Table-Pin"))


def check_origin() -> None:
    """Checks that the request was not sent by another site's page. Raises Forbidden."""
    if _is_sent_by_another_site():
        raise Forbidden(403, "other-page")


def _is_sent_by_another_site() -> bool:
    """Whether another site's page sent the request. Over plain HTTP browsers send no Sec-Fetch headers, so Origin or
    Referer decides if present."""
    headers = request.headers
    came_from = headers.get("Origin") or headers.get("Referer")
    if came_from is not None and _place_of(came_from) != request.host:
        return True
    return headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")


def _place_of(address: str) -> str | None:
    """Host and port of an address; None: it is malformed, and so not this page's."""
    try:
        return urlsplit(address).netloc
    except ValueError:
        return None


def is_opened_by_a_person() -> bool:
    """Whether a person opened this address, and not another site's page, whose pictures must not guess PINs.

    This table's own page over plain HTTP, which leads on to HTTPS, does not count as another site.
    """
    accept = request.headers.get("Accept", "text/html")
    is_part_of_a_page = request.headers.get("Sec-Fetch-Dest", "document") != "document"
    is_elsewhere = _is_sent_by_another_site() and not _comes_from_the_front_door()
    return not (is_elsewhere or is_part_of_a_page or ("image/" in accept and "text/html" not in accept))


def _comes_from_the_front_door() -> bool:
    """Whether the Referer is this table's own page over plain HTTP: the page's port, at this machine's address."""
    try:
        front, came = (urlsplit(address) for address in (front_door() or "", request.headers.get("Referer", "")))
        is_its_port = bool(front.netloc) and front.port == came.port
    except ValueError:
        return False
    own = socket.gethostname().lower()
    names = {front.hostname, *current_app.config.get("TILEWATCH_DOORS", ()), own, f"{own.partition('.')[0]}.local"}
    return is_its_port and came.hostname in names


def front_door() -> str | None:
    """Address at which other machines reach this page over plain HTTP (setting TILEWATCH_ADDRESS); None: none."""
    address: str | None = current_app.config.get("TILEWATCH_ADDRESS")
    return address


def is_host() -> bool:
    """Whether the client is the host: the machine at the table, a program with the PIN, or the first device let in."""
    if the_pin().pin is None or _shows_the_pin(request.headers.get("X-Table-Pin")):
        return True
    own, first = session(), [one for one in the_sessions().listed() if one.role == EVERYTHING][:1]
    return is_loopback(request.remote_addr or "") or (own is not None and [own] == first)


def _shows_the_pin(given: str | None) -> bool:
    """Whether the text is the PIN. Wrong texts count as guesses, because a client with a session may send any."""
    pin, address = the_pin(), request.remote_addr or "?"
    if given is None or pin.pause(address) > 0:
        return False
    role = pin.role_of(given)
    if role is None:
        pin.was_wrong(address)
    return role == EVERYTHING


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's loopback address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def device() -> str:
    """An id of the client: its session's or, without one, its address."""
    own = session()
    return (request.remote_addr or "?") if own is None else own.id


def device_name() -> str:
    """A name of the client for people: the seat it says it is at, else its browser and system."""
    seat = unquote(request.headers.get("X-Table-Seat", ""))[:40].strip()
    return seat if seat.isprintable() and seat else device_called(request.headers.get("User-Agent", ""))


def let_in(answer: Response, given: str | None) -> None:
    """Begins a session for a client that shows the PIN. Raises Forbidden, NotWritten."""
    if may_press():
        return
    role, own = role_shown(given), session()
    if own is None or role == EVERYTHING:
        begin_session(answer, the_sessions(), role, over_https=request.is_secure)
    if own is not None and role == EVERYTHING:
        the_sessions().revoke(own.id)


def begin_session(answer: Response, sessions: Sessions, role: str = "", *, over_https: bool) -> None:
    """Begins a session, and sets its cookie in the answer; `role`: what it may do, "": everything. Raises NotWritten.

    `over_https`: whether the session's page is served over HTTPS.
    """
    token = sessions.begin(request.headers.get("User-Agent", ""), role)
    name = cookies_of(sessions, over_https)[0]
    answer.set_cookie(name, token, COOKIE_SECONDS, httponly=True, samesite="Strict", secure=over_https)
