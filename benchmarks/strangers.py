"""Strangers who want every place of a page, on loopback: a part of benchmarks.load, which counts what the family feels.

Of each three one hears the news, one says nothing, and one sends a byte a second; who is sent away comes back a second
later. They are a program of their own: what they take is not the page's time.
"""

import asyncio
import multiprocessing
import resource
from collections.abc import Iterator
from contextlib import contextmanager

HOST = "127.0.0.1"
PROGRAMS = multiprocessing.get_context("spawn")
COMES_BACK = 1.0
"""Seconds after which who was sent away comes back."""
SAY = (b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"", b"GET /api/state HTTP/1.1\r\nHost: " + b"x" * 1000)
"""What the three kinds of strangers say, the last one byte by byte."""


@contextmanager
def attacked(port: int, many: int, addresses: int) -> Iterator[None]:
    """Strangers from 127.0.1.1 on, until the end of the block."""
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
