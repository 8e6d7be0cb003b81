"""The bare table outlasts a start of the program in the middle of a round, and no longer."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tilewatch.storage.notes import BareTableNote
from tilewatch.table.bare_table import BARE_TABLE
from tilewatch.table.live import LiveTable
from vision.camera import Pixels

Game = Callable[..., Any]


def bare_of(table: LiveTable) -> Pixels | None:
    """The bare table that the watch knows."""
    return table._watching.watch.bare_table


def test_the_bare_table_is_known_after_a_start_in_the_middle_of_a_round(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11")
    before = bare_of(stage.table)
    assert before is not None
    stage.reopen()
    assert bare_of(stage.table) is None, "no picture was read yet"
    stage.run(2)
    after = bare_of(stage.table)
    assert after is not None
    assert np.abs(after.astype(int) - before).mean() < 3
    assert stage.words() == ["r9 r10 r11"]


def test_between_matches_nobody_knows_the_bare_table(game: Game) -> None:
    stage = game()
    stage.lay("r9 r10 r11")
    stage.table.match.start(["Ada", "Bo"], {"preset": "original"}, "Ada", None, True)
    stage.reopen()
    stage.run(2)
    assert bare_of(stage.table) is None


@pytest.mark.parametrize("jpeg", [b"", b"no picture"])
def test_a_damaged_picture_of_it_is_ignored(game: Game, jpeg: bytes) -> None:
    stage = game()
    stage.lay("r9 r10 r11")
    stage.table._journal.note(BARE_TABLE, BareTableNote(jpeg))
    stage.reopen()
    stage.run(2)
    assert bare_of(stage.table) is None
    assert stage.words() == ["r9 r10 r11"]
