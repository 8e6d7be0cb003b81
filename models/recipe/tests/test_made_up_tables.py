"""The parts of synthetic pictures: sets in lines, inks that players can tell apart."""

import colorsys
import itertools
import zlib

import numpy as np
import pytest

from models.recipe.editions.inks import FOURTH, ink_colours
from models.recipe.scenes.lines import KINDS, RULES, sets_in_a_line
from models.recipe.scenes.subjects import Subject
from referee.sets import is_set
from referee.tiles import Tile

PALE, DARK = (250, 246, 232), (30, 34, 60)


def rng(*seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def hue(ink: tuple[int, int, int]) -> float:
    return 360 * colorsys.rgb_to_hsv(*(c / 255 for c in ink))[0]


@pytest.mark.parametrize("seed", range(8))
def test_a_line_is_made_of_valid_sets(seed):
    line = sets_in_a_line(rng(seed), 4)
    assert line
    assert all(is_set(tuple(row), RULES) for row in line)


@pytest.mark.parametrize("seed", range(8))
def test_no_set_of_a_line_forms_a_set_with_the_whole_next_one(seed):
    line = sets_in_a_line(rng(seed), 4)
    assert not any(is_set((*a, *b), RULES) for a, b in itertools.pairwise(line))


@pytest.mark.parametrize("kind", KINDS)
def test_every_row_of_a_layout_of_sets_is_a_set(kind):
    laid = KINDS[kind](rng(zlib.crc32(kind.encode())), 1.4, 200.0)
    rows: dict[int, list[Tile]] = {tile.row: [] for tile in laid}
    for tile in laid:
        rows[tile.row].append(tile.tile)
    assert rows
    assert all(is_set(tuple(row), RULES) for row in rows.values())


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("fourth", ["green", "lime"])
def test_blue_is_not_green_where_the_fourth_ink_is_green(fourth, seed):
    inks = ink_colours(rng(seed), PALE, fourth)
    assert hue(inks["b"]) > 195 > 170 > hue(inks["o"])


@pytest.mark.parametrize("seed", range(20))
def test_red_is_far_from_a_pink_fourth_ink(seed):
    inks = ink_colours(rng(seed), PALE, "pink")
    apart = abs((hue(inks["r"]) - hue(inks["o"]) + 180) % 360 - 180)
    assert apart > 8 or min(inks["o"]) > min(inks["r"]) + 40


@pytest.mark.parametrize("fourth", FOURTH)
def test_black_is_printed_pale_on_a_dark_tile(fourth):
    assert min(ink_colours(rng(1), DARK, fourth)["k"]) > 150


def test_on_some_tables_not_all_colours_lie():
    laid = [Subject.draw_lots(rng(seed), 1.4, "tables").laid for seed in range(80)]
    colours = [len({tile.tile.colour for tile in tiles} - {None}) for tiles in laid if len(tiles) >= 20]
    assert set(colours) == {1, 2, 3, 4}
    assert colours.count(4) > len(colours) / 2
