"""Rows that players called no part of the game: the tiles in them, and their positions after a push."""

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.watching.field import Field
from vision.watching.tracks import SettledTile

WIDE, HIGH = 20, 28


def quad(x: float, y: float, high: float = HIGH) -> NDArray[np.float32]:
    """The quad of a tile from its top-left corner."""
    return np.array([[x, y], [x + WIDE, y], [x + WIDE, y + high], [x, y + high]], np.float32)


def rack(x: float = 100, y: float = 200, tiles: int = 9) -> NDArray[np.float32]:
    return np.stack([quad(x + (WIDE + 1) * place, y) for place in range(tiles)])


@pytest.fixture
def field() -> Field:
    """A playing field with a rack of nine tiles beside it."""
    field = Field()
    field.tell_apart([SettledTile(key, Tile.from_notation("r1"), one, 0.99) for key, one in enumerate(rack())])
    return field


def test_a_racks_tiles_stand_apart_and_so_do_more_at_its_ends(field: Field) -> None:
    assert field.stand_apart(rack(58, tiles=13)).all()


@pytest.mark.parametrize("lies", [quad(150, 160), quad(150, 206), quad(150, 206, 20), quad(480, 200)])
def test_a_tile_that_lies_before_a_rack_or_where_it_stood_is_one_of_the_game(
    field: Field, lies: NDArray[np.float32]
) -> None:
    assert not field.stand_apart(lies[None]).any()


def test_a_rack_that_is_pushed_little_by_little_is_followed(field: Field) -> None:
    for push in range(1, 12):
        assert field.stand_apart(rack(100 + 3 * push, 200 + 3 * push)).all()


def test_a_set_that_lies_where_a_rack_stood_does_not_move_it(field: Field) -> None:
    field.stand_apart(rack(120, 207, tiles=4))
    assert field.stand_apart(rack()).all()
