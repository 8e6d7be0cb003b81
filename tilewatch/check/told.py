"""A check as JSON: the answer of `POST /api/check` and of `tilewatch check --json`."""

from typing import cast

from referee.judging import account_to_json
from referee.tiles import Tile
from tilewatch.check.checked import Checked, CheckedTurn
from tilewatch.check.one_table import CheckedSet, CheckedTable
from tilewatch.view import could_be
from vision.reading import PlacedTile, Quad
from web.records import check as records
from web.records import state, verdicts
from web.records.said import told_of


def told_of_check(check: Checked) -> records.CheckTold:
    """The check as JSON."""
    before = None if check.before is None else told_of_table(check.before)
    turn = None if check.turn is None else _turn(check.turn)
    return {**told_of_table(check.after), "before": before, "turn": turn}


def told_of_table(table: CheckedTable) -> records.TableChecked:
    """One checked table as JSON."""
    seen = table.seen
    return {
        "width": seen.table.width,
        "height": seen.table.height,
        "clear": seen.is_clear,
        "sets": [_set(one, seen.table.width > 0) for one in table.sets],
        "unsure": [cast(state.Unsure, one.to_json()) for one in table.unsure],
        "unread": [_unread(one) for one in seen.table.unread],
        "table": {
            "valid": table.is_valid,
            "in_doubt": table.in_doubt,
            "faults": [cast(verdicts.Fault, one.to_json()) for one in table.faults],
        },
        "advice": [told_of(one) for one in seen.advice],
    }


def _set(one: CheckedSet, has_places: bool) -> records.SetChecked:
    return {
        "tiles": [str(tile.tile) for tile in one.tiles],
        "quads": [_quad(tile.quad) for tile in one.tiles] if has_places else [],
        "valid": not one.faults,
        "in_doubt": one.in_doubt,
        "kind": None if one.kind is None else one.kind.value,
        "points": one.points,
        "stands": [_names(tiles) for tiles in one.stands],
        "faults": [cast(verdicts.Fault, fault.to_json()) for fault in one.faults],
    }


def _names(tiles: tuple[Tile, ...]) -> list[str]:
    return [str(tile) for tile in tiles]


def _unread(one: PlacedTile) -> records.UnreadChecked:
    return {"quad": _quad(one.quad), "or": _names(could_be(one))}


def _quad(quad: Quad) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in quad]


def _turn(turn: CheckedTurn) -> records.TurnChecked:
    account = None if turn.account is None else account_to_json(turn.account)
    question = None if turn.question is None else turn.question.to_json()
    answer = {**turn.verdict.to_json(), "account": account, "question": question}
    return cast(records.TurnChecked, answer)
