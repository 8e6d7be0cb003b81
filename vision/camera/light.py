"""How much light is in a picture, and where a lamp is mirrored in it."""

from dataclasses import dataclass

import numpy as np

from vision.camera.picture import Pixels

WHITE = 251
"""Level of 255 of a pixel that has no drawing left."""


@dataclass(frozen=True)
class Lighting:
    """Mean level, of 255, and the share of white in each ninth of the picture, row by row."""

    mean: float
    white: tuple[float, ...]


def lighting_of(pixels: Pixels) -> Lighting:
    """The light in a picture; a thumbnail will do.

    >>> lighting_of(np.full((9, 9, 3), 255, np.uint8))
    Lighting(mean=255.0, white=(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0))
    """
    grey = pixels @ np.array([0.114, 0.587, 0.299])
    ninths = [part for row in np.array_split(grey >= WHITE - 1e-6, 3) for part in np.array_split(row, 3, axis=1)]
    return Lighting(round(float(grey.mean()), 1), tuple(round(float(part.mean()), 3) for part in ninths))
