"""The whole chain of a camera, from light on a table to a coded picture, at the size at which the camera sees it."""

import cv2
import numpy as np

from models.recipe.editions.faces import Generator
from models.recipe.seeing import light as lamps

Array = np.ndarray
POOL = np.random.default_rng(1).standard_normal(1 << 22, np.float32)
BAYER = (cv2.COLOR_BayerBG2BGR, cv2.COLOR_BayerBG2BGR_EA)


def as_a_camera_sees(rng: Generator, picture: Array, quads: Array, width: float) -> Array:
    """A sharp picture (H, W, 3) BGR uint8 as a camera delivers it; `width`: of the typical tile, in pixels."""
    light = lamps.to_light(picture)
    light = lit(rng, light, quads, width)
    light = lamps.lens(rng, light, width)
    exposure = float(np.exp(rng.normal(-0.1, 0.3)))
    if rng.random() < 0.25:  # dusk: too little light, and no more gain to be had
        exposure *= rng.uniform(0.12, 0.6)
    picture = lamps.to_picture(sensed(rng, light * exposure))
    return processed(rng, picture)


def lit(rng: Generator, light: Array, quads: Array, width: float) -> Array:
    """The picture in another light."""
    if rng.random() < 0.22:
        light = lamps.shadowed(rng, light, width)
    if rng.random() < 0.25 and len(quads):
        light = lamps.reflecting(rng, light, quads, width)
    if rng.random() < 0.4:
        light = lamps.tinted(rng, light)
    if rng.random() < 0.25:
        light = lamps.from_two_sides(rng, light)
    return light


def sensed(rng: Generator, light: Array) -> Array:
    """The picture as a sensor measures it: photon noise, with a mosaic of colour filters or without."""
    gain = float(np.exp(rng.uniform(np.log(2e-5), np.log(4e-3))))
    read = rng.uniform(0.5, 2.5) * gain**0.5 * 0.06
    if rng.random() < 0.45:
        return _through_mosaic(rng, light, gain, read)
    return light + _noise(rng, light, gain, read) * (1 if rng.random() < 0.5 else 0.5)


def _noise(rng: Generator, light: Array, gain: float, read: float) -> Array:
    spread = cv2.sqrt(np.maximum(light, 0) * np.float32(gain) + np.float32(read**2)).reshape(light.shape)
    return np.asarray(_normal(rng, light.shape) * spread)


def _normal(rng: Generator, shape: tuple[int, ...]) -> Array:
    """Normally distributed numbers from a pool, because new random numbers for each picture took a fifth of the
    time."""
    count = int(np.prod(shape))
    first = int(rng.integers(len(POOL) - count)) if count < len(POOL) else 0
    return np.resize(POOL[first : first + count], shape)


def _through_mosaic(rng: Generator, light: Array, gain: float, read: float) -> Array:
    """The picture with one measured colour per pixel (blue, green; green, red), the other two interpolated."""
    raw = light[..., 1].copy()
    raw[1::2, 1::2] = light[1::2, 1::2, 0]
    raw[::2, ::2] = light[::2, ::2, 2]
    raw += _noise(rng, raw, gain, read)
    counted = (np.clip(raw, 0, 1) * 65535).astype(np.uint16)
    colours = cv2.cvtColor(counted, BAYER[int(rng.integers(2))])
    return np.asarray(colours.astype(np.float32) / 65535)


def processed(rng: Generator, picture: Array) -> Array:
    """The picture toned, smeared, sharpened and coded by the camera."""
    if rng.random() < 0.45:
        picture = toned(rng, picture)
    if rng.random() < 0.1:
        picture = lamps.smeared(rng, picture)
    if rng.random() < 0.35:
        picture = lamps.sharpened(rng, picture)
    if rng.random() < 0.3:
        picture = _coarse_noise(rng, picture)
    return lamps.coded(rng, picture) if rng.random() < 0.85 else picture


def toned(rng: Generator, picture: Array) -> Array:
    """The picture with another contrast, brightness and saturation."""
    levels = np.arange(256, dtype=np.float32) / 255
    curve = levels ** np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.12)) + max(0.0, rng.normal(0, 0.06))
    picture = np.asarray(cv2.LUT(picture, np.clip(curve * 255, 0, 255).astype(np.uint8)))
    grey = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    colour = float(np.clip(rng.normal(0.95, 0.25), 0.4, 1.6))
    return np.asarray(cv2.addWeighted(picture, colour, grey, 1 - colour, 0))


def _coarse_noise(rng: Generator, picture: Array) -> Array:
    """Noise of a few pixels' size in the coded picture."""
    noise = _normal(rng, picture.shape) * np.float32(rng.uniform(2, 11))
    noise = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.35, 0.7)) * 1.4
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)
