"""Rows as a person sees them, from positions alone."""

import numpy as np
import pytest

from referee.tiles import Tile
from vision.reading.arrange.rows import rows_of as indices_of

ASPECT = 1.4


def lay(row: str, x: float = 0, y: float = 0, angle: float = 0, gaps: dict[int, float] | None = None, size: float = 30):
    """Tiles of one row from (x, y) on, at an angle in degrees; `gaps`: wider gaps after the n-th tile."""
    tiles, quads, at = [], [], 0.0
    turn = np.radians(angle)
    c, s = np.cos(turn), np.sin(turn)
    for n, word in enumerate(row.split()):
        box = np.array([[0, 0], [1, 0], [1, ASPECT], [0, ASPECT]]) + np.array([at, 0.0])
        quads.append(box @ np.array([[c, s], [-s, c]]) * size + [x, y])
        tiles.append(Tile.from_notation(word))
        at += 1.02 + (gaps or {}).get(n, 0.0)
    return tiles, quads


def rows_of(*laid) -> list[str]:
    tiles = [t for part in laid for t in part[0]]
    quads = np.array([q for part in laid for q in part[1]])
    return [" ".join(str(tiles[i]) for i in row) for row in indices_of(tiles, quads)]


def test_an_empty_table_has_no_rows() -> None:
    assert indices_of([], np.zeros((0, 4, 2))) == ()


def test_a_tile_alone_is_a_row_of_one() -> None:
    assert rows_of(lay("k7")) == ["k7"]


@pytest.mark.parametrize("angle", [0, 15, 45, 90, 135, 180, -90, -170])
def test_a_row_is_read_along_its_tiles_at_any_angle(angle: float) -> None:
    assert rows_of(lay("r7 r8 r9", 200, 200, angle)) == ["r7 r8 r9"]


def test_two_rows_that_nearly_touch_stay_two() -> None:
    assert rows_of(lay("r7 r8 r9"), lay("k1 b1 o1", 3, 30 * ASPECT + 2)) == ["r7 r8 r9", "k1 b1 o1"]


def test_rows_far_apart_in_one_line_stay_two() -> None:
    assert rows_of(lay("r7 r8 r9"), lay("k1 b1 o1", 150, 0)) == ["r7 r8 r9", "k1 b1 o1"]


def test_two_sets_laid_end_to_end_are_parted_at_the_gap() -> None:
    assert rows_of(lay("r7 r8 r9 k1 b1 o1", gaps={2: 0.3})) == ["r7 r8 r9", "k1 b1 o1"]


def test_two_sets_without_a_gap_are_parted_where_both_are_sets() -> None:
    assert rows_of(lay("r7 r8 r9 k1 b1 o1")) == ["r7 r8 r9", "k1 b1 o1"]


def test_a_whole_set_of_tiles_in_rows_is_no_table_of_columns_because_of_the_jokers_below() -> None:
    """Each column is a number in four colours; two columns would be groups if they did not end with a joker."""
    rows = [*(" ".join(f"{colour}{n}" for n in range(1, 14)) for colour in "krbo"), "J J"]
    assert rows_of(*(lay(row, 0, 30 * (ASPECT + 0.2) * line) for line, row in enumerate(rows))) == rows


def test_a_row_without_a_gap_that_is_no_set_stays_one_row() -> None:
    assert rows_of(lay("r7 r8 r9 k1 b5")) == ["r7 r8 r9 k1 b5"]


def test_a_run_goes_on_over_a_narrow_gap_and_ends_at_a_wide_one() -> None:
    assert rows_of(lay("r4 r5 r6 r7 r8 r9", gaps={2: 0.05})) == ["r4 r5 r6 r7 r8 r9"]
    assert rows_of(lay("r4 r5 r6 r7 r8 r9", gaps={2: 0.3})) == ["r4 r5 r6", "r7 r8 r9"]


def test_a_joker_between_two_sets_belongs_where_it_lies_nearer() -> None:
    assert rows_of(lay("r7 r8 r9 J k1 b1 o1", gaps={3: 0.2})) == ["r7 r8 r9 J", "k1 b1 o1"]
    assert rows_of(lay("r7 r8 r9 J k1 b1 o1", gaps={2: 0.2})) == ["r7 r8 r9", "J k1 b1 o1"]


