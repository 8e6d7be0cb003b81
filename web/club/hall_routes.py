"""A hall's tables, and who may do what there."""

from typing import Any

from flask import Blueprint, Response, jsonify

from web.access import may_press
from web.address import Address, answers, fresh
from web.club.bodies import ForgetTable, Invite
from web.club.roles import HOST, PLAYER, Role, address_of, invite, own_role, the_club
from web.contract import BadRequest
from web.records.tournament import HallTold, Invitation, RoleTold
from web.routes.feed import listening_to

hall_api = fresh(Blueprint("hall", __name__, url_prefix="/api/club"))


@hall_api.get("/tables")
@answers(HallTold)
def tables() -> Response:
    """Every table as it stands."""
    return jsonify({"tables": the_club().hall.tables(), "trouble": the_club().hall.trouble})


@hall_api.get("/events")
def events() -> Response:
    """Server-Sent Events: every table first, then what changed since the version `since`."""
    return listening_to(the_club().hall)


@hall_api.get("/role")
@answers(RoleTold)
def role() -> Response:
    """What this device may do."""
    own = own_role()
    return jsonify({"director": may_press(), "role": own and {"kind": own.kind, "of": own.of}})


def make_invitation(body: Invite) -> Invitation:
    """An address that gives whoever opens it a role: {"code", "address"}."""
    of = str(body.table or "") if body.role == HOST else str(body.player or "")
    if not of:
        raise BadRequest("input.missing", name="table" if body.role == HOST else PLAYER)
    code = invite(Role(body.role, of))
    return {"code": code, "address": address_of(code)}


@answers(HallTold)
def forget(body: ForgetTable) -> Response:
    """A table is not shown any more, until it tells something; every table is the answer."""
    the_club().forget(str(body.name))
    return tables()


HALL: tuple[Address[Any], ...] = (
    Address("/club/invite", Invite, make_invitation),
    Address("/club/forget", ForgetTable, forget),
)
