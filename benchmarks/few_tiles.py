"""`python -m benchmarks.few_tiles FOLDER...`: one to six real faces on plain tables, as the first sets of a round lie.

The faces are cut from the folders' labelled pictures where a reading names them right, and laid in a row on tables of
several levels of grey, with a camera's noise, in pictures of four widths, plain and as JPEG. Each is read in three
ways: by itself (`read`), four of them as one (`still`), and three one after another as play does (`play`). Prints a
line for each width and way: tiles, not read right, wrong and sure, read where nothing lies, and pictures in which
nothing at all is read; then each table's level.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import command_line
from models.recipe.measuring.measure import SURE_FROM, owners
from models.recipe.training.labelled import labelled_in
from vision.camera import Pixels, load_picture
from vision.reading import KnownFaces, Reader, TableReading, rectify
from vision.reading.geometry import CROP_WIDTH, MARGIN
from vision.watching.still import read_still

Generator = np.random.Generator
SIZES = ((640, 360), (1280, 720), (1920, 1080), (3840, 2160))
LEVELS = (22, 35, 50, 70, 120, 170, 215)
"""Levels of grey of the tables."""
NOISES = (1.0, 3.0, 6.0)
"""Standard deviations of the noise in each channel, in levels."""
LIGHTS = (1.0, 1.0, 0.4)
"""Factors on a table's light; one table in three is dark."""
WIDTHS = (24, 48)
"""Range of a face's width in pixels."""
COUNTS = (1, 3, 6)
GAP = 0.08
"""Gap between two tiles, in widths of a face."""
RIM = 3
"""Margin around a cut-out face in pixels, so that the tile's edge is visible."""
TAKEN, READINGS = 4, 3
"""Number of pictures of each table, and how many of them are read one after another, as in play."""
COLUMNS = ("pictures", "tiles", "not_right", "wrong_sure", "nowhere", "empty")
GRAIN = 257
"""Largest offset, in rows, at which a noise field is used for another table; each picture of a table has a noise field
of its own.
"""


@dataclass(frozen=True, eq=False)
class Face:
    """A face cut from a photograph, upright, and its name."""

    pixels: Pixels
    name: str


@dataclass(frozen=True, eq=False)
class Laid:
    """A drawn table: its tiles and level, and the requested number of pictures, each with other noise."""

    labels: list[dict[str, object]]
    level: int
    pictures: tuple[Pixels, ...]


def faces_of(reader: Reader, path: Path) -> list[Face]:
    """The faces of a labelled picture that are read correctly in it."""
    labels = json.loads(path.with_suffix(".json").read_text())["tiles"]
    picture = load_picture(path)
    reading = reader.read(picture)
    whole = {k: str(labels[i]["tile"]) for k, i in owners(labels, reading).items() if labels[i].get("inside", True)}
    right = [k for k, name in whole.items() if str(reading.tiles[k].tile) == name]
    crops = rectify(picture, np.array([reading.tiles[k].quad for k in right]).reshape(-1, 4, 2), (RIM, RIM))
    return [Face(crop, whole[k]) for crop, k in zip(crops, right, strict=True)]


