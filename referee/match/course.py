"""The course of a round: tiles are dealt; each turn begins, is claimed, is put back if it failed, and ends.

Also the reasons why a turn took longer than its limit; pauses do not count in its seconds.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from referee.judging import Position, table_to_restore
from referee.match import company
from referee.match.standing import Phase, Player, Seat, Standing, Turn
from referee.match.turns import Back, Clock, Turns, bank_after
from referee.messages import Message
from referee.rules import Rules
from referee.table import Table

LEAST = 1.0
"""Seconds over the limit from which a reason is given."""


def dealt(now: Standing) -> Standing:
    """The match after the next round was dealt: full racks, an empty table, nothing to take back."""
    now = now if now.coming is None else company.under(now, now.coming)
    players = tuple(_seated(player, now.rules) for player in now.players)
    return replace(
        now, players=players, by_hand=False,
        round=now.round + 1, table=Table(), must_become=None, idle_turns=0, last_turns=0,
        back=None,
    )  # fmt: skip


def _seated(player: Player, rules: Rules) -> Player:
    """The player in the next round: a player who left has no rack, a player who joined plays."""
    player = replace(player, slip=None)
    if player.seat is Seat.LEFT:
        return replace(player, rack=0, rack_is_known=True, opened=False)
    return company.with_full_rack(replace(player, seat=Seat.PLAYS), rules)


def next_turn(now: Standing, whose: int, at: float, rules: Rules | None = None) -> Standing:
    """The match with the turn of player `whose` begun and its clock running.

    `rules`: if given, rules that were changed take effect later; else they take effect with this turn.
    """
    if now.coming is not None and rules is None:
        now = company.under(now, now.coming)
    clock = Clock.started(at, now.players[whose].seconds_allowed(now.rules))
    return replace(now, phase=Phase.PLAYING, turn=len(now.turns) + 1, whose=whose, clock=clock)


def claimed(before: Standing, turn: Turn, at: float) -> Standing:
    """The match after a claim (a player pressed Done): a legal turn ends; a failed turn waits for the table."""
    spent, turns, back = _time_spent(before, turn.seconds), before.turns.and_then(turn), Back(before)
    if turn.legal:
        # If the players overruled the fault of a missing tile, the camera misread that tile.
        played = max(0, turn.after.count - turn.before.count)
        draw = 0 if played or (turn.by_hand and not turn.passed) else before.rules.draw_when_passing
        return _turn_ended(spent, turns, back, turn.after, played, draw, at)
    must_become = _to_restore(turn, before)
    failed = replace(spent, phase=Phase.RESTORING, turns=turns, back=back, must_become=must_become, clock=None)
    return restored(failed, must_become, at) if must_become == turn.after else failed


def _to_restore(turn: Turn, before: Standing) -> Table:
    """The table to restore after a failed turn; the table before the turn if only the players found a fault."""
    if turn.verdict.legal:
        return turn.before
    return table_to_restore(Position.by_right(before.rules, before.player.opened, turn.before), turn.after)


def restored(now: Standing, table: Table, at: float) -> Standing:
    """The match after the table of a failed turn was restored: the penalty is drawn and the next turn begins.

    `table`: the table as it lies; tiles that it lacks, whose place was forgotten, go to the pool or back to the rack.
    """
    assert now.must_become is not None
    strays = now.must_become.count - table.count
    returned = strays if now.rules.forgotten_tiles == "rack" else 0
    played = now.must_become.multiset() - now.table.multiset()
    return _turn_ended(now, now.turns, now.back, table, played.total(), now.turns[-1].fine, at, returned)


def _time_spent(now: Standing, seconds: float) -> Standing:
    if now.player.bank is None:
        return now
    left = bank_after(now.player.bank, now.rules.increment_seconds * now.player.pace, seconds)
    return replace(now, players=with_player(now, replace(now.player, bank=left)))


def _turn_ended(
    now: Standing,
    turns: Turns[Turn],
    back: Back | None,
    table: Table,
    played: int,
    draw: int,
    at: float,
    returned: int = 0,
) -> Standing:
    """The match after the end of a turn, the last of `turns`, with the next turn begun; `back`: the way back over it.

    `played`: tiles moved from rack to table; `draw`: tiles to draw from the pool; `returned`: tiles back to the rack.
    """
    pool, was = now.pool, now.player
    drawn = min(draw, pool)
    # A player who laid more tiles than the rack held must have been miscounted: such a play must not end the round.
    laid = min(played, was.rack - 1) if played > was.rack else played
    rack = max(0, was.rack - laid + returned + drawn)
    if now.by_hand or not was.plays:  # the tiles laid are not known, or the player has left
        rack = was.rack
    is_known = was.rack_is_known and not now.by_hand
    player = replace(was, rack=rack, rack_is_known=is_known, opened=was.opened or played > 0)
    turn = replace(turns[-1], played=played, drawn=drawn)
    is_idle = not pool and not played and (turn.passed or not turn.by_hand)  # by hand: tiles laid are unknown
    ended = replace(
        now, table=table, must_become=None, players=with_player(now, player), turns=turns.but_last(turn), back=back,
        idle_turns=now.idle_turns + 1 if is_idle else 0,
        last_turns=now.last_turns + 1 if not pool else 0,
    )  # fmt: skip
    return over_or_on(ended, at, whose=now.place_after(now.whose))


def over_or_on(now: Standing, at: float, whose: int | None = None) -> Standing:
    """The match with the round ended, if its end is reached; else with the turn of player `whose` begun (None: the turn
    goes on)."""
    if round_is_over(now):
        return replace(now, phase=Phase.COUNTING, clock=None)
    return now if whose is None else next_turn(now, whose, at)


def round_is_over(now: Standing) -> bool:
    """Whether the round is over: a rack is empty, or the pool is empty and the rule `pool_empty` ends the round."""
    playing = [player for player in now.players if player.plays]
    if any(player.rack == 0 for player in playing):
        return True
    if now.rules.pool_empty == "until-one-cannot":
        return now.idle_turns > 0
    count = now.last_turns if now.rules.pool_empty == "one-last-turn" else now.idle_turns
    had_one = {turn.player for turn in islice(reversed(now.turns), count)}  # a player counted here may have left since
    return all(player.name in had_one for player in playing)


def with_player(now: Standing, player: Player) -> tuple[Player, ...]:
    """All players, with `player` in place of the player whose turn it is."""
    return (*now.players[: now.whose], player, *now.players[now.whose + 1 :])


def why_long(turn: Turn) -> tuple[Message, ...]:
    """The reasons, as messages, why a turn took longer than its limit; empty if it did not.

    Time was added by an extension or by hand, or the table was read only after the time was over. If nobody looked at
    the table, the player was late.
    """
    return tuple(_reasons(turn))


def _reasons(turn: Turn) -> Iterator[Message]:
    if turn.limit is None or turn.allowed is None or turn.seconds < turn.limit + LEAST:
        return
    if turn.allowed >= turn.limit + LEAST:
        yield Message.of("long-turn.added", n=round(turn.allowed - turn.limit))
    if turn.seconds >= turn.allowed + LEAST and not turn.by_hand:
        yield Message.of("long-turn.read-late", n=round(turn.seconds - turn.allowed))
