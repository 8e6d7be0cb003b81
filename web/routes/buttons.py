"""The buttons: JSON in, JSON out (INTERFACE.md, HTTP)."""

from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request

from web.bodies import LONGEST_NAME, LONGEST_REASON, Body
from web.contract import BadRequest, TableControls
from web.security import check_control, check_pin, give_cookie

LARGEST_PHOTO = 12_000_000
"""Bytes of a photograph from a phone; the largest phones make about 8 million at 50 megapixels."""
api = Blueprint("api", __name__, url_prefix="/api")


def the_table() -> TableControls:
    """The table that this page shows."""
    table: TableControls = current_app.extensions["tilewatch.table"]
    return table


@api.before_request
def only_with_the_pin() -> None:
    """Whatever changes something needs the PIN; giving the PIN does not."""
    if request.method == "POST" and request.endpoint != "api.show_pin":
        check_control()


@api.after_request
def never_stored(answer: Response) -> Response:
    """States and pictures are only true now."""
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer


def _state() -> dict[str, Any]:
    return dict(the_table().state())


@api.get("/state")
def state() -> Response:
    """How everything stands."""
    return jsonify(_state())


@api.post("/pin")
def show_pin() -> Response:
    """A device shows the PIN once and holds a cookie from then on."""
    check_pin(Body.of_request("pin").text("pin", LONGEST_NAME))
    answer = jsonify({"ok": True})
    give_cookie(answer)
    return answer


@api.post("/match")
def start_match() -> tuple[Response, int]:
    """Begins a match."""
    body = Body.of_request("players", "rules", "first", "points")
    rules = body.value("rules") if "rules" in body else current_app.extensions["tilewatch.rules"]
    first = body.text("first", LONGEST_NAME) if "first" in body else None
    points = body.number("points", 1, 100_000) if "points" in body else None
    the_table().match.start(body.names("players"), rules, first, points, body.truth("anyway", False))
    return jsonify(_state()), 201


@api.post("/round")
def start_round() -> tuple[Response, int]:
    """Begins the next round."""
    body = Body.of_request("first")
    the_table().match.next_round(body.text("first", LONGEST_NAME) if "first" in body else None)
    return jsonify(_state()), 201


@api.post("/round/again")
def deal_again() -> Response:
    """A player showed three pairs: the tiles are dealt anew."""
    the_table().match.deal_again(Body.of_request("player").text("player", LONGEST_NAME))
    return jsonify(_state())


@api.post("/turn/done")
def done() -> Response:
    """Judges the table."""
    body = Body.of_request("turn")
    turn = body.number("turn", 0, 1_000_000) if "turn" in body else None
    return jsonify({"verdict": dict(the_table().turn.done(body.truth("anyway", False), turn))})


@api.post("/turn/restored")
def restored() -> Response:
    """The table is back."""
    the_table().turn.restored(Body.of_request().truth("anyway", False))
    return jsonify(_state())


@api.post("/turn/overrule")
def overrule() -> Response:
    """The players know better."""
    body = Body.of_request("legal", "reason")
    the_table().turn.overrule(body.truth("legal"), body.text("reason", LONGEST_REASON))
    return jsonify(_state())


@api.post("/turn/undo")
def undo() -> Response:
    """Takes the last turn back."""
    Body.of_request()
    the_table().turn.undo()
    return jsonify(_state())


@api.post("/turn/extend")
def extend() -> Response:
    """More time for this turn."""
    Body.of_request()
    the_table().turn.extend()
    return jsonify(_state())


@api.post("/tile")
def correct() -> Response:
    """A person says what a tile is."""
    body = Body.of_request("set", "place", "tile")
    place = body.number("set", 0, 999), body.number("place", 0, 999)
    the_table().tiles.correct(*place, body.text("tile", 8))
    return jsonify(_state())


@api.post("/pause")
def pause() -> Response:
    """Stops the clock."""
    Body.of_request()
    the_table().match.pause()
    return jsonify(_state())


@api.post("/resume")
def resume() -> Response:
    """Starts the clock."""
    Body.of_request()
    the_table().match.resume()
    return jsonify(_state())


@api.post("/rack")
def read_rack() -> Response:
    """Reads a photograph of a rack, sent as a form: `player`, `photo`."""
    player = request.form.get("player", "").strip()
    photo = request.files.get("photo")
    if not player or len(player) > LONGEST_NAME:
        raise BadRequest("body.not-a-name", name="player")
    if photo is None:
        raise BadRequest("body.missing", name="photo")
    return jsonify(dict(the_table().pictures.rack(player, photo.stream.read(LARGEST_PHOTO + 1))))


@api.post("/rack/count")
def correct_rack() -> Response:
    """A rack was counted by hand."""
    body = Body.of_request("player", "tiles")
    the_table().match.count_rack(body.text("player", LONGEST_NAME), body.number("tiles", 0, 200))
    return jsonify(_state())


@api.post("/round/end")
def end_round() -> Response:
    """Ends the round and scores it."""
    body = Body.of_request("racks")
    the_table().match.end_round(body.racks("racks"), body.truth("anyway", False))
    return jsonify(_state())


@api.get("/turns")
def turns() -> Response:
    """Every turn so far, with where its pictures are."""
    return jsonify([dict(turn) for turn in the_table().match.turns()])


@api.get("/turns/<int:turn>/<any(before, after):side>.jpg")
def turn_picture(turn: int, side: str) -> Response:
    """What the camera saw."""
    return _jpeg(the_table().pictures.of_turn(turn, side))


@api.get("/picture.jpg")
def picture() -> Response:
    """The newest picture."""
    return _jpeg(the_table().pictures.newest(request.args.get("plain") == "1"))


def _jpeg(jpeg: bytes | None) -> Response:
    if jpeg is None:
        abort(404, "there is no such picture")
    return Response(jpeg, mimetype="image/jpeg")
