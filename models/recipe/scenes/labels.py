"""What a made-up picture shows, in the labels that the photographs have."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.recipe.editions.faces import Edition
from models.recipe.scenes.arrays import Floats, Points
from models.recipe.scenes.canvas import Canvas
from models.recipe.scenes.rows import Laid

Label = dict[str, object]
WHOLE = 0.86
"""A face seen to this share counts as whole."""


def labels(canvas: Canvas, edition: Edition, laid: list[Laid]) -> Label:
    """Tile, quad, `inside` (whole and uncovered), `visible` and `ink` (shares of face and number seen), and rows."""
    tiles: list[Label] = []
    rows: dict[int, list[int]] = {}
    h, w = canvas.owner.shape
    for index in sorted(canvas.quads):
        quad = canvas.quads[index]
        in_frame = bool((quad >= 0).all() and (quad[:, 0] < w).all() and (quad[:, 1] < h).all())
        shown = _visible(canvas.owner, quad, index)
        rows.setdefault(laid[index].row, []).append(len(tiles))
        tiles.append(
            {
                "tile": edition.called(laid[index].tile),
                "quad": np.round(quad, 1).tolist(),
                "inside": in_frame and shown > WHOLE,
                "visible": round(shown, 3),
                "ink": round(_visible(canvas.owner, _part(quad, edition.figure.box), index), 3),
            }
        )
    return {"tiles": tiles, "sets": list(rows.values())}


def _part(quad: Floats, box: tuple[float, float, float, float]) -> Floats:
    """The corners of a part of a face, given as shares of its width and height."""
    left, top, right, bottom = box

    def at(u: float, v: float) -> Floats:
        return np.asarray((1 - v) * ((1 - u) * quad[0] + u * quad[1]) + v * ((1 - u) * quad[3] + u * quad[2]))

    return np.array([at(left, top), at(right, top), at(right, bottom), at(left, bottom)])


def _visible(owner: NDArray[np.int16], quad: Floats, index: int) -> float:
    """The share of a quadrilateral's pixels (outside the picture too) that belong to tile `index`."""
    whole = max(abs(signed_area(quad)), 1.0)
    h, w = owner.shape
    x0, y0 = np.clip(np.floor(quad.min(axis=0)).astype(int), 0, (w, h))
    x1, y1 = np.clip(np.ceil(quad.max(axis=0)).astype(int) + 1, 0, (w, h))
    if x1 <= x0 or y1 <= y0:
        return 0.0
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad - [x0, y0]).astype(np.int32), 1)
    drawn = max(float(mask.sum()), 1.0)
    mine = float(((owner[y0:y1, x0:x1] == index) & (mask > 0)).sum())
    clipped = min(1.0, drawn / whole) if drawn < 0.9 * whole else 1.0
    return min(1.0, mine / drawn * 1.02) * clipped


def signed_area(quad: Floats | Points) -> float:
    """A polygon's area in square pixels; negative where its corners run the other way round."""
    x, y = quad[:, 0], quad[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / -2
