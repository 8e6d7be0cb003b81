"""Samples for the classifier: random crops from a part of a table, as seen through a simulated camera."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.recipe.editions.faces import Generator
from models.recipe.seeing.views import moved
from models.recipe.training.labelled import CLEAR, HIDDEN, Labelled, camera_view, label_of, shaken, slid
from models.recipe.training.mine import found_in
from vision.reading import rectify
from vision.reading.classify.classifier import closer, figures, shares
from vision.reading.geometry import areas, axes

SEEN_BY_CAMERA = 0.8
"""Share of pictures that pass through a simulated camera before crops are cut from them."""
BARE_QUADS = 14
"""Number of quads without a tile from a picture that shows no tiles."""
LONELY_SHARE = 0.25
"""Share of pictures from which only few tiles are shown among much that is no tile, as with one tile on a rug."""
MOST_LONELY = 3
"""Greatest number of tiles shown from a picture with much that is no tile."""
LEAST_READ = 9.5
"""Width or height in pixels below which a tile's number is unreadable, so it is not asked for."""
NAMED_FROM = (0.25, 1.2)
"""Range of the roughness of quads, relative to `shaken`, when faces are named: their corners are already refined."""
ASIDE = (0.06, 0.2)
"""Share of quads that are displaced further, and by how much at most: the remaining part of a figure must tell its
number.
"""
FOUND_SHARE = 0.6
"""Share of a camera's pictures whose crops are cut at the quads that the detector found."""
FOUND_SHAKEN = 0.25
"""Roughness added to quads that the detector found, as a share of the roughness of drawn quads."""
MOST_FALSE_QUADS = 16
"""Greatest number of detected quads without a tile that are shown."""
CLOSER_SHARE = 0.35
"""Share of samples in which small figures are enlarged, as doubtful ones are in a reading. These crops do not train
whether a face is shown; the crop of the whole face does.
"""
CLOSER_BELOW = (0.6, 0.85)
"""Range of the random limit, as a share of the face's sides, below which a figure is small."""
NO_TILE = (-1, -1, 0)
"""Number, colour and is-a-face class of a quad without a tile."""


@dataclass
class Part:
    """A camera's picture (H, W, 3), quads of faces and of other places (N, 4, 2), and their classes (N, 3).

    `rough` (N,): factor of the random roughness of each quad. `by_camera`: the picture passed through a simulated
    camera, and may be cut again.
    """

    picture: np.ndarray
    quads: np.ndarray
    classes: np.ndarray
    rough: np.ndarray
    by_camera: bool


@dataclass
class Crops:
    """Crops of one picture with their classes; -1: not trained."""

    images: np.ndarray
    number: np.ndarray
    colour: np.ndarray
    turn: np.ndarray
    face: np.ndarray


