"""Phones that listen to the club's page.

    python -m benchmarks.hall_parts.phones PORT COUNT FILE

Each holds a connection as a browser does and comes back when it is cut. Until it is interrupted every piece of news is
noted with when each phone had it; then FILE gets one JSON object: news, and how often phones came back.
"""

import asyncio
import json
import signal
import sys
import time
from pathlib import Path
from typing import Any

REQUEST = b"GET /api/club/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"


class Phones:
    """All phones; equal news is parsed once."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.parsed: dict[bytes, Any] = {}
        self.heard: dict[bytes, list[float]] = {}
        self.connected, self.came_back = 0, 0

    async def listen(self, delay: float) -> None:
        """One phone, which listens as long as the program runs."""
        await asyncio.sleep(delay)
        while True:
            try:
                await self._hear()
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                self.came_back += 1
            await asyncio.sleep(1.0)

    async def _hear(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        try:
            writer.write(REQUEST)
            await reader.readuntil(b"\r\n\r\n")
            self.connected += 1
            try:
                while True:
                    self._take(await reader.readuntil(b"\n\n"))
            finally:
                self.connected -= 1
        finally:
            writer.close()

    def _take(self, text: bytes) -> None:
        moment = time.time()
        begin = text.find(b"data: ")
        if begin < 0:
            return
        body = text[begin:].split(b"\r\n")[0].strip()
        known = self.heard.get(body)
        if known is None:
            self.parsed[body] = json.loads(body[6:])
            known = self.heard[body] = []
        known.append(moment)


async def follow(port: int, count: int, file: Path) -> None:
    """Listens until SIGTERM."""
    phones, over = Phones(port), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set)
    tasks = [asyncio.create_task(phones.listen(n * 0.01)) for n in range(count)]
    while phones.connected < count and not over.is_set():
        await asyncio.sleep(0.2)
    print("ready", flush=True)
    await over.wait()
    for task in tasks:
        task.cancel()
    news = [{"told": phones.parsed[body], "heard": moments} for body, moments in phones.heard.items()]
    file.write_text(json.dumps({"news": news, "connected": phones.connected, "came_back": phones.came_back}))


if __name__ == "__main__":
    asyncio.run(follow(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])))
