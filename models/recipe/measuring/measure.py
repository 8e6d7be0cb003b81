"""`python -m models.recipe measure FOLDER...`: reads labelled pictures, and prints a line for each folder.

Tiles: read right in place and name, of those to be read (recall) and of those read (precision); pictures without an
error; sets put together exactly; the share of wrong tiles that are named with 0.9 or more (sure), and of right ones
that are named with less (doubted); pictures with a tile named so surely where none lies (named); milliseconds. A folder
above others stands for them all. `--ablate`: then all folders together, as they are read and without each rule.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

from models import CLASSIFIER, CORNERS, DETECTOR, Model
from models.recipe.training.labelled import labelled_in
from vision.reading import Reader, TableReading
from vision.reading.detections import Detections

READING = "vision.reading."
SURE_FROM = 0.9
"""Confidence from which a tile counts as surely read, as on the page: players are not asked about it."""
COLUMNS = ["folder", "pictures", "tiles", "recall", "precision", "clean", "sets", "sure", "doubted", "named", "ms"]
Label = dict[str, object]


def _named_once(network: Any, _: Any, found: Detections, asked: int | None = None) -> Detections:
    """The names without enlarging small figures."""
    return import_module(f"{READING}classify.zoom").with_names_at_once(network, found)


RULES: dict[str, tuple[str, str, Any]] = {
    "a coarse pass for near tiles": ("detect.scales", "_near", lambda *_: Detections()),
    "true corners": ("read", "with_corners", lambda _network, _picture, quads: quads),
    "proposals: two halves": ("proposals", "_wholes", lambda _: Detections()),
    "proposals: in a row": ("proposals", "_missing", lambda _: Detections()),
    "small figures enlarged": ("read", "with_names", _named_once),
    "evidence: size": ("score.select", "off_in_size", lambda quads, _: np.zeros(len(quads))),
    "evidence: shape": ("score.select", "off_in_shape", lambda quads, *_: np.zeros(len(quads))),
    "evidence: ground": ("score.select", "off_in_ground", lambda quads, *_: np.zeros(len(quads))),
    "evidence: neighbours": ("score.select", "none_beside", lambda quads, *_: np.zeros(len(quads))),
    "a larger pass where in doubt": ("read", "is_in_doubt", lambda _: False),
    "what is doubtful asked about": ("read", "doubting", lambda tiles: tiles),
    "sixes and nines as the rows say": ("arrange.orientation", "agreeing", lambda found, _: found),
}
"""Name of each rule -> module, attribute, and the replacement that removes the rule."""


@contextmanager
def without(rule: str) -> Iterator[None]:
    """A context in which readings do without this rule."""
    module, attribute, instead = RULES[rule]
    with patch.object(import_module(READING + module), attribute, instead):
        yield


def quad_of(tile: Label) -> np.ndarray:
    """A labelled tile's quad, or its polygon: (N, 2)."""
    return np.array(tile.get("quad") or tile["polygon"], np.float32)


def owners(tiles: Sequence[Label], reading: TableReading) -> dict[int, int]:
    """The index of the labelled tile for each read tile: its centre lies within the quad, nearest first."""
    centres = [placed.quad.mean(axis=0) for placed in reading.tiles]
    owner: dict[int, int] = {}
    for i, tile in enumerate(tiles):
        place = quad_of(tile)
        upon = [
            k
            for k, (x, y) in enumerate(centres)
            if k not in owner and cv2.pointPolygonTest(place, (float(x), float(y)), False) > 0
        ]
        if upon:
            owner[min(upon, key=lambda k: float(np.linalg.norm(centres[k] - place.mean(axis=0))))] = i
    return owner


def compared(labels: Label, reading: TableReading) -> tuple[Counter[str], list[str]]:
    """Counts and errors of one picture; tiles cut by the picture's edge count neither way."""
    tiles: Sequence[Label] = labels.get("tiles", [])  # type: ignore[assignment]
    asked = {i for i, tile in enumerate(tiles) if tile.get("inside", True)}
    owner = owners(tiles, reading)
    counts: Counter[str] = Counter(pictures=1, tiles=len(asked))
    errors = [f"not found: {tiles[i]['tile']} at {_at(quad_of(tiles[i]))}" for i in asked - set(owner.values())]
    for k, placed in enumerate(reading.tiles):
        if k in owner and owner[k] not in asked:
            continue
        right = k in owner and str(tiles[owner[k]]["tile"]) in (str(placed.tile), f"?{str(placed.tile)[1:]}")
        sure = placed.confidence >= SURE_FROM
        counts.update(read=1, right=right, wrong_sure=not right and sure, right_doubted=right and not sure)
        if not right:
            there = tiles[owner[k]]["tile"] if k in owner else "nothing"
            errors.append(f"{there} read as {placed.tile} ({placed.confidence:.2f}) at {_at(placed.quad)}")
        counts["named"] |= sure and k not in owner
    counts["clean"] = not errors
    sets: Sequence[Sequence[int]] = [s for s in labels.get("sets", []) if asked.issuperset(s)]  # type: ignore
    made = {frozenset(owner.get(k, -1 - k) for k in row) for row in reading.sets}
    counts.update(sets=len(sets), sets_right=sum(frozenset(s) in made for s in sets))
    return counts, errors


