"""Among which tiles of the rack a freed joker has to lie: what the search knows of it."""

from collections import Counter
from dataclasses import replace

import pytest

from referee.rules import Rules
from referee.solving.jokers.subproblem import Subproblem, relaxed_problem
from referee.solving.tiling.partial_runs import Beside
from referee.solving.tiling.tiling_search import TilingSearch
from referee.table import row_from_notation


@pytest.mark.parametrize(
    ("rack", "beside", "lies"),
    [
        ("k10", Beside.ANY, True),
        ("k10", Beside.TWO, False),
        ("k6 k10", Beside.TWO, True),
        ("k6 k10", Beside.STRETCH, False),
        ("k10 k11", Beside.STRETCH, True),
        ("k10 k12", Beside.STRETCH, True),
        ("r1 b1", Beside.TWO, True),
        ("r1 b2", Beside.TWO, False),
        ("J", Beside.TWO, False),
        ("J k10", Beside.TWO, True),
        ("J k10", Beside.STRETCH, True),
        ("J r1", Beside.STRETCH, True),
    ],
    ids=str,
)
def test_a_freed_joker_lies_with_two_tiles_of_the_rack_or_in_three_side_by_side(
    rack: str, beside: Beside, lies: bool
) -> None:
    table = Counter(row_from_notation("k7 k8 k9", "table"))
    account = Subproblem(table, Counter(row_from_notation(rack, "rack")), freed_jokers=1)
    problem = replace(relaxed_problem(Rules(), account), beside=beside)
    assert (TilingSearch(problem, lambda: None).cheapest() is not None) == lies


@pytest.mark.parametrize(
    ("beside", "lies"), [(Beside.ANY, True), (Beside.TWO, False), (Beside.STRETCH, False)], ids=str
)
def test_the_twin_on_the_table_is_no_companion(beside: Beside, lies: bool) -> None:
    """Two jokers between a 9 and an 11 each; of these four tiles two are of the rack, enough for one of the jokers."""
    tiles = Counter(row_from_notation("k9 k11", "tiles"))
    problem = replace(relaxed_problem(Rules(), Subproblem(tiles, tiles, freed_jokers=2)), beside=beside)
    assert (TilingSearch(problem, lambda: None).cheapest() is not None) == lies


@pytest.mark.parametrize(("table", "lies"), [("b13 b13 r13", False), ("b13 b13 r13 o13", True)])
@pytest.mark.parametrize("beside", [Beside.TWO, Beside.STRETCH], ids=str)
def test_companions_in_another_group_of_the_number_are_none(table: str, lies: bool, beside: Beside) -> None:
    """Black and red of the rack lie with the joker in one group only where the other group can do without them."""
    account = Subproblem(
        Counter(row_from_notation(table, "table")), Counter(row_from_notation("k13 r13", "rack")), freed_jokers=1
    )
    problem = replace(relaxed_problem(Rules(), account), beside=beside)
    assert (TilingSearch(problem, lambda: None).cheapest() is not None) == lies


@pytest.mark.parametrize(("rack", "lies"), [("b6 b9 r9", False), ("b6 b8 b9 r9", True)])
def test_a_tile_of_the_rack_is_a_companion_in_a_run_or_in_a_group_but_not_in_both(rack: str, lies: bool) -> None:
    """The jokers lie between blue 7 and 9 and beside red and blue 9; both ask for the blue 9 of the rack."""
    account = Subproblem(
        Counter(row_from_notation("b7 b9", "table")), Counter(row_from_notation(rack, "rack")), freed_jokers=2
    )
    problem = replace(relaxed_problem(Rules(), account), beside=Beside.TWO)
    assert (TilingSearch(problem, lambda: None).cheapest() is not None) == lies
