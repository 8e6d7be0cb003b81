"""One place compared with the bare table's look there: whether its print is seen, or something hides it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import Quad, rectify, scaled
from vision.watching.motion import Mask

SIZE = (24, 32)
"""Width and height to which a place is averaged to be compared."""
WIDER = 1.15
"""Times its quad that a place is compared: what lies around a face belongs to the proof."""
LIGHT = (0.5, 1.3)
"""Times the light of the whole picture that a place may have: shadows lie on the table."""
PLAIN = 8.0
"""Levels by which a place of the bare table varies at least to be known by its print."""
SHADOW = (11, 11)
"""Pixels over which the light of a place is one."""
GRAIN, TIMES_NOISE, TREMBLE = 4.0, 4.0, 0.5
"""Levels by which a pixel of the same place may differ, times the noise by which it may, and pixels by which it may lie
elsewhere."""
OTHER = 0.03
"""Part of a place's pixels that differ by more from which something lies there; a figure is some five per cent."""
LEFT, DRAWN = 0.5, 0.4
"""Part of a place that has to be seen, and of its print, where something else reaches over its rim."""
AGAIN = 0.2
"""The same parts where the bare table's print was read so before."""
HIDDEN = 0.5
"""Part of a place that has to differ for a tile to lie there: of printed tops tiles hide 0.64 or more, and what is free
beside them differs by 0.31 at most."""
BESIDE, TALL = 1.3, 2.6
"""Times its face that a tile hides of what lies beside it, and within which its side and its shadow may reach."""
PASSES, THIN = 3, 1.0
"""Times that light is told from what is the same; levels added where hardly anything is."""
DARK = 8.0
"""Levels added before light is compared: what is nearly black tells little of it."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Compared:
    """Where a place (4, 2) differs from the bare table's look, (H, W), and how much that look is drawn, in levels."""

    place: Quad
    apart: Mask
    drawn: Floats

    @property
    def is_hidden(self) -> bool:
        """Whether most of the place differs."""
        return float(self.apart.mean()) >= HIDDEN

    def is_hidden_beside(self, tiles: Floats) -> bool:
        """Whether something as large as it hides the place; what tiles (M, 4, 2) hide beside them says nothing."""
        free = ~_covered(self.place, tiles)
        return bool(free.mean() >= LEFT and float(self.apart[free].mean()) >= HIDDEN)

    def is_print(self, lying: Floats | None = None, was_read: bool = False) -> bool:
        """Whether the print is seen that the bare table had there.

        `lying` (M, 4, 2): tiles that may hide a part of it. `was_read`: the print was read so before; then it is known
        by the little that is left beside whatever reaches over the place's rim.
        """
        if lying is None:
            return self._is_seen_beside(np.zeros_like(self.apart), LEFT, DRAWN)
        over, from_rim = _covered(self.place, lying), _from_rim(self.apart)
        if was_read:
            return self._is_seen_beside(over | from_rim, AGAIN, AGAIN)
        return self._is_seen_beside(over | (from_rim & _covered(self.place, lying, TALL)), LEFT, DRAWN)

    def _is_seen_beside(self, over: Mask, left: float, drawn: float) -> bool:
        """Whether the print is seen beside what lies over it. `left`, `drawn`: the parts of the place, and of its
        print, that have to be seen.
        """
        is_seen = over.mean() <= 1 - left and float(self.drawn[~over].sum()) >= drawn * float(self.drawn.sum())
        return bool(is_seen and float((self.apart & ~over).mean()) <= OTHER)


def compared(now: Pixels, bare: Pixels, quads: Floats, light: Floats, noise: float) -> list[Compared | None]:
    """Each place (N, 4, 2) of two pictures (H, W, 3) compared; None: the bare table is plain there.

    `light`: how much brighter the whole picture is than the bare table was, in each colour (3,); `noise`: levels by
    which it strays.
    """
    if not len(quads):
        return []
    wider = scaled(quads, WIDER)
    looks = zip(wider, _averaged(now, wider), _averaged(bare, wider), strict=True)
    return [_differences(place, here, then * light, noise) for place, here, then in looks]


def _averaged(pixels: Pixels, quads: Floats) -> list[Floats]:
    small = (cv2.resize(crop, SIZE, interpolation=cv2.INTER_AREA) for crop in rectify(pixels, quads))
    return [one.astype(np.float32) + DARK for one in small]


def _differences(place: Quad, now: Floats, then: Floats, noise: float) -> Compared | None:
    """Two looks of a place (H, W, 3) compared: light, noise and a camera that trembles make no difference.

    None: the bare table is plain there. A plain thing over it looks like that table in another light.
    """
    if float(then.std(axis=(0, 1)).max()) < PLAIN:
        return None
    steep = np.hypot(cv2.Sobel(then, cv2.CV_32F, 1, 0), cv2.Sobel(then, cv2.CV_32F, 0, 1)) / 4
    apart = np.zeros(then.shape[:2], bool)
    for _ in range(PASSES):
        gain = _light_on(now, then, ~apart)[..., None]
        differs = np.abs(now - gain * then) > max(GRAIN, TIMES_NOISE * noise) + TREMBLE * gain * steep
        apart = np.asarray(differs.any(axis=2), bool)
    return Compared(place, apart, np.asarray(steep.sum(axis=2), np.float32))


def _covered(place: Floats, lying: Floats, beside: float = BESIDE) -> Mask:
    """Which part of a place (4, 2) the tiles take up that lie there, (H, W), `beside` times their faces."""
    width, height = SIZE
    into = cv2.getPerspectiveTransform(place, np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32))
    covered = np.zeros((height, width), np.uint8)
    for quad in lying:
        there = cv2.perspectiveTransform(scaled(quad, beside)[None], into)[0]
        cv2.fillConvexPoly(covered, np.rint(np.clip(there, -1000, 1000)).astype(np.int32), 1)
    return covered > 0


def _light_on(now: Floats, then: Floats, same: Mask) -> Floats:
    """How much brighter a place is than before, (H, W), by what is the same there: a shadow's edge may cross it."""
    weight = same.astype(np.float32)
    here, there = (cv2.blur(one.mean(axis=2) * weight, SHADOW) + THIN for one in (now, then))
    return np.asarray(np.clip(here / there, *LIGHT), np.float32)


def _from_rim(mask: Mask) -> Mask:
    """What of a mask hangs together with its rim."""
    _, labels = cv2.connectedComponents(np.pad(mask, 1, constant_values=True).astype(np.uint8))
    return np.asarray((labels == labels[0, 0])[1:-1, 1:-1], bool)
