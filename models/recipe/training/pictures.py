"""Labelled pictures in memory, and samples for the networks drawn from them."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from models.recipe.editions.faces import Generator
from models.recipe.seeing.views import SeenFrom, drawn_tilt, moved, seen_from, typical_width
from models.recipe.seeing.webcam import as_a_camera_sees
from vision.reading import KEYSTONE, LOOK_SIZE, STRIDE, onto_crop, straighten, widened

CLEAR, HIDDEN = 0.75, 0.4
"""A number seen to this share is to be read; below the second it is to be left out; between, neither is asked."""
COLOUR_LETTERS = "krbo"


@dataclass
class Labelled:
    """A picture (BGR, or its JPEG bytes) with its tiles: quads (N, 4, 2), names, share of the number seen (N,)."""

    jpeg: np.ndarray
    quads: np.ndarray
    names: list[str]
    ink: np.ndarray
    weight: float = 1.0
    found: dict[str, np.ndarray] | None = None
    """Outlines of no tile that were found here (models/recipe/training/mine.py), where that has been asked."""

    @property
    def picture(self) -> np.ndarray:
        """The picture, (H, W, 3) BGR uint8."""
        return np.asarray(cv2.imdecode(self.jpeg, cv2.IMREAD_COLOR))

    @classmethod
    def load(cls, path: Path, weight: float = 1.0) -> "Labelled":
        """A picture and the JSON beside it."""
        tiles = json.loads(path.with_suffix(".json").read_text())["tiles"]
        quads = np.array([t["quad"] for t in tiles], np.float32).reshape(-1, 4, 2)
        ink = np.array([t.get("ink", 1.0 if t.get("inside", True) else 0.6) for t in tiles], np.float32)
        mined = path.with_suffix(".found.npz")
        found = dict(np.load(mined)) if mined.exists() else None
        return cls(np.fromfile(path, np.uint8), quads, [t["tile"] for t in tiles], ink, weight, found)


def load_folder(folder: Path, weight: float = 1.0, limit: int | None = None) -> list[Labelled]:
    """All labelled pictures of a folder, by name."""
    paths = sorted(p for p in folder.iterdir() if p.suffix in (".jpg", ".png") and p.with_suffix(".json").exists())
    return [Labelled.load(p, weight) for p in paths[:limit]]


def label_of(name: str) -> tuple[int, int]:
    """Number class (0 to 12; 13: joker) and colour class (-1: none); "?7" is a 7 of unknown colour."""
    return (13, -1) if name == "J" else (int(name[1:]) - 1, COLOUR_LETTERS.find(name[0]))


# ---- samples for the detector ---------------------------------------------------------------------------------------

LEAST_SIDE = 5.0
"""Faces with a side shorter than this in the network's pixels are neither asked for nor against."""


Sample = tuple[np.ndarray, np.ndarray, np.ndarray]
"""What the detector sees (side, side, 3) BGR, the tiles' outlines (N, 4, 2) in it, and the share seen of each (N,)."""


def turned(sample: Sample, quarters: int) -> Sample:
    """The same by so many quarter turns to the left."""
    image, quads, ink = sample
    last = image.shape[0] - 1
    for _ in range(quarters):
        quads = np.stack([quads[..., 1], last - quads[..., 0]], axis=-1)
    return np.rot90(image, quarters), quads, ink


def detector_samples(rng: Generator, labelled: Labelled, side: int, count: int) -> list[Sample]:
    """Parts of a picture (side, side, 3) BGR seen from elsewhere by a camera, each with its quads and the ink seen."""
    picture = labelled.picture
    return [_detector_sample(rng, picture, labelled.quads, labelled.ink, side) for _ in range(count)]


def _detector_sample(rng: Generator, picture: np.ndarray, quads: np.ndarray, ink: np.ndarray, side: int) -> Sample:
    """The camera's picture has other pixels than the network's: it is shrunk or enlarged last, as `detect` does."""
    width = typical_width(quads) if len(quads) else float(np.exp(rng.uniform(np.log(25), np.log(90))))
    wanted, finer = _drawn_width(rng), float(np.exp(rng.uniform(np.log(0.7), np.log(2.0))))
    finer = float(np.clip(finer, 0.7, max(0.7, 1.5 * width / wanted)))
    camera_side = round(side * finer)
    scale = float(np.clip(wanted * finer / width, 0.1, 2.0))
    size = (camera_side, camera_side)
    view = seen_from(
        rng, picture, quads, np.array(_somewhere(rng, quads, *picture.shape[:2])), scale, size, drawn_tilt(rng)
    )
    if rng.random() < SEEN_AS_IT_IS:
        seen = _jitter_light(rng, view.picture)
    else:
        seen = as_a_camera_sees(rng, view.picture, view.quads, width * scale)
    way = cv2.INTER_AREA if finer > 1.9 else cv2.INTER_LINEAR
    shrunk = cv2.resize(seen, (side, side), interpolation=way)
    return np.asarray(shrunk), (view.quads + 0.5) / np.float32(camera_side / side) - 0.5, ink


