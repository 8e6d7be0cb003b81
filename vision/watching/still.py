"""Pictures of one still table read as one, as `tilewatch read --still` is given them: aligned, noise averaged away."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import PlacedTile, TableReading, rows_of
from vision.watching.tracks import Track, nearest

SEEN_WIDTH = 640
"""Width in pixels at which pictures are aligned and compared."""
FURTHEST = 0.02
"""Part of the picture's width by which one may be moved; further off, the camera was turned."""
STILL = 0.1
"""Pixels, at SEEN_WIDTH, by which a picture may be off and is joined as it is: moving it would blur more."""
NOISE_BLUR = 1.0
"""Pixels, at SEEN_WIDTH, by which a difference is blurred, lest noise that moving averages away seem a better fit."""
BLURRED = 0.6
"""A picture with less than this share of the sharpest one's detail is left out."""
THIN = 8
"""Pixels, at SEEN_WIDTH: thinner pictures are taken as they are."""
BLURRED_BY, PART = 2.0, 6
"""Pixels, at SEEN_WIDTH, by which all are blurred before they are compared, for one may only be unsharp; and of a part
by which they are.
"""
OTHER, TIMES_NOISE = 24.0, 3.0
"""Levels by which no part of one table may differ, and times the parts' usual difference."""
SAMPLE = 3
"""Of so many rows and columns one tells how bright a picture is."""
SINGLE, JOINED_WEIGHS = 3, 4
"""The sharpest pictures whose names count beside those of the joined one, and as how many of them that counts."""

Floats = NDArray[np.float32]


def read_still(read: Callable[[Pixels], TableReading], pictures: Sequence[Pixels]) -> TableReading:
    """What several pictures (H, W, 3) of one still table show together, in the place of the sharpest; `read`: one.

    The joined picture finds the tiles; at each the probabilities of its names are joined with the single pictures'.
    """
    whole = read(joined(pictures))
    if len(pictures) < 2:
        return whole
    sharpest = sorted(pictures, key=sharpness, reverse=True)[:SINGLE]
    return _with_names_joined(whole, [read(picture) for picture in sharpest])


def joined(pictures: Sequence[Pixels]) -> Pixels:
    """The mean of one still table's pictures (H, W, 3), in the place of the sharpest: its noise is averaged away;
    blurred ones, and what is too far off, are left out. Raises ValueError: there is none.
    """
    if not pictures:
        raise ValueError("no picture to join")
    details = [sharpness(picture) for picture in pictures]
    first = pictures[int(np.argmax(details))]
    total, count = first.astype(np.float32), 1
    for picture, detail in zip(pictures, details, strict=True):
        fits = picture is not first and picture.shape == first.shape and detail >= BLURRED * max(details)
        moved = _moved_back(picture, first) if fits else None
        if moved is not None:
            cv2.accumulate(moved, total)
            count += 1
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / count), np.uint8)


def of_one_table(pictures: Sequence[Pixels]) -> list[int]:
    """Indices of the pictures that show one still table: of several tables, the one that most of them show."""
    seen = [np.asarray(cv2.GaussianBlur(_seen(picture), (0, 0), BLURRED_BY), np.float32) for picture in pictures]
    best: list[int] = []
    for reference in sorted(range(len(pictures)), key=lambda place: -sharpness(pictures[place])):
        if reference in best or len(best) > len(pictures) / 2:
            continue
        alike = [place for place, one in enumerate(pictures) if one.shape == pictures[reference].shape]
        best = max(best, [place for place in alike if _is_same(seen[reference], seen[place])], key=len)
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


def _is_same(reference: Floats, seen: Floats) -> bool:
    """Whether no part shows something else, light and a trembling camera aside."""
    lit = _lit_as(reference, seen)
    moved = _shifted(lit, _offset(reference, seen), cv2.INTER_LINEAR)
    parts = max(1, seen.shape[1] // PART), max(1, seen.shape[0] // PART)
    apart = cv2.resize(np.abs(moved - reference), parts, interpolation=cv2.INTER_AREA)
    return float(apart.max()) <= max(OTHER, TIMES_NOISE * float(np.median(apart)))


def _lit_as(reference: Floats, seen: Floats) -> Floats:
    """A picture as bright as the reference."""
    there, here = (float(np.median(picture[::SAMPLE, ::SAMPLE])) for picture in (reference, seen))
    return np.asarray(seen * np.float32(np.clip(there / max(here, 1.0), 0.5, 2.0)), np.float32)


def _offset(reference: Floats, seen: Floats) -> NDArray[np.float64]:
    """By how many pixels (x, y) a picture is moved; one that is thinner than a window allows is not."""
    height, width = seen.shape
    if min(height, width) < THIN:
        return np.zeros(2)
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    return np.array(cv2.phaseCorrelate(reference.copy(), seen.copy(), window)[0])  # it writes into what it is given


def _moved_back(picture: Pixels, reference: Pixels) -> Pixels | None:
    """The picture moved to where the reference lies; None: it is too far off.

    Where little lies on a table, or only at its edge, noise tells the offset: a picture that fits no better when it is
    moved is joined as it is, or tiles would be doubled.
    """
    seen, there = _seen(picture), _seen(reference)
    off = _offset(there, seen)
    if float(np.hypot(*off)) <= STILL or _apart(_shifted(seen, off), there) >= _apart(seen, there):
        return picture
    scale = picture.shape[1] / seen.shape[1]
    if float(np.hypot(*off)) > FURTHEST * seen.shape[1]:
        return None
    return np.asarray(_shifted(picture, scale * off), np.uint8)


def _apart(seen: Floats, there: Floats) -> float:
    """How far two pictures are apart, light and noise aside: the mean square of their difference."""
    return float(np.square(cv2.GaussianBlur(_lit_as(there, seen) - there, (0, 0), NOISE_BLUR)).mean())


def _shifted(picture: NDArray[Any], off: NDArray[np.float64], method: int = cv2.INTER_CUBIC) -> NDArray[Any]:
    """A picture moved back by so many pixels (x, y)."""
    back, size = np.array([[1, 0, -off[0]], [0, 1, -off[1]]], np.float32), picture.shape[1::-1]
    return np.asarray(cv2.warpAffine(picture, back, size, flags=method, borderMode=cv2.BORDER_REPLICATE))


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
    readings = (whole, *singles)
    spent = {step: round(sum(one.milliseconds.get(step, 0.0) for one in readings), 2) for step in whole.milliseconds}
    sets = rows_of([tile.tile for tile in tiles], np.stack(quads)) if tiles else ()
    return replace(whole, tiles=tiles, sets=sets, milliseconds=spent)
