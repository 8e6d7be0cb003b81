"""What hides a table or makes it another one, kind by kind."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from benchmarks.thing_parts import sprites
from benchmarks.thing_parts.kind import comes_with_hand, free, kind, over, wait
from benchmarks.thing_parts.scene import Scene, Thing


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
