"""Labelled pictures in memory, parts of them as other cameras see them, and quads as rough as a detector's."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from models.recipe.editions.faces import Generator
from models.recipe.seeing.views import SeenFrom, drawn_tilt, seen_from, typical_width
from models.recipe.seeing.webcam import as_a_camera_sees

CLEAR = 0.75
"""Visible share of a number's ink from which the tile must be read."""
HIDDEN = 0.4
"""Visible share of a number's ink below which the tile must be left out; between both limits it is not trained."""
COLOUR_LETTERS = "krbo"
VIEW_SIDE = 640
"""Side of a camera view in pixels."""
WIDTHS, SHARES = ((16, 44), (12, 80)), (0.7, 0.3)
"""Ranges of the width of tiles in pixels, and their shares: mostly as in a webcam's picture of a whole table."""


@dataclass
class Labelled:
    """A picture (BGR, or its JPEG bytes) with its tiles: quads (N, 4, 2), names, visible share of each number (N,)."""

    jpeg: np.ndarray
    quads: np.ndarray
    names: list[str]
    ink: np.ndarray
    weight: float = 1.0
    found: dict[str, np.ndarray] | None = None
    """Quads without a tile that the detector found here (models/recipe/training/mine.py), if the picture was mined."""

    @property
    def picture(self) -> np.ndarray:
        """The picture, (H, W, 3) BGR uint8."""
        return np.asarray(cv2.imdecode(self.jpeg, cv2.IMREAD_COLOR))

    @classmethod
    def load(cls, path: Path, weight: float = 1.0) -> "Labelled":
        """The picture with the labels of the JSON beside it."""
        tiles = json.loads(path.with_suffix(".json").read_text())["tiles"]
        quads = np.array([t["quad"] for t in tiles], np.float32).reshape(-1, 4, 2)
        ink = np.array([t.get("ink", 1.0 if t.get("inside", True) else 0.6) for t in tiles], np.float32)
        mined = path.with_suffix(".found.npz")
        found = dict(np.load(mined)) if mined.exists() else None
        return cls(np.fromfile(path, np.uint8), quads, [t["tile"] for t in tiles], ink, weight, found)


def labelled_in(folder: Path) -> list[Path]:
    """The files of a folder's labelled pictures, by name."""
    return sorted(p for p in folder.iterdir() if p.suffix in (".jpg", ".png") and p.with_suffix(".json").exists())


def load_folder(folder: Path, weight: float = 1.0) -> list[Labelled]:
    """All labelled pictures of a folder, by name."""
    return [Labelled.load(p, weight) for p in labelled_in(folder)]


def label_of(name: str) -> tuple[int, int]:
    """Number class (0 to 12; 13: joker) and colour class (-1: none); "?7" is a 7 of unknown colour."""
    return (13, -1) if name == "J" else (int(name[1:]) - 1, COLOUR_LETTERS.find(name[0]))


def camera_view(rng: Generator, labelled: Labelled) -> SeenFrom:
    """A part of the picture as a camera at another place sees it."""
    width = tile_width(rng, labelled.quads)
    wanted = float(np.exp(rng.uniform(*np.log(WIDTHS[int(rng.choice(2, p=SHARES))]))))
    scale, picture = float(np.clip(wanted / width, 0.1, 1.3)), labelled.picture
    centre = np.array(somewhere(rng, labelled.quads, *picture.shape[:2]))
    view = seen_from(rng, picture, labelled.quads, centre, scale, (VIEW_SIDE, VIEW_SIDE), drawn_tilt(rng))
    return replace(view, picture=as_a_camera_sees(rng, view.picture, view.quads, width * scale))


def tile_width(rng: Generator, quads: np.ndarray) -> float:
    """The typical width of a picture's tiles, in pixels; an assumed width if it shows no tile."""
    return typical_width(quads) if len(quads) else float(np.exp(rng.uniform(np.log(25), np.log(90))))


def somewhere(rng: Generator, quads: np.ndarray, h: int, w: int) -> tuple[float, float]:
    """A random place in a picture, mostly on a tile."""
    if len(quads) and rng.random() < 0.85:
        x, y = quads[int(rng.integers(len(quads)))].mean(axis=0)
        return float(x), float(y)
    return float(rng.uniform(0, w)), float(rng.uniform(0, h))


def shaken(rng: Generator, quad: np.ndarray, amount: float = 1.0) -> np.ndarray:
    """The quad as a detector may give it: a parallelogram with small errors of place and size."""
    across, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    size = 0.5 * (np.linalg.norm(across) + np.linalg.norm(down))
    centre = quad.mean(axis=0) + rng.normal(0, 0.028 * amount, 2) * size
    angle, shear = rng.normal(0, 0.055 * amount, 2)
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s], [s, c]])
    across = turn @ across * np.exp(rng.normal(0.01, 0.055 * amount))
    c, s = np.cos(angle + shear), np.sin(angle + shear)
    down = np.array([[c, -s], [s, c]]) @ down * np.exp(rng.normal(0.01, 0.055 * amount))
    a, d = across / 2, down / 2
    return np.asarray([centre - a - d, centre + a - d, centre + a + d, centre - a + d], np.float32)


def slid(rng: Generator, quads: np.ndarray, share: float, most: float) -> np.ndarray:
    """Quads (N, 4, 2), a `share` of them displaced by up to `most` of a face's width or height.

    The detector errs so if a neighbour hides a part, or if it takes a light figure for a part of the tile's edge.
    """
    across, down = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    off = rng.uniform(-most, most, (2, len(quads), 1)) * (rng.random((len(quads), 1)) < share)
    off[1] *= 0.5
    return np.asarray(quads + (across * off[0] + down * off[1])[:, None], np.float32)
