"""Detections -> tiles: only what is likely a tile and can be named, one quad a tile."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import Detections
from vision.reading.geometry import overlapping, strongest, widths
from vision.reading.score.tile_probability import log_odds

LEAST_PROBABILITY = 0.6
"""A detection less likely a tile than this is left out."""
LEAST_NAME = 0.42
"""A tile whose best name is less likely than this is covered, or cannot be read."""
CERTAIN = 0.97
"""What is a tile with this probability can be guessed at, though no name is sure,"""
LEAST_GUESS = 0.2
"""if its best name has this one."""
LEAST_SIZE = 0.4
"""A face smaller than this share of the typical certain one is no tile of the same box: a dot, a wordmark, a thread."""
FOREIGN = 2.6
"""A face so many times as wide as the typical one, or as narrow, belongs to no tile of the same box."""
MAY_BE, ALIKE = 0.3, 0.75
"""What is so likely a tile, and at least so large beside the others and so small, may be one that nobody knows yet."""
OUTLINED = 0.55
"""Where one tile is read or none, what the detector scores so high may be one too: jokers that lie alone have 0.59 and
more, whatever they show."""
DOUBT = 0.85
"""What the probability of such faces is multiplied with: they are doubts at most."""
NAMED = 0.5
"""How much the log-odds of a face's best name count beside those that it is a tile, where faces lie upon one another:
both halves of a ten can be named surely, and are not of a tile's shape."""


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
        is_foreign = np.abs(np.log(np.maximum(size, 1e-6) / typical)) > np.log(FOREIGN)
        found = replace(found, probability=np.where(is_foreign, DOUBT, 1.0) * likely)
    return _one_each(found.where(keep))


def unread(found: Detections, tiles: Detections) -> Detections:
    """What is certainly a tile, where none of these `tiles` lies, and cannot be read: its names are guesses."""
    guessed = select(found, guessing=True)
    upon = overlapping(np.concatenate([guessed.quads, tiles.quads]))[: len(guessed), len(guessed) :]
    return guessed.where(np.asarray((guessed.names.best < LEAST_NAME) & ~upon.any(axis=1)))


def faint(found: Detections, tiles: Detections) -> Detections:
    """What may be a tile as large as these `tiles`, where none of them lies, whatever its name."""
    may_be = found.probability >= MAY_BE if len(tiles) > 1 else found.scores >= OUTLINED
    likely = _one_each(found.where(np.asarray(may_be)))
    quads = np.concatenate([likely.quads, tiles.quads])
    upon = overlapping(quads)[: len(likely), len(likely) :].any(axis=1)
    size = widths(likely.quads) / float(np.median(widths(tiles.quads if len(tiles) else quads))) if len(quads) else 1.0
    return likely.where(np.asarray(~upon & (size >= ALIKE) & (size <= 1 / ALIKE)))


def _one_each(found: Detections) -> Detections:
    """Of faces that lie upon one another, the one that is most certainly a tile, and named with most certainty."""
    certain = log_odds(found.probability) + NAMED * log_odds(found.names.best)
    order: NDArray[np.intp] = np.argsort(-certain, kind="stable")
    keep = np.sort(order[strongest(overlapping(found.quads)[np.ix_(order, order)])])
    return found.where(keep)
