"""Pictures of one still table joined into one: aligned, the sharp ones weighing most, noise averaged away.

`tilewatch read --still` reads what they show together.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import PlacedTile, Reader, TableReading, rows_of
from vision.watching.tracks import Track, nearest

MOST = 24
"""Pictures that are joined at most, then the older ones count half: more would hardly lessen the noise."""
SEEN_WIDTH = 640
"""Width in pixels at which pictures are aligned."""
FURTHEST = 0.02
"""Part of the picture's width by which one may be moved; further off, the camera was turned."""
STILL = 0.1
"""Pixels by which a picture may be off and is joined as it is: moving it would blur more."""
BLURRED, OFTEN = 0.6, 3
"""A picture with less than this share of the sharpest one's detail is left out; so many in a row are another table."""

SOFT, OTHER = 2.0, 24.0
"""Pixels, at SEEN_WIDTH, by which all are blurred before one is said to show another table, for it may only be unsharp;
and levels by which a part must differ then."""
PART = 6
"""Pixels, at SEEN_WIDTH, of a part by which pictures are compared."""
THIN = 8
"""Pixels, at SEEN_WIDTH: thinner pictures are taken as they are."""
CHANGED, CHANGED_OFF, TIMES_NOISE = 4.0, 30.0, 3.0
"""Levels by which no part may differ, in a picture that was moved back (edges differ then), and times the parts' usual
difference: else another thing lies there."""
SAMPLE = 3
"""Of so many rows and columns one tells how bright a picture is."""

SINGLE = 3
"""Of so many pictures, the sharpest, the names are joined with those of the joined picture."""
JOINED_WEIGHS = 4
"""How many single pictures the joined one weighs."""

Floats = NDArray[np.float32]


class StillPicture:
    """The mean of a still table's pictures, as if one camera without noise had taken it."""

    def __init__(self) -> None:
        self._sum: Floats | None = None
        self._reference: Floats | None = None
        self._sharpest, self._left_out = 0.0, 0
        self.count = 0
        """How many pictures it holds."""

    def add(self, picture: Pixels) -> None:
        """Joins one more picture (H, W, 3); one that is blurred, or does not fit, is left out.

        A picture much sharper than all before begins anew: those were blurred. So does one that shows another table.
        """
        seen, detail = _seen(picture), sharpness(picture)
        fits = self._sum is not None and self._sum.shape == picture.shape and self._sharpest >= BLURRED * detail
        if fits and detail < BLURRED * self._sharpest and self._left_out < OFTEN:
            self._left_out += 1
            return
        self._left_out = 0
        off = _offset(self._reference, seen) if self._reference is not None and fits else (0.0, 0.0)
        if self._reference is None or self._sum is None or not fits or _has_changed(self._reference, seen, off):
            self._sum, self._reference, self._sharpest, self.count = picture.astype(np.float32), seen, detail, 1
            return
        if self.count >= MOST:
            self._sum, self.count = np.asarray(self._sum / 2, np.float32), self.count // 2
        moved = _moved_back(picture, seen.shape[1], off)
        if moved is not None:
            cv2.accumulate(moved, self._sum)
            self.count += 1
            self._sharpest = max(self._sharpest, detail)

    def picture(self) -> Pixels:
        """What was joined, (H, W, 3). Raises ValueError: nothing was."""
        if self._sum is None:
            raise ValueError("no picture was joined")
        return np.asarray(cv2.convertScaleAbs(self._sum, alpha=1 / self.count), np.uint8)


def joined(pictures: Sequence[Pixels]) -> Pixels:
    """Pictures of one still table as one, in the place of the sharpest."""
    still = StillPicture()
    for picture in sorted(pictures, key=sharpness, reverse=True):
        still.add(picture)
    return still.picture()


def of_one_table(pictures: Sequence[Pixels]) -> list[int]:
    """Indices of the pictures that show one still table: of several tables, the one that most of them show."""
    seen = [np.asarray(cv2.GaussianBlur(_seen(picture), (0, 0), SOFT), np.float32) for picture in pictures]
    best: list[int] = []
    for reference in sorted(range(len(pictures)), key=lambda place: -sharpness(pictures[place])):
        if reference in best or len(best) > len(pictures) / 2:
            continue
        alike = [place for place, one in enumerate(pictures) if one.shape == pictures[reference].shape]
        first, others = seen[reference], [(place, seen[place]) for place in alike]
        fitting = [place for place, one in others if not _has_changed(first, one, _offset(first, one), OTHER)]
        best = max(best, fitting, key=len)
    return best


