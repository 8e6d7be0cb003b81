"""The table as every device is told of it (`GET /api/state`), and what has to go where while it is put back."""

from typing import cast

from referee.judging import faults_of_table
from referee.match import Phase, Standing
from referee.messages import Message
from tilewatch.put_back import Move, OldPlaces, routes, ticked_off, weightiest_first
from tilewatch.view import View, could_be, unsure
from vision.watching import SettledTable
from web.records.state import Missing, TablePart, Unsure
from web.records.verdicts import Fault, Restore


def of_table(view: View, standing: Standing | None, old: OldPlaces) -> TablePart:
    """The table, set by set, with what is wrong with it as it lies, and what a person should settle.

    `old`: where everything lay when the turn began.
    """
    settled, faults = view.table, list[Fault]()
    if standing is not None:
        faults = [cast(Fault, fault.to_json()) for fault in faults_of_table(standing.rules, view.lying)]
    return {
        "table": [
            {
                "tiles": [str(tile.tile) for tile in row],
                "faults": [fault for fault in faults if place in fault["sets"]],
                "quads": [_quad(tile.quad.tolist(), settled) for tile in row],
                "told": [at for at, tile in enumerate(row) if tile.is_told],
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
            {"tile": str(tile.tile), "quad": _quad(tile.quad.tolist(), settled)} for tile in view.snapshot.absent
        ],
        "missing_at": cast(list[Missing], old.where(view.missing, settled)),
        "missing": [str(tile) for tile in sorted(view.missing.elements(), key=str)],
        "restore": _restoring(standing, view, old),
    }


def moves_left(standing: Standing, view: View) -> tuple[Message, ...]:
    """What still has to go where until the old table lies there again, in words; what matters most comes first."""
    assert standing.must_become is not None
    left = (move for move, is_done in _moves(standing, view) if not is_done)
    return tuple(move.message for move in weightiest_first(left, view.lying, standing.must_become))


def _quad(corners: list[list[float]], settled: SettledTable) -> list[list[float]]:
    """A face's corners as parts of the picture's width and height."""
    return [[round(x / settled.width, 4), round(y / settled.height, 4)] for x, y in corners]


def _moves(standing: Standing, view: View) -> list[tuple[Move, bool]]:
    """The moves that lead back, each with whether it is done; while a hand is there, as they were before it."""
    assert standing.must_become is not None
    failed = standing.turns[-1].after
    return ticked_off(failed, view.lying if view.table.width else failed, standing.must_become)


def _restoring(standing: Standing | None, view: View, old: OldPlaces) -> Restore | None:
    """While a failed turn is put back: the old table, what has to go where, and what to draw over the picture."""
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
