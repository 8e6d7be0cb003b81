"""The sets of tiles that were taught here."""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from web.access import check_host
from web.address import Address, answers, fresh, jpeg, text_sent, the_table
from web.bodies import ForgetSet, RenameSet, SetFile, TeachSet, UseSet
from web.contract import BadRequest
from web.records.answers import RowsShown, SetBroughtIn, SetsTold, SetTaught
from web.taken_away import taking_away
from web.texts import RowsText

sets = fresh(Blueprint("sets", __name__, url_prefix="/api/sets"))

LARGEST_FILE = 8_000_000
"""Bytes of the largest file of a set."""


@sets.get("")
@answers(SetsTold)
def all_sets() -> Response:
    """The taught sets, and the set in use: {"sets": [{"name", "known", "missing"}, …], "used", "damaged"}."""
    return jsonify(dict(the_table().sets.all()))


@sets.get("/shown")
@answers(RowsShown)
def shown() -> Response:
    """Whether the camera sees `rows` complete and without ambiguity: {"shown"}."""
    rows = text_sent(RowsText, "rows", request.args.get("rows"))
    return jsonify({"shown": the_table().sets.shows(str(rows))})


@sets.get("/<name>/faces/<tile>.jpg")
def face(name: str, tile: str) -> Response:
    """A face as it was taught."""
    return jpeg(the_table().sets.face(name, tile))


@sets.get("/<name>/file")
def exported(name: str) -> Response:
    """The set as one file."""
    file = the_table().sets.exported(name)
    if file is None:
        abort(404, "there is no such set")
    headers = {"Content-Disposition": 'attachment; filename="tilewatch.set.npz"'}
    return Response(file, mimetype="application/octet-stream", headers=headers)


def teach(body: TeachSet) -> SetTaught:
    """Teaches a set, or adds to it: {"name", "faces": {"k1": 0.98, …}, "missing", "helps", "complaints"}."""
    return the_table().sets.teach(body.name, body.photo, body.rows, body.insist, body.mark)


def bring_in(body: SetFile) -> SetBroughtIn:
    """Imports an exported set: {"name", "sets", "used"}."""
    if not 0 < len(body.file) <= LARGEST_FILE:
        raise BadRequest("taught.no-set")
    return {"name": the_table().sets.bring_in(body.file), **the_table().sets.all()}


def use(body: UseSet, name: str) -> SetsTold:
    """Sets whether a set is the set on the table: {"sets", "used"}."""
    the_table().sets.use(name, body.used, body.mark)
    return the_table().sets.all()


def rename(body: RenameSet, name: str) -> SetsTold:
    """Renames a set: {"sets", "used"}."""
    the_table().sets.rename(name, body.to, body.mark)
    return the_table().sets.all()


def forget(body: ForgetSet, name: str) -> SetsTold:
    """Forgets a set, or some of its faces: {"sets", "used"}."""
    sets = the_table().sets
    name = next((one["name"] for one in sets.all()["sets"] if body.mark and one["mark"] == body.mark), name)
    with taking_away("set", name, file=sets.exported(name) or b""):
        if body.tile is None and not body.rows:
            sets.forget(name, body.mark)
        else:
            sets.take_back(name, body.tile or body.rows, body.mark)
    return sets.all()


SETS: tuple[Address[Any], ...] = (
    Address("/sets", TeachSet, teach, who=check_host),
    Address("/sets/file", SetFile, bring_in, who=check_host),
    Address("/sets/<name>/use", UseSet, use, who=check_host),
    Address("/sets/<name>/rename", RenameSet, rename, who=check_host),
    Address("/sets/<name>/forget", ForgetSet, forget, who=check_host),
)
