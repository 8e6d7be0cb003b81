"""How a phone comes in: the code that it scans, the page that explains why its browser warns.

A code leads to the page over plain HTTP, which explains the warning and leads on over HTTPS: cameras, and screens that
stay awake, are given to a page only there. A phone that knows this computer already is sent on at once. And the page of
`tilewatch certificate`, where phones find the certificate of this machine's authority.
"""

import socket
from urllib.parse import urlencode, urlsplit

from flask import Blueprint, Flask, Response, current_app, render_template, request

from referee.messages import Message
from web.access import Forbidden, check_pin, front_door, may_press, the_pin
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
    "my-rack",
    "sets",
    "more",
    "matches",
    "players",
)
"""Pages that are a frame and a script of the same name, and that a code may lead to."""
joining = Blueprint("joining", __name__)
STEPS = ("trust.iphone", "trust.android", "trust.again", "trust.undone")
"""Codes of what to do, in this order."""


@joining.get("/qr.svg")
def qr_code() -> Response:
    """The code that lets a phone join: PIN and all for a device that has shown it, else the address alone.

    A PIN that is sent and wrong is refused, and counted.
    """
    given = request.headers.get("X-Table-Pin")
    if given is not None:
        check_pin(given)
    address = phones_address(request.args.get("to"), is_told_pin=may_press() or given is not None)
    if address is None:
        raise Forbidden(404, "this-machine-only")
    return code_of(address)


@joining.get("/here")
def here() -> Response:
    """Nothing, over HTTPS: whoever is answered has a browser that takes this computer's certificate."""
    headers = {"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "no-store"}
    return Response(status=204, headers=headers)


@joining.get("/tilewatch.crt")
def authority() -> Response:
    """The certificate of this machine's own authority, for phones to install; 404 where nobody made one."""
    pem = the_authority()
    if pem is None:
        raise Forbidden(404, "no-authority")
    return authority_file(pem)


def authority_file(pem: bytes) -> Response:
    """An authority's certificate as phones install it."""
    return Response(pem, mimetype="application/x-x509-ca-cert", headers={"Cache-Control": "no-store"})


def the_authority() -> bytes | None:
    """The certificate (PEM) of who vouches for this page over HTTPS; None: nobody does."""
    authority: bytes | None = current_app.config.get("TILEWATCH_AUTHORITY")
    return authority


def leads_on() -> bool:
    """Whether the device that asks came over plain HTTP from elsewhere, and is better off over HTTPS."""
    return secure_address() is not None and not request.is_secure and not _is_safe(request.host)


def explained(to: str | None, pin: str | None) -> Response:
    """The page that says why the browser will warn, and leads on over HTTPS.

    `to`: the screen that is wanted. `pin`: the one the device came with; who may press here is given it, too.
    """
    base = secure_address() or ""
    pin = the_pin().pin if pin is None and may_press() else pin
    plain = None if to == "camera" else entry("/", to, pin, plain="1")
    more = {
        "host": urlsplit(base).hostname,
        "is_safari": _is_safari(),
        "probe": f"{base}here",
        "has_authority": the_authority() is not None,
    }
    answer = frame("secure", to=to, entry=entry(base, to, pin), plain=plain, **more)
    answer.headers["Referrer-Policy"] = "origin"  # so that the page over HTTPS knows who led there
    answer.headers[POLICY] = HEADERS[POLICY] + f"; connect-src 'self' {base.rstrip('/')}"
    return answer


def entry(base: str, to: str | None, pin: str | None, **more: str) -> str:
    """The address under `base` that lets a device in and shows a screen; None: the game."""
    screen = to if to in SCREENS else None
    if pin is None:
        return base + (screen or "") + (f"?{urlencode(more)}" if more else "")
    return f"{base}?{urlencode({'pin': pin, **({'to': screen} if screen else {}), **more})}"


def phones_address(to: str | None = None, is_told_pin: bool = True) -> str | None:
    """Where a phone finds this page, with the PIN if that may be told; None where it is open to this machine only.

    The program says so in the setting TILEWATCH_ADDRESS; else it is how this device came here. `to`: the screen that it
    opens.
    """
    is_here = _is_safe(request.host) or urlsplit(f"//{request.host}").hostname == socket.gethostname()
    base = front_door() or (None if is_here else request.host_url)
    return None if base is None else entry(base, to, the_pin().pin if is_told_pin else None)


def typed_address() -> str | None:
    """The address without the PIN, as one types it."""
    address = phones_address()
    return None if address is None else urlsplit(address).netloc


def secure_address() -> str | None:
    """Where this page is reached over HTTPS, None: nowhere; at the address by which the device that asks came here.

    The program says so in the settings TILEWATCH_SECURE and, for each of its addresses, TILEWATCH_DOORS.
    """
    here = urlsplit(f"//{request.host}").hostname
    address: str | None = current_app.config.get("TILEWATCH_SECURE")
    return current_app.config.get("TILEWATCH_DOORS", {}).get(here) or address


def told_of_phones() -> dict[str, object]:
    """What the card for phones shows: whether they can come in, and to who may press, where and with which PIN."""
    address, knows_pin = typed_address(), may_press()
    return {
        "is_open": address is not None,
        "has_code": address is not None and knows_pin,
        "address": address,
        "secure_address": secure_address(),
        "shown_pin": the_pin().pin if knows_pin else None,
    }


def _is_safari() -> bool:
    """Whether Safari asks, whose warning reads differently; the others on an iPhone name themselves."""
    browser = request.headers.get("User-Agent", "")
    return "Safari/" in browser and not any(other in browser for other in ("Chrome/", "CriOS/", "FxiOS/", "EdgiOS/"))


def _is_safe(host: str) -> bool:
    """Whether browsers give a page at this address everything over plain HTTP: it cannot be another machine's."""
    name = urlsplit(f"//{host}").hostname or ""
    return name in ("localhost", "::1") or name.startswith("127.")


def create_trust_app(pem: bytes, fingerprint: str) -> Flask:
    """The page. `pem`: the authority's certificate, `fingerprint`: its SHA-256 as phones show it."""
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
