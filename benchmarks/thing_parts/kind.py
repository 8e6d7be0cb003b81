"""What a kind of happening is made of: it changes the scene, and waits one picture at each `yield`."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, islice

import numpy as np

from benchmarks.thing_parts import sprites
from benchmarks.thing_parts.scene import Pixels, Scene, Thing

Happening = Callable[[Scene, np.random.Generator], Iterator[None]]
KINDS: dict[str, Happening] = {}
BANK, SHOWN = 241, 20
"""Pictures of a happening that are drawn at a time for `--lasting`; and how often each is shown, every time in another
noise, until as many are drawn anew: to draw one takes longer than to watch it.
"""


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


def under_a_hand(scene: Scene, change: Callable[[], None], stays: float = 0.5) -> Iterator[None]:
    """A hand comes, changes something, and goes after so many seconds more."""
    scene.things.append(hand := sprites.arm())
    yield from wait(0.5)
    change()
    yield from wait(stays)
    scene.things.remove(hand)


def comes_with_hand(scene: Scene, thing: Thing) -> Iterator[None]:
    """A hand puts a thing there."""
    yield from under_a_hand(scene, lambda: scene.things.insert(0, thing))


def there_and_back(scene: Scene, happening: Iterator[None]) -> Iterator[None]:
    """What happens, of which a bank of pictures is drawn, then shown backwards and forwards, and so on for ever."""
    while True:
        bank, things = list[tuple[Pixels, list[Thing]]](), scene.things
        for _ in islice(happening, BANK):
            bank.append((scene.seen(), [replace(thing) for thing in scene.things]))
            yield
        for scene.prepared, scene.things in islice(cycle((*reversed(bank), *bank)), SHOWN * BANK):
            yield
        scene.prepared, scene.things = None, things
