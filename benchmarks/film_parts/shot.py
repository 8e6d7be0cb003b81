"""A drawn table: tiles with thickness and shadows, lit by a lamp, seen by an oblique pinhole camera."""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import cv2
import numpy as np

from benchmarks.film_parts.film import HEIGHT, WIDTH
from benchmarks.film_parts.prints import PX, SIDE, TOPS
from models import CLASSIFIER
from models.recipe.editions.faces import Edition
from models.recipe.editions.fonts import font_files
from models.recipe.editions.photographed import PhotographedEdition, Shots
from models.recipe.photographs import HELD_OUT, outline_to_quad, top_first
from models.recipe.scenes.arrays import mixed
from models.recipe.scenes.canvas import IN_FRONT, NOBODY, Canvas, Label, Pinhole, labels, signed_area, turned
from models.recipe.scenes.lines import Laid
from models.recipe.seeing.light import LAMP, LUMINANCE, to_light, to_picture
from vision.reading.detect.infer import Network

Array = np.ndarray
Rng = np.random.Generator
FINER = 2
"""Factor by which pictures are drawn larger than they are stored."""
PHOTOS = Path(__file__).resolve().parents[2].parent / "shared" / "photos"
BEST = 4
"""Number of photographs of a tile, the largest, that serve as faces of a box."""
SCREEN = -9
"""Owner of the pixels that shine by themselves."""
AMBIENT, SHADE = 0.4, 0.5
"""Share of ambient light, and share of all light that a shadow removes."""


@cache
def photographed() -> Shots:
    """Faces cut from photographs that no network is trained with."""
    names, shots = Network(CLASSIFIER), Shots()
    for path in sorted(PHOTOS.glob("*.jpg")):
        tiles = json.loads(path.with_suffix(".json").read_text())["tiles"] if path.name.startswith(HELD_OUT) else []
        tiles = [tile for tile in tiles if tile.get("inside", True)]
        if tiles:
            picture = np.asarray(cv2.imread(str(path)))
            quads = [outline_to_quad(tile["polygon"]) for tile in tiles]
            found = top_first(names, picture, quads, [tile["tile"] for tile in tiles])
            named = [(tile["tile"], quad) for tile, quad in zip(tiles, found, strict=True) if quad is not None]
            shots.cut(picture[..., ::-1], [name for name, _ in named], np.array([quad for _, quad in named]))
    for faces in shots.faces.values():
        faces.sort(key=lambda face: -face.shape[1])
        del faces[BEST:]
    return shots


def box_of(rng: Rng, real: bool) -> Edition:
    """A box of tiles: with photographed faces, or drawn."""
    if real:
        return PhotographedEdition.of_shots(rng, font_files(), photographed())
    return Edition.draw_lots(rng, font_files(), only="plastic+orange+amber")


