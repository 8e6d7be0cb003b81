"""The tools that make and measure films: a drawn film is played, and undone answers of a player are counted."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from benchmarks.film_parts.camera import Lens
from benchmarks.film_parts.family import Family
from benchmarks.film_parts.film import Lying
from benchmarks.film_parts.make import Maker
from benchmarks.film_parts.script import Turn
from benchmarks.films import play
from benchmarks.player import Player

FOUL: Turn = {"turn": 0, "player": "Ada", "before": [], "after": ["r9 r10 b11"], "legal": False, "draw": 3}


def test_a_drawn_film_of_a_foul_that_is_put_back_is_right(tmp_path: Path) -> None:
    Maker(tmp_path, "glossy", 5, "", real=False).write([dict(FOUL)])
    game = play(tmp_path, Lens())
    assert (game.played.turns, game.played.right, game.played.not_noticed) == (1, 1, 0)
    assert game.family.asked.total() == 0


@pytest.mark.parametrize(("reads", "changed", "undone"), [("r6", 0, 0), ("r9", 0, 1), ("r9", 60, 0)])
def test_a_word_is_undone_where_its_place_looks_the_same(reads: str, changed: int, undone: int) -> None:
    quad = np.array([[100, 100], [130, 100], [130, 140], [100, 140]], np.float32)
    row = {"tiles": ["r9"], "quads": [(quad / [1280, 720]).tolist()]}
    state = {"table": [row], "steady": True, "unsure": [], "unread": []}
    table = SimpleNamespace(tiles=SimpleNamespace(correct=lambda *_: None))
    family = Family(cast(Player, SimpleNamespace(state=state, table=table)), [Lying("r6", quad)])
    family.answer({"kind": "misread", "set": 0, "place": 0, "tiles": []})
    cast(Any, row)["tiles"] = [reads]
    family.picture = family.picture + np.uint8(changed)
    family.notice()
    assert len(family.undone) == undone
