"""Between steps 3 and 4: of what was found, only what is a tile; each tile once, and the right way up."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading.classify import TILES, Names
from vision.reading.detect import Faces
from vision.reading.geometry import axes, seen_from_each, strongest, widths

Floats = NDArray[np.float64]

SAYS, BASE = np.array([0.89, 1.3]), -1.97
"""Log-odds that a found face is a tile that can be read: how much each counts of what `told` tells, and without them.
That it is named surely tells nothing more since the classifier is trained with outlines as they are found."""
LEAST_REAL = 0.55
"""A face less likely than this to be one is left out. On the photographs, renders and film that were never trained
with, 5 of 3,429 outlines of true faces fall below it (each tile has another above), and all but one of 10,093 on no
tile do. On 8,159 tiles that were hard to read 0.4 gave 0.5 points of recall for a point of precision."""
LEAST_TILE = 0.42
"""A tile whose best name is less likely than this is left out: it is covered, or no tile. On made-up webcam pictures
0.42 instead of 0.3 gave 2 points of precision for 0.1 of recall; from 0.5 on it costs more than it gives."""
LEAST_SIZE = 0.4
"""A face smaller than this share of the typical certain one is no tile of the same box: a dot, a wordmark, a thread."""
FOREIGN = 2.6
"""A face so many times as wide as the typical one, or as narrow, belongs to no tile of the same box."""
DOUBT = 0.85
"""What the certainty of such faces is multiplied with: they are doubts at most."""
WITHIN = 0.48
"""A face whose centre lies so near another's (as a share of that one's sides) lies upon it."""
MOST_SAY = 4.0
"""How much one neighbour may say, as log-odds, about which end of a tile is up."""
SWAPPED = np.array(
    [
        next((j for j, b in enumerate(TILES) if b.colour == a.colour and {a.number, b.number} == {6, 9}), i)
        for i, a in enumerate(TILES)
    ]
)
"""The class that each class turns into when its tile is turned round: sixes and nines change places."""


def realness(faces: Faces, names: Names) -> Floats:
    """The probability (N,) that each is a face that can be read."""
    return np.asarray(1 / (1 + np.exp(-BASE - told(faces, names) @ SAYS)))


def told(faces: Faces, names: Names) -> Floats:
    """Log-odds (N, 2) that it is a face, as the classifier says and as the detector does."""
    return np.stack([_log_odds(each) for each in (names.faces, faces.scores)], axis=1)


def sift(faces: Faces, names: Names) -> tuple[Faces, Names]:
    """Without what is no face, cannot be read, or lies upon a face that is surer; `names.faces` is `realness`."""
    real = realness(faces, names)
    names = Names(names.tiles, names.turns, real.astype(np.float32))
    keep = (real >= LEAST_REAL) & (names.tiles.max(1, initial=0) >= LEAST_TILE)
    if keep.any():
        size = widths(faces.quads)
        typical = float(np.median(size[keep & (real >= np.median(real[keep]))]))
        keep &= size >= LEAST_SIZE * typical
        names = _doubted(names, np.abs(np.log(size / typical)) > np.log(FOREIGN))
    return _one_each(faces.where(keep), names.where(keep))


def _doubted(names: Names, which: NDArray[np.bool_]) -> Names:
    return Names(names.tiles, names.turns, np.where(which, np.float32(DOUBT), np.float32(1)) * names.faces)


def _one_each(faces: Faces, names: Names) -> tuple[Faces, Names]:
    """Of faces that lie upon one another, the one that is named with most certainty."""
    u, v = seen_from_each(faces.quads)
    upon = (np.abs(u) < WITHIN) & (np.abs(v) < WITHIN)
    order = np.argsort(-names.tiles.max(1, initial=0) * names.faces * np.sqrt(faces.scores), kind="stable")
    keep = np.sort(order[strongest((upon | upon.T)[np.ix_(order, order)])])
    return faces.where(keep), names.where(keep)


def upright(faces: Faces, names: Names) -> tuple[Faces, Names]:
    """Outlines turned as the classifier says the tiles are read."""
    turns = names.turns.argmax(1) if len(faces) else np.zeros(0, int)
    places = (np.arange(4)[None] - turns[:, None]) % 4
    quads = np.take_along_axis(faces.quads, places[:, :, None], axis=1)
    rolled = np.take_along_axis(names.turns, (np.arange(4)[None] + turns[:, None]) % 4, axis=1)
    return Faces(quads, faces.scores), Names(names.tiles, rolled, names.faces)


def agreeing(faces: Faces, names: Names, rows: Sequence[Sequence[int]]) -> tuple[Faces, Names]:
    """Sixes and nines turned round where the rest of their row says that the other end is up; the same where none.

    One of which neither its own face nor its row tells which end is up is as likely the other.
    """
    quads, tiles, changed = faces.quads.copy(), names.tiles.copy(), False
    own = np.log(names.turns[:, 0] + 1e-6) - np.log(names.turns[:, 2] + 1e-6)
    odds = np.clip(own, -MOST_SAY, MOST_SAY)
    down = axes(quads)[1]
    for row in rows:
        for i in row:
            best = int(tiles[i].argmax())
            if SWAPPED[best] == best:
                continue
            said = sum(float(odds[j] * np.sign(down[i] @ down[j])) for j in row if j != i)
            is_other = odds[i] + said < 0
            if is_other:
                tiles[i], quads[i], changed = tiles[i][SWAPPED], np.roll(quads[i], 2, axis=0), True
            surely = 1 / (1 + np.exp(-abs((odds[i] if is_other else own[i]) + said)))
            tiles[i] = surely * tiles[i] + (1 - surely) * tiles[i][SWAPPED]
    return Faces(quads, faces.scores) if changed else faces, Names(tiles, names.turns, names.faces)


def _log_odds(p: NDArray[np.floating]) -> Floats:
    clipped = np.clip(p.astype(np.float64), 1e-6, 1 - 1e-6)
    return np.asarray(np.log(clipped) - np.log1p(-clipped))
