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


def test_where_a_pushed_rack_stands_now_no_known_tile_lies(field: Field) -> None:
    """One reading took its tiles for the game's, the next one followed the row."""
    pushed = rack(106, 206)
    assert not any(map(field.is_apart, pushed))
    field.stand_apart(pushed)
    assert all(map(field.is_apart, pushed))


def test_a_set_that_lies_where_a_rack_stood_does_not_move_it(field: Field) -> None:
    field.stand_apart(rack(120, 207, tiles=4))
    assert field.stand_apart(rack()).all()


def test_a_racks_lower_edge_that_is_read_higher_and_lower_does_not_move_it(field: Field) -> None:
    """Tiles that stand are read a sixth shorter or higher from one reading to the next."""
    for high in (25, 29) * 6:
        field.stand_apart(np.stack([quad(100 + (WIDE + 1) * place, 200, high) for place in range(9)]))
    for high in (25, 30):
        assert field.stand_apart(quad(142, 200, high)[None]).all()


def test_tiles_that_players_call_no_part_of_the_game_are_none_though_the_known_rack_is_lower(field: Field) -> None:
    moved = np.stack([quad(100 + (WIDE + 1) * place, 200, 34 if place < 4 else 31) for place in range(7)])
    field.tell_apart([SettledTile(key, Tile.from_notation("r1"), one, 0.99) for key, one in enumerate(moved)])
    assert field.stand_apart(moved).all()


@pytest.mark.parametrize("high", [21, 35])
def test_a_tile_whose_lower_edge_is_read_too_high_or_too_low_still_stands_in_its_row(field: Field, high: int) -> None:
    """A lid's printed tiles in one reading of three, a quarter shorter than they are."""
    assert field.stand_apart(quad(142, 200, high)[None]).all()
