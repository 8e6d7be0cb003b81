"""`python -m tests.vision.reading.arrange.table_layouts`: how many sets `arrange` finds, by places and names alone.

Sets laid end to end, grids, tight rows, columns of upright tiles and scattered rows, each from straight above and
aslant, with outlines that tremble and names misread; no pictures. Prints a line for each way of laying them.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.tiles import ALL_TILES, JOKER, Colour, Tile
from vision.reading import rows_of

Doubles = NDArray[np.float64]
Generator = np.random.Generator
Spot = tuple[Tile, float, float]
"""A tile and its centre, in tile widths."""

TREMBLE = 0.025
"""Deviation of the quads' corners, as a share of a tile's width."""
MISREAD = 0.01
"""Share of the tiles with a wrong name."""
JOKERS = 0.03


@dataclass(frozen=True, eq=False)
class TableLayout:
    """A made-up table: its sets, each a list of tiles with their positions."""

    sets: tuple[tuple[Spot, ...], ...]
    aspect: float


def a_set(rng: Generator) -> list[Tile]:
    """A run or a group, sometimes with a joker."""
    colours = [list(Colour)[i] for i in rng.permutation(4)]
    if rng.random() < 0.55:
        length = int(rng.choice([3, 4, 5, 6, 7, 8], p=[0.4, 0.25, 0.15, 0.1, 0.06, 0.04]))
        first = int(rng.integers(1, 15 - length))
        tiles = [Tile(colours[0], first + i) for i in range(length)]
    else:
        number = int(rng.integers(1, 14))
        tiles = [Tile(colour, number) for colour in colours[: int(rng.integers(3, 5))]]
    at = int(rng.integers(len(tiles)))
    return [JOKER if i == at and rng.random() < JOKERS * len(tiles) else tile for i, tile in enumerate(tiles)]


def _row(rng: Generator, tiles: Sequence[Tile], x: float, y: float, gap: float, crooked: float) -> list[Spot]:
    places = x + (1 + gap) * np.arange(len(tiles)) + np.abs(rng.normal(0, 0.015, len(tiles)))
    return [(tile, float(at), y + float(rng.normal(0, crooked))) for tile, at in zip(tiles, places, strict=True)]


def end_to_end(rng: Generator, aspect: float) -> TableLayout:
    """Lines of two to four sets with gaps of an eighth to more than half a tile between them."""
    sets, inner = [], float(rng.uniform(0, 0.1))
    for line in range(int(rng.integers(1, 6))):
        x = float(rng.uniform(0, 2))
        for _ in range(int(rng.integers(2, 5))):
            tiles = a_set(rng)
            sets.append(tuple(_row(rng, tiles, x, line * aspect * 1.25, inner, 0.02)))
            x = sets[-1][-1][1] + 1 + inner + float(rng.uniform(0.15, 0.6))
    return TableLayout(tuple(sets), aspect)


def grid(rng: Generator, aspect: float) -> TableLayout:
    """Rows under each other on the same left edge, nearly touching."""
    pitch, inner = aspect * float(rng.uniform(1.03, 1.3)), float(rng.uniform(0, 0.15))
    rows = int(rng.integers(3, 8))
    return TableLayout(tuple(tuple(_row(rng, a_set(rng), 0, y * pitch, inner, 0.01)) for y in range(rows)), aspect)


def tight(rng: Generator, aspect: float) -> TableLayout:
    """Two blocks of rows side by side, a third of a tile apart, rows touching."""
    sets, inner = [], float(rng.uniform(0, 0.03))
    for y in range(int(rng.integers(3, 7))):
        left = _row(rng, a_set(rng), 0, y * aspect * 1.02, inner, 0.02)
        right = _row(rng, a_set(rng), left[-1][1] + 1 + float(rng.uniform(0.25, 0.6)), y * aspect * 1.02, inner, 0.02)
        sets += [tuple(left), tuple(right)]
    return TableLayout(tuple(sets), aspect)


def columns(rng: Generator, aspect: float) -> TableLayout:
    """Columns side by side, each of upright tiles below each other."""
    pitch, beside = aspect * float(rng.uniform(1.01, 1.15)), float(rng.uniform(1.15, 2.0))
    sets = []
    for x in range(int(rng.integers(1, 6))):
        top = float(rng.uniform(0, 1.5))
        spots = [(t, x * beside + float(rng.normal(0, 0.02)), top + y * pitch) for y, t in enumerate(a_set(rng))]
        sets.append(tuple(spots))
    return TableLayout(tuple(sets), aspect)


def scattered(rng: Generator, aspect: float) -> TableLayout:
    """Rows at random positions, and single tiles between them."""
    sets: list[tuple[Spot, ...]] = []
    for y in range(int(rng.integers(3, 7))):
        tiles = a_set(rng) if rng.random() < 0.75 else [ALL_TILES[int(rng.integers(52))]]
        sets.append(
            tuple(_row(rng, tiles, float(rng.uniform(0, 6)), y * aspect * 1.6, float(rng.uniform(0, 0.25)), 0.03))
        )
    return TableLayout(tuple(sets), aspect)


KINDS: dict[str, Callable[[Generator, float], TableLayout]] = {
    "end to end": end_to_end,
    "grid": grid,
    "tight": tight,
    "columns": columns,
    "scattered": scattered,
}


def projected(layout: TableLayout, rng: Generator, tilt: float) -> tuple[list[Tile], Doubles, list[list[int]]]:
    """The tiles as they are read, their quads (N, 4, 2) in pixels, and the sets.

    `tilt`: angle of the camera from the vertical, in degrees.
    """
    spots = [spot for row in layout.sets for spot in row]
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * np.array([0.97, 0.97 * layout.aspect])
    plane = np.array([[x, y] for _, x, y in spots])[:, None] + corners[None]
    plane = plane - plane.mean(axis=(0, 1))
    plane = plane @ _turn(rng.uniform(-np.pi, np.pi) if rng.random() < 0.3 else rng.normal(0, 0.06))
    quads = _projected(plane, np.radians(tilt)) + rng.normal(0, TREMBLE * 30, (len(spots), 4, 2))
    read = [ALL_TILES[int(rng.integers(52))] if rng.random() < MISREAD else tile for tile, _, _ in spots]
    ends = np.cumsum([len(row) for row in layout.sets])
    return read, quads, [list(range(end - len(row), end)) for row, end in zip(layout.sets, ends, strict=True)]


def _turn(angle: float) -> Doubles:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _projected(plane: Doubles, tilt: float) -> Doubles:
    """Positions on the table projected into a camera that is tilted by `tilt`, at about 30 pixels a tile."""
    far = 2.2 * float(np.abs(plane).max()) + 6
    depth = far - plane[..., 1] * np.sin(tilt)
    return np.asarray(np.stack([plane[..., 0], plane[..., 1] * np.cos(tilt)], -1) / depth[..., None] * far * 30)


def found_again(kind: str, count: int, tilt: float, seed: int) -> tuple[int, int]:
    """The number of sets found exactly in `count` random layouts, and the number of all sets."""
    rng = np.random.default_rng(seed)
    right = there = 0
    for _ in range(count):
        tiles, quads, sets = projected(KINDS[kind](rng, float(rng.uniform(1.2, 1.55))), rng, tilt)
        found = {frozenset(row) for row in rows_of(tiles, quads)}
        right, there = right + sum(frozenset(row) in found for row in sets), there + len(sets)
    return right, there


def main() -> None:
    """Prints the share of sets found exactly, for each way of laying them and each tilt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="layouts of each kind at each tilt")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for tilt in (0.0, 35.0, 50.0, 60.0):
        for kind in KINDS:
            right, there = found_again(kind, args.count, tilt, args.seed)
            print(f"{kind:10} {tilt:2.0f} degrees aslant: {right} of {there} sets, {100 * right / there:.1f} %")


if __name__ == "__main__":
    main()
