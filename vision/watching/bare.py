"""The bare table at full size, learnt where no tile lies: print is told from tiles by how the table itself looks."""

from contextlib import suppress

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import Quad
from vision.watching.motion import Floats, Mask
from vision.watching.subtraction import DARK, Subtracted, Subtraction

SAMPLE = 13
"""Step in rows and columns at which a picture is sampled for its light and noise."""
AREAS = 40
"""Areas side by side in which a new round's table is compared with the one before; they are square."""
REDUCED, SMOOTH = 2, 5
"""Factor by which pictures are reduced to fit one to the other, and pixels over which they are smoothed then."""
UNTIL = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 60, 1e-5)
"""Iterations after which such a fit ends, or the gain of correlation below which it does."""
FURTHEST = 0.05
"""Part of the picture's width by which a fit may move a corner."""
MISPLACED = 0.05
"""Part of the bare table's print by which less is seen than before, from which it may lie elsewhere in the picture: an
arm sagged, or somebody bumped the camera a little."""
LEAST_SEEN = 0.4
"""Part of the bare table that must be seen after a bump, a start or a round: else another table is seen, or the same
from elsewhere."""
FOLLOWS = 2
"""Mean difference in levels up to which an area counts as the unchanged table in another light."""
KNOWN = 0.8
"""Share of a place that must be known for the place to be."""
PRINTED = 0.05
"""Share of a place that must be printed for the place to be recognised."""
SHOWN = 0.9
"""Share of a place, and of its print, that must be seen for the bare table to be seen there."""
AROUND = (9, 9)
"""Pixels of a thumbnail around a pixel in which that share of the print must be seen."""
GRID = np.stack(np.meshgrid(np.arange(0.5, 12) / 12, np.arange(0.5, 16) / 16), axis=-1).reshape(-1, 2)
"""The points (192, 2) at which a place is sampled, in its width and height."""


