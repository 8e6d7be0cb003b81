"""A table whose tiles, objects, light and camera can change from picture to picture."""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import scaled

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]

NOISE, POOL = 2.0, 6
"""Standard deviation of a pixel's noise in levels, and the number of noise fields."""
HIDDEN = 0.15
"""Share of a tile's face that an object must cover for the tile to count as hidden."""
WIDER = 1.3
"""Width of a tile's cut-out in widths of its face, so that edge and shadow are included."""


@dataclass(eq=False)
class Tile:
    """A tile at its original place, moved by `off` (pixels). `set`: the index of its set."""

    name: str
    quad: Floats
    set: int
    off: tuple[float, float] = (0.0, 0.0)
    is_face_down: bool = False

    @property
    def corners(self) -> Floats:
        """The corners at the tile's present place."""
        return np.asarray(self.quad + np.array(self.off, np.float32), np.float32)


@dataclass(eq=False)
class Thing:
    """An object over the table: its `alpha` (H, W), 0 to 1, and its pixels, moved by `off`."""

    alpha: Floats
    pixels: Pixels
    off: tuple[float, float] = (0.0, 0.0)


@dataclass(eq=False)
class Scene:
    """The scene before the camera. `light`: factor for every pixel; `view`: the camera's matrix (2, 3)."""

    lit: Pixels
    bare: Pixels
    tiles: list[Tile]
    lying: list[Tile] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    light: Floats | float = 1.0
    view: NDArray[np.float64] | None = None
    blur: float = 0.0
    instead: Pixels | None = None
    size: tuple[int, int] | None = None
    prepared: Pixels | None = None
    """A drawn picture, shown in place of a new one."""
    _kept: tuple[object, Pixels] | None = None

    def picture(self, number: int) -> Pixels:
        """The camera's picture, with noise."""
        picture = self.seen() if self.prepared is None else self.prepared
        noisy = cv2.add(picture, _noise(picture.shape, number % POOL), dtype=cv2.CV_8U)
        if self.size is not None:
            noisy = cv2.resize(noisy, self.size, interpolation=cv2.INTER_AREA)
        return np.asarray(noisy, np.uint8)

    def seen(self) -> Pixels:
        """The lit table through the lens, without noise."""
        picture = self.instead if self.instead is not None else self._drawn()
        if not (isinstance(self.light, float) and self.light == 1.0):
            light = self.light if isinstance(self.light, float) else np.asarray(self.light, np.float32)
            picture = np.clip(picture * light, 0, 255).astype(np.uint8)
        height, width = picture.shape[:2]
        if self.view is not None:
            seen = cv2.warpAffine(picture, self.view, (width, height), borderMode=cv2.BORDER_REFLECT)
            picture = seen.astype(np.uint8)
        return cv2.GaussianBlur(picture, (0, 0), self.blur).astype(np.uint8) if self.blur else picture

    def _drawn(self) -> Pixels:
        """The empty table with tiles and objects; redrawn when any of them changes."""
        state = (
            id(self.bare),
            *((id(one), one.off) for one in self.lying),
            *((id(one), one.off) for one in self.things),
        )
        if self._kept is None or self._kept[0] != state:
            picture = self.bare.copy()
            for tile in self.lying:
                _lay(picture, self.lit, tile)
            for thing in self.things:
                picture = _put(picture, thing)
            self._kept = state, picture
        return self._kept[1]

    def hidden(self) -> list[Tile]:
        """The tiles on the table that are hidden under an object."""
        if not self.things:
            return []
        covered = np.zeros(self.bare.shape[:2], np.float32)
        for thing in self.things:
            covered = np.maximum(covered, _moved(thing.alpha, thing.off))
        return [tile for tile in self.lying if _share(covered, tile.corners) > HIDDEN]

    def names(self, tiles: list[Tile] | None = None) -> Counter[str]:
        """The names of these tiles, or of all tiles on the table."""
        return Counter(tile.name for tile in (self.lying if tiles is None else tiles) if not tile.is_face_down)


