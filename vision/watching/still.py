"""Reads several pictures of one still table as one: the mean of the registered pictures (`tilewatch read --still`)."""

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Pixels
from vision.reading import TableReading
from vision.watching.registration import Registration, in_pixels, warped

SEEN_WIDTH = 640
"""Width in pixels at which pictures are registered and compared."""
BLURRED = 0.6
"""Share of the sharpest picture's detail below which a picture is left out."""
BLUR = 2.0
"""Blur in pixels, at SEEN_WIDTH, before pictures are compared, since a picture may merely be unsharp."""
PART = 6
"""Side in pixels, at SEEN_WIDTH, of the parts that are compared."""
OTHER = 24.0
"""Levels up to which parts of one table may differ."""
TIMES_NOISE = 3.0
"""Factor of the parts' median difference that replaces that limit, if it is larger."""
SAMPLE = 3
"""Step in rows and columns at which a picture's brightness is sampled."""

Floats = NDArray[np.float32]


def read_still(read: Callable[[Pixels], TableReading], pictures: Sequence[Pixels]) -> TableReading:
    """Returns the reading of the mean of several pictures (H, W, 3) of one still table, placed as in the sharpest.

    `read` reads one picture. Raises ValueError: there is no picture.
    """
    return read(joined(pictures))


def joined(pictures: Sequence[Pixels]) -> Pixels:
    """Returns the mean of pictures (H, W, 3) of one still table, registered to the sharpest of them.

    Blurred pictures, and those too far off to be registered, are left out. Raises ValueError: there is no picture.
    """
    if not pictures:
        raise ValueError("no picture to join")
    details = [sharpness(picture) for picture in pictures]
    first = pictures[int(np.argmax(details))]
    total, count, register = first.astype(np.float32), 1, _registering(first)
    for picture, detail in zip(pictures, details, strict=True):
        fits = picture is not first and picture.shape == first.shape and detail >= BLURRED * max(details)
        moved = register(picture) if fits else None
        if moved is not None:
            cv2.accumulate(moved, total)
            count += 1
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / count), np.uint8)


def of_one_table(pictures: Sequence[Pixels]) -> list[int]:
    """Returns the indices of the pictures that show one still table; of several tables, the table shown most often."""
    best: list[int] = []
    for place in sorted(range(len(pictures)), key=lambda place: -sharpness(pictures[place])):
        if place in best or len(best) > len(pictures) / 2:
            continue
        is_same = _comparing(pictures[place])
        same = [number for number, picture in enumerate(pictures) if is_same(picture)]
        best = max(best, same, key=len)
    return best


def sharpness(picture: Pixels) -> float:
    """Returns how much detail a picture shows: the mean absolute Laplacian, in levels, after slight smoothing."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) if grey.shape[1] > SEEN_WIDTH else grey
    return float(np.abs(cv2.Laplacian(cv2.GaussianBlur(small, (3, 3), 0), cv2.CV_32F)).mean())


def _small(picture: Pixels) -> Pixels:
    """The picture, at most SEEN_WIDTH wide."""
    width = min(SEEN_WIDTH, picture.shape[1])
    height = max(1, round(picture.shape[0] * width / picture.shape[1]))
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _registering(reference: Pixels) -> Callable[[Pixels], Pixels | None]:
    """The transform that registers a picture to the reference; None: it is too far off."""
    registration = Registration()
    registration.matrix_of(_small(reference))

    def registered(picture: Pixels) -> Pixels | None:
        small, seen = _small(picture), copy(registration)
        matrix = seen.matrix_of(small)
        return None if seen.has_jumped else warped(picture, in_pixels(matrix, picture.shape[1] / small.shape[1]))

    return registered


def _comparing(reference: Pixels) -> Callable[[Pixels], bool]:
    """A function that tells whether a picture shows the same scene as the reference, apart from light and a trembling
    camera."""
    register, there = _registering(reference), _blurred(reference)

    def is_same(picture: Pixels) -> bool:
        moved = register(picture) if picture.shape == reference.shape else None
        if moved is None:
            return False
        seen = _blurred(moved)
        parts = max(1, seen.shape[1] // PART), max(1, seen.shape[0] // PART)
        apart = cv2.resize(np.abs(_lit_as(there, seen) - there), parts, interpolation=cv2.INTER_AREA)
        return float(apart.max()) <= max(OTHER, TIMES_NOISE * float(np.median(apart)))

    return is_same


def _blurred(picture: Pixels) -> Floats:
    """The picture in grey, small and blurred."""
    grey = cv2.cvtColor(_small(picture), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), BLUR), np.float32)


def _lit_as(reference: Floats, seen: NDArray[Any]) -> Floats:
    """The picture scaled to the reference's brightness."""
    there, here = (float(np.median(picture[::SAMPLE, ::SAMPLE])) for picture in (reference, seen))
    return np.asarray(seen * np.float32(np.clip(there / max(here, 1.0), 0.5, 2.0)), np.float32)
