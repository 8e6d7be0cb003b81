"""A match: racks by count, failed turns put back, undo, overruling, pauses, the ends of rounds."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.judging import Position, table_to_restore
from referee.match import DoesNotAddUp, DoesNotFit, Match, agreeing, events
from referee.match.events import EVENTS, Event, MatchBegan, Paused, TableRestored
from referee.match.permitted import FITS
from referee.match.scores import EndedBy
from referee.match.standing import MatchError, Phase
from referee.match.transitions import fold
from referee.rules import PRESETS, Rules
from referee.table import Table, is_same

RUN = "r10 r11 r12"
NONSENSE = "r1 b5 k9"


def table(*sets: str) -> Table:
    return Table.from_notation(list(sets))


def playing(rules: object = "original", names: str = "Ada Bo Cy") -> Match:
    """A match in the first turn of its first round, begun at moment 0."""
    return Match.begun(names.split(), Rules.from_json(rules), at=0).round_begun(at=0)


def opened(rules: object = "original", names: str = "Ada Bo Cy") -> Match:
    """A match in which Ada has laid r10 r11 r12 at moment 10."""
    return playing(rules, names).claimed(table(RUN), at=10)


def racks(match: Match) -> list[int]:
    return [player.rack for player in match.now.players]


# Beginning


def test_each_player_is_dealt_fourteen_tiles_and_the_rest_is_the_pool() -> None:
    match = playing()
    assert racks(match) == [14, 14, 14]
    assert match.now.pool == 106 - 42
    assert (match.now.phase, match.now.player.name, match.now.turn) == (Phase.PLAYING, "Ada", 1)


def test_before_the_first_round_a_match_is_being_set_up() -> None:
    match = Match.begun(["Ada", "Bo"], Rules(), at=0)
    assert match.now.phase is Phase.SETUP
    with pytest.raises(DoesNotFit, match="No turn is being played now"):
        match.claimed(table(), at=1)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["Ada"], "2 to 4 players, not 1"),
        (["Ada", "Bo", "Cy", "Di", "Ed"], "2 to 4 players, not 5"),
        (["Ada", "Ada"], "Ada and Ada: two players need two names"),
        (["A", "a "], "A and a: two players need two names"),
        (["Anna  Maria", "Bo", "anna maria"], "two names that sound different"),
        (["Ada", " "], "A player has no name"),
    ],
)
def test_players_who_cannot_sit_down_together_are_refused(names: list[str], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Match.begun(names, Rules(), at=0)


def test_six_may_play_where_a_house_rules_box_holds_the_tiles() -> None:
    names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]
    rules = Rules.from_json({"preset": "original", "copies": 3, "jokers": 4, "players_most": 6})
    assert Match.begun(names, rules, at=0).round_begun(at=0).now.pool == 160 - 84


# Turns


def test_a_player_who_lays_nothing_draws_one_tile() -> None:
    match = playing().claimed(table(), at=20)
    assert racks(match) == [15, 14, 14]
    assert (match.now.pool, match.now.player.name) == (63, "Bo")


def test_a_legal_opening_leaves_the_rack_and_stays_on_the_table() -> None:
    match = opened()
    assert racks(match) == [11, 14, 14]
    assert match.now.table == table(RUN)
    assert [player.opened for player in match.now.players] == [True, False, False]
    assert (match.now.turn, match.now.player.name) == (2, "Bo")


def test_a_failed_turn_waits_until_the_table_is_put_back_then_costs_three_tiles() -> None:
    """Leaflet 001: everything goes back to where it was; three tiles are drawn."""
    failed = opened().claimed(table(RUN, NONSENSE), at=30)
    assert (failed.now.phase, failed.now.must_become) == (Phase.RESTORING, table(RUN))
    assert racks(failed) == [11, 14, 14]
    restored = failed.restored(at=40)
    assert racks(restored) == [11, 17, 14]
    assert (restored.now.phase, restored.now.player.name) == (Phase.PLAYING, "Cy")
    assert restored.now.table == table(RUN)


def test_tiles_whose_place_nobody_remembers_go_to_the_pool() -> None:
    """Leaflet 001: tiles left over are mixed with the pool."""
    failed = opened().claimed(table(RUN, NONSENSE), at=30)
    restored = failed.restored(at=40, table=table("r10 r11"))
    assert restored.now.table == table("r10 r11")
    assert sum(racks(restored)) + restored.now.pool + 2 == 106
    assert racks(restored) == [11, 17, 14]


def test_a_house_may_give_forgotten_tiles_to_the_player() -> None:
    failed = opened({"preset": "original", "forgotten_tiles": "rack"}).claimed(table(RUN, NONSENSE), at=30)
    assert racks(failed.restored(at=40, table=table("r10 r11"))) == [11, 18, 14]


def test_a_table_put_back_may_not_hold_tiles_that_were_not_there() -> None:
    failed = opened().claimed(table(RUN, NONSENSE), at=30)
    with pytest.raises(DoesNotAddUp, match="Does not belong on the table: black 9"):
        failed.restored(at=40, table=table(RUN, "k9"))


def test_in_the_card_edition_the_valid_sets_of_a_failed_turn_stay() -> None:
    """Leaflet 004: only tiles that are not part of a valid set are taken back."""
    match = playing("danish-card").claimed(table("k11 k12 k13", "b4 b5 b6", "r1 b9 k9"), at=30)
    assert match.now.must_become == table("k11 k12 k13", "b4 b5 b6")
    after = match.restored(at=40)
    assert racks(after) == [8, 14, 14]
    assert after.now.players[0].opened
    assert after.now.table == table("k11 k12 k13", "b4 b5 b6")


def test_what_was_laid_well_stays_though_broken_sets_hold_the_tiles_of_one_that_lies_as_it_lay() -> None:
    before, after = table("o1 o2 o3", "o2 o3 o4", "o1 r1 k1", "b7 b8 b9"), ("o2 o3", "o4", "o1 r1 k1 r5")
    position = Position.by_right(Rules.from_json("danish-card"), True, before)
    stays = table_to_restore(position, table("o1 o2 o3", "b7 b8 b9 b10", *after))
    assert is_same(stays, table("o1 o2 o3", "o2 o3 o4", "o1 r1 k1", "b7 b8 b9 b10"))


def test_in_the_card_edition_an_opening_below_forty_leaves_nothing() -> None:
    match = playing("danish-card").claimed(table("b4 b5 b6", "r1 b9 k9"), at=30)
    assert match.now.must_become == table()
    assert racks(match.restored(at=40)) == [15, 14, 14]


@pytest.mark.parametrize("preset", PRESETS)
def test_no_failed_turn_of_which_nothing_stays_is_better_than_passing(preset: str) -> None:
    """Leaflets 003 and 004: play, or draw one tile."""
    match = playing(preset, "Ada Bo Cy Di"[: 3 * PRESETS[preset].players_least])
    failed = match.claimed(table("k1 k2"), at=1).restored(at=2)
    assert racks(failed)[0] >= racks(match.claimed(table(), at=1))[0] == 15


def test_what_lies_as_it_has_to_is_not_put_back_whichever_set_is_listed_first() -> None:
    rules = {"preset": "danish-card", "dealt": 4}
    before = playing(rules, "Ada Bo").claimed(table("r10 r11 r12 r13"), at=10)
    assert before.now.phase is Phase.COUNTING
    match = playing("danish-card").claimed(table("r10 r11 r12 r13"), at=10).claimed(table("r10 r11 r12 r13"), at=20)
    match = match.claimed(table("r10 r11 r12 r13"), at=30)
    late = match.claimed(table("k5 k6 k7", "r10 r11 r12 r13"), at=200)  # over its two minutes, but all sets are valid
    assert [fault.code.value for fault in late.now.turns[-1].verdict.faults] == ["time-over"]
    assert (late.now.phase, late.now.player.name, len(late.now.table.sets)) == (Phase.PLAYING, "Bo", 2)


def test_the_pool_gives_no_more_than_it_has() -> None:
    rules = {"preset": "original", "copies": 1, "jokers": 0, "dealt": 25, "players_most": 2}
    match = playing(rules, "Ada Bo").claimed(table(NONSENSE), at=1).restored(at=2)
    assert racks(match) == [27, 25]
    assert match.now.pool == 0
    assert [match.now.turns[-1].verdict.draw, match.judged(table(), at=3).draw] == [2, 0]  # and nobody is told to


# Dealing, and ending early


def test_a_round_is_dealt_before_its_clock_starts() -> None:
    dealt = Match.begun(["Ada", "Bo", "Cy"], Rules(), at=0).round_ready(at=1)
    assert dealt.now.phase is Phase.READY
    assert (dealt.now.round, dealt.now.turn, dealt.now.chosen, dealt.now.clock) == (1, 1, None, None)
    assert racks(dealt) == [14, 14, 14]
    begun = dealt.round_begun(at=600, first="Bo")
    assert (begun.now.phase, begun.now.round, begun.now.player.name) == (Phase.PLAYING, 1, "Bo")
    assert begun.now.clock is not None
    assert begun.now.clock.left(600) == 60


def test_who_was_chosen_while_tiles_were_dealt_begins() -> None:
    dealt = Match.begun(["Ada", "Bo"], Rules(), at=0).round_ready(at=1, first="Bo")
    assert dealt.now.chosen == "Bo"
    assert dealt.round_begun(at=2).now.player.name == "Bo"
    with pytest.raises(MatchError):
        Match.begun(["Ada", "Bo"], Rules(), at=0).round_ready(at=1, first="Cy")


def test_players_take_turns_in_beginning() -> None:
    first = Match.begun(["Ada", "Bo"], Rules(), at=0).round_ready(at=1).round_begun(at=2)
    assert first.now.player.name == "Ada"
    second = first.stopped(at=3).counted({"Ada": "r1", "Bo": "r2"}, at=4, anyway=True).round_ready(at=5)
    assert second.now.turn == 1
    assert second.round_begun(at=6).now.player.name == "Bo"


def test_while_tiles_are_dealt_no_turn_is_played() -> None:
    dealt = Match.begun(["Ada", "Bo"], Rules(), at=0).round_ready(at=1)
    for act in (lambda: dealt.claimed(table(), at=2), lambda: dealt.paused(at=2), lambda: dealt.round_ready(at=2)):
        with pytest.raises(DoesNotFit):
            act()


def test_a_round_may_be_ended_before_anybody_is_out() -> None:
    stopped = playing().claimed(table(), at=5).stopped(at=9)
    assert stopped.now.phase is Phase.COUNTING
    assert stopped.rack_corrected("Ada", 3, at=10).now.phase is Phase.COUNTING
    assert stopped.now.last_turn is None
    with pytest.raises(DoesNotFit):
        stopped.overruled(False, "no", at=10)


def test_ending_early_is_undone_like_a_turn() -> None:
    before = playing().claimed(table(), at=5)
    again = before.stopped(at=9).taken_back(at=12)
    assert (again.now.phase, again.now.player, again.now.turns) == (Phase.PLAYING, before.now.player, before.now.turns)
    assert again.taken_back(at=13).now.turns == ()


def test_only_the_turn_that_is_meant_is_taken_back() -> None:
    match = playing().claimed(table(), at=5).claimed(table(), at=9)
    with pytest.raises(DoesNotFit):
        match.taken_back(at=10, turn=1)
    assert len(match.taken_back(at=10, turn=2).now.turns) == 1


def test_a_turn_taken_back_while_the_clock_stood_may_count_after_all() -> None:
    """The clock is stopped while a player looks at the verdict."""
    claimed = playing().claimed(table(), at=5)
    match = claimed.paused(at=6).taken_back(at=7)
    assert match.taken_back_just_now is None
    match = match.resumed(at=8)
    assert match.taken_back_just_now == 1
    assert match.counting_again(at=9).now.player.name == claimed.now.player.name


def test_no_clock_is_set_to_less_than_nothing() -> None:
    match = playing().clock_corrected(-30, at=5).clock_corrected(-600, at=6)
    assert match.now.clock is not None
    assert -1 < (match.now.clock.left(at=6) or 0) <= 0
    assert match.clock_corrected(30, at=7).now.clock.left(at=7) == pytest.approx(29, abs=1.5)  # type: ignore[union-attr]


# Overruling and undo


def test_overruling_a_failed_turn_lets_it_stand() -> None:
    match = opened().claimed(table(RUN, NONSENSE), at=30).overruled(True, "the camera misread", at=35)
    assert racks(match) == [11, 11, 14]
    assert (match.now.phase, match.now.player.name) == (Phase.PLAYING, "Cy")
    assert match.now.turns[-1].overruled == "the camera misread"
    assert not match.now.turns[-1].verdict.legal


def test_a_set_that_the_players_let_lie_is_not_the_next_players_fault() -> None:
    match = opened().claimed(table(RUN, NONSENSE), at=30).overruled(True, "house rule", at=35)
    assert match.judged(table(RUN, NONSENSE), at=40).legal
    assert not match.judged(table(RUN, "r1 b5 k9 o2"), at=40).legal


def test_a_legal_turn_that_the_players_count_as_failed_costs_what_a_failed_turn_does() -> None:
    match = opened().claimed(table(RUN), at=30).overruled(False, "it was put down too late", at=35)
    assert match.now.turns[-1].fine == 3


def test_overruling_after_the_penalty_gives_the_tiles_back() -> None:
    match = opened().claimed(table(RUN, NONSENSE), at=30).restored(at=40).overruled(True, "misread", at=50)
    assert racks(match) == [11, 11, 14]
    assert match.now.table == table(RUN, NONSENSE)


def test_overruling_a_legal_turn_makes_it_fail() -> None:
    match = opened().overruled(False, "Ada had help", at=12)
    assert (match.now.phase, match.now.must_become) == (Phase.RESTORING, table())
    assert racks(match.restored(at=20)) == [17, 14, 14]


def test_overruling_a_turn_in_which_a_tile_was_misread_counts_what_was_laid() -> None:
    """The red 12 is taken for a red 10, and Bo lays three tiles."""
    match = opened().claimed(table("r10 r11 r10", "k10 b10 o10"), at=30).overruled(True, "misread", at=35)
    assert racks(match) == [11, 11, 14]
    assert match.now.pool == 106 - 42
    assert match.now.turns[-1].played == 3


def test_overruling_what_was_misread_puts_the_tile_on_the_table_that_really_lies_there() -> None:
    """The red 12 is read as a red 10; after the correction the next turn asks nothing about it."""
    match = opened().claimed(table("r10 r11 r10", "k10 b10 o10"), at=30).overruled(True, "misread", at=35)
    assert match.now.table == table(RUN, "k10 b10 o10")
    assert match.judged(table(f"{RUN} r13", "k10 b10 o10"), at=40).played == tuple(table("r13").tiles())
    assert Match.replayed(match.events) == match


def test_overruling_takes_up_what_is_read_by_then() -> None:
    """A laid tile is misread, and corrected by hand before the players accept the turn."""
    read, mended = table(RUN, "k10 b10 k1"), table(RUN, "k10 b10 o10")
    match = opened().claimed(read, at=30).overruled(True, "misread", 35, mended)
    assert (match.now.table, match.now.turns[-1].after) == (mended, mended)


def test_overruling_does_not_take_up_a_table_that_was_put_back() -> None:
    match = opened().claimed(table(RUN, NONSENSE), at=30).overruled(True, "house rule", 35, table(RUN))
    assert match.now.table == table(RUN, NONSENSE)


def test_a_misread_tile_that_was_let_lie_is_no_question_once_it_is_read_as_it_is() -> None:
    match = opened().claimed(table(RUN, "k10 b10 k1"), at=30).overruled(True, "misread", at=35)
    verdict = match.judged(table(RUN, "k10 b10 o10", "r1 r2 r3"), at=40)
    assert [fault.code for fault in verdict.faults] == ["opening-too-low"]
    failed = match.claimed(table(RUN, "k10 b10 o10", "r1 r2 r3"), at=40)
    assert failed.now.must_become == table(RUN, "k10 b10 o10")
    assert Match.replayed(failed.events) == failed


@pytest.mark.parametrize("preset", PRESETS)
def test_overruling_a_legal_turn_takes_back_what_was_laid_under_every_rules(preset: str) -> None:
    """Leaflet 004 lets valid sets stay, but only the players know that a joker was not announced."""
    names = "Ada Bo Cy Di"[: 3 * PRESETS[preset].players_least]
    match = playing(preset, names).claimed(table("r11 r12 r13 J"), at=10)
    assert match.now.turns[-1].legal
    failed = match.overruled(False, "not announced", at=12)
    assert (failed.now.phase, failed.now.must_become) == (Phase.RESTORING, table())
    assert failed.restored(at=20).now.players[0].rack == 14 + (failed.now.rules.failed_turn_draw or 1)
    assert failed.overruled(True, "it was", at=21).now.table == match.now.table


def test_laying_more_than_a_rack_held_does_not_end_the_round() -> None:
    match = opened({"preset": "original", "dealt": 5})
    match = match.claimed(table(RUN, "k1 k2 k3 k4 k5 k6", "r10 b10 o10"), at=30)
    assert match.now.phase is Phase.PLAYING
    assert match.rack_corrected("Bo", 0, at=31).now.phase is Phase.COUNTING


def test_a_rack_that_is_empty_ends_the_round_also_while_the_clock_stands() -> None:
    match = opened({"preset": "original", "dealt": 5}).paused(at=30)
    assert match.rack_corrected("Bo", 0, at=31).now.phase is Phase.COUNTING


def test_overruling_needs_a_reason_a_turn_and_another_opinion() -> None:
    with pytest.raises(ValueError, match="why you decide otherwise"):
        opened().overruled(False, " ", at=12)
    with pytest.raises(DoesNotFit, match="counts as legal already"):
        opened().overruled(True, "so it is", at=12)
    with pytest.raises(DoesNotFit, match="No turn of this round"):
        playing().overruled(True, "why not", at=12)


def test_undo_gives_the_turn_back_with_a_full_clock() -> None:
    match = opened().taken_back(at=50)
    assert racks(match) == [14, 14, 14]
    assert (match.now.turn, match.now.player.name, match.now.table) == (1, "Ada", table())
    assert match.now.clock is not None
    assert match.now.clock.left(at=50) == 60
    assert match.now.turns == ()


def test_undo_goes_back_turn_after_turn_but_not_into_an_earlier_round() -> None:
    match = opened().claimed(table(RUN), at=20).taken_back(at=30).taken_back(at=31)
    assert match.now.turn == 1
    with pytest.raises(DoesNotFit):
        match.taken_back(at=32)


def test_a_failed_turn_can_be_undone_while_it_waits() -> None:
    match = opened().claimed(table(RUN, NONSENSE), at=30).taken_back(at=31)
    assert (match.now.phase, match.now.player.name, racks(match)) == (Phase.PLAYING, "Bo", [11, 14, 14])


# The clock


def test_a_pause_stops_the_clock_and_nothing_can_be_claimed() -> None:
    match = playing().paused(at=20)
    assert match.now.clock is not None
    assert match.now.clock.left(at=500) == 40
    assert match.now.clock.over_since(at=500) is None
    with pytest.raises(DoesNotFit):
        match.claimed(table(RUN), at=30)
    with pytest.raises(DoesNotFit):
        match.paused(at=30)
    resumed = match.resumed(at=500)
    assert resumed.now.clock is not None
    assert resumed.now.clock.left(at=500) == 40


def test_a_turn_claimed_after_its_time_fails() -> None:
    """Leaflet 001: one minute; a player who has not finished puts the tiles back and draws three."""
    match = playing().claimed(table(RUN), at=61)
    assert match.now.phase is Phase.RESTORING
    assert [fault.code for fault in match.now.turns[-1].verdict.faults] == ["time-over"]


def test_a_turn_claimed_at_the_last_moment_counts() -> None:
    assert playing().claimed(table(RUN), at=60).now.turns[-1].legal


def test_an_extension_adds_thirty_seconds_and_is_used_up() -> None:
    match = playing({"preset": "original", "extensions": 1}).extended(at=50)
    assert match.now.clock is not None
    assert match.now.clock.left(at=50) == 40
    with pytest.raises(DoesNotFit, match="Ada has no extension left"):
        match.extended(at=51)
    assert match.claimed(table(RUN), at=89).now.turns[-1].legal


def test_a_turn_that_outlasts_its_extension_is_told_with_all_its_time() -> None:
    match = playing({"preset": "original", "extensions": 1}).extended(at=50).claimed(table(RUN), at=96)
    assert [fault.text for fault in match.now.turns[-1].verdict.faults] == ["The turn took 96 s; 90 s are allowed."]


def test_a_bank_of_time_is_used_beyond_the_free_seconds() -> None:
    """Mind Sports Olympiad: ten minutes and ten seconds a turn (Bronstein)."""
    match = playing({"preset": "original", "bank_seconds": 600, "increment_seconds": 10})
    assert match.now.clock is not None
    assert match.now.clock.left(at=0) == 610
    match = match.claimed(table(), at=70).claimed(table(), at=75)
    assert [player.bank for player in match.now.players] == [540, 600, 600]


def test_an_empty_bank_is_time_over() -> None:
    rules = {"preset": "original", "bank_seconds": 60, "increment_seconds": 10, "turn_seconds": None}
    match = playing(rules).claimed(table(RUN), at=71)
    assert not match.now.turns[-1].legal


# The end of a round


def short_round(rules: object = "original") -> Match:
    """Two players with three tiles each; Ada lays her rack."""
    house = {"preset": rules, "dealt": 3}
    return playing(house, "Ada Bo").claimed(table(RUN), at=10)


def test_an_empty_rack_ends_the_round_and_the_racks_are_counted() -> None:
    match = short_round()
    assert match.now.phase is Phase.COUNTING
    over = match.counted({"Bo": "r5 b13 J"}, at=20)
    assert over.now.phase is Phase.OVER
    assert over.now.totals() == {"Ada": 48, "Bo": -48}


def test_a_round_counted_early_was_stopped_and_not_ended_by_an_empty_pool() -> None:
    match = opened({"preset": "original", "dealt": 4}, "Ada Bo").stopped(at=20)
    early = match.counted({"Ada": "r5", "Bo": "b13 b12 b11 k1"}, at=21)
    assert early.now.rounds[-1].result.ended_by is EndedBy.STOPPED
    assert early.now.totals() == {"Ada": 32, "Bo": -32}
    empty = empty_pool("original").claimed(table(RUN), at=3).claimed(table(RUN), at=4)
    assert (
        empty.counted({"Ada": "r5", "Bo": "b1"}, at=6, anyway=True).now.rounds[-1].result.ended_by.value == "pool-empty"
    )


def test_two_empty_racks_in_a_round_are_asked_about() -> None:
    with pytest.raises(DoesNotAddUp, match="The racks of Ada and Bo are empty, but a round ends with the first"):
        short_round().counted({"Bo": ""}, at=20)
    assert short_round().counted({"Bo": ""}, at=20, anyway=True).now.totals() == {"Ada": 0, "Bo": 0}


def test_racks_that_do_not_add_up_are_asked_about_by_name() -> None:
    with pytest.raises(DoesNotAddUp, match="Bo's rack holds 2 tiles; by draws and plays it should be 3"):
        short_round().counted({"Bo": "r5 b13"}, at=20)
    with pytest.raises(DoesNotAddUp, match="3 × red 10 on racks and table"):
        short_round().counted({"Bo": "r10 r10 b13"}, at=20)
    assert short_round().counted({"Bo": "r5 b13"}, at=20, anyway=True).now.totals()["Bo"] == -18


def test_who_was_not_asked_is_only_refused_racks_that_no_box_holds() -> None:
    assert short_round().counted({"Bo": "r5 b13"}, at=20, anyway=None).now.totals()["Bo"] == -18
    with pytest.raises(DoesNotAddUp, match="3 × red 10 on racks and table"):
        short_round().counted({"Bo": "r10 r10 b13"}, at=20, anyway=None)


def test_counting_refuses_unknown_and_missing_players() -> None:
    with pytest.raises(ValueError, match="Nobody called Di plays"):
        short_round().counted({"Bo": "r5 b13 b1", "Di": ""}, at=20)
    with pytest.raises(ValueError, match="the rack of Bo"):
        short_round().counted({}, at=20)
    with pytest.raises(ValueError, match='racks, Bo: "x9" is not a tile'):
        short_round().counted({"Bo": "x9"}, at=20)


def test_whoever_is_left_out_of_the_racks_while_the_round_is_played_is_out() -> None:
    """The interface allows a round of three to end with two racks; racks known to hold tiles are asked about only if
    the caller asks for it."""
    racks = {"Bo": "r5", "Cy": "b13 k3"}
    match = opened("original", "Ada Bo Cy")
    assert match.counted(racks, at=20, anyway=None).now.totals() == {"Ada": 21, "Bo": -5, "Cy": -16}
    with pytest.raises(DoesNotAddUp, match="Ada's rack holds 0 tiles; by draws and plays it should be"):
        match.counted(racks, at=20)
    with pytest.raises(MatchError, match="the rack of Ada"):
        match.stopped(at=19).counted(racks, at=20, anyway=None)
    with pytest.raises(MatchError, match="the rack of Ada and Cy"):
        match.counted({"Bo": "r5"}, at=20, anyway=None)


def test_players_are_listed_with_commas_and_one_and() -> None:
    racks = {"Ada": "", "Bo": "", "Cy": "", "Di": "r5"}
    with pytest.raises(DoesNotAddUp, match="The racks of Ada, Bo and Cy are empty"):
        opened("original", "Ada Bo Cy Di").counted(racks, at=20, anyway=False)


def test_rules_for_two_say_so() -> None:
    with pytest.raises(MatchError, match="The rules are for 2 players, not 3"):
        Match.begun(["Ada", "Bo", "Cy"], PRESETS["mind-sports"], at=0)
    with pytest.raises(MatchError, match="The rules are for 2 to 4 players, not 1"):
        Match.begun(["Ada"], Rules(), at=0)


def test_a_round_counted_again_holds_the_last_count_and_is_mended() -> None:
    match = short_round().counted({"Bo": "r5 b13 b1"}, at=20)
    assert match.counted({"Bo": "r5 b13 b1"}, at=25) == match
    again = match.counted({"Bo": "r5 b13 b2"}, at=30).signed(match, "Bo's phone")
    assert again.now.totals() == {"Ada": 20, "Bo": -20}
    assert [(one.is_mended, one.before, one.by) for one in again.now.rounds] == [
        (True, match.now.rounds[0], "Bo's phone")
    ]
    assert agreeing.taken_back(again, at=40).now.totals() == {"Ada": 19, "Bo": -19}


def test_a_round_that_was_struck_out_is_not_counted_again_in_silence() -> None:
    void = agreeing.round_voided(short_round().counted({"Bo": "r5 b13 b1"}, at=20), 1, at=30)
    with pytest.raises(DoesNotFit, match="Round 1 was struck out"):
        void.counted({"Bo": "r5 b13 b2"}, at=40)


def test_a_rack_counted_by_hand_goes_on_being_counted() -> None:
    match = opened().rack_corrected("Ada", 12, at=20)
    assert (racks(match), match.now.pool) == ([12, 14, 14], 106 - 3 - 40)
    assert racks(match.taken_back(at=30)) == [15, 14, 14]


def test_a_rack_holds_at_most_the_whole_box() -> None:
    assert racks(opened().rack_corrected("Ada", 106, at=20))[0] == 106
    with pytest.raises(MatchError):
        opened().rack_corrected("Ada", 107, at=20)


def test_a_round_that_ended_by_a_wrong_count_goes_on_when_it_is_corrected() -> None:
    match = short_round().rack_corrected("Ada", 1, at=20)
    assert (match.now.phase, match.now.player.name) == (Phase.PLAYING, "Bo")


def empty_pool(preset: str, **options: object) -> Match:
    """Two players share a box of 52 tiles; Ada and Bo draw until two tiles are left."""
    rules = {"preset": preset, "copies": 1, "jokers": 0, "dealt": 25, "players_most": 2, "opening_points": 30}
    return playing({**rules, **options}, "Ada Bo").claimed(table(), at=1).claimed(table(), at=2)


def test_with_an_empty_pool_the_round_goes_on_until_nobody_can_lay() -> None:
    """The Danish text of leaflet 001: players go on in turn; when nobody can go on, the round ends."""
    match = empty_pool("original", pool_empty="until-nobody-can")
    assert match.now.pool == 0
    match = match.claimed(table(RUN), at=3).claimed(table(RUN), at=4)
    assert match.now.phase is Phase.PLAYING
    match = match.claimed(table(RUN), at=5)
    assert match.now.phase is Phase.COUNTING


def test_with_an_empty_pool_each_has_one_last_turn_where_the_house_says_so() -> None:
    match = empty_pool("finnish", pool_empty="one-last-turn").claimed(table("r9 r10 r11 r12"), at=3)
    assert match.now.phase is Phase.PLAYING
    match = match.claimed(table("r9 r10 r11 r12"), at=4)
    assert match.now.phase is Phase.COUNTING


def test_by_the_finnish_leaflet_it_ends_if_they_cannot_lay_after_one_more_turn_each() -> None:
    """Leaflet 000: "if even after this the players cannot lay"; the round goes on while a player lays."""
    match = empty_pool("finnish").claimed(table("r9 r10 r11 r12"), at=3).claimed(table("r9 r10 r11 r12"), at=4)
    assert match.now.phase is Phase.PLAYING
    assert match.claimed(table("r9 r10 r11 r12"), at=5).now.phase is Phase.COUNTING


def test_with_an_empty_pool_the_round_ends_as_soon_as_one_cannot_lay() -> None:
    """The Swedish, Norwegian and Finnish texts of leaflet 001: if the player cannot go on, the game ends."""
    match = empty_pool("original").claimed(table("r9 r10 r11 r12"), at=3)
    assert match.now.phase is Phase.PLAYING
    assert match.claimed(table("r9 r10 r11 r12"), at=4).now.phase is Phase.COUNTING


def test_a_turn_that_nobody_watched_does_not_end_the_round_for_what_was_not_laid() -> None:
    match = empty_pool("original").claimed(table("r9 r10 r11 r12"), at=3)
    assert match.claimed_by_hand(at=4).now.phase is Phase.PLAYING
    assert match.claimed_by_hand(at=4, passed=True).now.phase is Phase.COUNTING


def test_who_has_laid_nothing_when_the_time_is_over_has_passed_unless_the_house_says_otherwise() -> None:
    assert racks(opened().claimed(table(RUN), at=80)) == [11, 15, 14]
    late = opened({"preset": "original", "idle_late": "fails"}).claimed(table(RUN), at=80)
    assert (late.now.phase, racks(late)) == (Phase.PLAYING, [11, 17, 14])


def test_a_match_ends_with_the_agreed_rounds() -> None:
    house = {"preset": "original", "dealt": 3, "rounds": 2}
    match = playing(house, "Ada Bo").claimed(table(RUN), at=10).counted({"Bo": "r5 b13 b1"}, at=20)
    assert not match.now.is_finished
    match = match.round_begun(at=30)
    assert (match.now.player.name, match.now.round, match.now.turn) == ("Bo", 2, 2)
    match = match.claimed(table("k11 k12 k13"), at=40).counted({"Ada": "r5 b13 b2"}, at=50)
    assert match.now.is_finished
    assert match.now.totals() == {"Ada": -1, "Bo": 1}
    assert match.now.leaders() == ("Bo",)
    with pytest.raises(DoesNotFit, match="The match is over"):
        match.round_begun(at=60)


def test_a_match_ends_with_the_agreed_points() -> None:
    match = Match.begun(["Ada", "Bo"], Rules.from_json({"preset": "original", "dealt": 3}), at=0, points=19)
    match = match.round_begun(at=0).claimed(table(RUN), at=10).counted({"Bo": "r5 b13 b1"}, at=20)
    assert match.now.is_finished


def evening() -> Match:
    """Ada has won a round; no agreed total ends the match."""
    match = playing({"preset": "original", "dealt": 3}, "Ada Bo").claimed(table(RUN), at=10)
    return match.counted({"Bo": "r5 b13 b1"}, at=20)


def test_the_players_may_end_a_match_after_any_round_and_play_on() -> None:
    ended = evening().ended(at=30)
    assert (ended.now.phase, ended.now.is_finished, ended.now.leaders()) == (Phase.OVER, True, ("Ada",))
    for act in (ended.round_ready, ended.round_begun, ended.ended):
        with pytest.raises(DoesNotFit, match="play on first"):
            act(31)
    again = ended.played_on(at=40)
    assert again.now == evening().now
    assert again.round_ready(at=50).round_begun(at=51).now.player.name == "Bo"
    with pytest.raises(DoesNotFit, match="Nobody ended"):
        again.played_on(at=41)


def test_a_round_that_was_only_dealt_is_none_when_the_players_end_the_match() -> None:
    """Recounted racks are checked against those of the round that was played."""
    ended = evening().round_ready(at=25).ended(at=30)
    assert ended.now == evening().ended(at=30).now
    assert ended.counted({"Bo": "r5 b13 b2"}, at=31).now.totals()["Ada"] == 20


def test_a_match_does_not_end_before_a_round_is_counted_nor_during_one() -> None:
    for match in (Match.begun(["Ada", "Bo"], Rules(), at=0).round_ready(at=1), evening().round_begun(at=25)):
        with pytest.raises(DoesNotFit, match="after a round that was counted"):
            match.ended(at=30)
    with pytest.raises(DoesNotFit, match="no turn to take back"):
        evening().round_ready(at=25).taken_back(at=26)
    with pytest.raises(DoesNotFit, match="No turn of this round"):
        evening().round_ready(at=25).round_begun(at=26).taken_back(at=27)


def test_three_pairs_may_ask_for_a_new_deal_only_where_the_rules_say_so() -> None:
    with pytest.raises(DoesNotFit, match="three pairs"):
        playing().dealt_again("Ada", at=1)
    match = playing("tournament").claimed(table(), at=1).dealt_again("Bo", at=2)
    assert (racks(match), match.now.round, match.now.turn) == ([14, 14, 14], 1, 1)


# Recorded events


def test_replaying_the_events_gives_the_same_match() -> None:
    match = opened({"preset": "original", "extensions": 2}).extended(at=12).paused(at=13).resumed(at=20)
    match = match.claimed(table(RUN, NONSENSE), at=30).restored(at=40, table=table(RUN))
    match = match.claimed(table(RUN), at=50).taken_back(at=55).claimed(table(RUN), at=60)
    match = match.overruled(False, "no", at=61).rack_corrected("Bo", 3, at=63)
    assert Match.replayed(match.events) == match


def test_events_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="a match begins with match-began"):
        Match.replayed([Paused(at=1)])
    with pytest.raises(DoesNotFit):
        Match.replayed([*playing().events, TableRestored(at=1, table=table())])


DECLARED = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)]


@pytest.mark.parametrize("kind", [kind for kind in DECLARED if kind is not Event])
def test_every_kind_of_event_has_all_its_parts(kind: type[Event]) -> None:
    """Each kind of event is listed, fits some phases, and changes the match."""
    where = f"{kind.__name__} is declared in referee/match/events.py but missing in "
    assert kind in EVENTS.values(), where + "EVENTS there"
    if kind is MatchBegan:
        return
    assert kind in FITS, where + "FITS of referee/match/permitted.py: in which phases may it happen?"
    assert kind in fold.registry, where + "referee/match/transitions.py: what does it change?"


def test_a_round_of_a_thousand_turns_can_be_counted_corrected_and_taken_back() -> None:
    match = playing({"preset": "original", "draw_when_passing": 0}, "Ada Bo")
    for turn in range(1000):
        match = match.claimed(table(), at=turn)
    corrected = match.rack_corrected("Bo", 9, at=1001)
    assert racks(corrected) == [14, 9]
    assert racks(corrected.taken_back(at=1002).taken_back(at=1003)) == [14, 9]
    assert Match.replayed(corrected.events) == corrected


# Whatever the players do

ACTS = st.lists(
    st.tuples(
        st.sampled_from(
            ["done", "fail", "restore", "undo", "overrule", "pause", "resume", "correct", "count", "round"]
        ),
        st.integers(0, 3),
    ),
    max_size=25,
)


def acted(match: Match, act: str, more: int, at: float) -> Match:
    """The match after an act that players may try at any moment, whether it fits the phase or not."""
    lies = match.now.table.to_notation()
    new = [f"{colour}{number} {colour}{number + 1} {colour}{number + 2}" for colour in "kr" for number in (9, 10)]
    acts: dict[str, Callable[[], Match]] = {
        "done": lambda: match.claimed(table(*lies, *[new[more]] * (more % 2)), at),
        "fail": lambda: match.claimed(table(*lies, NONSENSE), at),
        "restore": lambda: match.restored(at),
        "undo": lambda: match.taken_back(at),
        "overrule": lambda: match.overruled(more % 2 == 0, "so we decided", at),
        "pause": lambda: match.paused(at),
        "resume": lambda: match.resumed(at),
        "correct": lambda: match.rack_corrected(match.now.names[more % 3], 3 + more, at),
        "count": lambda: match.counted(dict.fromkeys(match.now.names, "r1"), at, anyway=True),
        "round": lambda: match.round_begun(at),
    }
    return acts[act]()


@given(ACTS, st.sampled_from(sorted(PRESETS)))
@settings(max_examples=60, deadline=None)
def test_a_match_is_the_fold_of_its_events_and_no_tile_is_lost(acts: list[tuple[str, int]], preset: str) -> None:
    match = playing({"preset": preset, "players_most": 4})
    for moment, (act, more) in enumerate(acts, 1):
        with suppress(DoesNotFit):
            match = acted(match, act, more, at=10 * moment)
        now = match.now
        assert sum(racks(match)) + now.pool + now.table.count == now.rules.box_size
        assert sum(now.totals().values()) == 0
        assert min(racks(match)) >= 0
    assert Match.replayed(match.events) == match
