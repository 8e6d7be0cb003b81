"""Matches by photographs: films as phone photographs, each turn from another side, height and angle.

    .venv/bin/python -m benchmarks.photographs [--seeds N] [--film FOLDER ...]

For each film: turns judged right, false accusations, wrong acquittals, questions, pictures that had to be taken again,
tables that a photograph saw put back; and the seconds from a photograph's arrival to its verdict, by the clock and of
the processor. A player who is asked something takes another picture, twice at most, and then insists. The film is the
demo's where none is named.
"""

import json
import math
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.table.live import LiveTable
from vision.camera import PHOTOS, Camera, Pixels, encoded
from vision.reading import Reader
from web.contract import Refused

DEMO = Path(__file__).parents[1] / "tilewatch" / "demo"
SIZES = ((2400, 1800), (1800, 2400), (2000, 1500))
"""Width and height of a phone's photographs."""
TILT, ASKEW, FREE = 0.16, math.radians(14), 0.03
"""How much shorter the far side may be, the largest rotation beside a quarter turn, and the least margin around the
film's picture, as shares of the photograph.
"""
AGAIN = 2
"""Number of further photographs of a turn."""


def as_a_phone(pixels: Pixels, rng: np.random.Generator) -> bytes:
    """A film's picture as a phone photographs it from a random side of the table, as JPEG."""
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    corners = _view(pixels.shape[1], pixels.shape[0], rng)
    corners -= corners.min(axis=0)
    room = np.array([width, height]) * (1 - 2 * FREE)
    scale = float((room / corners.max(axis=0)).min())
    corners = corners * scale + (np.array([width, height]) - corners.max(axis=0) * scale) / 2
    old = np.array([[0, 0], [pixels.shape[1], 0], pixels.shape[1::-1], [0, pixels.shape[0]]], np.float32)
    warp = cv2.getPerspectiveTransform(old, corners.astype(np.float32))
    ground = tuple(float(level) for level in np.median(pixels.reshape(-1, 3), axis=0))
    seen = cv2.warpPerspective(pixels, warp, (width, height), flags=cv2.INTER_CUBIC, borderValue=ground)
    noise = rng.integers(-4, 5, (height, width, 1), np.int16)
    lit = cv2.convertScaleAbs(seen, alpha=rng.uniform(0.8, 1.15)).astype(np.int16)
    return encoded(np.clip(lit + noise, 0, 255).astype(np.uint8), 88)


