"""The course of a round: tiles are dealt, a turn begins, is claimed, put back and ends, and the next one begins.

And why a turn took longer than the rules give: pauses are no part of its seconds.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from referee.judging import Position, table_to_restore
from referee.match import company
from referee.match.standing import Phase, Player, Seat, Standing, Turn
from referee.match.turns import Back, Clock, bank_after
from referee.messages import Message
from referee.rules import Rules
from referee.table import Table

LEAST = 1.0
"""Seconds that are worth a reason."""


def dealt(now: Standing) -> Standing:
    """The match with the next round's tiles dealt: full racks, an empty table, nothing to take back."""
    now = now if now.coming is None else company.under(now, now.coming)
    players = tuple(_seated(player, now.rules) for player in now.players)
    return replace(
        now, players=players, by_hand=False,
        round=now.round + 1, table=Table(), must_become=None, idle_turns=0, last_turns=0,
        back=None,
    )  # fmt: skip


def _seated(player: Player, rules: Rules) -> Player:
    """A player in the next round: who left has no rack, who joined plays from now on."""
    if player.seat is Seat.LEFT:
        return replace(player, rack=0, rack_is_known=True, opened=False)
    return company.with_full_rack(replace(player, seat=Seat.PLAYS), rules)


def next_turn(now: Standing, whose: int, at: float, rules: Rules | None = None) -> Standing:
    """The match with a player's turn begun and its clock running; `rules`: those of this turn, coming ones if None."""
    if now.coming is not None and rules is None:
        now = company.under(now, now.coming)
    clock = Clock.started(at, now.rules.seconds_allowed(now.players[whose].bank))
    return replace(now, phase=Phase.PLAYING, turn=len(now.turns) + 1, whose=whose, clock=clock)


def claimed(before: Standing, turn: Turn, at: float) -> Standing:
    """The match after a claim: a legal turn ends at once, a failed one waits for the table."""
    spent = _time_spent(before, turn.seconds)
    then = replace(spent, turns=before.turns.and_then(turn), back=Back(before), clock=None)
    if turn.legal:
        # Where players overruled that a tile is missing, it was one that the camera took for another.
        played = max(0, len(turn.after.tiles()) - len(turn.before.tiles()))
        draw = 0 if played or (turn.by_hand and not turn.passed) else before.rules.draw_when_passing
        return _turn_ended(then, turn.after, played, draw, at)
    must_become = _to_restore(turn, before)
    if must_become == turn.after:
        return restored(replace(then, must_become=must_become), must_become, at)
    return replace(then, phase=Phase.RESTORING, must_become=must_become)


def _to_restore(turn: Turn, before: Standing) -> Table:
    """What has to lie there again; where the players alone find a fault, nothing tells which sets may stay."""
    if turn.verdict.legal:
        return turn.before
    return table_to_restore(Position.by_right(before.rules, before.player.opened, turn.before), turn.after)


def restored(now: Standing, table: Table, at: float) -> Standing:
    """The match after a failed turn whose table lies again: what was drawn, what nobody can place, the next turn."""
    assert now.must_become is not None
    strays = len(now.must_become.tiles()) - len(table.tiles())
    returned = strays if now.rules.forgotten_tiles == "rack" else 0
    played = now.must_become.multiset() - now.table.multiset()
    return _turn_ended(now, table, played.total(), now.turns[-1].fine, at, returned)


def _time_spent(now: Standing, seconds: float) -> Standing:
    if now.player.bank is None:
        return now
    left = bank_after(now.player.bank, now.rules.increment_seconds, seconds)
    return replace(now, players=with_player(now, replace(now.player, bank=left)))


def _turn_ended(now: Standing, table: Table, played: int, draw: int, at: float, returned: int = 0) -> Standing:
    """The match with the turn's tiles moved from rack to table and from pool to rack, and the next turn."""
    pool = now.pool
    drawn = min(draw, pool)
    # Who laid more than the rack held had another count: no reason to end the round.
    laid = min(played, now.player.rack - 1) if played > now.player.rack else played
    rack = max(0, now.player.rack - laid + returned + drawn)
    if now.by_hand or not now.player.plays:  # nobody knows what was laid, or the rack is not there any more
        rack = now.player.rack
    is_known = now.player.rack_is_known and not now.by_hand
    player = replace(now.player, rack=rack, rack_is_known=is_known, opened=now.player.opened or played > 0)
    turn = replace(now.turns[-1], played=played, drawn=drawn)
    ended = replace(
        now, table=table, must_become=None, players=with_player(now, player), turns=now.turns.but_last(turn),
        idle_turns=now.idle_turns + 1 if not pool and not played else 0,
        last_turns=now.last_turns + 1 if not pool else 0,
    )  # fmt: skip
    return over_or_on(ended, at, whose=now.place_after(now.whose))


def over_or_on(now: Standing, at: float, whose: int | None = None) -> Standing:
    """The match with the round's end declared, or the next turn begun (none given: the turn goes on)."""
    if round_is_over(now):
        return replace(now, phase=Phase.COUNTING, clock=None)
    return now if whose is None else next_turn(now, whose, at)


def round_is_over(now: Standing) -> bool:
    """A rack is empty, or the pool is and nobody lays any more (or one player did not, or all had their last turn)."""
    playing = [player for player in now.players if player.plays]
    if any(player.rack == 0 for player in playing):
        return True
    if now.rules.pool_empty == "until-one-cannot":
        return now.idle_turns > 0
    count = now.last_turns if now.rules.pool_empty == "one-last-turn" else now.idle_turns
    had_one = {turn.player for turn in islice(reversed(now.turns), count)}  # who had one may have left since
    return all(player.name in had_one for player in playing)


def with_player(now: Standing, player: Player) -> tuple[Player, ...]:
    """The players, the one whose turn it is as he is now."""
    return (*now.players[: now.whose], player, *now.players[now.whose + 1 :])


def why_long(turn: Turn) -> tuple[Message, ...]:
    """What made a turn longer than its limit, in words; nothing where it was not.

    Time was added by an extension or by hand, or the table could be read only after the time was over; where nobody
    looked at the table, the player was late.
    """
    return tuple(_reasons(turn))


def _reasons(turn: Turn) -> Iterator[Message]:
    if turn.limit is None or turn.allowed is None or turn.seconds < turn.limit + LEAST:
        return
    if turn.allowed >= turn.limit + LEAST:
        yield Message.of("long-turn.added", n=round(turn.allowed - turn.limit))
    if turn.seconds >= turn.allowed + LEAST and not turn.by_hand:
        yield Message.of("long-turn.read-late", n=round(turn.seconds - turn.allowed))
