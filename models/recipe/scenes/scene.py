"""A made-up picture of a table and the objects on it, drawn in layers from far to near."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.recipe.editions.faces import Edition
from models.recipe.scenes.arrays import Bytes, Floats, Generator, Ink, Points, between, mixed
from models.recipe.scenes.canvas import IN_FRONT, NOBODY, Canvas, Label, Pinhole, labels, signed_area, turned
from models.recipe.scenes.clutter import draw_furniture, draw_hand, draw_rack, draw_things
from models.recipe.scenes.lines import Laid
from models.recipe.scenes.subjects import SIZES, Subject
from models.recipe.seeing.effects import as_seen
from models.recipe.things import HELD_OUT_THINGS, THINGS, Thing

TILE_GLOSS = 0.9
"""Strength of a tile's reflections of lamps, 0 to 1."""
VARIANTS = 2**16
"""Number of appearances of a tile: an edition has two jokers, and may have many photographs of one tile."""
LEAST_AREA = 60
"""Area in square pixels below which a face is not drawn."""


@dataclass(frozen=True)
class Stock:
    """The ingredients of scenes: editions, fonts, table tops, further objects; and whether they are held out."""

    editions: tuple[Edition, ...]
    fonts: tuple[str, ...]
    tops: tuple[Bytes, ...]
    held_out: bool = False
    things: tuple[Thing, ...] = ()


def make_scene(rng: Generator, stock: Stock, kind: str) -> tuple[Bytes, Label]:
    """A picture (H, W, 3) RGB uint8, and its labels as the photographs have them."""
    edition = stock.editions[int(rng.integers(len(stock.editions)))]
    subject = Subject.draw_lots(rng, edition.aspect, kind)
    size = SIZES[subject.size]
    camera = Pinhole.draw_lots(rng, size, subject.tile_px, subject.on_rack)
    canvas = _empty(rng, camera, stock.tops, subject)
    things = HELD_OUT_THINGS if stock.held_out else (*THINGS, *stock.things)
    if subject.on_rack:
        draw_rack(rng, canvas, camera, subject.laid, edition.aspect)
    draw_furniture(rng, canvas, camera, subject.laid, subject.furniture)
    draw_things(rng, canvas, camera, subject.laid, things, stock.fonts, subject.things)
    _cast_shadows(rng, canvas, camera, edition, subject.laid)
    backs = [_with_alpha(edition.back(), edition)] if any(not t.face_up for t in subject.laid) else []
    for index in _far_to_near(camera, subject.laid):
        _draw_tile(rng, canvas, camera, edition, subject.laid[index], index, backs)
    if rng.random() < subject.hands:
        draw_hand(rng, canvas)
    return as_seen(rng, canvas.picture, canvas.gloss), labels(canvas, edition, subject.laid)


def _empty(rng: Generator, camera: Pinhole, tops: tuple[Bytes, ...], subject: Subject) -> Canvas:
    """The bare table; its edge, and the floor beyond it, are often in the picture."""
    picture = _seen_top(rng, camera, tops)
    shape = picture.shape[:2]
    if rng.random() < (0.6 if subject.home else 0.12):
        floor = _seen_top(rng, camera, tops) * np.float32(rng.uniform(0.3, 0.9))
        mask = np.zeros(shape, np.float32)
        half = subject.reach + rng.uniform(-1, 5, 2)
        corners = turned(half[0], half[1], rng.normal(0, 1), rng.normal(0, 1), rng.normal(0, 0.3))
        edge = camera.project(np.column_stack([corners, np.zeros(4)]))
        cv2.fillConvexPoly(mask, np.clip(edge, -8000, 8000).astype(np.int32), 1.0, cv2.LINE_AA)
        picture = np.asarray(floor + (picture - floor) * mask[..., None], np.float32)
    light = np.array([rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.8, 2.0)])
    gloss = np.full((*shape, 1), rng.uniform(0.0, 1.0), np.float32)
    return Canvas(picture, np.full(shape, NOBODY, np.int16), gloss, light / np.linalg.norm(light))


