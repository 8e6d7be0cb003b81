"""The building blocks of a happening: a generator that changes the scene, and yields once for each picture."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, islice

import numpy as np

from benchmarks.thing_parts import sprites
from benchmarks.thing_parts.scene import Pixels, Scene, Thing

Happening = Callable[[Scene, np.random.Generator], Iterator[None]]
KINDS: dict[str, Happening] = {}
BANK, SHOWN = 241, 20
"""For `--lasting`: number of pictures of a happening drawn at a time, and how often each is shown, each time with new
noise, because drawing a picture takes longer than watching it.
"""


def kind(name: str) -> Callable[[Happening], Happening]:
    """A decorator that registers a happening under its name."""

    def listed(happening: Happening) -> Happening:
        KINDS[name] = happening
        return happening

    return listed


def wait(seconds: float) -> Iterator[None]:
    """Lets some seconds pass."""
    for _ in range(round(seconds * 10)):
        yield


def free(scene: Scene, width: int, height: int) -> tuple[int, int]:
    """The centre of a free place of this size, without tiles."""
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
    """The centre of the last set."""
    last = max(tile.set for tile in scene.tiles)
    x, y = np.mean([tile.corners.mean(axis=0) for tile in scene.tiles if tile.set == last], axis=0)
    return round(float(x)), round(float(y))


def under_a_hand(scene: Scene, change: Callable[[], None], stays: float = 0.5) -> Iterator[None]:
    """A hand comes, makes a change, and goes after some more seconds."""
    scene.things.append(hand := sprites.arm())
    yield from wait(0.5)
    change()
    yield from wait(stays)
    scene.things.remove(hand)


def comes_with_hand(scene: Scene, thing: Thing) -> Iterator[None]:
    """A hand puts an object down."""
    yield from under_a_hand(scene, lambda: scene.things.insert(0, thing))


def there_and_back(scene: Scene, happening: Iterator[None]) -> Iterator[None]:
    """The happening as an endless stream: its pictures are drawn once, and shown forwards and backwards."""
    while True:
        bank, things = list[tuple[Pixels, list[Thing]]](), scene.things
        for _ in islice(happening, BANK):
            bank.append((scene.seen(), [replace(thing) for thing in scene.things]))
            yield
        for scene.prepared, scene.things in islice(cycle((*reversed(bank), *bank)), SHOWN * BANK):
            yield
        scene.prepared, scene.things = None, things
