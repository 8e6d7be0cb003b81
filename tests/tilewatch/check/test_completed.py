"""A second photograph of the same table completes the first: rows that both show count once."""

from collections import Counter

import cv2
import numpy as np
import pytest

from referee.tiles import Tile
from tilewatch.check import Seen, Shown, at_edge, completed
from vision.watching import SettledTable, SettledTile, in_rows

WIDE, HIGH = 40, 54
SIZE = (900, 600)
"""Width and height of a photograph, pixels."""
TABLE = {"r1 r2 r3 r4": (60, 60), "k7 b7 o7": (60, 160), "k10 k11 k12 k13": (560, 160), "b1 b2 b3": (620, 420)}
"""Rows, and the start of each on the table."""


def photograph(rows: dict[str, tuple[int, int]], matrix: np.ndarray, first_key: int = 0) -> Shown:
    """The table as a camera at another position sees it, without the parts outside its picture."""
    tiles: list[SettledTile] = []
    for row, (left, top) in rows.items():
        for place, name in enumerate(row.split()):
            x = left + place * (WIDE + 2)
            flat = np.array([[x, top], [x + WIDE, top], [x + WIDE, top + HIGH], [x, top + HIGH]], np.float64)
            quad = cv2.perspectiveTransform(flat[None], matrix)[0].astype(np.float32)
            if (quad >= 0).all() and (quad <= np.array(SIZE)).all():
                tiles.append(SettledTile(first_key + len(tiles), Tile.from_notation(name), quad, 0.99))
    table = in_rows(SettledTable(*SIZE, tuple(tiles)))
    return Shown(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), Seen(table))


def from_elsewhere(right: float, degrees: float = 4) -> np.ndarray:
    """The table shifted left by a number of pixels, rotated and in perspective."""
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [1e-5, 2e-5, 1]])
    return np.array([[1, 0, -right], [0, 1, 0], [0, 0, 1]]) @ turn


def names(shown: Shown) -> list[str]:
    return sorted(" ".join(str(tile.tile) for tile in row) for row in shown.seen.table.rows)


HERE, FURTHER = np.eye(3), from_elsewhere(260)


def test_what_the_second_does_not_show_is_taken_from_the_first() -> None:
    first, now = photograph(TABLE, HERE), photograph(TABLE, FURTHER, 100)
    assert set(names(now)) < set(TABLE)
    assert names(completed(now, first, Counter())) == sorted(TABLE)


def test_the_picture_grows_by_what_is_added() -> None:
    both = completed(photograph(TABLE, FURTHER, 100), photograph(TABLE, HERE), Counter())
    quads = np.stack([tile.quad for tile in both.seen.table.tiles])
    assert (quads >= 0).all()
    assert (quads <= np.array(both.pixels.shape[1::-1])).all()
    assert both.pixels.shape[1] > SIZE[0]


def test_a_tile_that_lies_elsewhere_by_now_counts_once() -> None:
    """Between the two photographs somebody laid r4 beside the blue tiles."""
    first = photograph(TABLE, HERE)
    rows = {"r1 r2 r3": (60, 60), "k7 b7 o7": (60, 160), "k10 k11 k12 k13": (560, 160), "b1 b2 b3 r4": (620, 420)}
    both = completed(photograph(rows, FURTHER, 100), first, Counter())
    assert Counter(str(tile.tile) for tile in both.seen.table.tiles)["r4"] == 1


def test_a_tile_that_has_to_lie_there_is_added_where_the_second_shows_nothing() -> None:
    without = {**{row: at for row, at in TABLE.items() if row != "k7 b7 o7"}, "k7 b7": (60, 160)}
    first, now = photograph(TABLE, HERE), photograph(without, from_elsewhere(0), 100)
    lacking = Counter([Tile.from_notation("o7")])
    assert names(completed(now, first, lacking)) == sorted(TABLE)
    assert "k7 b7 o7" not in names(completed(now, first, Counter())), "it may have been taken back"


def test_a_photograph_of_another_table_adds_nothing() -> None:
    other = photograph({"r5 r6 r7": (60, 60), "k1 b1 o1": (60, 160)}, HERE)
    now = photograph(TABLE, FURTHER, 100)
    assert completed(now, other, Counter()) is now


@pytest.mark.parametrize("right", [0, 260])
def test_a_row_goes_on_unseen_only_where_neither_shows_its_end(right: float) -> None:
    """The second photograph is cut off beside r1; the first shows that no tile lies there."""
    rows = {**TABLE, "b4 b5 b6": (10, 500)}
    first, now = photograph(rows, HERE), photograph(rows, from_elsewhere(right + 55, 0), 100)
    both = completed(now, first, Counter())
    cut = {str(tile.tile) for tile in both.seen.table.tiles if tile.key in at_edge(both.seen)}
    assert cut <= {"b4"}