def _seen_top(rng: Generator, camera: Pinhole, tops: tuple[Bytes, ...]) -> Floats:
    top = np.rot90(tops[int(rng.integers(len(tops)))], int(rng.integers(4)))
    if rng.random() < 0.3:
        top = top[..., rng.permutation(3)]
    return camera.view_of_plane(np.ascontiguousarray(top), between(rng, 8, 45)).astype(np.float32)


def _far_to_near(camera: Pinhole, laid: list[Laid]) -> list[int]:
    return sorted(range(len(laid)), key=lambda i: (laid[i].level, -camera.depth(laid[i].x, laid[i].y)))


def _corners(edition: Edition, tile: Laid, height: float) -> Points:
    flat = turned(0.5, edition.aspect / 2, tile.x, tile.y, tile.angle)
    return np.column_stack([flat, np.full(4, height)])


def _cast_shadows(rng: Generator, canvas: Canvas, camera: Pinhole, edition: Edition, laid: list[Laid]) -> None:
    """Darkens the table beside the tiles, on the side away from the light, and where they touch it."""
    h, w = canvas.owner.shape
    mask = np.zeros((h // 2, w // 2), np.uint8)
    reach = -canvas.light[:2] / canvas.light[2] * max(edition.thickness, 0.05) * rng.uniform(0.2, 1.6)
    for tile in laid:
        ground = _corners(edition, tile, 0.0)
        away = ground + np.array([reach[0], reach[1], 0.0])
        outline = cv2.convexHull(camera.project(np.concatenate([ground, away])).astype(np.float32))
        cv2.fillConvexPoly(mask, (np.clip(outline, -8000, 8000) / 2).astype(np.int32), 255)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.6, camera.pixels * rng.uniform(0.01, 0.08))), np.uint8)
    share = np.float32(rng.uniform(0.1, 0.75) / 255)
    canvas.picture *= 1 - share * cv2.resize(mask, (w, h))[..., None].astype(np.float32)


def _draw_tile(
    rng: Generator, canvas: Canvas, camera: Pinhole, edition: Edition, tile: Laid, index: int, backs: list[Bytes]
) -> None:
    low, high = tile.level * edition.thickness, (tile.level + 1) * edition.thickness
    if camera.depth(tile.x, tile.y) < 0.2 * camera.distance:
        return
    foot = camera.project(_corners(edition, tile, low))
    quad = camera.project(_corners(edition, tile, high)).astype(np.float32)
    h, w = canvas.owner.shape
    if (quad.max(axis=0) < 0).any() or quad[:, 0].min() > w or quad[:, 1].min() > h:
        return
    if abs(signed_area(quad)) < LEAST_AREA:
        return
    _draw_sides(canvas, edition, tile, foot, quad)
    face = _with_alpha(edition.face(tile.tile, int(rng.integers(VARIANTS))), edition) if tile.face_up else backs[0]
    canvas.paste(face, quad, 1 + rng.normal(0, 0.025), index if tile.face_up else IN_FRONT, TILE_GLOSS)
    if tile.face_up:
        canvas.quads[index] = quad


def _with_alpha(face: Bytes, edition: Edition) -> Bytes:
    return np.dstack([face, edition.alpha])


def _draw_sides(canvas: Canvas, edition: Edition, tile: Laid, foot: Points, quad: Floats) -> None:
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        side = np.array([quad[a], quad[b], foot[b], foot[a]])
        if signed_area(side) <= 0:  # turned away from the camera
            continue
        outward = tile.angle + (-np.pi / 2, 0, np.pi / 2, np.pi)[a]
        facing = float(np.cos(outward) * canvas.light[0] + np.sin(outward) * canvas.light[1])
        shade = float(np.clip(0.68 + 0.26 * facing, 0.35, 1.0))
        colour: Ink = mixed(edition.body.side, (0, 0, 0), 1 - shade)
        canvas.fill(side, colour, IN_FRONT)