def sharpness(picture: Pixels) -> float:
    """How much detail a picture shows: the mean change from pixel to pixel, noise aside."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) if grey.shape[1] > SEEN_WIDTH else grey
    return float(np.abs(cv2.Laplacian(cv2.GaussianBlur(small, (3, 3), 0), cv2.CV_32F)).mean())


def _seen(picture: Pixels) -> Floats:
    """The picture in grey, no wider than SEEN_WIDTH, to align by."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    width = min(SEEN_WIDTH, picture.shape[1])
    height = max(1, round(picture.shape[0] * width / picture.shape[1]))
    return np.asarray(cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA), np.float32)


def _has_changed(reference: Floats, seen: Floats, off: tuple[float, float], least: float | None = None) -> bool:
    """Whether a part shows something else, light and a trembling camera aside; it differs by so many levels."""
    there, here = (float(np.median(picture[::SAMPLE, ::SAMPLE])) for picture in (reference, seen))
    lit = seen * np.float32(np.clip(there / max(here, 1.0), 0.5, 2.0))
    x, y = off
    back = np.array([[1, 0, -x], [0, 1, -y]], np.float32)
    moved = cv2.warpAffine(lit, back, seen.shape[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    parts = max(1, seen.shape[1] // PART), max(1, seen.shape[0] // PART)
    apart = cv2.resize(np.abs(moved - reference), parts, interpolation=cv2.INTER_AREA)
    if least is None:
        least = CHANGED if float(np.hypot(x, y)) < STILL else CHANGED_OFF
    return float(apart.max()) > max(least, TIMES_NOISE * float(np.median(apart)))


def _offset(reference: Floats, seen: Floats) -> tuple[float, float]:
    """By how many pixels a picture is moved; one that is thinner than a window allows is not."""
    height, width = seen.shape
    if min(height, width) < THIN:
        return 0.0, 0.0
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(reference.copy(), seen.copy(), window)  # it writes into what it is given
    return x, y


def _moved_back(picture: Pixels, width: int, off: tuple[float, float]) -> Pixels | None:
    """The picture moved to where the reference lies, by what it is off at this width; None: it is too far off."""
    scale = picture.shape[1] / width
    x, y = (scale * part for part in off)
    if float(np.hypot(x, y)) > FURTHEST * picture.shape[1]:
        return None
    if float(np.hypot(x, y)) <= STILL * scale:
        return picture
    back = np.array([[1, 0, -x], [0, 1, -y]], np.float32)
    size = picture.shape[1], picture.shape[0]
    moved = cv2.warpAffine(picture, back, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def read_still(reader: Reader, pictures: Sequence[Pixels]) -> TableReading:
    """What several pictures (H, W, 3) of one still table show together, in the place of the sharpest.

    The joined picture finds the tiles; at each the probabilities of its names are joined with the single pictures'.
    """
    whole = reader.read(joined(pictures))
    if len(pictures) < 2:
        return whole
    sharpest = sorted(pictures, key=sharpness, reverse=True)[:SINGLE]
    return _with_names_joined(whole, [reader.read(picture) for picture in sharpest])


def _with_names_joined(whole: TableReading, singles: Sequence[TableReading]) -> TableReading:
    """The joined picture's reading with what single pictures show at its tiles' places weighed in."""
    quads = [tile.quad for tile in whole.tiles]
    tracks = [Track(place, quad) for place, quad in enumerate(quads)]
    for reading in (*[whole] * JOINED_WEIGHS, *singles):
        for place, known in nearest(quads, [tile.quad for tile in reading.tiles]).items():
            tracks[known].vote(reading.tiles[place])
    named = [track.settled() for track in tracks]
    tiles = tuple(
        PlacedTile(one.tile, quad, one.confidence, one.rivals) for one, quad in zip(named, quads, strict=True)
    )
    spent = {
        step: round(sum(r.milliseconds.get(step, 0.0) for r in (whole, *singles)), 2) for step in whole.milliseconds
    }
    sets = rows_of([tile.tile for tile in tiles], np.stack(quads)) if tiles else ()
    return replace(whole, tiles=tiles, sets=sets, milliseconds=spent)
