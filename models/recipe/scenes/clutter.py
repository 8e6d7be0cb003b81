"""Objects beside the tiles: racks, cups, boxes, chips and parts of other games, none of them a tile. Also hands that
reach into the picture, over tiles and objects.
"""

import cv2
import numpy as np

from models.recipe.scenes.arrays import Floats, Generator, Ink, Points, any_colour, hsv, mixed, pale_colour
from models.recipe.scenes.canvas import IN_FRONT, Canvas, Pinhole, turned
from models.recipe.scenes.lines import Laid
from models.recipe.things import Thing
from models.recipe.things.sheet import Fonts, Sheet

Place = tuple[float, float]


def draw_things(
    rng: Generator,
    canvas: Canvas,
    camera: Pinhole,
    laid: list[Laid],
    things: tuple[Thing, ...],
    fonts: Fonts,
    count: int,
) -> None:
    """Draws this many objects beside the tiles, never upon them; without tiles, all over the table."""
    tiles = np.array([[tile.x, tile.y] for tile in laid]).reshape(-1, 2)
    reach = 0.62 * max(camera.width, camera.height) / camera.pixels
    for _ in range(count):
        group = things[int(rng.integers(len(things)))](rng, fonts)
        scale = float(np.exp(rng.uniform(-0.45, 0.45)))
        for sheet in group:
            sheet.width, sheet.x, sheet.y = sheet.width * scale, sheet.x * scale, sheet.y * scale
        angle = rng.normal(0, 0.25) if rng.random() < 0.5 else rng.uniform(-np.pi, np.pi)
        at = _free(rng, tiles, group, reach, angle)
        for sheet in group if at else ():
            assert at is not None
            canvas.lay(rng, camera, sheet, at, float(angle))


def _free(rng: Generator, tiles: "np.ndarray", group: list[Sheet], reach: float, angle: float) -> Place | None:
    """A place where no object of the group touches a tile."""
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s], [s, c]])
    middles = np.array([[sheet.x, sheet.y] for sheet in group]) @ turn.T
    halves = np.array([[sheet.width, sheet.height] for sheet in group]) / 2 + 0.95
    for _ in range(14):
        at = rng.uniform(-reach, reach, 2) * ([1, 0.8] if len(tiles) else [0.75, 0.55])
        if not len(tiles):
            return float(at[0]), float(at[1])
        away = np.abs((tiles[:, None] - middles - at) @ turn)
        if (away > halves).any(axis=2).all():
            return float(at[0]), float(at[1])
    return None


def draw_furniture(rng: Generator, canvas: Canvas, camera: Pinhole, laid: list[Laid], count: int) -> None:
    """Plain racks, cups, boxes and chips around the tiles."""
    reach = max((max(abs(tile.x), abs(tile.y)) for tile in laid), default=2.0) + 1.5
    for _ in range(count):
        angle, far = rng.uniform(0, 2 * np.pi), reach * rng.uniform(1.0, 1.7)
        at = (float(far * np.cos(angle)), float(far * np.sin(angle)))
        kind = rng.random()
        if kind < 0.4:
            size = (float(rng.uniform(3, 9)), float(rng.uniform(0.5, 1.6)))
            draw_box(rng, canvas, camera, at, size, float(rng.uniform(0.2, 1.8)), any_colour(rng))
        elif kind < 0.65:
            _cup(rng, canvas, camera, at)
        elif kind < 0.8:
            size = (float(rng.uniform(0.5, 2.5)), float(rng.uniform(0.5, 3.5)))
            draw_box(rng, canvas, camera, at, size, 0.03, pale_colour(rng))
        else:
            for _ in range(int(rng.integers(1, 12))):
                centre = camera.project(np.array([at[0] + rng.normal(0, 1.2), at[1] + rng.normal(0, 1.2), 0.1]))
                r = max(2, int(camera.pixels * rng.uniform(0.2, 0.5)))
                cv2.circle(canvas.picture, (int(centre[0]), int(centre[1])), r, any_colour(rng), -1, cv2.LINE_AA)


