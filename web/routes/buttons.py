"""The buttons: JSON in, JSON out (INTERFACE.md, HTTP)."""

import math
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request

from web.access import check_control
from web.bodies import (
    AddSeconds,
    CountRack,
    DoneByItself,
    EndRound,
    NameTile,
    OfPlayer,
    OfTile,
    OfTurn,
    Overrule,
    Press,
    StartMatch,
    StartRound,
    body_of,
)
from web.contract import BadRequest, TableControls
from web.decoding.texts import Name, TextError
from web.security import LARGEST_PHOTO

TURNS_A_PAGE = 100
api = Blueprint("api", __name__, url_prefix="/api")


def the_table() -> TableControls:
    """The table that this page shows."""
    table: TableControls = current_app.extensions["tilewatch.table"]
    return table


@api.before_request
def only_with_the_pin() -> None:
    """Whatever changes something needs a session or the PIN."""
    if request.method == "POST":
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


@api.post("/match")
def start_match() -> tuple[Response, int]:
    """Begins a match."""
    body = body_of(StartMatch)
    rules = body.rules if body.rules is not None else current_app.extensions["tilewatch.rules"]
    the_table().match.start(body.players, rules, body.first, body.points, body.anyway)
    return jsonify(_state()), 201


@api.post("/round")
def start_round() -> tuple[Response, int]:
    """The next round is dealt."""
    the_table().match.next_round(body_of(StartRound).first)
    return jsonify(_state()), 201


@api.post("/round/begin")
def begin_round() -> Response:
    """The tiles are dealt: the first clock starts."""
    body = body_of(StartRound)
    the_table().match.begin_round(body.first, body.anyway)
    return jsonify(_state())


@api.post("/round/stop")
def stop_round() -> Response:
    """Ends the round before anybody is out."""
    body_of(Press)
    the_table().match.stop_round()
    return jsonify(_state())


@api.post("/round/again")
def deal_again() -> Response:
    """A player showed three pairs: the tiles are dealt anew."""
    the_table().match.deal_again(body_of(OfPlayer).player)
    return jsonify(_state())


@api.post("/turn/done")
def done() -> Response:
    """Judges the table."""
    body = body_of(OfTurn)
    return jsonify({"verdict": dict(the_table().turn.done(body.anyway, body.turn))})


@api.post("/turn/by-itself")
def done_by_itself() -> Response:
    """The players choose whether turns end by themselves."""
    the_table().done_by_itself.choose_seconds(body_of(DoneByItself).seconds)
    return jsonify(_state())


@api.post("/turn/restored")
def restored() -> Response:
    """The table is back."""
    the_table().turn.restored(body_of(Press).anyway)
    return jsonify(_state())


@api.post("/turn/overrule")
def overrule() -> Response:
    """The players know better."""
    body = body_of(Overrule)
    the_table().turn.overrule(body.legal, body.reason)
    return jsonify(_state())


@api.post("/turn/undo")
def undo() -> Response:
    """Takes the last turn back."""
    the_table().turn.undo(body_of(OfTurn).turn)
    return jsonify(_state())


@api.post("/turn/extend")
def extend() -> Response:
    """More time for this turn."""
    body_of(Press)
    the_table().turn.extend()
    return jsonify(_state())


@api.post("/turn/player")
def give_turn() -> Response:
    """It is another player's turn."""
    the_table().match.give_turn(body_of(OfPlayer).player)
    return jsonify(_state())


@api.post("/clock")
def add_seconds() -> Response:
    """The turn's clock has some seconds more, or fewer."""
    the_table().match.add_seconds(body_of(AddSeconds).seconds)
    return jsonify(_state())


@api.post("/tile")
def correct() -> Response:
    """A person says what a tile is, or that one lies where none is read."""
    body = body_of(NameTile)
    if body.at is not None and body.tile is not None and body.set is None and body.place is None:
        the_table().tiles.add(*body.at, body.tile)
    elif body.at is None and body.set is not None and body.place is not None:
        the_table().tiles.correct(body.set, body.place, body.tile)
    else:
        raise BadRequest("which-tile")
    return jsonify(_state())


