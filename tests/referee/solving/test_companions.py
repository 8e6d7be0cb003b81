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
