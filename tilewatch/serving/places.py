"""Divides the places for connections by trust: trusted clients never wait for strangers.

Each rank has places of its own. If a rank's places are all taken, the address with the most gives up its oldest: a
newcomer always gets a place, and many connections of one address compete only with each other.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from enum import IntEnum
from typing import Generic, TypeVar


class Rank(IntEnum):
    """How far a client is trusted; `KNOWN`: its address is a player's, but the client is not identified yet."""

    STRANGER = 0
    KNOWN = 1
    FAMILY = 2
    HOST = 3


EIGHTHS = {Rank.STRANGER: 2, Rank.KNOWN: 1, Rank.FAMILY: 3, Rank.HOST: 2}
"""Eighths of all places that each rank has."""
COMES_AGAIN = 100
"""Times per second that an address may replace its own oldest place by a new one."""
H = TypeVar("H", bound=Hashable)


class Places(Generic[H]):
    """The places, `most` in all, and who holds them. May be called by any thread."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._most = {rank: max(1, part * most // 8) for rank, part in EIGHTHS.items()}
        self._count = dict.fromkeys(Rank, 0)
        self._taken: dict[Rank, dict[str, OrderedDict[H, float]]] = {rank: {} for rank in Rank}
        self._ranks: dict[H, tuple[Rank, str]] = {}
        self._again, self._since = 0.0, clock()

    def take(self, one: H, whose: str, rank: Rank) -> tuple[bool, H | None]:
        """Gives `one` a place; returns whether it got one, and the holder who loses a place for it, or None. A holder
        changes its rank.
        """
        with self._lock:
            gives_up = None
            if self._count[rank] >= self._most[rank]:
                gives_up = self._who_gives_up(whose, rank)
                if gives_up is None:
                    return False, None
                self._leave(gives_up)
            self._leave(one)
            self._ranks[one] = rank, whose
            self._taken[rank].setdefault(whose, OrderedDict())[one] = self._clock()
            self._count[rank] += 1
        return True, gives_up

    def leave(self, one: H) -> None:
        """Frees the place of `one`."""
        with self._lock:
            self._leave(one)

    def rank_of(self, one: H) -> Rank | None:
        """The rank of a holder; None: it has no place."""
        return self._ranks.get(one, (None, ""))[0]

    def oldest_stranger(self) -> H | None:
        """The stranger to cut first if even the system has no room; None: there is no stranger."""
        with self._lock:
            strangers = self._taken[Rank.STRANGER]
            return next(iter(_greediest(strangers)), None) if strangers else None

    def _who_gives_up(self, whose: str, rank: Rank) -> H | None:
        """The holder to be displaced: the oldest of the address with the most places; None: that is the newcomer's own
        address, and it came too often.
        """
        taken = self._taken[rank]
        own, greediest = taken.get(whose, OrderedDict[H, float]()), _greediest(taken)
        if len(own) < len(greediest):
            return next(iter(greediest))
        return next(iter(own)) if self._may_come_again() else None

    def _may_come_again(self) -> bool:
        """Whether an address may replace a place of its own now."""
        now = self._clock()
        self._again = max(0.0, self._again - (now - self._since) * COMES_AGAIN)
        self._since = now
        if self._again > COMES_AGAIN - 1:
            return False
        self._again += 1
        return True

    def _leave(self, one: H) -> None:
        rank, whose = self._ranks.pop(one, (None, ""))
        if rank is None:
            return
        of_address = self._taken[rank][whose]
        del of_address[one]
        self._count[rank] -= 1
        if not of_address:
            del self._taken[rank][whose]


def _greediest(taken: Mapping[str, OrderedDict[H, float]]) -> OrderedDict[H, float]:
    """The places of the address that holds the most."""
    return max(taken.values(), key=lambda places: len(places))
