"""The table's PIN, how often it may be guessed, and the sessions that it trades for.

A device that showed the PIN once holds a random token until somebody revokes it. Only a token's hash is written down:
whoever reads the database cannot press buttons with it. A pass, shown in the PIN's place, lets one device in.
"""

import hashlib
import hmac
import re
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from web.decoding import Record
from web.kept import KeepsNotes

FREE_ATTEMPTS = 4
"""Wrong PINs of an address before the first pause: thumbs slip."""
PAUSES = (2.0, 5.0, 15.0, 30.0, 60.0)
"""Seconds of pause after each further wrong PIN of an address."""
MOST_ADDRESSES = 1000
"""Addresses whose attempts are remembered."""
PASS_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""What a pass is made of, which lets one device in while somebody guesses the PIN: no letters that look alike."""
PASS_LENGTH, PASS_SECONDS = 8, 300.0
"""Letters of a pass, and for how long it holds: nobody guesses 40 bits in 5 minutes, so that it is compared whoever
guesses."""
GUESSING_FOR = 180.0
"""Seconds for which who guessed is told of: however slowly somebody guesses on, a guess is compared within less."""
AT_ONCE = 20
"""Wrong PINs of all addresses together before they pause, too."""
SECONDS_EACH = 45.0
"""Seconds in which one more is let through: at most 100 are compared in an hour, and a six-digit PIN takes half a year
to guess, from however many addresses."""
NOTE = "sessions"
MOST_SESSIONS = 200
"""Devices that may press buttons at once; of more, the oldest has to show the PIN again."""
MOST_OF_A_ROLE = 4
"""Devices that hold one invitation's role: whoever opens it again and again turns out nobody but its own."""
LONGEST_DEVICE = 80
"""Letters of a device's name that are kept."""
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


@dataclass
class Pin:
    """The table's PIN (None: everybody may press the buttons), and who guessed wrong how often."""

    pin: str | None
    clock: Callable[[], float] = time.monotonic
    _wrong: dict[str, tuple[int, float]] = field(default_factory=dict)
    _right: set[str] = field(default_factory=set)
    _passes: dict[str, float] = field(default_factory=dict)
    _level: float = 0.0
    _since: float = 0.0

    def is_right(self, given: str) -> bool:
        """Compares in constant time, whatever was given."""
        return self.pin is None or hmac.compare_digest(given.encode("utf-8", "replace"), self.pin.encode())

    def new_pass(self) -> str:
        """What one device may show in the PIN's place, once, within PASS_SECONDS."""
        made = "".join(secrets.choice(PASS_LETTERS) for _ in range(PASS_LENGTH))
        self._passes = {one: until for one, until in self._passes.items() if until > self.clock()}
        self._passes[made] = self.clock() + PASS_SECONDS
        return made

    def takes_pass(self, given: str) -> bool:
        """Whether a pass was given that nobody used yet; it is used up with that."""
        typed = "".join(given.upper().split())
        return len(typed) == PASS_LENGTH and self._passes.pop(typed, 0.0) > self.clock()

    def guessing(self) -> tuple[str, ...]:
        """The addresses that guessed of late, oftener than a thumb slips or many at once; the newest first."""
        since, least = self.clock() - GUESSING_FOR, 1 if self._all_wait() > 0 else FREE_ATTEMPTS + 1
        guessed = [(last, address) for address, (times, last) in list(self._wrong.items()) if times >= least]
        return tuple(address for last, address in sorted(guessed, reverse=True) if last >= since)

    def pause(self, address: str) -> float:
        """Seconds for which nothing from this address is compared at all.

        An address that has shown the right PIN does not suffer from what others guess.
        """
        attempts, moment = self._wrong.get(address, (0, 0.0))
        own = 0.0
        if attempts > FREE_ATTEMPTS:
            own = moment + PAUSES[min(attempts - FREE_ATTEMPTS, len(PAUSES)) - 1] - self.clock()
        return max(0.0, own, 0.0 if address in self._right else self._all_wait())

    def was_wrong(self, address: str) -> None:
        """Counts a wrong attempt."""
        if address not in self._wrong and len(self._wrong) >= MOST_ADDRESSES:
            del self._wrong[min(self._wrong, key=lambda known: self._wrong[known][1])]
        self._wrong[address] = (self._wrong.get(address, (0, 0.0))[0] + 1, self.clock())
        self._right.discard(address)
        self._level, self._since = self._guessed() + 1, self.clock()

    def was_right(self, address: str) -> None:
        """Forgives the wrong attempts of an address."""
        self._wrong.pop(address, None)
        if len(self._right) < MOST_ADDRESSES:
            self._right.add(address)

    def _all_wait(self) -> float:
        """Seconds for which every address waits that has not shown the right PIN; below 0: none does."""
        return (self._guessed() - AT_ONCE + 1) * SECONDS_EACH

    def _guessed(self) -> float:
        """Wrong attempts of all addresses, those forgotten that time has made up for."""
        return max(0.0, self._level - (self.clock() - self._since) / SECONDS_EACH)


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
