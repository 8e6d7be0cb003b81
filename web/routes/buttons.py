"""The buttons of match, round, turn and clock: JSON in, the state out (INTERFACE.md, HTTP)."""

from flask import Blueprint, Response, current_app, jsonify

from web.bodies import (
    AddSeconds,
    Claim,
    CountRack,
    DoneByItself,
    EndRound,
    OfPlayer,
    OfTurn,
    Overrule,
    Press,
    StartMatch,
    StartRound,
    StopClock,
    body_of,
)
from web.bodies_company import racks_of
from web.press import expect
from web.routes.shared import guarded, the_table

api = guarded(Blueprint("api", __name__, url_prefix="/api"))


@api.get("/state")
def state() -> Response:
    """How everything stands."""
    return jsonify(dict(the_table().state()))


@api.post("/match")
def start_match() -> tuple[Response, int]:
    """Begins a match."""
    body = body_of(StartMatch)
    expect(201)
    rules = body.rules if body.rules is not None else current_app.extensions["tilewatch.rules"]
    the_table().match.start(body.players, rules, body.first, body.points, body.anyway)
    return state(), 201


@api.post("/match/end")
def end_match() -> Response:
    """The players end the match after a round."""
    body_of(Press)
    the_table().match.end_match()
    return state()


@api.post("/match/on")
def play_on() -> Response:
    """The match that the players had ended goes on."""
    body_of(Press)
    the_table().match.play_on()
    return state()


@api.post("/round")
def start_round() -> tuple[Response, int]:
    """The next round is dealt."""
    expect(201)
    the_table().match.next_round(body_of(StartRound).first)
    return state(), 201


@api.post("/round/begin")
def begin_round() -> Response:
    """The tiles are dealt: the first clock starts."""
    body = body_of(StartRound)
    the_table().match.begin_round(body.first, body.anyway)
    return state()


@api.post("/round/stop")
def stop_round() -> Response:
    """Ends the round before anybody is out."""
    body_of(Press)
    the_table().match.stop_round()
    return state()


@api.post("/round/again")
def deal_again() -> Response:
    """A player showed three pairs: the tiles are dealt anew."""
    the_table().match.deal_again(body_of(OfPlayer).player)
    return state()


@api.post("/turn/done")
def done() -> tuple[Response, int]:
    """Judges the table; 202: the press waits for it to be seen."""
    body = body_of(Claim)
    if body.by_hand is not None:
        verdict = the_table().turn.done(body.anyway, body.turn, by_hand=body.by_hand)
    elif body.wait:
        verdict = the_table().turn.done(body.anyway, body.turn, waits=True)
    else:
        verdict = the_table().turn.done(body.anyway, body.turn)
    if verdict is None:
        return jsonify({"waits": True}), 202
    return jsonify({"verdict": dict(verdict)}), 200


@api.post("/turn/done/forget")
def forget_done() -> Response:
    """It was no Done: the turn goes on."""
    body_of(Press)
    the_table().turn.forget_done()
    return state()


@api.post("/turn/by-itself")
def done_by_itself() -> Response:
    """The players choose whether turns end by themselves."""
    the_table().done_by_itself.choose_seconds(body_of(DoneByItself).seconds)
    return state()


@api.post("/turn/restored")
def restored() -> Response:
    """The table is back."""
    the_table().turn.restored(body_of(Press).anyway)
    return state()


@api.post("/turn/overrule")
def overrule() -> Response:
    """The players know better."""
    body = body_of(Overrule)
    the_table().turn.overrule(body.legal, body.reason)
    return state()


@api.post("/turn/undo")
def undo() -> Response:
    """Takes the last turn back."""
    the_table().turn.undo(body_of(OfTurn).turn)
    return state()


@api.post("/turn/redo")
def redo() -> Response:
    """The turn that was taken back counts after all."""
    the_table().turn.redo(body_of(OfTurn).turn)
    return state()


@api.post("/turn/extend")
def extend() -> Response:
    """More time for this turn."""
    body_of(Press)
    the_table().turn.extend()
    return state()


@api.post("/turn/player")
def give_turn() -> Response:
    """It is another player's turn."""
    the_table().match.give_turn(body_of(OfPlayer).player)
    return state()


@api.post("/clock")
def add_seconds() -> Response:
    """The turn's clock has some seconds more, or fewer."""
    the_table().match.add_seconds(body_of(AddSeconds).seconds)
    return state()


@api.post("/pause")
def pause() -> Response:
    """Stops the clock."""
    why = body_of(StopClock).why
    the_table().match.pause(why) if why else the_table().match.pause()
    return state()


@api.post("/resume")
def resume() -> Response:
    """Starts the clock."""
    why = body_of(StopClock).why
    the_table().match.resume(why) if why else the_table().match.resume()
    return state()


@api.post("/rack/count")
def correct_rack() -> Response:
    """A rack was counted by hand."""
    body = body_of(CountRack)
    the_table().match.count_rack(body.player, body.tiles)
    return state()


@api.post("/round/end")
def end_round() -> Response:
    """Ends the round and scores it."""
    body = body_of(EndRound)
    the_table().match.end_round(racks_of(body.racks), body.anyway)
    return state()
