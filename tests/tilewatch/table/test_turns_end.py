"""Events after a turn was judged: tiles forgotten, turns withdrawn, tiles dealt again."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.table import Table
from web.contract import Conflict, TableNotSeen

Game = Callable[..., Any]
OPENING = ("r10 r11 r12", "k1 k2 k3")


def failed(stage: Any) -> Any:
    """Ada opened; Bo breaks her run and lays a tile that belongs to no set."""
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    stage.lay("r10 r11 . b5", "k1 k2 k3", "r12")
    stage.table.turn.done(True)
    return stage


@pytest.mark.parametrize(("rules", "racks"), [("original", [8, 17]), ({"forgotten_tiles": "rack"}, [8, 18])])
def test_a_tile_whose_old_place_nobody_remembers_goes_where_the_rules_say(
    game: Game, rules: Any, racks: list[int]
) -> None:
    stage = failed(game(rules if isinstance(rules, str) else {"preset": "original", **rules}))
    stage.lay("r10 r11", "k1 k2 k3")
    with pytest.raises(Conflict):
        stage.table.turn.restored(False)
    stage.table.turn.restored(True)
    state = stage.table.state()
    assert state["turn"]["player"] == "Ada"
    assert [player["rack"] for player in state["players"]] == racks
    assert stage.table.match.table_by_right() == Table.from_notation(["r10 r11", "k1 k2 k3"])


@pytest.mark.parametrize(
    ("lies", "told"),
    [
        (("r10 r11 . b5", "k1 k2 k3"), "red 12 back beside red 11"),  # the forgotten tile, not the surplus one
        (("r10 r11 . b5", "k1 k2 k3", "r12"), "blue 5 back to the rack"),
        (("r10 r11 r12", "k1 k2"), "black 3 back beside black 2"),  # moved while everything was put back
    ],
)
def test_a_table_that_is_not_as_it_was_is_told_what_matters_most(game: Game, lies: tuple[str, ...], told: str) -> None:
    stage = failed(game())
    stage.lay(*lies)
    with pytest.raises(Conflict, match=told) as refused:
        stage.table.turn.restored(False)
    assert refused.value.more["moves"][0] == told
    assert told in [move["text"] for move in stage.table.state()["restore"]["moves"] if not move["done"]]


def test_players_who_say_it_is_back_are_believed_where_the_camera_sees_other_tiles(game: Game) -> None:
    stage = failed(game())
    stage.table.turn.restored(True)
    assert stage.table.match.table_by_right() == Table.from_notation(OPENING)


def test_sets_that_stay_after_a_failed_turn_lie_there_by_right(game: Game) -> None:
    stage = game("danish-card")
    stage.lay("k11 k12 k13", "b4 b5 b6", "r1 b9 k9")
    assert not stage.table.turn.done(True)["legal"]
    stays = Table.from_notation(["k11 k12 k13", "b4 b5 b6"])
    assert stage.table.match.table_by_right() == stays
    stage.lay("k11 k12 k13", "b4 b5 b6")
    assert stage.table.state()["turn"]["player"] == "Bo"
    assert stage.table.match.table_by_right() == stays


def test_three_pairs_among_the_first_tiles_are_dealt_again_where_the_rules_say_so(game: Game) -> None:
    stage = game("tournament")
    stage.table.turn.done(False)
    assert stage.table.state()["match"]["new_deal"]
    stage.table.act(lambda match, at: match.dealt_again("Bo", at))
    state = stage.table.state()
    assert (state["turn"]["number"], state["turn"]["player"]) == (1, "Ada")
    assert [player["rack"] for player in state["players"]] == [14, 14]
    stage.table.turn.done(False)
    stage.table.turn.done(False)
    assert not stage.table.state()["match"]["new_deal"]
    with pytest.raises(Conflict):
        stage.table.act(lambda match, at: match.dealt_again("Bo", at))


def test_a_turn_taken_back_keeps_the_picture_of_its_beginning(game: Game) -> None:
    stage = game()
    stage.lay(*OPENING)
    stage.table.turn.done(False)
    before = stage.table.pictures.of_turn(1, "before")
    stage.table.act(lambda match, at: match.taken_back(at))
    stage.lay("r10 r11 r12", "k1 k2 k3", "b4 b5 b6")
    stage.table.turn.done(False)
    assert before is not None
    assert stage.table.pictures.of_turn(1, "before") == before


def test_racks_that_do_not_add_up_are_told_with_whose_or_which_tile_it_is(game: Game) -> None:
    stage = game()
    stage.table.act(lambda match, at: match.stopped(at))
    racks = {"Ada": "r5 r5 k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12", "Bo": "r5 b1 b2"}
    with pytest.raises(Conflict) as refused:
        stage.table.act(lambda match, at: match.counted(racks, at))
    told = [(doubt["code"], doubt["player"], doubt["tile"]) for doubt in refused.value.more["doubts"]]
    assert told == [("doubt.rack-count", "Bo", None), ("doubt.too-often", None, "r5")]


def test_no_time_that_is_over_ends_a_turn_of_a_round_that_is_kept_by_hand(game: Game) -> None:
    stage = game()
    stage.shown = stage.shown * 0
    stage.run(0.4)
    with pytest.raises(TableNotSeen):
        stage.table.turn.done(False)
    stage.table.turn.done(False, by_hand="tiles")
    stage.show()
    stage.wait(100, every=5)
    told = stage.table.state()
    assert told["match"]["by_hand"]
    assert (told["turn"]["number"], told["turn"]["player"], told["turn"]["phase"]) == (2, "Bo", "playing")
