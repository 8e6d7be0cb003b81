"""Strangers who occupy as many places of a page as they can, on loopback; used by benchmarks.load, which measures the
effect on the family.

One third listens to the news, one third sends nothing, one third sends a byte a second; a stranger who is disconnected
comes back after a second. They run in a process of their own, so that they do not cost the page's time.
"""

import asyncio
import multiprocessing
import resource
from collections.abc import Iterator
from contextlib import contextmanager

HOST = "127.0.0.1"
PROGRAMS = multiprocessing.get_context("spawn")
COMES_BACK = 1.0
"""Seconds after which a disconnected stranger comes back."""
SAY = (b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"", b"GET /api/state HTTP/1.1\r\nHost: " + b"x" * 1000)
"""The bytes that each third of the strangers sends, the last third one byte at a time."""


@contextmanager
def attacked(port: int, many: int, addresses: int) -> Iterator[None]:
    """A context in which strangers connect, from the address 127.0.1.1 on."""
    attack = PROGRAMS.Process(target=_attack, args=(port, many, addresses), daemon=True)
    attack.start()
    try:
        yield
    finally:
        attack.kill()
        attack.join()


def _attack(port: int, many: int, addresses: int) -> None:
    async def all_of_them() -> None:
        await asyncio.gather(*(_stranger(port, f"127.0.1.{one % addresses + 1}", one % 3) for one in range(many)))

    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    asyncio.run(all_of_them())


async def _stranger(port: int, address: str, kind: int) -> None:
    while True:
        try:
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0))
            await asyncio.gather(_says(writer, kind), _hears(reader, writer))
        except OSError:
            """It was sent away."""
        await asyncio.sleep(COMES_BACK)


async def _hears(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while await reader.read(65536):
        """Whatever it is told."""
    writer.close()


async def _says(writer: asyncio.StreamWriter, kind: int) -> None:
    for part in (SAY[kind],) if kind < 2 else (SAY[2][place : place + 1] for place in range(len(SAY[2]))):
        if writer.is_closing():
            return
        writer.write(part)
        if kind == 2:
            await asyncio.sleep(1)
