"""How many unfinished requests an address may have, and all together: who only connects must not shut the players out.

A connection counts from the moment it is taken, before its TLS, until its first request has been sent whole; and again
while a further request is on its way. One too many is let go before anything is awaited of it. A share stays free for
addresses from which somebody plays already; of those the oldest unfinished one makes room for a new one. Connections
that are idle or too slow are shed: 500 of them must not shut the players out.
"""

import socket
import threading
from asyncio import TimerHandle, Transport
from collections import Counter, OrderedDict
from contextlib import suppress

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_OF_AN_ADDRESS, MOST_OF_PLAYERS = 200, 600
"""Unfinished requests of one address, and of one from which somebody plays: a hall's phones behind one router come back
all at once. Where an attack comes from there, too, a request has the longer to be sent whole, the more there may be."""
MOST_OF_STRANGERS, MOST = 400, 800
"""Unfinished requests of addresses from which nobody plays, and of all."""
MOST_AT_ONCE = 50
"""Connections let go one after the other before somebody else is served."""
MOST_KNOWN = 1000
"""Addresses that are remembered as those of players."""
HEAD_WITHIN = 10.0
"""Seconds for a request's head, from the first moment of a connection on."""
LONGEST_HEAD = 32_000
"""Bytes of a head, cookies and all."""
MOST_OPEN_OF_AN_ADDRESS = 900
"""Connections of one address: fewer than there are listeners' places, and enough for a hall behind one router."""
OWN_ADDRESSES = ("127.0.0.1", "::1")
"""Programs of this machine: a proxy brings everybody's."""
STALLED = 30.0
"""Seconds for which somebody may take nothing of an answer."""


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


class ImpatientProtocol(HttpToolsProtocol):
    """One connection. Once a request's head is there, how slowly its body may come is the gateway's to say."""

    _head: TimerHandle | None = None
    _stalled: TimerHandle | None = None
    _received = 0
    _taken: Taken | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Waits for a request."""
        super().connection_made(transport)
        held = getattr(transport.get_extra_info("socket"), "_sock", None)
        self._taken = held if isinstance(held, Taken) else None
        self._wait_for_head()
        if self._is_one_too_many():
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Takes what was sent."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._received += len(data)
            self._wait_for_head()
            if self._received > LONGEST_HEAD:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """A request's first bytes came: it is unfinished from now on, also where it is not the connection's first."""
        super().on_message_begin()
        if self._taken is not None and self.client is not None:
            self._taken.budget.begin(self._taken, self.client[0])

    def on_message_complete(self) -> None:
        """The request was sent whole."""
        super().on_message_complete()
        if self._taken is not None:
            self._taken.budget.finish(self._taken)

    def on_headers_complete(self) -> None:
        """A request begins."""
        self._received = 0
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits any more."""
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Whoever asked takes nothing."""
        super().pause_writing()
        self._stalled = self._stalled or self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        """Whoever asked takes something again."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _is_one_too_many(self) -> bool:
        """Whether its address has taken its places already: one device must not take everybody's."""
        if self.client is None or self.client[0] in OWN_ADDRESSES:
            return False
        clients = [getattr(one, "client", None) for one in self.connections]
        return len([one for one in clients if one is not None and one[0] == self.client[0]]) > MOST_OPEN_OF_AN_ADDRESS

    def _wait_for_head(self) -> None:
        self._head = self._head or self.loop.call_later(HEAD_WITHIN, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None
