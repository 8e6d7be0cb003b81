"""Step 1: picture -> outlines of faces, and which way is up."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.geometry import strongest, widths
from vision.reading.halves import Halves
from vision.reading.network import Infer

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

STRIDE = 4
"""Pixels of the network's picture that one cell of its map stands for."""
GLANCE, GLANCE_OF = 640 * 360, 1280 * 720
"""Pixels that the network is shown first, of a picture of so many; of a larger one more, as its sides grow."""
MULTIPLE, PADDING = 32, 115
"""The network wants sides divisible by the first; what is added is of this grey."""
LEAST_SCORE, HINT = 0.3, 0.12
"""The score of a face; and of a place that may hold one and is worth a closer look."""
INTEREST = 0.2
"""Where no hint is as strong, nothing is there and nothing is searched. On tables of 6 to 71 tiles shrunk to 8 px wide
in 1920x1080 the strongest was 0.32 or more; on plain tops, noise or none, at most 0.12."""
MOST_FACES = 240
"""Places taken from one look, and in the end, the strongest: a box has 106 tiles, and on tables with tiles hardly any
place is stronger that is none; what shows more is noise or a texture, and is not named for ever."""
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
SAME = 0.45
"""Two faces whose centres are nearer than this share of a face's width are one."""
UNIT = 24.0
"""The network gives lengths as logarithms of multiples of this many pixels."""
KEYSTONE = 8.0
"""It gives how far corners lie off a parallelogram as so many times its share of the face's size."""


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """Outlines of faces in a picture: `quads` (N, 4, 2) pixels, corners as read; `scores` (N,), 0 to 1."""

    quads: Floats
    scores: Floats

    def __len__(self) -> int:
        return len(self.quads)

    def also(self, others: "Faces") -> "Faces":
        """Both these and the others."""
        return Faces(np.concatenate([self.quads, others.quads]), np.concatenate([self.scores, others.scores]))

    def where(self, keep: NDArray[np.bool_] | NDArray[np.intp]) -> "Faces":
        """Only some of them."""
        return Faces(self.quads[keep], self.scores[keep])


NO_QUADS, NO_SCORES = np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32)


def detect(network: Infer, picture: Pixels | Halves, nearer: bool = False, least: float = LEAST_SCORE) -> Faces:
    """The faces in a BGR picture (H, W, 3); the same face may be outlined at two sizes.

    A glance at a fixed number of pixels tells how large the tiles are and where; a second look shows that part at the
    size at which faces are seen best, unless the glance did; a quick one from afar shows those very near, unless all
    tiles are far away. `nearer`: the second look is taken in any case, and shows them larger. `least`: the score of a
    face that is worth returning, HINT or more.
    """
    halves = Halves.of(picture)
    pixels = halves.whole.shape[0] * halves.whole.shape[1]
    scale = min(1.0, float(np.sqrt(GLANCE * max(1.0, (pixels / GLANCE_OF) ** 0.5) / pixels)))
    hints = look(network, halves, scale, HINT)
    faces = hints.where(hints.scores >= least)
    near = Faces(NO_QUADS, NO_SCORES) if _is_far(faces, scale) else _from_afar(network, halves, scale)
    if nearer or not _is_seen_well(hints, scale):
        faces = merge(faces, _again(network, halves, hints, scale, NEARER if nearer else GOOD, least))
    found = faces.also(near)
    return found if len(found) <= MOST_FACES else found.where(np.sort(np.argsort(-found.scores)[:MOST_FACES]))


def _again(network: Infer, halves: Halves, hints: Faces, scale: float, good: float, least: float) -> Faces:
    """The faces that a second look shows around what a glance at `scale` hints at, at the size that is seen best."""
    height, width = halves.whole.shape[:2]
    if hints.scores.max(initial=0) < INTEREST:
        return Faces(NO_QUADS, NO_SCORES)
    told = hints.where(hints.scores >= min(LEAST_SCORE, float(hints.scores.max())))
    typical = float(np.percentile(widths(told.quads), NARROW))
    x0, y0, x1, y1 = _around(hints.quads, AROUND * typical, width, height)
    best = good / typical if abs(np.log(good / typical / scale)) > np.log(OTHER) else OTHER * scale
    best = min(LARGEST, best, float(np.sqrt(MOST / ((x1 - x0) * (y1 - y0)))))
    return _part_of(network, halves, (x0, y0, x1, y1), best, least)


def _part_of(network: Infer, halves: Halves, part: tuple[int, int, int, int], scale: float, least: float) -> Faces:
    """The faces that a look at a part of the picture shows, cut from the smallest half that is large enough."""
    half = halves[max(0, int(-np.log2(scale)))]
    times = np.array(halves.whole.shape[1::-1]) / half.shape[1::-1]
    low, high = np.floor(part[:2] / times).astype(int), np.ceil(part[2:] / times).astype(int)
    seen = look(network, Halves(half[low[1] : high[1], low[0] : high[0]]), scale * float(times[0]), least)
    return Faces(np.asarray((seen.quads + 0.5 + low) * times - 0.5, np.float32), seen.scores)


