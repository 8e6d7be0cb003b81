"""Samples for the network that mends corners: closer looks at faces from rough quads."""

from dataclasses import dataclass

import numpy as np

from models.recipe.editions.faces import Generator
from models.recipe.training.as_found import seen_at_first
from models.recipe.training.labelled import CLEAR, Labelled
from models.recipe.training.parts import camera_view, shaken, slid
from vision.reading import rectify
from vision.reading.classify.rectify import LOOK_SIZE, onto_crops, through, widened

ROUGHNESS = (0.4, 3.0)
"""How much worse or better quads are than `shaken` makes them: a share of it, drawn anew for each picture."""
AS_FOUND = 0.5
"""Share of the pictures of which the quads are those that a detector gives."""
ASIDE = (0.1, 0.3)
"""Share of the quads that lie further aside, and how far at most."""


@dataclass
class Looks:
    """Closer looks at faces of one picture (N, 64, 48, 3), and how far their corners lie off (N, 8)."""

    images: np.ndarray
    off: np.ndarray


def corner_sample(rng: Generator, labelled: Labelled, most: int) -> Looks:
    """Up to `most` closer looks at one picture's faces, from quads as rough as a detector's."""
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
    """Outlines to be mended and what they should be, (N, 4, 2) each: of a picture as found, or all of them shaken."""
    if rng.random() < AS_FOUND:
        found = seen_at_first(picture, true)
        theirs = found.owners >= 0
        return found.quads[theirs], true[found.owners[theirs]]
    rough = float(np.exp(rng.uniform(*np.log(ROUGHNESS))))
    return slid(rng, np.stack([shaken(rng, quad, rough) for quad in true]), *ASIDE), true


def corners_off(given: np.ndarray, true: np.ndarray) -> np.ndarray:
    """How far true corners (N, 4, 2) lie from given ones, as a closer look shows it: (N, 8)."""
    there = onto_crops(widened(given))
    return np.asarray((through(there, true) - through(there, given)) / LOOK_SIZE, np.float32).reshape(-1, 8)
