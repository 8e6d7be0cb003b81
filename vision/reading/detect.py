"""Step 1: picture -> outlines of faces, and which way is up."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading.faces import HINT, LEAST_SCORE, MOST_FACES, NO_FACES, Faces, merge
from vision.reading.geometry import widths
from vision.reading.halves import Halves
from vision.reading.look import look, look_at_part
from vision.reading.network import Infer

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

GLANCE, GLANCE_OF = 640 * 360, 1280 * 720
"""Pixels that the network is shown first, of a picture of so many; of a larger one more, as its sides grow."""
INTEREST = 0.2
"""Where no hint is as strong, nothing is there and nothing is searched. On tables of 6 to 71 tiles shrunk to 8 px wide
in 1920x1080 the strongest was 0.32 or more; on plain tops, noise or none, at most 0.12."""
COARSE, COARSE_LEAST = 0.3, 16.0
"""Tiles near the camera are looked for in a picture so much smaller again; faces narrower than this there are left to
the first look."""
ENOUGH, SURE, FAR = 6, 0.6, 36.0
"""So many faces of this score, none as wide as this in the network's pixels: no tile is near the camera. In 327
made-up pictures and photographs with a tile wider than 75 px that was never so, nor with 50 for 36; but a second look
at tiles of middling size helps where there is glare."""
SEEN_WELL, MOSTLY = 17.0, 0.4
"""Where tiles are as wide as the first already at the glance, in the network's pixels, and at least this share of the
hints is SURE, a second look shows little but what is no tile: of 5,598 tiles that were hard to read 3 were lost without
it, and 33 of 377 wrong ones were gone."""
GOOD, OTHER = 25.0, 1.25
"""How wide a tile is shown in the second look, in the network's pixels; and by how much that look differs at least."""
NEARER = 40.0
"""The same where what was seen so could not be named, or not surely (unexplained.py), or lies far aside (low.py)."""
NARROW = 40
"""The percentile of the tiles' widths that is meant: those further away are shown narrower."""
LARGEST, MOST = 2.2, 3_000_000
"""A second look enlarges a picture no more than so many times, and shows no more pixels than this."""
AROUND = 3.0
"""A second look shows so many tiles' widths around what may be faces."""


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """What a first look at a picture shows: `hints`, at `scale`; and `near`, faces that are easier seen from afar."""

    hints: Faces
    near: Faces
    scale: float


def glance(network: Infer, picture: Pixels | Halves) -> Glance:
    """A glance at a BGR picture (H, W, 3), at a fixed number of its pixels: how large the tiles are, and where.

    A quick look from afar shows those very near, unless all tiles are far away.
    """
    halves = Halves.of(picture)
    pixels = halves.whole.shape[0] * halves.whole.shape[1]
    scale = min(1.0, float(np.sqrt(GLANCE * max(1.0, (pixels / GLANCE_OF) ** 0.5) / pixels)))
    hints = look(network, halves, scale, HINT)
    return Glance(hints, NO_FACES if _is_far(hints, scale) else _from_afar(network, halves, scale), scale)


def detect(
    network: Infer, picture: Pixels | Halves, first: Glance, nearer: bool = False, least: float = LEAST_SCORE
) -> Faces:
    """The faces in a BGR picture (H, W, 3) at which there was a `first` glance; the same one may be outlined twice.

    A second look shows where the tiles are at the size at which faces are seen best, unless the glance did. `nearer`:
    it is taken in any case, and shows them larger. `least`: the score of a face that is worth returning, HINT or more.
    """
    faces = first.hints.where(first.hints.scores >= least)
    if nearer or not _is_seen_well(first):
        faces = merge(faces, _again(network, Halves.of(picture), first, NEARER if nearer else GOOD, least))
    found = faces.also(first.near)
    return found if len(found) <= MOST_FACES else found.where(np.sort(np.argsort(-found.scores)[:MOST_FACES]))


def _again(network: Infer, halves: Halves, first: Glance, good: float, least: float) -> Faces:
    """The faces that another look shows around what a glance hints at, so large that tiles are `good` pixels wide."""
    height, width = halves.whole.shape[:2]
    hints, scale = first.hints, first.scale
    if hints.scores.max(initial=0) < INTEREST:
        return NO_FACES
    told = hints.where(hints.scores >= min(LEAST_SCORE, float(hints.scores.max())))
    typical = float(np.percentile(widths(told.quads), NARROW))
    x0, y0, x1, y1 = _around(hints.quads, AROUND * typical, width, height)
    best = good / typical if abs(np.log(good / typical / scale)) > np.log(OTHER) else OTHER * scale
    best = min(LARGEST, best, float(np.sqrt(MOST / ((x1 - x0) * (y1 - y0)))))
    return look_at_part(network, halves, (x0, y0, x1, y1), best, least)


def _around(quads: Floats, margin: float, width: int, height: int) -> tuple[int, int, int, int]:
    """The part of a picture that holds these outlines and a margin: left, top, right, bottom."""
    low = np.maximum(quads.min(axis=(0, 1)) - margin, 0).astype(int)
    high = np.minimum(np.ceil(quads.max(axis=(0, 1)) + margin).astype(int) + 1, [width, height])
    return int(low[0]), int(low[1]), max(int(high[0]), int(low[0]) + 1), max(int(high[1]), int(low[1]) + 1)


def _is_seen_well(first: Glance) -> bool:
    """Whether a glance showed the tiles so large that a closer look would show no more of them."""
    sure = np.count_nonzero(first.hints.scores >= SURE)
    if sure < max(ENOUGH, MOSTLY * len(first.hints)):
        return False
    return float(np.percentile(widths(first.hints.quads), NARROW)) * first.scale >= SEEN_WELL


def _is_far(faces: Faces, scale: float) -> bool:
    """Whether what was seen already says that no tile is too near to be seen so."""
    strong = widths(faces.quads[faces.scores >= SURE]) * scale
    return len(strong) >= ENOUGH and float(strong.max()) < FAR


def _from_afar(network: Infer, halves: Halves, scale: float) -> Faces:
    """The faces so near the camera that they are easier seen in a picture much smaller."""
    seen = look(network, halves, scale * COARSE)
    return seen.where(widths(seen.quads) * scale * COARSE >= COARSE_LEAST)
