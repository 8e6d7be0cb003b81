"""Rows of many made-up tables: sets laid end to end, grids, tight rows, columns, also in oblique views."""

import pytest

from tests.vision.reading.arrange.table_layouts import KINDS, found_again


@pytest.mark.parametrize("tilt", [0, 50])
@pytest.mark.parametrize("kind", KINDS)
def test_sets_of_made_up_tables_are_found(kind: str, tilt: float) -> None:
    right, there = found_again(kind, 25, tilt, seed=7)
    assert right >= 0.98 * there
