"""Lowers the confidence of selected tiles that may be another tile or none, so that players are asked.

Cases: a figure partly hidden by glare or by a tile upon it; blue under glare; colours in a picture without colour; and
print, whose faces lie on no common plane or are hardly faces of tiles.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from referee.tiles import JOKER, Colour, Tile
from vision.reading.detections import TILES, Detections
from vision.reading.geometry import MIDDLE, grounds, seen_from_each, smaller, turned_apart
from vision.reading.score.evidence import off_in_shape, off_in_size, plane_of
from vision.reading.score.select import DOUBT_FACTOR, SURELY_A_FACE

GLARE_LEVELS = 20
"""Levels by which glare exceeds the ground in each colour, where the glare is not white."""
WHITE_LEVEL = 248
"""Level, of 255, from which a colour is white."""
DARKER_LEVELS = 6
"""Levels by which the ground must lie below white, in at least one colour, for white to be glare."""
GROUND_PERCENTILE = 75
"""Percentile of all grounds that is the lower limit of each ground: a tile half in shadow has a bright half, too."""
LEAST_GLARE = 0.06
"""Share of the figure's area that glare must cover to hide a part of the figure."""
CUT_SHORT = 0.35
"""Difference in shape, as sum of the logarithms of width and height, from which a face counts as partly covered. One
whole face in a thousand differs as much.
"""
PART_PROBABILITY = 0.2
"""Probability that a partly hidden figure is part of another figure; it is high enough for a question."""
BLACK_PROBABILITY = 0.12
"""Probability that a blue figure under glare is black; it is high enough for a question."""
ON_A_LID = range(3, 13)
"""Numbers of sure faces that may be the fanned faces on a box's lid; fewer tell no plane, and more are a table."""
WELL_PLACED = 0.75
"""Share of these faces that counts, those nearest to the plane: print beside real tiles lies off their plane, too."""
MOST_OFF_PLANE = 0.04
"""Mean difference in size from their common plane's, as a logarithm, from which faces count as print. Tiles differ by
0.02 on most tables; 66 degrees aslant, one picture in twelve exceeds this limit.
"""
MOST_OFF_IN_A_FAN = 0.02
"""The same limit for faces whose neighbours are turned against each other as in a fan. Fanned tiles in photographs
differ by less; of heaps seen 55 degrees aslant two pictures in eleven exceed it.
"""
FAN_TURNS = np.radians((5, 25))
"""Range of the angle in radians between a face of a fan and its neighbours, as the median."""
NEIGHBOURS = (1.4, 0.6)
"""Greatest distance between neighbours' centres, in widths across and in heights down."""
MOSTLY = 0.5
"""Share of a picture's tiles that must surely be faces; otherwise all are print, such as the numbers of a score
sheet."""
PART_OF = {1: (4, 7, 10, 11), 2: (9, 12), 3: (8, 13), 5: (6, 9), 6: (8,), 7: (2,), 9: (8,), 10: (13,), 12: (13,)}
"""For each visible number, the numbers of which it may be a part. The rest of any figure may also be read as a joker.
No figure becomes a four, an eight, an eleven or a thirteen by losing a part; a thirteen under glare was read as a ten.
"""


def doubting(tiles: Detections) -> Detections:
    """The tiles of one picture, with doubtful ones given enough probability of another reading for a question."""
    return doubting_print(doubting_hidden(tiles))


def _sure_faces(tiles: Detections) -> NDArray[np.bool_]:
    """Whether each tile is surely a face, (N,)."""
    return np.asarray(tiles.names.faces >= SURELY_A_FACE)


def doubting_hidden(tiles: Detections) -> Detections:
    """The tiles, with other names added where part of a face may be hidden; under glare, blue may be black."""
    washed_out = is_washed_out(tiles.crops)
    hidden = washed_out | is_cut_short(tiles)
    if not hidden.any():
        return tiles
    names = tiles.names.tiles.copy()
    for place in np.flatnonzero(hidden):
        best = int(names[place].argmax())
        names[place] = _mixed(names[place], _WHOLES[best], PART_PROBABILITY)
        if washed_out[place]:
            names[place] = _mixed(names[place], _BLACK[best], BLACK_PROBABILITY)
    return replace(tiles, names=replace(tiles.names, tiles=names))


def _mixed(names: NDArray[np.float32], others: NDArray[np.float32], share: float) -> NDArray[np.float32]:
    """Probabilities (53,) mixed with `others` by a share; unchanged if `others` are all 0."""
    return np.asarray((1 - share) * names + share * others if others.any() else names, np.float32)


