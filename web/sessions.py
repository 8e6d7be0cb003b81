"""The table's PIN, the limits on guessing it, and the sessions that it is exchanged for.

A device that showed the PIN once holds a random token until it is revoked. Only a token's hash is stored, so that a
reader of the database cannot press buttons. A pass lets one device in instead of the PIN.
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
"""Wrong PINs of an address before its first pause, because people mistype."""
PAUSES = (2.0, 5.0, 15.0, 30.0, 60.0)
"""Seconds of pause after each further wrong PIN of an address."""
MOST_ADDRESSES = 1000
"""Addresses whose attempts are remembered."""
PASS_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Characters of a pass, without any that look alike. A pass lets one device in while the PIN is being guessed."""
PASS_LENGTH = 8
"""Letters of a pass: 40 bits cannot be guessed while it is valid, so it is checked even while addresses have to
wait."""
PASS_SECONDS = 300.0
"""Seconds for which a pass is valid."""
GUESSING_FOR = 180.0
"""Seconds for which an address that guessed is reported: longer than any pause between two compared guesses."""
AT_ONCE = 20
"""Wrong PINs of all addresses together before all have to pause."""
SECONDS_EACH = 45.0
"""Seconds for one further attempt by all addresses together: at most 100 are compared in an hour, and a six-digit PIN
takes half a year to guess, from any number of addresses."""
EVERYTHING, PLAY = "", "play"
"""Roles of a session's device: everything the host may do, or the game's presses, its own rack and its own seat."""
NOTE = "sessions"
MOST_SESSIONS = 200
"""Devices with a session; beyond that the oldest has to show the PIN again."""
MOST_OF_A_ROLE = 4
"""Devices that one invitation lets in; further devices replace the oldest of the same invitation."""
LONGEST_DEVICE = 80
"""Letters of a device's name that are stored."""
BROWSERS: Sequence[tuple[str, str]] = (
    (r"\bEdg(e|A|iOS)?/", "Edge"),
    (r"\b(OPR|Opera)/", "Opera"),
    (r"\bSamsungBrowser/", "Samsung Internet"),
    (r"\b(Firefox|FxiOS)/", "Firefox"),
    (r"\b(Chrome|CriOS|Chromium|HeadlessChrome)/", "Chrome"),
    (r"\bSafari/", "Safari"),
)
"""Patterns of browsers' names, the more special ones first: most browsers also claim to be Safari."""
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
    """The table's PIN (None: everybody may press the buttons), and the wrong attempts."""

    pin: str | None
    clock: Callable[[], float] = time.monotonic
    play: str | None = None
    """The guests' PIN, which only lets a device play; None: there is none, and the PIN lets everybody in."""
    _wrong: dict[str, tuple[int, float]] = field(default_factory=dict)
    _right: set[str] = field(default_factory=set)
    _passes: dict[str, float] = field(default_factory=dict)
    _level: float = 0.0
    _since: float = 0.0

    def is_right(self, given: str) -> bool:
        """Whether the text is the PIN, compared in constant time."""
        return self.pin is None or hmac.compare_digest(given.encode("utf-8", "replace"), self.pin.encode())

    def role_of(self, given: str) -> str | None:
        """The role of a device that shows this text: EVERYTHING, PLAY, or None: the text is wrong."""
        if self.is_right(given):
            return EVERYTHING
        plays = self.play is not None and hmac.compare_digest(given.encode("utf-8", "replace"), self.play.encode())
        return PLAY if plays else None

    def new_pass(self) -> str:
        """A new pass, which lets one device in, once, within PASS_SECONDS."""
        made = "".join(secrets.choice(PASS_LETTERS) for _ in range(PASS_LENGTH))
        self._passes = {one: until for one, until in self._passes.items() if until > self.clock()}
        self._passes[made] = self.clock() + PASS_SECONDS
        return made

    def takes_pass(self, given: str) -> bool:
        """Whether the text is a valid pass; the pass is used up by that."""
        typed = "".join(given.upper().split())
        return len(typed) == PASS_LENGTH and self._passes.pop(typed, 0.0) > self.clock()

    def guessing(self) -> tuple[str, ...]:
        """The addresses that guessed lately, more often than people mistype or many at once; the newest first."""
        since, least = self.clock() - GUESSING_FOR, 1 if self._all_wait() > 0 else FREE_ATTEMPTS + 1
        guessed = [(last, address) for address, (times, last) in list(self._wrong.items()) if times >= least]
        return tuple(address for last, address in sorted(guessed, reverse=True) if last >= since)

    def pause(self, address: str) -> float:
        """Seconds for which nothing from this address is compared.

        An address that has shown the right PIN does not wait for others' guesses.
        """
        attempts, moment = self._wrong.get(address, (0, 0.0))
        own = 0.0
        if attempts > FREE_ATTEMPTS:
            own = moment + PAUSES[min(attempts - FREE_ATTEMPTS, len(PAUSES)) - 1] - self.clock()
        return max(0.0, own, 0.0 if address in self._right else self._all_wait())

    def was_wrong(self, address: str) -> None:
        """Counts a wrong attempt of an address."""
        if address not in self._wrong and len(self._wrong) >= MOST_ADDRESSES:
            del self._wrong[min(self._wrong, key=lambda known: self._wrong[known][1])]
        self._wrong[address] = (self._wrong.get(address, (0, 0.0))[0] + 1, self.clock())
        self._right.discard(address)
        self._level, self._since = self._guessed() + 1, self.clock()

    def was_right(self, address: str) -> None:
        """Forgets the wrong attempts of an address."""
        self._wrong.pop(address, None)
        if len(self._right) < MOST_ADDRESSES:
            self._right.add(address)

    def _all_wait(self) -> float:
        """Seconds that every address must wait that has not shown the right PIN; negative or 0: no wait."""
        return (self._guessed() - AT_ONCE + 1) * SECONDS_EACH

    def _guessed(self) -> float:
        """Wrong attempts of all addresses, less one for every SECONDS_EACH since."""
        return max(0.0, self._level - (self.clock() - self._since) / SECONDS_EACH)


