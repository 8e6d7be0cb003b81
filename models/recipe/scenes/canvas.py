"""The picture while it is drawn: faces and sheets are pasted into it, and the owner of each pixel is recorded.

The camera over the table is a pinhole. From the owners come labels in the form that the photographs have.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from models.recipe.editions.faces import Edition
from models.recipe.scenes.arrays import Bytes, Floats, Generator, Ink, Points
from models.recipe.scenes.lines import Laid
from models.recipe.things.sheet import Sheet

NOBODY, IN_FRONT = -1, -2
FINER = 1.25
"""Resolution, relative to the picture, to which a texture is reduced before it is warped, against aliasing."""
Label = dict[str, object]
WHOLE = 0.86
"""Share of a face that must be visible for it to count as whole."""


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
        """Width in pixels of a tile in the middle of the table."""
        return self.focal / self.distance

    def project(self, points: Points) -> Points:
        """World points (..., 3) to pixels (..., 2)."""
        c, s = np.cos(self.roll), np.sin(self.roll)
        x = points[..., 0] * c - points[..., 1] * s
        y = points[..., 0] * s + points[..., 1] * c
        z = points[..., 2]
        depth = self.distance - y * np.sin(self.pitch) - z * np.cos(self.pitch)
        depth = np.maximum(depth, self.distance * 0.08)  # points behind the camera are never drawn
        down = y * np.cos(self.pitch) - z * np.sin(self.pitch)
        return np.stack([self.focal * x / depth + self.width / 2, self.focal * down / depth + self.height / 2], -1)

    def depth(self, x: float, y: float) -> float:
        """Distance of points of the table from the camera."""
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


@dataclass
class Canvas:
    """The picture, the owner of each pixel (a tile's index or one of the two constants above), gloss, and the light's
    direction.
    """

    picture: Floats
    owner: NDArray[np.int16]
    gloss: Floats
    light: Points
    quads: dict[int, Floats] = field(default_factory=dict)

    def paste(self, texture: Bytes, quad: Floats, shade: float, owner: int, gloss: float) -> None:
        """Warps a texture (H, W, 4) onto a quadrilateral of the picture."""
        h, w = self.owner.shape
        x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
        x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, (w, h))
        if x1 <= x0 or y1 <= y0:
            return
        layer = _shrunk(texture, quad)
        lh, lw = layer.shape[:2]
        corners = np.array([[0, 0], [lw, 0], [lw, lh], [0, lh]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(corners, quad.astype(np.float32) - np.array([x0, y0], np.float32))
        warped = cv2.warpPerspective(layer, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
        cover = warped[..., 3:].astype(np.float32) / 255
        region = self.picture[y0:y1, x0:x1]
        region += cover * (warped[..., :3] * np.float32(shade) - region)
        self.owner[y0:y1, x0:x1][cover[..., 0] > 0.5] = owner
        self.gloss[y0:y1, x0:x1][cover[..., 0] > 0.5] = gloss

    def fill(self, outline: Points, colour: Ink, owner: int | None = None) -> None:
        """Draws a convex shape of one colour."""
        places = (np.clip(outline, -8000, 8000) * 8).astype(np.int32)
        cv2.fillConvexPoly(self.picture, cv2.convexHull(places), [float(c) for c in colour], cv2.LINE_AA, 3)
        if owner is not None:
            cv2.fillConvexPoly(self.owner, cv2.convexHull((places / 8).astype(np.int32)), owner)

    def lay(self, rng: Generator, camera: Pinhole, sheet: Sheet, at: tuple[float, float], angle: float) -> None:
        """Draws an object on the table, with its sides and its shadow."""
        c, s = float(np.cos(angle)), float(np.sin(angle))
        x, y = at[0] + sheet.x * c - sheet.y * s, at[1] + sheet.x * s + sheet.y * c
        flat = turned(sheet.width / 2, sheet.height / 2, x, y, angle + sheet.angle)
        if min(camera.depth(px, py) for px, py in flat) < 0.25 * camera.distance:
            return
        foot, top = (camera.project(np.column_stack([flat, np.full(4, z)])) for z in (0.0, sheet.thickness))
        self.shadow(foot, float(rng.uniform(0.1, 0.5)), camera.pixels * (0.06 + sheet.thickness * 0.2))
        if sheet.thickness > 0.04:
            tone = sheet.texture[..., :3].reshape(-1, 3).mean(axis=0) * rng.uniform(0.45, 0.8)
            self.fill(np.concatenate([foot, top]), (int(tone[0]), int(tone[1]), int(tone[2])))
        self.paste(sheet.texture, top.astype(np.float32), 1.0, NOBODY, sheet.gloss)

    def shadow(self, outline: Points, strength: float, softness: float) -> None:
        """Darkens the table around a standing object."""
        h, w = self.owner.shape
        pad = int(3 * softness) + 2
        x0, y0 = np.clip(np.floor(outline.min(axis=0)).astype(int) - pad, 0, (w, h))
        x1, y1 = np.clip(np.ceil(outline.max(axis=0)).astype(int) + pad, 0, (w, h))
        if x1 <= x0 or y1 <= y0:
            return
        mask = np.zeros((y1 - y0, x1 - x0), np.float32)
        cv2.fillConvexPoly(mask, cv2.convexHull((outline - [x0, y0]).astype(np.int32)), 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), max(0.8, softness))
        self.picture[y0:y1, x0:x1] *= 1 - np.float32(strength) * mask[..., None]


def _shrunk(texture: Bytes, quad: Floats) -> Bytes:
    h, w = texture.shape[:2]
    across = max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[3]))
    down = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
    size = int(np.clip(FINER * across, 6, w)), int(np.clip(FINER * down, 8, h))
    return np.asarray(cv2.resize(texture, size, interpolation=cv2.INTER_AREA), np.uint8)


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
