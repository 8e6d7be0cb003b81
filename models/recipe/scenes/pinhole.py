"""A pinhole camera over a table plane: x to the right, y towards the camera, z up; unit: a tile's width."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.recipe.scenes.arrays import Bytes, Generator, Points


@dataclass
class Pinhole:
    """`pitch` from straight above (radians), focal length in pixels, distance to the table's middle in tile widths."""

    width: int
    height: int
    pitch: float
    focal: float
    distance: float
    roll: float

    @classmethod
    def draw_lots(cls, rng: Generator, size: tuple[int, int], tile_px: float, rack: bool = False) -> "Pinhole":
        """A camera that shows a tile in the middle about `tile_px` wide."""
        pitch = rng.choice(
            [rng.uniform(0, 0.12), rng.uniform(0.1, 0.6), rng.uniform(0.5, 0.9), rng.uniform(0.8, 1.08)],
            p=[0.3, 0.34, 0.2, 0.16],
        )
        if rack:
            pitch *= 0.5
        focal = max(size) * rng.uniform(0.75, 1.7)
        roll = rng.normal(0, 0.05) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi)
        return cls(*size, float(pitch), float(focal), float(focal / tile_px), float(roll))

    @property
    def pixels(self) -> float:
        """How many pixels wide a tile in the middle of the table is."""
        return self.focal / self.distance

    def project(self, points: Points) -> Points:
        """World points (..., 3) to pixels (..., 2)."""
        c, s = np.cos(self.roll), np.sin(self.roll)
        x = points[..., 0] * c - points[..., 1] * s
        y = points[..., 0] * s + points[..., 1] * c
        z = points[..., 2]
        depth = self.distance - y * np.sin(self.pitch) - z * np.cos(self.pitch)
        depth = np.maximum(depth, self.distance * 0.08)  # what is behind the camera is never drawn
        down = y * np.cos(self.pitch) - z * np.sin(self.pitch)
        return np.stack([self.focal * x / depth + self.width / 2, self.focal * down / depth + self.height / 2], -1)

    def depth(self, x: float, y: float) -> float:
        """How far a point of the table is from the camera."""
        return float(self.distance - (x * np.sin(self.roll) + y * np.cos(self.roll)) * np.sin(self.pitch))

    def view_of_plane(self, top: Bytes, span: float) -> Bytes:
        """The table top (S, S, 3), `span` tile widths wide and mirrored beyond, as the camera sees it."""
        side = top.shape[0]
        world = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], float) * 2
        texture = ((world[:, :2] / span + 0.5) * side).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(texture, self.project(world).astype(np.float32))
        return np.asarray(
            cv2.warpPerspective(top, matrix, (self.width, self.height), borderMode=cv2.BORDER_REFLECT), np.uint8
        )


def turned(half_width: float, half_height: float, x: float, y: float, angle: float) -> Points:
    """Corners (4, 2) of a turned rectangle: top-left, top-right, bottom-right, bottom-left."""
    c, s = np.cos(angle), np.sin(angle)
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [half_width, half_height]
    return np.asarray(box @ np.array([[c, s], [-s, c]]) + [x, y])
