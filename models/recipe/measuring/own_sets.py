"""Made-up sets of tiles, as one family's own, to be taught from one picture: laid out in rows, and as tables.

Four kinds are hard or impossible for a general network: strange jokers; inks hard to tell apart, on bodies of another
colour; small figures; and editions whose design and font are held out. Plain sets are included, which must not get
worse.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from models.recipe.editions.bodies import Body
from models.recipe.editions.faces import Edition
from models.recipe.editions.figures import Figure
from models.recipe.editions.fonts import fonts_for
from models.recipe.measuring.own_jokers import JOKERS, drawn
from models.recipe.scenes.arrays import Bytes, Generator, Ink, hsv
from models.recipe.tops import BARE
from referee.tiles import JOKER, Colour, Tile
from vision.reading.detections import COLOURS

SIZE = (1280, 720)
"""Width and height of a picture, in pixels."""
LARGER = 2
"""Factor by which a picture is drawn larger before it is reduced."""
TILE_WIDTH = 66.0
"""Width of a tile in pixels of the reduced picture."""
BODIES = {"wood": (34, 0.35, 0.82), "grey": (30, 0.03, 0.62), "pink": (345, 0.2, 0.95), "black": (230, 0.1, 0.12)}
Row = list[Tile]
Label = dict[str, object]


@dataclass
class OwnEdition(Edition):
    """An edition whose joker is one of own_jokers; "": it keeps its own joker."""

    joker: str = ""

    def _draw(self, tile: Tile, variant: int) -> Bytes:
        if not tile.is_joker or not self.joker:
            return super()._draw(tile, variant)
        blank = np.clip(self.body.blank(), 0, 255).astype(np.uint8)
        seed = self.jokers[0][1]
        face = drawn(self.joker, blank, seed, self.inks, self.body.colour, self.figure.font)
        return self.body.lit(np.asarray(face, np.float32))


def own_editions(count: int, seed: int) -> Iterator[tuple[str, Edition]]:
    """The editions of each kind, `count` of each, with the name of their kind."""
    for number in range(count):
        for place, joker in enumerate(JOKERS):
            rng = np.random.default_rng((seed, 1, number, place))
            yield f"joker {joker}", _plain(rng, joker)
        for place, body in enumerate(BODIES):
            rng = np.random.default_rng((seed, 2, number, place))
            yield f"inks on {body}", _close_inks(rng, body)
        for place, size in enumerate((0.25, 0.3, 0.4)):
            rng = np.random.default_rng((seed, 3, number, place))
            edition = _plain(rng, "")
            yield "small figures", replace(edition, figure=replace(edition.figure, size=size, style="plain"))
        for place in range(4):
            rng = np.random.default_rng((seed, 4, number, place))
            yield "never trained", _own(Edition.draw_lots(rng, fonts_for(True), held_out=True))
        for place in range(3):
            yield "plain", _plain(np.random.default_rng((seed, 5, number, place)), "")


def _own(edition: Edition, joker: str = "") -> OwnEdition:
    return OwnEdition(edition.body, edition.inks, edition.figure, edition.print, edition.jokers, joker=joker)


def _plain(rng: Generator, joker: str) -> OwnEdition:
    edition = Edition.draw_lots(rng, fonts_for(True), only="plastic+plain+orange+amber+jester")
    figure: Figure = replace(edition.figure, size=max(edition.figure.size, 0.34))
    return _own(replace(edition, figure=figure), joker)


def _close_inks(rng: Generator, body: str) -> OwnEdition:
    """Red and orange near each other, blue and black too, on a body of another colour."""
    edition = _plain(rng, "")
    hue, colour, light = BODIES[body]
    paper = hsv(hue + rng.normal(0, 4), colour, light)
    made: Body = replace(edition.body, kind="wood" if body == "wood" else "plastic", colour=paper, side=paper)
    dark = body == "black"
    inks: dict[str, Ink] = {
        "k": hsv(40, 0.05, 0.95) if dark else hsv(220, 0.2, 0.12),
        "r": hsv(rng.uniform(-2, 6), 0.9, 0.9 if dark else 0.75),
        "b": hsv(215, 0.6, 0.95) if dark else hsv(225, 0.8, rng.uniform(0.35, 0.5)),
        "o": hsv(rng.uniform(20, 28), 0.9, 0.98 if dark else 0.88),
    }
    return replace(edition, body=made, inks=inks)


# the arrangement of the tiles


def in_order() -> list[Row]:
    """The rows of all faces, as a player lays them to teach a set."""
    return [[Tile(colour, number) for number in range(1, 14)] for colour in COLOURS] + [[JOKER, JOKER]]


def as_table(rng: Generator) -> list[Row]:
    """Every face once, in runs and groups, with four jokers among them."""
    groups = [int(n) for n in rng.choice(np.arange(1, 14), 4, replace=False)]
    sets: list[Row] = [[Tile(colour, n) for colour in rng.permutation(np.array(COLOURS, object))] for n in groups]
    for colour in COLOURS:
        sets += _runs(colour, [n for n in range(1, 14) if n not in groups])
    for place in rng.choice(len(sets), 4, replace=False):
        sets[place].append(JOKER)
    return [sets[k] for k in rng.permutation(len(sets))]


def _runs(colour: Colour, numbers: list[int]) -> list[Row]:
    parts: list[Row] = []
    for n in numbers:
        if not parts or parts[-1][-1].number != n - 1 or len(parts[-1]) == 5:
            parts.append([])
        parts[-1].append(Tile(colour, n))
    return parts


def laid_out(rng: Generator, edition: Edition, rows: list[Row], ordered: bool = False) -> tuple[Bytes, Label]:
    """A picture (720, 1280, 3) BGR of the rows, each as straight as a person lays it, and its labels.

    `ordered`: each row by itself on a line; otherwise they share lines.
    """
    unit = TILE_WIDTH * LARGER
    placed = _placed(rng, edition, rows, ordered)
    canvas = _top(rng)
    labels: list[Label] = []
    sets: list[list[int]] = []
    turn = 0.0 if ordered else float(rng.choice([0.0, np.pi]) + rng.normal(0, 0.03))
    middle = np.array(SIZE) * LARGER / 2
    view = _view(rng, turn, middle)
    for row, places in zip(rows, placed, strict=True):
        sets.append(list(range(len(labels), len(labels) + len(row))))
        for tile, (x, y, lean) in zip(row, places, strict=True):
            quad = _through(view, _corners(edition, lean) * unit + np.array([x, y]) * unit + middle)
            face = np.dstack([edition.face(tile, int(rng.integers(2))), edition.alpha])
            _paste(canvas, face, quad)
            is_inside = bool((quad >= 0).all() and (quad <= np.array(SIZE) * LARGER).all())
            labels.append({"tile": str(tile), "quad": np.round(quad / LARGER, 2).tolist(), "inside": is_inside})
    picture = cv2.resize(canvas, SIZE, interpolation=cv2.INTER_AREA)
    return np.asarray(picture[..., ::-1], np.uint8), {"tiles": labels, "sets": sets}


def _placed(rng: Generator, edition: Edition, rows: list[Row], ordered: bool) -> list[list[tuple[float, float, float]]]:
    """The centre of each tile, in tile widths from the picture's centre, and its angle."""
    lines: list[list[int]] = []
    for index, row in enumerate(rows):
        if not lines or ordered or sum(len(rows[k]) + 0.8 for k in lines[-1]) + len(row) > 15:
            lines.append([])
        lines[-1].append(index)
    pitch = edition.aspect * 1.1 + 0.12 if len(lines) <= 6 else edition.aspect * 1.05
    placed: dict[int, list[tuple[float, float, float]]] = {}
    for at, line in enumerate(lines):
        x = -(sum(len(rows[k]) * 1.03 + 0.8 for k in line) - 0.8) / 2 + 0.5
        y = (at - (len(lines) - 1) / 2) * pitch
        for k in line:
            placed[k] = [
                (x + i * 1.03 + rng.normal(0, 0.008), y + rng.normal(0, 0.012), rng.normal(0, 0.012))
                for i in range(len(rows[k]))
            ]
            x += len(rows[k]) * 1.03 + 0.8
    return [placed[k] for k in range(len(rows))]


