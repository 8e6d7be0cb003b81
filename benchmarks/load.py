"""Measures the page under load: listeners, presses and connections that are too slow, all on loopback.

    python -m benchmarks.load [--listeners 512] [--slow 500] [--addresses 1] [--presses 20] [--seconds 30]
    python -m benchmarks.load --strangers 10000 [--addresses 50] [--presses 20] [--seconds 30]

`--addresses`: from so many the slow connections come; 1: from the presses' own. `--strangers`: so many want every place
(benchmarks.strangers) of a page with a PIN, while four devices that were let in hear the news and press, each press on
a connection of its own, and a fifth comes that was let in before the program was started. Prints how long presses
take, and `GET /api/state` meanwhile, with the limits they are held to. The page runs in a process of its own; run it on
an idle machine.
"""

import asyncio
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.harness import command_line, in_words, megabytes
from benchmarks.strangers import attacked as attacked_by

HOST = "127.0.0.1"
PROGRAMS = multiprocessing.get_context("spawn")
PIN = "482913"
SETTLED = 5.0
"""Seconds for the strangers to occupy their places."""
PAUSE = 0.2
"""Seconds after which a client that was disconnected comes back."""


class Measured:
    """The measured times, in seconds."""

    def __init__(self) -> None:
        self.presses: list[float] = []
        self.states: list[float] = []
        self.heard = 0
        self.sent_home = 0
        self.failures = 0


@dataclass(frozen=True)
class Phone:
    """A client: its address, and its cookie; without an address: this machine."""

    address: str = HOST
    cookie: str = ""

    @property
    def headers(self) -> str:
        """The headers of each of its requests."""
        return f"Host: {HOST}\r\n" + (f"Cookie: {self.cookie}\r\n" if self.cookie else "")


HERE = Phone()


async def asked(port: int, method: str, path: str, body: str = "", phone: Phone = HERE) -> tuple[int, bytes]:
    """Sends one request on a connection of its own; returns the answer's status, and the rest of the answer."""
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=(phone.address, 0))
    head = f"{method} {path} HTTP/1.1\r\n{phone.headers}Connection: close\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    answer = await reader.read(-1)
    writer.close()
    return int(answer[9:12]), answer


async def listen(port: int, measured: Measured, phone: Phone = HERE) -> None:
    """Hears every piece of news."""
    reader, writer = await asyncio.open_connection(HOST, port, limit=2**20, local_addr=(phone.address, 0))
    writer.write(f"GET /api/events HTTP/1.1\r\n{phone.headers}\r\n".encode())
    try:
        while line := await reader.readline():
            measured.heard += line.startswith(b"event: state")
        measured.sent_home += 1
    finally:
        writer.close()


def attacked(port: int, slow: int, addresses: int) -> None:
    """Runs all slow connections in a process of their own, so that they do not cost the page's or the players' time."""

    async def attack() -> None:
        own = [f"127.0.0.{number % addresses + 1 + (addresses > 1)}" for number in range(slow)]
        await asyncio.gather(*(dawdle(port, address) for address in own))

    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    asyncio.run(attack())


async def dawdle(port: int, address: str) -> None:
    """Sends a byte a second, and comes back when it is disconnected."""
    while True:
        try:
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0))
        except OSError:
            await asyncio.sleep(0.1)
            continue
        try:
            for byte in b"GET /api/state HTTP/1.1\r\nHost: " + b"x" * 1000:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(1)
                if reader.at_eof():
                    break
        except OSError:
            """It was shed."""
        writer.close()
        await asyncio.sleep(PAUSE)


async def timed(
    times: list[float], measured: Measured, port: int, method: str, path: str, body: str = "", phone: Phone = HERE
) -> None:
    """Sends a request, and records its duration."""
    begun = time.perf_counter()
    try:
        status, _ = await asked(port, method, path, body, phone)
        measured.failures += status != 200
    except (OSError, ValueError):
        measured.failures += 1
    times.append(time.perf_counter() - begun)


async def load(port: int, listeners: int, slow: int, addresses: int, presses: int, seconds: int) -> Measured:
    """Runs listeners, presses and slow connections at the same time."""
    measured, tasks = Measured(), list[asyncio.Task[None]]()
    await asked(port, "POST", "/api/match", json.dumps({"players": ["Ada", "Bo"], "rules": "original"}))
    await asked(port, "POST", "/api/round/begin", json.dumps({"anyway": True}))
    for number in range(listeners):
        tasks.append(asyncio.create_task(listen(port, measured)))
        if number % 50 == 49:
            await asyncio.sleep(0.05)
    attack = PROGRAMS.Process(target=attacked, args=(port, slow, addresses), daemon=True)
    attack.start()
    await asyncio.sleep(2)
    begun, asking = time.perf_counter(), list[asyncio.Task[None]]()
    for number in range(presses * seconds):
        await asyncio.sleep(max(0.0, begun + number / presses - time.perf_counter()))
        body = json.dumps({"player": "Ada", "tiles": 2 + number % 20})
        asking.append(asyncio.create_task(timed(measured.presses, measured, port, "POST", "/api/rack/count", body)))
        asking.append(asyncio.create_task(timed(measured.states, measured, port, "GET", "/api/state")))
    await asyncio.gather(*asking)
    attack.terminate()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return measured


