"""Positions of tiles on a table, in units of a tile's width: melds, scattered tiles, heaps, racks."""

import numpy as np

from models.recipe.scenes.arrays import Generator
from models.recipe.scenes.lines import Laid, any_row, any_tile, laid_in_a_row
from referee.tiles import JOKER


def melds(rng: Generator, aspect: float, count: int) -> list[Laid]:
    """Rows scattered over the table without overlapping, mostly parallel to its edges."""
    laid: list[Laid] = []
    side = np.sqrt(count * 4.6 * aspect * rng.uniform(1.3, 3.2))
    wide = side * rng.uniform(1.0, 1.5)
    turned = rng.choice([0.0, 0.12, 0.5], p=[0.35, 0.45, 0.2])
    whole = rng.uniform(-np.pi, np.pi) if rng.random() < 0.25 else rng.choice([0, np.pi])
    taken: list[tuple[float, float, float]] = []
    for row_index in range(count):
        row = any_row(rng)
        angle = whole + rng.normal(0, turned) + rng.choice([0, np.pi / 2, np.pi, -np.pi / 2], p=[0.6, 0.14, 0.14, 0.12])
        gap = rng.choice([0.0, rng.uniform(0, 0.06), rng.uniform(0.05, 0.3)], p=[0.45, 0.4, 0.15])
        for _ in range(40):
            x, y = rng.uniform(-wide / 2, wide / 2), rng.uniform(-side / 2, side / 2)
            discs = _discs(x, y, angle, len(row), gap, aspect)
            if all((a - c) ** 2 + (b - d) ** 2 > (r + q) ** 2 for a, b, r in discs for c, d, q in taken):
                taken += discs
                laid += laid_in_a_row(rng, row, (x, y), angle, gap, row_index)
                break
    return laid


def grid(rng: Generator, aspect: float) -> list[Laid]:
    """Straight rows under each other, as in a sorted box; rows nearly touch."""
    laid = []
    rows, columns = int(rng.integers(2, 7)), int(rng.integers(3, 14))
    gap_y, gap_x = rng.uniform(0.02, 0.5), rng.choice([0.0, rng.uniform(0, 0.3)])
    for j in range(rows):
        tiles = (
            [any_tile(rng) for _ in range(columns)] if rng.random() < 0.5 else (any_row(rng) + any_row(rng))[:columns]
        )
        centre = (rng.normal(0, 0.1), (j - (rows - 1) / 2) * (aspect + gap_y))
        laid += laid_in_a_row(rng, tiles, centre, rng.normal(0, 0.01), gap_x, j)
    return laid


def scattered(rng: Generator, aspect: float, count: int) -> list[Laid]:
    """Single tiles at any angle, none upon another but often touching."""
    laid: list[Laid] = []
    side = np.sqrt(count * rng.uniform(2.2, 6) * aspect)
    for index in range(count):
        for _ in range(20):
            x, y = rng.uniform(-side / 2, side / 2, 2)
            if all((x - o.x) ** 2 + (y - o.y) ** 2 > (1.02 * aspect) ** 2 for o in laid):
                laid.append(Laid(any_tile(rng), x, y, rng.uniform(-np.pi, np.pi), row=index))
                break
    return laid


def heap(rng: Generator, aspect: float, count: int) -> list[Laid]:
    """Tiles pushed together: rows out of line, with touching edges, a few on top of others."""
    laid = []
    columns = max(2, int(np.sqrt(count)))
    whole = rng.uniform(-np.pi, np.pi) if rng.random() < 0.4 else 0.0
    for i in range(count):
        x, y = (i % columns - columns / 2) * rng.uniform(1.0, 1.12), (i // columns) * aspect * rng.uniform(1.0, 1.1)
        x += (i // columns % 2) * 0.5 + rng.normal(0, 0.06)
        angle = rng.normal(0, 0.12) + (rng.choice([np.pi, np.pi / 2]) if rng.random() < 0.1 else 0)
        c, s = np.cos(whole), np.sin(whole)
        laid.append(Laid(any_tile(rng), x * c - y * s, x * s + y * c, angle + whole, row=i))
    if rng.random() < 0.5:
        for _ in range(int(rng.choice([2, 4, count // 4 + 1]))):
            under = laid[int(rng.integers(len(laid)))]
            laid.append(
                Laid(
                    any_tile(rng),
                    under.x + rng.normal(0, 0.7),
                    under.y + rng.normal(0, 0.7),
                    rng.uniform(-3, 3),
                    1.0,
                    row=len(laid),
                )
            )
    return laid


def rack(rng: Generator, aspect: float) -> list[Laid]:
    """Two or three tiers of tiles side by side, seen from the front; sometimes in groups with gaps between."""
    laid, row_index = [], 0
    for tier in range(int(rng.integers(1, 4))):
        y, x = tier * (aspect * rng.uniform(0.86, 1.1)), rng.uniform(0, 1.5)
        for _ in range(int(rng.integers(1, 4))):
            for _ in range(int(rng.integers(1, 7))):
                laid.append(
                    Laid(
                        any_tile(rng), x, y + rng.normal(0, 0.02), rng.normal(0, 0.02), level=tier * 0.3, row=row_index
                    )
                )
                x += 1 + abs(rng.normal(0, 0.02))
            x += rng.uniform(0.3, 1.5)
            row_index += 1
    return laid


def face_down(rng: Generator, laid: list[Laid], aspect: float) -> list[Laid]:
    """Tiles of the pool beside the sets, backs up."""
    edge = max((abs(tile.x) for tile in laid), default=3) + 1.5
    side = rng.choice([-1, 1])
    return [
        Laid(
            JOKER,
            side * edge + side * (i % 3) * rng.uniform(1.05, 1.3),
            (i // 3 - 2) * aspect * rng.uniform(1.02, 1.2),
            rng.normal(0, 0.15),
            face_up=False,
        )
        for i in range(int(rng.integers(1, 14)))
    ]


def _discs(x: float, y: float, angle: float, n: int, gap: float, aspect: float) -> list[tuple[float, float, float]]:
    half = (n - 1) / 2 * (1 + gap)
    r = 0.52 * aspect
    steps = np.linspace(-half, half, max(2, n))
    return [(x + t * np.cos(angle), y + t * np.sin(angle), r) for t in steps]