def _top(rng: Generator) -> Bytes:
    top = _kept_top(int(rng.integers(6)))
    h, w = SIZE[1] * LARGER, SIZE[0] * LARGER
    return np.array(cv2.resize(np.tile(top, (2, 3, 1))[: h // 2, : w // 2], (w, h), interpolation=cv2.INTER_CUBIC))


@cache
def _kept_top(seed: int) -> Bytes:
    """A bare table top, because only the set is measured, not its surroundings."""
    rng = np.random.default_rng(seed)
    return np.clip(BARE[seed % len(BARE)](rng), 0, 255).astype(np.uint8)


def _view(rng: Generator, turn: float, middle: np.ndarray) -> np.ndarray:
    c, s = np.cos(turn), np.sin(turn)
    turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, 1, 0], [rng.normal(0, 2e-5), rng.normal(0, 4e-5), 1]])
    to_middle = np.array([[1, 0, middle[0]], [0, 1, middle[1]], [0, 0, 1]])
    return np.asarray(to_middle @ lean @ turned @ np.linalg.inv(to_middle))


def _corners(edition: Edition, lean: float) -> np.ndarray:
    c, s = np.cos(lean), np.sin(lean)
    x, y = 0.5, edition.aspect / 2
    return np.array([[-x, -y], [x, -y], [x, y], [-x, y]]) @ np.array([[c, s], [-s, c]])


def _through(view: np.ndarray, points: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), view)[0])


def _paste(canvas: Bytes, face: Bytes, quad: np.ndarray) -> None:
    """Draws a face (H, W, 4) on the canvas, with a small shadow around it."""
    h, w = face.shape[:2]
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 12, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 13, [canvas.shape[1], canvas.shape[0]])
    if x1 <= x0 or y1 <= y0:
        return
    frm = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    matrix = cv2.getPerspectiveTransform(frm, (quad - [x0, y0]).astype(np.float32))
    shown = cv2.warpPerspective(face, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_AREA).astype(np.float32)
    alpha = shown[..., 3:] / 255
    part = canvas[y0:y1, x0:x1].astype(np.float32)
    shade = cv2.GaussianBlur(np.roll(alpha[..., 0], (5, 4), (0, 1)), (0, 0), 5)[..., None]
    part *= 1 - 0.45 * shade
    canvas[y0:y1, x0:x1] = np.clip(part * (1 - alpha) + shown[..., :3] * alpha, 0, 255)
