"""The state of a match after an agreement: players leave, join and change seats, rules change, rounds are corrected.

Taking a turn back undoes none of these: a player who left stays away, and a corrected round stays corrected.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.match import agreed
from referee.match.event import Event
from referee.match.scores import Round, RuleChange, mended
from referee.match.standing import Phase, Player, Seat, Slip, Standing
from referee.rules import Rules

AT_TURN = (Phase.PLAYING, Phase.PAUSED)
"""Phases in which a player has a turn, whether the clock runs or is paused."""
DEALT = (Phase.READY, *AT_TURN, Phase.RESTORING)
"""Phases in which the players hold racks of a round that is not over."""


def left(event: agreed.PlayerLeft, now: Standing) -> Standing:
    """The match after a player left; the caller sets the player whose turn it is, the phase and the clock."""
    place = now.place(event.player)
    player = now.players[place]
    rack = 0 if event.rack == "pool" and now.phase in (*DEALT, Phase.COUNTING) else player.rack
    turn = now.turn if now.phase in AT_TURN and now.player.name == event.player else None
    slip = Slip(player.rack, player.rack_is_known, player.seat, now.round, turn)
    is_known = player.rack_is_known or not rack
    gone = replace(
        player, rack=rack, rack_is_known=is_known, seat=Seat.LEFT, slip=slip, left_early=event.early
    )  # fmt: skip
    chosen = None if now.chosen == event.player else now.chosen
    return replace(now, players=(*now.players[:place], gone, *now.players[place + 1 :]), chosen=chosen)


def stayed(player: str, now: Standing) -> Standing:
    """The match with a player who left by mistake back in the old seat, with the rack held when leaving."""
    place = now.place(player)
    slip = now.players[place].slip
    assert slip is not None
    back = replace(now.players[place], rack=slip.rack, rack_is_known=slip.rack_is_known, seat=slip.seat, slip=None)
    back = replace(back, left_early=False)
    return replace(now, players=(*now.players[:place], back, *now.players[place + 1 :]))


def joined(event: agreed.PlayerJoined, now: Standing) -> Standing:
    """The match after a player joined, last in order; a player who comes back gets the old seat and a rack if kept."""
    is_dealt = event.now and now.phase in DEALT
    seat = Seat.PLAYS if is_dealt else Seat.WAITS
    if event.player not in now.names:
        new = Player(event.player, seat=seat)
        return replace(now, players=(*now.players, _dealt_in(new, now.rules) if is_dealt else new))
    place = now.place(event.player)
    back = replace(now.players[place], seat=seat, slip=None, left_early=False)
    if is_dealt and not back.rack:
        back = _dealt_in(back, now.rules)
    return replace(now, players=(*now.players[:place], back, *now.players[place + 1 :]))


def _dealt_in(player: Player, rules: Rules) -> Player:
    return replace(with_full_rack(player, rules), deals=player.deals + 1)


def ordered(event: agreed.PlayersOrdered, now: Standing) -> Standing:
    """The match with its seats in another order; the player whose turn it is stays the same."""
    whose, first = now.players[now.whose].name, now.players[now.first].name
    rest = [name for name in now.names if name not in event.players]
    order = [*event.players, *rest]
    players = tuple(now.players[now.place(name)] for name in order)
    return replace(now, players=players, whose=order.index(whose), first=order.index(first))


def renamed(event: agreed.PlayerRenamed, now: Standing) -> Standing:
    """The match with a player renamed."""
    return now.renamed(event.player, event.to)


def paced(event: agreed.PlayerPaced, now: Standing) -> Standing:
    """The match with another pace for a player; the rest of the player's time bank is scaled by the same factor."""
    place = now.place(event.player)
    player = now.players[place]
    bank = None if player.bank is None else player.bank * event.pace / player.pace
    other = replace(player, pace=event.pace, bank=bank)
    return replace(now, players=(*now.players[:place], other, *now.players[place + 1 :]))


def rules_changed(event: agreed.RulesChanged, now: Standing) -> Standing:
    """The match with other rules, which hold at once between two turns, else from the next turn on."""
    change = RuleChange(now.round, now.turn, event.rules, event.reason, event.by, now.coming or now.rules)
    noted = replace(now, rule_changes=(*now.rule_changes, change))
    if now.phase in (*AT_TURN, Phase.RESTORING, Phase.COUNTING):
        return replace(noted, coming=event.rules)
    changed = under(noted, event.rules)
    if not event.dealt_anew:
        return changed
    dealt = (with_full_rack(one, event.rules) if one.plays else one for one in changed.players)
    return replace(changed, players=tuple(dealt))


