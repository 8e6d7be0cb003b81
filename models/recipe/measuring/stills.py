"""`python -m models.recipe.measuring.stills FOLDER...`: what several noisy pictures of one still table are worth.

From each labelled picture it makes a series as a weak camera in lamp light would give it (small, trembling, noisy,
JPEG, exposure going up and down) and prints the errors of one picture, of the joined picture, and of both with the
names joined (`tilewatch read --still`). An error is a tile that is missed, misnamed, or not there.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import load_picture
from vision.reading import Reader, TableReading
from vision.watching.still import joined
from vision.watching.still_reading import read_still

Pixels = NDArray[np.uint8]

TREMBLE, NOISE, EXPOSURE, QUALITY = 0.7, 16.0, 0.15, 70
"""Pixels by which pictures are off, levels of noise, share by which exposure goes up and down, JPEG quality."""


def series(picture: Pixels, count: int, rng: np.random.Generator) -> list[Pixels]:
    """Pictures of one still table by a weak camera."""
    return [_taken(picture, rng) for _ in range(count)]


def _taken(picture: Pixels, rng: np.random.Generator) -> Pixels:
    height, width = picture.shape[:2]
    off = np.array([[1, 0, rng.uniform(-TREMBLE, TREMBLE)], [0, 1, rng.uniform(-TREMBLE, TREMBLE)]])
    moved = cv2.warpAffine(picture, off, (width, height), borderMode=cv2.BORDER_REPLICATE).astype(np.float64)
    lit = moved * rng.uniform(1 - EXPOSURE, 1) * np.array([0.75, 0.9, 1.0])
    noisy = np.clip(lit + rng.normal(0, NOISE, lit.shape), 0, 255).astype(np.uint8)
    encoded = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)


def errors(reading: TableReading, truth: Mapping[str, Any], scale: float) -> int:
    """Tiles missed, misnamed, and named where none lies; those cut by the edge count neither way."""
    free, wrong = list(reading.tiles), 0
    for tile in truth["tiles"]:
        outline = np.array(tile.get("quad") or tile["polygon"], np.float32) * scale
        here = [t for t in free if cv2.pointPolygonTest(outline, [float(v) for v in t.quad.mean(0)], False) >= 0]
        free = [t for t in free if t not in here[:1]]
        if tile.get("inside", True):
            wrong += not here or str(here[0].tile) != tile["tile"]
    return wrong + len(free)


def labelled(folders: list[Path]) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Pictures with their labels."""
    for folder in folders:
        for path in sorted(folder.iterdir()):
            if path.suffix.lower() in (".jpg", ".png") and path.with_suffix(".json").exists():
                yield path, json.loads(path.with_suffix(".json").read_text())


def main() -> None:
    """Prints the errors of each way of reading."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=8, help="pictures of each table")
    parser.add_argument("--scale", type=float, default=0.7, help="how much smaller than the labelled picture")
    args = parser.parse_args()
    reader, rng = Reader(), np.random.default_rng(8)
    tiles, one, mean, both = 0, 0.0, 0, 0
    for path, truth in labelled(args.folders):
        whole = load_picture(path)
        small = cv2.resize(whole, None, fx=args.scale, fy=args.scale, interpolation=cv2.INTER_AREA)
        pictures = series(np.asarray(small, np.uint8), args.count, rng)
        scale = small.shape[1] / whole.shape[1]
        tiles += sum(bool(tile.get("inside", True)) for tile in truth["tiles"])
        one += float(np.mean([errors(reader.read(picture), truth, scale) for picture in pictures[:3]]))
        mean += errors(reader.read(joined(pictures)), truth, scale)
        both += errors(read_still(reader, pictures), truth, scale)
    print(f"{tiles} tiles; errors of one picture {one:.1f}, of {args.count} joined {mean}, names joined, too {both}")


if __name__ == "__main__":
    main()
