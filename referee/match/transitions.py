"""The state of a match after each kind of event. A match is the fold of its events; nothing else changes it."""

from dataclasses import replace
from functools import singledispatch

from referee.match import company, course, events
from referee.match.agreed import PlayerLeft, PlayerStayed
from referee.match.scores import EndedBy, counted_round
from referee.match.standing import Phase, Player, Standing, Turn
from referee.match.turns import Back, Clock, RackChange, Turns
from referee.rules import Rules


@singledispatch
def fold(event: events.Event, now: Standing) -> Standing:
    """The state of the match after an event; the caller has checked that the event is possible."""
    raise TypeError(f"{type(event).__name__} cannot happen to a match that has begun")


@fold.register
def _(event: events.RoundReady, now: Standing) -> Standing:
    ready = replace(course.dealt(now), phase=Phase.READY, turn=len(now.turns) + 1, chosen=event.first, clock=None)
    return replace(ready, back=Back(now))


@fold.register
def _(event: events.RoundBegan, now: Standing) -> Standing:
    first = now.place(event.first)
    ready = now if now.phase is Phase.READY else course.dealt(now)
    begun = replace(ready, first=first, chosen=None, back=None, by_hand=event.by_hand)
    return course.next_turn(begun, first, event.at)


@fold.register
def _(event: events.DealtAgain, now: Standing) -> Standing:
    turns = Turns.of(turn for turn in now.turns if turn.round != now.round)
    again = events.RoundBegan(at=event.at, first=now.names[now.first], by_hand=now.by_hand)
    return fold(again, replace(now, round=now.round - 1, turn=len(turns), turns=turns))


@fold.register
def _(event: events.TurnClaimed, now: Standing) -> Standing:
    before = now if event.before is None else replace(now, table=event.before)
    if event.by_hand and not event.passed:
        before = replace(before, by_hand=True)
    turn = Turn(
        now.turn, now.round, event.player, before.table, event.after, event.verdict, event.seconds,
        event.verdict.legal, now.rules, by_hand=event.by_hand, limit=now.player.seconds_allowed(now.rules),
        allowed=None if now.clock is None else now.clock.allowed, passed=event.passed,
    )  # fmt: skip
    return course.claimed(before, turn, event.at)


@fold.register
def _(event: events.TableRestored, now: Standing) -> Standing:
    return course.restored(now, event.table, event.at)


@fold.register
def _(event: events.VerdictOverruled, now: Standing) -> Standing:
    turn = now.turns[-1]
    lay = turn.after if event.lay is None else event.lay
    decided = replace(turn, legal=event.legal, overruled=event.reason, overruled_by=event.by)
    turn = replace(decided, after=lay, fined=event.draw)
    return _as_it_stands(now, course.claimed(_before(now), turn, event.at), event.at)


@fold.register
def _(event: events.TurnTakenBack, now: Standing) -> Standing:
    before = _before(now)
    whose = before.whose if before.player.plays else before.place_after(before.whose)
    again = replace(course.next_turn(before, whose, event.at, before.rules), turn=before.turn)
    return _as_it_stands(now, again, event.at)


@fold.register
def _(event: events.Paused, now: Standing) -> Standing:
    return replace(now, phase=Phase.PAUSED, clock=_clock(now).paused(event.at))


@fold.register
def _(event: events.Resumed, now: Standing) -> Standing:
    return replace(now, phase=Phase.PLAYING, clock=_clock(now).resumed(event.at))


@fold.register
def _(event: events.ClockHeld, now: Standing) -> Standing:
    return replace(now, clock=_clock(now).paused(event.at))


@fold.register
def _(event: events.ClockReleased, now: Standing) -> Standing:
    return replace(now, clock=_clock(now).resumed(event.at))


@fold.register
def _(event: events.TimeExtended, now: Standing) -> Standing:
    fewer = replace(now.player, extensions=now.player.extensions - 1)
    clock = _clock(now).extended(now.rules.extension_seconds)
    return replace(now, players=course.with_player(now, fewer), clock=clock)


@fold.register
def _(event: events.RackCorrected, now: Standing) -> Standing:
    player = now.players[now.place(event.player)]
    if event.was_unknown:
        corrected = now.with_rack_counted(event.player, event.tiles)
    else:
        corrected = now.with_racks_changed({event.player: RackChange(event.tiles - player.rack)})
    if now.phase is Phase.COUNTING and course.round_is_over(now) and not course.round_is_over(corrected):
        return course.next_turn(corrected, corrected.place_after(corrected.whose), event.at)
    return course.over_or_on(corrected, event.at) if now.phase in company.AT_TURN else corrected