SEEN_AS_IT_IS = 0.12
"""Share of samples that are not put through a camera once more."""


def _drawn_width(rng: Generator) -> float:
    """How wide the network meets a tile, in its pixels: mostly as small as `detect` shows them, at times large."""
    low, high = ((9, 15), (13, 34), (30, 125))[int(rng.choice(3, p=[0.24, 0.54, 0.22]))]
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def _somewhere(rng: Generator, quads: np.ndarray, h: int, w: int) -> tuple[float, float]:
    if len(quads) and rng.random() < 0.85:
        x, y = quads[int(rng.integers(len(quads)))].mean(axis=0)
        return float(x), float(y)
    return float(rng.uniform(0, w)), float(rng.uniform(0, h))


def _jitter_light(rng: Generator, picture: np.ndarray) -> np.ndarray:
    gains = np.exp(rng.normal(0, 0.08, 3) + rng.normal(0, 0.15))
    levels = np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, levels[None]))


def detector_target(quads: np.ndarray, ink: np.ndarray, side: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What the detector should say: maps (13, side/4, side/4), how much its geometry counts, where its face counts.

    Geometry counts for a face as much as its cells are few: a small one as a large one.
    """
    cells = side // STRIDE
    target = np.zeros((13, cells, cells), np.float32)
    geometry, counts = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    for quad, seen in zip(quads, ink, strict=True):
        if seen < HIDDEN:
            continue
        centre = quad.mean(axis=0)
        if not (-8 < centre[0] < side + 8 and -8 < centre[1] < side + 8):
            continue
        outside = not ((quad > -2).all() and (quad < side + 2).all())
        across, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
        ys, xs, u, v = _cells_of(quad, centre, across, down, cells)
        if not len(ys):
            continue
        inside = (np.abs(u) < 0.5) & (np.abs(v) < 0.5)
        heat = np.exp(-(u**2 + v**2) / (2 * 0.14**2))
        tiny = min(np.linalg.norm(across), np.linalg.norm(down)) < LEAST_SIDE
        if seen < CLEAR or outside or tiny:
            counts[ys[inside], xs[inside]] = 0
            continue
        nearest = np.argmin((xs + 0.5 - centre[0] / STRIDE) ** 2 + (ys + 0.5 - centre[1] / STRIDE) ** 2)
        heat[nearest] = 1.0
        better = heat > target[0, ys, xs]
        keep = better & (heat > 0.3)
        target[0, ys[better], xs[better]] = heat[better]
        target[1:, ys[keep], xs[keep]] = _geometry(quad, across, down, xs[keep], ys[keep])
        geometry[ys[keep], xs[keep]] = 1 / np.sqrt(max(1, keep.sum()))
    return target, geometry, counts


def _cells_of(
    quad: np.ndarray, centre: np.ndarray, across: np.ndarray, down: np.ndarray, cells: int
) -> tuple[np.ndarray, ...]:
    """Cells around a face, and where they lie in it: u across, v down, from -0.5 to 0.5."""
    low = np.clip(np.floor(quad.min(axis=0) / STRIDE).astype(int) - 1, 0, cells)
    high = np.clip(np.ceil(quad.max(axis=0) / STRIDE).astype(int) + 1, 0, cells)
    ys, xs = (a.ravel() for a in np.mgrid[low[1] : high[1], low[0] : high[0]])
    away = np.stack([(xs + 0.5) * STRIDE - centre[0], (ys + 0.5) * STRIDE - centre[1]])
    basis = np.linalg.pinv(np.stack([across, down], axis=1))
    u, v = basis @ away
    return ys, xs, u, v


def _geometry(quad: np.ndarray, across: np.ndarray, down: np.ndarray, xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    centre = quad.mean(axis=0)
    width, height = float(np.linalg.norm(across)), float(np.linalg.norm(down))
    a, d = 2 * np.arctan2(across[1], across[0]), 2 * np.arctan2(down[1], down[0])
    up = -down / max(height, 1e-6)
    off = (quad[0] - quad[1] + quad[2] - quad[3]) / 4 / max(np.sqrt(width * height), 1) * KEYSTONE
    fixed = [
        np.log(max(width, 1) / 24),
        np.log(max(height, 1) / 24),
        np.cos(a),
        np.sin(a),
        np.cos(d),
        np.sin(d),
        up[0],
        up[1],
        off[0],
        off[1],
    ]
    out = np.empty((12, len(xs)), np.float32)
    out[0], out[1] = centre[0] / STRIDE - (xs + 0.5), centre[1] / STRIDE - (ys + 0.5)
    out[2:] = np.array(fixed, np.float32)[:, None]
    return out


# ---- samples for the classifier -------------------------------------------------------------------------------------


@dataclass
class Crops:
    """Crops of one picture with their classes; -1: not asked."""

    images: np.ndarray
    number: np.ndarray
    colour: np.ndarray
    turn: np.ndarray
    face: np.ndarray


def classifier_sample(rng: Generator, labelled: Labelled, most: int) -> Crops:
    """Up to `most` crops of one picture, outlines shaken as a detector's are, some turned, some of no tile."""
    view = _camera_view(rng, labelled) if rng.random() < SEEN_BY_CAMERA else None
    roughness = float(np.exp(rng.uniform(*np.log(NAMED_FROM))))
    asked = [i for i in range(len(labelled.names)) if labelled.ink[i] >= CLEAR or labelled.ink[i] < HIDDEN]
    quads, rows = [], []
    for i in rng.permutation(asked).astype(int):
        turn = int(rng.choice(4, p=[0.76, 0.06, 0.12, 0.06]))
        quads.append(np.roll(_shaken(rng, labelled.quads[i], roughness), -turn, axis=0))
        rows.append((*label_of(labelled.names[i]), turn, 1) if labelled.ink[i] >= CLEAR else (-1, -1, -1, 0))
    shape = np.asarray(cv2.imdecode(labelled.jpeg, cv2.IMREAD_REDUCED_GRAYSCALE_8)).shape
    no_tiles = max(1, min(most, len(quads)) // 6) if quads else BARE
    bare = _no_tiles(rng, labelled, (8 * shape[0], 8 * shape[1]), no_tiles)
    quads, rows = [*bare, *quads], [(-1, -1, -1, 0)] * len(bare) + rows
    outlines, classes = np.array(quads, np.float32).reshape(-1, 4, 2), np.array(rows, int).reshape(-1, 4)
    if view is not None:
        outlines = moved(outlines, view.matrix)
        shown = view.shows(outlines)
        outlines, classes = outlines[shown], classes[shown]
    outlines, classes = outlines[: most + len(bare)], classes[: most + len(bare)]
    images = straighten(labelled.picture if view is None else view.picture, outlines)
    n, c, t, f = classes.T
    return Crops(images if view is not None else _jitter_crops(rng, images), n, c, t, f)


@dataclass
class Looks:
    """Closer looks at faces of one picture (N, 64, 48, 3), and how far their corners lie off (N, 8)."""

    images: np.ndarray
    off: np.ndarray


NAMED_FROM = (0.25, 1.2)
"""As much worse or better are outlines than `_shaken` makes them, when faces are named: their corners were mended."""
ROUGHNESS = (0.4, 3.0)
"""How much worse or better outlines are than `_shaken` makes them: a share of it, drawn anew for each picture."""


def corner_sample(rng: Generator, labelled: Labelled, most: int) -> Looks:
    """Up to `most` closer looks at one picture's faces, from outlines as rough as a detector's."""
    view = _camera_view(rng, labelled)
    shown = view.shows(view.quads) & (labelled.ink >= CLEAR)
    true = view.quads[shown][rng.permutation(int(shown.sum()))[:most]]
    if not len(true):
        return Looks(np.zeros((0, 64, 48, 3), np.uint8), np.zeros((0, 8), np.float32))
    rough = float(np.exp(rng.uniform(*np.log(ROUGHNESS))))
    given = np.stack([_shaken(rng, quad, rough) for quad in true])
    turns = rng.choice(4, len(true), p=[0.85, 0.04, 0.07, 0.04])
    given, true = (np.stack([np.roll(q, -k, axis=0) for q, k in zip(a, turns, strict=True)]) for a in (given, true))
    return Looks(straighten(view.picture, widened(given)), corners_off(given, true))


def corners_off(given: np.ndarray, true: np.ndarray) -> np.ndarray:
    """How far true corners (N, 4, 2) lie from given ones, as a closer look shows it: (N, 8)."""
    there = [onto_crop(wide) for wide in widened(given)]
    seen = [
        [cv2.perspectiveTransform(q[None].astype(np.float64), matrix)[0] for q in pair]
        for matrix, *pair in zip(there, given, true, strict=True)
    ]
    return np.array([((b - a) / LOOK_SIZE).ravel() for a, b in seen], np.float32)


SEEN_BY_CAMERA = 0.8
"""Share of pictures that are put through a camera once more before crops are cut from them."""
VIEW_SIDE = 640
BARE = 14
"""Outlines of no tile in a picture that shows none."""


def _camera_view(rng: Generator, labelled: Labelled) -> SeenFrom:
    """A part of the picture as a camera from elsewhere gives it, tiles 12 to 70 px wide."""
    width = typical_width(labelled.quads) if len(labelled.quads) else float(np.exp(rng.uniform(np.log(25), np.log(90))))
    wanted = float(np.exp(rng.uniform(np.log(12), np.log(70))))
    scale, picture = float(np.clip(wanted / width, 0.1, 1.3)), labelled.picture
    centre = np.array(_somewhere(rng, labelled.quads, *picture.shape[:2]))
    view = seen_from(rng, picture, labelled.quads, centre, scale, (VIEW_SIDE, VIEW_SIDE), drawn_tilt(rng))
    return replace(view, picture=as_a_camera_sees(rng, view.picture, view.quads, width * scale))


def _shaken(rng: Generator, quad: np.ndarray, amount: float = 1.0) -> np.ndarray:
    """The outline as a detector might give it: a parallelogram, a little off, too large or too small."""
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


def _no_tiles(rng: Generator, labelled: Labelled, shape: tuple[int, ...], count: int) -> list[np.ndarray]:
    """Outlines where no face is: beside, between and half upon tiles, and anywhere on the table."""
    out: list[np.ndarray] = []
    if labelled.found is not None and len(labelled.found["wrong"]):
        out += list(rng.permutation(labelled.found["wrong"])[:count])
    centres = labelled.quads.mean(axis=1) if len(labelled.quads) else np.zeros((0, 2))
    for _ in range(count * 3):
        if len(out) >= count * (2 if labelled.found is not None else 1):
            break
        if len(labelled.quads):
            model = _shaken(rng, labelled.quads[int(rng.integers(len(labelled.quads)))])
        else:
            r = rng.uniform(12, 60)
            model = np.array([[-r, -r * 1.4], [r, -r * 1.4], [r, r * 1.4], [-r, r * 1.4]], np.float32)
        size = float(np.linalg.norm(model[1] - model[0]))
        if rng.random() < 0.5:
            new = model.mean(axis=0) + rng.uniform(-1.3, 1.3, 2) * size
        else:
            new = rng.uniform([0, 0], [shape[1], shape[0]])
        if len(centres) == 0 or np.min(np.linalg.norm(centres - new, axis=1)) > 0.55 * size:
            out.append((model - model.mean(axis=0) + new).astype(np.float32))
    return out


def _jitter_crops(rng: Generator, crops: np.ndarray) -> np.ndarray:
    """One change of light and sharpness for all crops of a picture, for they share a camera."""
    if not len(crops):
        return crops
    out = crops.astype(np.float32)
    cast = 0.22 if rng.random() < 0.15 else 0.1
    out *= np.exp(rng.normal(0, cast, 3) + rng.normal(-0.03, 0.15)).astype(np.float32)
    if rng.random() < 0.2:  # cameras differ most in how much colour they leave
        grey = out.mean(axis=3, keepdims=True)
        out = grey + (out - grey) * np.float32(rng.uniform(0.5, 1.35))
    if rng.random() < 0.25:
        sigma = rng.uniform(0.4, 1.4)
        out = np.stack([cv2.GaussianBlur(c, (0, 0), sigma) for c in out])
    if rng.random() < 0.3:
        out += rng.standard_normal(out.shape, np.float32) * rng.uniform(0, 14)
    if rng.random() < 0.15:  # small tiles enlarged: few pixels
        f = rng.uniform(0.35, 0.7)
        out = np.stack(
            [cv2.resize(cv2.resize(c, None, fx=f, fy=f, interpolation=cv2.INTER_AREA), (48, 64)) for c in out]
        )
    return np.asarray(np.clip(out, 0, 255), np.uint8)
