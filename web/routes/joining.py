"""How a phone joins: the QR code that it scans, and the page that explains its browser's warning.

A code leads to the page over plain HTTP, which explains the warning and leads on to HTTPS, because browsers allow
cameras and screens that stay awake only over HTTPS. A phone that trusts this computer already is sent on at once. This
file also has the page of `tilewatch certificate`, where phones get the certificate of this machine's authority.
"""

import socket
from urllib.parse import urlencode, urlsplit

from flask import Blueprint, Flask, Response, current_app, render_template, request

from referee.messages import Message
from web.access import Forbidden, check_host, check_pin, front_door, may_play, may_press, the_pin
from web.files import keep_files
from web.routes.frames import POLICY, code_of, frame
from web.security import HEADERS, secure
from web.wording.catalogue import said, speak_languages

SCREENS = (
    "setup",
    "check",
    "camera",
    "turns",
    "racks",
    "scores",
    "tv",
    "middle",
    "my-rack",
    "sets",
    "more",
    "matches",
    "players",
)
"""Pages that are a frame and a script of the same name, and that a code may lead to."""
joining = Blueprint("joining", __name__)
STEPS = ("trust.iphone", "trust.android", "trust.again", "trust.undone")
"""Message codes of the instructions for trusting this computer, in order."""


@joining.get("/qr.svg")
def qr_code() -> Response:
    """The QR code that lets a phone join: with the PIN for a device that was let in, else with the address alone.

    It lets a guest in; with `as=host` another host, if the host asks. A wrong PIN in the request is refused, and
    counted.
    """
    given = request.headers.get("X-Table-Pin")
    if given is not None:
        check_pin(given)
    if request.args.get("as") == "host":
        check_host()
        address = phones_address(request.args.get("to"), the_pin().pin)
    else:
        address = phones_address(request.args.get("to"), guests_pin() if may_play() or given is not None else None)
    if address is None:
        raise Forbidden(404, "this-machine-only")
    return code_of(address)


@joining.get("/here")
def here() -> Response:
    """An empty answer over HTTPS: a browser that gets it trusts this computer's certificate."""
    headers = {"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "no-store"}
    return Response(status=204, headers=headers)


@joining.get("/tilewatch.crt")
def authority() -> Response:
    """The certificate of this machine's own authority, for phones to install; 404 if there is none."""
    pem = the_authority()
    if pem is None:
        raise Forbidden(404, "no-authority")
    return authority_file(pem)


def authority_file(pem: bytes) -> Response:
    """An authority's certificate in the form that phones install."""
    return Response(pem, mimetype="application/x-x509-ca-cert", headers={"Cache-Control": "no-store"})


def the_authority() -> bytes | None:
    """The certificate (PEM) of the authority behind this page's HTTPS; None: there is none."""
    authority: bytes | None = current_app.config.get("TILEWATCH_AUTHORITY")
    return authority


def leads_on() -> bool:
    """Whether the client came over plain HTTP from another machine, and should change to HTTPS."""
    return secure_address() is not None and not request.is_secure and not _is_safe(request.host)


def explained(to: str | None, pin: str | None) -> Response:
    """The page that explains the browser's warning, and leads on to HTTPS.

    `to`: the screen that is wanted. `pin`: the PIN that the client brought; without a PIN, a client that may press gets
    the PIN of its own role.
    """
    base = secure_address() or ""
    if pin is None:
        pin = the_pin().pin if may_press() else guests_pin() if may_play() else None
    plain = None if to == "camera" else entry("/", to, pin, plain="1")
    more = {
        "host": urlsplit(base).hostname,
        "is_safari": _is_safari(),
        "probe": f"{base}here",
        "has_authority": the_authority() is not None,
    }
    answer = frame("secure", to=to, entry=entry(base, to, pin), plain=plain, **more)
    answer.headers["Referrer-Policy"] = "origin"  # tells the page over HTTPS which page led to it
    answer.headers[POLICY] = HEADERS[POLICY] + f"; connect-src 'self' {base.rstrip('/')}"
    return answer


def entry(base: str, to: str | None, pin: str | None, **more: str) -> str:
    """The address under `base` that lets a device in and opens screen `to`; None: the game."""
    screen = to if to in SCREENS else None
    if pin is None:
        return base + (screen or "") + (f"?{urlencode(more)}" if more else "")
    return f"{base}?{urlencode({'pin': pin, **({'to': screen} if screen else {}), **more})}"


def guests_pin() -> str | None:
    """The PIN with which a guest's device may play; None: none is needed."""
    pin = the_pin()
    return pin.pin if pin.play is None else pin.play


def phones_address(to: str | None = None, pin: str | None = None) -> str | None:
    """The address at which a phone finds this page, with the PIN if given; None: only this machine can reach it.

    The setting TILEWATCH_ADDRESS gives the address; otherwise the address that the client used is taken. `to`: the
    screen that it opens.
    """
    is_here = _is_safe(request.host) or urlsplit(f"//{request.host}").hostname == socket.gethostname()
    base = front_door() or (None if is_here else request.host_url)
    return None if base is None else entry(base, to, pin)


def typed_address() -> str | None:
    """The address without PIN and scheme, for typing; None: there is none."""
    address = phones_address()
    return None if address is None else urlsplit(address).netloc


def secure_address() -> str | None:
    """The address of this page over HTTPS, at the host that the client used; None: there is none.

    It comes from the settings TILEWATCH_SECURE and, for each of the machine's addresses, TILEWATCH_DOORS.
    """
    here = urlsplit(f"//{request.host}").hostname
    address: str | None = current_app.config.get("TILEWATCH_SECURE")
    return current_app.config.get("TILEWATCH_DOORS", {}).get(here) or address


def told_of_phones() -> dict[str, object]:
    """Values for the card for phones: whether phones can join; for clients that may press, address and PIN."""
    address, knows_pin = typed_address(), may_play()
    return {
        "is_open": address is not None,
        "has_code": address is not None and knows_pin,
        "address": address,
        "secure_address": secure_address(),
        "shown_pin": guests_pin() if knows_pin else None,
        "hosts_pin": the_pin().pin if may_press() and the_pin().play else None,
    }


def _is_safari() -> bool:
    """Whether the client is Safari, whose warning reads differently; other browsers on an iPhone name themselves."""
    browser = request.headers.get("User-Agent", "")
    return "Safari/" in browser and not any(other in browser for other in ("Chrome/", "CriOS/", "FxiOS/", "EdgiOS/"))


def _is_safe(host: str) -> bool:
    """Whether browsers trust a page at this address over plain HTTP, because it is on their own machine."""
    name = urlsplit(f"//{host}").hostname or ""
    return name in ("localhost", "::1") or name.startswith("127.")


def create_trust_app(pem: bytes, fingerprint: str) -> Flask:
    """The page of `tilewatch certificate`. `pem`: the authority's; `fingerprint`: its SHA-256 as phones show it."""
    app = Flask("web")
    secure(app)
    speak_languages(app)
    keep_files(app)

    @app.get("/")
    def how() -> str:
        return render_template("trust.html", fingerprint=fingerprint, steps=[said(Message(step)) for step in STEPS])

    @app.get("/tilewatch.crt")
    def certificate() -> Response:
        return authority_file(pem)

    return app
