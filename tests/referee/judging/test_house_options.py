"""Combinations of options whose result the leaflets leave open, and the decisions taken (docs/leaflets.md)."""

from collections.abc import Mapping

from referee.judging import Position, Verdict, judge
from referee.rules import Rules
from referee.solving import best_play
from referee.table import Table, row_from_notation


def turn(rules: Mapping[str, object], opened: bool, before: str, after: str) -> Verdict:
    lay, lies = (Table.from_notation(text.split(" / ")) for text in (before, after))
    return judge(Position(Rules.from_json(rules), opened, lay), lies)


def codes(verdict: Verdict) -> list[str]:
    return [fault.code.value for fault in verdict.faults]


def test_two_freed_jokers_need_two_all_new_sets_together() -> None:
    """Both runs want the one orange 3, 4 and 5 that come from the rack; the others lay together."""
    rules = {"preset": "mind-sports", "freed_joker_goes": "all-new-set", "jokers_in_a_set": 2}
    before = "b13 r13 k13 / r5 b5 k5 / r13 b13 o13 / J k10 J / o3 o4 o5 o6"
    after = "o4 o5 o6 J o3 / o3 o4 o5 J / b13 r13 k13 / r13 b13 o13 / k9 k10 k11 / k5 r5 b5"
    assert codes(turn(rules, True, before, after)) == ["joker-not-reused"]


def test_a_tile_laid_beside_a_freed_joker_no_longer_lies_with_its_old_set() -> None:
    """Black 3 leaves two tiles of its group together: it lies in the set of the joker that black 7 freed."""
    rules = {"preset": "american-1980", "jokers": 3, "freed_joker_goes": "all-new-set", "rebuilding": "all-or-three"}
    before, after = "r7 b7 J J / k3 r3 J", "k7 r7 b7 / k3 J k5 / J J r3"
    assert "rebuilt-too-far" in codes(turn(rules, True, before, after))


def test_a_joker_of_three_that_stays_beside_the_tiles_that_freed_it_is_not_reused() -> None:
    """Orange 8 and blue 8 free it; black 8 leaves its set, and so does black 10 of the other joker's set."""
    rules = {"preset": "american-1980", "freed_joker_goes": "all-new-set", "rebuilding": "all-or-three"}
    after = "k7 k8 k9 / k11 k12 k13 / k10 r10 o10 / J o7 o8 / o8 r8 b8 J"
    assert codes(turn(rules, True, "J k8 r8 / k10 J k12", after)) == ["joker-not-reused", "rebuilt-too-far"]


def test_two_jokers_that_break_one_rule_in_one_set_are_a_single_fault() -> None:
    assert codes(turn({"preset": "wikipedia"}, True, "J J k4", "k4 r4 b4 / J k7 J")) == ["joker-not-reused"]


def test_no_opening_touches_a_closed_set() -> None:
    rules = {"preset": "american-1980", "joker_sets": "closed", "joker_before_opening": True}
    before = "r3 r4 r5 r6 r7 J r9 / o7 r7 b7 / r3 r4 J"
    after = "o7 r7 b7 / r3 r4 J / o8 b8 r8 k8 / r3 r4 r5 r6 r7 r8 r9 / r12 o12 k12 / b2 r2 J / r10 b10 k10"
    assert codes(turn(rules, False, before, after)) == ["opening-touches-table"]
    assert turn(rules | {"joker_sets": "open"}, False, before, after).legal


def test_before_the_opening_the_joker_of_three_needs_both_tiles_too() -> None:
    rules = {"preset": "original", "joker_before_opening": True, "joker_of_three": "both-colours"}
    assert not turn(rules, False, "r5 b5 J", "r5 b5 k5 / J k12 r12").legal
    assert turn(rules, False, "r5 b5 J", "r5 b5 k5 o5 / J k12 r12").legal


