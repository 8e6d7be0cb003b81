"""Connections that are idle or too slow are shed: 500 of them must not shut the players out."""

from asyncio import TimerHandle, Transport

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tilewatch.serving.budget import Taken

HEAD_WITHIN = 10.0
"""Seconds for a request's head, from the first moment of a connection on."""
LONGEST_HEAD = 32_000
"""Bytes of a head, cookies and all."""
MOST_OF_AN_ADDRESS = 900
"""Connections of one address: fewer than there are listeners' places, and enough for a hall behind one router."""
OWN_ADDRESSES = ("127.0.0.1", "::1")
"""Programs of this machine: a proxy brings everybody's."""
STALLED = 30.0
"""Seconds for which somebody may take nothing of an answer."""


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
        return len([one for one in clients if one is not None and one[0] == self.client[0]]) > MOST_OF_AN_ADDRESS

    def _wait_for_head(self) -> None:
        self._head = self._head or self.loop.call_later(HEAD_WITHIN, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None
