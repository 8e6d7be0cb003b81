"""What else stands on a table: racks, cups, boxes, cards, sheets of print, hands. None of it is a tile."""

from typing import TYPE_CHECKING

import cv2
import numpy as np

from models.recipe.camera import Camera, turned
from models.recipe.faces import Edition, Generator, hsv
from models.recipe.layouts import Laid

if TYPE_CHECKING:
    from models.recipe.scene import Canvas


def draw_clutter(
    rng: Generator, canvas: "Canvas", camera: Camera, laid: list[Laid], edition: Edition, on_rack: bool
) -> None:
    """A few things beside (never upon) the tiles; for tiles on a rack, the rack behind them."""
    if on_rack:
        _draw_rack(rng, canvas, camera, laid, edition)
    reach = max((max(abs(tile.x), abs(tile.y)) for tile in laid), default=2.0) + 1.5
    for _ in range(int(rng.choice([0, 1, 2, 5], p=[0.45, 0.25, 0.2, 0.1]))):
        angle, far = rng.uniform(0, 2 * np.pi), reach * rng.uniform(1.0, 1.7)
        at = (far * np.cos(angle), far * np.sin(angle))
        kind = rng.choice(["rack", "cup", "card", "paper", "chip"])
        if kind == "rack":
            _box(
                rng,
                canvas,
                camera,
                at,
                (rng.uniform(3, 9), rng.uniform(0.5, 1.6)),
                rng.uniform(0.2, 1.8),
                _any_colour(rng),
            )
        elif kind == "cup":
            _cup(rng, canvas, camera, at)
        elif kind == "card":
            _box(rng, canvas, camera, at, (rng.uniform(0.5, 2.5), rng.uniform(0.5, 3.5)), 0.03, _pale(rng))
        elif kind == "paper":
            _paper(rng, canvas, camera, at)
        else:
            for _ in range(int(rng.integers(1, 12))):
                near = (at[0] + rng.normal(0, 1.2), at[1] + rng.normal(0, 1.2))
                centre = camera.project(np.array([*near, 0.1]))
                r = camera.focal / camera.distance * rng.uniform(0.2, 0.5)
                cv2.circle(
                    canvas.picture, (int(centre[0]), int(centre[1])), max(2, int(r)), _any_colour(rng), -1, cv2.LINE_AA
                )


def draw_hand(rng: Generator, canvas: "Canvas") -> None:
    """A forearm and a hand from an edge, over whatever lies there."""
    h, w = canvas.owner.shape
    skin = np.array(hsv(rng.uniform(8, 28), rng.uniform(0.25, 0.65), rng.uniform(0.3, 0.95)))
    mask = np.zeros((h, w), np.float32)
    size = min(h, w) * rng.uniform(0.08, 0.2)
    palm = np.array([rng.uniform(0.15, 0.85) * w, rng.uniform(0.15, 0.85) * h])
    edge = palm + np.array([rng.normal(0, 0.4), rng.choice([-1, 1])]) * max(h, w) * 1.2
    back = (edge - palm) / np.linalg.norm(edge - palm)
    cv2.line(mask, _px(palm), _px(edge), 1.0, int(size * rng.uniform(0.6, 0.95)))
    cv2.circle(mask, _px(palm), int(size * 0.55), 1.0, -1)
    for angle in np.linspace(-0.8, 0.8, 5) + rng.normal(0, 0.07, 5):
        c, s = np.cos(angle), np.sin(angle)
        ahead = np.array([-back[0] * c + back[1] * s, -back[0] * s - back[1] * c])
        cv2.line(
            mask,
            _px(palm),
            _px(palm + ahead * size * rng.uniform(0.7, 1.35)),
            1.0,
            max(3, int(size * rng.uniform(0.2, 0.28))),
        )
    soft = cv2.GaussianBlur(mask, (0, 0), size * 0.12)
    shade = (0.6 + 0.4 * soft)[..., None] * (1 + 0.05 * rng.standard_normal((h, w, 1)))
    dark = cv2.GaussianBlur(np.roll(mask, (int(size * 0.15), int(size * 0.1)), (0, 1)), (0, 0), size * 0.15)
    canvas.picture *= 1 - 0.45 * dark[..., None]
    cover = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None]
    canvas.picture += cover * (skin * shade - canvas.picture)
    canvas.owner[mask > 0.5] = -2


