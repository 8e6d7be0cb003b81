"""Kills a running game with SIGKILL at random moments, again and again, and looks whether anything shown was lost.

    python benchmarks/kills.py [--kills 50] [--seed 1]

Each time `tilewatch play` is started on the same database, asked for its state, changed by buttons at random, and
killed at a random moment while buttons are being pressed.
"""

import argparse
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

PLAY = [sys.executable, "-u", "-c", "from tilewatch.cli import main; main()", "play", "--port", "0", "--pin", "none"]


def asked(port: int, method: str, path: str, body: object = None) -> Any:
    """The JSON answer of the page."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, {"Content-Type": "application/json"})
        return json.loads(connection.getresponse().read())


def press_until_killed(port: int, chance: random.Random, shown: list[dict[str, Any]]) -> None:
    """Presses buttons; after each keeps what the state showed."""
    try:
        while True:
            asked(port, "POST", "/api/rack/count", {"player": "Ada", "tiles": chance.randint(1, 20)})
            asked(port, "POST", chance.choice(["/api/turn/done", "/api/pause", "/api/resume"]), {})
            shown.append(asked(port, "GET", "/api/state"))
    except (OSError, http.client.HTTPException, ValueError):
        """The program is gone."""


def lost(shown: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether what was shown is not there any more. One more button may have been kept than was shown."""
    return bool(now["match"] != shown["match"] or now["turn"]["number"] < shown["turn"]["number"])


def main() -> None:
    """Kills and looks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, losses, seconds = random.Random(given.seed), 0, []
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pictures").mkdir()
        bare = files("tilewatch") / "demo" / "f000.jpg"
        (Path(folder) / "pictures" / "bare.jpg").write_bytes(bare.read_bytes())
        options = ["--camera", f"{folder}/pictures", "--database", f"{folder}/game.db"]
        last: dict[str, Any] | None = None
        for kill in range(given.kills):
            with subprocess.Popen([*PLAY, *options], stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                announced = re.search(r":(\d+)/", process.stdout.readline())
                assert announced is not None
                port = int(announced[1])
                if last is None:
                    asked(port, "POST", "/api/match", {"players": ["Ada", "Bo"], "rules": "original"})
                    asked(port, "POST", "/api/round/begin", {"anyway": True})
                now = asked(port, "GET", "/api/state")
                if last is not None:
                    losses += lost(last, now)
                    if now["turn"]["seconds_left"] is not None and last["turn"]["number"] == now["turn"]["number"]:
                        seconds.append(abs(now["turn"]["seconds_left"] - (last["turn"]["seconds_left"] or 0)))
                shown = [now]
                presser = threading.Thread(target=press_until_killed, args=(port, chance, shown))
                presser.start()
                time.sleep(chance.uniform(0.05, 1.5))
                os.kill(process.pid, signal.SIGKILL)
                presser.join()
                last = shown[-1]
            print(f"\rkill {kill + 1} of {given.kills}, lost {losses}", end="", file=sys.stderr)
    print(f"\n{given.kills} kills, {losses} with anything lost; clock off by {max(seconds, default=0):.1f} s at most")


if __name__ == "__main__":
    main()
