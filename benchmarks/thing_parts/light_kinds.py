"""Changes of light, lens and camera, one happening for each: with the look of the scene in each picture."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import cv2
import numpy as np

from benchmarks.thing_parts import sprites
from benchmarks.thing_parts.kind import free, kind, over, wait
from benchmarks.thing_parts.scene import Floats, Pixels, Scene

Settings = Mapping[str, Any]
"""Fields of a scene with their new values."""
Y, X = np.mgrid[: sprites.HEIGHT, : sprites.WIDTH].astype(np.float32)


def _set(scene: Scene, settings: Settings) -> None:
    for name, value in settings.items():
        setattr(scene, name, value)


def _setting(
    name: str, settings: Callable[[Scene, np.random.Generator], Iterable[Settings]], first: float = 0.0, **end: Any
) -> None:
    """A happening that begins after some seconds, with a given look for each picture, and ends with the look `end`."""

    @kind(name)
    def shown(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
        yield from wait(first)
        for setting in settings(scene, rng):
            _set(scene, setting)
            yield
        _set(scene, end)


def _lit(name: str, lights: Callable[[int], Floats | float], pictures: int, first: float = 0.0, **end: Any) -> None:
    """A kind of light, by the picture's number."""
    _setting(name, lambda *_: ({"light": lights(number)} for number in range(pictures)), first, **end)


def _turned(angle: float, times: float = 1.0, right: float = 0.0, down: float = 0.0) -> np.ndarray:
    """The view of a camera that was rotated about the centre, zoomed and moved."""
    return cv2.getRotationMatrix2D((640, 360), angle, times) + [[0, 0, right], [0, 0, down]]


def _bars(shift: float, depth: float) -> Floats:
    """The sharp shadow of a window's bars: factors (H, W, 1)."""
    lit = ((X + 0.4 * Y + shift) % 300 > 60).astype(np.float32)
    return np.asarray(1 - depth * (1 - cv2.GaussianBlur(lit, (0, 0), 3))[..., None], np.float32)


def _leaves(rng: np.random.Generator) -> Floats:
    """The shadow of a tree's leaves, larger than the picture on all sides."""
    drawn = cv2.GaussianBlur(rng.normal(0, 1, (900, 1500)).astype(np.float32), (0, 0), 22)
    return np.asarray(cv2.GaussianBlur((drawn > 0.6 * drawn.std()).astype(np.float32), (0, 0), 4), np.float32)


def _wind(_: Scene, rng: np.random.Generator) -> Iterator[Settings]:
    leaves = _leaves(rng)
    for number in range(120):
        right, down = round(60 + 25 * np.sin(number / 4)), round(60 + 12 * np.sin(number / 2.7))
        yield {"light": (1 - 0.35 * leaves[down : down + 720, right : right + 1280])[..., None]}


def _curtains(number: int) -> Floats:
    strength = 0.35 * (0.5 + 0.5 * np.sin(number / 9)) + 0.05 * np.sin(number / 2)
    return np.asarray(sprites.glow(strength, 500 + 60 * np.sin(number / 7), 300, 380, (0.8, 0.95, 1.0)) * 0.85)


def _candle(_: Scene, rng: np.random.Generator) -> Iterator[Settings]:
    level = 0.2
    for _number in range(120):
        level = float(np.clip(level + rng.normal(0, 0.03), 0.1, 0.3))
        yield {"light": sprites.glow(level, 900, 250, 350, (0.6, 0.85, 1.0)) * 0.8}


def _television(_: Scene, rng: np.random.Generator) -> Iterator[Settings]:
    for number in range(120):
        if number % 7 == 0:
            light = sprites.glow(0.15, 0, 360, 600, tuple(1 + rng.uniform(-0.3, 0.3, 3))) * 0.9
        yield {"light": light}


def _patch(scene: Scene, _: np.random.Generator) -> Iterator[Settings]:
    (x, y), patch = over(scene), np.zeros(X.shape, np.float32)
    corners = np.array([[x - 200, y - 90], [x + 40, y - 110], [x + 90, y + 100], [x - 150, y + 120]], np.int32)
    cv2.fillConvexPoly(patch, corners, 1.0)
    yield from [{"light": (1 + 0.7 * cv2.GaussianBlur(patch, (0, 0), 3))[..., None]}] * 80


