"""A hall's tables, and who may do what there (INTERFACE.md, the club's page).

`GET  /api/club/tables` `GET /api/club/events`   every table as it stands: once, or as Server-Sent Events: first all,
                                                 then what changed since the version `since`
`POST /api/club/forget` {"name"}                 a table is not shown any more, until it tells something
`POST /api/club/invite` {"role": "host", "table": 7} or {"role": "player", "player": "Ada"}   an address for that role
`GET  /api/club/role`                            what this device may do
"""

from flask import Blueprint, Response, jsonify

from web.access import may_press
from web.bodies import body_of
from web.club.bodies import ForgetTable, Invite
from web.club.roles import HOST, PLAYER, Role, address_of, check_director, invite, own_role, the_club
from web.contract import BadRequest
from web.routes.feed import listening_to
from web.routes.shared import fresh

hall_api = fresh(Blueprint("hall", __name__, url_prefix="/api/club"))


@hall_api.get("/tables")
def tables() -> Response:
    """Every table."""
    return jsonify({"tables": the_club().hall.tables(), "trouble": the_club().hall.trouble})


@hall_api.get("/events")
def events() -> Response:
    """Every table's news, for as long as the listener stays."""
    return listening_to(the_club().hall)


@hall_api.get("/role")
def role() -> Response:
    """What this device may do."""
    own = own_role()
    return jsonify({"director": may_press(), "role": own and {"kind": own.kind, "of": own.of}})


@hall_api.post("/invite")
def make_invitation() -> Response:
    """An address that gives whoever opens it a role."""
    check_director()
    body = body_of(Invite)
    of = str(body.table or "") if body.role == HOST else str(body.player or "")
    if not of:
        raise BadRequest("input.missing", name="table" if body.role == HOST else PLAYER)
    code = invite(Role(body.role, of))
    return jsonify({"code": code, "address": address_of(code)})


@hall_api.post("/forget")
def forget() -> Response:
    """A table is not shown any more."""
    check_director()
    the_club().forget(str(body_of(ForgetTable).name))
    return tables()
