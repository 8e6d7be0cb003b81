"""Pictures of a set that was never printed: drawn numbers in four inks, and a letter as joker."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading.taught import taught_set
from vision.reading.taught.fit import Trials

Pixels = NDArray[np.uint8]
INKS = {"k": (30, 30, 30), "r": (40, 40, 205), "b": (180, 80, 20), "o": (20, 140, 240)}
WIDE, HIGH, PITCH = 44, 60, 46
"""A tile's width and height, and the distance of neighbours, in pixels."""
SIZE = (736, 448)
"""Width and height of a picture of five rows of fourteen tiles, in pixels; fewer rows give a lower picture."""
IN_ORDER = [*(" ".join(f"{c}{n}" for n in range(1, 14)) for c in "krbo"), "J J"]


@cache
def face(name: str, joker: str = "J", mark: str = "line") -> Pixels:
    """A tile's face at three times its final size.

    `mark`: a `line` below sixes and nines, a `dot` in the corner, or "" for sixes and nines that are the same figure
    turned round.
    """
    image = np.full((HIGH * 3, WIDE * 3, 3), (225, 235, 240), np.uint8)
    tile = Tile.from_notation(name)
    text, ink = (str(tile.number), INKS[str(tile.colour)]) if tile.number else (joker, INKS["r"])
    size = 2.6 if len(text) == 1 else 2.1
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, size, 7)
    if text in ("6", "9") and mark != "line":
        return _six_or_nine(text, image, ink, mark)
    at = (WIDE * 3 - wide) // 2, (HIGH * 3 + high) // 2 - 18
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_DUPLEX, size, ink, 7, cv2.LINE_AA)
    if text in ("6", "9"):
        cv2.line(image, (at[0], at[1] + 18), (at[0] + wide, at[1] + 18), ink, 6)
    return image


def _six_or_nine(text: str, image: Pixels, ink: tuple[int, int, int], mark: str) -> Pixels:
    """A six in the centre of the face, which rotated by 180° is a nine; `mark`: a dot in the bottom corner."""
    (wide, high), _ = cv2.getTextSize("6", cv2.FONT_HERSHEY_DUPLEX, 2.6, 7)
    at = (WIDE * 3 - wide) // 2, (HIGH * 3 + high) // 2
    cv2.putText(image, "6", at, cv2.FONT_HERSHEY_DUPLEX, 2.6, ink, 7, cv2.LINE_AA)
    upright = image if text == "6" else np.ascontiguousarray(image[::-1, ::-1])
    if mark == "dot":
        cv2.circle(upright, (18, 160), 7, ink, -1)
    return upright


def table(
    rows: Sequence[str],
    turned: bool = False,
    joker: str = "J",
    noise: int = 3,
    gap: int = 14,
    mark: str = "line",
    size: tuple[int, int] | None = None,
) -> Pixels:
    """A picture of these rows, one below the other; `turned`: from the other side of the table. `size`: its width and
    height; None: as high as needed."""
    high = min(78 + max(len(rows), 1) * (HIGH + gap), SIZE[1])
    picture = _drawn(tuple(rows), joker, noise, gap, mark, size or (SIZE[0], high))
    return (picture[::-1, ::-1] if turned else picture).copy()


@cache
def _drawn(rows: tuple[str, ...], joker: str, noise: int, gap: int, mark: str, size: tuple[int, int]) -> Pixels:
    canvas = np.full((size[1] * 3, size[0] * 3, 3), (60, 95, 70), np.uint8)
    for line, row in enumerate(rows):
        for place, name in enumerate(row.split()):
            x, y = (60 + place * PITCH) * 3, (40 + line * (HIGH + gap)) * 3
            canvas[y + 6 : y + HIGH * 3 + 6, x + 4 : x + WIDE * 3 + 4] //= 2
            canvas[y : y + HIGH * 3, x : x + WIDE * 3] = face(name, joker, mark)
    picture = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA)
    grain = np.random.default_rng(3).normal(0, noise, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.6) + grain, 0, 255).astype(np.uint8)


@contextmanager
def few_views(count: int = 3) -> Iterator[None]:
    """A block in which sets are learnt from `count` views of each face: a tenth of the time, for tests that do not
    measure quality."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Trials.__init__, "__defaults__", (count, 1))
        patched.setattr(taught_set, "SURENESS_VIEWS", 2)
        yield
