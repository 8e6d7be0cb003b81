"""Labels photographs with quads, refined from labels that are mere outlines.

A polygon gives a face's outline in arbitrary order. The tile's top left corner is found by classifying the face in all
four orientations, with the classifier of an earlier round. Faces it cannot name are left out and counted. The
photographs are split into series for training and series held out.
"""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models import CLASSIFIER
from models.recipe.training.labelled import label_of
from vision.reading import rectify
from vision.reading.classify.classifier import classify
from vision.reading.detect.infer import Network
from vision.reading.detections import TILES

HELD_OUT = (
    "rummy4-",
    "rummy-3",
    "rummy-4",
    "rummy2-3",
    "rummy2-4",
    "rummyBackground-09",
    "rummyBackground-1",
)
"""Beginnings of names of the photographs never trained with: the whole rug series, and the last third of the two other
series.
"""


def outline_to_quad(polygon: list[list[float]]) -> np.ndarray:
    """The quad (4, 2) that fits an outline best, clockwise as seen."""
    points = cv2.convexHull(np.array(polygon, np.float32))
    for share in np.linspace(0.01, 0.12, 12):
        corners = cv2.approxPolyDP(points, float(share) * cv2.arcLength(points, True), True)
        if len(corners) == 4:
            break
    box = cv2.boxPoints(cv2.minAreaRect(points))
    quad = corners[:, 0] if len(corners) == 4 else box
    if abs(cv2.contourArea(np.asarray(quad)) / cv2.contourArea(box) - 0.93) > 0.1:
        quad = box
    turned = np.cross(quad[1] - quad[0], quad[2] - quad[1])
    return np.asarray(quad if turned > 0 else quad[::-1], np.float32)


def top_first(
    names: Network, picture: np.ndarray, quads: list[np.ndarray], tiles: list[str]
) -> list[np.ndarray | None]:
    """Each quad, rolled so that its first corner is the tile's top left; None where the orientation is unclear."""
    turned = [[np.roll(q, -k, axis=0) for q in quads] for k in range(4)]
    upright = np.zeros((4, len(quads)))
    for k in range(4):
        found = classify(names, rectify(picture, np.array(turned[k], np.float32)))
        for i, name in enumerate(tiles):
            index = [str(t) for t in TILES].index(name)
            number = label_of(name)[0]
            alike = [j for j, t in enumerate(TILES) if (t.number or 14) - 1 == number]
            upright[k, i] = found.turns[i, 0] * (0.2 * found.tiles[i, alike].sum() + 0.8 * found.tiles[i, index])
    best = upright.argmax(axis=0)
    return [turned[int(k)][i] if upright[k, i] > 0.15 else None for i, k in enumerate(best)]


def convert(names: Network, source: Path, target: Path) -> tuple[int, int]:
    """Writes one photograph with new labels; returns how many tiles were kept and how many left out."""
    labels: dict[str, Any] = json.loads(source.with_suffix(".json").read_text())
    picture = cv2.imread(str(source))
    assert picture is not None
    tiles = labels["tiles"]
    quads = [outline_to_quad(t["polygon"]) for t in tiles]
    rolled = top_first(names, picture, quads, [t["tile"] for t in tiles]) if tiles else []
    out = []
    for tile, quad, first in zip(tiles, quads, rolled, strict=True):
        known = first is not None and tile.get("inside", True)
        out.append(
            {
                "tile": tile["tile"],
                "quad": (quad if first is None else first).round(1).tolist(),
                "inside": tile.get("inside", True),
                "ink": 1.0 if known else 0.6,
            }
        )
    cv2.imwrite(str(target / source.name), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    (target / source.with_suffix(".json").name).write_text(json.dumps({"tiles": out}))
    return sum(t["ink"] == 1.0 for t in out), sum(t["ink"] < 1.0 for t in out)


def label_photographs(source: Path, target: Path) -> None:
    """Writes the labelled photographs of a folder to `target`/train and `target`/measure."""
    names = Network(CLASSIFIER)
    kept = left = 0
    for path in sorted(source.glob("*.jpg")):
        part = target / ("measure" if path.name.startswith(HELD_OUT) else "train")
        part.mkdir(parents=True, exist_ok=True)
        k, n = convert(names, path, part)
        kept, left = kept + k, left + n
    print(f"photographs: {kept} tiles kept, {left} left out", flush=True)
