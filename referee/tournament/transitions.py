"""The state of a tournament after a change, and the checks whether the change is possible."""

from dataclasses import replace
from functools import singledispatch

from referee.match import Clock
from referee.messages import Refusal
from referee.tournament import events
from referee.tournament.entries import TournamentError
from referee.tournament.standing import (
    Entrant,
    Result,
    TableOfRound,
    Tournament,
    TournamentRound,
    check_scores,
    counted,
)


class NotNow(Refusal):
    """A change is not possible now; the message says why."""


def began(event: events.TournamentBegan) -> Tournament:
    """The state of a tournament that begins."""
    return Tournament(event.title, tuple(map(Entrant, event.players)), event.rounds, event.seats, event.rules)


@singledispatch
def fold(event: events.Change, now: Tournament) -> Tournament:
    """The state of the tournament after a change. Raises NotNow or TournamentError if the change is not possible."""
    raise TypeError(f"{event.name} is no change of a running tournament")


@fold.register
def _(event: events.PlayerEntered, now: Tournament) -> Tournament:
    known = now.entrant(event.player)
    if known is None:
        return replace(now, entrants=(*now.entrants, Entrant(event.player)))
    if known.is_in:
        raise TournamentError("player.there", name=known.name)
    return _with(now, replace(known, is_in=True))


@fold.register
def _(event: events.PlayerLeft, now: Tournament) -> Tournament:
    known = now.entrant(event.player)
    if known is None:
        raise TournamentError("player.unknown", name=event.player)
    if not known.is_in:
        raise NotNow("player.gone", name=known.name)
    return _with(now, replace(known, is_in=False))


@fold.register
def _(event: events.RoundSeated, now: Tournament) -> Tournament:
    for table in event.tables:
        for player in table.players:
            if player not in now.playing:
                raise NotNow("player.unknown", name=player)
    tables = tuple(TableOfRound(table.table, table.players) for table in event.tables)
    seated = TournamentRound(len(now.rounds) + 1, tables, event.byes, event.final)
    return replace(now, rounds=(*now.rounds, seated), ahead=event.ahead, clock=None)


@fold.register
def _(event: events.ResultGiven, now: Tournament) -> Tournament:
    table = table_of(now, event.round, event.table)
    check_scores(event.table, table.players, event.scores)
    if event.by_table and table.result is not None and (table.result.signed or not table.result.by_table):
        raise NotNow("result.decided", table=event.table, round=event.round)
    result = Result(
        counted(event.scores, now.rules),
        {score.player: score.tiles for score in event.scores},
        event.by_table,
        event.reason,
        signed=not event.by_table,
    )
    return _with_table(now, event.round, replace(table, result=result))


@fold.register
def _(event: events.ResultSigned, now: Tournament) -> Tournament:
    table = table_of(now, event.round, event.table)
    if table.result is None:
        raise NotNow("result.none", table=event.table, round=event.round)
    if table.result.signed:
        raise NotNow("result.signed", table=event.table, round=event.round)
    return _with_table(now, event.round, replace(table, result=replace(table.result, signed=True)))


@fold.register
def _(event: events.ClockStarted, now: Tournament) -> Tournament:
    return replace(now, clock=Clock.started(event.at, float(event.seconds)))


@fold.register
def _(event: events.ClockStopped, now: Tournament) -> Tournament:
    if now.clock is None or not now.clock.running:
        raise NotNow("hall-clock.stands")
    return replace(now, clock=now.clock.paused(event.at))


@fold.register
def _(event: events.ClockResumed, now: Tournament) -> Tournament:
    if now.clock is None or now.clock.running:
        raise NotNow("hall-clock.runs")
    return replace(now, clock=now.clock.resumed(event.at))


def check_complete(now: Tournament) -> None:
    """Raises NotNow unless the last round has all its results."""
    if now.last is not None and now.last.missing:
        tables = ", ".join(map(str, now.last.missing))
        raise NotNow("round.unfinished", round=now.last.number, tables=tables)


def table_of(now: Tournament, number: int, table: int) -> TableOfRound:
    """A table of a round. Raises NotNow if it does not play in that round."""
    if not 1 <= number <= len(now.rounds):
        raise NotNow("round.none", round=number)
    found = now.rounds[number - 1].table(table)
    if found is None:
        playing = ", ".join(str(one.number) for one in now.rounds[number - 1].tables)
        raise NotNow("result.no-table", table=table, round=number, tables=playing)
    return found


def _with(now: Tournament, entrant: Entrant) -> Tournament:
    entrants = tuple(entrant if one.name == entrant.name else one for one in now.entrants)
    return replace(now, entrants=entrants)


def _with_table(now: Tournament, number: int, table: TableOfRound) -> Tournament:
    round_ = now.rounds[number - 1]
    tables = tuple(table if one.number == table.number else one for one in round_.tables)
    changed = replace(round_, tables=tables)
    return replace(now, rounds=(*now.rounds[: number - 1], changed, *now.rounds[number:]))
