"""Kinds that were thought of when all others ended right: sun and mains light, small things, tiles that change."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from benchmarks.thing_parts import sprites
from benchmarks.thing_parts.kind import comes_with_hand, free, kind, over, under_a_hand, wait
from benchmarks.thing_parts.scene import Floats, Scene, Thing, Tile

Y, X = np.mgrid[: sprites.HEIGHT, : sprites.WIDTH].astype(np.float32)
PAPER = (238, 242, 244)


def _bars(shift: float, depth: float) -> Floats:
    """The sharp shadow of a window's bars: factors (H, W, 1)."""
    lit = ((X + 0.4 * Y + shift) % 300 > 60).astype(np.float32)
    return np.asarray(1 - depth * (1 - cv2.GaussianBlur(lit, (0, 0), 3))[..., None], np.float32)


@kind("window's shadow creeps")
def _creeps(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    for step in range(150):
        scene.light = _bars(0.5 * step, 0.5 * min(1, step / 30))
        yield


@kind("window's shadow is there at once")
def _sun_comes(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.light = _bars(0, 0.55)
    yield from wait(3)


def _leaves(rng: np.random.Generator) -> Floats:
    """Where the leaves of a tree keep the sun off, more than the picture on all sides."""
    drawn = cv2.GaussianBlur(rng.normal(0, 1, (900, 1500)).astype(np.float32), (0, 0), 22)
    return np.asarray(cv2.GaussianBlur((drawn > 0.6 * drawn.std()).astype(np.float32), (0, 0), 4), np.float32)


@kind("leaves' shadows in the wind")
def _wind(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    leaves = _leaves(rng)
    for number in range(120):
        right, down = round(60 + 25 * np.sin(number / 4)), round(60 + 12 * np.sin(number / 2.7))
        scene.light = (1 - 0.35 * leaves[down : down + 720, right : right + 1280])[..., None]
        yield


@kind("leaves' shadows come and go")
def _cloud(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    scene.light = (1 - 0.45 * _leaves(rng)[60:780, 60:1340])[..., None]
    yield from wait(10)
    scene.light = 1.0


@kind("sun patch burns out the last set")
def _patch(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    (x, y), patch = over(scene), np.zeros(X.shape, np.float32)
    corners = np.array([[x - 200, y - 90], [x + 40, y - 110], [x + 90, y + 100], [x - 150, y + 120]], np.int32)
    cv2.fillConvexPoly(patch, corners, 1.0)
    scene.light = (1 + 0.7 * cv2.GaussianBlur(patch, (0, 0), 3))[..., None]
    yield from wait(8)
    scene.light = 1.0


@kind("fan's shadow")
def _fan(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    for number in range(120):
        scene.light = sprites.shade(0.3, 640 + 640 * float(np.sin(number / 2.5)), 160)
        yield


@kind("mains light in bands")
def _mains(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    for number in range(120):
        scene.light = (1 + 0.12 * np.sin(2 * np.pi * (Y / 360 + 0.13 * number)))[..., None]
        yield
    scene.light = 1.0


@kind("warm lamp for daylight")
def _warm(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.light = np.broadcast_to(np.array([0.62, 0.86, 1.08], np.float32), (720, 1280, 3))
    yield from wait(2)


@kind("light falls to a third")
def _falls_dark(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.light = 0.35
    yield from wait(2)


@kind("camera sags")
def _sags(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    for step in range(200):
        scene.view = cv2.getRotationMatrix2D((640, 360), 0.006 * step, 1.0)
        scene.view[:, 2] += (0.05 * step, 0.12 * step)
        yield


@kind("camera zooms")
def _zooms(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    for step in range(11):
        scene.view = cv2.getRotationMatrix2D((640, 360), 0, 1 + 0.012 * step)
        yield


@kind("torn pictures")
def _torn(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    grey = sprites.sheet(640, 560, 1290, 330, 0.0, printed=False)
    grey.pixels[:] = 128
    for number in range(120):
        scene.things[:] = [grey] if number % 13 == 5 else []
        yield
    scene.things.clear()


def _small(name: str, draw: Callable[[Thing, int, int, float, float], None]) -> None:
    """A small thing is put down; `draw` draws it at a point, for tiles so wide and so high."""

    @kind(f"{name} put down")
    def put(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
        yield from wait(1)
        (x, y), thing = free(scene, 160, 140), Thing(*sprites.empty())
        width, height = np.sort(np.linalg.norm(np.diff(scene.tiles[0].quad[:3], axis=0), axis=1))
        draw(thing, x, y, float(width), float(height))
        yield from comes_with_hand(scene, sprites.turned(thing, x, y, 10.0))
        yield from wait(6)


def _box(thing: Thing, x: int, y: int, width: float, height: float) -> None:
    corner, other = (round(x - width / 2), round(y - height / 2)), (round(x + width / 2), round(y + height / 2))
    cv2.rectangle(thing.alpha, corner, other, 1.0, -1)
    cv2.rectangle(thing.pixels, corner, other, PAPER, -1)


def _dots(thing: Thing, places: list[tuple[float, float]], radius: int, colour: tuple[int, int, int]) -> None:
    for x, y in places:
        cv2.circle(thing.pixels, (round(x), round(y)), radius, colour, -1)


def _domino(thing: Thing, x: int, y: int, width: float, height: float) -> None:
    _box(thing, x, y, 1.1 * width, 1.3 * height)
    _dots(
        thing, [(x - width / 4, y - height / 3), (x + width / 4, y - height / 6), (x, y + height / 4)], 3, (20, 20, 20)
    )


def _dice(thing: Thing, x: int, y: int, width: float, height: float) -> None:
    for across in (-30, 30):
        _box(thing, x + across, y, 28, 28)
        _dots(thing, [(x + across + 6 * n, y + 6 * n) for n in (-1, 0, 1)], 3, (20, 20, 20))


def _card(thing: Thing, x: int, y: int, width: float, height: float) -> None:
    _box(thing, x, y, 2.2 * width, 2.3 * height)
    _dots(
        thing,
        [(x + a * width / 2, y + b * height / 1.6) for a, b in ((-1, -1), (1, -1), (-1, 1), (1, 1))],
        8,
        (40, 40, 200),
    )


def _coins(thing: Thing, x: int, y: int, width: float, height: float) -> None:
    for place, radius, colour in (((x - 40, y), 17, (60, 120, 180)), ((x + 5, y + 15), 19, (170, 175, 180))):
        cv2.circle(thing.alpha, place, radius, 1.0, -1)
        _dots(thing, [place], radius, colour)


_small("eraser", lambda thing, x, y, width, height: _box(thing, x, y, 1.1 * width, 1.1 * height))
_small("domino", _domino)
_small("dice", _dice)
_small("playing card", _card)
_small("coins", _coins)


@kind("tiles on a rack, seen from behind")
def _rack(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    width, height = np.sort(np.linalg.norm(np.diff(scene.tiles[0].quad[:3], axis=0), axis=1))
    (x, y), thing = free(scene, round(9 * width), round(1.5 * height)), Thing(*sprites.empty())
    for number in range(-3, 4):
        _box(thing, round(x + number * 1.1 * width), y, width, height)
    yield from comes_with_hand(scene, thing)
    yield from wait(6)


def _handled(scene: Scene, change: Callable[[], None]) -> Iterator[None]:
    yield from wait(1)
    yield from under_a_hand(scene, change, 0.7)


@kind("two tiles change places")
def _exchanged(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    one, other = scene.tiles[0], next(tile for tile in scene.tiles if tile.set != scene.tiles[0].set)
    x, y = (float(part) for part in other.quad.mean(axis=0) - one.quad.mean(axis=0))

    def change() -> None:
        one.off, other.off = (x, y), (-x, -y)

    yield from _handled(scene, change)


@kind("a set moves across the table")
def _across(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    moved: list[Tile] = [tile for tile in scene.lying if tile.set == 0]
    quads = np.concatenate([tile.quad for tile in moved])
    low, high = quads.min(axis=0), quads.max(axis=0)
    to = np.array(free(scene, *(round(float(side)) for side in high - low))) - (low + high) / 2

    def change() -> None:
        for tile in moved:
            tile.off = float(to[0]), float(to[1])

    yield from _handled(scene, change)


@kind("the last set is laid tile by tile")
def _one_by_one(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    last = [tile for tile in scene.lying if tile.set == max(one.set for one in scene.tiles)]
    for tile in last:
        scene.lying.remove(tile)
    for tile in last:
        yield from _handled(scene, lambda tile=tile: scene.lying.append(tile))  # type: ignore[misc]
