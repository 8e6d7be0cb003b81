"""Labelled pictures in memory, and samples for the two networks drawn from them."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.recipe.faces import Generator
from vision.reading.straighten import straighten

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
    """What a detector finds here (models/recipe/mine.py), where it has been asked."""

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

    def outline(self, rng: Generator, index: int) -> np.ndarray:
        """A tile's outline as a detector gives it, if one was asked, else (and at times) the true one, shaken."""
        if self.found is not None and rng.random() < 0.6:
            at = np.nonzero(self.found["index"] == index)[0]
            if len(at):
                return _shaken(rng, self.found["right"][at[0]], 0.4)
        return _shaken(rng, self.quads[index])


def load_folder(folder: Path, weight: float = 1.0, limit: int | None = None) -> list[Labelled]:
    """All labelled pictures of a folder, by name."""
    paths = sorted(p for p in folder.glob("*.jpg") if p.with_suffix(".json").exists())
    return [Labelled.load(p, weight) for p in paths[:limit]]


def label_of(name: str) -> tuple[int, int]:
    """Number class (0 to 12; 13: joker) and colour class (-1: none); "?7" is a 7 of unknown colour."""
    return (13, -1) if name == "J" else (int(name[1:]) - 1, COLOUR_LETTERS.find(name[0]))


# ---- samples for the detector ---------------------------------------------------------------------------------------

STRIDE = 4


def detector_samples(
    rng: Generator, labelled: Labelled, side: int, count: int
) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Turned and scaled parts of a picture (side, side, 3) BGR, each with its quads and the share of ink seen."""
    picture = labelled.picture
    return [_detector_sample(rng, picture, labelled.quads, labelled.ink, side) for _ in range(count)]


def _detector_sample(
    rng: Generator, picture: np.ndarray, quads: np.ndarray, ink: np.ndarray, side: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    h, w = picture.shape[:2]
    scale = _fitting_scale(rng, quads)
    angle = rng.choice([0, 90, 180, 270]) + (rng.uniform(-45, 45) if rng.random() < 0.4 else 0)
    centre = _somewhere(rng, quads, h, w)
    matrix = cv2.getRotationMatrix2D(centre, float(angle), scale)
    matrix[:, 2] += side / 2 - np.array(centre) + rng.uniform(-0.25, 0.25, 2) * side
    moved = quads @ matrix[:, :2].T.astype(np.float32) + matrix[:, 2].astype(np.float32)
    if scale < 0.7:  # shrink first, lest it alias
        picture = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        matrix[:, :2] *= 2
    out = cv2.warpAffine(picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return _jitter_light(rng, out), moved, ink


def _fitting_scale(rng: Generator, quads: np.ndarray) -> float:
    """A scale at which tiles are 9 to 130 px wide: the sizes the detector meets."""
    if not len(quads):
        return float(np.exp(rng.uniform(np.log(0.4), np.log(1.2))))
    width = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    wanted = np.exp(rng.uniform(np.log(9), np.log(130)))
    return float(np.clip(wanted / width, 0.12, 2.2))


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
    """What the detector should say: maps (11, side/4, side/4), where its geometry counts, where its face counts."""
    cells = side // STRIDE
    target = np.zeros((12, cells, cells), np.float32)
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
        if seen < CLEAR or outside:
            counts[ys[inside], xs[inside]] = 0
            continue
        nearest = np.argmin((xs + 0.5 - centre[0] / STRIDE) ** 2 + (ys + 0.5 - centre[1] / STRIDE) ** 2)
        heat[nearest] = 1.0
        better = heat > target[0, ys, xs]
        keep = better & (heat > 0.3)
        target[0, ys[better], xs[better]] = heat[better]
        target[1:, ys[keep], xs[keep]] = _geometry(centre, across, down, xs[keep], ys[keep], float(seen))
        geometry[ys[keep], xs[keep]] = 1
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


def _geometry(
    centre: np.ndarray, across: np.ndarray, down: np.ndarray, xs: np.ndarray, ys: np.ndarray, seen: float
) -> np.ndarray:
    width, height = float(np.linalg.norm(across)), float(np.linalg.norm(down))
    a, d = 2 * np.arctan2(across[1], across[0]), 2 * np.arctan2(down[1], down[0])
    up = -down / max(height, 1e-6)
    fixed = [
        np.log(max(width, 1) / 24),
        np.log(max(height, 1) / 24),
        np.cos(a),
        np.sin(a),
        np.cos(d),
        np.sin(d),
        up[0],
        up[1],
        seen,
    ]
    out = np.empty((11, len(xs)), np.float32)
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
    asked = [i for i in range(len(labelled.names)) if labelled.ink[i] >= CLEAR or labelled.ink[i] < HIDDEN]
    chosen = rng.permutation(asked)[:most].astype(int)
    picture = labelled.picture
    quads, rows = [], []
    for i in chosen:
        turn = int(rng.choice(4, p=[0.76, 0.06, 0.12, 0.06]))
        number, colour = label_of(labelled.names[i])
        real = labelled.ink[i] >= CLEAR
        quads.append(np.roll(labelled.outline(rng, i), -turn, axis=0))
        rows.append((number, colour, turn, 1) if real else (-1, -1, -1, 0))
    for quad in _no_tiles(rng, labelled, picture.shape, max(1, len(chosen) // 6)):
        quads.append(quad)
        rows.append((-1, -1, -1, 0))
    images = straighten(picture, np.array(quads, np.float32).reshape(-1, 4, 2))
    n, c, t, f = np.array(rows, int).reshape(-1, 4).T
    return Crops(_jitter_crops(rng, images), n, c, t, f)


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
