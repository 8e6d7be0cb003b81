"""Detections -> tiles: only what is likely a tile and can be named, one quad a tile.

How likely that is: one judgement of what both networks say and of how like the others each detection is.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import Detections, Doubles
from vision.reading.geometry import grounds, overlapping, smaller, strongest, widths
from vision.reading.score.evidence import none_beside, off_in_ground, off_in_shape, off_in_size, plane_of

SURELY_A_FACE = 0.9
"""What the classifier finds at least as likely to be a face tells how tiles look here."""
WEIGHTS_ALONE, BASE_ALONE = np.array([0.84, 0.63, -3.3, -5.9, -5.35]), 1.95
"""Weights and intercept of a logistic regression (models.recipe's calibrate): log-odds of a tile before its neighbours
are known, from each column of `evidence` but the last."""
WEIGHTS, BASE = np.array([0.73, 1.01, -4.31, -4.56, -3.08, -2.3]), 1.92
"""The same with its neighbours."""
LEAST_PROBABILITY = 0.6
"""A detection less likely a tile than this is left out."""
LEAST_NAME = 0.42
"""A tile whose best name is less likely than this is covered, or cannot be read."""
CERTAIN = 0.97
"""Probability of a tile from which its name may be guessed, where none is sure."""
LEAST_GUESS = 0.2
"""A guess less likely than this is none."""
LEAST_SIZE = 0.4
"""A face smaller than this share of the typical certain one is no tile of the same box: a dot, a wordmark, a thread."""
MOST_LARGER = 2.6
"""A face more times as wide as the typical one, or as narrow, belongs to no tile of the same box."""
DOUBT_FACTOR = 0.85
"""What the probability of such a face is multiplied with: it is doubted at least."""
LEAST_DOUBTFUL = 0.3
"""Probability from which something may be a tile that nobody knows yet, beside tiles that are read."""
LEAST_SCORE_ALONE = 0.55
"""The detector's score from which that is so where one tile is read or none: jokers that lie alone have 0.59 and more,
whatever they show."""
LEAST_LIKE_SIZE = 0.75
"""Share of the others' width that it has at least, and they of its: it is about as large as they are."""
NAME_WEIGHT = 0.5
"""Weight of the log-odds of a face's best name beside those that it is a tile, where faces lie upon one another: both
halves of a ten can be named surely, and are not of a tile's shape."""


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


def select(found: Detections, guessing: bool) -> Detections:
    """Those that are tiles, each once.

    `guessing`: what is certainly a tile, but cannot be read, stays with a guess at its name.
    """
    likely, named = found.probability, found.names.best
    least = np.where(likely >= CERTAIN, LEAST_GUESS, LEAST_NAME) if guessing else LEAST_NAME
    keep = np.asarray((likely >= LEAST_PROBABILITY) & (named >= least))
    if keep.any():
        size = widths(found.quads)
        typical = float(np.median(size[keep & (likely >= np.median(likely[keep]))]))
        keep &= size >= LEAST_SIZE * typical
        is_foreign = np.abs(np.log(np.maximum(size, 1e-6) / typical)) > np.log(MOST_LARGER)
        found = replace(found, probability=np.where(is_foreign, DOUBT_FACTOR, 1.0) * likely)
    return _one_each(found.where(keep))


def unread(found: Detections, tiles: Detections) -> Detections:
    """What is certainly a tile, where none of these `tiles` lies, and cannot be read: its names are guesses."""
    guessed = select(found, guessing=True)
    upon = overlapping(np.concatenate([guessed.quads, tiles.quads]))[: len(guessed), len(guessed) :]
    return guessed.where(np.asarray((guessed.names.best < LEAST_NAME) & ~upon.any(axis=1)))


def faint(found: Detections, tiles: Detections) -> Detections:
    """What may be a tile as large as these `tiles`, where none of them lies, whatever its name."""
    may_be = found.probability >= LEAST_DOUBTFUL if len(tiles) > 1 else found.scores >= LEAST_SCORE_ALONE
    likely = _one_each(found.where(np.asarray(may_be)))
    quads = np.concatenate([likely.quads, tiles.quads])
    upon = overlapping(quads)[: len(likely), len(likely) :].any(axis=1)
    size = widths(likely.quads) / float(np.median(widths(tiles.quads if len(tiles) else quads))) if len(quads) else 1.0
    return likely.where(np.asarray(~upon & (size >= LEAST_LIKE_SIZE) & (size <= 1 / LEAST_LIKE_SIZE)))


def _one_each(found: Detections) -> Detections:
    """Of faces that lie upon one another, the one that is most certainly a tile, and named with most certainty."""
    certain = log_odds(found.probability) + NAME_WEIGHT * log_odds(found.names.best)
    order: NDArray[np.intp] = np.argsort(-certain, kind="stable")
    keep = np.sort(order[strongest(overlapping(found.quads)[np.ix_(order, order)])])
    return found.where(keep)
