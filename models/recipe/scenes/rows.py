"""Tiles that lie on a table, in units of a tile's width: one tile, and a row of them."""

from dataclasses import dataclass

import numpy as np

from models.recipe.scenes.arrays import Generator
from referee.tiles import ALL_TILES, JOKER, Colour, Tile


@dataclass
class Laid:
    """A tile on the table plane: centre, angle (radians, 0: its top points to -y), height above the table."""

    tile: Tile
    x: float
    y: float
    angle: float
    level: float = 0.0
    face_up: bool = True
    row: int = -1


def any_tile(rng: Generator) -> Tile:
    """A tile at random; jokers oftener than in a box, for they come in many kinds."""
    return JOKER if rng.random() < 0.06 else ALL_TILES[int(rng.integers(52))]


def any_row(rng: Generator) -> list[Tile]:
    """A run, a group or (one in four) tiles that form nothing, so that no network learns the rules."""
    kind = rng.random()
    colours = list(Colour)
    if kind < 0.4:
        n = int(rng.integers(3, 8))
        start, colour = int(rng.integers(1, 15 - n)), colours[int(rng.integers(4))]
        row = [Tile(colour, start + i) for i in range(n)]
    elif kind < 0.75:
        number = int(rng.integers(1, 14))
        row = [Tile(colours[i], number) for i in rng.permutation(4)[: int(rng.integers(3, 5))]]
    else:
        row = [any_tile(rng) for _ in range(int(rng.integers(1, 7)))]
    return [JOKER if rng.random() < 0.05 else tile for tile in row]


def laid_in_a_row(
    rng: Generator,
    tiles: list[Tile],
    centre: tuple[float, float],
    angle: float,
    gap: float,
    row: int,
    crooked: float | None = None,
) -> list[Laid]:
    """Tiles side by side, more or less straight; here and there one lies upside down."""
    neat, bend = crooked is not None, rng.normal(0, 0.008)
    crooked = float(rng.choice([0.004, 0.02, 0.05], p=[0.4, 0.45, 0.15])) if crooked is None else crooked
    bend = bend * (0.1 if neat else 1.0)
    laid, c, s = [], np.cos(angle), np.sin(angle)
    for i, tile in enumerate(tiles):
        along = (i - (len(tiles) - 1) / 2) * (1 + gap) + abs(rng.normal(0, 0.01))
        across = rng.normal(0, crooked) + bend * along**2
        turn = np.pi if rng.random() < 0.012 and not neat else 0.0
        laid.append(
            Laid(
                tile,
                centre[0] + along * c - across * s,
                centre[1] + along * s + across * c,
                angle + rng.normal(0, crooked) + turn,
                row=row,
            )
        )
    return laid
