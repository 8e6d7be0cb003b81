"""Proposes further places of tiles from those detected: a tile torn in two, one hidden by glare within a row, or a pale
one at its end. The classifier then decides whether a face lies at each place.

Also tells whether a first pass leaves doubts that a pass at a larger scale may settle.
"""

import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import PROPOSED, Detections
from vision.reading.geometry import axes, centres, overlapping, read_as, seen_from_each, turned_apart
from vision.reading.score.evidence import off_in_size, plane_of
from vision.reading.score.select import LEAST_PROBABILITY

Indices = NDArray[np.intp]
Quads = NDArray[np.float32]

SEEN = 0.5
"""Score from which a face counts when the size of tiles is estimated."""
TURNED = np.radians(12)
"""Greatest angle in radians between the faces of a row."""
HALVES = (0.55, 1.35)
"""Range of the distance between the centres of two halves, in their widths."""
HALVES_LINE = 0.25
"""Greatest offset of one half above or below the other, in heights."""
AS_HIGH = 0.25
"""Greatest difference in height between two halves, as a logarithm."""
HALVES_TURNED = np.radians(15)
A_TILE = 0.25
"""Greatest difference between the joined halves' size and that of a tile at this place, as a logarithm."""
GAP = (1.75, 2.4)
"""Range of the distance between two faces, in widths, that leaves room for exactly one tile between them."""
NEXT = (0.9, 1.25)
"""Range of the distance, in widths, that leaves no room for a tile."""
IN_LINE = 0.25
"""Greatest offset of a face above or below another of its row, in heights."""
ALIKE = 0.15
"""Greatest relative difference in size between the faces of a row."""
TAKEN = 0.3
"""Distance between centres, in widths, below which a face of similar size already takes a proposed place."""
AS_LARGE = 0.18
"""Greatest relative difference of the sides for two faces to count as similar in size."""
HOPELESS = 0.05
"""Candidates below this tile probability are not classified again in the larger pass."""
LAST_HOPE = 0.15
"""Tile probability from which a candidate is looked at in a larger pass before a table is called empty."""
LIKELY = 0.5
"""Candidates below this tile probability do not call for a larger pass."""
SURELY_NAMED = 0.9
"""Probability of being a tile with its likeliest name, from which a candidate does not call for a larger pass."""


def proposed(found: Detections) -> Detections:
    """Candidates proposed from the detected faces: two halves joined into a tile, gaps in rows, and the places at their
    ends.
    """
    if not len(found):
        return found
    wholes = _wholes(found)
    return wholes.also(_missing(found.also(wholes)))


def _wholes(found: Detections) -> Detections:
    """Neighbours joined as one tile, with the higher score: seen at a low angle, each digit may look like a tile."""
    across, below = _joined(found, 0), _joined(found, 1)
    both = across.also(below)
    return both.where(off_in_size(both.quads, plane_of(found.quads, found.scores >= SEEN)) < A_TILE)


def _joined(found: Detections, turn: int) -> Detections:
    """Two faces side by side joined as one; with `turn` 1, two faces one below the other."""
    quads = np.roll(found.quads, -turn, axis=1)
    u, v = seen_from_each(quads)
    high = np.log(np.maximum(np.linalg.norm(axes(quads)[1], axis=1), 1e-6))
    beside = (u > HALVES[0]) & (u < HALVES[1]) & (np.abs(v) < HALVES_LINE) & (turned_apart(quads) < HALVES_TURNED)
    one, other = np.nonzero(beside & (np.abs(high[:, None] - high[None]) < AS_HIGH))
    left, right = quads[one], read_as(quads[other], quads[one])
    whole = np.stack([left[:, 0], right[:, 1], right[:, 2], left[:, 3]], axis=1)
    return Detections(np.roll(whole, turn, axis=1), np.maximum(found.scores[one], found.scores[other]))


def _missing(found: Detections) -> Detections:
    """Free places in gaps of one tile's width, and next to either end of a row."""
    quads = found.quads
    (i, j), (k, m) = _pairs(found)
    between = (quads[i] + read_as(quads[j], quads[i])) / 2
    beyond = quads[m] + (centres(quads[m]) - centres(quads[k])).astype(np.float32)[:, None]
    places = np.concatenate([between, beyond])
    free = places[~_taken(quads, places).any(axis=1)]
    once = free[~np.tril(_taken(free, free), -1).any(axis=1)]
    return Detections(once, np.full(len(once), PROPOSED, np.float32))


def _pairs(found: Detections) -> tuple[tuple[Indices, Indices], tuple[Indices, Indices]]:
    """Pairs of similar faces in one line: those with room for one tile between them; and neighbours, in both orders."""
    u, v = map(np.abs, seen_from_each(found.quads))
    fits = v < IN_LINE
    for side in axes(found.quads):
        length = np.linalg.norm(side, axis=1)
        fits &= np.abs(length[:, None] / np.maximum(length[None], 1e-6) - 1) < ALIKE
    fits &= turned_apart(found.quads) < TURNED
    gap, beside = (fits & (u > least) & (u < most) for least, most in (GAP, NEXT))
    i, j = np.nonzero(np.triu(gap & gap.T))
    k, m = np.nonzero(beside & beside.T)
    return (i, j), (k, m)


def _taken(quads: Quads, places: Quads) -> NDArray[np.bool_]:
    """Whether each of quads (N, 4, 2) is a whole face at each of places (P, 4, 2): (P, N)."""
    sides, wanted = (np.stack([np.linalg.norm(side, axis=1) for side in axes(q)]) for q in (quads, places))
    apart = np.linalg.norm(centres(places)[:, None] - centres(quads)[None], axis=2) / wanted[0][:, None]
    differ = np.abs(sides[:, None] / wanted[:, :, None] - 1).max(axis=0)
    return np.asarray((apart < TAKEN) & (differ < AS_LARGE))


def with_hope(found: Detections) -> Detections:
    """The candidates of the first pass that may be tiles; they are judged again together with the candidates of the
    larger pass."""
    return found.where(found.probability >= HOPELESS)


def is_in_doubt(found: Detections) -> bool:
    """Whether any candidate may be a tile without being sure, and lies upon no likelier candidate.

    Where no candidate is a tile, LAST_HOPE is enough: a single tile on a rug must not be read as an empty table.
    """
    likely = found.probability
    if not (likely >= LEAST_PROBABILITY).any():
        return bool((likely >= LAST_HOPE).any())
    likeliest = ~(overlapping(found.quads) & (likely[:, None] > likely)).any(axis=0)
    unsure = (likely > LIKELY) & (likely * found.names.best < SURELY_NAMED)
    return bool((likeliest & unsure).any())