def draw_rack(rng: Generator, canvas: Canvas, camera: Pinhole, laid: list[Laid], aspect: float) -> None:
    """The rack behind tiles that stand on it."""
    xs, ys = [tile.x for tile in laid], [tile.y for tile in laid]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    size = (max(xs) - min(xs) + rng.uniform(1.5, 4), max(ys) - min(ys) + aspect * rng.uniform(1.1, 1.5))
    colour = any_colour(rng) if rng.random() < 0.6 else hsv(rng.uniform(15, 35), 0.5, rng.uniform(0.2, 0.7))
    draw_box(rng, canvas, camera, middle, size, 0.02, colour, angle=0.0)
    lip = mixed(colour, (0, 0, 0), 0.3)
    thick = camera.pixels * rng.uniform(0.02, 0.12)
    for y in sorted({round(v, 0) for v in ys}):
        half, low = size[0] / 2, y + aspect / 2
        ends = camera.project(np.array([[middle[0] - half, low, 0], [middle[0] + half, low, 0]]))
        canvas.fill(
            np.array([ends[0] - [0, thick], ends[1] - [0, thick], ends[1] + [0, thick], ends[0] + [0, thick]]), lip
        )


def draw_box(
    rng: Generator,
    canvas: Canvas,
    camera: Pinhole,
    at: Place,
    size: Place,
    height: float,
    colour: Ink,
    angle: float | None = None,
) -> None:
    """A box that lies on the table."""
    angle = rng.uniform(-np.pi, np.pi) if angle is None else angle
    flat = turned(size[0] / 2, size[1] / 2, *at, angle)
    low, high = (camera.project(np.column_stack([flat, np.full(4, z)])) for z in (0.0, height))
    canvas.fill(np.concatenate([low, high]), mixed(colour, (0, 0, 0), float(rng.uniform(0.2, 0.55))))
    canvas.fill(high, colour)


def _cup(rng: Generator, canvas: Canvas, camera: Pinhole, at: Place) -> None:
    r, tall = rng.uniform(0.8, 2.2), rng.uniform(0.3, 3.5)
    ring = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    low, high, inner = (
        camera.project(np.column_stack([at[0] + q * np.cos(ring), at[1] + q * np.sin(ring), np.full(24, z)]))
        for q, z in ((r * 0.85, 0.0), (r, tall), (r * 0.88, tall * 0.98))
    )
    colour = pale_colour(rng) if rng.random() < 0.6 else any_colour(rng)
    canvas.fill(np.concatenate([low, high]), mixed(colour, (0, 0, 0), 0.25))
    canvas.fill(high, colour)
    canvas.fill(inner, any_colour(rng))


def draw_hand(rng: Generator, canvas: Canvas) -> None:
    """A forearm, at times in a sleeve, and a hand from an edge."""
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
        tip = palm + ahead * size * rng.uniform(0.7, 1.35)
        cv2.line(mask, _px(palm), _px(tip), 1.0, max(3, int(size * rng.uniform(0.2, 0.28))))
    soft = _blurred(mask, size * 0.12)
    shade = (0.6 + 0.4 * soft)[..., None] * (1 + 0.05 * rng.standard_normal((h, w, 1), np.float32))
    dark = _blurred(np.roll(mask, (int(size * 0.15), int(size * 0.1)), (0, 1)), size * 0.15)
    canvas.picture *= 1 - 0.45 * dark[..., None]
    cover = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None]
    canvas.picture += (cover * (skin * shade - canvas.picture)).astype(np.float32)
    canvas.owner[mask > 0.5] = IN_FRONT
    if rng.random() < 0.5:
        _sleeve(rng, canvas, palm + back * size * rng.uniform(1.2, 2.5), edge, int(size * 1.2))


def _sleeve(rng: Generator, canvas: Canvas, start: Points, end: Points, thick: int) -> None:
    mask = np.zeros(canvas.owner.shape, np.uint8)
    cv2.line(mask, _px(start), _px(end), 255, thick)
    colour = np.array(hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.05, 0.9)), np.float32)
    canvas.picture[mask > 0] = colour * rng.uniform(0.85, 1.1)
    canvas.owner[mask > 0] = IN_FRONT


def _blurred(mask: Floats, sigma: float) -> Floats:
    """A wide blur, made on a quarter of the size."""
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / 4), mask.shape[::-1]), np.float32)


def _px(point: Points) -> tuple[int, int]:
    return int(point[0]), int(point[1])
