"""Objects on a table that belong to no set: a box's lid, a phone, a rack whose tiles face the camera."""

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw

from benchmarks.film_parts.prints import BOLD, INKS, PX, font
from benchmarks.film_parts.shot import SCREEN, Shot
from models.recipe.scenes.canvas import IN_FRONT, NOBODY, Canvas, turned
from referee.tiles import ALL_TILES, Tile

Array = np.ndarray
Rng = np.random.Generator
Beside = Callable[[Rng, Shot, Canvas], Array]
"""Draws an object on the table; returns the positions (N, 2), in tile widths, where no set may lie."""


def lid(rng: Rng, shot: Shot, canvas: Canvas) -> Array:
    """A box's lid, printed with tiles."""
    art = Image.new("RGB", (9 * PX, 7 * PX), ((30, 60, 140), (150, 30, 40), (236, 190, 40))[int(rng.integers(3))])
    draw = ImageDraw.Draw(art)
    draw.text((0.5 * PX, 0.3 * PX), "RUMMY", (250, 246, 230), font(BOLD, 1.7))
    for row in range(2):
        first, ink = int(rng.integers(1, 9)), list(INKS.values())[int(rng.integers(4))]
        for column in range(5):
            x, y = (0.9 + 1.5 * column) * PX, (2.4 + 2.1 * row) * PX
            draw.rounded_rectangle((x, y, x + 1.2 * PX, y + 1.65 * PX), 8, (248, 244, 232), (120, 110, 100), 2)
            draw.text((x + 0.6 * PX, y + 0.66 * PX), str(first + column), ink, font(BOLD, 1.0), anchor="mm")
    at = np.array([rng.choice([-10.5, 10.5]), rng.uniform(-3, 2)])
    flat = _flat(4.5, 3.5, at, float(rng.normal(0, 0.2)))
    _lie(shot, canvas, np.asarray(art), flat, 1.2, NOBODY)
    return _around(flat)


def phone(rng: Rng, shot: Shot, canvas: Canvas) -> Array:
    """A phone that shows rows of tiles, as this program's page does."""
    page = Image.new("RGB", (180, 380), (22, 22, 24))
    draw = ImageDraw.Draw(page)
    draw.rectangle((8, 12, 172, 368), (250, 250, 248))
    draw.rounded_rectangle((20, 318, 160, 356), 10, (40, 110, 80))
    draw.text((90, 337), "Done", (255, 255, 255), font(BOLD, 0.42), anchor="mm")
    for row in range(6):
        first, ink = int(rng.integers(1, 10)), list(INKS.values())[int(rng.integers(4))]
        for column in range(4):
            x, y = 18 + 37 * column, 24 + 48 * row
            draw.rounded_rectangle((x, y, x + 31, y + 40), 5, (255, 253, 244), (180, 176, 166), 1)
            draw.text((x + 15, y + 19), str(first + column), ink, font(BOLD, 0.42), anchor="mm")
    at = np.array([rng.choice([-9.5, 9.5]), rng.uniform(-2, 4)])
    flat = _flat(1.35, 2.85, at, float(rng.normal(0, 0.3)))
    _lie(shot, canvas, np.asarray(page), flat, 0.3, SCREEN)
    return _around(flat)


class Rack:
    """A rack whose leaning tiles face the camera and change from turn to turn."""

    def __init__(self, rng: Rng, shot: Shot) -> None:
        self._rng, self._shot = rng, shot
        self._at = np.array([rng.choice([-6.0, 6.0]), rng.choice([-8.5, 6.5])])
        self._tiles = [self._drawn() for _ in range(9)]

    @property
    def _flat(self) -> Array:
        return _flat(len(self._tiles) / 2 + 0.4, 0.9, self._at, 0.0)

    @property
    def places(self) -> Array:
        """The positions (N, 2), in tile widths, where no set may lie."""
        return _around(self._flat)

    def change(self) -> None:
        """A turn of its player: two tiles are replaced, at other places, and the rack is pushed a little."""
        self._at = self._at + self._rng.normal(0, 0.12, 2)
        del self._tiles[int(self._rng.integers(len(self._tiles)))], self._tiles[0]
        for _ in range(2):
            self._tiles.insert(int(self._rng.integers(len(self._tiles) + 1)), self._drawn())

    def stand(self, canvas: Canvas) -> None:
        """Draws the rack in its present state."""
        shot, flat, at = self._shot, self._flat, self._at
        shot.shade(canvas, [np.concatenate([flat, shot.shadow_of(flat + [0, 0, 1.4])])], 0.2)
        shot.stand(canvas, flat, flat + [0, 0, 0.35])
        canvas.fill(shot.camera.project(flat + [0, 0, 0.35]), (110, 62, 34), IN_FRONT)
        high = shot.box.aspect
        foot, head = np.array([at[1] + 0.5, 0.35]), np.array([at[1] + 0.5 - 0.5 * high, 0.35 + 0.86 * high])
        for place, tile in enumerate(self._tiles):
            x = at[0] + place - (len(self._tiles) - 1) / 2
            corners = [(x - 0.49, *head), (x + 0.49, *head), (x + 0.49, *foot), (x - 0.49, *foot)]
            seen = shot.camera.project(np.array(corners)).astype(np.float32)
            canvas.paste(np.dstack([shot.box.face(tile, shot.variant), shot.box.alpha]), seen, 0.9, IN_FRONT, 0.1)

    def _drawn(self) -> Tile:
        return ALL_TILES[int(self._rng.integers(53))]


def _flat(wide: float, high: float, at: Array, angle: float) -> Array:
    """Corners (4, 3) on the table of a rectangle of twice this width and height."""
    return np.column_stack([turned(wide, high, float(at[0]), float(at[1]), angle), np.zeros(4)])


def _lie(shot: Shot, canvas: Canvas, art: Array, flat: Array, thick: float, owner: int) -> None:
    """Draws a flat object with its sides and shadow."""
    shot.shade(canvas, [np.concatenate([flat, shot.shadow_of(flat + [0, 0, thick])])], 0.1)
    shot.stand(canvas, flat, flat + [0, 0, thick])
    texture = np.dstack([art, np.full(art.shape[:2], 255, np.uint8)])
    canvas.paste(texture, shot.camera.project(flat + [0, 0, thick]).astype(np.float32), 1.0, owner, 0.3)


def _around(flat: Array) -> Array:
    """Positions within a rectangle and slightly around it."""
    steps = np.linspace(-0.1, 1.1, 9)
    one, other = np.meshgrid(steps, steps)
    across, down = flat[1, :2] - flat[0, :2], flat[3, :2] - flat[0, :2]
    return np.asarray(flat[0, :2] + one.reshape(-1, 1) * across + other.reshape(-1, 1) * down)


BESIDE: dict[str, Beside] = {"lid": lid, "phone": phone}
