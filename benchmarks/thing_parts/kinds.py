"""What happens at a table, kind by kind: each changes the scene, and waits one picture at each `yield`."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from benchmarks.thing_parts import sprites
from benchmarks.thing_parts.scene import Scene, Thing, Tile

Happening = Callable[[Scene, np.random.Generator], Iterator[None]]
KINDS: dict[str, Happening] = {}


def kind(name: str) -> Callable[[Happening], Happening]:
    """Lists a kind by its name."""

    def listed(happening: Happening) -> Happening:
        KINDS[name] = happening
        return happening

    return listed


def wait(seconds: float) -> Iterator[None]:
    """So many seconds pass."""
    for _ in range(round(seconds * 10)):
        yield


def free(scene: Scene, width: int, height: int) -> tuple[int, int]:
    """The middle of a place of this size where no tile lies."""
    best, found = -1.0, (640, 360)
    middles = np.array([tile.corners.mean(axis=0) for tile in scene.tiles] or [[-999.0, -999.0]])
    for y in range(height // 2 + 50, 720 - height // 2 - 49, 30):
        for x in range(width // 2 + 50, 1280 - width // 2 - 49, 30):
            off = np.abs(middles - [x, y]) - [width / 2, height / 2]
            clear = float(off.max(axis=1).min())
            if clear > best:
                best, found = clear, (x, y)
    return found


def over(scene: Scene) -> tuple[int, int]:
    """The middle of the last set."""
    last = max(tile.set for tile in scene.tiles)
    x, y = np.mean([tile.corners.mean(axis=0) for tile in scene.tiles if tile.set == last], axis=0)
    return round(float(x)), round(float(y))


def comes_with_hand(scene: Scene, thing: Thing) -> Iterator[None]:
    """A hand puts a thing there."""
    scene.things.append(hand := sprites.arm())
    yield from wait(0.5)
    scene.things.insert(0, thing)
    yield from wait(0.5)
    scene.things.remove(hand)


# The kinds of the table


@kind("hand at first")
def _hand_first(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    scene.things.append(hand := sprites.arm())
    yield from wait(3)
    for step in range(5):
        hand.off = (0.0, 60.0 * step)
        yield
    scene.things.remove(hand)


def _thing(name: str, make: Callable[[int, int], Thing], size: tuple[int, int]) -> None:
    @kind(f"{name} put down")
    def put(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
        yield from wait(1)
        yield from comes_with_hand(scene, make(*free(scene, *size)))

    @kind(f"{name} comes, is moved, goes")
    def moved(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
        yield from put(scene, rng)
        yield from wait(5)
        scene.things[0].off = (30.0, -24.0)
        yield from wait(5)
        scene.things.clear()


_thing("plate", lambda x, y: sprites.disc(x, y, 150, (240, 242, 244), (215, 220, 225)), (300, 260))
_thing("bowl", lambda x, y: sprites.disc(x, y, 125, (70, 60, 150), (90, 85, 190)), (250, 215))
_thing("print", lambda x, y: sprites.sheet(x, y, 280, 330), (320, 360))


@kind("shadow over a third")
def _shadow(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    for step in range(10):
        scene.light = sprites.shade(0.45, 100 + 35.0 * step, 430)
        yield


@kind("arm sways at the edge")
def _sway(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    scene.things.append(arm := sprites.arm((-380.0, 190.0)))
    for number in range(120):
        arm.off = (-380.0 + 3 * np.sin(number / 3), 190.0 + 2 * np.cos(number / 4))
        yield


@kind("player sorts at the edge")
def _sorts(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from sorts(scene, 330 if over(scene)[0] > 640 else 950, rng)


def sorts(scene: Scene, x: int, rng: np.random.Generator) -> Iterator[None]:
    """A rack lies at the upper edge, its middle at `x`, and a hand sorts it for ever."""
    rack = sprites.book(x, 12, 340, 60, (50, 80, 110), 0.0)
    hand = sprites.disc(x, 15, 46, (130, 160, 210))
    scene.things += [rack, hand]
    while True:
        hand.off = (float(rng.integers(-130, 130)), float(rng.integers(-8, 24)))
        yield


@kind("book over the last set")
def _book(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    yield from comes_with_hand(scene, sprites.book(*over(scene), 220, 160))


@kind("book over the last set comes and goes")
def _book_goes(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from _book(scene, rng)
    yield from wait(10)
    scene.things.clear()


@kind("sheet over the last set")
def _sheet(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    yield from comes_with_hand(scene, sprites.sheet(*over(scene), 280, 330))


@kind("sheet over the last set comes and goes")
def _sheet_goes(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from _sheet(scene, rng)
    yield from wait(10)
    scene.things.clear()


def _covered(name: str, x: int, width: int) -> None:
    @kind(f"empty table: {name} covered")
    def covers(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
        scene.lying.clear()
        yield from wait(3)
        scene.things.append(sprites.sheet(x, 360, width, 720, 0.0))
        yield from wait(10)


_covered("half", 320, 640)
_covered("four fifths", 512, 1024)
_covered("the middle third", 640, 427)


@kind("two tables in turns")
def _alternates(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    other = _another(scene)
    for _ in range(8):
        yield from wait(0.7)
        scene.instead = other
        yield from wait(0.7)
        scene.instead = None


def _another(scene: Scene) -> np.ndarray:
    """Another table: the bare one mirrored, of another colour."""
    return np.ascontiguousarray(255 - scene.bare[::-1, :, ::-1] // 2)


@kind("another table is held there")
def _another_table(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.instead = _another(scene)


@kind("another table comes and goes")
def _another_goes(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from _another_table(scene, rng)
    yield from wait(8)
    scene.instead = None


@kind("upside down")
def _upside_down(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.view = np.array([[-1, 0, 1279], [0, -1, 719]], np.float64)


@kind("another resolution")
def _resolution(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.size = (1024, 576)


@kind("lamp on")
def _lamp(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    scene.light = 0.75
    yield from wait(2)
    scene.light = sprites.glow(0.35, 300, 200, 500, (0.7, 0.9, 1.0)) * 0.85


@kind("bumped")
def _bumped(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    turn = cv2.getRotationMatrix2D((640, 360), 1.2, 1.0)
    turn[:, 2] += (14, -9)
    scene.view = turn


@kind("dark and back")
def _dark(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.light = 0.02
    yield from wait(4)
    scene.light = 1.0


@kind("head leans in")
def _head(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    head = sprites.disc(640, 60, 170, (40, 50, 70))
    for step in (*range(6), *[6] * 30, *range(6, -1, -1)):
        head.off = (0.0, -230.0 + 30 * step)
        scene.things[:] = [head]
        yield
    scene.things.clear()


@kind("still arm, then it goes")
def _still_arm(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.things.append(sprites.arm())
    yield from wait(12)
    scene.things.clear()


# More of them


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
    x, y = free(scene, 200, 200)
    scene.things.append(sprites.disc(x, y, 60, (60, 60, 160), (220, 220, 220)))
    rises = rng.normal(0, 1, (720, 1280)).astype(np.float32)
    rises = cv2.GaussianBlur(rises, (0, 0), 25) * 120
    for number in range(100):
        moved = np.roll(rises, -9 * number, 0)
        near = np.exp(-(((np.mgrid[:720, :1280][1] - x) / 70.0) ** 2)).astype(np.float32)
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
    scene.things.append(hand := sprites.arm())
    yield from wait(0.5)
    scene.lying.remove(scene.tiles[-1])
    yield from wait(0.5)
    scene.things.remove(hand)
