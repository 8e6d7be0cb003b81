"""Candidates -> tiles: keeps those that are likely tiles and can be named, with one quad per tile.

The tile probability combines the outputs of both networks with how similar the candidates are to each other.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import Detections, Doubles
from vision.reading.geometry import grounds, has_figure, overlapping, smaller, strongest, widths
from vision.reading.score.evidence import none_beside, off_in_ground, off_in_shape, off_in_size, plane_of

SURELY_A_FACE = 0.9
"""Probability of being a face from which a candidate is sure, and serves as a model for the tiles of this picture."""
WEIGHTS_ALONE, BASE_ALONE = np.array([0.84, 0.63, -3.3, -5.9, -5.35]), 1.95
"""Weights and intercept of a logistic regression (models.recipe's calibrate) from the columns of `evidence` but the
last to the log-odds of a tile, before its neighbours are known.
"""
WEIGHTS, BASE = np.array([0.73, 1.01, -4.31, -4.56, -3.08, -2.3]), 1.92
"""Weights and intercept of the regression with the neighbours as a feature."""
LEAST_PROBABILITY = 0.6
"""Tile probability below which a candidate is left out."""
LEAST_NAME = 0.42
"""Probability of a tile's best name below which it counts as covered or unreadable."""
GUESSED_FROM = 0.97
"""Tile probability from which the name may be guessed where no name is sure."""
LEAST_GUESS = 0.2
"""Least probability of a guessed name."""
LEAST_SIZE = 0.3
"""Width, as a share of the typical sure tile's, below which a face is no tile of the same box but a dot, a wordmark or
a thread. Half-covered tiles are hardly wider.
"""
MOST_LARGER = 2.6
"""Ratio of a face's width to the typical one, or the inverse, above which it is no tile of the same box."""
DOUBT_FACTOR = 0.85
"""Factor of the probability of a face of another size, or of possible print, which makes it doubtful at least."""
LEAST_DOUBTFUL = 0.3
"""Tile probability from which a candidate may be a tile that nobody has taught yet, beside tiles that are read."""
LEAST_SCORE_ALONE = 0.55
"""Detector score from which a face is a tile in a picture with at most one tile: jokers that lie alone have 0.59 and
more, whatever their figure.
"""
LEAST_LIKE_SIZE = 0.75
"""Least ratio of a face's width to the width of the other tiles, and the inverse."""
NAME_WEIGHT = 0.5
"""Weight of the log-odds of the best name, added to those of being a tile, when one of overlapping faces is chosen:
both halves of a ten can be named surely, but do not have a tile's shape.
"""


def with_probability(found: Detections) -> Detections:
    """The named detections with their tile probabilities: that each is a readable tile; 0 where no figure is seen."""
    likely = _probability(BASE + evidence(found) @ WEIGHTS)
    return replace(found, probability=likely * has_figure(found.crops))


def evidence(found: Detections) -> Doubles:
    """The features of each candidate for the tile probability, (N, 6).

    Log-odds of the classifier and of the detector; differences in size, ground and shape; surplus of neighbours that
    are no tiles.
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


def select(found: Detections, guessing: bool) -> Detections:
    """The candidates that are tiles, one per tile.

    `guessing`: certain tiles that cannot be read are kept with a guessed name.
    """
    likely, named = found.probability, found.names.best
    least = np.where(likely >= GUESSED_FROM, LEAST_GUESS, LEAST_NAME) if guessing else LEAST_NAME
    keep = np.asarray((likely >= LEAST_PROBABILITY) & (named >= least))
    if keep.any():
        size = widths(found.quads)
        typical = float(np.median(size[keep & (likely >= np.median(likely[keep]))]))
        keep &= size >= LEAST_SIZE * typical
        is_foreign = np.abs(np.log(np.maximum(size, 1e-6) / typical)) > np.log(MOST_LARGER)
        found = replace(found, probability=np.where(is_foreign, DOUBT_FACTOR, 1.0) * likely)
    return _one_each(found.where(keep))


def unread(found: Detections, tiles: Detections) -> Detections:
    """The certain tiles that cannot be read and overlap none of `tiles`; their names are guesses."""
    guessed = select(found, guessing=True)
    upon = overlapping(np.concatenate([guessed.quads, tiles.quads]))[: len(guessed), len(guessed) :]
    return guessed.where(np.asarray((guessed.names.best < LEAST_NAME) & ~upon.any(axis=1)))


def faint(found: Detections, tiles: Detections) -> Detections:
    """The candidates that may be tiles, as large as `tiles` and overlapping none of them, whatever their names."""
    may_be = found.probability >= LEAST_DOUBTFUL if len(tiles) > 1 else found.scores >= LEAST_SCORE_ALONE
    likely = _one_each(found.where(np.asarray(may_be)))
    quads = np.concatenate([likely.quads, tiles.quads])
    upon = overlapping(quads)[: len(likely), len(likely) :].any(axis=1)
    size = widths(likely.quads) / float(np.median(widths(tiles.quads if len(tiles) else quads))) if len(quads) else 1.0
    return likely.where(np.asarray(~upon & (size >= LEAST_LIKE_SIZE) & (size <= 1 / LEAST_LIKE_SIZE)))


def _one_each(found: Detections) -> Detections:
    """The best of each group of overlapping faces, by the certainty that it is a tile and of its name."""
    certain = log_odds(found.probability) + NAME_WEIGHT * log_odds(found.names.best)
    order: NDArray[np.intp] = np.argsort(-certain, kind="stable")
    keep = np.sort(order[strongest(overlapping(found.quads)[np.ix_(order, order)])])
    return found.where(keep)
