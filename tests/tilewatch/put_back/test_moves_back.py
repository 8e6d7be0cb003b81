"""After a failed turn the players have to restore the old table."""

import pytest

from referee.table import Table, is_same
from tilewatch.put_back.moves_back import moves_back, ticked_off


def table(text: str) -> Table:
    return Table.from_notation([row for row in text.split(" / ") if row])


@pytest.mark.parametrize(
    ("now", "wanted"),
    [
        ("", ""),
        ("b4 b5 b6", "b6 b5 b4"),
        ("r8 k8 o8 / b4 b5 b6", "b4 b5 b6 / r8 k8 o8"),
        ("b4 b5 b6 r8 k8 o8", "b4 b5 b6 / r8 k8 o8"),  # put back so that the two sets touch
    ],
)
def test_the_table_is_back(now: str, wanted: str) -> None:
    assert is_same(table(now), table(wanted))


@pytest.mark.parametrize(
    ("now", "wanted"),
    [
        ("b4 b5 b6", ""),
        ("", "b4 b5 b6"),
        ("b4 b5 b6 b7", "b4 b5 b6"),
        ("b3 b4 b5 / b6 b7 b8", "b3 b4 b5 b6 / b7 b8"),
        ("k7 r7 b8 / b7", "k7 r7 b7 / b8"),
    ],
)
def test_the_table_is_not_back(now: str, wanted: str) -> None:
    assert not is_same(table(now), table(wanted))


@pytest.mark.parametrize(
    ("now", "wanted", "moves"),
    [
        ("b4 b5 b6 r9", "b4 b5 b6", ["red 9 back to the rack"]),
        ("r6 r8 / b6 b7 r7", "r6 r7 r8 / b6 b7", ["red 7 back between red 6 and red 8"]),
        ("r6 r7", "r6 r7 r8", ["red 8 back beside red 7"]),
        ("b4 b5 b6", "b4 b5 b6", []),
        (
            "",
            "J k5 k6",
            ["joker back beside black 5", "black 5 back between joker and black 6", "black 6 back beside black 5"],
        ),
    ],
)
def test_the_moves_that_lead_back_in_words(now: str, wanted: str, moves: list[str]) -> None:
    assert [move.message.text for move in moves_back(table(now), table(wanted))] == moves


def test_moves_are_ticked_off_as_they_are_seen_done() -> None:
    failed, wanted = table("r6 r8 / b6 b7 b8 r7 k1"), table("r6 r7 r8 / b6 b7 b8")
    assert [done for _, done in ticked_off(failed, failed, wanted)] == [False, False]
    halfway = table("r6 r8 / b6 b7 b8 r7")
    assert [(move.message.text, done) for move, done in ticked_off(failed, halfway, wanted)] == [
        ("black 1 back to the rack", True),
        ("red 7 back between red 6 and red 8", False),
    ]
    assert [done for _, done in ticked_off(failed, wanted, wanted)] == [True, True]
