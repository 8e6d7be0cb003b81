"""`python -m models.recipe.measuring.printed FOLDER [--count N]`: what is named where only print lies there.

Draws lids of boxes, on which faces cut from a folder's labelled pictures are fanned out in many sizes, and score
sheets; each lies aslant on a plain table. Prints for both: pictures, names, those named surely (0.9 or more), and
pictures with one of these. `--out`: also writes the pictures, with empty labels beside them.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from models.recipe.editions.faces import Generator
from models.recipe.measuring.measure import SURE_FROM, quad_of
from models.recipe.training.labelled import labelled_in
from vision.camera import Pixels
from vision.reading import Reader

SIZE = (1280, 720)
"""Width and height of a picture in pixels."""
FACE = (72, 98)
"""Width and height in pixels to which faces are cut."""
LID, SHEET = (760, 560), (460, 620)
"""Width and height of the lid, and of the score sheet, in pixels of the picture if seen from above."""
FANNED, SPREAD = (5, 12), 110.0
"""Range of the number of faces in a fan; and greatest spread of a fan in degrees."""
SIZES = (0.7, 2.0)
"""Range of the size of the faces of one lid, in units of FACE."""
INKS = ((40, 40, 40), (40, 40, 200), (180, 70, 30), (30, 130, 230))
"""Black, red, blue and orange, BGR."""
SLOGANS = ("THE GAME", "106 TILES", "2-4 PLAYERS", "CLASSIC", "RUNS & GROUPS", "8+")
FONTS = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)
Draw = Callable[[Generator, list[Pixels]], Pixels]


def faces_of(folder: Path) -> list[Pixels]:
    """The faces of a folder's labelled pictures, each (98, 72, 3)."""
    flat = np.array([[0, 0], [FACE[0], 0], FACE, [0, FACE[1]]], np.float32)
    faces = []
    for path in labelled_in(folder):
        picture = cv2.imread(str(path))
        assert picture is not None
        for label in json.loads(path.with_suffix(".json").read_text())["tiles"]:
            if len(quad := quad_of(label)) == 4 and label.get("inside", True):
                matrix = cv2.getPerspectiveTransform(_as_read(quad), flat)
                faces.append(np.asarray(cv2.warpPerspective(picture, matrix, FACE), np.uint8))
    return faces


def _as_read(quad: np.ndarray) -> np.ndarray:
    """The outline (4, 2) with its corners clockwise, a short side first: labels begin at any corner, in either
    direction."""
    quad = quad if cv2.contourArea(quad, oriented=True) > 0 else quad[::-1]
    across, down = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    return np.asarray(np.roll(quad, 1, axis=0) if across > down else quad, np.float32)


def lid(rng: Generator, faces: list[Pixels]) -> Pixels:
    """A box's lid: a slogan, and faces fanned out from small to large."""
    lid = np.full((LID[1], LID[0], 3), rng.integers(20, 235, 3), np.uint8)
    count = int(rng.integers(*FANNED))
    angles = np.linspace(-1, 1, count) * rng.uniform(SPREAD / 2, SPREAD) / 2
    least, most = (float(size) for size in rng.permutation(SIZES))
    sizes = np.geomspace(least, most, count) * rng.uniform(0.8, 1.1, count)
    pivot, reach = np.array([LID[0] / 2, LID[1] * 1.1]), LID[1] * rng.uniform(0.6, 0.75)
    for angle, size in zip(np.radians(angles), sizes, strict=True):
        middle = pivot + reach * np.array([np.sin(angle), -np.cos(angle)])
        _print(lid, faces[int(rng.integers(len(faces)))], middle, angle, size)
    slogan, font = SLOGANS[int(rng.integers(len(SLOGANS)))], FONTS[int(rng.integers(len(FONTS)))]
    cv2.putText(lid, slogan, (40, 90), font, rng.uniform(1.6, 2.6), rng.integers(0, 255, 3).tolist(), 6, cv2.LINE_AA)
    return lid


