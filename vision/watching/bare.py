"""What the table looks like where nothing lies, as sharp as the camera shows it: print is told from tiles by it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.camera import Pixels
from vision.reading import PlacedTile, Quad, rectify, scaled
from vision.watching.alignment import Similarity
from vision.watching.motion import Mask, cells_around
from vision.watching.tracks import SettledTile, nearest

SIZE = (24, 32)
"""Width and height to which a place is averaged to be compared."""
WIDER = 1.15
"""Times its quad that a place is compared: what lies around a face belongs to the proof."""
KNOWN = 0.8
"""Part of a place that has to be known to say anything of it."""
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
SAMPLE = 13
"""Rows and columns of which every so many tells light and noise of the whole picture."""
DARK = 8.0
"""Levels added before light is compared: what is nearly black tells little of it."""
WHOLLY = 0.99
"""Part of a cell that has to be known after a bump for all of it to be."""
FOLLOWS = 2
"""Levels by which a cell may differ on average and still be the same table in another light."""

Floats = NDArray[np.float32]


class Bare:
    """The bare table at full size, where it is known: `known` (rows, columns) in the cells of the mean."""

    def __init__(self) -> None:
        self._picture: Pixels = np.zeros((0, 0, 3), np.uint8)
        self.known: Mask = np.zeros((0, 0), bool)
        self._print: dict[Tile, list[Quad]] = {}
        """Where its print was read as what."""

    def learn(self, pixels: Pixels, cells: Mask) -> None:
        """Takes the look of cells in which nothing lies; a cell that is known only follows the light: what lies there
        and was not noticed is no part of the table."""
        if self._picture.shape != pixels.shape or self.known.shape != cells.shape:
            self._picture, self.known = pixels.copy(), np.zeros(cells.shape, bool)
        cells = cells & (~self.known | self._is_same(pixels))
        mask = cv2.resize(cells.astype(np.uint8), pixels.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        cv2.copyTo(pixels, mask, self._picture)
        self.known = self.known | cells

    def _is_same(self, pixels: Pixels) -> Mask:
        """The cells that look as they did, slow light aside."""
        apart = cv2.absdiff(pixels, self._picture)
        size = self.known.shape[::-1]
        return np.asarray(cv2.resize(apart, size, interpolation=cv2.INTER_AREA).max(axis=2) <= FOLLOWS, bool)

    def follow(self, pixels: Pixels, cells: Mask) -> None:
        """Takes the light in which the table is seen now, in these cells."""
        if self._picture.shape == pixels.shape and self.known.shape == cells.shape:
            self.learn(pixels, cells & self.known)

    def move(self, matrix: NDArray[np.float64]) -> None:
        """The camera was bumped: everything lies elsewhere, by an affine map (2, 3) in the picture's pixels."""
        size = self._picture.shape[1::-1]
        if not self.known.any():
            return
        moved = Similarity(matrix)
        self._print = {name: [moved(quad) for quad in quads] for name, quads in self._print.items()}
        known = cv2.resize(self.known.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
        self._picture, known = (
            np.asarray(cv2.warpAffine(one, matrix, size), np.uint8) for one in (self._picture, known)
        )
        part = cv2.resize(known.astype(np.float32), self.known.shape[::-1], interpolation=cv2.INTER_AREA)
        self.known = np.asarray(part >= WHOLLY, bool)

    def learn_print(self, read: Iterable[PlacedTile | SettledTile]) -> None:
        """These readings are of the bare table's print."""
        for tile in read:
            if not self._was_read_at(tile.tile, tile.quad):
                self._print.setdefault(tile.tile, []).append(tile.quad)

    def forget_at(self, quad: Quad) -> None:
        """A tile lies there, persons say, where the bare table was seen."""
        if self._picture.size:
            self.known[self._cells(quad)] = False

    def is_seen_at(self, pixels: Pixels, quads: Floats, names: Sequence[Tile | None]) -> Mask:
        """Whether the bare table is seen at each of these places (N, 4, 2), (N,); False where it is not known.

        `names`: what is read there. Print may be covered in part: by others of these places, and where it was read so
        before by whatever reaches over its rim.
        """
        compared = self._compared(pixels, quads)
        is_same = np.array([one is not None and one.is_print() for one in compared], bool)
        hides = np.array([one is None or one.apart.mean() >= HIDDEN for one in compared], bool)
        for lying in (hides, np.ones_like(hides)):  # print beside print hides none of it
            for place in map(int, np.flatnonzero(~is_same)):
                others = np.delete(quads, [place, *np.flatnonzero(is_same | ~lying)], axis=0)
                is_same[place] = self._is_print(compared[place], quads[place], others, names[place])
        return is_same

    def is_print_at(self, pixels: Pixels, quad: Quad, name: Tile, others: Sequence[Quad]) -> bool:
        """Whether the table's print is seen at a place where `name` was read. `others` lie over it, or beside it."""
        (one,) = self._compared(pixels, quad[None])
        beside = [other for other in others if not nearest([other], [quad])]
        return self._is_print(one, quad, np.array(beside, np.float32).reshape(-1, 4, 2), name)

    def _is_print(self, one: "Compared | None", quad: Quad, others: Floats, name: Tile | None) -> bool:
        """Whether a place shows the bare table's print, which others may lie over in part."""
        if one is None:
            return False
        over = _over(one.apart, scaled(quad, WIDER), others)
        if name is not None and self._was_read_at(name, quad):
            return one.is_print(over | _from_rim(one.apart), AGAIN, AGAIN)
        return one.is_print(over)

    def is_hidden_at(self, pixels: Pixels, quads: Floats, tiles: Floats) -> Mask:
        """Whether something as large as it hides the bare table's print at each of these places (N, 4, 2), (N,).

        `tiles` (M, 4, 2): what they hide beside them says nothing. False where the table is plain, or not known.
        """
        hidden = np.zeros(len(quads), bool)
        for place, one in enumerate(self._compared(pixels, quads)):
            if one is not None:
                beside = ~_covered(scaled(quads[place], WIDER), tiles)
                hidden[place] = beside.mean() >= LEFT and float(one.apart[beside].mean()) >= HIDDEN
        return hidden

    def _compared(self, pixels: Pixels, quads: Floats) -> list["Compared | None"]:
        """Each place (N, 4, 2) compared with the bare table's look there; None: that is not known, or plain."""
        if not len(quads) or self._picture.shape != pixels.shape or not self.known.any():
            return [None] * len(quads)
        wider = scaled(quads, WIDER)
        known = [self._known_part(quad) >= KNOWN for quad in wider]
        light, noise = self._light_and_noise(pixels)
        looks = zip(_averaged(pixels, wider), _averaged(self._picture, wider), known, strict=True)
        return [_differences(now, then * light, noise) if is_known else None for now, then, is_known in looks]

    def _was_read_at(self, name: Tile, quad: Quad) -> bool:
        """Whether the bare table's own print was read so, at this place."""
        return bool(nearest(self._print.get(name, []), [quad]))

    def _light_and_noise(self, pixels: Pixels) -> tuple[Floats, float]:
        """How much brighter the whole picture is than the bare table was, in each colour (3,), and by how many levels
        it strays."""
        sampled = (one[::SAMPLE, ::SAMPLE].reshape(-1, 3).astype(np.float32) for one in (pixels, self._picture))
        now, then = (levels + DARK for levels in sampled)
        light = np.median(now / then, axis=0)
        return np.asarray(light, np.float32), 1.48 * float(np.median(np.abs(now - light * then)))

    def _known_part(self, quad: Quad) -> float:
        there = self.known[self._cells(quad)]
        return float(there.mean()) if there.size else 0.0

    def _cells(self, quad: Quad) -> tuple[slice, slice]:
        return cells_around(quad, self._picture.shape, self.known.shape)


def _averaged(pixels: Pixels, quads: Floats) -> list[Floats]:
    small = (cv2.resize(crop, SIZE, interpolation=cv2.INTER_AREA) for crop in rectify(pixels, quads))
    return [one.astype(np.float32) + DARK for one in small]


@dataclass(frozen=True, eq=False)
class Compared:
    """Where a place differs from the bare table's look, (H, W), and how much that look is drawn there, in levels."""

    apart: Mask
    drawn: Floats

    def is_print(self, over: Mask | None = None, left: float = LEFT, drawn: float = DRAWN) -> bool:
        """Whether the print is seen that the bare table had there. `over`: where something lies over it. `left`,
        `drawn`: parts of the place, and of its print, that have to be seen.
        """
        over = np.zeros_like(self.apart) if over is None else over
        is_seen = over.mean() <= 1 - left and float(self.drawn[~over].sum()) >= drawn * float(self.drawn.sum())
        return bool(is_seen and float((self.apart & ~over).mean()) <= OTHER)


def _differences(now: Floats, then: Floats, noise: float) -> Compared | None:
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
    return Compared(apart, np.asarray(steep.sum(axis=2), np.float32))


def _over(apart: Mask, place: Floats, lying: Floats) -> Mask:
    """Which part of a place (4, 2) tiles hide, (H, W): what they cover, and what reaches over the rim of the place and
    may be their sides and shadows.
    """
    return _covered(place, lying) | (_from_rim(apart) & _covered(place, lying, TALL))


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