class Session(Record, frozen=True):
    """A device's session: its name, and since when (seconds since the epoch) it may press buttons."""

    id: str
    token: str
    """The token's hash."""
    device: str
    since: float
    role: str = ""
    """EVERYTHING, PLAY, or an invitation's role."""


class SessionsNote(Record, frozen=True):
    """Every session, the oldest first."""

    sessions: tuple[Session, ...] = ()
    name: str = ""
    """Suffix of this table's cookie, unique among tables on the same machine; "": not chosen yet."""


class Sessions:
    """The sessions of a table, stored in its notes."""

    def __init__(self, table: KeepsNotes) -> None:
        self._table, self._lock = table, threading.Lock()
        note = table.notes.read(NOTE, SessionsNote) or SessionsNote()
        self.name = note.name or secrets.token_hex(4)
        """Suffix of this table's cookie; it is stored with the first session."""
        self._by_token = {session.token: session for session in note.sessions}

    def begin(self, device: str, role: str = "") -> str:
        """Begins a session, and returns its token. Raises NotWritten."""
        token = secrets.token_urlsafe(32)
        session = Session(secrets.token_hex(4), hashed(token), device[:LONGEST_DEVICE], time.time(), role)
        with self._lock:
            self._keep([*self._with_room_for(role), session])
        return token

    def _with_room_for(self, role: str) -> list[Session]:
        """The sessions without the oldest of this role, if there are too many."""
        most = MOST_SESSIONS if role in (EVERYTHING, PLAY) else MOST_OF_A_ROLE
        alike = [session.id for session in self._by_token.values() if session.role == role]
        gone = alike[: max(0, len(alike) + 1 - most)]
        return [session for session in self._by_token.values() if session.id not in gone]

    def of(self, token: str) -> Session | None:
        """The session of a token; None: there is none, or it was revoked."""
        return self._by_token.get(hashed(token)) if token else None

    def listed(self) -> list[Session]:
        """Every session, the oldest first."""
        return list(self._by_token.values())

    def revoke(self, id_: str) -> bool:
        """Ends a session; returns whether the session existed. Raises NotWritten."""
        with self._lock:
            others = [session for session in self._by_token.values() if session.id != id_]
            was_there = len(others) < len(self._by_token)
            self._keep(others)
        return was_there

    def give_back(self, session: Session) -> None:
        """Restores a session that was ended. Raises NotWritten."""
        with self._lock:
            self._keep([*self._with_room_for(session.role), session])

    def end_roles(self) -> None:
        """Ends every session that an invitation began; sessions of the PIN stay. Raises NotWritten."""
        with self._lock:
            self._keep([session for session in self._by_token.values() if not session.role])

    def _keep(self, sessions: list[Session]) -> None:
        self._table.notes.write(NOTE, SessionsNote(tuple(sessions), self.name))
        self._by_token = {session.token: session for session in sessions}


def hashed(secret: str) -> str:
    """The hash of a secret as it is stored; secrets are random, so no salt is needed."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def device_called(header: str) -> str:
    """A device's name from its User-Agent header; for a program that is no browser, the program's name.

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
