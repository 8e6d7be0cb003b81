"""Between steps 3 and 4: of what was found, only what is a tile, each tile once."""

import numpy as np
from numpy.typing import NDArray

from vision.reading.classify import Names
from vision.reading.faces import Faces
from vision.reading.geometry import overlapping, strongest, widths
from vision.reading.realness import log_odds

Floats = NDArray[np.float64]

LEAST_REAL = 0.6
"""A face less likely than this to be one is left out. On the photographs, renders and film that were never trained
with, 4 of 3,439 outlines of true faces fall below it (each tile has another above), and all of 10,896 on no tile do."""
LEAST_TILE = 0.42
"""A tile whose best name is less likely than this is left out: it is covered, or no tile. On made-up webcam pictures
0.42 instead of 0.3 gave 2 points of precision for 0.1 of recall; from 0.5 on it costs more than it gives."""
CERTAIN, LEAST_GUESS = 0.97, 0.2
"""What is so certainly a tile, and whose best name is as likely as the second, is one whose name can be guessed at. Of
86 such in pictures that are hard to read none lay where no tile is, 4 on tiles that are covered; 35 were named rightly.
"""
LEAST_SIZE = 0.4
"""A face smaller than this share of the typical certain one is no tile of the same box: a dot, a wordmark, a thread."""
FOREIGN = 2.6
"""A face so many times as wide as the typical one, or as narrow, belongs to no tile of the same box."""
DOUBT = 0.85
"""What the certainty of such faces is multiplied with: they are doubts at most."""
NAMED = 0.5
"""How much the odds of a face's best name count beside those that it is a tile, where faces lie upon one another: both
halves of a ten can be named surely, and are not of a tile's shape."""


def sift(faces: Faces, names: Names, real: Floats, guessing: bool = False) -> tuple[Faces, Names]:
    """Without what is no face, cannot be read, or lies upon a face that is surer; `names.faces` is then `real` (N,).

    `guessing`: what is certainly a tile, but cannot be read, stays with a guess at its name.
    """
    names = Names(names.tiles, names.turns, real.astype(np.float32))
    named = names.tiles.max(1, initial=0)
    least = np.where(real >= CERTAIN, LEAST_GUESS, LEAST_TILE) if guessing else LEAST_TILE
    keep = (real >= LEAST_REAL) & (named >= least)
    if keep.any():
        size = widths(faces.quads)
        typical = float(np.median(size[keep & (real >= np.median(real[keep]))]))
        keep &= size >= LEAST_SIZE * typical
        names = _doubted(names, np.abs(np.log(size / typical)) > np.log(FOREIGN))
    return _one_each(faces.where(keep), names.where(keep))


def unread(faces: Faces, names: Names, real: Floats, tiles: Faces) -> tuple[Faces, Names]:
    """What is certainly a tile, where none of these tiles lies, and cannot be read: its names are guesses."""
    faces, names = sift(faces, names, real, guessing=True)
    upon = overlapping(np.concatenate([faces.quads, tiles.quads]))[: len(faces), len(faces) :]
    keep = np.asarray((names.tiles.max(1, initial=0) < LEAST_TILE) & ~upon.any(axis=1))
    return faces.where(keep), names.where(keep)


def _doubted(names: Names, which: NDArray[np.bool_]) -> Names:
    return Names(names.tiles, names.turns, np.where(which, np.float32(DOUBT), np.float32(1)) * names.faces)


def _one_each(faces: Faces, names: Names) -> tuple[Faces, Names]:
    """Of faces that lie upon one another, the one that is most certainly a tile, and named with most certainty."""
    certain = log_odds(names.faces) + NAMED * log_odds(names.tiles.max(1, initial=0))
    order = np.argsort(-certain, kind="stable")
    keep = np.sort(order[strongest(overlapping(faces.quads)[np.ix_(order, order)])])
    return faces.where(keep), names.where(keep)
