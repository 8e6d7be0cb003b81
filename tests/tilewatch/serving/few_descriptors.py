"""A page with few descriptors, and more strangers than places; prints the answers to the family.

    python -m tests.tilewatch.serving.few_descriptors LIMIT

The strangers run in a program with descriptors of its own.
"""

import http.client
import os
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable

from tests.web.conftest import PIN, FakeTable
from tilewatch.server import server
from tilewatch.serving import budget
from web.app import create_app


def strangers(port: int, many: int, done: int) -> None:
    """A client that connects and sends nothing, or bytes that are no request, and stays until its program ends."""
    connections = []
    for number in range(many):
        connections.append(socket.create_connection(("127.0.0.1", port), timeout=20))
        if number % 2:
            connections[-1].sendall(b"\x00 no request\r\n\r\n")
    os.write(done, b"x")
    threading.Event().wait(20)


def family(port: int, cookie: str) -> None:
    """Presses Done, and prints the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=("127.0.0.2", 0))
    connection.request("POST", "/api/turn/done", "{}", {"Cookie": cookie, "Content-Type": "application/json"})
    print(connection.getresponse().status, flush=True)


def once_told(act: Callable[[], None]) -> tuple[int, int]:
    """A child process that acts as soon as a byte is written to it: its process id, and the descriptor to write to."""
    told, tell = os.pipe()
    if (program := os.fork()) == 0:
        os.read(told, 1)
        act()
        os._exit(0)
    return program, tell


def main(limit: int) -> None:
    """Serves with `limit` descriptors, is attacked, and asked by the family."""
    hearing, done = os.pipe()
    budget.OWN_ADDRESSES = ()  # type: ignore[assignment]
    app = create_app(FakeTable(), PIN)
    cookie = app.test_client().post("/api/pin", json={"pin": PIN}).headers["Set-Cookie"].partition(";")[0]
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    attack, begin = once_told(lambda: strangers(port, 2 * limit, done))
    asking, ask = once_told(lambda: family(port, cookie))
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    made = server(app, "127.0.0.1", port)
    threading.Thread(target=made.run, daemon=True).start()
    os.write(begin, b"x")
    os.read(hearing, 1)
    os.write(ask, b"x")
    os.waitpid(asking, 0)
    made.close()
    os.kill(attack, signal.SIGKILL)
    os.waitpid(attack, 0)
    os._exit(0)  # the server's thread may still run in a library that aborts when the program ends it


if __name__ == "__main__":
    main(int(sys.argv[1]))
