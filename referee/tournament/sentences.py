"""A sentence for each change of a tournament, which a director reads before taking the change back."""

from functools import singledispatch

from referee.messages import Message
from referee.tournament import events
from referee.tournament.standing import exact, plain_points


@singledispatch
def sentence_of(change: events.Change) -> Message:
    """The sentence on a change."""
    return Message(f"told.{change.name}")


@sentence_of.register
def _(change: events.TournamentBegan) -> Message:
    return Message.of("told.tournament-began", title=change.title, players=len(change.players), rounds=change.rounds)


@sentence_of.register
def _(change: events.PlayerEntered) -> Message:
    return Message.of("told.player-entered", name=change.player)


@sentence_of.register
def _(change: events.PlayerLeft) -> Message:
    return Message.of("told.player-left", name=change.player)


@sentence_of.register
def _(change: events.RoundSeated) -> Message:
    return Message.of("told.final-seated" if change.final else "told.round-seated", tables=len(change.tables))


@sentence_of.register
def _(change: events.ResultGiven) -> Message:
    scores = ", ".join(f"{score.player} {plain_points(exact(score.points)):+}" for score in change.scores)
    code = "told.result-by-table" if change.by_table else "told.result-by-director"
    given = Message.of(code, table=change.table, round=change.round, scores=scores)
    return Message.of("told.because", what=given, reason=change.reason) if change.reason else given


@sentence_of.register
def _(change: events.ResultSigned) -> Message:
    return Message.of("told.result-signed", table=change.table, round=change.round)


@sentence_of.register
def _(change: events.ClockStarted) -> Message:
    return Message.of("told.clock-started", minutes=change.seconds // 60)


@sentence_of.register
def _(change: events.ChangeTakenBack) -> Message:
    return Message.of("told.change-taken-back", change=change.change)