@api.post("/tile/untold")
def untell() -> Response:
    """A person takes a correction back."""
    body = body_of(OfTile)
    if body.absent is not None and body.set is None and body.place is None:
        the_table().tiles.untell_absent(body.absent)
    elif body.absent is None and body.set is not None and body.place is not None:
        the_table().tiles.untell(body.set, body.place)
    else:
        raise BadRequest("which-tile")
    return jsonify(_state())


@api.post("/table/clear")
def nothing_covers() -> Response:
    """What lies over the table belongs there."""
    body_of(Press)
    the_table().tiles.insist()
    return jsonify(_state())


@api.post("/pause")
def pause() -> Response:
    """Stops the clock."""
    body_of(Press)
    the_table().match.pause()
    return jsonify(_state())


@api.post("/resume")
def resume() -> Response:
    """Starts the clock."""
    body_of(Press)
    the_table().match.resume()
    return jsonify(_state())


@api.post("/rack")
def read_rack() -> Response:
    """Reads a photograph of a rack, sent as a form: `player`, `photo`."""
    try:
        player = Name.read(request.form.get("player"))
    except TextError as error:
        raise BadRequest("input.missing", name="player") from error
    photo = request.files.get("photo")
    if photo is None:
        raise BadRequest("input.missing", name="photo")
    return jsonify(dict(the_table().pictures.rack(player, photo.stream.read(LARGEST_PHOTO + 1))))


@api.post("/rack/count")
def correct_rack() -> Response:
    """A rack was counted by hand."""
    body = body_of(CountRack)
    the_table().match.count_rack(body.player, body.tiles)
    return jsonify(_state())


@api.post("/round/end")
def end_round() -> Response:
    """Ends the round and scores it."""
    body = body_of(EndRound)
    the_table().match.end_round({str(name): rack for name, rack in body.racks.items()}, body.anyway)
    return jsonify(_state())


@api.get("/turns")
def turns() -> Response:
    """Every turn so far, with where its pictures are; with `page`, a hundred of them, the newest last."""
    match, asked = the_table().match, request.args.get("page")
    if asked is None:
        return jsonify([dict(turn) for turn in match.turns()])
    pages = max(1, math.ceil(match.turn_count() / TURNS_A_PAGE))
    if not asked.isdecimal() or len(asked) > 6 or not 1 <= int(asked) <= pages:
        raise BadRequest("no-such-page", pages=pages)
    turns = match.turns((int(asked) - 1) * TURNS_A_PAGE, TURNS_A_PAGE)
    return jsonify({"turns": [dict(turn) for turn in turns], "page": int(asked), "pages": pages})


@api.get("/turns/<int:turn>/<any(before, after):side>.jpg")
def turn_picture(turn: int, side: str) -> Response:
    """What the camera saw."""
    return _jpeg(the_table().pictures.of_turn(turn, side))


@api.get("/picture.jpg")
def picture() -> Response:
    """The newest picture."""
    return _jpeg(the_table().pictures.newest(request.args.get("plain") == "1"))


@api.get("/crop.jpg")
def crop() -> Response:
    """A place of the table, upright and large: `quad` is its four corners, x and y each, parts of the picture."""
    numbers = request.args.get("quad", "").split(",")
    try:
        x0, y0, x1, y1, x2, y2, x3, y3 = map(float, numbers)
    except ValueError:
        raise BadRequest("which-place") from None
    corners = ((x0, y0), (x1, y1), (x2, y2), (x3, y3))
    if not all(abs(number) <= 2 for corner in corners for number in corner):  # neither far away nor not a number
        raise BadRequest("which-place")
    return _jpeg(the_table().pictures.crop(corners))


def _jpeg(jpeg: bytes | None) -> Response:
    if jpeg is None:
        abort(404, "there is no such picture")
    return Response(jpeg, mimetype="image/jpeg")
