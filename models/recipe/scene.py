"""A made-up picture of a table and what lies on it, drawn in layers from far to near."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from models.recipe import layouts
from models.recipe.camera import Camera, turned
from models.recipe.clutter import draw_clutter, draw_hand
from models.recipe.effects import as_seen
from models.recipe.faces import WIDTH, Edition, Generator
from models.recipe.layouts import Laid

SIZES = ((960, 720), (960, 544), (768, 768), (720, 960), (896, 640))
BARE = 0.05
"""Share of pictures with no tile at all."""


@dataclass
class Canvas:
    """The picture while it is drawn, who owns each pixel (-1: nobody, -2: something in front), and its gloss."""

    picture: np.ndarray
    owner: np.ndarray
    gloss: np.ndarray
    light: np.ndarray
    quads: dict[int, np.ndarray] = field(default_factory=dict)


def make_scene(
    rng: Generator, fonts: tuple[str, ...], tops: tuple[np.ndarray, ...]
) -> tuple[np.ndarray, dict[str, object]]:
    """A picture (H, W, 3) RGB uint8, and its labels as the photographs have them."""
    edition = Edition.draw_lots(rng, fonts)
    size = SIZES[int(rng.integers(len(SIZES)))]
    smallest, largest = (17, 105) if rng.random() < 0.85 else (90, 300)
    tile_px = float(np.exp(rng.uniform(np.log(smallest), np.log(largest))))
    laid, on_rack = _layout(rng, edition.aspect, size, tile_px)
    camera = Camera.draw_lots(rng, size, tile_px, on_rack)
    canvas = _empty(rng, camera, tops[int(rng.integers(len(tops)))])
    draw_clutter(rng, canvas, camera, laid, edition, on_rack)
    _cast_shadows(rng, canvas, camera, edition, laid)
    for index in _far_to_near(camera, laid):
        _draw_tile(rng, canvas, camera, edition, laid[index], index)
    if rng.random() < 0.12:
        draw_hand(rng, canvas)
    seen = as_seen(rng, canvas.picture, canvas.gloss)
    return seen, labels(canvas, edition, laid)


def labels(canvas: Canvas, edition: Edition, laid: list[Laid]) -> dict[str, object]:
    """Tile, quad, `inside` (whole and uncovered), `visible` and `ink` (shares of face and number seen), and rows."""
    tiles: list[dict[str, object]] = []
    rows: dict[int, list[int]] = {}
    for index, quad in canvas.quads.items():
        ink = _part(quad, edition.ink_box())
        h, w = canvas.owner.shape
        in_frame = bool((quad >= 0).all() and (quad[:, 0] < w).all() and (quad[:, 1] < h).all())
        shown, ink_shown = _seen(canvas.owner, quad, index), _seen(canvas.owner, ink, index)
        rows.setdefault(laid[index].row, []).append(len(tiles))
        tiles.append(
            {
                "tile": str(laid[index].tile),
                "quad": np.round(quad, 1).tolist(),
                "inside": in_frame and shown > 0.86,
                "visible": round(shown, 3),
                "ink": round(ink_shown, 3),
            }
        )
    return {"tiles": tiles, "sets": list(rows.values())}


def _layout(rng: Generator, aspect: float, size: tuple[int, int], tile_px: float) -> tuple[list[Laid], bool]:
    if rng.random() < BARE:
        return (layouts.face_down(rng, [], aspect) if rng.random() < 0.5 else []), False
    room = size[0] * size[1] / tile_px**2 / aspect
    kind = rng.choice(["melds", "grid", "scattered", "heap", "rack"], p=[0.5, 0.1, 0.16, 0.12, 0.12])
    few = rng.random() < 0.15
    if kind == "melds":
        laid = layouts.melds(rng, aspect, int(np.clip(1 if few else room / rng.uniform(9, 22), 1, 30)))
    elif kind == "grid":
        laid = layouts.grid(rng, aspect)
    elif kind == "rack":
        laid = layouts.rack(rng, aspect)
    else:
        count = int(np.clip(1 if few else room / rng.uniform(2.5, 8), 1, 108))
        laid = layouts.scattered(rng, aspect, count) if kind == "scattered" else layouts.heap(rng, aspect, count)
    if rng.random() < 0.25:
        laid += layouts.face_down(rng, laid, aspect)
    middle = np.mean([[tile.x, tile.y] for tile in laid], axis=0) + rng.normal(0, 1.0, 2)
    for tile in laid:
        tile.x, tile.y = tile.x - middle[0], tile.y - middle[1]
    return laid, bool(kind == "rack")


def _empty(rng: Generator, camera: Camera, top: np.ndarray) -> Canvas:
    span = rng.uniform(8, 45)
    top = np.rot90(top, int(rng.integers(4))).astype(np.float32)
    if rng.random() < 0.3:
        top = top[..., rng.permutation(3)]
    picture = camera.view_of_plane(np.ascontiguousarray(top), span).astype(np.float32)
    shape = picture.shape[:2]
    light = np.array([rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.8, 2.0)])
    gloss = np.full((*shape, 1), rng.uniform(0.0, 1.0), np.float32)
    return Canvas(picture, np.full(shape, -1, np.int16), gloss, light / np.linalg.norm(light))


def _far_to_near(camera: Camera, laid: list[Laid]) -> list[int]:
    return sorted(range(len(laid)), key=lambda i: (laid[i].level, -camera.depth(laid[i].x, laid[i].y)))


def _corners(edition: Edition, tile: Laid, height: float) -> np.ndarray:
    flat = turned(0.5, edition.aspect / 2, tile.x, tile.y, tile.angle)
    return np.column_stack([flat, np.full(4, height)])


def _cast_shadows(rng: Generator, canvas: Canvas, camera: Camera, edition: Edition, laid: list[Laid]) -> None:
    """Darkens the table beside the tiles, on the side away from the light, and where they touch it."""
    mask = np.zeros(canvas.owner.shape, np.float32)
    reach = -canvas.light[:2] / canvas.light[2] * edition.thickness * rng.uniform(0.2, 1.6)
    for tile in laid:
        ground = _corners(edition, tile, 0.0)
        away = ground + np.array([reach[0], reach[1], 0.0])
        outline = cv2.convexHull(camera.project(np.concatenate([ground, away])).astype(np.float32))
        cv2.fillConvexPoly(mask, outline.astype(np.int32), 1.0)
    px = camera.focal / camera.distance
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.6, px * rng.uniform(0.02, 0.15)))
    canvas.picture *= 1 - rng.uniform(0.1, 0.75) * mask[..., None]


def _draw_tile(rng: Generator, canvas: Canvas, camera: Camera, edition: Edition, tile: Laid, index: int) -> None:
    low, high = tile.level * edition.thickness, (tile.level + 1) * edition.thickness
    foot = camera.project(_corners(edition, tile, low))
    quad = camera.project(_corners(edition, tile, high)).astype(np.float32)
    h, w = canvas.owner.shape
    if (quad.max(axis=0) < 0).any() or quad[:, 0].min() > w or quad[:, 1].min() > h or _area(quad) < 60:
        return
    shade = 1 + rng.normal(0, 0.025)
    _draw_sides(canvas, edition, tile, foot, quad, index)
    face = edition.face(tile.tile, int(rng.integers(2))) if tile.face_up else edition.back(rng)
    _paste(canvas, face, edition.alpha(), quad, shade, index if tile.face_up else -2)
    if tile.face_up:
        canvas.quads[index] = quad


def _draw_sides(canvas: Canvas, edition: Edition, tile: Laid, foot: np.ndarray, quad: np.ndarray, index: int) -> None:
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        side = np.array([quad[a], quad[b], foot[b], foot[a]], np.float32)
        if _signed_area(side) <= 0:  # turned away from the camera
            continue
        outward = tile.angle + (-np.pi / 2, 0, np.pi / 2, np.pi)[a]
        facing = float(np.cos(outward) * canvas.light[0] + np.sin(outward) * canvas.light[1])
        colour = np.array(edition.body) * np.clip(0.68 + 0.26 * facing, 0.35, 1.0)
        cv2.fillConvexPoly(canvas.picture, (side * 8).astype(np.int32), tuple(float(c) for c in colour), cv2.LINE_AA, 3)
        cv2.fillConvexPoly(canvas.owner, side.astype(np.int32), -2)


def _paste(canvas: Canvas, face: np.ndarray, alpha: np.ndarray, quad: np.ndarray, shade: float, owner: int) -> None:
    """Warps a face into the picture; it is shrunk first, so that small tiles do not alias."""
    h, w = canvas.owner.shape
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, (w, h))
    if x1 <= x0 or y1 <= y0:
        return
    scale = min(
        1.0, 1.25 * max(np.linalg.norm(quad[1] - quad[0]) / WIDTH, np.linalg.norm(quad[3] - quad[0]) / face.shape[0])
    )
    size = (max(6, round(face.shape[1] * scale)), max(8, round(face.shape[0] * scale)))
    layer = cv2.resize(np.dstack([face, alpha]), size, interpolation=cv2.INTER_AREA)
    corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, quad - np.array([x0, y0], np.float32))
    warped = cv2.warpPerspective(layer, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR).astype(np.float32)
    cover = warped[..., 3:] / 255
    region = canvas.picture[y0:y1, x0:x1]
    region += cover * (warped[..., :3] * shade - region)
    canvas.owner[y0:y1, x0:x1][cover[..., 0] > 0.5] = owner
    canvas.gloss[y0:y1, x0:x1][cover[..., 0] > 0.5] = 0.9


def _part(quad: np.ndarray, box: tuple[float, float, float, float]) -> np.ndarray:
    """The corners of a part of a face, given as shares of its width and height."""
    left, top, right, bottom = box

    def at(u: float, v: float) -> np.ndarray:
        return np.asarray((1 - v) * ((1 - u) * quad[0] + u * quad[1]) + v * ((1 - u) * quad[3] + u * quad[2]))

    return np.array([at(left, top), at(right, top), at(right, bottom), at(left, bottom)])


def _seen(owner: np.ndarray, quad: np.ndarray, index: int) -> float:
    """The share of a quadrilateral's pixels (outside the picture too) that belong to tile `index`."""
    whole = max(_area(quad), 1.0)
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


def _signed_area(quad: np.ndarray) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / -2


def _area(quad: np.ndarray) -> float:
    return abs(_signed_area(quad))
