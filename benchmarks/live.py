"""Measures the live table: what a picture costs while nothing moves, how soon a new table is told, who hears it when.

    python -m benchmarks.live [--listeners 64] [--seconds 10] [--pictures 40]

Prints each figure with the limit it is held to. Figures are wall-clock except where CPU is said; run it on an idle
machine.
"""

import argparse
import http.client
import json
import statistics
import tempfile
import threading
import time
from pathlib import Path

from tilewatch.demo.player import Demo
from tilewatch.server import port_of, server
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.camera_loop import follow
from tilewatch.table.live import LiveTable
from vision.camera import Camera, Picture
from vision.reading import Reader
from web.app import create_app

RATE = 10
"""Pictures a second of the measured camera."""


class Hall:
    """A live table before a camera that shows pictures of the demo at RATE, and its page on loopback."""

    def __init__(self, folder: Path, reader: Reader | None = None) -> None:
        self.demo, self.stop, self.blind = Demo(), threading.Event(), threading.Event()
        self.camera = Camera(lambda: iter(()))
        self.table = LiveTable(
            reader or Reader(), Journal(str(folder / "live.db")), Album(folder / "album"), self.camera
        )
        self.server = server(create_app(self.table, None), "127.0.0.1", 0)
        self.port = port_of(self.server)
        for work in (self._show, self._follow, self.server.run):
            threading.Thread(target=work, daemon=True).start()

    def wait_until_steady(self, steady: bool) -> float:
        """The moment at which the table became so."""
        version = 0
        while self.table.state()["steady"] != steady:
            version, _ = self.table.changed_since(version, 1.0)
        return time.perf_counter()

    def _show(self) -> None:
        while not self.stop.wait(1 / RATE):
            if not self.blind.is_set():
                self.camera.keep(self.demo._shown)

    def _follow(self) -> None:
        follow(self.camera, self.table, self.stop)


def idle_cost(table: LiveTable, demo: Demo, pictures: int) -> list[float]:
    """CPU milliseconds that each picture costs while nothing moves, decoding included."""
    jpeg, now = demo._picture(36), 1e6
    costs = []
    for number in range(pictures + 10):
        began = time.process_time()
        table.see(Picture(jpeg, number, now + number / RATE))
        table.tick()
        costs.append(1000 * (time.process_time() - began))
    return costs[10:]


def measure_idle(folder: Path, pictures: int) -> None:
    """Alone, before anything else runs."""
    camera = Camera(lambda: iter(()))
    table = LiveTable(Reader(), Journal(str(folder / "idle.db")), Album(folder / "idle"), camera)
    demo = Demo()
    camera.keep(demo._picture(36))
    costs = idle_cost(table, demo, pictures)
    print(f"a picture while nothing moves: {statistics.median(costs):.1f} ms CPU, median (limit 10)")


def measure_latency(hall: Hall) -> None:
    """From the picture without the hand to the new table in the state, and the share of one core used."""
    hall.wait_until_steady(True)
    hall.table.match.start(["Ada", "Bo", "Cy"], "original", "Ada", None, False)
    hall.table.match.begin_round(None, True)
    took = []
    began, cpu = time.perf_counter(), time.process_time()
    for turn in [turn for turn in hall.demo.turns if turn["frames"]][:8]:
        hall.demo.show(turn["frames"][0])
        hall.wait_until_steady(False)
        time.sleep(1.0)
        hall.demo.show(turn["frames"][1])
        left = time.perf_counter()
        took.append(hall.wait_until_steady(True) - left)
        time.sleep(2.0)
    share = (time.process_time() - cpu) / (time.perf_counter() - began)
    middle, worst = statistics.median(took), max(took)
    print(f"from the hand leaving to the table told: {worst:.2f} s at worst, {middle:.2f} s median (limit 1.0)")
    print(f"CPU: {100 * share:.0f} % of one core (limit 60), a hand every few seconds")


def measure_listeners(hall: Hall, listeners: int, seconds: float) -> None:
    """How late each of many listeners hears of a change."""
    late: list[float] = []
    changed: dict[int, float] = {}
    threads = [threading.Thread(target=_listen, args=(hall.port, late, changed), daemon=True) for _ in range(listeners)]
    for thread in threads:
        thread.start()
    time.sleep(2.0)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for tiles in (13, 14):
            version = hall.table.state()["version"] + 1
            changed[version] = time.perf_counter()
            hall.table.act(lambda match, at, tiles=tiles: match.rack_corrected("Bo", tiles, at))
            time.sleep(0.5)
    print(f"{listeners} listeners: {len(late)} states heard, {1000 * max(late):.0f} ms late at worst (limit 300)")


def _listen(port: int, late: list[float], changed: dict[int, float]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", "/api/events")
    for line in connection.getresponse():
        if line.startswith(b"data: "):
            version = json.loads(line[6:])["version"]
            if version in changed:
                late.append(time.perf_counter() - changed[version])


def main() -> None:
    """Measures everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listeners", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pictures", type=int, default=40)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure_idle(Path(folder), asked.pictures)
        hall = Hall(Path(folder))
        measure_latency(hall)
        measure_listeners(hall, asked.listeners, asked.seconds)
        hall.stop.set()


if __name__ == "__main__":
    main()
