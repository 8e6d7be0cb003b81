"""`python -m models.recipe.measuring.one_set FOLDER...`: what judging doubtful tiles beside the sure ones wins.

The labelled pictures of a folder show one set in one light (the demo's film, say). Each is made worse as a weak camera
in lamp light would give it; printed are the errors of each picture read alone and of all read as one set
(`tilewatch read --one-set`), and how many doubtful tiles were named rightly either way. `--before FOLDER`: pictures of
an evening before, perhaps of another edition; printed is, too, what its remembered examples do to each picture read by
itself, and whether they changed one sure tile.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.recipe.measuring.stills import errors, labelled, series
from vision.camera import Pixels, load_picture
from vision.reading import SURE, Gallery, Reader, TableReading, read_as_one_set
from vision.reading.taught.gallery import DOUBTFUL, gallery_of


def doubts(
    readings: list[TableReading], beside: list[TableReading], truths: list[Mapping[str, Any]], scale: float
) -> str:
    """Of the tiles doubtful when read alone: how many there are, and how many are right alone and beside the others."""
    there = alone = together = 0
    for reading, judged, truth in zip(readings, beside, truths, strict=True):
        for one, other in zip(reading.tiles, judged.tiles, strict=True):
            if one.confidence >= DOUBTFUL:
                continue
            middle = [float(v) for v in one.quad.mean(0) / scale]
            outlines = [(np.array(t.get("quad") or t["polygon"], np.float32), t["tile"]) for t in truth["tiles"]]
            names = [name for outline, name in outlines if cv2.pointPolygonTest(outline, middle, False) >= 0]
            there, alone = there + 1, alone + (str(one.tile) in names)
            together += str(other.tile) in names
    return f"{there} doubtful tiles, {alone} right alone, {together} beside the sure ones"


def remembering(
    reader: Reader,
    before: Path,
    pictures: list[Pixels],
    alone: list[TableReading],
    truths: list[Mapping[str, Any]],
    scale: float,
) -> str:
    """What the examples of an evening before do to readings, one after the other as in a game."""
    evening = [load_picture(path) for path, _ in list(labelled([before]))[:6]]
    gallery = Gallery([gallery_of(evening, [reader.read(picture) for picture in evening]).set])
    wrong = touched = 0
    for picture, reading, truth in zip(pictures, alone, truths, strict=True):
        judged = gallery.judged(picture, reading)
        wrong += errors(judged, truth, scale)
        pairs = zip(reading.tiles, judged.tiles, strict=True)
        touched += sum(one.confidence >= DOUBTFUL and one.tile != other.tile for one, other in pairs)
        gallery.learn(picture, [(tile.tile, tile.quad) for tile in reading.tiles if tile.confidence >= SURE])
    return f"after an evening with {before.name}, picture by picture: errors {wrong}, sure tiles renamed {touched}"


def main() -> None:
    """Prints a line for each folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--scale", type=float, default=0.6, help="how much smaller than the labelled picture")
    parser.add_argument("--most", type=int, default=24, help="pictures of each folder, the last ones")
    parser.add_argument("--before", type=Path, help="pictures of an evening before, whose examples are remembered")
    args = parser.parse_args()
    reader, rng = Reader(), np.random.default_rng(9)
    for folder in args.folders:
        pictures, truths = [], []
        for path, truth in list(labelled([folder]))[-args.most :]:
            small = cv2.resize(load_picture(path), None, fx=args.scale, fy=args.scale, interpolation=cv2.INTER_AREA)
            pictures += series(np.asarray(small, np.uint8), 1, rng)
            truths.append(truth)
        alone = [reader.read(picture) for picture in pictures]
        beside = read_as_one_set(pictures, alone)
        wrong = [
            sum(errors(one, truth, args.scale) for one, truth in zip(readings, truths, strict=True))
            for readings in (alone, beside)
        ]
        doubted = doubts(alone, beside, truths, args.scale)
        print(f"{folder.name}: errors read alone {wrong[0]}, as one set {wrong[1]}; {doubted}")
        if args.before:
            print(f"  {remembering(reader, args.before, pictures, alone, truths, args.scale)}")


if __name__ == "__main__":
    main()