@fold.register
def _(event: events.ClockCorrected, now: Standing) -> Standing:
    return replace(now, clock=_clock(now).extended(event.seconds))


@fold.register
def _(event: events.TurnGiven, now: Standing) -> Standing:
    given = course.next_turn(now, now.place(event.player), event.at)
    return given if now.phase is Phase.PLAYING else fold(events.Paused(at=event.at), given)


@fold.register
def _(event: events.RoundStopped, now: Standing) -> Standing:
    return replace(now, phase=Phase.COUNTING, clock=None, back=Back(now))


@fold.register
def _(event: events.RoundCounted, now: Standing) -> Standing:
    names = _counted(now, len(event.racks))
    never_opened = [] if now.by_hand else [player.name for player in now.players if not player.opened]
    ended_by = EndedBy.STOPPED if now.pool else EndedBy.POOL_EMPTY
    rules = _rules_of_round(now)
    counted = counted_round(now.round, names, event.racks, rules, never_opened, ended_by)
    rounds = (*(earlier for earlier in now.rounds if earlier.number != now.round), counted)
    return replace(now, phase=Phase.OVER, rounds=rounds, clock=None, back=None)


def _counted(now: Standing, racks: int) -> tuple[str, ...]:
    """The players whose racks were counted, `racks` in number; `names_counted` if the number agrees.

    Stored matches may lack the rack of a player who was dealt in mid-round and left; they have to stay readable.
    """
    if racks == len(now.names_counted):
        return now.names_counted
    surest = sorted(now.players, key=lambda one: (not one.is_counted, not one.plays, one.deals))[:racks]
    return tuple(one.name for one in now.players if one in surest)


@fold.register
def _(event: events.MatchEnded, now: Standing) -> Standing:
    if now.phase is not Phase.READY:
        return replace(now, is_ended=True)
    return replace(_before(now), rules=now.rules, coming=None, is_ended=True)  # a round only dealt does not count


@fold.register
def _(event: events.PlayedOn, now: Standing) -> Standing:
    return replace(now, is_ended=False)


@fold.register
def _(event: PlayerLeft, now: Standing) -> Standing:
    is_turns = now.phase in company.AT_TURN and now.player.name == event.player
    gone = company.left(event, now)
    if sum(player.plays for player in gone.players) < 2 and now.phase in company.DEALT[1:]:
        players = tuple(_with_way_back(one, now) if one.name == event.player else one for one in gone.players)
        return replace(gone, players=players, phase=Phase.COUNTING, clock=None, must_become=None, back=None)
    if not is_turns:
        return gone
    return _as_it_stands(now, course.next_turn(gone, gone.place_after(gone.whose), event.at), event.at)


def _with_way_back(player: Player, before: Standing) -> Player:
    """The player whose leaving ended the round, with the match `before`, to go on if leaving was a mistake."""
    assert player.slip is not None
    return replace(player, slip=replace(player.slip, back=Back(before)))


@fold.register
def _(event: PlayerStayed, now: Standing) -> Standing:
    slip = now.players[now.place(event.player)].slip
    assert slip is not None
    there = company.stayed(event.player, now)
    if slip.back is not None and now.phase is Phase.COUNTING:
        before = company.as_agreed(slip.back.standing(), there)
        return _turn_again(before, before.whose, event.at) if before.phase in company.AT_TURN else before
    if slip.turn == now.turn and now.phase in company.AT_TURN:
        return _turn_again(there, there.place(event.player), event.at)
    return there


def _turn_again(now: Standing, whose: int, at: float) -> Standing:
    """The match with a player's turn begun again, under the rules of the turn."""
    return _as_it_stands(now, course.next_turn(now, whose, at, now.rules), at)


for kind, settled in company.SETTLED.items():
    fold.register(kind)(settled)


def _before(now: Standing) -> Standing:
    """The match before the last turn, with everything agreed since then."""
    assert now.earlier is not None
    return company.as_agreed(now.earlier, now)


def _as_it_stands(now: Standing, then: Standing, at: float) -> Standing:
    """The match `then`; it is paused if the match `now` is paused."""
    return fold(events.Paused(at=at), then) if now.phase is Phase.PAUSED and then.phase is Phase.PLAYING else then


def _rules_of_round(now: Standing) -> Rules:
    """The rules by which the round is scored; a second count uses the rules of the first."""
    return next((one.rules for one in now.rounds if one.number == now.round), now.rules)


def _clock(now: Standing) -> Clock:
    assert now.clock is not None
    return now.clock