def part_of(rng: Generator, labelled: Labelled, most: int) -> Part:
    """A part of a picture with up to `most` tiles, and quads of no tile."""
    view = camera_view(rng, labelled) if rng.random() < SEEN_BY_CAMERA else None
    asked = [i for i in range(len(labelled.names)) if labelled.ink[i] >= CLEAR or labelled.ink[i] < HIDDEN]
    faces = rng.permutation(asked).astype(int)
    lonely = len(faces) > 0 and rng.random() < LONELY_SHARE
    faces = faces[: int(rng.integers(1, MOST_LONELY + 1))] if lonely else faces
    shape = np.asarray(cv2.imdecode(labelled.jpeg, cv2.IMREAD_REDUCED_GRAYSCALE_8)).shape
    count = max(1, min(most, len(faces)) // 6) if len(faces) and not lonely else BARE_QUADS
    bare = _no_tiles(rng, labelled, (8 * shape[0], 8 * shape[1]), count)
    quads = np.array([*bare, *labelled.quads[faces]], np.float32).reshape(-1, 4, 2)
    faces = np.concatenate([np.full(len(bare), -1), faces])
    if view is not None:
        quads = moved(quads, view.matrix)
        readable = view.shows(quads) & (_least_side(quads) >= LEAST_READ)
        quads, faces = quads[readable], faces[readable]
    quads, faces = quads[: most + len(bare)], faces[: most + len(bare)]
    classes = np.array([_class_of(labelled, face) for face in faces], int).reshape(-1, 3)
    picture = labelled.picture if view is None else view.picture
    drawn = Part(picture, quads, classes, np.ones(len(quads)), view is not None)
    return _as_found(rng, drawn, faces, view.quads) if view is not None and rng.random() < FOUND_SHARE else drawn


def _class_of(labelled: Labelled, face: int) -> tuple[int, int, int]:
    """Number, colour and is-a-face class of a label; a hidden face counts as none, and -1 is not trained."""
    return (*label_of(labelled.names[face]), 1) if face >= 0 and labelled.ink[face] >= CLEAR else NO_TILE


def _as_found(rng: Generator, drawn: Part, faces: np.ndarray, labelled: np.ndarray) -> Part:
    """The same part with the quads that the detector found, including false ones; drawn quads where a face was not
    found.

    `faces` (N,): index of each drawn quad among the `labelled` ones (M, 4, 2), or -1.
    """
    found = found_in(drawn.picture, labelled)
    wrong = rng.permutation(found.none)[:MOST_FALSE_QUADS]
    quads, classes, rough = list(wrong), [NO_TILE] * len(wrong), [FOUND_SHAKEN] * len(wrong)
    for quad, row, face in zip(drawn.quads, drawn.classes, faces, strict=True):
        own = list(found.of(face)) if face >= 0 else []
        quads += own or [quad]
        classes += [tuple(row)] * max(1, len(own))
        rough += [FOUND_SHAKEN] * len(own) or [1.0]
    shape = np.array(quads, np.float32).reshape(-1, 4, 2), np.array(classes, int).reshape(-1, 3)
    return Part(drawn.picture, *shape, np.array(rough), True)


def cut(rng: Generator, part: Part) -> Crops:
    """The crops of a part; their quads are shaken as a detector's are, and some are turned."""
    roughness = float(np.exp(rng.uniform(*np.log(NAMED_FROM))))
    turns = rng.choice(4, len(part.quads), p=[0.76, 0.06, 0.12, 0.06])
    turned = [
        np.roll(shaken(rng, quad, roughness * rough), -turn, axis=0)
        for quad, rough, turn in zip(part.quads, part.rough, turns, strict=True)
    ]
    quads = slid(rng, np.array(turned, np.float32).reshape(-1, 4, 2), *ASIDE)
    images = rectify(part.picture, quads)
    number, colour, face = part.classes.T
    turns = np.where(face > 0, turns, -1)
    if rng.random() < CLOSER_SHARE:
        boxes = figures(images)
        near = _looked_closer(rng, shares(boxes)) & (face > 0)
        images[near] = rectify(part.picture, closer(quads[near], boxes[near]))
        face = np.where(near, -1, face)
    images = images if part.by_camera else _jitter_crops(rng, images)
    return Crops(images, number, colour, turns, face)


def _looked_closer(rng: Generator, shown: np.ndarray) -> np.ndarray:
    """The mask (N,) of faces to be enlarged, given the share of each that an enlarged crop shows: all with small
    figures, or some.
    """
    return (shown < rng.uniform(*CLOSER_BELOW)) & (rng.random(len(shown)) < rng.choice([0.5, 1.0]))


def _least_side(quads: np.ndarray) -> np.ndarray:
    """Least distance between a face's opposite sides, (N,): its area divided by its longer side."""
    across, down = axes(quads)
    area = np.abs(areas(quads))
    return np.asarray(area / np.maximum(np.maximum(*(np.linalg.norm(way, axis=1) for way in (across, down))), 1e-6))


def _no_tiles(rng: Generator, labelled: Labelled, shape: tuple[int, ...], count: int) -> list[np.ndarray]:
    """Quads without a face: beside, between and half upon tiles, and anywhere on the table."""
    out: list[np.ndarray] = []
    if labelled.found is not None and len(labelled.found["wrong"]):
        out += list(rng.permutation(labelled.found["wrong"])[:count])
    centres = labelled.quads.mean(axis=1) if len(labelled.quads) else np.zeros((0, 2))
    for _ in range(count * 3):
        if len(out) >= count * (2 if labelled.found is not None else 1):
            break
        if len(labelled.quads):
            model = shaken(rng, labelled.quads[int(rng.integers(len(labelled.quads)))])
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
    """Crops with one random change of light and sharpness for all crops of a picture, because they share a camera."""
    if not len(crops):
        return crops
    out = crops.astype(np.float32)
    cast = 0.22 if rng.random() < 0.15 else 0.1
    out *= np.exp(rng.normal(0, cast, 3) + rng.normal(-0.03, 0.15)).astype(np.float32)
    if rng.random() < 0.2:  # cameras differ most in their saturation
        grey = out.mean(axis=3, keepdims=True)
        out = grey + (out - grey) * np.float32(rng.uniform(0.5, 1.35))
    if rng.random() < 0.25:
        sigma = rng.uniform(0.4, 1.4)
        out = np.stack([cv2.GaussianBlur(c, (0, 0), sigma) for c in out])
    if rng.random() < 0.3:
        out += rng.standard_normal(out.shape, np.float32) * rng.uniform(0, 14)
    if rng.random() < 0.15:  # an upscaled small tile has few details
        f = rng.uniform(0.35, 0.7)
        out = np.stack(
            [cv2.resize(cv2.resize(c, None, fx=f, fy=f, interpolation=cv2.INTER_AREA), (48, 64)) for c in out]
        )
    return np.asarray(np.clip(out, 0, 255), np.uint8)
