"""Restores things that were removed within a day."""

from typing import Any

from flask import Blueprint, Response, jsonify

from web.access import check_host, the_sessions
from web.address import Address, answers, fresh, the_table
from web.bodies import GiveBack
from web.contract import BadRequest
from web.records.answers import Ok, TakenTold
from web.routes.devices import keep_pin
from web.routes.history import the_history
from web.taken_away import TakenAway, is_given_back, taken_away

taken = fresh(Blueprint("taken", __name__, url_prefix="/api"))


@taken.get("/taken-away")
@answers(TakenTold)
def listed() -> Response:
    """The things removed within a day, the newest first: {"taken": [{"id", "kind", "name", "moment", "by"}, ...]}."""
    check_host()
    told = ("id", "kind", "name", "moment", "by")
    return jsonify({"taken": [{name: getattr(one, name) for name in told} for one in reversed(taken_away())]})


def give_back(body: GiveBack) -> Ok:
    """Restores a thing that was removed within a day."""
    one = next((one for one in taken_away() if one.id == body.id), None)
    if one is None:
        raise BadRequest("nothing-to-give-back", id=body.id)
    GIVEN_BACK[one.kind](one)
    is_given_back(one)
    return {"ok": True}


def _device(one: TakenAway) -> None:
    assert one.session is not None
    if one.session not in the_sessions().listed():
        the_sessions().give_back(one.session)


def _player(one: TakenAway) -> None:
    the_table().company.remember(one.name)
    if one.colour is not None:
        the_history().choose_colour(one.name, one.colour)
    if one.file:
        the_history().choose_picture(one.name, one.file)


def _merged(one: TakenAway) -> None:
    the_table().company.part(one.text, one.name, one.matches)


def _set(one: TakenAway) -> None:
    sets = the_table().sets
    if any(there["name"] == one.name for there in sets.all()["sets"]):
        sets.forget(one.name)
    sets.bring_in(one.file)


GIVEN_BACK = {
    "device": _device,
    "pin": lambda one: keep_pin(one.text),
    "player": _player,
    "merged": _merged,
    "set": _set,
}
"""For each kind of removed thing the function that restores it."""
TAKEN: tuple[Address[Any], ...] = (Address("/taken-away/give-back", GiveBack, give_back, who=check_host),)
