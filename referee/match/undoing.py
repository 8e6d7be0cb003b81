"""The acts that every page is told of: a sentence on the act, and the act that undoes it."""

from collections.abc import Callable
from dataclasses import dataclass

from referee.match import agreed, agreeing, events
from referee.match.event import Event
from referee.match.match import Match
from referee.match.standing import Standing
from referee.messages import Message

Act = Callable[[Match, float], Match]
"""Returns the match after an act, from the match before it and the time."""
SETTLES = (
    agreed.PlayerStayed,
    agreed.PlayerJoined,
    agreed.RoundUnvoided,
    events.PlayedOn,
    events.TurnTakenBack,
    events.RoundCounted,
)
"""Events that undo such an act in another way or build on it, so that undoing is no longer offered."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The message and the undoing of an act. `back`: the act that undoes it, or None; `of_turn`: only in the same
    turn."""

    message: Message
    back: Act | None
    of_turn: bool = False


def undoing(event: Event, before: Standing) -> Undone | None:
    """The message and the undoing of the act that added the event; None: the event is not reported as an act. `before`:
    the match's state before it."""
    match event:
        case agreed.PlayerLeft(player=player):
            return Undone(Message.of("done.left", player=player), lambda match, at: agreeing.stayed(match, player, at))
        case agreed.RoundVoided(round=number):
            voided = Message.of("done.voided", n=number)
            return Undone(voided, lambda match, at: agreeing.round_unvoided(match, number, at))
        case events.MatchEnded():
            return Undone(Message("done.ended"), lambda match, at: match.played_on(at))
        case events.RoundStopped():
            return Undone(Message("done.stopped"), lambda match, at: match.taken_back(at))
        case events.ClockCorrected() | events.RackCorrected() | events.TurnGiven():
            return _put_right(event, before)
    return None


def _put_right(event: Event, before: Standing) -> Undone | None:
    """The same for corrections by hand of facts that the camera cannot see."""
    match event:
        case events.ClockCorrected(seconds=seconds) if seconds:
            added = Message.of("done.clock", seconds=f"{seconds:+d} s".replace("-", "−"))
            return Undone(added, lambda match, at: match.clock_corrected(-seconds, at), of_turn=True)
        case events.RackCorrected(player=player, tiles=tiles):
            held = before.players[before.place(player)]
            counted = Message.of("done.rack", player=player, n=tiles)
            return Undone(counted, None if event.was_unknown else _rack_changed(player, held.rack - tiles))
        case events.TurnGiven(player=player):
            whose = before.player.name
            given = Message.of("done.turn", player=player)
            return Undone(given, lambda match, at: match.turn_given(whose, at), of_turn=True)
    return None


def _rack_changed(player: str, tiles: int) -> Act:
    """The act after which a rack holds `tiles` tiles more, also if tiles were drawn or laid meanwhile."""

    def change(match: Match, at: float) -> Match:
        held = match.now.players[match.now.place(player)]
        return match.rack_corrected(player, held.rack + tiles, at)

    return change