@dataclass(frozen=True)
class Shot:
    """A table before its camera: `lamp` (3) in tile widths, `warm` 0 to 1, `gloss` of its `top` (SIDE, SIDE, 3)."""

    top: Array
    gloss: float
    box: Edition
    variant: int
    camera: Pinhole
    lamp: Array
    warm: float

    @classmethod
    def draw_lots(cls, rng: Rng, top: str, real: bool) -> "Shot":
        """A random shot of a table top, with a camera 35 to 62° aslant that sees a tile in the middle 30 to 36 pixels
        wide."""
        draw, gloss = TOPS[top]
        focal, pixels = WIDTH * rng.uniform(0.85, 1.2), rng.uniform(31, 36)
        size = FINER * WIDTH, FINER * HEIGHT
        pitch = float(np.radians(rng.uniform(35, 62)))
        camera = Pinhole(*size, pitch, FINER * focal, focal / pixels, float(rng.normal(0, 0.03)))
        lamp = np.array([rng.uniform(-18, 18), rng.uniform(-22, 4), rng.uniform(26, 42)])
        box = box_of(rng, real)
        return cls(draw(rng), gloss, box, int(rng.integers(BEST)), camera, lamp, float(rng.uniform(0.1, 0.6)))

    @property
    def eye(self) -> Array:
        """The camera's position."""
        c, s, up = np.cos(self.camera.roll), np.sin(self.camera.roll), np.sin(self.camera.pitch)
        return self.camera.distance * np.array([up * s, up * c, np.cos(self.camera.pitch)])

    @cached_property
    def bare(self) -> Array:
        """The bare table top as the camera sees it, (H, W, 3) RGB."""
        return self.camera.view_of_plane(self.top, SIDE / PX).astype(np.float32)

    @cached_property
    def light(self) -> tuple[Array, Array]:
        """The light that falls on each pixel's place (H, W, 3), and the lamp's reflection (H, W, 1)."""
        corners = np.array([[-40, -40, 0], [40, -40, 0], [40, 40, 0], [-40, 40, 0]], float) / 4
        seen = self.camera.project(corners).astype(np.float32)
        back = cv2.getPerspectiveTransform(seen, corners[:, :2].astype(np.float32))
        y, x = np.mgrid[0 : self.camera.height : 4, 0 : self.camera.width : 4]
        u, v, w = (back[k, 0] * x + back[k, 1] * y + back[k, 2] for k in range(3))
        place = np.stack([u / w, v / w, np.zeros_like(u)], -1)
        ways = [to - place for to in (self.lamp, self.eye)]
        far = np.linalg.norm(ways[0], axis=-1, keepdims=True)
        to_lamp, to_eye = (way / np.linalg.norm(way, axis=-1, keepdims=True) for way in ways)
        half = to_lamp + to_eye
        mirror = (half[..., 2:] / np.linalg.norm(half, axis=-1, keepdims=True)) ** 220
        direct = to_lamp[..., 2:] * (self.lamp[2] / far) ** 2
        tint = (LAMP**self.warm / float(LAMP**self.warm @ LUMINANCE))[::-1]
        light = 0.95 * (AMBIENT + (1 - AMBIENT) * direct * tint)
        size = self.camera.width, self.camera.height
        return cv2.resize(light, size).astype(np.float32), cv2.resize(mirror, size)[..., None].astype(np.float32)

    def canvas(self) -> Canvas:
        """The bare table, on which objects are laid."""
        shape = self.bare.shape[:2]
        gloss = np.full((*shape, 1), self.gloss, np.float32)
        return Canvas(self.bare.copy(), np.full(shape, NOBODY, np.int16), gloss, self.lamp / np.linalg.norm(self.lamp))

    def lay(self, canvas: Canvas, laid: list[Laid]) -> None:
        """Lays tiles with their shadows, the farthest first."""
        thick = self.box.thickness
        feet = [np.column_stack([turned(0.5, self.box.aspect / 2, t.x, t.y, t.angle), np.zeros(4)]) for t in laid]
        self.shade(canvas, [np.concatenate([foot, self.shadow_of(foot + [0, 0, thick])]) for foot in feet])
        for index in sorted(range(len(laid)), key=lambda i: -self.camera.depth(laid[i].x, laid[i].y)):
            self.stand(canvas, feet[index], feet[index] + [0, 0, thick])
            quad = self.camera.project(feet[index] + [0, 0, thick]).astype(np.float32)
            face = np.dstack([self.box.face(laid[index].tile, self.variant), self.box.alpha])
            canvas.paste(face, quad, 1.0, index, 0.12)
            canvas.quads[index] = quad

    def shadow_of(self, points: Array) -> Array:
        """The shadow that a standing object throws on the table."""
        down = points[:, 2:] / (self.lamp[2] - points[:, 2:])
        return np.column_stack([points[:, :2] + (points[:, :2] - self.lamp[:2]) * down, np.zeros(len(points))])

    def shade(self, canvas: Canvas, outlines: list[Array], soft: float = 0.05) -> None:
        """Darkens the table in shadows; `soft`: width of their edges, in tile widths."""
        mask = np.zeros(canvas.owner.shape, np.float32)
        for outline in outlines:
            hull = cv2.convexHull(self.camera.project(outline).astype(np.float32))
            cv2.fillConvexPoly(mask, np.clip(hull, -8000, 8000).astype(np.int32), 1.0, cv2.LINE_AA)
        soft_mask = cv2.GaussianBlur(mask, (0, 0), max(1.0, soft * self.camera.pixels))
        canvas.picture *= (1 - SHADE * soft_mask[..., None]).astype(np.float32)

    def stand(self, canvas: Canvas, foot: Array, head: Array) -> None:
        """Draws the sides of a block that the camera sees."""
        low, high = self.camera.project(foot), self.camera.project(head)
        for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
            side = np.array([high[a], high[b], low[b], low[a]])
            outward = (foot[a] + foot[b]) / 2 - foot.mean(axis=0)
            lit = float(outward[:2] @ canvas.light[:2] / np.linalg.norm(outward[:2]))
            if signed_area(side) > 0:
                canvas.fill(
                    side, mixed(self.box.body.side, (0, 0, 0), float(np.clip(0.36 - 0.3 * lit, 0.08, 0.62))), IN_FRONT
                )

    def taken(self, rng: Rng, canvas: Canvas) -> Array:
        """The camera's picture, (HEIGHT, WIDTH, 3) BGR, with fresh noise."""
        light, mirror = self.light
        shines = (canvas.owner == SCREEN)[..., None]
        codes = np.clip(canvas.picture, 0, 255).astype(np.uint8)
        seen = to_light(codes) * np.where(shines, 1.1, light) + np.where(shines, 0.0, canvas.gloss * mirror)
        seen = cv2.resize(seen.astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        seen = cv2.GaussianBlur(seen, (0, 0), 0.55)
        noisy = seen + rng.normal(0, 1, seen.shape) * np.sqrt(np.maximum(seen, 0) * 1.2e-4 + 4e-6)
        return to_picture(noisy[..., ::-1])

    def labelled(self, canvas: Canvas, laid: list[Laid]) -> Label:
        """The picture's labels, in the form of every film."""
        label = labels(canvas, self.box, laid)
        for tile in label["tiles"]:  # type: ignore[attr-defined]
            tile["quad"] = (np.array(tile["quad"]) / FINER).round(1).tolist()
        return label


FINGERS = ((-1.5, 1.4), (-0.75, 0.25), (-0.05, 0.0), (0.65, 0.3), (1.25, 0.9))
"""Each finger's tip, beside and behind the hand's, in tile widths; the thumb first."""
SKINS = ((214, 160, 130), (150, 102, 76), (232, 184, 158))


def reach_in(rng: Rng, canvas: Canvas, target: Array, start: Array, unit: float) -> None:
    """An arm in a sleeve and a hand over the table; `unit`: a tile's width in pixels."""
    hand, sleeve = _limbs(rng, canvas.owner.shape, target, start, unit)
    mask = np.maximum(hand, sleeve)
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    deep = cv2.distanceTransform((small > 127).astype(np.uint8), cv2.DIST_L2, 5)
    most = cv2.GaussianBlur(cv2.dilate(deep, np.ones((int(0.3 * unit) | 1,) * 2, np.uint8)), (0, 0), 0.08 * unit)
    size = mask.shape[::-1]
    bulge = cv2.resize(np.sqrt(np.clip(deep / np.maximum(most, 1), 0, 1)), size)[..., None]
    dark = cv2.GaussianBlur(np.roll(small, (int(0.2 * unit), int(-0.16 * unit)), (0, 1)), (0, 0), 0.09 * unit)
    canvas.picture *= (1 - 0.5 / 255 * cv2.resize(dark, size)[..., None]).astype(np.float32)
    rough = cv2.resize(rng.normal(0, 1, (180, 320)).astype(np.float32), size)[..., None]
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))], np.float32) * (1 + 0.025 * rough)
    colour = np.where(sleeve[..., None] > 0, rng.uniform(30, 190, 3).astype(np.float32) * (1 + 0.06 * rough), skin)
    cover = cv2.GaussianBlur(mask, (0, 0), 1.2)[..., None].astype(np.float32) / 255
    canvas.picture += cover * (colour * (0.45 + 0.55 * bulge) - canvas.picture)
    canvas.owner[mask > 127] = IN_FRONT


