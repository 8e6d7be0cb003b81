"""Players leave, join, change seats and names; rules change; scored rounds are corrected. The points always sum to
zero."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from referee.match import DoesNotAddUp, DoesNotFit, Match, MatchError, Phase, agreed, agreeing
from referee.match.agreed import RulesChanged
from referee.match.company import under
from referee.match.events import RackCorrected, RoundCounted
from referee.rules import PRESETS, Rules
from referee.table import Table


def table(*sets: str) -> Table:
    return Table.from_notation(list(sets))


def playing(names: str = "Ada Bo Cy", rules: object = "original") -> Match:
    return Match.begun(names.split(), Rules.from_json(rules), at=0).round_begun(at=0)


def scored(names: str = "Ada Bo Cy") -> Match:
    """One round that Ada won: Bo's rack counted 37 points, Cy's 10."""
    racks = {"Ada": "0", "Bo": "37", "Cy": "k7 k3"}
    return playing(names).counted(racks, at=100, anyway=True)


def seats(match: Match) -> list[tuple[str, int, str]]:
    return [(one.name, one.rack, one.seat.value) for one in match.now.players]


def totals(match: Match) -> Mapping[str, int | Fraction]:
    found = dict(match.now.totals())
    assert sum(found.values()) == 0
    assert Match.replayed(match.events) == match
    return found


# Leaving


def test_a_rack_left_to_the_pool_is_not_counted_and_the_turns_pass_the_seat_over() -> None:
    match = agreeing.left(playing(), "Bo", "pool", at=5)
    assert match.now.pool == 106 - 28
    assert match.claimed(table(), at=10).now.player.name == "Cy"
    ended = match.stopped(at=20).counted({"Ada": "5", "Cy": "12"}, at=30)
    assert totals(ended) == {"Ada": 7, "Bo": 0, "Cy": -7}


def test_a_rack_that_is_kept_is_counted_at_the_rounds_end() -> None:
    match = agreeing.left(playing(), "Bo", "keep", at=5).stopped(at=20)
    with pytest.raises(MatchError, match="the rack of Bo"):
        match.counted({"Ada": "5", "Cy": "12"}, at=30)
    assert totals(match.counted({"Ada": "5", "Bo": "9", "Cy": "12"}, at=30)) == {"Ada": 11, "Bo": -4, "Cy": -7}


def test_whose_turn_it_is_leaves_and_the_next_one_has_a_full_clock() -> None:
    match = agreeing.left(playing(), "Ada", "pool", at=50)
    assert match.now.player.name == "Bo"
    assert match.now.clock is not None
    assert match.now.clock.left(50) == 60.0
    assert agreeing.left(playing().paused(at=1), "Ada", "pool", at=50).now.phase is Phase.PAUSED


def test_where_one_player_is_left_the_round_stops() -> None:
    match = agreeing.left(playing("Ada Bo"), "Bo", "pool", at=5)
    assert match.now.phase is Phase.COUNTING
    ended = match.counted({"Ada": "50"}, at=6)
    assert totals(ended) == {"Ada": 0, "Bo": 0}
    with pytest.raises(DoesNotFit, match="needs two players"):
        ended.round_ready(at=7)


def test_who_left_keeps_the_points_and_sits_out_the_next_round() -> None:
    match = agreeing.left(scored(), "Bo", "pool", at=110).round_begun(at=120)
    assert seats(match) == [("Ada", 14, "plays"), ("Bo", 0, "left"), ("Cy", 14, "plays")]
    assert match.now.players[1].rack_is_known, "there is none"
    assert totals(match)["Bo"] == -37


def test_the_rack_of_somebody_who_does_not_play_the_round_is_refused_and_not_dropped() -> None:
    match = agreeing.left(scored(), "Bo", "pool", at=110).round_begun(at=120).stopped(at=130)
    with pytest.raises(MatchError, match=r"Nobody called Bo plays \(Ada, Cy\)"):
        match.counted({"Ada": "5", "Bo": "r9", "Cy": "12"}, at=140)
    assert totals(match.counted({"Ada": "5", "Bo": "", "Cy": "12"}, at=140))["Bo"] == -37


def test_whoever_left_with_the_rack_kept_is_not_out_because_it_was_forgotten() -> None:
    for by_hand in (False, True):
        match = Match.begun(["Ada", "Bo", "Cy"], Rules(), at=0).round_begun(at=1, by_hand=by_hand)
        left = agreeing.left(match, "Cy", "keep", at=2)
        with pytest.raises(MatchError, match="the rack of Cy"):
            left.counted({"Ada": "r5", "Bo": "b13 k3"}, at=20, anyway=None)
        counted = left.counted({"Bo": "b13 k3", "Cy": "r5"}, at=20, anyway=None)
        assert counted.now.totals() == {"Ada": 21, "Bo": -16, "Cy": -5}


def test_a_turn_taken_back_brings_nobody_back() -> None:
    match = agreeing.left(playing().claimed(table(), at=10), "Cy", "pool", at=20).taken_back(at=30)
    assert (match.now.player.name, seats(match)[2]) == ("Ada", ("Cy", 0, "left"))
    gone = agreeing.left(playing().claimed(table(), at=10), "Ada", "pool", at=20).taken_back(at=30)
    assert gone.now.player.name == "Bo"


# Joining


def test_who_joins_plays_from_the_next_round_on() -> None:
    match = agreeing.joined(playing(), "Di", at=5)
    assert seats(match)[3] == ("Di", 0, "waits")
    counted = match.stopped(at=9).counted({"Ada": "1", "Bo": "2", "Cy": "3"}, at=10)
    assert "Di" not in counted.now.rounds[0].names
    assert seats(counted.round_begun(at=20))[3] == ("Di", 14, "plays")


def test_who_joins_at_once_has_a_rack_and_is_last_in_order() -> None:
    match = agreeing.joined(playing(), "Di", at=5, is_now=True)
    assert match.now.pool == 106 - 56
    for moment in (10, 20, 30):
        match = match.claimed(table(), at=moment)
    assert match.now.player.name == "Di"


def test_no_more_join_than_the_rules_seat_or_the_pool_can_deal() -> None:
    four = agreeing.joined(playing(), "Di", at=5)
    with pytest.raises(DoesNotFit, match="at most 4"):
        agreeing.joined(four, "Ed", at=6)
    with pytest.raises(DoesNotFit, match="has a seat already"):
        agreeing.joined(four, "ada", at=6)
    full = playing(rules={"preset": "original", "dealt": 26})
    for moment in (1, 2, 3):
        full = full.claimed(table(), at=moment)
    with pytest.raises(DoesNotFit, match="The pool holds"):
        agreeing.joined(full, "Di", at=6, is_now=True)
    just_enough = playing(rules={"preset": "original", "dealt": 26}).claimed(table(), at=1).claimed(table(), at=2)
    assert agreeing.joined(just_enough, "Di", at=6, is_now=True).now.pool == 0


def test_who_comes_back_takes_up_the_rack_that_was_kept() -> None:
    match = agreeing.joined(agreeing.left(playing(), "Bo", "keep", at=5), "Bo", at=6, is_now=True)
    assert seats(match)[1] == ("Bo", 14, "plays")
    assert len(match.now.players) == 3


# Names and seats


def test_who_was_dealt_another_rack_keeps_it_when_an_earlier_turn_is_taken_back() -> None:
    opened = playing().claimed(table(), at=10).claimed(table("k10 b10 o10"), at=20).claimed(table("k10 b10 o10"), at=30)
    match = agreeing.joined(agreeing.left(opened, "Bo", "pool", at=35), "Bo", at=40, is_now=True).taken_back(at=50)
    assert match.now.player.name == "Cy"
    assert [(one.rack, one.opened) for one in match.now.players] == [(15, False), (14, False), (14, False)]
    assert match.now.pool == 106 - 15 - 14 - 14 - 3


def test_who_left_with_the_rack_kept_has_the_tiles_back_of_a_turn_that_is_taken_back() -> None:
    match = playing().claimed(table(), at=10).claimed(table("k10 b10 o10"), at=20)
    match = agreeing.left(match, "Bo", "keep", at=30)
    assert (seats(match)[1], match.now.pool) == (("Bo", 11, "left"), 106 - 15 - 11 - 14 - 3)
    again = match.taken_back(at=40)
    assert (seats(again)[1], again.now.player.name, again.now.pool) == (("Bo", 14, "left"), "Cy", 106 - 15 - 14 - 14)


def test_whoever_leaves_after_the_last_turn_takes_nobody_elses_with_them() -> None:
    """Leaflet 000: when the pool is empty each player has one more turn."""
    match = playing(rules="finnish").rack_corrected("Cy", 106 - 28, at=1).claimed(table(), at=2)
    match = agreeing.left(match, "Ada", "keep", at=3).claimed(table(), at=4)
    assert (match.now.phase, match.now.player.name) == (Phase.PLAYING, "Cy")
    assert match.claimed(table(), at=5).now.phase is Phase.COUNTING


def test_a_new_name_is_that_of_every_turn_and_round() -> None:
    match = agreeing.renamed(scored().round_begun(at=110).claimed(table(), at=120), "Bo", "Bob", at=130)
    assert totals(match)["Bob"] == -37
    assert [turn.player for turn in match.now.turns] == ["Bob"]
    back = match.taken_back(at=140)
    assert (back.now.player.name, back.now.names) == ("Bob", ("Ada", "Bob", "Cy"))
    with pytest.raises(MatchError, match="sound different"):
        agreeing.renamed(match, "Bob", "ADA", at=150)


def test_seats_are_changed_and_whose_turn_it_is_stays() -> None:
    match = agreeing.ordered(playing().claimed(table(), at=10), ["Cy", "Bo", "Ada"], at=11)
    assert match.now.player.name == "Bo"
    assert match.claimed(table(), at=20).now.player.name == "Ada"
    assert match.taken_back(at=20).now.player.name == "Ada"
    with pytest.raises(MatchError, match="Name everybody"):
        agreeing.ordered(match, ["Cy", "Bo"], at=12)


# Rules


def test_rules_changed_during_a_turn_hold_from_the_next_one_on() -> None:
    slow = Rules.from_json({"preset": "original", "turn_seconds": 120})
    match = agreeing.rules_changed(playing(), slow, "the children play too", at=5)
    assert match.now.rules.turn_seconds == 60
    after = match.claimed(table(), at=10)
    assert (after.now.rules.turn_seconds, after.now.clock and after.now.clock.allowed) == (120, 120.0)
    back = after.taken_back(at=20)
    assert back.now.clock is not None
    assert back.now.clock.allowed == 60.0
    with pytest.raises(MatchError, match="Say why"):
        agreeing.rules_changed(playing(), slow, " ", at=5)


def test_between_rounds_rules_change_at_once_and_what_was_scored_stays() -> None:
    match = agreeing.rules_changed(scored(), Rules.from_json("finnish"), "", at=110)
    assert match.now.rules.preset == "finnish"
    assert match.now.rounds[0].rules.preset == "original"
    assert match.now.rule_changes[0].round == 1


# Mending


def test_rules_changed_while_tiles_are_dealt_say_how_many_are() -> None:
    ready = Match.begun(["Ada", "Bo"], Rules(), at=0).round_ready(at=1)
    match = agreeing.rules_changed(ready, Rules(dealt=10), "", at=2)
    assert seats(match) == [("Ada", 10, "plays"), ("Bo", 10, "plays")]
    assert match.round_begun(at=3).now.pool == 106 - 20


def test_a_match_in_which_an_earlier_program_left_the_racks_as_they_were_is_still_one() -> None:
    """Its players ended the round by hand, since by its count no rack was empty: that event does not fit a round that
    is already over."""
    ready = Match.begun(["Ada", "Bo"], Rules(), at=0).round_ready(at=1)
    changed = ready.after(RulesChanged(at=2, rules=Rules(dealt=9)))
    laid = changed.round_begun(at=3).claimed(table("r9 r10 r11", "b9 b10 b11", "k9 k10 k11"), at=10)
    assert seats(laid)[0] == ("Ada", 5, "plays")
    assert Match.replayed(laid.stopped(at=20).events).now.phase is Phase.COUNTING


def test_a_match_in_which_an_earlier_program_forgot_a_rack_that_was_left_is_still_one() -> None:
    match = agreeing.left(playing(), "Bo", "pool", at=5).claimed(table(), at=10)
    back = agreeing.joined(match, "Bo", at=20, is_now=True)
    left = agreeing.left(back, "Bo", "keep", at=30).taken_back(at=40)
    assert left.now.names_counted == ("Ada", "Bo", "Cy")
    assert totals(left.after(RoundCounted(at=50, racks=("", "r5")))) == {"Ada": 5, "Bo": 0, "Cy": -5}


def test_a_rack_that_an_earlier_program_forgot_is_none_of_a_player_whose_rack_went_to_the_pool() -> None:
    gone = agreeing.left(playing("Ada Bo Cy Di"), "Ada", "pool", at=5)
    assert gone.now.names_counted == ("Bo", "Cy", "Di")
    counted = gone.after(RoundCounted(at=50, racks=("", "r5")))
    assert counted.now.rounds[0].names == ("Bo", "Cy")


def test_any_rack_of_a_scored_round_can_be_mended_and_the_totals_follow() -> None:
    match = scored()
    assert totals(match) == {"Ada": 47, "Bo": -37, "Cy": -10}
    again = agreeing.round_mended(match.round_begun(at=110), 1, {"Bo": "73"}, at=120, reason="misread")
    assert totals(again) == {"Ada": 83, "Bo": -73, "Cy": -10}
    other = agreeing.round_mended(match, 1, {"Ada": "12", "Bo": ""}, at=120)
    assert (totals(other)["Bo"], other.now.rounds[0].result.winners) == (22, ("Bo",))
    with pytest.raises(DoesNotAddUp, match="are empty"):
        agreeing.round_mended(match, 1, {"Bo": ""}, at=120)
    with pytest.raises(DoesNotAddUp, match=r"3 × joker on racks and table \(Bo, Cy\), but the box holds 2"):
        agreeing.round_mended(match, 1, {"Bo": "J J", "Cy": "J"}, at=120)
    with pytest.raises(MatchError, match="no round 7"):
        agreeing.round_mended(match, 7, {"Bo": ""}, at=120)


def test_a_round_mended_with_the_racks_that_it_has_goes_on_telling_what_was_mended_before() -> None:
    again = agreeing.round_mended(scored(), 1, {"Bo": "73"}, at=110)
    assert agreeing.round_mended(again, 1, {"Bo": "73"}, at=120) == again


def test_a_turn_taken_back_leaves_a_mended_round_mended() -> None:
    match = scored().round_begun(at=110).claimed(table(), at=115)
    again = agreeing.round_mended(match, 1, {"Bo": "73"}, at=120).taken_back(at=130)
    assert totals(again)["Bo"] == -73


def test_a_round_is_struck_out_and_counts_again() -> None:
    void = agreeing.round_voided(scored(), 1, at=110, reason="two boxes were mixed")
    assert totals(void) == {"Ada": 0, "Bo": 0, "Cy": 0}
    with pytest.raises(DoesNotFit, match="struck out"):
        agreeing.round_mended(void, 1, {"Bo": "1"}, at=120)
    assert totals(agreeing.round_unvoided(void, 1, at=120))["Ada"] == 47


def test_what_was_mended_last_is_taken_back() -> None:
    again = agreeing.round_mended(scored(), 1, {"Bo": "73"}, at=110)
    undone = agreeing.mending_taken_back(again, at=120)
    assert undone is not None
    assert totals(undone)["Bo"] == -37
    assert agreeing.mending_taken_back(undone, at=130) is None


# By hand


def test_a_match_without_a_camera_is_kept_by_hand() -> None:
    match = Match.begun(["Ada", "Bo"], Rules(), at=0).round_begun(at=0, by_hand=True)
    match = match.claimed_by_hand(at=10)
    assert (match.now.player.name, match.now.turns[-1].legal, seats(match)[0][1]) == ("Bo", True, 14)
    illegal = match.overruled(False, "27 points only", at=12)
    assert (illegal.now.turns[-1].legal, illegal.now.player.name) == (False, "Bo")
    with pytest.raises(DoesNotAddUp, match="3 × red 5 on racks"):
        match.counted({"Ada": "r5", "Bo": "r5 r5"}, at=20)
    ended = match.stopped(at=20).counted({"Bo": "37"}, at=30)
    assert totals(ended) == {"Ada": 37, "Bo": -37}


def test_by_hand_the_clock_alone_says_that_a_turn_was_late() -> None:
    match = Match.begun(["Ada", "Bo"], Rules(), at=0).round_begun(at=0, by_hand=True)
    late = match.claimed_by_hand(at=64, counts_time=True)
    turn = late.now.turns[-1]
    assert ([fault.code.value for fault in turn.verdict.faults], turn.fine, turn.drawn) == (["time-over"], 3, 3)
    assert late.now.player.name == "Bo"
    assert late.overruled(True, "we let it pass", at=65).now.turns[-1].fine == 0
    assert match.claimed_by_hand(at=64, passed=True, counts_time=True).now.turns[-1].drawn == 1
    assert match.claimed_by_hand(at=60, counts_time=True).now.turns[-1].legal


def test_a_rack_kept_by_hand_is_known_until_its_player_had_a_turn_and_again_once_it_is_counted() -> None:
    def known(match: Match) -> list[int | None]:
        return [one.rack if one.rack_is_known else None for one in match.now.players]

    match = Match.begun(["Ada", "Bo"], Rules(), at=0).round_begun(at=0, by_hand=True)
    assert (known(match), match.now.pool_is_known) == ([14, 14], True)
    match = match.claimed_by_hand(at=10)
    assert (known(match), match.now.pool_is_known) == ([None, 14], False)
    counted = match.rack_corrected("Ada", 9, at=20)
    assert known(counted) == [9, 14]
    assert known(counted.taken_back(at=30)) == [14, 14]
    assert known(counted.stopped(at=30).counted({"Ada": "3", "Bo": "5"}, at=40).round_ready(at=50)) == [14, 14]


def test_a_rack_that_an_earlier_program_counted_by_hand_is_counted_in_the_turns_before_too() -> None:
    """The rack was assumed to hold 14 tiles; it holds five fewer, also after the turn is taken back."""
    match = Match.begun(["Ada", "Bo"], Rules(), at=0).round_begun(at=0, by_hand=True).claimed_by_hand(at=10)
    counted = Match.replayed([*match.events, RackCorrected(at=20, player="Ada", tiles=9)])
    assert [one.rack for one in counted.now.players] == [9, 14]
    assert [one.rack for one in counted.taken_back(at=30).now.players] == [9, 14]


def test_before_the_first_round_all_may_leave_and_then_nobody_can_begin_it() -> None:
    match = Match.begun(("Ada", "Bo"), Rules(), at=0)
    for name in ("Ada", "Bo"):
        match = agreeing.left(match, name, "pool", at=1)
    with pytest.raises(DoesNotFit, match="somebody has to join first"):
        match.round_begun(at=2)


def test_who_left_by_a_slip_goes_on_with_the_same_rack_and_the_same_turn() -> None:
    match = playing().claimed(table(), at=10)
    slip = agreeing.left(match, "Bo", "pool", at=20)
    again = agreeing.stayed(slip, "Bo", at=24)
    assert (seats(again), again.now.pool, again.now.player.name) == (seats(match), match.now.pool, "Bo")
    assert again.now.clock is not None
    assert again.now.clock.left(24) == 60.0
    played_on = agreeing.stayed(slip.claimed(table("k10 b10 o10"), at=30), "Bo", at=31)
    assert (seats(played_on)[1], played_on.now.player.name) == (("Bo", 14, "plays"), "Ada")
    assert seats(played_on.taken_back(at=40))[1] == ("Bo", 14, "plays")


def test_a_round_that_ended_because_somebody_left_by_a_slip_goes_on() -> None:
    match = playing("Ada Bo").claimed(table(), at=10)
    slip = agreeing.renamed(agreeing.left(match, "Ada", "pool", at=20), "Bo", "Bob", at=21)
    again = agreeing.stayed(slip, "Ada", at=24)
    assert (again.now.phase, again.now.player.name, again.now.table) == (Phase.PLAYING, "Bob", match.now.table)
    assert [one.rack for one in again.now.players] == [one.rack for one in match.now.players]
    assert again.now.clock is not None
    assert again.now.clock.left(24) == 60.0
    assert Match.replayed(again.events) == again


def test_a_failed_turn_is_still_to_be_put_back_after_somebody_left_by_a_slip() -> None:
    match = playing("Ada Bo").claimed(table("k10 b10"), at=10)
    assert match.now.phase is Phase.RESTORING
    again = agreeing.stayed(agreeing.left(match, "Bo", "pool", at=20), "Bo", at=24)
    assert (again.now.phase, again.now.player.name, again.now.must_become) == (Phase.RESTORING, "Ada", table())


def test_nobody_goes_on_with_the_rack_of_an_earlier_round_or_with_tiles_that_others_drew() -> None:
    late = agreeing.left(scored(), "Bo", "pool", at=110).round_begun(at=120)
    with pytest.raises(DoesNotFit, match="left before this round"):
        agreeing.stayed(late, "Bo", at=130)
    few = agreeing.left(playing(), "Bo", "pool", at=5).rack_corrected("Ada", 91, at=6)
    with pytest.raises(DoesNotFit, match="pool holds 1 tiles"):
        agreeing.stayed(few, "Bo", at=7)


def test_a_grandmother_has_half_as_much_time_again_and_everybody_else_the_rules_time() -> None:
    match = agreeing.paced(playing(), "Bo", 1.5, at=5)
    assert match.now.clock is not None
    assert match.now.clock.allowed == 60.0
    bos = match.claimed(table(), at=10)
    assert bos.now.clock is not None
    assert bos.now.clock.allowed == 90.0
    in_time = bos.claimed(table("k10 b10 o10"), at=95)
    assert (in_time.now.turns[-1].legal, in_time.now.turns[-1].limit) == (True, 90.0)
    assert in_time.now.clock is not None
    assert in_time.now.clock.allowed == 60.0
    with pytest.raises(MatchError, match=r"0\.5 to 5"):
        agreeing.paced(match, "Bo", 0.0, at=100)


def test_a_bank_of_time_is_as_many_times_larger_with_its_free_seconds() -> None:
    rules = Rules(bank_seconds=600, increment_seconds=10)
    ready = Match.begun(["Ada", "Bo"], rules, at=0).round_ready(at=1, first="Ada")
    match = agreeing.paced(ready, "Ada", 2.0, at=2).round_begun(at=3)
    assert match.now.clock is not None
    assert match.now.clock.allowed == 1220.0
    assert match.claimed(table(), at=3 + 50).now.players[0].bank == 1200.0 - 30.0


@pytest.mark.parametrize(("rule", "winners"), [("below", ("Cy",)), ("out", ("Cy",)), ("counts", ("Ada",))])
def test_who_left_early_does_not_win_the_match_unless_the_players_agreed_so(rule: str, winners: tuple[str]) -> None:
    match = agreeing.rules_changed(scored(), Rules.from_json({"preset": "original", "left_early": rule}), "", at=105)
    match = agreeing.left(match, "Ada", "pool", at=110)
    assert match.now.leaders() == winners
    assert totals(match)["Ada"] > totals(match)["Cy"]
    assert agreeing.joined(match, "Ada", at=120).now.leaders() == ("Ada",)


def test_a_match_of_an_earlier_program_is_won_as_it_was() -> None:
    earlier = scored().after(agreed.PlayerLeft(at=110, player="Ada", rack="pool"))
    assert earlier.now.leaders() == ("Ada",)
    over = agreeing.left(scored().ended(at=109), "Ada", "pool", at=110)
    assert over.now.leaders() == ("Ada",)


def test_only_a_bank_that_is_played_otherwise_begins_full_when_rules_change() -> None:
    bank = PRESETS["mind-sports"]
    now = Match.begun(["Ada", "Bo"], bank, 0.0).now
    now = replace(now, players=tuple(replace(player, bank=100.0) for player in now.players))
    same, longer = replace(bank, opening_points=50), replace(bank, bank_seconds=900)
    assert [player.bank for player in under(now, same).players] == [100.0, 100.0]
    assert [player.bank for player in under(now, longer).players] == [900.0, 900.0]
