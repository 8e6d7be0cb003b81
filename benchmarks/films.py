"""`python -m benchmarks.films FOLDER... [--webcam WIDTH] [--sorting] [--slow SECONDS]`: whole games in quick time.

A film is a folder with pictures and a `script.json`: of each turn a picture with a hand in it and one of the table as
it is claimed. Each picture is shown ten times a second, with a camera's noise; after a turn's last one the table that
the watch settled on is compared with the script. A line for each turn that went wrong, and in the end how many tables
were read otherwise than they lay, never settled, on how many something is asked about that is no tile, or may lie
unseen beside a set, and how long they took from the hand's going, in the film's time. `--slow`: a reading takes so
many seconds, as on a slow machine; nothing is seen meanwhile.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from benchmarks.harness import command_line
from benchmarks.thing_parts import sprites
from benchmarks.thing_parts.kind import wait
from benchmarks.thing_parts.kinds import sorts
from benchmarks.thing_parts.scene import Scene
from referee.table import Table
from vision.camera import Picture, Pixels
from vision.reading import Reader
from vision.watching import Snapshot, Watch

Row = tuple[str, ...]
"""A set: its tiles, sorted by name."""

BEAT = 0.1
"""Seconds between two pictures."""
HAND = 0.6
"""Seconds for which a hand is shown."""
SETTLES_WITHIN = 8.0
"""Seconds after which a table that has not settled never will."""
HOURS = 1e5
"""Seconds that no film lasts."""


@dataclass
class Played:
    """What came of a film: turns, tables read otherwise, asked about, never settled, and seconds until they were."""

    turns: int = 0
    otherwise: int = 0
    asked: int = 0
    unsettled: int = 0
    waited: list[float] = field(default_factory=list)


class Camera:
    """Shows pictures to a watch, one every BEAT, and none while one is read, which takes `slow` seconds; `sorting`: a
    player sorts a rack at the edge all the time.
    """

    def __init__(self, watch: Watch, width: int | None, sorting: bool, slow: float) -> None:
        self._watch, self._number, self.moment, self._slow = watch, 0, 0.0, slow
        nothing = np.zeros((sprites.HEIGHT, sprites.WIDTH, 3), np.uint8)
        size = (width, round(width * sprites.HEIGHT / sprites.WIDTH)) if width else None
        self._scene = Scene(nothing, nothing, [], size=size)
        self._beside = sorts(self._scene, 640, np.random.default_rng(1)) if sorting else wait(HOURS)

    def show(self, picture: Pixels) -> Snapshot:
        """The next picture, through a lens and with noise; what the watch sees."""
        self._number, self.moment = self._number + 1, self.moment + BEAT
        next(self._beside)
        self._scene.bare, readings = picture, self._watch.readings
        snapshot = self._watch.see(Picture(self._scene.picture(self._number), self._number, self.moment))
        self.moment += self._slow * (self._watch.readings - readings)
        return snapshot


def turns_of(script: list[dict[str, object]]) -> Iterator[tuple[str, list[int], list[str]]]:
    """Of each turn with pictures what it is called, its pictures and the rows that lie there in the last one."""
    for turn in script:
        if turn.get("frames") and "after" in turn:
            yield f"turn {turn['turn']}", list(turn["frames"]), list(turn["after"])  # type: ignore[call-overload]
        if "restored" in turn:
            yield f"turn {turn['turn']} put back", [int(turn["restored"])], list(turn["before"])  # type: ignore[call-overload]


def play(reader: Reader, folder: Path, width: int | None, sorting: bool, slow: float) -> Played:
    """Plays one film."""
    camera, played = Camera(watch := Watch(reader), width, sorting, slow), Played()
    script = json.loads((folder / "script.json").read_text())["script"]
    for name, frames, rows in turns_of(script):
        *hands, last = (loaded(folder / f"f{number:03}.jpg") for number in frames)
        for hand in hands:
            came = camera.moment
            while camera.moment - came < HAND:
                camera.show(hand)
        lies = Table.from_notation(rows)
        wanted = _rows(lies)
        seen, waited = settled(camera, last, SETTLES_WITHIN * (1 + slow))
        played.turns += 1
        played.waited.append(waited)
        played.unsettled += seen is None
        table = watch.snapshot.table
        beside = [tile for tile in table.tiles if tile.key in watch.snapshot.may_go_on]
        played.asked += bool(table.unread or beside)
        for quad in [*(tile.quad for tile in table.unread), *(tile.quad for tile in beside)]:
            print(f"  {name}: asked about {quad.mean(axis=0).round()}")
        if seen is not None and seen != wanted:
            played.otherwise += 1
            read, there = _shown(seen - wanted), _shown(wanted - seen)
            print(f"  {name}: read {read}; there lie {there}")
    return played


def settled(camera: Camera, picture: Pixels, within: float) -> tuple[Counter[Row] | None, float]:
    """The sets on which the watch settles while it is shown this picture, and after how many seconds; None: never,
    `within` so many.
    """
    began = camera.moment
    while camera.moment - began < within:
        snapshot = camera.show(picture)
        if snapshot.steady:
            return Counter(
                tuple(sorted(str(t.tile) for t in row)) for row in snapshot.table.rows
            ), camera.moment - began
    return None, within


def loaded(path: Path) -> Pixels:
    """A picture of the film."""
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return np.asarray(picture, np.uint8)


def _rows(table: Table) -> Counter[Row]:
    return Counter(tuple(sorted(map(str, row))) for row in table.sets)


def _shown(rows: Counter[Row]) -> str:
    return " / ".join(" ".join(row) for row in rows) or "nothing else"


def main() -> None:
    """Prints a line for each film."""
    args = command_line(__doc__, "folders...", webcam=int, sorting=False, slow=0.0)
    reader = Reader()
    for folder in args.folders:
        played = play(reader, folder, args.webcam, args.sorting, args.slow)
        waits = np.percentile(played.waited, [50, 95])
        print(
            f"{folder.name}: {played.turns} tables, {played.otherwise} read otherwise, {played.asked} asked "
            f"about, {played.unsettled} never settled; told after {waits[0]:.1f} s in the middle, 95 % {waits[1]:.1f} s"
        )


if __name__ == "__main__":
    main()
