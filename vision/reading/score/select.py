"""Detections -> tiles: only what is likely a tile and can be named, one quad a tile.

How likely that is: one judgement of what both networks say and of how like the others each detection is. A tile whose
figure may be hidden in part, by glare or by a tile upon it, is doubted.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from referee.tiles import JOKER, Colour, Tile
from vision.reading.detections import TILES, Detections, Doubles
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
GUESSED_FROM = 0.97
"""Probability of a tile from which its name may be guessed, where none is sure."""
LEAST_GUESS = 0.2
"""A guess less likely than this is none."""
LEAST_SIZE = 0.3
"""A face narrower than this share of the typical certain one is no tile of the same box: a dot, a wordmark, a thread.
Tiles that are half covered are hardly wider."""
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


def doubting_colours(tiles: Detections) -> Detections:
    """The tiles of a picture that has no colour: each may be of any."""
    names = tiles.names.tiles.copy()
    numbered = TILES.index(JOKER)
    of_numbers = names[:, :numbered].reshape(len(names), numbered // len(Colour), len(Colour))
    names[:, :numbered] = of_numbers.mean(axis=2).repeat(len(Colour), axis=1)
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
