"""A proxy before a server, which a test may cut or let hang at any time."""

import selectors
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress


class Wire:
    """Forwards connections from `port` to a server's port on loopback.

    While `hangs` it forwards nothing. `lose_answer_to`: closes the connection when the server answers a message that
    holds these bytes, before the answer is forwarded.
    """

    def __init__(self, to: int) -> None:
        self._to, self._listening = to, socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.hangs, self.lose_answer_to = threading.Event(), b""
        self.lost = 0
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Closes all connections; new connections are accepted."""
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Closes the proxy."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        with client, suppress(OSError), socket.create_connection(("127.0.0.1", self._to)) as server:
            self._ends += [client, server]
            asked_it = False
            for said, is_clients in self._said(client, server):
                if is_clients:
                    asked_it = bool(self.lose_answer_to) and self.lose_answer_to in said
                elif asked_it:
                    self.lost += 1
                    return
                (server if is_clients else client).sendall(said)

    def _said(self, client: socket.socket, server: socket.socket) -> Iterator[tuple[bytes, bool]]:
        """The bytes that one end sends, and whether it is the client; until one end closes the connection."""
        with selectors.DefaultSelector() as ready:
            for end in (client, server):
                ready.register(end, selectors.EVENT_READ)
            while True:
                for key, _ in ready.select():
                    while self.hangs.is_set():
                        time.sleep(0.02)
                    end = client if key.fileobj is client else server
                    said = end.recv(65536)
                    if not said:
                        return
                    yield said, end is client