def _around(quads: Floats, margin: float, width: int, height: int) -> tuple[int, int, int, int]:
    """The part of a picture that holds these outlines and a margin: left, top, right, bottom."""
    low = np.maximum(quads.min(axis=(0, 1)) - margin, 0).astype(int)
    high = np.minimum(np.ceil(quads.max(axis=(0, 1)) + margin).astype(int) + 1, [width, height])
    return int(low[0]), int(low[1]), max(int(high[0]), int(low[0]) + 1), max(int(high[1]), int(low[1]) + 1)


def _is_seen_well(hints: Faces, scale: float) -> bool:
    """Whether the glance showed the tiles so large that a closer look would show no more of them."""
    sure = np.count_nonzero(hints.scores >= SURE)
    if sure < max(ENOUGH, MOSTLY * len(hints)):
        return False
    return float(np.percentile(widths(hints.quads), NARROW)) * scale >= SEEN_WELL


def _is_far(faces: Faces, scale: float) -> bool:
    """Whether what was seen already says that no tile is too near to be seen so."""
    strong = widths(faces.quads[faces.scores >= SURE]) * scale
    return len(strong) >= ENOUGH and float(strong.max()) < FAR


def _from_afar(network: Infer, halves: Halves, scale: float) -> Faces:
    """The faces so near the camera that they are easier seen in a picture much smaller."""
    seen = look(network, halves, scale * COARSE)
    return seen.where(widths(seen.quads) * scale * COARSE >= COARSE_LEAST)


def look(network: Infer, halves: Halves, scale: float, least: float = LEAST_SCORE) -> Faces:
    """The faces that one look at `scale` shows, in the picture's own pixels."""
    small, sx, sy = _shown(halves, scale)
    faces = decode(network(small)[0][0], least)
    return Faces(np.asarray((faces.quads + 0.5) / np.array([sx, sy]) - 0.5, np.float32), faces.scores)


def decode(maps: Floats, least: float = LEAST_SCORE) -> Faces:
    """Peaks of the network's maps (13, h, w) as faces, strongest first, in the network's pixels."""
    least_logit = np.float32(np.log(least / (1 - least)))
    ys, xs = np.nonzero((maps[0] >= least_logit) & (maps[0] >= cv2.dilate(maps[0], np.ones((3, 3), np.uint8))))
    cells = maps[:, ys, xs]
    order = np.argsort(-cells[0], kind="stable")[:MOST_FACES]
    quads = outlines(cells[1:, order], xs[order], ys[order])
    scores = 1 / (1 + np.exp(-cells[0, order]))
    return Faces(quads, np.asarray(scores, np.float32)).where(_apart(quads))


def outlines(geometry: Floats, xs: NDArray[np.integer], ys: NDArray[np.integer]) -> Floats:
    """Corners (N, 4, 2) from geometry (12, N) at cells: off-centre, log lengths, axes by twice their angle, up, and
    how far they lie off a parallelogram."""
    centre = np.stack([xs + 0.5 + geometry[0], ys + 0.5 + geometry[1]], 1) * STRIDE
    lengths = UNIT * np.exp(np.clip(geometry[2:4], -3, 3.5))
    angles = np.stack([np.arctan2(geometry[5], geometry[4]), np.arctan2(geometry[7], geometry[6])]) / 2
    across, down = (
        np.stack([np.cos(a), np.sin(a)], 1) * length[:, None] for a, length in zip(angles, lengths, strict=True)
    )
    down = np.where((down * geometry[8:10].T).sum(1, keepdims=True) > 0, -down, down)
    turned = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    across = np.where(turned[:, None] < 0, -across, across)
    off = geometry[10:12].T / KEYSTONE * np.sqrt(lengths.prod(0))[:, None]
    corners = [
        centre + (sx * across + sy * down) / 2 + sx * sy * off for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return np.asarray(np.stack(corners, 1), np.float32)


def merge(first: Faces, second: Faces) -> Faces:
    """Both looks' faces; where they show the same one, the second's outline, unless it is but a faint one."""
    both = second.also(first)
    both = both.where(np.argsort(both.scores < LEAST_SCORE, kind="stable"))
    return both.where(_apart(both.quads))


def _shown(halves: Halves, scale: float) -> tuple[Pixels, float, float]:
    """The picture as the network wants it, (1, h, w, 3), padded on the right and below, and its true scales."""
    height, width = halves.whole.shape[:2]
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    batch = np.full((1, -(-h // MULTIPLE) * MULTIPLE, -(-w // MULTIPLE) * MULTIPLE, 3), PADDING, np.uint8)
    batch[0, :h, :w] = halves.resized(w, h)
    return batch, w / width, h / height


def _apart(quads: Floats) -> NDArray[np.intp]:
    """Indices of the faces that are not the same as a stronger one before them."""
    if not len(quads):
        return np.zeros(0, np.intp)
    centres, size = quads.mean(1), widths(quads)
    away = centres[:, None] - centres[None]
    near = (away**2).sum(2) < (SAME * np.minimum(size[:, None], size[None])) ** 2
    return strongest(near)
