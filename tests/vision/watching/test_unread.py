"""A face that most pictures of a still table cannot read is unread, even if a single picture shows it."""

import numpy as np

from referee.tiles import Tile
from vision.reading import PlacedTile
from vision.watching.unread import Unread, still_unread

B12 = Tile.from_notation("b12")


def at(*places: float, sure: float = 0.3) -> Unread:
    """Tiles that cannot be read, each 100 px further to the right."""
    box = np.array([[0, 0], [40, 0], [40, 56], [0, 56]], np.float32)
    return tuple(PlacedTile(B12, box + np.array([100 * place, 0], np.float32), sure, ()) for place in places)


def places(*pictures: Unread, lying: Unread = ()) -> list[int]:
    """Indices of the places that are unread after these pictures."""
    found = still_unread(pictures, [tile.quad for tile in lying])
    return [round(float(tile.quad[0, 0]) / 100) for tile in found]


def test_one_picture_that_lacks_it_makes_nothing_read() -> None:
    assert places(at(1), at(1), at()) == [1]
    assert places(at(1), at(), at(1)) == [1]


def test_one_picture_alone_makes_nothing_unread() -> None:
    assert places(at(), at(), at(1)) == []
    assert places(at(1), at()) == []


def test_the_first_one_stays_the_first() -> None:
    assert places(at(3, 1), at(1, 3)) == places(at(1, 3), at(3, 1)) == [1, 3]


def test_where_a_tile_is_known_to_lie_nothing_is_unread() -> None:
    assert places(at(1, 2), at(1, 2), lying=at(2)) == [1]


def test_two_guesses_at_one_place_are_one_question() -> None:
    assert places(at(1, 1), at(1, 1)) == [1]
    assert places(at(1, 1), at(1, 1), lying=at(1)) == []


def test_a_mere_candidate_is_none_over_the_side_of_a_tile_that_is_known() -> None:
    """The tile is 40 px wide; its side and its shadow are as large as another tile."""
    assert places(at(1.2, sure=0.0), at(1.2, sure=0.0), lying=at(1)) == []
    assert places(at(1.2), at(1.2), lying=at(1)) == [1]