def test_where_colours_may_repeat_any_two_tiles_free_the_joker_of_three() -> None:
    rules = {"preset": "american-1980", "group_colours_differ": False}
    assert not turn(rules, True, "r5 b5 J", "r5 b5 r5 / J k12 r12").legal
    assert turn(rules, True, "r5 b5 J", "r5 b5 r5 b5 / J k12 r12").legal


def test_a_tile_of_the_table_frees_one_joker_where_its_twin_of_the_rack_has_to_free_another() -> None:
    """The k12 of the group cannot free the group's own joker; the rack's k12 frees it, so that the group's k12 may free
    the run's joker."""
    rules = {"preset": "senior-games", "group_colours_differ": False, "one_after_thirteen": True}
    before, after = "k10 k11 J k13 k1 / k12 r12 J", "k12 k13 k1 / J k10 k11 k12 / r10 J r12"
    assert turn(rules, True, before, after).legal


def test_no_tile_of_its_own_set_frees_the_joker_of_a_group_whose_colours_may_repeat() -> None:
    """Red 5 already belongs to the group; another red 5, from the rack or from another set, may replace the joker."""
    rules = {"preset": "senior-games", "group_colours_differ": False}
    before, table = "r5 b5 k5 J", Table.from_notation(["r5 b5 k5 J"])
    assert codes(turn(rules, True, before, "r5 b5 k5 / J k9 b9")) == ["joker-exchange"]
    assert turn(rules, True, before, "r5 r5 b5 k5 / J k9 b9").legal
    assert turn(rules, True, f"{before} / r5 r6 r7 r8", "r5 r5 b5 k5 / r6 r7 r8 / J k9 b9").legal
    assert not best_play(Position(Rules.from_json(rules), True, table), row_from_notation("k9 b9", "rack")).played


def test_a_set_that_gave_a_tile_for_a_joker_is_what_is_left_of_it() -> None:
    """Red 4, one of three fours, frees the joker: the remaining two fours may lie anywhere, and so may the other two
    tiles of the joker's set."""
    rules = {"preset": "senior-games", "rebuilding": "all-or-three"}
    assert turn(rules, True, "r3 J r5 / r4 k4 b4", "r3 r4 r5 / k4 b4 J").legal
    assert codes(turn(rules, True, "r3 J r5 / r4 k4 b4 o4", "r3 r4 r5 / k4 b4 J / o4 o5 o6")) == ["rebuilt-too-far"]
    assert turn({"preset": "original", "rebuilding": "all-or-three"}, True, "r5 r6 J", "r4 r5 r6 / J k9 b9").legal


def test_a_tile_that_took_the_place_of_a_freely_moved_joker_stays_together_with_its_set() -> None:
    """Red 6 of the rack lies where the joker lay: of the run of four three tiles stay together."""
    rules = {"preset": "original", "rebuilding": "all-or-three"}
    before = "r4 r5 J r7 / b6 b7 J"
    assert turn(rules, True, before, "r4 r5 r6 / J b6 J / r7 b7 k7").legal
    assert codes(turn(rules, True, before, "r4 r5 J / r7 k7 J / b6 b7 b8")) == []
    assert not turn(rules, True, "r4 r5 r6 r7", "r4 r5 J / r6 r7 J").legal


def test_a_joker_of_the_opening_may_change_ends_while_more_may_be_played() -> None:
    """Nine, ten and a joker as eleven are the opening; then the joker moves before the nine."""
    verdict = turn({"preset": "senior-games"}, False, "o4 o5 o6", "o4 o5 o6 / J k9 k10")
    assert (verdict.legal, verdict.opening_points) == (True, 30)
    assert codes(turn({"preset": "original"}, False, "o4 o5 o6", "o4 o5 o6 / J k9 k10")) == ["opening-too-low"]


def test_where_an_opening_is_one_set_others_may_follow_once_it_stands() -> None:
    rules = {"preset": "finnish", "more_play_after_opening": True}
    before, two_sets = "r1 r2 r3", "r1 r2 r3 / r10 b10 k10 o10 / b4 b5 b6"
    assert turn(rules, False, before, two_sets).legal
    assert codes(turn({"preset": "finnish"}, False, before, two_sets)) == ["opening-one-set"]
    assert not turn(rules, False, before, "r1 r2 r3 / r10 b10 k10 / b4 b5 b6").legal