def _draw_rack(rng: Generator, canvas: "Canvas", camera: Camera, laid: list[Laid], edition: Edition) -> None:
    xs, ys = [tile.x for tile in laid], [tile.y for tile in laid]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    size = (max(xs) - min(xs) + rng.uniform(1.5, 4), max(ys) - min(ys) + edition.aspect * rng.uniform(1.1, 1.5))
    colour = _any_colour(rng) if rng.random() < 0.6 else hsv(rng.uniform(15, 35), 0.5, rng.uniform(0.2, 0.7))
    _box(rng, canvas, camera, middle, size, 0.02, colour, angle=0.0)
    lip = tuple(float(c * 0.7) for c in colour)
    for y in sorted({round(v, 0) for v in ys}):
        ends = camera.project(
            np.array(
                [
                    [middle[0] - size[0] / 2, y + edition.aspect / 2, 0],
                    [middle[0] + size[0] / 2, y + edition.aspect / 2, 0],
                ]
            )
        )
        cv2.line(
            canvas.picture,
            _px(ends[0]),
            _px(ends[1]),
            lip,
            max(2, int(camera.focal / camera.distance * rng.uniform(0.05, 0.25))),
            cv2.LINE_AA,
        )


def _box(
    rng: Generator,
    canvas: "Canvas",
    camera: Camera,
    at: tuple[float, float],
    size: tuple[float, float],
    height: float,
    colour: tuple[int, int, int],
    angle: float | None = None,
) -> None:
    angle = rng.uniform(-np.pi, np.pi) if angle is None else angle
    flat = turned(size[0] / 2, size[1] / 2, *at, angle)
    low, high = (camera.project(np.column_stack([flat, np.full(4, z)])) for z in (0.0, height))
    around = cv2.convexHull(np.concatenate([low, high]).astype(np.float32)).astype(np.int32)
    cv2.fillConvexPoly(canvas.picture, around, tuple(float(c * rng.uniform(0.45, 0.8)) for c in colour), cv2.LINE_AA)
    cv2.fillConvexPoly(canvas.picture, high.astype(np.int32), tuple(float(c) for c in colour), cv2.LINE_AA)


def _cup(rng: Generator, canvas: "Canvas", camera: Camera, at: tuple[float, float]) -> None:
    r, tall = rng.uniform(0.8, 2.2), rng.uniform(0.3, 3.5)
    ring = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    low, high, inner = (
        camera.project(np.column_stack([at[0] + q * np.cos(ring), at[1] + q * np.sin(ring), np.full(24, z)])).astype(
            np.int32
        )
        for q, z in ((r * 0.85, 0.0), (r, tall), (r * 0.88, tall * 0.98))
    )
    colour = _pale(rng) if rng.random() < 0.6 else _any_colour(rng)
    cv2.fillConvexPoly(
        canvas.picture, cv2.convexHull(np.concatenate([low, high])), tuple(c * 0.75 for c in colour), cv2.LINE_AA
    )
    cv2.fillConvexPoly(canvas.picture, high, tuple(float(c) for c in colour), cv2.LINE_AA)
    cv2.fillConvexPoly(canvas.picture, inner, tuple(float(c) for c in _any_colour(rng)), cv2.LINE_AA)


def _paper(rng: Generator, canvas: "Canvas", camera: Camera, at: tuple[float, float]) -> None:
    """A sheet of print with numbers on it."""
    sheet = np.full((240, 180, 3), _pale(rng), np.uint8)
    for y in range(14, 236, int(rng.integers(12, 40))):
        text = "".join(rng.choice(list("abdeghiknorst 0123456789"), 14))
        cv2.putText(
            sheet,
            text,
            (8, y),
            cv2.FONT_HERSHEY_SIMPLEX,
            rng.uniform(0.3, 1.2),
            _any_colour(rng),
            int(rng.integers(1, 4)),
            cv2.LINE_AA,
        )
    flat = turned(rng.uniform(1.5, 4), rng.uniform(2, 5), *at, rng.uniform(-np.pi, np.pi))
    quad = camera.project(np.column_stack([flat, np.zeros(4)])).astype(np.float32)
    h, w = canvas.owner.shape
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [180, 0], [180, 240], [0, 240]], np.float32), quad)
    warped = cv2.warpPerspective(np.dstack([sheet, np.full((240, 180), 255, np.uint8)]), matrix, (w, h))
    cover = warped[..., 3:] / np.float32(255)
    canvas.picture += cover * (warped[..., :3].astype(np.float32) - canvas.picture)


def _any_colour(rng: Generator) -> tuple[int, int, int]:
    return hsv(rng.uniform(0, 360), rng.uniform(0, 1), rng.uniform(0.05, 0.95))


def _pale(rng: Generator) -> tuple[int, int, int]:
    return hsv(rng.uniform(0, 360), rng.uniform(0, 0.15), rng.uniform(0.75, 1))


def _px(point: np.ndarray) -> tuple[int, int]:
    return int(point[0]), int(point[1])
