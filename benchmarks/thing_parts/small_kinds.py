"""Small objects that look like tiles, and tiles that change their places."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from benchmarks.thing_parts import sprites
from benchmarks.thing_parts.kind import free, kind, under_a_hand, wait
from benchmarks.thing_parts.kinds import handled, put
from benchmarks.thing_parts.scene import Scene, Thing

PAPER = (238, 242, 244)


def _small(name: str, draw: Callable[[Thing, int, int, float, float], None]) -> None:
    """A small object is put down; `draw` draws it at a point, for tiles of this width and height."""

    def made(scene: Scene) -> Thing:
        (x, y), thing = free(scene, 160, 140), Thing(*sprites.empty())
        draw(thing, x, y, *_size(scene))
        return sprites.turned(thing, x, y, 10.0)

    put(f"{name} put down", made, 6)


def _size(scene: Scene) -> tuple[float, float]:
    """Width and height of a tile."""
    width, height = np.sort(np.linalg.norm(np.diff(scene.tiles[0].quad[:3], axis=0), axis=1))
    return float(width), float(height)


def _box(thing: Thing, x: int, y: int, width: float, height: float) -> None:
    corner, other = (round(x - width / 2), round(y - height / 2)), (round(x + width / 2), round(y + height / 2))
    cv2.rectangle(thing.alpha, corner, other, 1.0, -1)
    cv2.rectangle(thing.pixels, corner, other, PAPER, -1)


def _dots(thing: Thing, places: list[tuple[float, float]], radius: int, colour: sprites.Colour) -> None:
    for x, y in places:
        cv2.circle(thing.pixels, (round(x), round(y)), radius, colour, -1)


def _domino(thing: Thing, x: int, y: int, width: float, height: float) -> None:
    _box(thing, x, y, 1.1 * width, 1.3 * height)
    places = [(x - width / 4, y - height / 3), (x + width / 4, y - height / 6), (x, y + height / 4)]
    _dots(thing, places, 3, (20, 20, 20))


def _dice(thing: Thing, x: int, y: int, width: float, height: float) -> None:
    for across in (-30, 30):
        _box(thing, x + across, y, 28, 28)
        _dots(thing, [(x + across + 6 * n, y + 6 * n) for n in (-1, 0, 1)], 3, (20, 20, 20))


def _card(thing: Thing, x: int, y: int, width: float, height: float) -> None:
    _box(thing, x, y, 2.2 * width, 2.3 * height)
    places = [(x + a * width / 2, y + b * height / 1.6) for a in (-1, 1) for b in (-1, 1)]
    _dots(thing, places, 8, (40, 40, 200))


def _coins(thing: Thing, x: int, y: int, width: float, height: float) -> None:
    for place, radius, colour in (((x - 40, y), 17, (60, 120, 180)), ((x + 5, y + 15), 19, (170, 175, 180))):
        cv2.circle(thing.alpha, place, radius, 1.0, -1)
        _dots(thing, [place], radius, colour)


def _rack(scene: Scene) -> Thing:
    width, height = _size(scene)
    (x, y), thing = free(scene, round(9 * width), round(1.5 * height)), Thing(*sprites.empty())
    for number in range(-3, 4):
        _box(thing, round(x + number * 1.1 * width), y, width, height)
    return thing


def _faces(scene: Scene, thing: Thing, x: int, y: int, rows: int) -> None:
    """Faces of the table's own tiles in rows around a centre, up to seven in a row, in random order."""
    width, height = _size(scene)
    for number, place in enumerate(np.random.default_rng(1).permutation(len(scene.tiles))[: 7 * rows]):
        tile = scene.tiles[place]
        row, column = divmod(number, 7)
        left, top = x + 1.08 * width * (column - 3.5), y + 1.15 * height * (row - rows / 2)
        right, foot = left + width, top + height
        corners = np.array([[left, top], [right, top], [right, foot], [left, foot]], np.float32)
        there = cv2.getPerspectiveTransform(tile.quad, corners)
        face = cv2.warpPerspective(scene.lit, there, (sprites.WIDTH, sprites.HEIGHT))
        mask = cv2.fillConvexPoly(np.zeros(face.shape[:2], np.uint8), corners.astype(np.int32), 1)[..., None] > 0
        thing.pixels = np.where(mask, face, thing.pixels).astype(np.uint8)
        thing.alpha = np.maximum(thing.alpha, mask[..., 0].astype(np.float32))


