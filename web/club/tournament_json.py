"""A tournament as JSON, for its page and other programs."""

from referee.match import Clock
from referee.messages import Message
from referee.tournament import (
    TIE_BREAKS,
    Place,
    RecordedTournament,
    TableOfRound,
    Tournament,
    TournamentRound,
    plain_points,
    sentence_of,
    standings,
)
from web.records.said import told_of
from web.records.tournament import Change, HallClock, RoundSeated, StandingsTold, TournamentTold
from web.records.tournament import Place as PlaceTold
from web.records.tournament import TableOfRound as TableTold


def of_tournament(recorded: RecordedTournament, number: int, now: float) -> TournamentTold:
    """The whole tournament but its standings; `now`: seconds of the tournament's calendar."""
    tournament = recorded.now
    return {
        "number": number,
        "name": tournament.title,
        "players": [{"name": one.name, "is_in": one.is_in} for one in tournament.entrants],
        "planned": tournament.planned,
        "seats": tournament.seats,
        "rules": tournament.rules.to_json(),
        "rounds": [of_round(one) for one in tournament.rounds],
        "ahead": [
            {"tables": [{"table": one.table, "players": list(one.players)} for one in seats.tables]}
            for seats in tournament.ahead
        ],
        "clock": of_clock(tournament.clock, now),
        "changes": _changes(recorded),
    }


def of_round(round_: TournamentRound) -> RoundSeated:
    """A round with its tables (`POST /api/club/round`)."""
    return {
        "round": round_.number,
        "final": round_.final,
        "byes": list(round_.byes),
        "tables": [_table(table) for table in round_.tables],
    }


def of_standings(tournament: Tournament) -> StandingsTold:
    """The standings, and the messages on the agreement that they follow."""
    places = [_place(place) for place in standings(tournament)]
    agreed = [told_of(Message(code)) for code in TIE_BREAKS]
    return {
        "name": tournament.title,
        "rounds": len(tournament.rounds),
        "planned": tournament.planned,
        "standings": places,
        "tie_breaks": agreed,
        "agreed": told_of(Message("tie.agreed")),
    }


def of_clock(clock: Clock | None, now: float) -> HallClock | None:
    """The hall's clock; None: none was started in this round."""
    if clock is None:
        return None
    left = clock.left(now)
    return {"left": None if left is None else round(left, 1), "runs": clock.running, "seconds": clock.allowed}


def _table(table: TableOfRound) -> TableTold:
    seated: TableTold = {"table": table.number, "players": list(table.players), "result": None}
    if table.result is not None:
        result = table.result
        seated["result"] = {
            "scores": {name: plain_points(points) for name, points in result.points.items()},
            "tiles": dict(result.tiles),
            "winners": list(result.winners),
            "by_table": result.by_table,
            "reason": result.reason,
            "signed": result.signed,
        }
    return seated


def _place(place: Place) -> PlaceTold:
    record = place.record
    return {
        "place": place.place,
        "player": record.player,
        "is_in": record.is_in,
        "points": plain_points(record.points),
        "played": record.played,
        "won": record.won,
        "tiles": record.tiles,
        "final": {"table": record.final[0], "points": plain_points(record.final[1])} if record.final else None,
        "by": told_of(Message(place.by)) if place.by else None,
    }


def _changes(recorded: RecordedTournament) -> list[Change]:
    counting = set(recorded.counts())
    return [
        {
            "change": number,
            "at": round(change.at, 1),
            "counts": number in counting,
            "told": told_of(sentence_of(change)),
        }
        for number, change in enumerate(recorded.changes)
    ]
