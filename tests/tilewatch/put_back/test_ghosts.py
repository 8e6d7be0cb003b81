"""The old table drawn as a ghost over the picture: tiles that lie right again, are missing, or lie wrong."""

from collections.abc import Callable
from typing import Any

import pytest

from web.contract import Conflict

Game = Callable[..., Any]
OPENING = ("r10 r11 r12", "k1 k2 k3")


def ghosts(stage: Any) -> dict[tuple[str, int | None], str]:
    """How each tile is drawn, by its name and its set in the old table (None: drawn at its wrong position)."""
    drawn = stage.table.state()["restore"]["ghosts"]
    return {(ghost["tile"], ghost["set"]): ghost["how"] for ghost in drawn}


def quads(stage: Any) -> dict[str, list[list[float]]]:
    drawn = stage.table.state()["restore"]["ghosts"]
    return {ghost["tile"]: ghost["quad"] for ghost in drawn if ghost["set"] is not None}


def failed(game: Game) -> Any:
    """Ada opened; Bo takes her run apart and lays a tile of his own."""
    stage = game()
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    stage.lay("r10 r11 b5", "k1 k2 k3", "r12")
    stage.table.turn.done(True)
    return stage


def test_old_places_are_drawn_with_what_lies_there_what_lies_elsewhere_and_what_belongs_nowhere(game: Game) -> None:
    drawn = ghosts(failed(game))
    assert drawn[("r10", 0)] == drawn[("k1", 1)] == "there"
    assert drawn[("r12", 0)] == "astray"  # its old place is empty
    assert drawn[("r12", None)] == "astray"  # its present place
    assert drawn[("b5", None)] == "strange"


def test_a_tile_that_was_taken_off_the_table_is_missing_until_it_lies_there_again(game: Game) -> None:
    stage = failed(game)
    stage.lay("r10 r11", "k1 k2 k3")
    assert ghosts(stage) == {
        ("r10", 0): "there", ("r11", 0): "there", ("r12", 0): "missing",
        ("k1", 1): "there", ("k2", 1): "there", ("k3", 1): "there",
    }  # fmt: skip
    stage.lay("r10 r11 r12", "k1 k2 k3")
    assert stage.table.state()["restore"] is None


def test_ticks_stay_while_a_hand_lays_the_next_tile_back(game: Game) -> None:
    stage = failed(game)
    stage.lay("r10 r11", "k1 k2 k3")
    done = [move["done"] for move in stage.table.state()["restore"]["moves"]]
    stage.show("r10 r11", "k1 k2 k3", hand="over")
    stage.run(0.3)
    assert [move["done"] for move in stage.table.state()["restore"]["moves"]] == done
    assert True in done


def test_old_places_are_known_after_a_start_of_the_program(game: Game) -> None:
    stage = failed(game)
    before = quads(stage)
    stage.reopen()
    stage.run(1.0)
    assert quads(stage) == before
    assert ghosts(stage)[("r12", 0)] == "astray"


def test_old_places_move_along_with_a_table_that_is_bumped(game: Game) -> None:
    stage = failed(game)
    before = quads(stage)
    stage.show("r10 r11 b5", "k1 k2 k3", "r12", shift=(40, 12))
    stage.run(1.5)
    after = quads(stage)
    moved = {tile: [after[tile][0][0] - before[tile][0][0], after[tile][0][1] - before[tile][0][1]] for tile in before}
    for right, down in moved.values():
        assert abs(right - 40 / 640) < 0.005
        assert abs(down - 12 / 360) < 0.005


def test_each_move_back_says_where_its_tile_lies_and_where_it_belongs(game: Game) -> None:
    stage = failed(game)
    moves = {move["tile"]: move for move in stage.table.state()["restore"]["moves"]}
    at = {(ghost["tile"], ghost["set"]): ghost["quad"] for ghost in stage.table.state()["restore"]["ghosts"]}
    assert moves["b5"]["lies"] == at["b5", None]
    assert moves["b5"]["belongs"] is None  # it belongs on the rack
    assert (moves["r12"]["lies"], moves["r12"]["belongs"]) == (at["r12", None], at["r12", 0])
    stage.lay("r10 r11", "k1 k2 k3")
    moves = {move["tile"]: move for move in stage.table.state()["restore"]["moves"]}
    assert (moves["b5"]["done"], moves["r12"]["lies"]) == (True, None)  # not on the table any more
    assert moves["r12"]["belongs"] is not None


def test_what_is_not_as_it_was_names_one_move_and_how_many_there_are(game: Game) -> None:
    stage = failed(game)
    with pytest.raises(Conflict, match="blue 5 back to the rack, for a start") as refused:
        stage.table.turn.restored(False)
    assert len(refused.value.more["moves"]) == 2
