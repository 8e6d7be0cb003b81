"""What may happen when: the phases that each event fits, and what else it needs."""

from collections.abc import Mapping

from referee.match.events import (
    DealtAgain,
    Event,
    Paused,
    RackCorrected,
    Resumed,
    RoundBegan,
    RoundCounted,
    TableRestored,
    TimeExtended,
    TurnClaimed,
    TurnTakenBack,
    VerdictOverruled,
)
from referee.match.standing import Phase, Standing

FITS: Mapping[type[Event], frozenset[Phase]] = {
    RoundBegan: frozenset({Phase.SETUP, Phase.OVER}),
    DealtAgain: frozenset({Phase.PLAYING}),
    TurnClaimed: frozenset({Phase.PLAYING}),
    TableRestored: frozenset({Phase.RESTORING}),
    VerdictOverruled: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.RESTORING, Phase.COUNTING}),
    TurnTakenBack: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.RESTORING, Phase.COUNTING}),
    Paused: frozenset({Phase.PLAYING}),
    Resumed: frozenset({Phase.PAUSED}),
    TimeExtended: frozenset({Phase.PLAYING, Phase.PAUSED}),
    RackCorrected: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.RESTORING, Phase.COUNTING}),
    RoundCounted: frozenset({Phase.PLAYING, Phase.PAUSED, Phase.COUNTING, Phase.OVER}),
}
"""What may happen in which phase."""


def why_not(kind: type[Event], now: Standing) -> str | None:
    """Why an event of this kind does not fit the moment; None: it does."""
    if now.phase not in FITS.get(kind, ()):
        return f"{kind.name} does not fit now: the match is {now.phase.value}"
    if kind is RoundBegan and now.is_finished:
        return "the match is finished: the agreed rounds or points are played"
    if kind in (VerdictOverruled, TurnTakenBack) and now.earlier is None:
        return "no turn of this round has been claimed yet"
    if kind is TimeExtended and (now.clock is None or now.clock.allowed is None):
        return "the rules set no time that could be extended"
    if kind is TimeExtended and not now.player.extensions:
        return f"{now.player.name} has no extension left"
    if kind is DealtAgain and not (now.rules.new_deal_on_three_pairs and _first_turns(now)):
        return "a new deal is for three pairs among the first tiles, where the rules have it"
    return None


def _first_turns(now: Standing) -> bool:
    """Whether nobody has laid a tile and nobody had a second turn in this round."""
    turns = [turn for turn in now.turns if turn.round == now.round]
    return not now.table.sets and len(turns) < len(now.players)
