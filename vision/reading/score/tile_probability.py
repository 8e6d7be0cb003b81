"""How likely each detection is a tile: one judgement of what both networks say and of how like the others it is."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading.crops import grounds, smaller
from vision.reading.detections import Detections
from vision.reading.score.evidence import none_beside, off_in_ground, off_in_shape, off_in_size
from vision.reading.score.plane import plane_of

Doubles = NDArray[np.float64]

SURELY_A_FACE = 0.9
"""What the classifier finds at least as likely to be a face tells how tiles look here."""
WEIGHTS_ALONE, BASE_ALONE = np.array([0.84, 0.63, -3.3, -5.9, -5.35]), 1.95
"""Log-odds of a tile before its neighbours are known: how much each column of `evidence` counts, but the last; and
what is added. Logistic regression (models.recipe's calibrate)."""
WEIGHTS, BASE = np.array([0.73, 1.01, -4.31, -4.56, -3.08, -2.3]), 1.92
"""The same with its neighbours."""


def with_probability(found: Detections) -> Detections:
    """The named detections, each with the probability that it is a tile that can be read."""
    return replace(found, probability=_probability(BASE + evidence(found) @ WEIGHTS))


def evidence(found: Detections) -> Doubles:
    """What speaks for and against each detection, (N, 6).

    Log-odds by the classifier, log-odds by the detector; how far it is off in size, in ground, in shape; how many more
    of its neighbours are no tiles than are.
    """
    said = log_odds(found.names.faces), log_odds(found.scores)
    on_its_side = np.asarray(found.names.turns.argmax(axis=1) % 2 == 1)
    sure = np.asarray(found.names.faces >= SURELY_A_FACE)
    plane = plane_of(found.quads, sure)
    ground = grounds(smaller(found.crops))
    off = (
        off_in_size(found.quads, plane),
        off_in_ground(found.quads, ground, sure),
        off_in_shape(found.quads, on_its_side, sure, plane),
    )
    alone = np.stack([*said, *off], axis=1)
    likely = _probability(BASE_ALONE + alone @ WEIGHTS_ALONE)
    # where a proposed place holds no tile, it was a wrong guess, not a pattern of the cloth
    likely[found.is_proposed] = np.maximum(likely[found.is_proposed], 0.5)
    return np.column_stack([alone, none_beside(found.quads, likely, ground)])


def _probability(odds: Doubles) -> Doubles:
    return np.asarray(1 / (1 + np.exp(-odds)))


def log_odds(p: NDArray[np.floating]) -> Doubles:
    """The logarithm of p / (1 - p)."""
    clipped = np.clip(p.astype(np.float64), 1e-6, 1 - 1e-6)
    return np.asarray(np.log(clipped) - np.log1p(-clipped))