def _limbs(rng: Rng, shape: tuple[int, ...], target: Array, start: Array, unit: float) -> tuple[Array, Array]:
    """Masks (H, W) of a hand with its arm, and of a sleeve."""
    hand, sleeve = (np.zeros(shape, np.uint8) for _ in range(2))
    back = (start - target) / np.linalg.norm(start - target)
    beside = np.array([-back[1], back[0]])
    lines = [(target + 3.2 * unit * back, start, 1.9), (target + 4.2 * unit * back, start, 2.1)]
    for off, long in FINGERS:
        tip = target + unit * (long * back + (off + rng.normal(0, 0.06)) * beside)
        lines.append((tip, target + unit * (2.4 * back + 0.72 * off * beside), 0.65))
    for a, b, wide in lines:
        cv2.line(hand, a.astype(int).tolist(), b.astype(int).tolist(), 255, int(wide * unit), cv2.LINE_AA)
    palm = (target + 2.9 * unit * back).astype(int).tolist()
    turn = float(np.degrees(np.arctan2(back[1], back[0])))
    cv2.ellipse(hand, palm, (int(1.5 * unit), int(1.25 * unit)), turn, 0, 360, 255, -1)
    cuff = (target + 7.2 * unit * back).astype(int).tolist()
    cv2.line(sleeve, cuff, start.astype(int).tolist(), 255, int(2.7 * unit))
    return hand, sleeve