def _steam(scene: Scene, rng: np.random.Generator) -> Iterator[Settings]:
    scene.things.clear()  # when the happening is repeated, the bowl stays in its place
    x, y = free(scene, 200, 200)
    scene.things.append(sprites.disc(x, y, 60, (60, 60, 160), (220, 220, 220)))
    rises = cv2.GaussianBlur(rng.normal(0, 1, (720, 1280)).astype(np.float32), (0, 0), 25) * 120
    near = np.exp(-(((np.arange(1280, dtype=np.float32) - x) / 70) ** 2))
    for number in range(100):
        yield {"light": (1 + np.clip(np.roll(rises, -9 * number, 0), -0.5, 1.0) * 0.06 * near)[..., None]}


def _focus(_: Scene, __: np.random.Generator) -> Iterator[Settings]:
    for number in range(100):
        blur = 1.6 * max(0.0, float(np.sin(number / 12)))
        yield {"blur": blur, "view": _turned(0, 1 + 0.004 * blur)}


def _another(scene: Scene) -> Pixels:
    """Another table: the empty table mirrored, in another colour."""
    return np.ascontiguousarray(255 - scene.bare[::-1, :, ::-1] // 2)


def _in_turns(scene: Scene, _: np.random.Generator) -> Iterator[Settings]:
    other = _another(scene)
    yield from ({"instead": other if number // 7 % 2 else None} for number in range(112))


@kind("another table is held there")
def _another_table(scene: Scene, _: np.random.Generator) -> Iterator[None]:
    yield from wait(1)
    scene.instead = _another(scene)


@kind("another table comes and goes")
def _another_goes(scene: Scene, rng: np.random.Generator) -> Iterator[None]:
    yield from _another_table(scene, rng)
    yield from wait(8)
    scene.instead = None


def _trembling(rng: np.random.Generator) -> np.ndarray:
    x, y = rng.uniform(-3, 3, 2)
    return np.array([[1, 0, x], [0, 1, y]])


_lit("shadow over a third", lambda n: sprites.shade(0.45, 100 + 35.0 * n, 430), 10, first=1)
_lit("lamp on", lambda _: 0.75, 20, light=sprites.glow(0.35, 300, 200, 500, (0.7, 0.9, 1.0)) * 0.85)
_lit("dark and back", lambda _: 0.02, 40, first=1, light=1.0)
_lit("curtains and sun", _curtains, 120)
_lit("lamp dims", lambda n: 1.0 - 0.008 * n, 50)
_setting("candle", _candle)
_setting("television", _television)
_lit("exposure steps", lambda n: (1.0, 0.85, 0.7, 0.9)[n // 15 % 4], 100)
_setting("steam", _steam, light=1.0)
_lit("window's shadow creeps", lambda n: _bars(0.5 * n, 0.5 * min(1, n / 30)), 150)
_lit("window's shadow is there at once", lambda _: _bars(0, 0.55), 30, first=1)
_setting("leaves' shadows in the wind", _wind)
_setting(
    "leaves' shadows come and go",
    lambda _, rng: [{"light": (1 - 0.45 * _leaves(rng)[60:780, 60:1340])[..., None]}] * 100,
    light=1.0,
)
_setting("sun patch burns out the last set", _patch, 1, light=1.0)
_lit("fan's shadow", lambda n: sprites.shade(0.3, 640 + 640 * float(np.sin(n / 2.5)), 160), 120)
_lit("mains light in bands", lambda n: (1 + 0.12 * np.sin(2 * np.pi * (Y / 360 + 0.13 * n)))[..., None], 120, light=1.0)
_lit("warm lamp for daylight", lambda _: np.tile(np.array([0.62, 0.86, 1.08], np.float32), (720, 1280, 1)), 20, first=1)
_lit("light falls to a third", lambda _: 0.35, 20, first=1)
_setting("two tables in turns", _in_turns, instead=None)
_setting("upside down", lambda *_: (), 1, view=np.array([[-1, 0, 1279], [0, -1, 719]], np.float64))
_setting("another resolution", lambda *_: (), 1, size=(1024, 576))
_setting("bumped", lambda *_: (), 1, view=_turned(1.2, 1, 14, -9))
_setting("autofocus breathes", _focus, blur=0.0, view=None)
_setting("shelf trembles", lambda _, rng: ({"view": _trembling(rng)} for _number in range(100)), view=None)
_setting("camera sags", lambda *_: ({"view": _turned(0.006 * n, 1, 0.05 * n, 0.12 * n)} for n in range(200)))
_setting("camera zooms", lambda *_: ({"view": _turned(0, 1 + 0.012 * n)} for n in range(11)), 1)