def test_a_misread_tile_does_not_tear_the_line_of_sets_it_lies_in() -> None:
    assert rows_of(lay("r7 r8 r9 k4 b4 o5 r4 b1 b2 b3", gaps={2: 0.2, 6: 0.2})) == [
        "r7 r8 r9",
        "k4 b4 o5 r4",
        "b1 b2 b3",
    ]


def test_a_column_of_upright_tiles_is_read_as_a_set() -> None:
    assert rows_of(*(lay(word, y=45 * place) for place, word in enumerate(["k5", "k6", "k7"]))) == ["k5 k6 k7"]


def test_columns_side_by_side_are_read_as_sets() -> None:
    rows = ["k5 r1", "k6 b1", "k7 o1"]
    columns = rows_of(*(lay(row, y=45 * place, gaps={0: 0.2}) for place, row in enumerate(rows)))
    assert columns == ["k5 k6 k7", "r1 b1 o1"]


def test_rows_below_each_other_stay_rows_though_their_columns_count_on() -> None:
    rows = ["r7 k7 b7", "r8 k8 b8", "r9 k9 b9"]
    assert rows_of(*(lay(row, y=45 * place) for place, row in enumerate(rows))) == rows


def test_groups_whose_colours_repeat_stay_rows_though_a_column_of_them_counts_on() -> None:
    """Leaflet 004: a group is three tiles of a number, whatever their colours."""
    rows = ["k13 r13 r13 b13 o13", "k12 k12 r12", "k11 b11 b11"]
    assert rows_of(*(lay(row, y=45 * place) for place, row in enumerate(rows))) == rows


@pytest.mark.parametrize(
    ("line", "groups"),
    [("r7 b7 o7 r7 b7 k7", [3, 3]), ("r7 b7 o7 k7 k7 r7 b7", [4, 3]), ("r7 b7 o7 J b7 k7", [3, 3])],
)
def test_two_groups_of_one_number_that_touch_are_two(line: str, groups: list[int]) -> None:
    assert [len(row.split()) for row in rows_of(lay(line))] == groups


def test_a_run_that_ends_with_1_after_13_is_parted_from_its_neighbour() -> None:
    """A house rule; without it the row is no set in either case."""
    assert rows_of(lay("k12 k13 k1 r5 r6 r7")) == ["k12 k13 k1", "r5 r6 r7"]


def test_equal_runs_in_columns_side_by_side_are_read_as_runs_and_not_as_groups() -> None:
    rows = ["k7 r7 k7", "k8 r8 k8", "k9 r9 k9"]
    columns = rows_of(*(lay(row, y=45 * place) for place, row in enumerate(rows)))
    assert columns == ["k7 k8 k9", "r7 r8 r9", "k7 k8 k9"]


def test_a_wide_gap_inside_a_run_is_bridged_where_the_tiles_say_so() -> None:
    assert rows_of(lay("r7 r8 r9 r10", gaps={2: 0.7})) == ["r7 r8 r9 r10"]


def test_a_stray_tile_beside_a_run_stays_a_stray() -> None:
    assert rows_of(lay("r7 r8 r9 k2", gaps={2: 0.7})) == ["r7 r8 r9", "k2"]


def test_a_double_laid_a_little_apart_from_its_group_is_a_stray() -> None:
    assert rows_of(lay("r3 b3 k3 o3 o3", gaps={3: 0.3})) == ["r3 b3 k3 o3", "o3"]


def test_a_tile_that_does_not_fit_but_lies_tight_belongs_to_the_row() -> None:
    assert rows_of(lay("r3 b3 k3 o4")) == ["r3 b3 k3 o4"]


def test_a_tile_lying_head_down_belongs_to_its_row() -> None:
    tiles, quads = lay("r7 r8 r9")
    quads[1] = np.roll(quads[1], 2, axis=0)
    assert rows_of((tiles, quads)) == ["r7 r8 r9"]


def test_rows_crossing_at_a_right_angle_stay_two() -> None:
    assert rows_of(lay("r7 r8 r9"), lay("k1 b1 o1", 160, -20, 90)) == ["r7 r8 r9", "k1 b1 o1"]


def test_every_tile_is_in_exactly_one_row() -> None:
    rng = np.random.default_rng(3)
    laid = [lay("k1 r2 b3", rng.uniform(0, 600), rng.uniform(0, 600), rng.uniform(-180, 180)) for _ in range(25)]
    tiles = [t for part in laid for t in part[0]]
    rows = indices_of(tiles, np.array([q for part in laid for q in part[1]]))
    assert sorted(i for row in rows for i in row) == list(range(75))