def test_both_jokers_of_a_set_may_be_taken_before_the_opening() -> None:
    rules = {"preset": "original", "joker_before_opening": True}
    assert turn(rules, False, "r3 J r5 r6 J", "r3 r4 r5 r6 r7 / J b12 J").legal
    assert not turn(rules, False, "r3 J r5 r6 J", "r3 r4 r5 r6 / J b12 J").legal


def test_a_tile_that_took_a_joker_before_the_opening_does_not_lie_in_the_opening() -> None:
    """Blue 5 either frees the joker or opens with 6 and a joker; a freeing tile comes from the rack."""
    rules = {"preset": "senior-games", "opening_points": 12, "joker_before_opening": True, "freeing_tile_from": "rack"}
    assert not turn(rules, False, "k5 r5 J", "b5 b6 J / k3 k4 k5 / r5 J r7").legal
    assert turn(rules, False, "k5 r5 J", "k5 r5 b5 / k3 k4 J / b6 b7 J").legal


def test_a_joker_of_the_opening_may_be_freed_by_a_tile_of_the_table_once_more_may_be_played() -> None:
    """Blue 5, 6 and a joker open; blue 7 frees it; the two tiles left of blue 7's own set need not stay together."""
    rules = {"preset": "senior-games", "opening_points": 9, "rebuilding": "all-or-three"}
    assert turn(rules, False, "k7 b7 J", "b5 b6 b7 / k7 r7 J / r4 r5 J").legal


def test_a_joker_taken_before_the_opening_may_be_exchanged_again_once_more_may_be_played() -> None:
    """Blue 7 takes a joker, 6 and two jokers open with 18, and red 7 then frees the joker that stood for red 7."""
    rules = {"preset": "sabra", "opening_points": 15, "joker_before_opening": True, "joker_sets": "keeps-its-tile"}
    assert turn(rules, False, "k5 r5 b5 / k7 r7 J", "k5 r5 b5 / J r6 r7 / k7 b7 J").legal


def test_no_play_takes_one_tile_for_the_joker_of_three_before_the_opening() -> None:
    options = {"joker_sets": "open", "joker_before_opening": True, "joker_of_three": "both-colours"}
    rules = Rules.from_json({"preset": "danish-card", **options})
    table = Table.from_notation(["b7 J J", "k8 r8 b8 k8"])
    play = best_play(Position(rules, False, table), row_from_notation("r7 b7 b10 r8 b9 o7 o7", "rack"))
    assert judge(Position(rules, False, table), play.table).legal
    assert "b7 r7 J" not in play.table.to_notation()


def test_no_play_leaves_a_freed_joker_in_a_set_that_is_not_all_new() -> None:
    options = {"opening_may_use_table": True, "jokers_in_a_set": 1, "freed_joker_goes": "all-new-set"}
    rules = Rules.from_json({"preset": "sabra", **options})
    table = Table.from_notation(["J o9 o10 o11 o12", "b9 b10 b11", "o8 o9 o10 J o12 o13"])
    play = best_play(Position(rules, True, table), row_from_notation("o8 o11", "rack"))
    assert judge(Position(rules, True, table), play.table).legal
    assert not play.played


def test_a_tile_of_the_table_frees_a_joker_where_that_of_the_rack_has_to_lie_in_its_all_new_set() -> None:
    """A 7 of the group frees the joker and leaves its set; the sevens of the rack and the group's red 7 make the
    all-new set."""
    rules = {"preset": "world-championship", "freed_joker_goes": "all-new-set", "joker_sets": "keeps-its-tile"}
    assert turn(rules, True, "k3 r3 b3 / k7 r7 b7 / J r7 J", "k3 r3 b3 / k7 r7 b7 J / k7 r7 b7 J").legal
