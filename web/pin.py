"""The table's PIN, how often it may be guessed, and passes that are shown in its place."""

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

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