def scene_of(path: Path) -> Scene:
    """A labelled picture as a scene; the table under its tiles is that of its film's first picture, or filled in."""
    lit = _pixels(path)
    label = json.loads(path.with_suffix(".json").read_text())
    set_of = {place: number for number, row in enumerate(label["sets"]) for place in row}
    tiles = [
        Tile(one["tile"], np.array(one["quad"], np.float32), set_of.get(place, -1))
        for place, one in enumerate(label["tiles"])
    ]
    of_film = path.with_name("script.json").exists()
    bare = _pixels(path.with_name("f000.jpg")) if of_film else _filled(lit, tiles)
    return Scene(lit, bare, tiles, list(tiles))


def _pixels(path: Path) -> Pixels:
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return np.asarray(picture, np.uint8)


def _filled(lit: Pixels, tiles: list[Tile]) -> Pixels:
    """The picture with the table filled in where tiles lie."""
    holes = np.zeros(lit.shape[:2], np.uint8)
    for tile in tiles:
        cv2.fillConvexPoly(holes, np.round(scaled(tile.quad, 1.6)).astype(np.int32), 255)
    bare = np.asarray(cv2.inpaint(lit, holes, 5, cv2.INPAINT_TELEA), np.uint8)
    grain = np.where(holes[..., None] > 0, 0, lit.astype(np.int16) - cv2.GaussianBlur(lit, (0, 0), 4))
    return np.where(holes[..., None] > 0, np.clip(bare + np.roll(grain, 137, 1), 0, 255), bare).astype(np.uint8)


def _lay(picture: Pixels, lit: Pixels, tile: Tile) -> None:
    corners = np.round(scaled(tile.quad, WIDER)).astype(np.int32)
    ys, xs = _within(corners, lit.shape)
    down, across = round(tile.off[1]), round(tile.off[0])
    there = (ys + down >= 0) & (ys + down < lit.shape[0]) & (xs + across >= 0) & (xs + across < lit.shape[1])
    ys, xs = ys[there], xs[there]
    picture[ys + down, xs + across] = lit[ys, xs]
    if tile.is_face_down:
        colour = np.percentile(lit[ys, xs], 85, axis=0).tolist()
        cv2.fillConvexPoly(picture, np.round(scaled(tile.corners, 1.05)).astype(np.int32), colour)


def _moved(layer: Floats | Pixels, off: tuple[float, float]) -> Floats:
    if off == (0.0, 0.0):
        return np.asarray(layer, np.float32)
    move = np.array([[1, 0, off[0]], [0, 1, off[1]]], np.float32)
    return np.asarray(cv2.warpAffine(layer, move, layer.shape[1::-1]), np.float32)


def _put(picture: Pixels, thing: Thing) -> Pixels:
    alpha = _moved(thing.alpha, thing.off)[..., None]
    return np.asarray(picture * (1 - alpha) + _moved(thing.pixels, thing.off) * alpha, np.float32).astype(np.uint8)


def _share(covered: Floats, quad: Floats) -> float:
    corners = np.round(quad).astype(np.int32)
    ys, xs = _within(corners, covered.shape)
    return float(covered[ys, xs].mean()) if len(ys) else 0.0


def _within(corners: NDArray[np.int32], shape: tuple[int, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The rows and columns of the pixels within these corners (4, 2)."""
    left, top, width, height = cv2.boundingRect(corners)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, corners - [left, top], 1)
    ys, xs = np.nonzero(mask)
    ys, xs = ys + top, xs + left
    inside = (ys >= 0) & (xs >= 0) & (ys < shape[0]) & (xs < shape[1])
    return ys[inside], xs[inside]


_NOISES: dict[tuple[int, ...], list[NDArray[np.int16]]] = {}


def _noise(shape: tuple[int, ...], number: int) -> NDArray[np.int16]:
    if shape not in _NOISES:
        rng = np.random.default_rng(1)
        grey = [np.rint(rng.normal(0, NOISE, shape[:2])).astype(np.int16) for _ in range(POOL)]
        _NOISES[shape] = [np.repeat(one[..., None], shape[2], axis=2) for one in grey]
    return _NOISES[shape][number]