def _with_faces(colour: sprites.Colour, rows: int, margin: float) -> Callable[[Scene], Thing]:
    """An object of one colour with rows of tiles' faces on it."""

    def made(scene: Scene) -> Thing:
        width, height = _size(scene)
        wide, high = round(8.5 * width), round((1.15 * rows + margin) * height)
        (x, y), thing = free(scene, wide, high), Thing(*sprites.empty())
        cv2.rectangle(thing.alpha, (x - wide // 2, y - high // 2), (x + wide // 2, y + high // 2), 1.0, -1)
        thing.pixels[:] = colour
        _faces(scene, thing, x, y, rows)
        return thing

    return made


def _page(scene: Scene) -> Thing:
    """A phone that shows rows of tiles on a bright page."""
    (x, y), thing = free(scene, 150, 280), sprites.empty()
    phone = Thing(*thing)
    cv2.rectangle(phone.alpha, (x - 70, y - 135), (x + 70, y + 135), 1.0, -1)
    cv2.rectangle(phone.pixels, (x - 64, y - 124), (x + 64, y + 124), (252, 254, 254), -1)
    inks = ((40, 40, 40), (40, 40, 200), (180, 90, 30), (20, 130, 240))
    for row in range(5):
        for column in range(4):
            left, top = x - 58 + 30 * column, y - 116 + 44 * row
            cv2.rectangle(phone.pixels, (left, top), (left + 26, top + 37), (200, 200, 200), 1)
            cv2.putText(
                phone.pixels, str(3 + row + column), (left + 4, top + 25), 0, 0.62, inks[row % 4], 2, cv2.LINE_AA
            )
    return phone


def _exchange(scene: Scene) -> None:
    one, last = scene.tiles[0], scene.tiles[-1]
    other = next((tile for tile in scene.tiles if tile.set != one.set), last)
    x, y = (float(part) for part in other.quad.mean(axis=0) - one.quad.mean(axis=0))
    one.off, other.off = (x, y), (-x, -y)


@kind("a set moves across the table")
def _across(scene: Scene, _: np.random.Generator) -> Iterator[None]:
    moved = [tile for tile in scene.lying if tile.set == 0]
    quads = np.concatenate([tile.quad for tile in moved])
    low, high = quads.min(axis=0), quads.max(axis=0)
    to = np.array(free(scene, *(round(float(side)) for side in high - low))) - (low + high) / 2

    def change() -> None:
        for tile in moved:
            tile.off = float(to[0]), float(to[1])

    yield from wait(1)
    yield from under_a_hand(scene, change, 0.7)


@kind("the last set is laid tile by tile")
def _one_by_one(scene: Scene, _: np.random.Generator) -> Iterator[None]:
    last = [tile for tile in scene.lying if tile.set == max(one.set for one in scene.tiles)]
    for tile in last:
        scene.lying.remove(tile)
    for tile in last:
        yield from wait(1)
        yield from under_a_hand(scene, lambda tile=tile: scene.lying.append(tile), 0.7)  # type: ignore[misc]


_small("eraser", lambda thing, x, y, width, height: _box(thing, x, y, 1.1 * width, 1.1 * height))
_small("domino", _domino)
_small("dice", _dice)
_small("playing card", _card)
_small("coins", _coins)
put("tiles on a rack, seen from behind", _rack, 6)
put("tiles on a rack that face the camera", _with_faces((50, 80, 120), 1, 0.5), 6)
put("a box's lid with printed tiles", _with_faces((40, 40, 160), 2, 1.5), 6)
put("a phone that shows tiles", _page, 6)
handled("two tiles change places", _exchange, 0.7)
