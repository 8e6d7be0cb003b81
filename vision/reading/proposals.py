"""Where else a face may be, to judge by the others: torn in two, hidden by glare in a row, or pale at its end.

They are only proposed; whether a face is there, and which, is for the classifier to say.

And whether a picture is worth another pass that shows its tiles larger: where a first reading leaves a doubt.
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
"""The score of a face that tells how large tiles are here."""
TURNED = np.radians(12)
"""How far faces of a row are turned against each other."""
HALVES = (0.55, 1.35)
"""How far the centres of two halves lie apart, in their widths."""
HALVES_LINE = 0.25
"""How far one half lies above or below the other, in heights."""
AS_HIGH = 0.25
"""How much higher one half is, as a logarithm."""
HALVES_TURNED = np.radians(15)
A_TILE = 0.25
"""By how much the whole may be larger or smaller than a tile would be there, as a logarithm."""
GAP = (1.75, 2.4)
"""Distance between two faces, in widths, that leaves room for just one between them."""
NEXT = (0.9, 1.25)
"""Distance that leaves room for none."""
IN_LINE = 0.25
"""How far one face of a row may lie above the other, in heights."""
ALIKE = 0.15
"""By which share of the other one face of a row may be larger or smaller."""
TAKEN = 0.3
"""A face lies there already whose centre is so near, in widths,"""
AS_LARGE = 0.18
"""and whose sides differ by no more than this share."""
HOPELESS = 0.05
"""What is less likely a tile than this is not named once more beside what the larger pass shows."""
LAST_HOPE = 0.15
"""Where nothing is a tile, what may be one at least so likely is looked at larger before the table is called empty."""
LIKELY = 0.5
"""What is less probably a tile is no reason to look again."""
SURELY_NAMED = 0.9
"""What is a tile and has its name with this probability is none either."""


def proposed(found: Detections) -> Detections:
    """What the faces propose beside themselves: two halves as one, and what is missing in a row or at its ends."""
    if not len(found):
        return found
    wholes = _wholes(found)
    return wholes.also(_missing(found.also(wholes)))


def _wholes(found: Detections) -> Detections:
    """What two neighbours may be together, as surely seen as the surer of both: from low, each digit seems a tile."""
    across, below = _joined(found, 0), _joined(found, 1)
    both = across.also(below)
    return both.where(off_in_size(both.quads, plane_of(found.quads, found.scores >= SEEN)) < A_TILE)


def _joined(found: Detections, turn: int) -> Detections:
    """Two faces side by side (or, turned by one corner, one below the other) as one."""
    quads = np.roll(found.quads, -turn, axis=1)
    u, v = seen_from_each(quads)
    high = np.log(np.maximum(np.linalg.norm(axes(quads)[1], axis=1), 1e-6))
    beside = (u > HALVES[0]) & (u < HALVES[1]) & (np.abs(v) < HALVES_LINE) & (turned_apart(quads) < HALVES_TURNED)
    one, other = np.nonzero(beside & (np.abs(high[:, None] - high[None]) < AS_HIGH))
    left, right = quads[one], read_as(quads[other], quads[one])
    whole = np.stack([left[:, 0], right[:, 1], right[:, 2], left[:, 3]], axis=1)
    return Detections(np.roll(whole, turn, axis=1), np.maximum(found.scores[one], found.scores[other]))


def _missing(found: Detections) -> Detections:
    """A gap in a row, as wide as one face, and the next place at either end of a row."""
    quads = found.quads
    (i, j), (k, m) = _pairs(found)
    between = (quads[i] + read_as(quads[j], quads[i])) / 2
    beyond = quads[m] + (centres(quads[m]) - centres(quads[k])).astype(np.float32)[:, None]
    places = np.concatenate([between, beyond])
    free = list(places[~_taken(quads, places)])
    once = [quad for n, quad in enumerate(free) if not n or not _taken(np.stack(free[:n]), quad[None])[0]]
    return Detections(np.stack(once) if once else quads[:0], np.full(len(once), PROPOSED, np.float32))


def _pairs(found: Detections) -> tuple[tuple[Indices, Indices], tuple[Indices, Indices]]:
    """Faces alike and in one line: those with room for one between them, and neighbours, these both ways."""
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
    """At which places (P, 4, 2) a whole face was seen, (P,)."""
    sides, wanted = (np.stack([np.linalg.norm(side, axis=1) for side in axes(q)]) for q in (quads, places))
    apart = np.linalg.norm(centres(places)[:, None] - centres(quads)[None], axis=2) / wanted[0][:, None]
    differ = np.abs(sides[:, None] / wanted[:, :, None] - 1).max(axis=0)
    return np.asarray(((apart < TAKEN) & (differ < AS_LARGE)).any(axis=1))


def with_hope(found: Detections) -> Detections:
    """The detections of the first pass that may be tiles: they are judged again beside those of the larger one."""
    return found.where(found.probability >= HOPELESS)


def is_in_doubt(found: Detections) -> bool:
    """Whether any detection may be a tile and is none surely, nor lies upon one that is likelier.

    Where nothing is a tile, what is left of hope is enough: one tile alone on a rug must not be an empty table.
    """
    likely = found.probability
    if not (likely >= LEAST_PROBABILITY).any():
        return bool((likely >= LAST_HOPE).any())
    likeliest = ~(overlapping(found.quads) & (likely[:, None] > likely)).any(axis=0)
    unsure = (likely > LIKELY) & (likely * found.names.best < SURELY_NAMED)
    return bool((likeliest & unsure).any())
