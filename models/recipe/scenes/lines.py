"""Rows of tiles, and valid sets laid close together: end to end, in grids, tight rows, columns, all over the table."""

from dataclasses import dataclass

import numpy as np

from models.recipe.scenes.arrays import Generator, between
from referee.rules import Rules
from referee.sets import is_set
from referee.tiles import ALL_TILES, JOKER, Colour, Tile

RULES = Rules()
Row = list[Tile]


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
    """A tile at random; jokers more often than in a box, because they come in many kinds."""
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
    """Tiles side by side, more or less straight; some lie upside down."""
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


def any_set(rng: Generator, most: int = 8) -> Row:
    """A run or a group, sometimes with a joker."""
    colours = list(Colour)
    if rng.random() < 0.55:
        n = int(rng.integers(3, most + 1))
        start, colour = int(rng.integers(1, 15 - n)), colours[int(rng.integers(4))]
        row = [Tile(colour, start + i) for i in range(n)]
    else:
        number = int(rng.integers(1, 14))
        row = [Tile(colours[i], number) for i in rng.permutation(4)[: int(rng.integers(3, 5))]]
    if rng.random() < 0.12:
        row[int(rng.integers(len(row)))] = JOKER
    return row


def sets_in_a_line(rng: Generator, count: int) -> list[Row]:
    """Sets whose line can be parted, even without gaps, into that few sets in this one way only."""
    line: list[Row] = []
    for _ in range(count * 6):
        new = [*line, any_set(rng)]
        if _ways([tile for row in new for tile in row]) == (len(new), 1):
            line = new
        if len(line) == count:
            break
    return line


def _ways(tiles: Row) -> tuple[int, int]:
    """The least number of sets into which a line can be parted, and the number of ways to do so."""
    best: list[tuple[int, int]] = [(0, 1)]
    for end in range(1, len(tiles) + 1):
        fewest, ways = 99, 0
        for start in range(max(0, end - 13), end - 2):
            count, so_many = best[start][0] + 1, best[start][1]
            if count <= 99 and so_many and is_set(tuple(tiles[start:end]), RULES):
                if count < fewest:
                    fewest, ways = count, 0
                ways += so_many if count == fewest else 0
        best.append((fewest, ways))
    return best[-1]


def end_to_end(rng: Generator, aspect: float, room: float) -> list[Laid]:
    """Long lines of sets, with no gap between the sets or a small one."""
    lines, laid = int(np.clip(room / rng.uniform(40, 90), 1, 7)), []
    apart = float(rng.choice([0.0, rng.uniform(0.02, 0.12), rng.uniform(0.1, 0.4)], p=[0.45, 0.25, 0.3]))
    below = between(rng, 0.15, 1.2)
    for j in range(lines):
        row = 100 * j
        x = rng.normal(0, 0.5)
        for k, tiles in enumerate(sets_in_a_line(rng, int(rng.integers(2, 6)))):
            centre = (x + (len(tiles) - 1) / 2, (j - lines / 2) * (aspect + below))
            laid += laid_in_a_row(rng, tiles, centre, 0.0, 0.0, row + k, crooked=0.008)
            x += len(tiles) + apart
    return _centred(rng, laid)


def sets_in_a_grid(rng: Generator, aspect: float, room: float) -> list[Laid]:
    """Sets in rows and columns, aligned at their beginnings."""
    laid: list[Laid] = []
    columns = int(rng.integers(2, 4))
    rows = int(np.clip(room / (columns * rng.uniform(13, 22)), 1, 9))
    wide, below = between(rng, 5.4, 7.5), between(rng, 0.08, 0.8)
    gap = float(rng.choice([0.0, rng.uniform(0, 0.1)]))
    for j in range(rows):
        for i in range(columns):
            tiles = any_set(rng, 5)
            centre = (i * wide + (len(tiles) - 1) / 2 * (1 + gap), j * (aspect + below))
            laid += laid_in_a_row(rng, tiles, centre, rng.normal(0, 0.01), gap, j * 10 + i)
    return _centred(rng, laid)


def tight_rows(rng: Generator, aspect: float, room: float) -> list[Laid]:
    """One set a row, each row touching the one above."""
    laid: list[Laid] = []
    rows, shift = int(np.clip(room / rng.uniform(12, 24), 2, 9)), rng.random() < 0.5
    for j in range(rows):
        tiles = any_set(rng)
        x = (len(tiles) - 1) / 2 if shift else rng.normal(0, 0.6)
        y = j * (aspect * (1 + abs(rng.normal(0, 0.012))) + 0.01)
        laid += laid_in_a_row(rng, tiles, (x, y), rng.normal(0, 0.006), 0.0, j, crooked=0.006)
    return _centred(rng, laid)


def columns(rng: Generator, aspect: float, room: float) -> list[Laid]:
    """Upright tiles under each other: each column is a set."""
    laid: list[Laid] = []
    count = int(np.clip(room / rng.uniform(12, 26), 1, 9))
    beside, gap = between(rng, 0.35, 1.6), float(rng.choice([0.0, rng.uniform(0, 0.08)]))
    for i in range(count):
        x, top = i * (1 + beside), rng.normal(0, 0.4)
        for k, tile in enumerate(any_set(rng, 7)):
            place = x + rng.normal(0, 0.012), top + k * aspect * (1 + gap) + abs(rng.normal(0, 0.006))
            laid.append(Laid(tile, place[0], place[1], rng.normal(0, 0.01), row=i))
    return _centred(rng, laid)


KINDS = {"end_to_end": end_to_end, "grid": sets_in_a_grid, "tight": tight_rows, "columns": columns}


def _centred(rng: Generator, laid: list[Laid]) -> list[Laid]:
    """The tiles centred on the table, rotated a little, sometimes by a half turn."""
    middle = np.mean([[tile.x, tile.y] for tile in laid], axis=0) if laid else np.zeros(2)
    turn = rng.normal(0, 0.06) + (np.pi if rng.random() < 0.2 else 0.0)
    c, s = np.cos(turn), np.sin(turn)
    for tile in laid:
        x, y = tile.x - middle[0], tile.y - middle[1]
        tile.x, tile.y, tile.angle = float(x * c - y * s), float(x * s + y * c), float(tile.angle + turn)
    return laid