def _print(lid: Pixels, face: Pixels, middle: np.ndarray, angle: float, size: float) -> None:
    along = np.array([np.cos(angle), np.sin(angle)]) * size
    down = np.array([-along[1], along[0]])
    x, y = FACE
    begin = middle - along * x / 2 - down * y / 2
    matrix = np.column_stack([along, down, begin])
    mask = cv2.warpAffine(np.full((y, x), 255, np.uint8), matrix, LID)
    lid[mask > 127] = cv2.warpAffine(face, matrix, LID, flags=cv2.INTER_AREA)[mask > 127]


def sheet(rng: Generator, _: list[Pixels]) -> Pixels:
    """A score sheet: columns of numbers between lines."""
    page = np.full((SHEET[1], SHEET[0], 3), int(rng.integers(225, 250)), np.uint8)
    wide, high = (int(side) for side in rng.integers((60, 36), (100, 56)))
    font, ink = FONTS[int(rng.integers(len(FONTS)))], INKS[int(rng.integers(len(INKS)))]
    for x in range(20, SHEET[0], wide):
        cv2.line(page, (x, 20), (x, SHEET[1] - 20), (150, 150, 150), 1)
    for y in range(60, SHEET[1] - 20, high):
        cv2.line(page, (20, y), (SHEET[0] - 20, y), (150, 150, 150), 1)
        for x in range(30, SHEET[0] - wide, wide):
            ink = INKS[int(rng.integers(len(INKS)))] if rng.random() < 0.2 else ink
            cv2.putText(page, str(rng.integers(1, 60)), (x, y - 8), font, high / 48, ink, 2, cv2.LINE_AA)
    return page


def on_a_table(rng: Generator, printed: Pixels) -> Pixels:
    """A picture of the print, aslant on a plain table."""
    height, width = printed.shape[:2]
    angle, scale = rng.uniform(-0.5, 0.5), rng.uniform(0.6, 1.0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * scale
    corners = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)) @ turn.T
    corners *= 1 + rng.uniform(0, 0.25) * corners[:, 1:] / np.abs(corners).max()
    there = (corners + np.array(SIZE) / 2).astype(np.float32)
    here = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    table = np.full((SIZE[1], SIZE[0], 3), rng.integers(40, 200, 3), np.uint8)
    table = np.clip(table + rng.normal(0, 4, (*table.shape[:2], 1)), 0, 255).astype(np.uint8)
    matrix = cv2.getPerspectiveTransform(here, there)
    mask = cv2.warpPerspective(np.full(printed.shape[:2], 255, np.uint8), matrix, SIZE)[..., None] > 127
    seen = cv2.warpPerspective(cv2.GaussianBlur(printed, (0, 0), 0.7), matrix, SIZE, flags=cv2.INTER_AREA)
    return np.where(mask, seen, table)


KINDS: dict[str, Draw] = {"lids": lid, "sheets": sheet}


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="labelled pictures from which faces are cut")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    reader, faces = Reader(), faces_of(args.folder)
    print(f"{'':10}{'pictures':>10}{'names':>8}{'sure':>8}{'in':>8}")
    for seed, (name, draw) in enumerate(KINDS.items()):
        counts: Counter[str] = Counter()
        for number in range(args.count):
            rng = np.random.default_rng((seed, number))
            picture = on_a_table(rng, draw(rng, faces))
            found = reader.read(picture).tiles
            sure = [tile for tile in found if tile.confidence >= SURE_FROM]
            counts.update({"pictures": 1, "names": len(found), "sure": len(sure), "in": bool(sure)})
            if args.out:
                args.out.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(args.out / f"{name}-{number:02d}.png"), picture)
                (args.out / f"{name}-{number:02d}.json").write_text('{"tiles": [], "sets": []}')
        print(f"{name:10}{counts['pictures']:>10}{counts['names']:>8}{counts['sure']:>8}{counts['in']:>8}", flush=True)


if __name__ == "__main__":
    main()