def _view(width: int, height: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """The corners of a picture, seen from a random place, (4, 2)."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) - (width / 2, height / 2)
    angle = rng.integers(4) * math.pi / 2 + rng.uniform(-ASKEW, ASKEW)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    corners = corners @ turn.T
    far = 1 + rng.uniform(0, TILT) * corners[:, 1] / np.abs(corners[:, 1]).max()
    corners[:, 0] *= far
    corners[:, 1] *= far * rng.uniform(0.8, 1.0)
    return np.asarray(corners)


class Game:
    """A film, played by photographs."""

    def __init__(self, film: Path, seed: int, folder: Path, reader: Reader) -> None:
        self._film, self._rng = film, np.random.default_rng(seed)
        self.script = json.loads((film / "script.json").read_text(encoding="utf-8"))
        self.counts, self.remarks = Counter[str](), list[str]()
        self.seconds, self.spent = list[float](), list[float]()
        eye = Camera(lambda: iter(()))
        eye.choose(PHOTOS)
        journal = Journal(str(folder / "game.db"), durable=False)
        self.table = LiveTable(reader, journal, Album(folder / "album"), eye)
        self._lies = 0

    def play(self) -> None:
        """Plays the film's round."""
        players = self.script["players"]
        self.table.match.start(players, {"preset": self.script["rules"], "turn_seconds": None}, players[0], None, False)
        self.table.match.begin_round(players[0], False)
        for turn in (entry for entry in self.script["script"] if "turn" in entry):
            if self.table.state()["turn"]["phase"] != "playing":
                break
            self._turn(turn)
        self.table.close()

    def _turn(self, turn: Mapping[str, Any]) -> None:
        self._lies = turn["frames"][-1] if turn["frames"] else self._lies
        self.counts["turns"] += 1
        verdict = self._judged()
        print(".", end="", file=sys.stderr, flush=True)
        if verdict["legal"] == turn["legal"] and (not turn["legal"] or self._has_played(verdict, turn)):
            self.counts["right"] += 1
        else:
            self.counts["accused" if turn["legal"] and not verdict["legal"] else "wrong"] += 1
            told = [fault["text"] for fault in verdict["faults"]]
            self.remarks.append(f"turn {turn['turn']}: {verdict['played']} for {turn.get('played')}; {told}")
        if self.table.state()["turn"]["phase"] == "restoring":
            self._put_back(turn)
        elif not turn["legal"]:
            self.table.turn.overrule(False, "the film")
            self._put_back(turn)

    def _has_played(self, verdict: Mapping[str, Any], turn: Mapping[str, Any]) -> bool:
        return Counter(verdict["played"]) == Counter(turn.get("played", []))

    def _judged(self) -> Mapping[str, Any]:
        """The verdict on the turn, after as many photographs as needed."""
        self.table.turn.done(False, waits=True)
        question = None
        for attempt in range(1 + AGAIN):
            photo = self._photo()
            began, spent = time.perf_counter(), time.process_time()
            try:
                verdict = self.table.photographs.take(photo, True, False, None)
            except Refused as refusal:
                self.counts["taken again"] += 1
                self.remarks.append(str(refusal))
                continue
            self.seconds.append(time.perf_counter() - began)
            self.spent.append(time.process_time() - spent)
            if verdict is not None:
                return verdict
            if attempt == 0:
                self.counts["asked"] += 1
            question = self.table.state()["question"]
            self.remarks.append("" if question is None else str(question["text"]))
        if question is not None and question["kind"] == "lone":
            return self._without_print()
        try:
            answer = self.table.turn.done(True, waits=True)
        except Refused:  # seen so badly that the players say which tiles were played
            self.counts["by hand"] += 1
            answer = self.table.turn.done(True, waits=True, by_hand="tiles")
        assert answer is not None
        return answer

    def _without_print(self) -> Mapping[str, Any]:
        """The verdict after every single tile that lies alone was declared to be print."""
        while (question := self.table.state()["question"]) is not None and question["kind"] == "lone":
            self.table.tiles.correct(question["set"] or 0, 0, None)
            self.table.tick()
        verdict: Any = self.table.state()["verdict"]
        return dict(verdict)

    def _put_back(self, turn: Mapping[str, Any]) -> None:
        self._lies = turn.get("restored", self._lies)
        self.counts["failed"] += 1
        try:
            self.table.photographs.take(self._photo(), False, False, None)
        except Refused as refusal:
            self.remarks.append(str(refusal))
        if self.table.state()["turn"]["phase"] == "restoring":
            self.table.turn.restored(False)
        else:
            self.counts["put back seen"] += 1

    def _photo(self) -> bytes:
        pixels = cv2.imread(str(self._film / f"f{self._lies:03d}.jpg"))
        assert pixels is not None
        return as_a_phone(np.asarray(pixels, np.uint8), self._rng)


def _games(films: list[Path], seeds: int) -> Iterator[tuple[Path, int, Game]]:
    reader = Reader()
    for film in films:
        for seed in range(seeds):
            with tempfile.TemporaryDirectory() as folder:
                game = Game(film, seed, Path(folder), reader)
                game.play()
                yield film, seed, game


def main() -> None:
    """Plays the films and prints a line for each, and its duration."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--film", type=Path, nargs="*", default=[DEMO])
    parser.add_argument("--remarks", action="store_true", help="also what was asked, and what went wrong")
    given = parser.parse_args()
    seconds, spent = list[float](), list[float]()
    for film, seed, game in _games(given.film, given.seeds):
        c = game.counts
        print(
            f"{film.name} {seed}: {c['right']} of {c['turns']} turns right, {c['accused']} accused wrongly, "
            f"{c['wrong']} wrong otherwise, {c['asked']} asked, {c['taken again']} taken again, "
            f"{c['by hand']} told by hand, {c['put back seen']} of {c['failed']} seen put back"
        )
        seconds, spent = seconds + game.seconds, spent + game.spent
        for remark in game.remarks if given.remarks else ():
            print("   ", remark)
    for what, measured in (("seconds to the verdict", seconds), ("of the processor", spent)):
        print(f"{what}: median {np.median(measured):.2f}, 95 % within {np.percentile(measured, 95):.2f}")


if __name__ == "__main__":
    main()
