"""A picture of a table -> its tiles and sets: the steps in order."""

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models import FACES, NAMES
from referee.tiles import Tile
from vision.arrange import arrange
from vision.classify import TILES, Names, classify
from vision.detect import Faces, detect
from vision.network import Network
from vision.placed import PlacedTile, TableReading
from vision.straighten import straighten

Floats = NDArray[np.float32]

LEAST_FACE = 0.5
"""A crop less likely than this to be a face that can be read is left out."""
LEAST_TILE = 0.3
"""A tile whose best name is less likely than this is left out: it is covered, or no tile."""
WITHIN = 0.42
"""A face whose centre lies so near another's (as a share of that one's sides) lies upon it."""
RIVALS = 3
SIXES_AND_NINES = {
    i: j
    for i, a in enumerate(TILES)
    for j, b in enumerate(TILES)
    if a.colour == b.colour and {a.number, b.number} == {6, 9}
}
"""Classes that turn into each other when the tile lies head down."""
MOST_SAY = 4.0
"""How much one neighbour may say, as log-odds, about which end of a tile is up."""


class Reader:
    """Reads pictures of tables; loading it opens both networks.

    Raises ModelMissing: a network's file is missing or is not the one it should be.
    """

    def __init__(self) -> None:
        self._faces, self._names = Network(FACES), Network(NAMES)

    def read(self, picture: NDArray[np.uint8]) -> TableReading:
        """The tiles and sets in a picture (H, W, 3), BGR uint8."""
        started = time.perf_counter()
        faces = detect(self._faces, picture)
        detected = time.perf_counter()
        names = classify(self._names, straighten(picture, faces.quads))
        faces, names = _upright(*_readable(faces, names))
        named = time.perf_counter()
        rows = arrange([TILES[k] for k in names.tiles.argmax(1)], faces.quads)
        faces, names = _agreeing(faces, names, rows)
        tiles = tuple(_placed(*each) for each in zip(faces.quads, names.tiles, names.faces, strict=True))
        rows = arrange([tile.tile for tile in tiles], faces.quads)
        done = time.perf_counter()
        spent = {
            "detect": detected - started,
            "classify": named - detected,
            "arrange": done - named,
            "total": done - started,
        }
        height, width = picture.shape[:2]
        return TableReading(width, height, tiles, rows, {step: round(1000 * t, 2) for step, t in spent.items()})


def _readable(faces: Faces, names: Names) -> tuple[Faces, Names]:
    """Without what is no face, or cannot be read."""
    keep = (names.faces >= LEAST_FACE) & (names.tiles.max(1, initial=0) >= LEAST_TILE)
    return _one_each(faces.where(keep), names.where(keep))


def _one_each(faces: Faces, names: Names) -> tuple[Faces, Names]:
    """Of faces that lie upon one another, the one that is named with most certainty: a dot on a tile is no tile."""
    quads = faces.quads.astype(np.float64)
    centre = quads.mean(1)
    across, down = (
        (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2,
        (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2,
    )
    area = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    away = centre[None] - centre[:, None]
    u = (away[..., 0] * down[:, None, 1] - away[..., 1] * down[:, None, 0]) / area[:, None]
    v = (across[:, None, 0] * away[..., 1] - across[:, None, 1] * away[..., 0]) / area[:, None]
    upon = (np.abs(u) < WITHIN) & (np.abs(v) < WITHIN)
    upon |= upon.T
    kept: list[int] = []
    for i in np.argsort(-names.tiles.max(1, initial=0) * names.faces * np.sqrt(faces.scores), kind="stable"):
        if not upon[i, kept].any():
            kept.append(int(i))
    keep = np.array(sorted(kept), np.intp)
    return faces.where(keep), names.where(keep)


def _upright(faces: Faces, names: Names) -> tuple[Faces, Names]:
    """Outlines turned as the classifier says the tiles are read."""
    turns = names.turns.argmax(1)
    quads = (
        np.stack([np.roll(quad, turn, axis=0) for quad, turn in zip(faces.quads, turns, strict=True)])
        if len(turns)
        else faces.quads
    )
    rolled = (
        np.stack([np.roll(p, -turn) for p, turn in zip(names.turns, turns, strict=True)]) if len(turns) else names.turns
    )
    return Faces(quads, faces.scores), Names(names.tiles, rolled, names.faces)


def _agreeing(faces: Faces, names: Names, rows: Sequence[Sequence[int]]) -> tuple[Faces, Names]:
    """Sixes and nines turned round where the rest of their row says that the other end is up."""
    quads, tiles = faces.quads.copy(), names.tiles.copy()
    odds = np.log(names.turns[:, 0] + 1e-6) - np.log(names.turns[:, 2] + 1e-6) if len(tiles) else np.zeros(0)
    up = quads[:, 0] - quads[:, 3]
    for row in rows:
        for i in row:
            best = int(tiles[i].argmax())
            said = sum(
                float(np.clip(odds[j], -MOST_SAY, MOST_SAY)) * float(np.sign(up[i] @ up[j])) for j in row if j != i
            )
            if best in SIXES_AND_NINES and odds[i] + said < 0:
                swapped = [SIXES_AND_NINES.get(k, k) for k in range(len(TILES))]
                tiles[i], quads[i] = tiles[i][swapped], np.roll(quads[i], 2, axis=0)
    return Faces(quads, faces.scores), Names(tiles, names.turns, names.faces)


def _placed(quad: Floats, tiles: Floats, face: float) -> PlacedTile:
    """The likeliest tile at this place, and its rivals."""
    order = np.argsort(-tiles)[: RIVALS + 1]
    best, *others = ((TILES[k], float(tiles[k] * face)) for k in order)
    rivals: tuple[tuple[Tile, float], ...] = tuple((tile, p) for tile, p in others if p > 1e-4)
    return PlacedTile(best[0], quad, min(best[1], 1.0), rivals)