def doubting_print(tiles: Detections) -> Detections:
    """The tiles of a picture; if they may be print, all get a lower probability."""
    sure = _sure_faces(tiles)
    if sure.sum() < MOSTLY * len(sure) or _is_fanned(tiles.quads[sure]):
        return replace(tiles, probability=tiles.probability * DOUBT_FACTOR)
    return tiles


def _is_fanned(quads: NDArray[np.floating]) -> bool:
    """Whether the faces (N, 4, 2) lie on no common plane, like faces fanned out on a box's lid."""
    if len(quads) not in ON_A_LID:
        return False
    off = np.sort(off_in_size(quads, plane_of(quads, np.ones(len(quads), np.bool_))))
    most = MOST_OFF_IN_A_FAN if _is_turned(quads) else MOST_OFF_PLANE
    return bool(off[: int(np.ceil(WELL_PLACED * len(off)))].mean() > most)


def _is_turned(quads: NDArray[np.floating]) -> bool:
    """Whether the faces (N, 4, 2) are turned relative to their neighbours as in a fan."""
    u, v = map(np.abs, seen_from_each(quads))
    beside = (u < NEIGHBOURS[0]) & (v < NEIGHBOURS[1]) & ~np.eye(len(quads), dtype=bool)
    return bool(beside.any() and FAN_TURNS[0] < np.median(turned_apart(quads)[beside]) < FAN_TURNS[1])


def doubting_colours(tiles: Detections) -> Detections:
    """The tiles of a picture without colour: each number is equally likely in every colour."""
    names = tiles.names.tiles.copy()
    numbered = TILES.index(JOKER)
    of_numbers = names[:, :numbered].reshape(len(names), numbered // len(Colour), len(Colour))
    names[:, :numbered] = of_numbers.mean(axis=2).repeat(len(Colour), axis=1)
    return replace(tiles, names=replace(tiles.names, tiles=names))


def is_washed_out(crops: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether glare covers part of the figure's area in each crop (N, 64, 48, 3) of one picture's tiles, (N,)."""
    if not len(crops):
        return np.zeros(0, np.bool_)
    small = smaller(crops)
    ground = grounds(small)
    ground = np.maximum(ground, np.percentile(ground, GROUND_PERCENTILE, axis=0).astype(np.uint8))
    brighter = np.minimum(ground, 255 - GLARE_LEVELS) + GLARE_LEVELS
    white = np.where(ground.min(axis=1) <= WHITE_LEVEL - DARKER_LEVELS, WHITE_LEVEL - 1, 255).astype(np.uint8)
    blue, green, red = np.moveaxis(small[MIDDLE] > np.minimum(brighter, white[:, None])[:, None, None], 3, 0)
    return np.asarray((blue & green & red).mean(axis=(1, 2)) >= LEAST_GLARE)


def is_cut_short(tiles: Detections) -> NDArray[np.bool_]:
    """Whether each tile of a picture appears narrower or lower than the sure ones would at its place, (N,)."""
    on_its_side = np.asarray(tiles.names.turns.argmax(axis=1) % 2 == 1)
    sure = _sure_faces(tiles)
    plane = plane_of(tiles.quads, sure)
    if plane is None:
        return np.zeros(len(tiles), np.bool_)
    return np.asarray(off_in_shape(tiles.quads, on_its_side, sure, plane) >= CUT_SHORT)


def _wholes(seen: Tile) -> NDArray[np.float32]:
    """Probability (53,) of each tile, given that the visible figure is a part of it; all 0: it is part of no figure."""
    others = PART_OF.get(seen.number, ()) if seen.number else range(1, 14)
    fits = [tile.number in others and seen.colour in (tile.colour, None) for tile in TILES]
    return np.array(fits, np.float32) / np.float32(max(sum(fits), 1))


_WHOLES = np.stack([_wholes(tile) for tile in TILES])
"""For each read tile, in the order of TILES, the probabilities of `_wholes`, (53, 53)."""


def _in_black(seen: Tile) -> NDArray[np.float32]:
    """Probability (53,) of each tile, given that glare on black ink made it look blue; all 0: it does not look blue."""
    black = Tile(Colour.BLACK, seen.number) if seen.colour is Colour.BLUE else None
    return np.array([tile == black for tile in TILES], np.float32)


_BLACK = np.stack([_in_black(tile) for tile in TILES])
"""For each read tile, in the order of TILES, the probabilities of `_in_black`, (53, 53)."""
