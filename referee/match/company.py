"""What agreements do to a match: players who go, come and change seats, other rules, rounds that are mended.

None of it is undone by taking a turn back: whoever left stays away, and a round that was mended stays mended.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.match import agreed
from referee.match.event import Event
from referee.match.scores import Round, RuleChange, mended
from referee.match.standing import Phase, Player, Seat, Standing
from referee.rules import Rules

AT_TURN = (Phase.PLAYING, Phase.PAUSED)
"""While it is a player's turn, whether the clock runs or stands."""
DEALT = (Phase.READY, *AT_TURN, Phase.RESTORING)
"""While players have racks of a round that is not over."""


def left(event: agreed.PlayerLeft, now: Standing) -> Standing:
    """The match without a player; whose turn it was, the phase and the clock are the caller's to settle."""
    place = now.place(event.player)
    player = now.players[place]
    rack = 0 if event.rack == "pool" and now.phase in (*DEALT, Phase.COUNTING) else player.rack
    gone = replace(player, rack=rack, rack_is_known=player.rack_is_known or not rack, seat=Seat.LEFT)
    chosen = None if now.chosen == event.player else now.chosen
    return replace(now, players=(*now.players[:place], gone, *now.players[place + 1 :]), chosen=chosen)


def joined(event: agreed.PlayerJoined, now: Standing) -> Standing:
    """The match with a player more, last in order; who comes back has the old seat, and a rack that was kept."""
    is_dealt = event.now and now.phase in DEALT
    seat = Seat.PLAYS if is_dealt else Seat.WAITS
    if event.player not in now.names:
        new = Player(event.player, seat=seat)
        return replace(now, players=(*now.players, _dealt_in(new, now.rules) if is_dealt else new))
    place = now.place(event.player)
    back = replace(now.players[place], seat=seat)
    if is_dealt and not back.rack:
        back = _dealt_in(back, now.rules)
    return replace(now, players=(*now.players[:place], back, *now.players[place + 1 :]))


def _dealt_in(player: Player, rules: Rules) -> Player:
    return replace(with_full_rack(player, rules), deals=player.deals + 1)


def ordered(event: agreed.PlayersOrdered, now: Standing) -> Standing:
    """The match with its seats in another order; whose turn it is stays."""
    whose, first = now.players[now.whose].name, now.players[now.first].name
    rest = [name for name in now.names if name not in event.players]
    order = [*event.players, *rest]
    players = tuple(now.players[now.place(name)] for name in order)
    return replace(now, players=players, whose=order.index(whose), first=order.index(first))


def renamed(event: agreed.PlayerRenamed, now: Standing) -> Standing:
    """The match with a player called otherwise."""
    return now.renamed(event.player, event.to)


def rules_changed(event: agreed.RulesChanged, now: Standing) -> Standing:
    """The match with other rules: at once between two turns, else from the next turn on."""
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
    """The match by other rules; a bank of time begins full, extensions are given where there were none."""
    players = tuple(_under(player, now.rules, rules) for player in now.players)
    return replace(now, rules=rules, players=players, coming=None)


def _under(player: Player, old: Rules, new: Rules) -> Player:
    fresh = None if new.bank_seconds is None else float(new.bank_seconds)
    bank = player.bank if old.bank_seconds == new.bank_seconds else fresh
    extensions = player.extensions if old.extensions == new.extensions else new.extensions
    return replace(player, bank=bank, extensions=extensions)


def round_mended(event: agreed.RoundMended, now: Standing) -> Standing:
    """The match with a scored round counted again."""
    return _with_round(now, mended(round_of(now, event.round), event.racks, event.reason, event.by))


def round_voided(event: agreed.RoundVoided, now: Standing) -> Standing:
    """The match with a round struck out."""
    one = round_of(now, event.round)
    return _with_round(now, replace(one, is_void=True, before=one, reason=event.reason, by=event.by))


def round_unvoided(event: agreed.RoundUnvoided, now: Standing) -> Standing:
    """The match with a round that counts again."""
    one = round_of(now, event.round)
    return _with_round(now, replace(one, is_void=False, before=one, reason="", by=event.by))


def mending_taken_back(event: agreed.MendingTakenBack, now: Standing) -> Standing:
    """The match with a round as it was before."""
    before = round_of(now, event.round).before
    assert before is not None
    return _with_round(now, before)


def round_of(now: Standing, number: int) -> Round:
    """A scored round by its number. Raises KeyError: there is none."""
    return {one.number: one for one in now.rounds}[number]


def _with_round(now: Standing, other: Round) -> Standing:
    return replace(now, rounds=tuple(other if one.number == other.number else one for one in now.rounds))


def with_full_rack(player: Player, rules: Rules) -> Player:
    """A player with the tiles that a round begins with."""
    bank = None if rules.bank_seconds is None else float(rules.bank_seconds)
    return replace(player, rack=rules.dealt, rack_is_known=True, opened=False, bank=bank, extensions=rules.extensions)


def as_agreed(before: Standing, now: Standing) -> Standing:
    """How a match stood before, with all that was agreed since: who has which seat, the rules, the rounds mended."""
    seats = tuple(_seat(before, player) for player in now.players)
    names = [player.name for player in seats]
    whose, first = (names.index(before.players[place].name) for place in (before.whose, before.first))
    coming = before.coming if now.coming is None else now.coming
    return replace(
        before, players=seats, whose=whose, first=first, rounds=now.rounds, coming=coming,
        rule_changes=now.rule_changes,
    )  # fmt: skip


def _seat(before: Standing, player: Player) -> Player:
    """A player as before, in the seat of now; whose rack was dealt or went to the pool since is as now."""
    stood = before.players[before.place(player.name)] if player.name in before.names else player
    is_another_rack = stood.deals != player.deals or (stood.seat is not player.seat and not player.rack)
    return player if is_another_rack else replace(stood, seat=player.seat)


SETTLED: Mapping[type[Event], Callable[[Any, Standing], Standing]] = {
    agreed.PlayerJoined: joined,
    agreed.PlayerRenamed: renamed,
    agreed.PlayersOrdered: ordered,
    agreed.RulesChanged: rules_changed,
    agreed.RoundMended: round_mended,
    agreed.RoundVoided: round_voided,
    agreed.RoundUnvoided: round_unvoided,
    agreed.MendingTakenBack: mending_taken_back,
}
"""What each agreement does that needs nothing of a turn; who leaves may have the turn."""
