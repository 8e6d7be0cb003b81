"""Which accounts of the jokers are searched: none that another one covers."""

from collections import Counter

import pytest

from referee.rules import PRESETS
from referee.solving.jokers.joker_accounts import subproblems
from referee.table import Table, row_from_notation


@pytest.mark.parametrize(
    ("preset", "table", "rack", "accounts"),
    [
        # Kept; freed by one of two tiles, whichever.
        ("wikipedia", "J r4 o4", "k4 b4", [(0, 0), (1, 2)]),
        ("wikipedia", "J r4 o4", "k4", [(0, 0), (1, 0)]),
        # Freed by a tile of the table, it may go anywhere, stay what it was, and leave that of the rack there.
        ("senior-games", "r3 J r5 / r4 k4 o4", "r4", [(1, 0)]),
        # Freed by that of the rack alone: then that has to lie.
        ("senior-games", "r3 J r5", "r4", [(0, 0), (1, 0)]),
        # A joker that is bound among tiles of the rack may not stay.
        ("sabra", "r3 J r5", "r4", [(0, 0), (1, 0)]),
    ],
)
def test_accounts_are_searched_together_or_not_at_all_where_one_covers_another(
    preset: str, table: str, rack: str, accounts: list[tuple[int, int]]
) -> None:
    """`accounts`: of each the freed jokers, and how many it stands for."""
    tiles = Counter(row_from_notation(rack, "rack"))
    found = subproblems(PRESETS[preset], Table.from_notation(table.split(" / ")), tiles)
    assert [(one.freed_jokers, len(one.accounts)) for one in found] == accounts
