"""`python benchmarks/flicker.py FOLDER...`: does a table that nobody touches stay as it was read?

Each picture of a folder stands still before the watch for some seconds, ten times a second, while exposure and white
balance go up and down by up to 30 %, slowly and in steps, the camera trembles by 0.7 px, and there is noise; half-way
the tripod is bumped. It prints for each picture how often the settled table was another than at first (tiles dropped,
added, renamed), and for how much of the time it was steady.
"""

import argparse
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from referee.tiles import Tile
from vision.camera import Picture, Pixels, load_picture
from vision.reading import Reader
from vision.watching import SettledTable, Watch

NOISE, TREMBLE, SWING = 5.0, 0.7, 0.3
TURNED, MOVED = 1.2, (14, -9)
"""Degrees and pixels by which the tripod is bumped."""
PICTURES_A_SECOND = 10
POOL = np.random.default_rng(7).normal(0, NOISE, 1 << 23).astype(np.float32)
"""Normal numbers, from anywhere in which a picture's noise is taken: drawing them anew took longer than reading."""


def taken(picture: Pixels, second: float, rng: np.random.Generator) -> Pixels:
    """The picture as the camera gives it at this second."""
    height, width = picture.shape[:2]
    off = np.array([[1, 0, rng.uniform(-TREMBLE, TREMBLE)], [0, 1, rng.uniform(-TREMBLE, TREMBLE)]])
    moved = cv2.warpAffine(picture, off, (width, height), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    step = SWING / 2 * (int(second) % 7 in (3, 4))
    exposure = 1 - SWING / 2 + SWING / 2 * np.cos(second / 3) - step
    warm = 1 + SWING / 2 * np.sin(second / 5)
    lit = moved * np.array([exposure / warm, exposure, exposure * warm], np.float32)
    first = int(rng.integers(len(POOL) - lit.size)) if lit.size < len(POOL) else 0
    return np.clip(lit + np.resize(POOL[first : first + lit.size], lit.shape), 0, 255).astype(np.uint8)


def bumped(picture: Pixels) -> Pixels:
    """The picture after somebody ran into the tripod."""
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), TURNED, 1.0)
    turn[:, 2] += MOVED
    return np.asarray(cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def names(table: SettledTable) -> Counter[Tile]:
    """Which tiles a settled table holds."""
    return Counter(tile.tile for tile in table.tiles)


def watched(reader: Reader, picture: Pixels, seconds: int) -> tuple[int, int, float]:
    """How many settled tables there were, how many were another than the first, and the share of steady pictures."""
    watch, rng = Watch(reader), np.random.default_rng(6)
    tables: dict[int, Counter[Tile]] = {}
    steady, after = 0, bumped(picture)
    for number in range(seconds * PICTURES_A_SECOND):
        second = number / PICTURES_A_SECOND
        shown = picture if second < seconds / 2 else after
        snapshot = watch.see(Picture(taken(shown, second, rng), number + 1, second))
        steady += snapshot.steady
        if snapshot.number:
            tables[snapshot.number] = names(snapshot.table)
    first = next(iter(tables.values()), Counter())
    return len(tables), sum(one != first for one in tables.values()), steady / (seconds * PICTURES_A_SECOND)


def main() -> None:
    """Prints a line for each picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--most", type=int, default=8, help="pictures of each folder")
    args = parser.parse_args()
    reader = Reader()
    for folder in args.folders:
        paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in (".jpg", ".png"))
        for path in paths[:: max(1, len(paths) // args.most)][: args.most]:
            settled, other, steady = watched(reader, load_picture(path), args.seconds)
            print(
                f"{path.name}: settled {settled} times, {other} of them another table; steady {steady:.0%}", flush=True
            )


if __name__ == "__main__":
    main()
