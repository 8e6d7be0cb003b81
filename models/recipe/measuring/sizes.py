"""`python -m models.recipe.measuring.sizes FOLDER...`: is the same picture read alike at every size?

Each labelled picture is read at 0.4, 0.6, 1, 1.5 and 2 times its size, each time as it is, padded into twice
its sides, and cropped to its tiles; tiles from 14 to 400 pixels wide count. Prints a line for each view: tiles; how
many of them, in per cent, have the name that they have in the picture itself (also where both times none is read); of
these, confidence within 0.1; read right; and how many tiles are read where none lies, and those of them that are sure.
Run it before a network is exchanged.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import cv2
import numpy as np

from models import CLASSIFIER, CORNERS, DETECTOR
from models.recipe.measuring.measure import SURE_FROM, Label, folders, owners, quad_of, tried
from models.recipe.training.labelled import labelled_in
from vision.camera import Pixels
from vision.reading import Reader, TableReading

SCALES = (0.4, 0.6, 1.0, 1.5, 2.0)
WIDTHS = (14, 400)
"""Limits in pixels of the width of tiles that count."""
ALIKE = 0.1
"""Greatest difference between confidences that count as the same."""
AROUND = 0.35
"""Margin, in tile widths, around the tiles to which a picture is cropped."""
FRAMES = ("as it is", "padded", "cropped")
COLUMNS = ("tiles", "same", "alike", "right", "nowhere", "sure")
Named = dict[int, tuple[str, float]]
"""The name read for each labelled tile, and its confidence."""


@dataclass(frozen=True, eq=False)
class View:
    """A picture at another size, in another frame, with its labels."""

    pixels: Pixels
    labels: list[Label]


def scaled(view: View, scale: float) -> View:
    """The view, scaled by this factor."""
    size = tuple(max(1, round(side * scale)) for side in view.pixels.shape[1::-1])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    pixels = view.pixels if scale == 1 else np.asarray(cv2.resize(view.pixels, size, interpolation=method), np.uint8)
    times = np.array(size) / view.pixels.shape[1::-1]
    return View(pixels, [moved(label, times, np.zeros(2)) for label in view.labels])


def moved(label: Label, times: np.ndarray, by: np.ndarray) -> Label:
    """A label, scaled by this factor from the picture's corner and then shifted by `by` pixels."""
    return {**label, "quad": ((quad_of(label) + 0.5) * times - 0.5 + by).tolist()}


def framed(view: View, frame: str) -> View:
    """The view in one of the FRAMES."""
    height, width = view.pixels.shape[:2]
    if frame == "padded":
        edge = np.median(np.concatenate([view.pixels[0], view.pixels[-1]]), axis=0)
        sides = (height // 2, height - height // 2, width // 2, width - width // 2)
        padded = cv2.copyMakeBorder(view.pixels, *sides, cv2.BORDER_CONSTANT, value=edge.tolist())
        return View(np.asarray(padded, np.uint8), _moved_by(view, np.array([width // 2, height // 2])))
    if frame == "cropped":
        places = np.concatenate([quad_of(label) for label in view.labels])
        room = AROUND * _width(view.labels)
        left, top = np.clip(places.min(axis=0) - room, 0, None).astype(int)
        right, bottom = np.ceil(places.max(axis=0) + room + 1).astype(int)
        part = np.ascontiguousarray(view.pixels[top:bottom, left:right])
        return View(part, _moved_by(view, -np.array([left, top])))
    return view


def _moved_by(view: View, by: np.ndarray) -> list[Label]:
    return [moved(label, np.ones(2), by) for label in view.labels]


def _width(labels: Sequence[Label]) -> float:
    """The typical shorter side of the labelled tiles, in pixels."""
    return float(np.median([min(cv2.minAreaRect(quad_of(label))[1]) for label in labels]))


def named(labels: Sequence[Label], reading: TableReading) -> Named:
    """The name read for each tile that is not cut by an edge."""
    tiles = reading.tiles
    return {
        i: (str(tiles[k].tile), tiles[k].confidence)
        for k, i in owners(labels, reading).items()
        if labels[i].get("inside", True)
    }


def compared(view: View, reading: TableReading, before: Named) -> Counter[str]:
    """The counts of one view; `before`: the reading of the picture itself."""
    now = named(view.labels, reading)
    owner = owners(view.labels, reading)
    counts: Counter[str] = Counter()
    for i, label in enumerate(view.labels):
        if not label.get("inside", True) or not WIDTHS[0] <= _width([label]) <= WIDTHS[1]:
            continue
        (name, sure), (name_before, sure_before) = now.get(i, ("", 0.0)), before.get(i, ("", 0.0))
        is_same = name == name_before
        counts.update(tiles=1, same=is_same, alike=is_same and abs(sure - sure_before) <= ALIKE)
        counts.update(right=name == label["tile"])
    for k, placed in enumerate(reading.tiles):
        counts.update(nowhere=k not in owner, sure=k not in owner and placed.confidence >= SURE_FROM)
    return counts


def views_of(path: Path) -> Iterator[tuple[str, View]]:
    """The picture itself first, then all others, each with its name."""
    picture = cv2.imread(str(path))
    assert picture is not None
    labels = json.loads(path.with_suffix(".json").read_text())["tiles"]
    whole = View(np.asarray(picture, np.uint8), labels)
    for frame, scale in sorted(product(FRAMES, SCALES), key=lambda way: way != (FRAMES[0], 1.0)):
        if labels or frame != "cropped":
            yield f"{frame}, {scale:g} times", scaled(framed(whole, frame), scale)


def measured(reader: Reader, path: Path, tell: bool) -> dict[str, Counter[str]]:
    """Each view's counts of a picture."""
    before: Named | None = None
    counts = {}
    for name, view in views_of(path):
        reading = reader.read(view.pixels)
        before = named(view.labels, reading) if before is None else before
        counts[name] = compared(view, reading, before)
        if tell and (counts[name]["same"] < counts[name]["tiles"] or counts[name]["nowhere"]):
            print(f"  {path.name}, {name}: {dict(counts[name])}")
    return counts


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only each n-th picture")
    parser.add_argument("--list", action="store_true", help="each view in which something differs, too")
    parser.add_argument("--networks", type=Path, help="a folder with other networks: those in it are tried")
    args = parser.parse_args()
    reader = Reader(*(tried(model, args.networks) for model in (DETECTOR, CORNERS, CLASSIFIER)))
    total: dict[str, Counter[str]] = {}
    for path in [path for folder in folders(args.folders) for path in labelled_in(folder)[:: args.every]]:
        for name, counts in measured(reader, path, args.list).items():
            total.setdefault(name, Counter()).update(counts)
    total["all"] = sum(total.values(), Counter())
    print(("{:24}" + "{:>10}" * len(COLUMNS)).format("", *COLUMNS))
    for name in sorted(total):
        print(("{:24}" + "{:>10}" * len(COLUMNS)).format(name, *_shares(total[name])))


def _shares(counts: Counter[str]) -> list[str]:
    tiles = max(counts["tiles"], 1)
    return [str(counts["tiles"]), *(f"{100 * counts[one] / tiles:.2f}" for one in COLUMNS[1:4])] + [
        str(counts[one]) for one in COLUMNS[4:]
    ]


if __name__ == "__main__":
    main()
