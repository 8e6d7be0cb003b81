"""Lamps, dusk, shadows and reflections: each effect takes and returns linear light, BGR float (H, W, 3), white at 1.

Also the effects of a lens, and of a camera on a coded picture: blurs, sharpening, JPEG.
"""

import cv2
import numpy as np

from models.recipe.editions.faces import Generator

Array = np.ndarray
_CODES = np.arange(256) / 255
TO_LIGHT = np.where(_CODES <= 0.04045, _CODES / 12.92, ((_CODES + 0.055) / 1.055) ** 2.4).astype(np.float32)
"""Linear light of each sRGB code (IEC 61966-2-1)."""
_LEVELS = np.arange(4096) / 4095
TO_CODE = np.round(
    255 * np.where(_LEVELS <= 0.0031308, 12.92 * _LEVELS, 1.055 * np.power(_LEVELS, 1 / 2.4) - 0.055)
).astype(np.uint8)
"""The sRGB code of 4096 steps of light."""
LAMP = np.array([0.11, 0.40, 1.0], np.float32)
"""A filament's light, blue to red, as a camera balanced for daylight sees it."""
TUBE = np.array([0.62, 1.0, 0.66], np.float32)
SKY = np.array([1.0, 0.76, 0.56], np.float32)
LUMINANCE = np.array([0.0722, 0.7152, 0.2126], np.float32)
OVERSAMPLED = 6
"""Factor by which blur kernels are drawn larger before they are averaged."""


def to_light(picture: Array) -> Array:
    """sRGB uint8 to linear light."""
    return TO_LIGHT[picture]


def to_picture(light: Array) -> Array:
    """Linear light to sRGB uint8; values above white are clipped."""
    return TO_CODE[(np.clip(light, 0, 1) * 4095 + 0.5).astype(np.uint16)]


def tinted(rng: Generator, light: Array) -> Array:
    """The picture in the colour of another lamp, partly corrected by the camera's white balance."""
    colour = (LAMP, SKY, TUBE)[int(rng.choice(3, p=[0.6, 0.27, 0.13]))]
    gains = colour ** rng.uniform(0.1, 1.05) * np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)
    return light * (gains / float(gains @ LUMINANCE)).astype(np.float32)


def from_two_sides(rng: Generator, light: Array) -> Array:
    """Light from a lamp on one side and a window on the other: its strength and colour change across the table."""
    one, other = (np.exp(rng.normal(0, s, 3) + rng.normal(0, 0.35)) for s in (0.15, 0.25))
    h, w = light.shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    ramp = np.add.outer(np.linspace(-0.5, 0.5, h) * np.sin(angle), np.linspace(-0.5, 0.5, w) * np.cos(angle))
    share = np.clip(0.5 + ramp * rng.uniform(0.5, 2.5), 0, 1).astype(np.float32)[..., None]
    return light * (one.astype(np.float32) * share + other.astype(np.float32) * (1 - share))


def shadowed(rng: Generator, light: Array, width: float) -> Array:
    """Hard-edged shadows of lamps' arms, bottles and heads; `width` of a tile in pixels."""
    h, w = light.shape[:2]
    mask = np.zeros((h, w), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        middle = rng.uniform([0, 0], [w, h])
        if rng.random() < 0.6:  # a bar, such as a lamp's arm
            half, angle = rng.uniform(0.3, 3.5) * width, rng.uniform(0, np.pi)
            along = np.array([np.cos(angle), np.sin(angle)])
            beside, reach = np.array([-along[1], along[0]]) * half, along * 2 * max(h, w)
            outline = [
                middle - reach - beside,
                middle + reach - beside,
                middle + reach + beside,
                middle - reach + beside,
            ]
        else:
            outline = list(middle + rng.normal(0, 4 * width, (int(rng.integers(4, 8)), 2)))
        hull = cv2.convexHull(np.array(outline, np.float32))
        cv2.fillConvexPoly(mask, hull.astype(np.int32), 1.0, cv2.LINE_AA)
    soft: Array = np.asarray(cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 0.05 * width + 1.0)))[..., None]
    left = rng.uniform(0.12, 0.8) * np.array([rng.uniform(1, 1.25), 1.05, 0.95], np.float32)
    return light * (1 - soft + soft * left.astype(np.float32))