def laid(rng: Generator, faces: Sequence[Face], size: tuple[int, int], level: int) -> Laid:
    """Some of the faces in a row, at a random place of a table."""
    count = min(int(rng.choice(COUNTS)), len(faces))
    wide = float(np.exp(rng.uniform(*np.log(WIDTHS))))
    scale = wide / ((1 - 2 * MARGIN) * CROP_WIDTH)
    cell = faces[0].pixels.shape[1] * scale, faces[0].pixels.shape[0] * scale
    step = cell[0] + GAP * wide
    x, y = rng.uniform(0, size[0] - count * step), rng.uniform(0, size[1] - cell[1])
    table = np.full((size[1], size[0], 3), level, np.uint8)
    labels: list[dict[str, object]] = []
    for n, k in enumerate(rng.permutation(len(faces))[:count]):
        box = [int(x + n * step), int(y), round(cell[0]), round(cell[1])]
        left, top, across, down = box
        table[top : top + down, left : left + across] = cv2.resize(
            faces[k].pixels, (across, down), interpolation=cv2.INTER_AREA
        )
        corners = [[left, top], [left + across, top], [left + across, top + down], [left, top + down]]
        labels.append({"tile": faces[k].name, "quad": corners})
    table = (table * rng.choice(LIGHTS)).astype(np.uint8)
    noise, is_jpeg = float(rng.choice(NOISES)), rng.random() < 0.5
    seen = (grained(table, noise, n, int(rng.integers(GRAIN))) for n in range(TAKEN))
    return Laid(labels, level, tuple(as_jpeg(one) if is_jpeg else one for one in seen))


@cache
def _grain(size: tuple[int, int], n: int) -> NDArray[np.float16]:
    return np.random.default_rng(n).standard_normal((size[1] + GRAIN, size[0], 3), np.float32).astype(np.float16)


def grained(table: Pixels, noise: float, n: int, first: int) -> Pixels:
    """The n-th picture of the table from a camera with this noise."""
    grain = _grain(table.shape[1::-1], n)[first : first + table.shape[0]]
    return np.clip(table + noise * grain.astype(np.float32), 0, 255).astype(np.uint8)


def as_jpeg(picture: Pixels) -> Pixels:
    """The picture after JPEG compression with quality 85."""
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1], 1), np.uint8)


def as_in_play(reader: Reader, pictures: Sequence[Pixels]) -> TableReading:
    """The reading of the last of several pictures, read one after the other."""
    known = KnownFaces()
    return [reader.read(picture, known) for picture in pictures[:READINGS]][-1]


def counted(labels: Sequence[dict[str, object]], reading: TableReading) -> Counter[str]:
    """The counts of a reading."""
    owner = owners(labels, reading)
    right = {i for k, i in owner.items() if str(reading.tiles[k].tile) == labels[i]["tile"]}
    sure = [k for k, one in enumerate(reading.tiles) if one.confidence >= SURE_FROM and owner.get(k) not in right]
    return Counter(
        pictures=1,
        tiles=len(labels),
        not_right=len(labels) - len(right),
        wrong_sure=len(sure),
        nowhere=len(reading.tiles) - len(owner),
        empty=not reading.tiles,
    )


def main() -> None:
    """Lays, reads and prints."""
    args = command_line(__doc__, "folders...", count=40, seed=1, ways=["read", "still", "play"])
    reader = Reader()
    ways: dict[str, Callable[[Sequence[Pixels]], TableReading]] = {
        "read": lambda pictures: reader.read(pictures[0]),
        "still": lambda pictures: read_still(reader.read, pictures),
        "play": lambda pictures: as_in_play(reader, pictures),
    }
    paths = [path for folder in args.folders for path in labelled_in(folder)]
    rng = np.random.default_rng(args.seed)
    chosen = rng.permutation(len(paths))[: 2 * args.count]
    boxes = [faces for k in chosen if len(faces := faces_of(reader, paths[k])) >= min(COUNTS)]
    total: dict[str, Counter[str]] = {}
    for (size, level), n in product(product(SIZES, LEVELS), range(args.count)):
        table = laid(rng, boxes[n % len(boxes)], size, level)
        for way in args.ways:
            counts = counted(table.labels, ways[way](table.pictures))
            for name in (f"{size[0]} wide, {way}", f"level {level}, {way}", f"all, {way}"):
                total.setdefault(name, Counter()).update(counts)
    print(("{:24}" + "{:>12}" * 6).format("", *COLUMNS))
    for name in sorted(total):
        print(("{:24}" + "{:>12}" * 6).format(name, *(total[name][one] for one in COLUMNS)))


if __name__ == "__main__":
    main()
