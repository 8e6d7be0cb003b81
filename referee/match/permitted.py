"""Which events are possible in which phase and under which other conditions; and which names players may have."""

from collections.abc import Mapping, Sequence
from itertools import islice, takewhile

from referee.match import agreed, events
from referee.match.standing import MatchError, Phase, Standing
from referee.messages import TEMPLATES, Message, Refusal

FITS: Mapping[type[events.Event], frozenset[Phase]] = {
    events.RoundReady: frozenset({Phase.SETUP, Phase.OVER}),
    events.RoundBegan: frozenset({Phase.SETUP, Phase.READY, Phase.OVER}),
    events.DealtAgain: frozenset({Phase.PLAYING}),
    events.TurnClaimed: frozenset({Phase.PLAYING}),
    events.TableRestored: frozenset({Phase.RESTORING}),
    events.VerdictOverruled: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.RESTORING, Phase.COUNTING}),
    events.TurnTakenBack: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.RESTORING, Phase.COUNTING}),
    events.Paused: frozenset({Phase.PLAYING}),
    events.Resumed: frozenset({Phase.PAUSED}),
    events.ClockHeld: frozenset({Phase.PLAYING}),
    events.ClockReleased: frozenset({Phase.PLAYING}),
    events.TimeExtended: frozenset({Phase.PLAYING, Phase.PAUSED}),
    events.RackCorrected: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.RESTORING, Phase.COUNTING}),
    events.ClockCorrected: frozenset({Phase.PLAYING, Phase.PAUSED}),
    events.TurnGiven: frozenset({Phase.PLAYING, Phase.PAUSED}),
    events.RoundStopped: frozenset({Phase.PLAYING, Phase.PAUSED}),
    events.RoundCounted: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.COUNTING, Phase.OVER}),
    events.MatchEnded: frozenset({Phase.READY, Phase.OVER}),
    events.PlayedOn: frozenset({Phase.OVER}),
    agreed.PlayerLeft: frozenset(Phase),
    agreed.PlayerStayed: frozenset(Phase),
    agreed.PlayerJoined: frozenset(Phase),
    agreed.PlayerPaced: frozenset(Phase),
    agreed.PlayerRenamed: frozenset(Phase),
    agreed.PlayersOrdered: frozenset(Phase),
    agreed.RulesChanged: frozenset(Phase),
    agreed.RoundMended: frozenset(Phase),
    agreed.RoundVoided: frozenset(Phase),
    agreed.RoundUnvoided: frozenset(Phase),
    agreed.MendingTakenBack: frozenset(Phase),
}
"""The phases in which each kind of event is possible."""


class DoesNotFit(Refusal):
    """An act is not possible now; the message says why."""


def why_not(kind: type[events.Event], now: Standing) -> Message | None:
    """The reason why an event of this kind is not possible now; None if it is."""
    if now.phase not in FITS.get(kind, ()):
        return _does_not_fit(kind, now.phase)
    if (
        kind in (events.RoundReady, events.RoundBegan, events.MatchEnded)
        and now.phase is not Phase.READY
        and now.is_finished
    ):
        return Message("match-ended" if now.is_ended else "match-finished")
    if (kind is events.MatchEnded and not now.rounds) or (kind is events.PlayedOn and not now.is_ended):
        return Message(f"cannot.{kind.name}")
    if (kind is events.VerdictOverruled and now.last_turn is None) or (
        kind is events.TurnTakenBack and now.earlier is None
    ):
        return Message("no-turn-claimed")
    if kind in (events.ClockHeld, events.ClockReleased) and now.is_held is (kind is events.ClockHeld):
        return Message(f"cannot.{kind.name}")
    if kind in (events.TimeExtended, events.ClockCorrected) and (now.clock is None or now.clock.allowed is None):
        return Message("no-time-limit")
    if kind is events.TimeExtended and not now.player.extensions:
        return Message.of("no-extension-left", player=now.player.name)
    if kind in (events.RoundReady, events.RoundBegan) and sum(not player.is_away for player in now.players) < 2:
        return Message("nobody-to-play-with")
    if kind is events.DealtAgain and not (now.rules.new_deal_on_three_pairs and _first_turns(now)):
        return Message("no-new-deal")
    return None


def _does_not_fit(kind: type[events.Event], phase: Phase) -> Message:
    """The message that an event of this kind is not possible in a phase."""
    code = f"cannot.{kind.name}"
    return Message(code) if code in TEMPLATES else Message.of("not-now", event=kind.name, phase=phase.value)


def _first_turns(now: Standing) -> bool:
    """Whether no tile was laid in this round and no player has had a second turn."""
    first_ones = takewhile(lambda turn: turn.round == now.round, reversed(now.turns))
    return not now.table.sets and len(list(islice(first_ones, len(now.players)))) < len(now.players)


def check_that_it_fits(kind: type[events.Event], now: Standing) -> None:
    """Raises DoesNotFit unless an event of this kind is possible now."""
    if (why := why_not(kind, now)) is not None:
        raise DoesNotFit(why)


def check_names(names: Sequence[str]) -> None:
    """Raises MatchError if a name is blank, or if two names differ only in capitals and blanks."""
    if not all(names):
        raise MatchError("name-blank")
    for place, name in enumerate(names):
        alike = [other for other in names[:place] if name_key(other) == name_key(name)]
        if alike:
            raise MatchError("names-alike", one=alike[0], other=name)


def name_key(name: str) -> str:
    """A name as a key for comparison: without differences in capitals and blanks.

    >>> name_key("  ada  LOVELACE ") == name_key("Ada Lovelace")
    True
    """
    return " ".join(name.casefold().split())
