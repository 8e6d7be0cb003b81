"""The sessions that the PIN trades for, and what people call the device that has one.

A device that showed the PIN once holds a random token until somebody revokes it. Only a token's hash is written down:
whoever reads the database cannot press buttons with it.
"""

import hashlib
import re
import secrets
import threading
import time
from collections.abc import Sequence

from web.decoding import Record
from web.kept import KeepsNotes

NOTE = "sessions"
MOST_SESSIONS = 200
"""Devices that may press buttons at once; of more, the oldest has to show the PIN again."""
MOST_OF_A_ROLE = 4
"""Devices that hold one invitation's role: whoever opens it again and again turns out nobody but its own."""
LONGEST_DEVICE = 80
"""Letters of a device's name that are kept."""


class Session(Record, frozen=True):
    """One device: how it calls itself, and since when (seconds of the calendar) it may press buttons."""

    id: str
    token: str
    """The token's hash."""
    device: str
    since: float
    role: str = ""
    """What it may do: everything, or what an invitation said."""


class SessionsNote(Record, frozen=True):
    """Every session, the oldest first."""

    sessions: tuple[Session, ...] = ()
    name: str = ""
    """What tells this table's cookie from those of others on the same machine; "": it was not needed yet."""


class Sessions:
    """The sessions of a table, which keeps a note of them."""

    def __init__(self, table: KeepsNotes) -> None:
        self._table, self._lock = table, threading.Lock()
        note = table.notes.read(NOTE, SessionsNote) or SessionsNote()
        self.name = note.name or secrets.token_hex(4)
        """What this table's cookie is called after; it is kept with the first session."""
        self._by_token = {session.token: session for session in note.sessions}

    def begin(self, device: str, role: str = "") -> str:
        """A new session; its token. Raises NotWritten."""
        token = secrets.token_urlsafe(32)
        session = Session(secrets.token_hex(4), hashed(token), device[:LONGEST_DEVICE], time.time(), role)
        with self._lock:
            self._keep([*self._with_room_for(role), session])
        return token

    def _with_room_for(self, role: str) -> list[Session]:
        """Every session without the oldest of those of a role, where there are too many of it."""
        most = MOST_OF_A_ROLE if role else MOST_SESSIONS
        alike = [session.id for session in self._by_token.values() if session.role == role]
        gone = alike[: max(0, len(alike) + 1 - most)]
        return [session for session in self._by_token.values() if session.id not in gone]

    def of(self, token: str) -> Session | None:
        """The session of a token; None: there is none (any more)."""
        return self._by_token.get(hashed(token)) if token else None

    def listed(self) -> list[Session]:
        """Every session, the oldest first."""
        return list(self._by_token.values())

    def revoke(self, id_: str) -> bool:
        """Ends a session; whether there was one of that id. Raises NotWritten."""
        with self._lock:
            others = [session for session in self._by_token.values() if session.id != id_]
            was_there = len(others) < len(self._by_token)
            self._keep(others)
        return was_there

    def end_roles(self) -> None:
        """Ends every session that an invitation began; those of the PIN stay. Raises NotWritten."""
        with self._lock:
            self._keep([session for session in self._by_token.values() if not session.role])

    def _keep(self, sessions: list[Session]) -> None:
        self._table.notes.write(NOTE, SessionsNote(tuple(sessions), self.name))
        self._by_token = {session.token: session for session in sessions}


def hashed(secret: str) -> str:
    """A secret as it is written down: random, so that no salt is needed."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


BROWSERS: Sequence[tuple[str, str]] = (
    (r"\bEdg(e|A|iOS)?/", "Edge"),
    (r"\b(OPR|Opera)/", "Opera"),
    (r"\bSamsungBrowser/", "Samsung Internet"),
    (r"\b(Firefox|FxiOS)/", "Firefox"),
    (r"\b(Chrome|CriOS|Chromium|HeadlessChrome)/", "Chrome"),
    (r"\bSafari/", "Safari"),
)
"""How a browser names itself, the more special ones first: most of them say that they are Safari, too."""
SYSTEMS: Sequence[tuple[str, str]] = (
    (r"\biPhone\b", "iPhone"),
    (r"\biPad\b", "iPad"),
    (r"\bAndroid\b", "Android"),
    (r"\bWindows\b", "Windows"),
    (r"\bMac OS X\b", "Mac"),
    (r"\bCrOS\b", "Chromebook"),
    (r"\bLinux\b", "Linux"),
)


def device_called(header: str) -> str:
    """A device by its User-Agent header; a program that is no browser is called what it calls itself.

    >>> device_called("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537")
    'Chrome on Linux'
    >>> device_called("curl/8.5.0")
    'curl'
    """
    browser, system = (_first(header, known) for known in (BROWSERS, SYSTEMS))
    if browser is None:
        return system or header.partition("/")[0][:40].strip() or "?"
    return f"{browser} on {system}" if system else browser


def _first(header: str, known: Sequence[tuple[str, str]]) -> str | None:
    return next((name for pattern, name in known if re.search(pattern, header)), None)
