"""Tiles -> the same tiles; one whose figure may be hidden in part, by glare or by a tile upon it, is doubted."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading.detections import TILES, Detections
from vision.reading.geometry import grounds, smaller
from vision.reading.score.evidence import off_in_shape, plane_of
from vision.reading.score.select import SURELY_A_FACE

MIDDLE = np.s_[:, 6:26, 5:19]
"""Where a figure stands on its face, in crops made smaller."""
GLARE_LEVELS = 20
"""Levels by which glare is brighter than the ground in each colour, where it is not white."""
WHITE_LEVEL = 248
"""Level, of 255, from which a colour is white."""
DARKER_LEVELS = 6
"""Levels by which the ground is darker than white, in one colour at least, where white is glare."""
GROUND_PERCENTILE = 75
"""Percentile of the tiles' grounds that a ground counts as at least: a tile half in shadow has a bright half, too."""
LEAST_GLARE = 0.06
"""The least share of the middle that glare covers where it may hide a part of a figure."""
CUT_SHORT = 0.35
"""How far off in shape, in logarithms of width and height, a face is a part of one: something lies upon it. One whole
face in a thousand is so far off."""
PART_PROBABILITY = 0.2
"""Probability that such a figure is a part of another one: more than a question needs."""
PART_OF = {1: (4, 7, 10, 11), 2: (9, 12), 3: (8, 13), 5: (6, 9), 6: (8,), 7: (2,), 9: (8,), 12: (13,)}
"""What a number that is seen may be a part of. What is left of any figure may be taken for a joker, too. No figure
becomes a four, an eight, a ten, an eleven or a thirteen by losing a part."""


def doubting_hidden(tiles: Detections) -> Detections:
    """The tiles of one picture; where a part of a face may be hidden, what else it may be is likely enough to ask."""
    hidden = is_washed_out(tiles.crops) | is_cut_short(tiles)
    if not hidden.any():
        return tiles
    names = tiles.names.tiles.copy()
    for place in np.flatnonzero(hidden):
        wholes = _WHOLES[int(names[place].argmax())]
        if wholes.any():
            names[place] = (1 - PART_PROBABILITY) * names[place] + PART_PROBABILITY * wholes
    return replace(tiles, names=replace(tiles.names, tiles=names))


def is_washed_out(crops: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether glare covers a part of the middle of each crop (N, 64, 48, 3) of one picture's tiles, (N,)."""
    if not len(crops):
        return np.zeros(0, np.bool_)
    small = smaller(crops)
    ground = grounds(small)
    ground = np.maximum(ground, np.percentile(ground, GROUND_PERCENTILE, axis=0).astype(np.uint8))
    brighter = np.minimum(ground, 255 - GLARE_LEVELS) + GLARE_LEVELS
    white = np.where(ground.min(axis=1) <= WHITE_LEVEL - DARKER_LEVELS, WHITE_LEVEL - 1, 255).astype(np.uint8)
    glare = small[MIDDLE] > np.minimum(brighter, white[:, None])[:, None, None]
    return np.asarray(glare.all(axis=3).mean(axis=(1, 2)) >= LEAST_GLARE)


def is_cut_short(tiles: Detections) -> NDArray[np.bool_]:
    """Whether each tile of a picture is seen narrower or lower than the others would be at its place, (N,)."""
    on_its_side = np.asarray(tiles.names.turns.argmax(axis=1) % 2 == 1)
    sure = np.asarray(tiles.names.faces >= SURELY_A_FACE)
    plane = plane_of(tiles.quads, sure)
    if plane is None:
        return np.zeros(len(tiles), np.bool_)
    return np.asarray(off_in_shape(tiles.quads, on_its_side, sure, plane) >= CUT_SHORT)


def _wholes(seen: Tile) -> NDArray[np.float32]:
    """How likely each tile is the whole of what is seen, if that is a part, (53,); all 0: it is none."""
    others = PART_OF.get(seen.number, ()) if seen.number else range(1, 14)
    fits = [tile.number in others and seen.colour in (tile.colour, None) for tile in TILES]
    return np.array(fits, np.float32) / np.float32(max(sum(fits), 1))


_WHOLES = np.stack([_wholes(tile) for tile in TILES])
"""Of each tile in the order of TILES, (53, 53)."""
