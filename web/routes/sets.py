"""The sets of tiles that were taught here.

`GET  /api/sets`                    {"sets": [{"name", "known", "missing"}, …], "used": name or null}
`POST /api/sets` multipart: `name`, `photo`, `rows`   teaches one from a picture (left out: what the camera sees), or
                                    adds to it: {"name", "faces": {"k1": 0.98, …}, "missing", "helps", "complaints"}
`POST /api/sets/NAME/use`           lies on the table from now on; {"used": false}: no longer
`POST /api/sets/NAME/forget`        is forgotten; {"tile": "k7"}: what was taught of that face alone
`GET  /api/sets/NAME/faces/k7.jpg`  a face as it was taught
`GET  /api/sets/NAME/file`          the set as one file; `POST /api/sets/file` multipart: `file`
"""

from contextlib import closing

from flask import Blueprint, Response, abort, jsonify, request

from web.bodies import ForgetSet, UseSet, body_of
from web.contract import BadRequest
from web.decoding.texts import Text
from web.routes.shared import guarded, jpeg, text_sent, the_table

sets = guarded(Blueprint("sets", __name__, url_prefix="/api/sets"))

LARGEST_FILE = 8_000_000


class SetName(Text):
    """What a set is called."""

    longest = 40


class RowsText(Text):
    """The tiles of the rows, where they do not lie in order."""

    longest = 400


@sets.get("")
def all_sets() -> Response:
    """The sets taught here, and which one is used."""
    return jsonify(dict(the_table().sets.all()))


@sets.post("")
def teach() -> Response:
    """Teaches a set, or adds to it."""
    photo = _sent("photo")  # first: what was sent along is closed, whatever else is refused
    name = text_sent(SetName, "name", request.form.get("name"))
    rows = request.form.get("rows") or ""
    told = text_sent(RowsText, "rows", rows) if rows.strip() else ""
    return jsonify(dict(the_table().sets.teach(name, photo, told)))


@sets.post("/file")
def bring_in() -> Response:
    """A set that was exported."""
    file = _sent("file")
    if not file or len(file) > LARGEST_FILE:
        raise BadRequest("taught.no-set")
    return jsonify({"name": the_table().sets.bring_in(file), **the_table().sets.all()})


@sets.post("/<name>/use")
def use(name: str) -> Response:
    """A set lies on the table, or no longer."""
    the_table().sets.use(name, body_of(UseSet).used)
    return all_sets()


@sets.post("/<name>/forget")
def forget(name: str) -> Response:
    """A set is forgotten, or one face of it."""
    tile = body_of(ForgetSet).tile
    if tile is None:
        the_table().sets.forget(name)
    else:
        the_table().sets.take_back(name, tile)
    return all_sets()


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


def _sent(name: str) -> bytes | None:
    """A file of the form; None: it is left out."""
    sent = request.files.get(name)
    if sent is None:
        return None
    with closing(sent):
        return bytes(sent.read())
