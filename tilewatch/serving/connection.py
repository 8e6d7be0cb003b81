"""One connection in the server: time limits for its requests, and the trust that its requests show."""

from asyncio import TimerHandle, Transport
from functools import partial

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tilewatch.serving.budget import Taken

HEAD_WITHIN = 10.0
"""Seconds for a request's head, from the start of the connection; for a later request from its first bytes."""
LONGEST_HEAD = 32_000
"""Bytes of the longest head, cookies included."""
STALLED = 30.0
"""Seconds for which a client may read nothing of an answer."""


class ImpatientProtocol(HttpToolsProtocol):
    """One connection with time limits. Once a request's head has come, the gateway limits the time for its body."""

    _head: TimerHandle | None = None
    _stalled: TimerHandle | None = None
    _received = 0
    _taken: Taken | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Starts the time limit for a request's head."""
        super().connection_made(transport)
        held = getattr(transport.get_extra_info("socket"), "_sock", None)
        if isinstance(held, Taken):
            self._taken = held
            held.abort = partial(self.loop.call_soon_threadsafe, transport.abort)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Takes received bytes, and ends the connection if the head is too long."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._received += len(data)
            self._wait_for_head()
            if self._received > LONGEST_HEAD:
                self.transport.abort()

    def on_headers_complete(self) -> None:
        """Ends the time limit for the head, and shows the headers to the budget, which may trust the client more."""
        self._received = 0
        self._stop_waiting()
        if self._taken is not None and self.client is not None:
            self._taken.budget.asks(self._taken, self.client[0], self.headers)
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends all time limits."""
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Starts the time limit for a client that reads nothing."""
        super().pause_writing()
        self._stalled = self._stalled or self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        """Ends the time limit for a client that reads nothing."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _wait_for_head(self) -> None:
        self._head = self._head or self.loop.call_later(HEAD_WITHIN, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None