def under(now: Standing, rules: Rules) -> Standing:
    """The match under other rules; a new time bank begins full, and new extensions are given."""
    players = tuple(_under(player, now.rules, rules) for player in now.players)
    return replace(now, rules=rules, players=players, coming=None)


def _under(player: Player, old: Rules, new: Rules) -> Player:
    fresh = None if new.bank_seconds is None else new.bank_seconds * player.pace
    bank = player.bank if old.bank_seconds == new.bank_seconds else fresh
    extensions = player.extensions if old.extensions == new.extensions else new.extensions
    return replace(player, bank=bank, extensions=extensions)


def round_mended(event: agreed.RoundMended, now: Standing) -> Standing:
    """The match with a scored round counted again."""
    return _with_round(now, mended(round_of(now, event.round), event.racks, event.reason, event.by))


def round_voided(event: agreed.RoundVoided, now: Standing) -> Standing:
    """The match with a round declared void."""
    one = round_of(now, event.round)
    return _with_round(now, replace(one, is_void=True, before=one, reason=event.reason, by=event.by))


def round_unvoided(event: agreed.RoundUnvoided, now: Standing) -> Standing:
    """The match with a void round counting again."""
    one = round_of(now, event.round)
    return _with_round(now, replace(one, is_void=False, before=one, reason="", by=event.by))


def mending_taken_back(event: agreed.MendingTakenBack, now: Standing) -> Standing:
    """The match with a round as it was before its last change."""
    before = round_of(now, event.round).before
    assert before is not None
    return _with_round(now, before)


def round_of(now: Standing, number: int) -> Round:
    """The scored round of a number. Raises KeyError if there is none."""
    return {one.number: one for one in now.rounds}[number]


def _with_round(now: Standing, other: Round) -> Standing:
    return replace(now, rounds=tuple(other if one.number == other.number else one for one in now.rounds))


def with_full_rack(player: Player, rules: Rules) -> Player:
    """The player at the beginning of a round: full rack, not opened, full time bank, all extensions."""
    bank = None if rules.bank_seconds is None else rules.bank_seconds * player.pace
    return replace(player, rack=rules.dealt, rack_is_known=True, opened=False, bank=bank, extensions=rules.extensions)


def as_agreed(before: Standing, now: Standing) -> Standing:
    """The earlier state `before`, with everything agreed since then: seats, rules and corrected rounds of `now`."""
    seats = tuple(_seat(before, player) for player in now.players)
    names = [player.name for player in seats]
    whose, first = (names.index(before.players[place].name) for place in (before.whose, before.first))
    latest = now.rule_changes[-1].rules if now.rule_changes else before.rules
    return replace(
        before, players=seats, whose=whose, first=first, rounds=now.rounds, rule_changes=now.rule_changes,
        coming=None if latest == before.rules else latest,
    )  # fmt: skip


def _seat(before: Standing, player: Player) -> Player:
    """The player as in `before`, in the present seat; unchanged if the rack was dealt or given to the pool since."""
    stood = before.players[before.place(player.name)] if player.name in before.names else player
    is_another_rack = stood.deals != player.deals or (stood.seat is not player.seat and not player.rack)
    has_come_back = stood.is_away and not player.is_away
    return player if is_another_rack or has_come_back else _in_seat_of(player, stood)


def _in_seat_of(player: Player, stood: Player) -> Player:
    """The earlier state `stood` of a player, with what was agreed on about the player since then."""
    return replace(
        stood, seat=player.seat, slip=player.slip, pace=player.pace, left_early=player.left_early
    )  # fmt: skip


SETTLED: Mapping[type[Event], Callable[[Any, Standing], Standing]] = {
    agreed.PlayerJoined: joined,
    agreed.PlayerPaced: paced,
    agreed.PlayerRenamed: renamed,
    agreed.PlayersOrdered: ordered,
    agreed.RulesChanged: rules_changed,
    agreed.RoundMended: round_mended,
    agreed.RoundVoided: round_voided,
    agreed.RoundUnvoided: round_unvoided,
    agreed.MendingTakenBack: mending_taken_back,
}
"""The function for each agreed event that cannot affect the present turn; `PlayerLeft` can, and is not among them."""