def reflecting(rng: Generator, light: Array, quads: Array, width: float) -> Array:
    """A soft reflection of a lamp in some of the tiles: their ink turns grey and keeps little of its colour."""
    h, w = light.shape[:2]
    much, share = rng.uniform(0.08, 0.75), rng.uniform(0.1, 0.6)
    added = np.zeros((h, w), np.float32)
    for centre in quads.mean(axis=1):
        if rng.random() > share:
            continue
        middle = centre + rng.uniform(-0.5, 0.5, 2) * width
        axes = width * np.array([rng.uniform(0.2, 0.75), rng.uniform(0.12, 0.4)])
        _lobe(added, middle, axes, rng.uniform(0, np.pi), float(much * rng.uniform(0.6, 1.2)), rng.uniform(1, 2))
    tint = np.array([rng.uniform(0.65, 1.1), rng.uniform(0.85, 1.02), 1.0], np.float32)
    return light + added[..., None] * tint


def _lobe(added: Array, middle: Array, axes: Array, angle: float, much: float, power: float) -> None:
    """Adds an elliptic patch of light, fading outwards."""
    h, w = added.shape
    reach = 2.2 * float(axes.max())
    x0, y0 = np.maximum(middle - reach, 0).astype(int)
    x1, y1 = np.minimum(middle + reach + 1, [w, h]).astype(int)
    if x1 <= x0 or y1 <= y0:
        return
    y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    x, y = x - middle[0], y - middle[1]
    c, s = np.cos(angle), np.sin(angle)
    far = ((x * c + y * s) / axes[0]) ** 2 + ((y * c - x * s) / axes[1]) ** 2
    added[y0:y1, x0:x1] += (much * np.exp(-(far**power))).astype(np.float32)


def disc_kernel(radius: float) -> Array:
    """The blur kernel of a lens out of focus: a disc of this radius in pixels."""
    reach = int(np.ceil(radius)) + 1
    side = (2 * reach + 1) * OVERSAMPLED
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    disc = (np.hypot(x, y) <= radius * OVERSAMPLED).astype(np.float32)
    return _averaged(disc, 2 * reach + 1)


def streak_kernel(length: float, angle: float) -> Array:
    """The blur kernel of a camera or tile that moved this many pixels during the exposure."""
    reach = int(np.ceil(length / 2)) + 1
    side = (2 * reach + 1) * OVERSAMPLED
    along = np.linspace(-length / 2, length / 2, 8 * side) * OVERSAMPLED
    streak = np.zeros((side, side), np.float32)
    rows = np.round((side - 1) / 2 + along * np.sin(angle)).astype(int)
    columns = np.round((side - 1) / 2 + along * np.cos(angle)).astype(int)
    streak[rows, columns] = 1
    return _averaged(cv2.dilate(streak, np.ones((OVERSAMPLED // 2 + 1,) * 2)), 2 * reach + 1)


def _averaged(kernel: Array, side: int) -> Array:
    small = np.asarray(cv2.resize(kernel, (side, side), interpolation=cv2.INTER_AREA))
    return small / small.sum()


def lens(rng: Generator, light: Array, width: float) -> Array:
    """The picture through a lens slightly soft, out of focus or shaken; a tile `width` pixels wide stays readable."""
    kind, most = rng.random(), float(np.clip(width / 16, 0.35, 2.2))
    if kind < 0.3:
        return light
    if kind < 0.6:
        return np.asarray(cv2.GaussianBlur(light, (0, 0), rng.uniform(0.25, 0.35 + 0.55 * most)))
    if kind < 0.82:
        return np.asarray(cv2.filter2D(light, -1, disc_kernel(rng.uniform(0.4, 0.5 + 0.9 * most))))
    kernel = streak_kernel(rng.uniform(0.8, 1.0 + 2.2 * most), rng.uniform(0, np.pi))
    return np.asarray(cv2.filter2D(light, -1, kernel))


def sharpened(rng: Generator, picture: Array) -> Array:
    """The picture with halos along edges, as webcams and phones add them; (H, W, 3) uint8."""
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.6, 1.6))
    much = float(rng.uniform(0.3, 1.6))
    return np.asarray(cv2.addWeighted(picture, 1 + much, soft, -much, 0))


def smeared(rng: Generator, picture: Array) -> Array:
    """The picture with noise removed together with fine detail, as cheap cameras do; (H, W, 3) uint8."""
    if rng.random() < 0.5:
        return np.asarray(cv2.medianBlur(picture, 3))
    return np.asarray(cv2.bilateralFilter(picture, 5, rng.uniform(10, 35), 1.5))


def coded(rng: Generator, picture: Array) -> Array:
    """The picture after JPEG, its colours at half the size as webcams send them; (H, W, 3) uint8."""
    quality = int(rng.uniform(40, 96))
    return np.asarray(
        cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    )
