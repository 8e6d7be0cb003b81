"""Compares one place with the bare table: whether the table's print is visible, or an object hides it."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import MARGIN, axes, centres, rectify, scaled
from vision.watching.motion import Mask

SIZE = (24, 32)
"""Width and height to which a place is averaged for the comparison."""
WIDER = 1.15
"""Size of the compared area in sizes of the quad: the surroundings of a face are part of the evidence."""
LIGHT = (0.5, 1.3)
"""Range of a place's gain relative to the whole picture, because shadows may lie on the table."""
PLAIN, FAINT = 5.0, 8.0
"""Variation of the bare table, in levels, below which a place is too plain to be recognised, and below which it is only
recognised whole."""
SHADOW = (11, 11)
"""Pixels over which the light of a place counts as uniform."""
GRAIN, TIMES_NOISE, TREMBLE = 4.0, 4.0, 0.5
"""Levels by which a pixel of an unchanged place may differ, in any case and as a multiple of the noise, and pixels by
which it may be displaced."""
TOGETHER = 0.3
"""Share of a pixel's neighbourhood that must differ: noise is scattered, a printed stroke is not."""
OTHER = 0.03
"""Share of a place's pixels that must differ for an object to lie there; a figure covers about 5 %."""
LEFT, DRAWN = 0.5, 0.4
"""Part of a place, and of its print, that has to be seen if another object reaches over its rim."""
AGAIN = 0.2
"""Both shares if the print was read as print before, or if no name is sure."""
HIDDEN = 0.5
"""Part of a place that has to differ for a tile to lie there: of printed tops tiles hide 0.64 or more, and free places
beside them differ by 0.31 at most."""
ANOTHER = 0.38
"""Part that must differ, in the mean of a figure and of its whole place, for it to be another than the print read there
before: a tile of the same name over it differs in 0.42 or more, uncovered print in 0.02, in a tile's shadow 0.3."""
BESIDE, TALL = 1.3, 2.6
"""Width of the area that a tile hides beside it, and of the area that its side and its shadow may reach, in sizes of
its face."""
FIGURE, SIDE = np.s_[9:25, 6:18], 0.25
"""Rows and columns of a place in which a figure stands, and the part of them into which a neighbour's side may
reach.
"""
STROKE, STROKES = 45.0, 0.1
"""Strength in levels of a printed stroke's edge, and the part of a figure's area from which it is drawn: there every
tile of 2,100 on 15 tops changed 0.51 of the area or more."""
UNCHANGED = 0.2
"""Part of the area of a figure seen before the round that may differ: tiles of 25 tops whose middle lies within 0.4
widths of such a figure's change 0.31 of it or more (261), the side or the shadow of a tile beside it 0.16 in 19 of 20.
"""
PASSES = 3
"""Iterations that estimate the light of a place from its unchanged pixels, and then again which pixels are
unchanged."""
THIN = 3.0
"""Sum of the three colours' levels added to both appearances before their light is compared: near 0 their ratio is
noise."""
RIM = SHADOW[0] // 2
"""Pixels around an appearance that its filters need."""
EDGE = 0.005
"""Part of a picture's width along its edges that is ignored: a trembling camera shows it only at times."""
IN_ALL = np.full(3, 1, np.float32)
"""Weights with which a filter sums the three colours."""
DARK = 8.0
"""Levels added before light is compared: nearly black pixels tell little of the light."""
WHITE = 225 + DARK
"""Level from which a pixel counts as white: a camera clips brighter pixels, and another exposure clips other
colours."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Compared:
    """The pixels (H, W) in which a place (4, 2) differs from the bare table, and the strength of the bare table's print
    there, in levels. `is_faint`: the print is so weak that a part of it proves nothing.
    """

    place: Floats
    apart: Mask
    drawn: Floats
    is_faint: bool = False

    @property
    def is_hidden(self) -> bool:
        """Whether most of the place differs."""
        return float(self.apart.mean()) >= HIDDEN

    def is_hidden_beside(self, tiles: Floats) -> bool:
        """Whether an object as large as the place hides it; parts hidden beside tiles (M, 4, 2) do not count."""
        free = ~_covered(self.place, tiles)
        return not self.is_faint and bool(free.mean() >= LEFT and float(self.apart[free].mean()) >= HIDDEN)

    @property
    def is_drawn(self) -> bool:
        """Whether clear strokes are printed where a figure stands."""
        return not self.is_faint and float((self.drawn[FIGURE] > STROKE).mean()) >= STROKES

    @property
    def shows_figure(self) -> bool:
        """Whether a clear figure that is printed here is seen."""
        return self.is_drawn and float(self.apart[FIGURE].mean()) <= UNCHANGED

    def is_print(self, lying: Floats | None = None, was_read: bool = False, is_sure: bool = True) -> bool:
        """Whether the bare table's print at this place is seen. `lying` (M, 4, 2): tiles that may hide a part of it.
        `was_read`: the print was read at this place before; then a small visible part suffices beside any object that
        reaches over the place's rim, unless the object hides the figure. `is_sure`: a name is sure; otherwise the small
        part that these tiles leave visible suffices. An unchanged figure suffices if it was read before, or is drawn.
        """
        if lying is None or self.is_faint:
            return self._is_seen_beside(np.zeros_like(self.apart), LEFT, DRAWN)
        over, from_rim = _covered(self.place, lying), _from_rim(self.apart)
        figure, around = _share(self.apart[FIGURE], ~over[FIGURE]), _share(self.apart, ~over)
        if (was_read or self.is_drawn) and figure <= OTHER and float(over[FIGURE].mean()) < HIDDEN:
            return True  # whatever casts its shadow beside it
        if was_read and figure < HIDDEN and (figure + around) / 2 < ANOTHER:
            return self._is_seen_beside(over | from_rim, AGAIN, AGAIN)
        side = from_rim & _covered(self.place, lying, TALL)
        if float(side[FIGURE].mean()) >= SIDE:  # the figure that is read stands in its middle
            side[FIGURE] = False
        is_left = not is_sure and self._is_seen_beside(over, AGAIN, AGAIN)
        return is_left or self._is_seen_beside(over | side, LEFT, DRAWN)

    def _is_seen_beside(self, over: Mask, left: float, drawn: float) -> bool:
        """Whether the print is seen beside the objects over it. `left`, `drawn`: the parts of the place, and of its
        print, that have to be seen.
        """
        is_seen = over.mean() <= 1 - left and float(self.drawn[~over].sum()) >= drawn * float(self.drawn.sum())
        return bool(is_seen and float(_without_grain(self.apart & ~over).mean()) <= OTHER)


def compared(now: Pixels, bare: Pixels, quads: Floats, light: Floats, noise: float) -> list[Compared | None]:
    """Each place (N, 4, 2) of two pictures (H, W, 3) compared; None: the bare table is plain there, and a plain object
    over it would look like that table in another light.

    `light`: how much brighter the picture is there than the bare table was, in each colour (N, 3); `noise`: levels by
    which it varies.
    """
    wider = scaled(quads, WIDER) if len(quads) else quads
    then = _averaged(bare, wider) * light[:, None, None]
    varies = np.array([cv2.meanStdDev(look)[1].max() for look in then], np.float32)
    is_drawn = varies >= PLAIN
    drawn, then = wider[is_drawn], then[is_drawn]
    shown, steep = scaled(drawn, 1 / (1 - 2 * MARGIN)), _filtered(then, _steepness)
    seen = _is_inside(shown, now.shape)
    apart = _differences(_averaged(now, drawn), then, steep, noise, seen)
    looks = iter(map(Compared, shown, apart, (steep @ IN_ALL) * seen, varies[is_drawn] < FAINT))
    return [next(looks) if is_drawn[place] else None for place in range(len(quads))]


def _averaged(pixels: Pixels, quads: Floats) -> Floats:
    """The appearances of places (N, 4, 2), (N, H, W, 3), in levels above DARK."""
    width, height = SIZE
    if not len(quads):
        return np.zeros((0, height, width, 3), np.float32)
    crops = rectify(pixels, quads)
    small = cv2.resize(crops.reshape(-1, *crops.shape[2:]), (width, height * len(quads)), interpolation=cv2.INTER_AREA)
    return np.asarray(small.reshape(-1, height, width, 3) + np.float32(DARK), np.float32)


def _is_inside(quads: Floats, shape: tuple[int, ...]) -> Mask:
    """The mask (N, H, W) of the pixels of places (N, 4, 2) that lie inside a picture of this shape, away from its
    edges."""
    across, down = ((np.arange(size, dtype=np.float32)[:, None] + 0.5) / size for size in SIZE)
    corners = quads[:, :, None]
    above = corners[:, 0] + (corners[:, 1] - corners[:, 0]) * across
    below = corners[:, 3] + (corners[:, 2] - corners[:, 3]) * across
    points = above[:, None] + (below - above)[:, None] * down[:, None]
    edge, size = EDGE * shape[1], np.array(shape[1::-1], np.float32)
    return np.asarray(((points > edge) & (points < size - edge)).all(axis=3), bool)


def _differences(now: Floats, then: Floats, steep: Floats, noise: float, seen: Mask) -> Mask:
    """The mask (N, H, W) of pixels in which two appearances (N, H, W, 3) of each place differ by more than light, noise
    and a trembling camera explain; only pixels that are `seen`.
    """
    apart, grey, grey_then = np.zeros(then.shape[:3], bool), now @ IN_ALL, then @ IN_ALL
    allowed, is_white = np.float32(max(GRAIN, TIMES_NOISE * noise)), (now >= WHITE) & (then >= WHITE)
    for _ in range(PASSES):
        gain = _light_on(grey, grey_then, seen & ~apart)[..., None]
        differs = (np.abs(now - gain * then) > allowed + TREMBLE * gain * steep) & ~is_white
        apart = np.asarray((differs[..., 0] | differs[..., 1] | differs[..., 2]) & seen, bool)
    return apart


def _filtered(looks: Floats, by: Callable[[Floats], Floats]) -> Floats:
    """Each appearance (N, H, W, ...) filtered; all are stacked in one picture, with rims between."""
    rims = [(0, 0), (RIM, RIM), (RIM, RIM), (0, 0)][: looks.ndim]
    padded = np.pad(looks, rims, mode="reflect")
    filtered = by(padded.reshape(-1, *padded.shape[2:])) if len(looks) else padded
    return filtered.reshape(padded.shape)[:, RIM:-RIM, RIM:-RIM]


def _steepness(look: Floats) -> Floats:
    across, down = (cv2.Sobel(look, cv2.CV_32F, *by) for by in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, down) / 4, np.float32)


def _covered(place: Floats, lying: Floats, beside: float = BESIDE) -> Mask:
    """The mask (H, W) of a place (4, 2) that tiles (M, 4, 2) cover, each `beside` times as large as its face."""
    sizes = np.linalg.norm(lying[:, 2] - lying[:, 0], axis=1)
    reach = (np.linalg.norm(place[2] - place[0]) + beside * sizes) / 2
    apart = np.linalg.norm(centres(lying) - centres(place[None]), axis=1)
    into = np.linalg.inv(np.concatenate(axes(place[None])))
    there = ((scaled(lying[apart <= reach], beside) - place.mean(axis=0)) @ into + 0.5) * SIZE
    covered = np.zeros(SIZE[::-1], np.uint8)
    for corners in np.rint(there).astype(np.int32):
        cv2.fillConvexPoly(covered, corners, 1)
    return covered > 0


def _light_on(now: Floats, then: Floats, same: Mask) -> Floats:
    """The gain of light at each pixel of places (N, H, W), smoothed, from the pixels that are the `same` in both."""
    here, there = (_filtered(look * same, _blurred) + np.float32(THIN) for look in (now, then))
    return np.asarray(np.clip(here / there, *LIGHT), np.float32)


def _blurred(look: Floats) -> Floats:
    return np.asarray(cv2.blur(look, SHADOW), np.float32)


def _without_grain(mask: Mask) -> Mask:
    return np.asarray(mask & (cv2.blur(mask.astype(np.float32), (3, 3)) >= TOGETHER), bool)


def _share(mask: Mask, of: Mask) -> float:
    """The share of the pixels `of` a place that are in a mask; 0 where there are none."""
    return float(mask[of].sum()) / max(1, int(of.sum()))


def _from_rim(mask: Mask) -> Mask:
    """The part of a mask that is connected with its rim."""
    _, labels = cv2.connectedComponents(np.pad(mask, 1, constant_values=True).astype(np.uint8))
    return np.asarray((labels == labels[0, 0])[1:-1, 1:-1], bool)
