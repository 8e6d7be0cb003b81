"""Lets PostgreSQL stand still while people press and look, and measures how long each of them waits.

    python -m benchmarks.standing_still [--seconds 10]

Every process of the server is stopped (SIGSTOP), as by a machine that hangs; then it goes on. Prints how long presses
take before, meanwhile and after, how they are answered, and how long `GET /api/state` takes meanwhile.
"""

import argparse
import statistics
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from benchmarks.page_alone import asked, program
from tests.cluster import cluster

LIMITS = {"presses": 0.5, "looks": 0.2}


@dataclass
class Waited:
    """Seconds that each waited, and how each was answered."""

    presses: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)


def press(port: int, waited: Waited, over: threading.Event) -> None:
    """Counts a rack again and again."""
    for count in range(10**9):
        begun = time.perf_counter()
        waited.answers[asked(port, "POST", "/api/rack/count", {"player": "Ada", "tiles": 2 + count % 20})] += 1
        waited.presses.append(time.perf_counter() - begun)
        if over.wait(0.1):
            return


def look(port: int, waited: Waited, over: threading.Event) -> None:
    """Looks at the state again and again."""
    while not over.wait(0.05):
        begun = time.perf_counter()
        asked(port, "GET", "/api/state")
        waited.looks.append(time.perf_counter() - begun)


def while_pressed(port: int, seconds: float) -> Waited:
    """Two press and one looks for so many seconds."""
    waited, over = Waited(), threading.Event()
    workers = [threading.Thread(target=work, args=(port, waited, over)) for work in (press, press, look)]
    for worker in workers:
        worker.start()
    time.sleep(seconds)
    over.set()
    for worker in workers:
        worker.join()
    return waited


def told(when: str, waited: Waited) -> None:
    """Prints what was measured."""
    for name, limit in LIMITS.items():
        times = sorted(getattr(waited, name))
        shown = f"median {1000 * statistics.median(times):.0f} ms, slowest {1000 * times[-1]:.0f}"
        print(f"{when}: {len(times)} {name}, {shown} (limit {1000 * limit:.0f})")
    print(f"{when}: presses answered {dict(waited.answers)}")


def main() -> None:
    """Stops, measures, and lets it go on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    seconds = parser.parse_args().seconds
    with cluster(durable=True) as server, program(server.new_database()) as (_, port_told):
        port = port_told.recv()
        asked(port, "POST", "/api/match", {"players": ["Ada", "Bo"], "rules": "original"})
        asked(port, "POST", "/api/round/begin", {"anyway": True})
        told("before", while_pressed(port, seconds / 2))
        with server.hanging():
            told("while it stands still", while_pressed(port, seconds))
        time.sleep(2)
        told("after", while_pressed(port, seconds / 2))


if __name__ == "__main__":
    main()
