"""Simulated views of faces: in other light, smaller, aslant, through a webcam. Knowledge is tested on them."""

from collections.abc import Iterator

import cv2
import numpy as np

from vision.reading.detections import Doubles, Pixels
from vision.reading.geometry import CROP_HEIGHT, CROP_WIDTH

Generator = np.random.Generator

BORDER = (16, 12)
"""Pixels by which a patch exceeds a crop, above and below, and at the sides, as a view may lie aslant."""
VIEWS = 24
"""Views per face, each of all faces in one light, as on one table; they take an eighth of a second on two cores."""
WIDTHS = (22, 38)
"""Range of the width in pixels to which a crop is reduced before it is enlarged again."""
LAMP = np.array([0.095, 0.386, 1.0])
"""A lamp's light (2700 K) in blue, green and red, as seen by a camera balanced for daylight."""
GLARE = 0.2
"""Share of faces that mirror a lamp, in one view of three."""
_CELL = (80, 64)
"""Height and width of a face's cell while all pass through the simulated camera."""


def views(patches: Pixels, count: int = VIEWS, seed: int = 1) -> Iterator[Pixels]:
    """Crops (N, 64, 48, 3) of the faces in patches (N, 96, 72, 3), BGR, one view after the other."""
    for view in range(count):
        yield _in_one_light(np.random.default_rng((seed, view)), patches, view % 3)


def _in_one_light(rng: Generator, patches: Pixels, light: int) -> Pixels:
    """One view of all faces. `light`: 0, as taught; 1, by lamp or in the dark; 2, with a lamp's reflection in some
    faces."""
    width = rng.uniform(*WIDTHS)
    squeeze = 1 - abs(rng.normal(0, 0.14)) if light != 1 else 1.0
    down = np.array([width / CROP_WIDTH, width / CROP_WIDTH * max(squeeze, 0.62)])
    places = [_place(rng, down, rng.normal(0, 0.06)) for _ in patches]
    sheet = _sheet(patches, places)
    shown = _camera(rng, _lit(rng, sheet, light), width)
    back = [_off_by(rng) @ place for place in places]
    return _cut(shown, back)


def _place(rng: Generator, down: Doubles, lean: float) -> Doubles:
    """Matrix of a patch in its cell: smaller, slightly turned, aslant and off the pixel grid."""
    shrunk = np.array([[down[0], lean * down[0], 0], [0, down[1], 0], [0, 0, 1.0]])
    middle = np.array([_CELL[1] / 2, _CELL[0] / 2]) + rng.uniform(-0.5, 0.5, 2)
    taken = shrunk[:2, :2] @ np.array([CROP_WIDTH / 2 + BORDER[1], CROP_HEIGHT / 2 + BORDER[0]])
    shrunk[:2, 2] = middle - taken
    return shrunk


def _off_by(rng: Generator) -> Doubles:
    """A random homography as large as the errors of detected corners."""
    corners = np.array([[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT], [0, CROP_HEIGHT]], np.float32)
    moved = (corners + rng.normal(0, 0.018, (4, 2)) * [CROP_WIDTH, CROP_HEIGHT]).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, moved))


def _sheet(patches: Pixels, places: list[Doubles]) -> Doubles:
    """All patches in their cells, stacked vertically, in linear light, 0 to 1."""
    flags = cv2.INTER_AREA
    cells = []
    for patch, place in zip(patches, places, strict=True):
        soft = cv2.GaussianBlur(patch, (0, 0), max(0.25, 0.4 / place[0, 0] - 0.3))
        cells.append(cv2.warpAffine(soft, place[:2], _CELL[::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE))
    return np.asarray((np.concatenate(cells) / 255.0) ** 2.2)


def _lit(rng: Generator, sheet: Doubles, light: int) -> Doubles:
    """The sheet in another light."""
    gains = np.exp(rng.normal(0, 0.06, 3))
    if light == 1:
        gains = gains * LAMP ** rng.uniform(0.2, 0.75)
    gains = gains / gains.max() * (rng.uniform(0.3, 0.8) if light == 1 else np.exp(rng.normal(-0.05, 0.15)))
    sheet = sheet * gains
    if light == 2:
        for top in range(0, len(sheet), _CELL[0]):
            if rng.random() < GLARE:
                sheet[top : top + _CELL[0]] += _glare(rng)
    return np.asarray(sheet)


def _glare(rng: Generator) -> Doubles:
    y, x = np.mgrid[: _CELL[0], : _CELL[1]]
    u, v = (x - _CELL[1] / 2 - rng.normal(0, 7)), (y - _CELL[0] / 2 - rng.normal(0, 7))
    c, s = np.cos(angle := rng.uniform(0, np.pi)), np.sin(angle)
    far = ((u * c + v * s) / rng.uniform(7, 14)) ** 2 + ((v * c - u * s) / rng.uniform(4, 9)) ** 2
    return np.asarray(rng.uniform(0.15, 0.5) * np.exp(-(far**1.5)))[..., None]


def _camera(rng: Generator, sheet: Doubles, width: float) -> Pixels:
    """The sheet after a lens's blur, a sensor's noise and JPEG."""
    soft = cv2.GaussianBlur(sheet, (0, 0), rng.uniform(0.2, width / 45))
    noisy = np.clip(soft, 0, 1) ** (1 / 2.2) * 255 + rng.normal(0, rng.uniform(1, 6), soft.shape)
    codes = np.clip(noisy, 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", codes, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(50, 90))])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _cut(shown: Pixels, places: list[Doubles]) -> Pixels:
    """The crops cut out of the cells, and enlarged again."""
    crops = np.zeros((len(places), CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    into_patch = np.array([[1, 0, BORDER[1]], [0, 1, BORDER[0]], [0, 0, 1.0]])
    for k, (crop, place) in enumerate(zip(crops, places, strict=True)):
        cell = shown[k * _CELL[0] : (k + 1) * _CELL[0]]
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        size = (CROP_WIDTH, CROP_HEIGHT)
        cv2.warpPerspective(cell, place @ into_patch, size, dst=crop, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return crops
