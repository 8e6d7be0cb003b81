"""What may happen when: the phases that each event fits, and what else it needs."""

from collections.abc import Mapping
from itertools import islice, takewhile

from referee.match.agreed import (
    MendingTakenBack,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayersOrdered,
    RoundMended,
    RoundUnvoided,
    RoundVoided,
    RulesChanged,
)
from referee.match.events import (
    ClockCorrected,
    DealtAgain,
    Event,
    MatchEnded,
    Paused,
    PlayedOn,
    RackCorrected,
    Resumed,
    RoundBegan,
    RoundCounted,
    RoundReady,
    RoundStopped,
    TableRestored,
    TimeExtended,
    TurnClaimed,
    TurnGiven,
    TurnTakenBack,
    VerdictOverruled,
)
from referee.match.standing import Phase, Standing
from referee.messages import TEMPLATES, Message

FITS: Mapping[type[Event], frozenset[Phase]] = {
    RoundReady: frozenset({Phase.SETUP, Phase.OVER}),
    RoundBegan: frozenset({Phase.SETUP, Phase.READY, Phase.OVER}),
    DealtAgain: frozenset({Phase.PLAYING}),
    TurnClaimed: frozenset({Phase.PLAYING}),
    TableRestored: frozenset({Phase.RESTORING}),
    VerdictOverruled: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.RESTORING, Phase.COUNTING}),
    TurnTakenBack: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.RESTORING, Phase.COUNTING}),
    Paused: frozenset({Phase.PLAYING}),
    Resumed: frozenset({Phase.PAUSED}),
    TimeExtended: frozenset({Phase.PLAYING, Phase.PAUSED}),
    RackCorrected: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.RESTORING, Phase.COUNTING}),
    ClockCorrected: frozenset({Phase.PLAYING, Phase.PAUSED}),
    TurnGiven: frozenset({Phase.PLAYING, Phase.PAUSED}),
    RoundStopped: frozenset({Phase.PLAYING, Phase.PAUSED}),
    RoundCounted: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.COUNTING, Phase.OVER}),
    MatchEnded: frozenset({Phase.READY, Phase.OVER}),
    PlayedOn: frozenset({Phase.OVER}),
    PlayerLeft: frozenset(Phase),
    PlayerJoined: frozenset(Phase),
    PlayerRenamed: frozenset(Phase),
    PlayersOrdered: frozenset(Phase),
    RulesChanged: frozenset(Phase),
    RoundMended: frozenset(Phase),
    RoundVoided: frozenset(Phase),
    RoundUnvoided: frozenset(Phase),
    MendingTakenBack: frozenset(Phase),
}
"""What may happen in which phase."""


def why_not(kind: type[Event], now: Standing) -> Message | None:
    """Why an event of this kind does not fit the moment; None: it does."""
    if now.phase not in FITS.get(kind, ()):
        return _does_not_fit(kind, now.phase)
    if kind in (RoundReady, RoundBegan, MatchEnded) and now.phase is not Phase.READY and now.is_finished:
        return Message("match-ended" if now.is_ended else "match-finished")
    if (kind is MatchEnded and not now.rounds) or (kind is PlayedOn and not now.is_ended):
        return Message(f"cannot.{kind.name}")
    if (kind is VerdictOverruled and now.last_turn is None) or (kind is TurnTakenBack and now.earlier is None):
        return Message("no-turn-claimed")
    if kind in (TimeExtended, ClockCorrected) and (now.clock is None or now.clock.allowed is None):
        return Message("no-time-limit")
    if kind is TimeExtended and not now.player.extensions:
        return Message.of("no-extension-left", player=now.player.name)
    if kind in (RoundReady, RoundBegan) and sum(not player.is_away for player in now.players) < 2:
        return Message("nobody-to-play-with")
    if kind is DealtAgain and not (now.rules.new_deal_on_three_pairs and _first_turns(now)):
        return Message("no-new-deal")
    return None


def _does_not_fit(kind: type[Event], phase: Phase) -> Message:
    """Why nothing of this kind happens in a phase."""
    code = f"cannot.{kind.name}"
    return Message(code) if code in TEMPLATES else Message.of("not-now", event=kind.name, phase=phase.value)


def _first_turns(now: Standing) -> bool:
    """Whether nobody has laid a tile and nobody had a second turn in this round."""
    first_ones = takewhile(lambda turn: turn.round == now.round, reversed(now.turns))
    return not now.table.sets and len(list(islice(first_ones, len(now.players)))) < len(now.players)
