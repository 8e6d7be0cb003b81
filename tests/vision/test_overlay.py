"""The overlay that a person sees on a read picture."""

from dataclasses import replace

import numpy as np

from referee.tiles import Tile
from vision.overlay import overlay
from vision.reading.detections import PlacedTile, TableReading

QUAD = np.array([[30, 20], [70, 20], [70, 80], [30, 80]], np.float32)


def drawn(confidence: float) -> np.ndarray:
    tile = PlacedTile(Tile.from_notation("r7"), QUAD, confidence)
    return overlay(np.full((100, 100, 3), 128, np.uint8), TableReading(100, 100, (tile,), ((0,),), {}))


def test_the_picture_itself_stays_as_it_was() -> None:
    picture = np.full((100, 100, 3), 128, np.uint8)
    overlay(picture, TableReading(100, 100, (PlacedTile(Tile.from_notation("k1"), QUAD, 0.99),), ((0,),), {}))
    assert (picture == 128).all()


def test_an_unsure_tile_has_a_broken_outline_where_a_sure_one_has_a_whole_one() -> None:
    """A dashed outline has gaps along each side; a solid outline has none."""
    sure, unsure = drawn(0.99)[30:70, 30], drawn(0.5)[30:70, 30]
    assert (sure != 128).any(axis=1).all()
    assert (unsure == 128).all(axis=1).any()


def test_nothing_read_leaves_the_picture_alone() -> None:
    picture = np.zeros((10, 10, 3), np.uint8)
    np.testing.assert_array_equal(overlay(picture, TableReading(10, 10, (), (), {})), picture)


def test_a_tile_that_cannot_be_read_has_a_broken_outline_and_no_name() -> None:
    unread = PlacedTile(Tile.from_notation("r7"), QUAD, 0.3)
    picture = np.full((100, 100, 3), 128, np.uint8)
    shown = overlay(picture, TableReading(100, 100, (), (), {}, (unread,)))
    side = shown[30:70, 30]
    assert (side != 128).any()
    assert (side == 128).all(axis=1).any()
    other = replace(unread, tile=Tile.from_notation("b1"))
    np.testing.assert_array_equal(shown, overlay(picture, TableReading(100, 100, (), (), {}, (other,))))
