"""Which end of each tile is up: as its own face says; for sixes and nines also its row, and the table's other rows."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading.classify import TILES, Names
from vision.reading.faces import Faces
from vision.reading.geometry import axes

Floats = NDArray[np.float64]

MOST_SAY = 4.0
"""How much one neighbour may say, as log-odds, about which end of a tile is up."""
SAID = 2.0
"""A row whose tiles together say at least so much (as log-odds) shows a direction to the others."""
ALONG = 0.7
"""The least cosine between the directions of two rows that lie along each other, upside down or not."""
SWAPPED = np.array(
    [
        next((j for j, b in enumerate(TILES) if b.colour == a.colour and {a.number, b.number} == {6, 9}), i)
        for i, a in enumerate(TILES)
    ]
)
"""The class that each class turns into when its tile is turned round: sixes and nines change places."""


def upright(faces: Faces, names: Names) -> tuple[Faces, Names]:
    """Outlines turned as the classifier says the tiles are read."""
    turns = names.turns.argmax(1) if len(faces) else np.zeros(0, int)
    places = (np.arange(4)[None] - turns[:, None]) % 4
    quads = np.take_along_axis(faces.quads, places[:, :, None], axis=1)
    rolled = np.take_along_axis(names.turns, (np.arange(4)[None] + turns[:, None]) % 4, axis=1)
    return Faces(quads, faces.scores), Names(names.tiles, rolled, names.faces)


def agreeing(faces: Faces, names: Names, rows: Sequence[Sequence[int]]) -> tuple[Faces, Names]:
    """Sixes and nines turned round where their row and the others say that the other end is up; the same where none.

    One of which neither its own face nor its row tells which end is up is as likely the other.
    """
    quads, tiles, changed = faces.quads.copy(), names.tiles.copy(), False
    own = np.log(names.turns[:, 0] + 1e-6) - np.log(names.turns[:, 2] + 1e-6)
    odds = np.clip(own, -MOST_SAY, MOST_SAY)
    down = axes(quads)[1]
    down /= np.maximum(np.linalg.norm(down, axis=1, keepdims=True), 1e-6)
    says = np.array([odds[list(row)] @ down[list(row)] for row in rows]).reshape(-1, 2)
    for k, row in enumerate(rows):
        for i in row:
            best = int(tiles[i].argmax())
            if SWAPPED[best] == best:
                continue
            said = sum(float(odds[j] * np.sign(down[i] @ down[j])) for j in row if j != i)
            said += _as_others_lie(np.delete(says, k, axis=0), down[i])
            sure = own[i] + said
            if sure < 0:
                tiles[i], quads[i], changed = tiles[i][SWAPPED], np.roll(quads[i], 2, axis=0), True
            surely = 1 / (1 + np.exp(-abs(sure)))
            tiles[i] = surely * tiles[i] + (1 - surely) * tiles[i][SWAPPED]
    return Faces(quads, faces.scores) if changed else faces, Names(tiles, names.turns, names.faces)


def _as_others_lie(says: Floats, down: Floats) -> float:
    """The log-odds that this way (2,) is down, by how many of the other rows (R, 2) lie so and upside down.

    Laplace's rule of succession: one row says little, ten that all lie alike say much, and as many either way nothing.
    """
    along = says @ down
    tells = along[np.abs(along) > np.maximum(SAID, ALONG * np.linalg.norm(says, axis=1))]
    return float(np.log((tells > 0).sum() + 1) - np.log((tells < 0).sum() + 1))