class Bare:
    """The bare table at full size, where it is known."""

    def __init__(self) -> None:
        self._picture: Pixels = np.zeros((0, 0, 3), np.uint8)
        self._known: Mask = np.zeros((0, 0), bool)
        """The mask (H, W) of the pixels in which it is known."""
        self._seen = 0.0
        """Part of it that was seen since it was fitted to a picture; infinite: it has to be fitted, because a bump's
        similarity is known by some pixels only."""
        self._subtraction: Subtraction | None = None
        """Finds the bare table in pictures; None: it has changed."""
        self._subtracted: tuple[Pixels, Subtracted] | None = None
        """The picture that was compared last, and the result."""

    def learn(self, pixels: Pixels) -> None:
        """Learns the bare table, in which nothing lies. Known areas only follow the light: an object that went
        unnoticed must not become part of the table.
        """
        if self._picture.shape != pixels.shape or not self._known.any():
            self._picture = pixels.copy()
        else:
            light = self._light_and_noise(pixels)[0]
            self._picture = np.clip((self._picture + DARK) * light - DARK, 0, 255).astype(np.uint8)
            is_same = self._is_same(pixels)
            is_another = is_same[self._known].mean() < LEAST_SEEN
            cv2.copyTo(pixels, (is_same | ~self._known | is_another).astype(np.uint8), self._picture)
        self._known, self._seen = np.ones(pixels.shape[:2], bool), 0.0
        self._changed()

    @property
    def picture(self) -> Pixels | None:
        """The bare table (H, W, 3); None: it is not known."""
        return self._picture if self._known.any() else None

    def remember(self, picture: Pixels) -> None:
        """Restores the `picture` of a round that goes on after a start. The next picture tells where it lies."""
        self._picture, self._known, self._seen = picture, np.ones(picture.shape[:2], bool), np.inf
        self._changed()

    def _is_same(self, pixels: Pixels) -> Mask:
        """The mask of areas that look as before."""
        size = AREAS, round(AREAS * pixels.shape[0] / pixels.shape[1])
        apart = cv2.resize(cv2.absdiff(pixels, self._picture), size, interpolation=cv2.INTER_AREA).max(axis=2)
        is_same = (apart <= FOLLOWS).astype(np.uint8)
        return np.asarray(cv2.resize(is_same, pixels.shape[1::-1], interpolation=cv2.INTER_NEAREST) > 0, bool)

    def move(self, matrix: NDArray[np.float64]) -> None:
        """Moves the bare table after a bump, by an affine map (2, 3) in pixels of the picture. The next picture tells
        its place exactly."""
        if self._known.any():
            self._seen = np.inf
            self._warp(np.vstack([matrix, [0, 0, 1]]))

    def _warp(self, homography: NDArray[np.float64]) -> None:
        """Moves the picture, and what is known of it, by a homography (3, 3)."""
        size = self._picture.shape[1::-1]
        self._picture, known = (
            np.asarray(cv2.warpPerspective(one, homography, size, flags=flags), np.uint8)
            for one, flags in ((self._picture, cv2.INTER_CUBIC), (self._known.astype(np.uint8), cv2.INTER_NEAREST))
        )
        self._known = known > 0
        self._changed()

    def _fit(self, pixels: Pixels) -> bool:
        """Moves the bare table exactly to where a picture shows it (ECC; Evangelidis and Psarakis), and returns whether
        it was moved."""
        size = pixels.shape[1] // REDUCED, pixels.shape[0] // REDUCED
        now, then = (
            cv2.cvtColor(cv2.resize(one, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
            for one in (pixels, self._picture)
        )
        known = cv2.resize(self._known.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
        with suppress(cv2.error):  # it does not converge on a plain table, where a pixel does not matter
            _, found = cv2.findTransformECC(
                then, now, np.eye(3, dtype=np.float32), cv2.MOTION_HOMOGRAPHY, UNTIL, known, SMOOTH
            )
            to_reduced = np.diag([1 / REDUCED, 1 / REDUCED, 1])
            return self._move_a_little(np.linalg.inv(to_reduced) @ found.astype(np.float64) @ to_reduced)
        return False

    def _move_a_little(self, homography: NDArray[np.float64]) -> bool:
        """Moves the bare table by a homography (3, 3), unless that moves a corner far: nothing was found then. Returns
        whether it was moved."""
        height, width = self._picture.shape[:2]
        corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
        is_near = bool(np.abs(cv2.perspectiveTransform(corners, homography) - corners).max() <= FURTHEST * width)
        if is_near:
            self._warp(homography)
        return is_near

    def forget_at(self, quad: Quad) -> None:
        """Forgets the bare table at a place where a player says that a tile lies; print beside it stays known."""
        cv2.fillConvexPoly(known := self._known.astype(np.uint8), np.rint(quad).astype(np.int32), 0)
        self._known = known > 0
        self._changed()

    def is_known_at(self, quad: Quad) -> bool:
        """Whether the bare table is known at a place (4, 2)."""
        return bool(self._known.any() and _sampled(self._known, quad[None]).mean() >= KNOWN)

    def subtracted_from(self, pixels: Pixels, is_still: bool = True) -> Pixels:
        """The picture (H, W, 3) with the bare table's print blurred wherever it is seen. `is_still`: nothing moves in
        it, so that it tells where the bare table lies."""
        subtracted = self._compared(pixels, is_still)
        return pixels if subtracted is None else subtracted.pixels

    def shows_at(self, pixels: Pixels, quads: Floats) -> Mask:
        """Whether the bare table's print is seen at each of these places (N, 4, 2), (N,); False where the table is
        plain or unknown."""
        subtracted = self._compared(pixels)
        if subtracted is None:
            return np.zeros(len(quads), bool)
        is_seen, is_printed = (_sampled(mask, quads) for mask in (subtracted.is_seen, subtracted.is_printed))
        print_seen = (is_seen & is_printed).sum(axis=1) >= SHOWN * is_printed.sum(axis=1)
        return np.asarray((is_printed.mean(axis=1) >= PRINTED) & (is_seen.mean(axis=1) >= SHOWN) & print_seen, bool)

    def seen_in(self, pixels: Pixels, size: tuple[int, int]) -> Mask | None:
        """The pixels (H, W) of a picture's thumbnail of this width and height around which the print is seen; None: the
        bare table is not known."""
        subtracted = self._compared(pixels)
        if subtracted is None:
            return None
        printed, seen = (
            cv2.blur(cv2.resize(mask.astype(np.float32), size, interpolation=cv2.INTER_AREA), AROUND)
            for mask in (subtracted.is_printed, subtracted.is_printed & subtracted.is_seen)
        )
        return np.asarray((printed >= PRINTED) & (seen >= SHOWN * printed), bool)

    def is_printed_at(self, pixels: Pixels, quad: Quad) -> bool:
        """Whether the bare table is printed at a place (4, 2), whatever lies there."""
        subtracted = self._compared(pixels)
        return subtracted is not None and bool(_sampled(subtracted.is_printed, quad[None]).mean() >= PRINTED)

    def _changed(self) -> None:
        self._subtraction = self._subtracted = None

    def _compared(self, pixels: Pixels, is_still: bool = False) -> Subtracted | None:
        """The picture without the bare table's print; None: the bare table is unknown."""
        if self._subtracted is None or self._subtracted[0] is not pixels:
            if self._picture.shape != pixels.shape or not self._known.any():
                return None
            self._subtracted, seen = self._subtract(pixels)
            self._seen = max(seen, self._seen)
            if self._seen > 1 or (is_still and seen < self._seen - MISPLACED):
                self._fit_if_better(pixels, seen)
        return None if self._subtracted is None else self._subtracted[1]

    def _fit_if_better(self, pixels: Pixels, seen: float) -> None:
        """Moves the bare table to where more of it is seen in a picture than the part `seen`. After a bump or a start,
        it is forgotten if too little is seen there, too."""
        before = self._picture, self._known, self._subtraction, self._subtracted
        may_be_another, self._seen = self._seen > 1, seen
        if self._fit(pixels):
            self._subtracted, self._seen = self._subtract(pixels)
        if self._seen <= seen:
            (self._picture, self._known, self._subtraction, self._subtracted), self._seen = before, seen
        if may_be_another and self._seen < LEAST_SEEN:
            self._known = np.zeros_like(self._known)
            self._changed()

    def _subtract(self, pixels: Pixels) -> tuple[tuple[Pixels, Subtracted], float]:
        """The picture with the comparison, and the part of the bare table that is seen in it."""
        self._subtraction = self._subtraction or Subtraction(self._picture, self._known)
        subtracted = self._subtraction.from_picture(pixels, *self._light_and_noise(pixels))
        return (pixels, subtracted), subtracted.part_seen

    def _light_and_noise(self, pixels: Pixels) -> tuple[Floats, float]:
        """The picture's gain over the bare table, per colour (3,), and its noise in levels."""
        now, then = (one[::SAMPLE, ::SAMPLE].astype(np.float32) + DARK for one in (pixels, self._picture))
        light = np.median(now / then, axis=(0, 1))
        return np.asarray(light, np.float32), 1.48 * float(np.median(np.abs(now - light * then)))


def _sampled(mask: Mask, quads: Floats) -> Mask:
    """A mask (H, W) at the points of GRID in each place (N, 4, 2), (N, 192); False outside the picture."""
    places = np.asarray(quads, np.float32).reshape(-1, 4, 2)
    u, v = GRID[:, :1], GRID[:, 1:]
    above, below = (
        a[:, None] + (b - a)[:, None] * u for a, b in ((places[:, 0], places[:, 1]), (places[:, 3], places[:, 2]))
    )
    points = above + (below - above) * v
    inside = np.asarray(((points >= 0) & (points < mask.shape[::-1])).all(axis=2), bool)
    columns, rows = np.where(inside[..., None], points, 0).astype(int).transpose(2, 0, 1)
    return np.asarray(mask[rows, columns] & inside, bool)
