"""The state that every device gets (`GET /api/state`): the match, the table, and the moves that put it back."""

from typing import cast

from referee.judging import faults_of_table
from referee.match import DealtAgain, Match, Phase, Round, Standing, plain, points_of, why_not
from referee.messages import Message
from tilewatch.put_back import Move, OldPlaces, routes, ticked_off, weightiest_first
from tilewatch.telling.turns_json import last_verdict
from tilewatch.view import View, could_be, mark_of, unsure
from vision.watching import SettledTable
from web.records import state as records
from web.records.said import told_of
from web.records.state import Missing, TablePart, Unsure
from web.records.verdicts import Fault, Restore

NO_MATCH: records.MatchPart = {
    "match": None,
    "players": [],
    "turn": {"number": 0, "player": None, "phase": Phase.SETUP.value, "seconds_left": None},
    "pool": None,
    "verdict": None,
    "rounds": [],
    "taken_back": None,
}
"""The match's part of the state before the first match."""


def of_match(match: Match | None, number: int, moment: float) -> records.MatchPart:
    """The match's part of the state; `moment`: seconds on the match's clock."""
    if match is None:
        return {**NO_MATCH}
    now = match.now
    return {
        "match": _match(now, number),
        "players": _players(now),
        "turn": _turn(now, moment),
        "pool": now.pool if now.pool_is_known else None,
        "verdict": None if now.last_turn is None else last_verdict(now, now.last_turn),
        "rounds": rounds_counted(now),
        "taken_back": match.taken_back_just_now,
    }


def _match(now: Standing, number: int) -> records.MatchNow:
    return {
        "rules": now.rules.to_json(),
        "round": now.round,
        "number": number,
        "points": now.points_to_win,
        "finished": bool(now.rounds) and now.is_finished,
        "ended": now.is_ended,
        "leaders": list(now.leaders()) if now.scored else [],
        "mended": [one.number for one in now.rounds if one.is_mended or one.is_void],
        "by_hand": now.by_hand,
        "coming_rules": None if now.coming is None else now.coming.to_json(),
        "rule_changes": [cast(records.RuleChange, one.to_json()) for one in now.rule_changes],
        "joker_on_rack": now.rules.joker_on_rack,
        "extension_seconds": now.rules.extension_seconds,
        "new_deal": why_not(DealtAgain, now) is None,
    }


def _players(now: Standing) -> list[records.PlayerNow]:
    totals = now.totals()
    players: list[records.PlayerNow] = [
        {
            "name": player.name,
            "opened": player.opened,
            "rack": player.rack if player.rack_is_known else None,
            "score": plain(totals[player.name]),
            "extensions": player.extensions,
            "plays": player.plays,
            "counts": player.is_counted,
        }
        for player in now.players
    ]
    for player, one in zip(now.players, players, strict=True):
        if player.pace != 1:
            one["pace"] = player.pace
        if player.is_away:
            one["left"] = True
            if now.is_behind(player):
                one["placed"] = "below" if now.rules.left_early == "below" else "out"
            if player.slip is not None:
                one["slip"] = True
    return players


def rounds_counted(now: Standing) -> list[records.RoundCounted]:
    """The counted rounds: their racks, their scores, and their state before a correction."""
    return [
        {
            "round": one.number,
            "racks": _racks(one),
            "winners": list(one.result.winners),
            "scores": {name: plain(points) for name, points in one.result.scores.items()},
            "ended_by": one.result.ended_by.value,
            "void": one.is_void,
            "mended": _mended(one),
        }
        for one in now.rounds
    ]


def _racks(one: Round) -> dict[str, str | int]:
    """Each rack in notation, or its points."""
    racks = ((name, int(rack) if rack.isdecimal() else rack) for name, rack in zip(one.names, one.racks, strict=True))
    return dict(racks)


def _mended(one: Round) -> records.Mended | None:
    """A round before its last correction or annulment, why it was changed, and on whose device; None: it was never
    changed."""
    before = one.before
    if before is None or not (one.is_mended or one.is_void):
        return None
    points = {name: points_of(rack, one.rules) for name, rack in zip(before.names, before.racks, strict=True)}
    now = {name: points_of(rack, one.rules) for name, rack in zip(one.names, one.racks, strict=True)}
    changed: list[records.RackChanged] = [
        {"player": name, "was": points[name], "is": now[name]} for name in now if now[name] != points[name]
    ]
    return {"racks": _racks(before), "changed": changed, "reason": one.reason, "by": one.by}


