"""What players settle among themselves (INTERFACE.md, turn 3): who plays, by which rules, what a round was worth."""

from flask import Blueprint, Response, jsonify

from web.access import device_name
from web.bodies import OfPlayer, body_of
from web.bodies_company import ChangeRules, Join, Leave, MendRound, OfRound, Order, Rename, racks_of
from web.contract_company import CompanyControls
from web.routes.history import LARGEST_NUMBER, NotThere, the_history, the_match
from web.routes.shared import guarded, the_table

company = guarded(Blueprint("company", __name__, url_prefix="/api"))


def _company() -> CompanyControls:
    return the_table().company


def _state() -> Response:
    return jsonify(dict(the_table().state()))


@company.post("/players/leave")
def leave() -> Response:
    """A player goes."""
    body = body_of(Leave)
    _company().leave(body.player, body.rack)
    return _state()


@company.post("/players/join")
def join() -> Response:
    """A player comes."""
    body = body_of(Join)
    _company().join(body.player, body.now)
    return _state()


@company.post("/players/rename")
def rename() -> Response:
    """A player is called otherwise."""
    body = body_of(Rename)
    _company().rename(body.player, body.to, body.merge)
    return _state()


@company.post("/players/order")
def order() -> Response:
    """Who follows whom."""
    _company().order(body_of(Order).players)
    return _state()


@company.post("/players/forget")
def forget() -> Response:
    """A player's line of the all-time table goes."""
    _company().forget(body_of(OfPlayer).player)
    return jsonify({"players": [dict(one) for one in the_history().players()]})


@company.post("/rules")
def change_rules() -> Response:
    """Other rules from the next turn on."""
    body = body_of(ChangeRules)
    _company().change_rules(body.rules, body.reason, device_name())
    return _state()


@company.post("/rounds/<int:number>/racks")
def mend_round(number: int) -> Response:
    """A scored round is counted again."""
    body = body_of(MendRound)
    _check(number, body.match)
    _company().mend_round(number, racks_of(body.racks), body.reason, device_name(), body.anyway, body.match)
    return _state()


@company.post("/rounds/<int:number>/void")
def void_round(number: int) -> Response:
    """A scored round is struck out."""
    body = body_of(OfRound)
    _check(number, body.match)
    _company().void_round(number, body.reason, device_name(), body.match)
    return _state()


@company.post("/rounds/<int:number>/unvoid")
def unvoid_round(number: int) -> Response:
    """A round that was struck out counts again."""
    body = body_of(OfRound)
    _check(number, body.match)
    _company().unvoid_round(number, device_name(), body.match)
    return _state()


def _check(number: int, match: int | None) -> None:
    """Raises NotThere: no such round, or no such match."""
    if match is not None:
        the_match(match)
    elif the_table().state()["match"] is None:
        return
    elif number > LARGEST_NUMBER or not 1 <= number <= the_table().state()["match"]["round"]:
        raise NotThere("no-such-round", round=number)
