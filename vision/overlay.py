"""Draws a reading onto its picture, so that a person sees the tiles read at a glance."""

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Colour
from vision.reading import PlacedTile, TableReading

UNSURE = 0.9
"""Confidence below which a tile is marked as unsure, by a dashed outline, a question mark and its confidence. An unread
tile is marked in the same way, without a name."""
INK = {Colour.BLACK: (40, 40, 40), Colour.RED: (40, 40, 220), Colour.BLUE: (220, 110, 20), Colour.ORANGE: (0, 150, 255)}
SURE_LINE, UNSURE_LINE, ROW_LINE = (90, 200, 60), (255, 0, 255), (255, 200, 0)
JOKER_INK = UNREAD_INK = (160, 0, 120)
FONT = cv2.FONT_HERSHEY_SIMPLEX


def overlay(picture: NDArray[np.uint8], reading: TableReading) -> NDArray[np.uint8]:
    """A copy of the BGR picture with each tile's outline, name and confidence, and a line through each set."""
    out = picture.copy()
    for row in reading.sets:
        centres = np.array([reading.tiles[i].quad.mean(axis=0) for i in row]).round().astype(np.int32)
        cv2.polylines(out, [centres], False, ROW_LINE, 1, cv2.LINE_AA)
    for tile in reading.tiles:
        _draw(out, tile)
    for tile in reading.unread:
        _dashed(out, tile.quad)
        _label(out, tile.quad, "?", UNREAD_INK)
    return out


def _draw(out: NDArray[np.uint8], tile: PlacedTile) -> None:
    corners = tile.quad.round().astype(np.int32)
    if tile.confidence >= UNSURE:
        cv2.polylines(out, [corners], True, SURE_LINE, 1 if _size(tile.quad) < 60 else 2, cv2.LINE_AA)
    else:
        _dashed(out, tile.quad)
    cv2.line(out, _point(tile.quad[0]), _point(tile.quad[1]), (255, 255, 255), 1, cv2.LINE_AA)
    name = str(tile.tile) if tile.confidence >= UNSURE else f"{tile.tile}? {tile.confidence:.0%}"
    _label(out, tile.quad, name, INK[tile.tile.colour] if tile.tile.colour else JOKER_INK)


def _dashed(out: NDArray[np.uint8], quad: NDArray[np.float32]) -> None:
    for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        for start in np.linspace(0, 1, 5)[:-1]:
            cv2.line(
                out, _point(a + (b - a) * start), _point(a + (b - a) * (start + 0.14)), UNSURE_LINE, 2, cv2.LINE_AA
            )


def _label(out: NDArray[np.uint8], quad: NDArray[np.float32], name: str, ink: tuple[int, int, int]) -> None:
    """Draws the tile's name on a white ground at its lower edge."""
    scale = float(np.clip(_size(quad) / 70, 0.32, 1.2))
    (width, height), _ = cv2.getTextSize(name, FONT, scale, 1)
    x, y = (quad[2] + quad[3]) / 2
    corner = (int(x - width / 2), int(y + height / 2))
    cv2.rectangle(
        out, (corner[0] - 1, corner[1] - height - 2), (corner[0] + width + 1, corner[1] + 3), (255, 255, 255), -1
    )
    cv2.putText(out, name, corner, FONT, scale, ink, 1, cv2.LINE_AA)


def _size(quad: NDArray[np.float32]) -> float:
    """The tile's width in pixels."""
    return float(np.linalg.norm(quad[1] - quad[0]))


def _point(at: NDArray[np.floating]) -> tuple[int, int]:
    return round(float(at[0])), round(float(at[1]))