def _turn(now: Standing, moment: float) -> records.TurnNow:
    left = None if now.clock is None else now.clock.left(moment)
    return {
        "number": now.turn,
        "player": now.chosen if now.phase in (Phase.SETUP, Phase.READY) else now.player.name,
        "phase": now.phase.value,
        "seconds_left": None if left is None else round(max(0.0, left), 1),
        "seconds": None if now.clock is None else now.clock.allowed,
    }


def of_table(view: View, standing: Standing | None, old: OldPlaces) -> TablePart:
    """The table's part of the state: its sets, their faults, and the tiles that a person should check.

    `old`: the tiles' positions at the turn's beginning.
    """
    settled, faults = view.table, list[Fault]()
    if standing is not None:
        faults = [cast(Fault, fault.to_json()) for fault in faults_of_table(standing.rules, view.lying, standing.table)]
    return {
        "table": [
            {
                "tiles": [str(tile.tile) for tile in row],
                "faults": [fault for fault in faults if place in fault["sets"]],
                "quads": [_quad(tile.quad.tolist(), settled) for tile in row],
                "told": [at for at, tile in enumerate(row) if tile.is_told],
                "marks": [mark_of(tile) for tile in row],
            }
            for place, row in enumerate(settled.rows)
        ],
        "steady": view.is_steady,
        "unsure": [cast(Unsure, one.to_json()) for one in unsure(settled)],
        "unread": [
            {"quad": _quad(tile.quad.tolist(), settled), "or": [str(name) for name in could_be(tile)]}
            for tile in settled.unread
        ],
        "face_down": [_quad(quad.tolist(), settled) for quad in settled.face_down],
        "absent": [
            {"tile": str(tile.tile), "quad": _quad(tile.quad.tolist(), settled), "mark": mark_of(tile), "row": tile.row}
            for tile in view.snapshot.absent
        ],
        "missing_at": cast(list[Missing], old.where(view.missing, settled)),
        "missing": [str(tile) for tile in sorted(view.missing.elements(), key=str)],
        "restore": _restoring(standing, view, old),
    }


def of_camera(status: str, rate: float, size: tuple[int, int] | None, trouble: Message | None) -> records.CameraNow:
    """The camera's part of the state; `rate`: pictures per second."""
    return {
        "status": status,
        "fps": round(rate, 1),
        "size": size,
        "trouble": None if trouble is None else trouble.text,
        "message": None if trouble is None else told_of(trouble),
    }


def moves_left(standing: Standing, view: View) -> tuple[Message, ...]:
    """The moves that still lead back to the old table, in words, the most important first."""
    assert standing.must_become is not None
    left = (move for move, is_done in _moves(standing, view) if not is_done)
    return tuple(move.message for move in weightiest_first(left, view.lying, standing.must_become))


def _quad(corners: list[list[float]], settled: SettledTable) -> list[list[float]]:
    """A quad as fractions of the picture's width and height."""
    return [[round(x / settled.width, 4), round(y / settled.height, 4)] for x, y in corners]


def _moves(standing: Standing, view: View) -> list[tuple[Move, bool]]:
    """The moves that lead back, each with whether it is done; while the table is unseen, from the failed table."""
    assert standing.must_become is not None
    failed = standing.turns[-1].after
    return ticked_off(failed, view.lying if view.table.width else failed, standing.must_become)


def _restoring(standing: Standing | None, view: View, old: OldPlaces) -> Restore | None:
    """While a failed turn is put back: the old table, the moves, and the ghosts to draw over the picture; None: no
    table is put back.
    """
    if standing is None or standing.phase is not Phase.RESTORING or standing.must_become is None:
        return None
    wanted = standing.must_become
    moves, ghosts = _moves(standing, view), old.ghosts(wanted, view.table)
    moves_told = [
        {**move.to_json(is_done), "lies": lies and lies.corners, "belongs": belongs and belongs.corners}
        for (move, is_done), (lies, belongs) in zip(moves, routes(moves, ghosts), strict=True)
    ]
    drawn = [ghost.to_json() for ghost in ghosts]
    return cast(Restore, {"table": wanted.to_notation(), "moves": moves_told, "ghosts": drawn})
