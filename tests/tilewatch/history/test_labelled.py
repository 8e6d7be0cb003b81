"""Labels of the tiles in a turn's picture: from the players' answers, if these are unambiguous."""

import numpy as np

from referee.table import Table
from tests.tilewatch.conftest import reading
from tilewatch.history.labelled import HIDDEN, as_labels, labelled, only_faces


def told(seen: list[str], lie: list[str]) -> list[str]:
    """The labelled rows, with a mark on each misread row."""
    rows = labelled(reading(seen), Table.from_notation(lie))
    return sorted("*" * row.is_misread + " ".join(map(str, row.tiles)) for row in rows)


def test_a_misread_tile_lies_where_its_row_lies() -> None:
    assert told(["r7 r8 r6", "k1 k2 k3"], ["r7 r8 r9", "k1 k2 k3"]) == ["*r7 r8 r9", "k1 k2 k3"]


def test_a_row_may_be_read_from_its_other_end() -> None:
    assert told(["k7 o7 b7 r7"], ["r7 b7 k7"]) == []
    assert told(["b8 k7 o7 r7"], ["r7 o7 k7 b7"]) == ["*b7 k7 o7 r7"]


def test_a_row_that_may_be_either_of_two_is_left_out() -> None:
    """One of the two rows is misread, and nobody knows which."""
    assert told(["r7 b7 k7", "r7 b7 k7", "k1 k2 k3"], ["r7 b7 k7", "r7 o7 k7", "k1 k2 k3"]) == ["k1 k2 k3"]
    assert told(["r7 b7 k7", "r7 b7 k7"], ["r7 b7 k7", "r7 b7 k7"]) == ["r7 b7 k7", "r7 b7 k7"]


def test_a_row_of_which_a_tile_is_not_seen_is_left_out() -> None:
    assert told(["r7 !r8 r9", "k1 k2 k3"], ["r7 r8 r9", "k1 k2 k3"]) == ["k1 k2 k3"]


def test_nothing_of_a_home_is_seen_where_only_faces_are_given() -> None:
    rows = labelled(reading(["r7 r8 r6"]), Table.from_notation(["r7 r8 r9"]))
    shown = only_faces(np.full((360, 640, 3), 200, np.uint8), rows)
    for quad in rows[0].quads:
        x, y = quad.mean(axis=0).astype(int)
        assert (shown[y, x] == 200).all()
    assert (shown == HIDDEN).all(axis=2).mean() > 0.98


def test_labels_are_those_that_are_measured_with() -> None:
    labels = as_labels(labelled(reading(["r7 r8 r6", "k1 k2 k3"]), Table.from_notation(["r7 r8 r9", "k1 k2 k3"])))
    assert sorted(tile["tile"] for tile in labels["tiles"]) == ["k1", "k2", "k3", "r7", "r8", "r9"]  # type: ignore
    assert labels["sets"] == [[0, 1, 2], [3, 4, 5]]
