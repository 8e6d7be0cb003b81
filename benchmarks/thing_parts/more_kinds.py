"""What lies, falls and moves on a table, and what light and lens do, kind by kind."""

from collections.abc import Iterator

import cv2
import numpy as np

from benchmarks.thing_parts import sprites
from benchmarks.thing_parts.kind import comes_with_hand, free, kind, under_a_hand, wait
from benchmarks.thing_parts.scene import Scene, Tile


@kind("cat walks over and away")
def _cat(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    scene.things.append(cat := sprites.cat(0, 300))
    for step in range(60):
        cat.off = (-250.0 + 30 * min(step, 25) + 30 * max(0, step - 35), 6 * np.sin(step))
        yield
    scene.things.clear()


@kind("phone put down")
def _phone(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    yield from comes_with_hand(scene, sprites.book(*free(scene, 90, 160), 80, 150, (24, 24, 26), 14.0))


@kind("glasses put down")
def _glasses(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    x, y = free(scene, 200, 240)
    yield from comes_with_hand(scene, sprites.glasses(x, y + 50))


def _face_down(scene: Scene, x: float, y: float) -> Tile:
    """A tile that lies face down, its middle there."""
    one = scene.tiles[0]
    middle = one.quad.mean(axis=0)
    return Tile(one.name, one.quad, -1, (x - float(middle[0]), y - float(middle[1])), is_face_down=True)


@kind("tile falls face down")
def _falls(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.lying.append(_face_down(scene, *free(scene, 120, 120)))
    yield


@kind("pool is laid out face down")
def _pool(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    wide, high = np.linalg.norm(np.diff(scene.tiles[0].quad[:3], axis=0), axis=1)
    x, y = free(scene, round(8 * wide), round(4 * high))
    scene.things.append(hand := sprites.arm())
    yield from wait(0.5)
    scene.lying += [
        _face_down(scene, x + 1.6 * wide * column, y + 1.4 * high * row)
        for column in range(-2, 3)
        for row in (-1, 0, 1)
    ]
    yield from wait(0.5)
    scene.things.remove(hand)


@kind("hand lifts a set and puts it back")
def _lifts(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    lifted = [tile for tile in scene.lying if tile.set == 0]
    scene.things.append(hand := sprites.arm())
    yield from wait(0.5)
    for tile in lifted:
        scene.lying.remove(tile)
    yield from wait(1.0)
    scene.lying += lifted
    yield from wait(0.4)
    scene.things.remove(hand)


@kind("a set is pushed by a sleeve")
def _pushed(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.things.append(hand := sprites.arm())
    for step in range(6):
        for tile in scene.lying:
            if tile.set == 0:
                tile.off = (3.0 * step, 2.0 * step)
        yield
    scene.things.remove(hand)


@kind("curtains and sun")
def _curtains(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    for number in range(120):
        strength = 0.35 * (0.5 + 0.5 * np.sin(number / 9)) + 0.05 * np.sin(number / 2)
        scene.light = sprites.glow(strength, 500 + 60 * np.sin(number / 7), 300, 380, (0.8, 0.95, 1.0)) * 0.85
        yield


@kind("lamp dims")
def _dims(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    for step in range(50):
        scene.light = 1.0 - 0.008 * step
        yield


@kind("candle")
def _candle(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    level = 0.2
    for _ in range(120):
        level = float(np.clip(level + rng.normal(0, 0.03), 0.1, 0.3))
        scene.light = sprites.glow(level, 900, 250, 350, (0.6, 0.85, 1.0)) * 0.8
        yield


@kind("television")
def _television(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    tint = np.ones(3)
    for number in range(120):
        if number % 7 == 0:
            tint = 1 + rng.uniform(-0.3, 0.3, 3)
        scene.light = sprites.glow(0.15, 0, 360, 600, tuple(tint)) * 0.9
        yield


@kind("autofocus breathes")
def _focus(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    for number in range(100):
        scene.blur = 1.6 * max(0.0, float(np.sin(number / 12)))
        turn = cv2.getRotationMatrix2D((640, 360), 0, 1 + 0.004 * scene.blur)
        scene.view = turn
        yield
    scene.blur, scene.view = 0.0, None


@kind("exposure steps")
def _exposure(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    for number in range(100):
        scene.light = (1.0, 0.85, 0.7, 0.9)[number // 15 % 4]
        yield


@kind("shelf trembles")
def _trembles(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    for _ in range(100):
        x, y = rng.uniform(-3, 3, 2)
        scene.view = np.array([[1, 0, x], [0, 1, y]])
        yield
    scene.view = None


@kind("steam")
def _steam(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    scene.things.clear()  # where it happens again and again the bowl stays where it is
    x, y = free(scene, 200, 200)
    scene.things.append(sprites.disc(x, y, 60, (60, 60, 160), (220, 220, 220)))
    rises = rng.normal(0, 1, (720, 1280)).astype(np.float32)
    rises = cv2.GaussianBlur(rises, (0, 0), 25) * 120
    near = np.exp(-(((np.arange(1280, dtype=np.float32) - x) / 70) ** 2))
    for number in range(100):
        moved = np.roll(rises, -9 * number, 0)
        scene.light = (1 + np.clip(moved, -0.5, 1.0) * 0.06 * near)[..., None]
        yield
    scene.light = 1.0


@kind("fly")
def _fly(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    scene.things.append(fly := sprites.spot(640, 360))
    for number in range(100):
        if number % 4 == 0:
            fly.off = (float(rng.integers(-500, 500)), float(rng.integers(-300, 300)))
        yield
    scene.things.clear()


@kind("cup over one tile")
def _cup(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    x, y = scene.tiles[-1].corners.mean(axis=0)
    yield from comes_with_hand(scene, sprites.disc(int(x), int(y), 40, (150, 90, 60), (200, 190, 180)))


@kind("a tile is taken away")
def _taken(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    yield from under_a_hand(scene, lambda: scene.lying.remove(scene.tiles[-1]))
