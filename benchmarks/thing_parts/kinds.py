"""Objects that lie, come, fall or are moved on a table, one happening for each."""

from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.thing_parts import sprites
from benchmarks.thing_parts.kind import Happening, comes_with_hand, free, kind, over, under_a_hand, wait
from benchmarks.thing_parts.scene import Scene, Thing, Tile


def put(name: str, make: Callable[[Scene], Thing], stays: float = 0.0) -> Happening:
    """A hand puts an object down, and some seconds pass."""

    @kind(name)
    def puts(scene: Scene, _: np.random.Generator) -> Iterator[None]:
        yield from wait(1)
        yield from comes_with_hand(scene, make(scene))
        yield from wait(stays)

    return puts


def _goes(name: str, put: Happening, moved_after: float | None = None) -> None:
    """An object is put down, possibly pushed after some seconds, and taken away."""

    @kind(name)
    def goes(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
        yield from put(scene, rng)
        if moved_after is not None:
            yield from wait(moved_after)
            scene.things[0].off = (30.0, -24.0)
        yield from wait(10 - (moved_after or 0))
        scene.things.clear()


def handled(name: str, change: Callable[[Scene], None], stays: float = 0.5) -> None:
    """A hand comes and changes the table."""

    @kind(name)
    def handles(scene: Scene, _: np.random.Generator) -> Iterator[None]:
        yield from wait(1)
        yield from under_a_hand(scene, lambda: change(scene), stays)


def _free_disc(
    size: tuple[int, int], radius: int, colour: sprites.Colour, rim: sprites.Colour | None = None
) -> Callable[[Scene], Thing]:
    return lambda scene: sprites.disc(*free(scene, *size), radius, colour, rim)


for _name, _make in {
    "plate": _free_disc((300, 260), 150, (240, 242, 244), (215, 220, 225)),
    "bowl": _free_disc((250, 215), 125, (70, 60, 150), (90, 85, 190)),
    "print": lambda scene: sprites.sheet(*free(scene, 320, 360), 280, 330),
}.items():
    _goes(f"{_name} comes, is moved, goes", put(f"{_name} put down", _make), 5)
for _name, _make in {
    "book": lambda scene: sprites.book(*over(scene), 220, 160),
    "sheet": lambda scene: sprites.sheet(*over(scene), 280, 330),
}.items():
    _goes(f"{_name} over the last set comes and goes", put(f"{_name} over the last set", _make))
put("phone put down", lambda scene: sprites.book(*free(scene, 90, 160), 80, 150, (24, 24, 26), 14.0))


@kind("hand at first")
def _hand_first(scene: Scene, _: np.random.Generator) -> Iterator[None]:
    scene.things.append(hand := sprites.arm())
    yield from wait(3)
    for step in range(5):
        hand.off = (0.0, 60.0 * step)
        yield
    scene.things.remove(hand)


@kind("arm sways at the edge")
def _sway(scene: Scene, _: np.random.Generator) -> Iterator[None]:
    scene.things.append(arm := sprites.arm((-380.0, 190.0)))
    for number in range(120):
        arm.off = (-380.0 + 3 * np.sin(number / 3), 190.0 + 2 * np.cos(number / 4))
        yield


@kind("player sorts at the edge")
def _sorts(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from sorts(scene, 330 if over(scene)[0] > 640 else 950, rng)


def sorts(scene: Scene, x: int, rng: np.random.Generator) -> Iterator[None]:
    """A rack lies at the upper edge with its centre at `x`, and a hand sorts it endlessly."""
    rack = sprites.book(x, 12, 340, 60, (50, 80, 110), 0.0)
    hand = sprites.disc(x, 15, 46, (130, 160, 210))
    scene.things += [rack, hand]
    while True:
        hand.off = (float(rng.integers(-130, 130)), float(rng.integers(-8, 24)))
        yield


def _covered(name: str, x: int, width: int) -> None:
    @kind(f"empty table: {name} covered")
    def covers(scene: Scene, _: np.random.Generator) -> Iterator[None]:
        scene.lying.clear()
        yield from wait(3)
        scene.things.append(sprites.sheet(x, 360, width, 720, 0.0))
        yield from wait(10)


_covered("half", 320, 640)
_covered("four fifths", 512, 1024)
_covered("the middle third", 640, 427)


@kind("head leans in")
def _head(scene: Scene, _: np.random.Generator) -> Iterator[None]:
    head = sprites.disc(640, 60, 170, (40, 50, 70))
    for step in (*range(6), *[6] * 30, *range(6, -1, -1)):
        head.off = (0.0, -230.0 + 30 * step)
        scene.things[:] = [head]
        yield
    scene.things.clear()


@kind("still arm, then it goes")
def _still_arm(scene: Scene, _: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.things.append(sprites.arm())
    yield from wait(12)
    scene.things.clear()


@kind("cat walks over and away")
def _cat(scene: Scene, _: np.random.Generator) -> Iterator[None]:
    scene.things.append(cat := sprites.cat(0, 300))
    for step in range(60):
        cat.off = (-250.0 + 30 * min(step, 25) + 30 * max(0, step - 35), 6 * np.sin(step))
        yield
    scene.things.clear()


@kind("fly")
def _fly(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    scene.things.append(fly := sprites.spot(640, 360))
    for number in range(100):
        if number % 4 == 0:
            fly.off = (float(rng.integers(-500, 500)), float(rng.integers(-300, 300)))
        yield
    scene.things.clear()


@kind("torn pictures")
def _torn(scene: Scene, _: np.random.Generator) -> Iterator[None]:
    grey = sprites.sheet(640, 560, 1290, 330, 0.0, printed=False)
    grey.pixels[:] = 128
    for number in range(120):
        scene.things[:] = [grey] if number % 13 == 5 else []
        yield
    scene.things.clear()


def _glasses(scene: Scene) -> Thing:
    x, y = free(scene, 200, 240)
    return sprites.glasses(x, y + 50)


def _cup(scene: Scene) -> Thing:
    x, y = scene.tiles[-1].corners.mean(axis=0)
    return sprites.disc(int(x), int(y), 40, (150, 90, 60), (200, 190, 180))


put("glasses put down", _glasses)
put("cup over one tile", _cup)
handled("a tile is taken away", lambda scene: scene.lying.remove(scene.tiles[-1]))


def _face_down(scene: Scene, x: float, y: float) -> Tile:
    """A face-down tile with this centre."""
    one = scene.tiles[0]
    middle = one.quad.mean(axis=0)
    return Tile(one.name, one.quad, -1, (x - float(middle[0]), y - float(middle[1])), is_face_down=True)


@kind("tile falls face down")
def _falls(scene: Scene, _: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.lying.append(_face_down(scene, *free(scene, 120, 120)))
    yield


def _laid_out(scene: Scene) -> None:
    wide, high = np.linalg.norm(np.diff(scene.tiles[0].quad[:3], axis=0), axis=1)
    hand = scene.things.pop()  # it lies over the free part
    x, y = free(scene, round(8 * wide), round(4 * high))
    scene.things.append(hand)
    places = [(1.6 * wide * column, 1.4 * high * row) for column in range(-2, 3) for row in (-1, 0, 1)]
    scene.lying += [_face_down(scene, x + right, y + down) for right, down in places]


handled("pool is laid out face down", _laid_out)


@kind("hand lifts a set and puts it back")
def _lifts(scene: Scene, _: np.random.Generator) -> Iterator[None]:
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
def _pushed(scene: Scene, _: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.things.append(hand := sprites.arm())
    for step in range(6):
        for tile in scene.lying:
            if tile.set == 0:
                tile.off = (3.0 * step, 2.0 * step)
        yield
    scene.things.remove(hand)