async def besieged(port: int, strangers: int, addresses: int, presses: int, seconds: int) -> Measured:
    """Measures how a family is served while strangers want every place."""
    measured, cookies = Measured(), list[str]()
    for _ in range(5):
        _, answer = await asked(port, "POST", "/api/pin", json.dumps({"pin": PIN}))
        cookies.append(answer.partition(b"set-cookie: ")[2].partition(b";")[0].decode())
    phones = [Phone(f"127.0.2.{place}", cookie) for place, cookie in enumerate(cookies, 1)]
    for path, body in (("match", {"players": ["Ada", "Bo"], "rules": "original"}), ("round/begin", {"anyway": True})):
        await asked(port, "POST", f"/api/{path}", json.dumps(body), phones[0])
    listening = [asyncio.create_task(listen(port, measured, phone)) for phone in phones[:4]]
    with attacked_by(port, strangers, addresses):
        await asyncio.sleep(SETTLED)
        begun, asking = time.perf_counter(), list[asyncio.Task[None]]()
        for number in range(presses * seconds):
            await asyncio.sleep(max(0.0, begun + number / presses - time.perf_counter()))
            phone, counted = phones[number % len(phones)], json.dumps({"player": "Ada", "tiles": 2 + number % 20})
            press = timed(measured.presses, measured, port, "POST", "/api/rack/count", counted, phone)
            asking.append(asyncio.create_task(press))
        await asyncio.gather(*asking)
        await timed(measured.states, measured, port, "GET", "/api/state")
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    return measured


def under_siege(given: Namespace) -> None:
    """Starts a page with a PIN, and lets strangers connect to it."""
    with tempfile.TemporaryDirectory() as folder, serving(f"{folder}/game.db", "--pin", PIN) as (process, port):
        addresses = max(given.addresses, 50)
        measured = asyncio.run(besieged(port, given.strangers, addresses, given.presses, given.seconds))
        held, used = len(os.listdir(f"/proc/{process.pid}/fd")), processor_seconds(process.pid)
        print(
            f"{given.strangers} strangers from {addresses} addresses, {given.presses} presses a second of five devices"
        )
        print(f"presses: {in_words(measured.presses)} (limit 250 for 95 %)")
        print(f"{measured.failures} refused, {measured.sent_home} of 4 listeners sent home")
        print(f"this machine meanwhile: {in_words(measured.states)}")
        print(f"{held} descriptors, {megabytes(process.pid):.0f} MB, {used:.1f} s of processor time")


def processor_seconds(pid: int) -> float:
    """Seconds of processor time that a program used."""
    return sum(map(int, Path(f"/proc/{pid}/stat").read_text().split()[13:15])) / 100


@contextmanager
def serving(*given: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The page in a process of its own, and its port."""
    command = [sys.executable, "-m", "benchmarks.page_alone", *given]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, int(process.stdout.readline())
        finally:
            process.terminate()
            process.wait()


def main() -> None:
    """Starts the page in a process of its own, and measures it under load."""
    given = command_line(__doc__, listeners=512, slow=500, addresses=1, strangers=0, presses=20, seconds=30)
    if given.strangers:
        under_siege(given)
        return
    with tempfile.TemporaryDirectory() as folder:
        with serving(f"{folder}/game.db") as (process, port):
            measured = asyncio.run(
                load(port, given.listeners, given.slow, given.addresses, given.presses, given.seconds)
            )
            threads = Path(f"/proc/{process.pid}/status").read_text().partition("Threads:")[2].split()[0]
            used = processor_seconds(process.pid)
            begun = time.perf_counter()
        ended = time.perf_counter() - begun
    slow = f"{given.slow} slow connections from {given.addresses} addresses"
    print(f"{given.listeners} listeners, {slow}, {given.presses} presses a second")
    print(f"presses: {in_words(measured.presses)} (limits 100 and 300)")
    print(f"GET /api/state: {in_words(measured.states)} (limit 100)")
    print(f"{measured.heard} news heard, {measured.failures} failures, {threads} threads")
    print(f"{used:.1f} s of processor time; ended in {ended:.2f} s")


if __name__ == "__main__":
    main()
