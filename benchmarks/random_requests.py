"""Sends requests that make no sense to a page that is played, and looks whether it ever answers 500.

    python -m benchmarks.random_requests [--requests 10000] [--seed 1]

Addresses are the page's own, with methods, queries, headers and bodies at random; sometimes a body is a good one with
one part changed. They go to the page's own test client. Prints how often each status was answered.
"""

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from flask import Flask
from msgspec import structs

from benchmarks.page_alone import no_camera
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable
from web.app import create_app
from web.presses import PRESSES

WORDS: list[Any] = [
    *(None, True, False, 0, -1, 1, 2**70, 1e308, float("nan"), "", "Ada", "Bo", "Äiti", "\x00", "\ud800", "r5 k3 J"),
    *("r5 " * 200, "=1+1", "../../etc/passwd", "all", "original", [], {}, [[]], [1, 2], {"a": None}, "x" * 5000),
]
FIELDS = sorted({field.name for one in PRESSES for field in structs.fields(one.body)} | {"color", "none", "number"})
METHODS = ["GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"]
KINDS = ["application/json", "application/json", "text/plain", "multipart/form-data; boundary=x", "image/jpeg", ""]


def value(chance: random.Random, depth: int = 0) -> Any:
    """Anything."""
    if depth < 2 and chance.random() < 0.3:
        return {chance.choice(FIELDS): value(chance, depth + 1) for _ in range(chance.randrange(4))}
    return chance.choice(WORDS)


PARTS = ["1", "0", "99999999999", "Ada", "%00", "..", "before"]
QUERIES = ["", "1", "-1", "x" * 300, "%ff"]


def address(app: Flask, chance: random.Random) -> str:
    """One of the page's addresses, its parts at random."""
    rule = chance.choice([rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]).rule
    while "<" in rule:
        before, _, rest = rule.partition("<")
        rule = f"{before}{chance.choice(PARTS)}{rest.partition('>')[2]}"
    if chance.random() < 0.3:
        rule += f"?{chance.choice([*FIELDS, 'rack', 'page', 'since', 'plain'])}={chance.choice(QUERIES)}"
    return rule


def body(chance: random.Random) -> bytes:
    """A body: mostly JSON of the fields that buttons read."""
    if chance.random() < 0.15:
        return chance.randbytes(chance.randrange(200))
    fields = {chance.choice(FIELDS): value(chance) for _ in range(chance.randrange(4))}
    return json.dumps(fields).encode("utf-8", "surrogatepass")


def main() -> None:
    """Asks and counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, found, slowest, failures = random.Random(given.seed), Counter[int](), (0.0, ""), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(f"{folder}/game.db", durable=False)
        table = LiveTable(None, journal, Album(Path(folder) / "album"), no_camera())  # type: ignore[arg-type]
        client = (app := create_app(table)).test_client()
        for _ in range(given.requests):
            method, path, sent = chance.choice(METHODS), address(app, chance), body(chance)
            headers = {"Content-Type": chance.choice(KINDS), "Accept-Language": chance.choice(["da", "\xff", ""])}
            begun = time.perf_counter()
            answer = client.open(path, method=method, data=sent, headers=headers, buffered=False)
            took = time.perf_counter() - begun
            answer.close()
            found[answer.status_code] += 1
            slowest = max(slowest, (took, f"{method} {path}"))
            if answer.status_code == 500:
                failures.append(f"{method} {path} {sent[:200]!r}")
        table.close()
    print(f"{given.requests} requests: " + ", ".join(f"{count} × {status}" for status, count in sorted(found.items())))
    print(f"slowest {slowest[0]:.2f} s: {slowest[1]}")
    print("\n".join([f"{len(failures)} failures", *failures[:20]]))


if __name__ == "__main__":
    main()
