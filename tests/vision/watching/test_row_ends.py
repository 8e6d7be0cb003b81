"""The places beside short rows: what an enlarged reading finds there, and how often it is read."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from referee.tiles import Tile
from vision.camera import Pixels
from vision.reading import PlacedTile, Quad, TableReading
from vision.watching.row_ends import RowEnds, ends_of_rows
from vision.watching.snapshot import SettledTable, in_rows
from vision.watching.tracks import SettledTile

PICTURE = np.zeros((360, 640, 3), np.uint8)
TILE = np.array([[100, 20], [120, 20], [120, 48], [100, 48]], np.float32)


def table(*names: str) -> SettledTable:
    """A table with one row, whose keys count from 0."""
    tiles = tuple(
        SettledTile(key, Tile.from_notation(name), np.asarray(TILE + [21 * key, 0], np.float32), 0.99)
        for key, name in enumerate(names)
    )
    return in_rows(SettledTable(640, 360, tiles))


class Beside:
    """The ends of rows on a table where an object lies at x = 142 to 162, read enlarged."""

    def __init__(self, confidence: float, is_known: bool = True, is_seen_wider: bool = False) -> None:
        self._confidence, self.read = confidence, list[float]()
        self._is_seen_wider = is_seen_wider
        """Whether only a wider crop shows the face."""
        self.ends = RowEnds(lambda _: is_known, self._larger)

    def _larger(self, picture: Pixels, quad: Quad) -> PlacedTile:
        across, is_wider = float(quad[:, 0].mean()), bool(np.ptp(quad[:, 0]) > 22)
        self.read += [] if is_wider else [across]
        is_there = abs(across - 152) < 5 and is_wider >= self._is_seen_wider
        return PlacedTile(Tile.from_notation("o7"), quad, self._confidence if is_there else 0.0)

    def keys(self, *names: str) -> Sequence[int]:
        return sorted(self.ends.with_faces(table(*names), PICTURE))


def test_a_face_beside_two_tiles_is_found_at_its_end_of_the_row() -> None:
    assert Beside(0.9).keys("k7", "r7") == [1]


def test_a_face_that_only_a_wider_crop_shows_is_found() -> None:
    assert Beside(0.9, is_seen_wider=True).keys("k7", "r7") == [1]


def test_what_is_hardly_a_face_is_none() -> None:
    assert Beside(0.4).keys("k7", "r7") == []


def test_a_row_that_may_be_a_set_is_not_read_again() -> None:
    beside = Beside(0.9)
    assert beside.keys("k7", "r7", "b7") == []
    assert beside.read == []


def test_a_place_is_read_once_until_something_moves() -> None:
    beside = Beside(0.9)
    assert [beside.keys("k7", "r7") for _ in range(3)] == [[1]] * 3
    assert len(beside.read) == 2
    beside.ends.begin_anew(lambda quad: bool(quad[:, 0].mean() > 200))
    beside.keys("k7", "r7")
    assert len(beside.read) == 2
    beside.ends.begin_anew(lambda quad: bool(quad[:, 0].mean() > 100))
    beside.keys("k7", "r7")
    assert len(beside.read) == 3


def test_in_a_better_picture_only_the_places_without_a_face_are_read_again() -> None:
    beside = Beside(0.9)
    beside.keys("k7", "r7")
    beside.ends.look_again()
    assert beside.keys("k7", "r7") == [1]
    assert beside.read == [89, 152, 89]


@pytest.mark.parametrize(("confidence", "is_known", "found"), [(0.97, True, 1), (0.7, True, 0), (0.97, False, 0)])
def test_a_sure_face_where_the_bare_table_is_known_is_a_tile(confidence: float, is_known: bool, found: int) -> None:
    beside, nothing = Beside(confidence, is_known=is_known), TableReading(640, 360, (), (), {})
    beside.keys("k7", "r7")
    (*tiles,) = beside.ends.joined(nothing).tiles
    assert [str(tile.tile) for tile in tiles] == ["o7"] * found
    assert len(beside.ends.joined(replace(nothing, tiles=beside.ends.tiles)).tiles) == found, "nor twice"
    beside.ends.begin_anew(lambda quad: True)
    assert beside.ends.joined(nothing).tiles == ()


def test_a_rows_ends_are_where_a_tile_may_lie_that_nobody_read() -> None:
    """Two tiles side by side, a third place read but unnamed, with the picture's edge on the left."""
    tile = np.array([[5, 20], [25, 20], [25, 48], [5, 48]], np.float32)
    row = np.stack([tile, tile + [21, 0]]).astype(np.float32)
    assert len(ends_of_rows(row, list(row), (640, 360))) == 1
    assert ends_of_rows(row, list(row), (640, 360))[0].mean(axis=0).tolist() == [57.0, 34.0]
    assert len(ends_of_rows(row, [*row, np.asarray(tile + [42, 0], np.float32)], (640, 360))) == 0
