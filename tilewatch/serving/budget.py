"""Limits the number of connections by trust, so that strangers who only connect cannot shut the players out.

A connection holds a place from its acceptance, before its TLS, until it is closed (places.py). At first only its
address is known; once a request shows that its device was let in, the connection moves to the family's places.
"""

import errno
import socket
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress

from tilewatch.serving.places import Places, Rank

MOST_AT_ONCE = 50
"""Connections refused in a row before other work is done."""
MOST_KNOWN = 1000
"""Largest number of addresses remembered as players'."""
OWN_ADDRESSES = ("127.0.0.1", "::1")
"""Addresses of this machine's programs; a proxy here brings everybody's requests."""
NO_MORE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
"""Error numbers of a system without a descriptor or memory for another connection."""
Heads = Sequence[tuple[bytes, bytes]]
"""A request's headers."""


class Budget:
    """The places for connections. `trusts`: whether a request's headers show a device that was let in."""

    def __init__(self, most: int, trusts: Callable[[Heads], bool] = lambda _headers: False) -> None:
        self.places: Places[Taken] = Places(most)
        self._trusts, self._lock = trusts, threading.Lock()
        self._players: OrderedDict[str, None] = OrderedDict()

    def takes(self, taken: "Taken", address: str) -> bool:
        """Gives a connection a place; False: there is none."""
        if address in OWN_ADDRESSES:
            return self._takes(taken, address, Rank.HOST)
        return self._takes(taken, address, Rank.KNOWN if address in self._players else Rank.STRANGER)

    def asks(self, taken: "Taken", address: str, headers: Heads) -> None:
        """Handles a request's headers: the connection of a device that was let in takes a place kept for the family."""
        if (self.places.rank_of(taken) or Rank.STRANGER) < Rank.FAMILY and self._trusts(headers):
            self.plays(address)
            if not self._takes(taken, address, Rank.FAMILY):
                taken.cut()

    def belongs(self, address: str, headers: Heads) -> bool:
        """Whether a request comes from this machine, from a player's address, or from a device that was let in."""
        return address in OWN_ADDRESSES or address in self._players or self._trusts(headers)

    def plays(self, address: str) -> None:
        """Remembers an address as a player's: a device there was let in."""
        with self._lock:
            self._players[address] = None
            self._players.move_to_end(address)
            while len(self._players) > MOST_KNOWN:
                self._players.popitem(last=False)

    def _takes(self, taken: "Taken", address: str, rank: Rank) -> bool:
        is_taken, gives_up = self.places.take(taken, address, rank)
        if gives_up is not None:
            gives_up.cut()
        return is_taken


class Taken(socket.socket):
    """An accepted connection; it frees its place when it is closed."""

    budget: Budget
    abort: Callable[[], object] | None = None
    """Ends the connection at once, even if nothing is read from it; may be called by any thread."""

    def close(self) -> None:
        """Closes the connection."""
        self.budget.places.leave(self)
        super().close()

    def cut(self) -> None:
        """Shuts the connection down; the server notices and closes it."""
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)
        if self.abort is not None:
            with suppress(RuntimeError):  # its server's loop is closed
                self.abort()

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


class Door(socket.socket):
    """A listening socket that accepts no more connections than a budget allows."""

    budget: Budget
    _is_out = False

    def accept(self) -> tuple[socket.socket, object]:
        """The next connection that gets a place.

        Raises BlockingIOError: there is none, or other work comes first; OSError, once, if the system has no room for
        it, so that the server tries again later.
        """
        was_out, self._is_out = self._is_out, False
        if was_out:
            raise BlockingIOError
        for _ in range(MOST_AT_ONCE):
            taken, address = self._take()
            if self.budget.takes(taken, str(address[0])):
                return taken, address
            taken.close()
        raise BlockingIOError

    def _take(self) -> tuple[Taken, tuple[object, ...]]:
        try:
            number, address = self._accept()  # type: ignore[attr-defined]
        except OSError as error:
            if error.errno in NO_MORE:
                self._is_out = True
                if (oldest := self.budget.places.oldest_stranger()) is not None:
                    oldest.cut()
            raise
        taken = Taken(self.family, self.type, self.proto, fileno=number)
        taken.budget = self.budget
        return taken, address


def guarded(listening: socket.socket, budget: Budget) -> Door:
    """The same listening socket, with a budget."""
    door = Door(listening.family, listening.type, listening.proto, fileno=listening.detach())
    door.budget = budget
    return door