def _at(quad: np.ndarray) -> str:
    x, y = quad.mean(axis=0)
    return f"{x:.0f},{y:.0f}"


def measured(reader: Reader, folder: Path, every: int, tell: bool) -> tuple[Counter[str], list[float]]:
    """A folder's counts, and the time for each picture."""
    total: Counter[str] = Counter()
    times = []
    for path in labelled_in(folder)[::every]:
        picture = cv2.imread(str(path))
        assert picture is not None
        reading = reader.read(np.asarray(picture, np.uint8))
        counts, errors = compared(json.loads(path.with_suffix(".json").read_text()), reading)
        total.update(counts)
        times.append(reading.milliseconds["total"])
        if tell and errors:
            print(f"  {path.name}: " + "; ".join(errors))
    return total, times


def line(name: str, total: Counter[str], times: list[float]) -> list[str]:
    """The printed line of a folder."""

    def share(part: str, whole: int) -> str:
        return f"{100 * total[part] / whole:.2f}" if whole else "-"

    wrong = total["read"] - total["right"]
    return [
        name,
        str(total["pictures"]),
        str(total["tiles"]),
        share("right", total["tiles"]),
        share("right", total["read"]),
        share("clean", total["pictures"]),
        share("sets_right", total["sets"]),
        share("wrong_sure", wrong),
        share("right_doubted", total["right"]),
        share("named", total["pictures"]),
        f"{np.median(times):.0f}" if times else "-",
    ]


def folders(given: Sequence[Path]) -> list[Path]:
    """The folders that contain pictures."""
    below = [p for folder in given for p in [folder, *sorted(q for q in folder.iterdir() if q.is_dir())]]
    return [p for p in below if any(q.suffix == ".json" for q in p.iterdir())]


def ablated(reader: Reader, given: Sequence[Path], every: int) -> None:
    """Prints a line of all folders together, as they are read and without each rule."""

    def of_all() -> tuple[Counter[str], list[float]]:
        parts = [measured(reader, folder, every, tell=False) for folder in given]
        return sum((total for total, _ in parts), Counter()), [ms for _, times in parts for ms in times]

    _print(line("as it is", *of_all()))
    for rule in RULES:
        with without(rule):
            _print(line(f"no {rule}", *of_all()))


def tried(shipped: Model, folder: Path | None) -> Model:
    """The network of the same name in this folder; the shipped network if the folder has none."""
    other = folder and folder.resolve() / shipped.file
    if not other or not other.exists():
        return shipped
    return replace(shipped, file=str(other), sha256=hashlib.sha256(other.read_bytes()).hexdigest())


def _print(words: Sequence[str]) -> None:
    print(("{:40}" + "{:>10}" * 10).format(*words), flush=True)


def main(words: Sequence[str] | None = None) -> None:
    """Prints the table.

    Exits with 1 if there are tiles but none is read, because the networks are then broken.
    """
    parser = argparse.ArgumentParser("models.recipe measure", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--list", action="store_true", help="each error, too")
    parser.add_argument("--every", type=int, default=1, help="only each n-th picture")
    parser.add_argument("--ablate", action="store_true", help="what each rule of a reading is worth on them")
    parser.add_argument("--networks", type=Path, help="a folder with other networks: those in it are tried")
    args = parser.parse_args(words)
    reader = Reader(*(tried(model, args.networks) for model in (DETECTOR, CORNERS, CLASSIFIER)))
    _print(COLUMNS)
    if args.ablate:
        return ablated(reader, folders(args.folders), args.every)
    every: Counter[str] = Counter()
    for folder in folders(args.folders):
        total, times = measured(reader, folder, args.every, args.list)
        every.update(total)
        _print(line(f"{folder.parent.name}/{folder.name}", total, times))
    if every["tiles"] and not every["right"]:
        sys.exit("no tile is read right")
