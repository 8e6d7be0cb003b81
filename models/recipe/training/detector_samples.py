"""Samples for the detector and for the corners: parts of labelled pictures as cameras see them, with their targets."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.recipe.editions.faces import Generator
from models.recipe.seeing.views import drawn_tilt, seen_from
from models.recipe.seeing.webcam import as_a_camera_sees
from models.recipe.training.labelled import CLEAR, HIDDEN, Labelled, camera_view, shaken, slid, somewhere, tile_width
from models.recipe.training.mine import seen_at_first
from vision.reading import rectify
from vision.reading.classify.rectify import LOOK_SIZE, onto_crops, through, widened
from vision.reading.detect.infer import KEYSTONE, STRIDE

ROUGHNESS = (0.4, 3.0)
"""Range of the roughness of quads, relative to `shaken`; drawn anew for each picture."""
AS_FOUND = 0.5
"""Share of pictures whose quads are those that the detector found."""
ASIDE = (0.1, 0.3)
"""Share of quads that are displaced further, and by how much at most."""
LEAST_SIDE = 5.0
"""Side, in pixels of the network's picture, below which a face is ignored: neither a target nor a negative."""
Sample = tuple[np.ndarray, np.ndarray, np.ndarray]
"""The detector's input (side, side, 3) BGR, the tiles' quads (N, 4, 2) in it, and the visible share of each (N,)."""
SEEN_AS_IT_IS = 0.12
"""Share of samples that do not pass through a simulated camera."""


@dataclass
class Looks:
    """Crops around faces of one picture (N, 64, 48, 3), and how far their corners are off (N, 8)."""

    images: np.ndarray
    off: np.ndarray


def corner_sample(rng: Generator, labelled: Labelled, most: int) -> Looks:
    """Crops around up to `most` faces of one picture, with quads as rough as a detector's, and the corners' offsets."""
    view = camera_view(rng, labelled)
    shown = view.shows(view.quads) & (labelled.ink >= CLEAR)
    true = view.quads[shown][rng.permutation(int(shown.sum()))[:most]]
    given, true = _given(rng, view.picture, true) if len(true) else (true, true)
    if not len(true):
        return Looks(np.zeros((0, 64, 48, 3), np.uint8), np.zeros((0, 8), np.float32))
    turns = rng.choice(4, len(true), p=[0.85, 0.04, 0.07, 0.04])
    given, true = (np.stack([np.roll(q, -k, axis=0) for q, k in zip(a, turns, strict=True)]) for a in (given, true))
    return Looks(rectify(view.picture, widened(given)), corners_off(given, true))


def _given(rng: Generator, picture: np.ndarray, true: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Quads to be refined and their true corners, (N, 4, 2) each: as the detector found them, or all shaken."""
    if rng.random() < AS_FOUND:
        found = seen_at_first(picture, true)
        theirs = found.owners >= 0
        return found.quads[theirs], true[found.owners[theirs]]
    rough = float(np.exp(rng.uniform(*np.log(ROUGHNESS))))
    return slid(rng, np.stack([shaken(rng, quad, rough) for quad in true]), *ASIDE), true


def corners_off(given: np.ndarray, true: np.ndarray) -> np.ndarray:
    """Offsets (N, 8) of the true corners (N, 4, 2) from the given ones, in units of the crop around them."""
    there = onto_crops(widened(given))
    return np.asarray((through(there, true) - through(there, given)) / LOOK_SIZE, np.float32).reshape(-1, 8)


def turned(sample: Sample, quarters: int) -> Sample:
    """The same sample, turned by this many quarters to the left."""
    image, quads, ink = sample
    last = image.shape[0] - 1
    for _ in range(quarters):
        quads = np.stack([quads[..., 1], last - quads[..., 0]], axis=-1)
    return np.rot90(image, quarters), quads, ink


def detector_samples(rng: Generator, labelled: Labelled, side: int, count: int) -> list[Sample]:
    """Parts of a picture (side, side, 3) BGR seen by a camera from elsewhere, each with its quads and visible ink."""
    picture = labelled.picture
    return [_detector_sample(rng, picture, labelled.quads, labelled.ink, side) for _ in range(count)]


def _detector_sample(rng: Generator, picture: np.ndarray, quads: np.ndarray, ink: np.ndarray, side: int) -> Sample:
    """One part of a picture; the camera's picture is resized last, as `detect` does."""
    width = tile_width(rng, quads)
    wanted, finer = _drawn_width(rng), float(np.exp(rng.uniform(np.log(0.7), np.log(2.0))))
    finer = float(np.clip(finer, 0.7, max(0.7, 1.5 * width / wanted)))
    camera_side = round(side * finer)
    scale = float(np.clip(wanted * finer / width, 0.1, 2.0))
    size = (camera_side, camera_side)
    view = seen_from(
        rng, picture, quads, np.array(somewhere(rng, quads, *picture.shape[:2])), scale, size, drawn_tilt(rng)
    )
    if rng.random() < SEEN_AS_IT_IS:
        pictured = _jitter_light(rng, view.picture)
    else:
        pictured = as_a_camera_sees(rng, view.picture, view.quads, width * scale)
    way = cv2.INTER_AREA if finer > 1.9 else cv2.INTER_LINEAR
    shrunk = cv2.resize(pictured, (side, side), interpolation=way)
    return np.asarray(shrunk), (view.quads + 0.5) / np.float32(camera_side / side) - 0.5, ink


def _drawn_width(rng: Generator) -> float:
    """A random width of a tile, in pixels of the network's picture: mostly as small as `detect` shows them, at times
    large.
    """
    low, high = ((9, 15), (13, 34), (30, 125))[int(rng.choice(3, p=[0.24, 0.54, 0.22]))]
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def _jitter_light(rng: Generator, picture: np.ndarray) -> np.ndarray:
    gains = np.exp(rng.normal(0, 0.08, 3) + rng.normal(0, 0.15))
    levels = np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, levels[None]))


def detector_target(quads: np.ndarray, ink: np.ndarray, side: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The target of the detector: maps (13, side/4, side/4), the weight of their geometry, and where their face score
    counts.

    The geometry of each face has the same total weight, however many cells it covers.
    """
    cells = side // STRIDE
    target = np.zeros((13, cells, cells), np.float32)
    geometry, counts = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    for quad, inked in zip(quads, ink, strict=True):
        if inked < HIDDEN:
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
        if inked < CLEAR or outside or tiny:
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
    """The cells around a face, and their positions in it: u across, v down, from -0.5 to 0.5."""
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
