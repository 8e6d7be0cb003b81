"""Draws a check on its photograph: a line around each set, green if valid, red if not, amber if in doubt."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tilewatch.check.one_table import CheckedSet, CheckedTable
from vision.camera import Pixels

GREEN, RED, AMBER = (80, 190, 60), (50, 50, 225), (0, 165, 255)
"""Colours in BGR."""
FONT = cv2.FONT_HERSHEY_SIMPLEX
AROUND = 1.12
"""Size of the line around a set, as a factor of the tiles' extent."""


def drawn_on(pixels: Pixels, table: CheckedTable) -> Pixels:
    """A copy of the photograph, (H, W, 3) BGR, with each set outlined, and its points, or a cross if it is invalid."""
    out = pixels.copy()
    scale = pixels.shape[1] / max(1, table.seen.table.width)
    for one in table.sets:
        quads = np.stack([tile.quad for tile in one.tiles]) * scale
        _outline(out, np.asarray(quads, np.float32), _ink(one), _label(one))
    for unread in table.seen.table.unread:
        _outline(out, np.asarray(unread.quad[None] * scale, np.float32), AMBER, "?")
    return out


def _ink(one: CheckedSet) -> tuple[int, int, int]:
    return AMBER if one.in_doubt else RED if one.faults else GREEN


def _label(one: CheckedSet) -> str:
    return "?" if one.in_doubt else "x" if one.faults else str(one.points)


def _outline(out: Pixels, quads: NDArray[np.float32], ink: tuple[int, int, int], label: str) -> None:
    middles = quads.mean(axis=1, keepdims=True)
    corners = ((quads - middles) * AROUND + middles).reshape(-1, 2)
    wide = float(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1).mean())
    line = max(2, round(wide / 14))
    hull = cv2.convexHull(corners).round().astype(np.int32)
    cv2.polylines(out, [hull], True, ink, line, cv2.LINE_AA)
    x, y = corners[:, 0].max(), corners[:, 1].min()
    size, thick = max(0.5, wide / 45), max(1, line // 2)
    (width, height), _ = cv2.getTextSize(label, FONT, size, thick)
    at = int(x - width / 2), int(y + height / 2)
    cv2.rectangle(out, (at[0] - line, at[1] - height - line), (at[0] + width + line, at[1] + line), ink, -1)
    cv2.putText(out, label, at, FONT, size, (255, 255, 255), thick, cv2.LINE_AA)
