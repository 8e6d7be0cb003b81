"""Why what seems to be a tile cannot be read, in a sentence that says what helps."""

import numpy as np
from numpy.typing import NDArray

from referee.messages import Message
from vision.camera import Lighting, Size
from vision.reading import widths

LEAST_WIDTH = 20
"""A tile's width in pixels below which it hardly is read."""
DIM = 80.0
"""Mean level, of 255, below which more light may be what helps."""
MIRRORED = 0.08
"""Share of a ninth of the picture without any drawing left from which a lamp is mirrored near the tile."""
LIKE_A_TILE = (0.4, 2.5)
"""Tile's widths between which a cloth's squares are as large as tiles."""


def why_unread(
    quads: NDArray[np.float32], size: Size | None, light: Lighting | None, pattern: float | None = None
) -> Message:
    """The likeliest reason, and what helps. `quads`: the places, (N, 4, 2) in pixels, one at least.

    `pattern`: pixels after which the ground's pattern of squares begins again, two squares; None: it has none.
    """
    n, px = len(quads), round(float(np.median(widths(quads))))
    if px < LEAST_WIDTH:
        return Message.of("advice.unread-small", n=n, px=px, need=LEAST_WIDTH)
    if light is not None and light.mean < DIM:
        return Message.of("advice.unread-dark", n=n)
    if light is not None and size is not None and _glare_at(quads, size, light) > MIRRORED:
        return Message.of("advice.unread-glare", n=n)
    if pattern is not None and LIKE_A_TILE[0] < pattern / 2 / max(px, 1) < LIKE_A_TILE[1]:
        return Message.of("advice.unread-cloth", n=n)
    return Message.of("advice.unread", n=n)


def _glare_at(quads: NDArray[np.float32], size: Size, light: Lighting) -> float:
    """The largest share of white in a ninth of the picture in which one of the places lies."""
    ninths = np.clip((3 * quads.mean(axis=1) / np.array(size, np.float32)).astype(int), 0, 2)
    return max(float(light.white[3 * row + column]) for column, row in ninths.tolist())
