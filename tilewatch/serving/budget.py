"""How many unfinished requests an address may have, and all together: who only connects must not shut the players out.

A connection counts from the moment it is taken, before its TLS, until its first request has been sent whole; and again
while a further request is on its way. One too many is let go before anything is awaited of it. A share stays free for
addresses from which somebody plays already; of those the oldest unfinished one makes room for a new one.
"""

import socket
import threading
from collections import Counter, OrderedDict
from contextlib import suppress

MOST_OF_AN_ADDRESS, MOST_OF_PLAYERS = 200, 600
"""Unfinished requests of one address, and of one from which somebody plays: a hall's phones behind one router come back
all at once. Where an attack comes from there, too, a request has the longer to be sent whole, the more there may be."""
MOST_OF_STRANGERS, MOST = 400, 800
"""Unfinished requests of addresses from which nobody plays, and of all."""
MOST_AT_ONCE = 50
"""Connections let go one after the other before somebody else is served."""
MOST_KNOWN = 1000
"""Addresses that are remembered as those of players."""


class Budget:
    """Counts unfinished requests. Called by the server's loop alone, but closed sockets by any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: OrderedDict[Taken, str] = OrderedDict()
        self._counts = Counter[str]()
        self._players: OrderedDict[str, None] = OrderedDict()

    def takes(self, taken: "Taken", address: str) -> bool:
        """Takes a connection; False: it is one too many."""
        with self._lock:
            is_player, count = address in self._players, self._counts[address]
            is_full = len(self._waiting) >= (MOST if is_player else MOST_OF_STRANGERS)
            if is_full or count >= (MOST_OF_PLAYERS if is_player else MOST_OF_AN_ADDRESS):
                oldest = next((one for one, whose in self._waiting.items() if whose == address), None)
                if not is_player or oldest is None:
                    return False
                self._leave(oldest)
                oldest.cut()
            self._waiting[taken] = address
            self._counts[address] += 1
        return True

    def begin(self, taken: "Taken", address: str) -> None:
        """A further request begins on a connection that had finished its first."""
        with self._lock:
            if taken not in self._waiting:
                self._waiting[taken] = address
                self._counts[address] += 1

    def finish(self, taken: "Taken") -> None:
        """A request was sent whole, or its connection ended."""
        with self._lock:
            self._leave(taken)

    def plays(self, address: str) -> None:
        """Somebody at this address holds a session."""
        with self._lock:
            self._players[address] = None
            self._players.move_to_end(address)
            while len(self._players) > MOST_KNOWN:
                self._players.popitem(last=False)

    def _leave(self, taken: "Taken") -> None:
        address = self._waiting.pop(taken, None)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]


class Taken(socket.socket):
    """A connection that was taken; whatever becomes of it, it leaves the budget when it is closed."""

    budget: Budget

    def close(self) -> None:
        """Closes it."""
        self.budget.finish(self)
        super().close()

    def cut(self) -> None:
        """Ends what is under way on it; whoever serves it hears of that and closes it."""
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


class Door(socket.socket):
    """A listening socket that takes no more than a budget allows."""

    budget: Budget

    def accept(self) -> tuple[socket.socket, object]:
        """The next connection that may stay. Raises BlockingIOError: there is none, or others are served first."""
        for _ in range(MOST_AT_ONCE):
            number, address = self._accept()  # type: ignore[attr-defined]
            taken = Taken(self.family, self.type, self.proto, fileno=number)
            taken.budget = self.budget
            if self.budget.takes(taken, str(address[0])):
                return taken, address
            taken.close()
        raise BlockingIOError


def guarded(listening: socket.socket, budget: Budget) -> Door:
    """The same listening socket, with a budget."""
    door = Door(listening.family, listening.type, listening.proto, fileno=listening.detach())
    door.budget = budget
    return door
