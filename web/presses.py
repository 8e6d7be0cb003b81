"""All addresses for presses at a table's page, one line each (CONTRIBUTING.md).

Presses that only change the match stand here. Others stand beside the addresses that answer questions on the same
subject: racks and help in routes/help.py, sets in routes/sets.py, and so on.
"""

from collections.abc import Mapping
from typing import Any

from flask import Response, current_app, jsonify

from referee.match import agreeing
from web import bodies
from web.access import check_host, device_name
from web.address import Address, answers, of_match, of_table, the_table
from web.bodies_company import ChangeRules, Join, Leave, MendRound, OfRound, Order, Pace, Rename, racks_of
from web.contract import Act, BadRequest
from web.records.answers import Judged, RackRead
from web.records.history import PlayersTold
from web.routes.backups import BACKUPS
from web.routes.camera import CAMERA
from web.routes.check import CHECK
from web.routes.devices import DEVICES
from web.routes.help import AGREEMENTS
from web.routes.history import HISTORY, LARGEST_NUMBER, NotThere, the_history, the_match
from web.routes.networks import NETWORKS
from web.routes.rules import rules_written
from web.routes.sets import SETS
from web.routes.stands import check_seated
from web.routes.taken_away import TAKEN
from web.taken_away import taking_away


def start_match(body: bodies.StartMatch) -> None:
    """Begins a match; 409 if the tournament seated other players here, unless `anyway`."""
    rules = body.rules if body.rules is not None else current_app.extensions["tilewatch.rules"]
    if not body.anyway:
        check_seated(body.players)
    the_table().match.start(body.players, rules, body.first, body.points, body.anyway is not False)


def resume_match(_: bodies.Press, number: int) -> None:
    """Resumes a match that was left."""
    the_match(number)
    the_table().match.resume_match(number)


def read_rack(body: bodies.RackPhoto) -> RackRead:
    """Reads a photograph of a rack: {"player", "tiles", "points", "unsure"}."""
    return the_table().pictures.rack(body.player, body.photo)


@answers(Judged)
def done(body: bodies.Claim) -> Response | Mapping[str, Any]:
    """Judges the table: {"verdict"}; 202 {"waits": true}: the press waits until the table can be seen."""
    turn = the_table().turn
    if body.by_hand is not None:
        verdict = turn.done(body.anyway, body.turn, by_hand=body.by_hand)
    else:
        verdict = turn.done(body.anyway, body.turn, waits=body.wait)
    if verdict is not None:
        return {"verdict": dict(verdict)}
    answer = jsonify({"waits": True})
    answer.status_code = 202
    return answer


@answers(Judged)
def photographed(body: bodies.TurnPhoto) -> Response | Mapping[str, Any]:
    """Takes the table from a photograph, in a match by photographs; with `claim` judges the turn: {"verdict"}; 202
    {"waits": true}: a question has to be answered first."""
    turn = None if body.turn is None else int(body.turn)
    verdict = the_table().photographs.take(body.photo, body.claim, body.anyway, turn)
    if verdict is not None:
        return {"verdict": dict(verdict)}
    answer = jsonify({"waits": body.claim})
    answer.status_code = 202 if body.claim else 200
    return answer


def name_tile(body: bodies.NameTile) -> None:
    """Names a tile, adds a tile where the camera reads none, or records that an unread place holds no tile."""
    tiles, by = the_table().tiles, device_name()
    if body.at is not None and body.set is None and body.place is None:
        tiles.free(*body.at, by) if body.tile is None else tiles.add(*body.at, body.tile, by)
    elif body.at is None and body.set is not None and body.place is not None:
        tiles.correct(body.set, body.place, body.tile, body.mark, by)
    else:
        raise BadRequest("which-tile")


def untell_tile(body: bodies.OfTile) -> None:
    """Takes a correction back."""
    if body.absent is not None and body.set is None and body.place is None:
        the_table().tiles.untell_absent(body.absent, body.mark, device_name())
    elif body.absent is None and body.set is not None and body.place is not None:
        the_table().tiles.untell(body.set, body.place, body.mark, device_name())
    else:
        raise BadRequest("which-tile")


def rename(body: Rename) -> None:
    """Renames a player; only a host may merge two names of one person."""
    if not body.merge:
        the_table().company.rename(body.player, body.to, merge=False, by=device_name())
        return
    check_host()
    matches = the_table().company.played_in(body.player)
    with taking_away("merged", body.player, text=body.to, matches=tuple(matches)):
        the_table().company.rename(body.player, body.to, merge=True, by=device_name())


def forget_player(body: bodies.OfPlayer) -> PlayersTold:
    """Removes a player's row of the all-time table; the answer is the other players: {"players"}."""
    colour = next((one["colour"] for one in the_history().players() if one["name"] == body.player), None)
    with taking_away("player", body.player, file=the_history().picture(body.player) or b"", colour=colour):
        the_table().company.forget(body.player, device_name())
    return {"players": list(the_history().players())}


def change_rules(body: ChangeRules) -> None:
    """Sets the rules from the next turn on."""
    rules = rules_written(body.rules)
    the_table().act(lambda match, at: agreeing.rules_changed(match, rules, body.reason, at), by=device_name())


def end_round(body: bodies.EndRound) -> None:
    """Ends the round and scores it; corrects the scores if it was scored before."""
    racks = racks_of(body.racks)
    the_table().act(lambda match, at: match.counted(racks, at, body.anyway), by=device_name())


def mend_round(body: MendRound, number: int) -> None:
    """Scores a round again, with corrected racks."""
    _check_round(number, body.match)
    racks = racks_of(body.racks)
    act: Act = lambda match, at: agreeing.round_mended(match, number, racks, at, body.reason, body.anyway)  # noqa: E731
    the_table().act(act, body.match, device_name())


def void_round(body: OfRound, number: int) -> None:
    """Strikes a scored round out."""
    _check_round(number, body.match)
    act: Act = lambda match, at: agreeing.round_voided(match, number, at, body.reason)  # noqa: E731
    the_table().act(act, body.match, device_name())


def unvoid_round(body: OfRound, number: int) -> None:
    """Restores a round that was struck out."""
    _check_round(number, body.match)
    the_table().act(lambda match, at: agreeing.round_unvoided(match, number, at), body.match, device_name())


def _check_round(number: int, match: int | None) -> None:
    """Checks that the round exists. Raises NotThere: the round or the match does not exist."""
    if match is not None:
        the_match(match)
    elif the_table().state()["match"] is None:
        return
    elif number > LARGEST_NUMBER or not 1 <= number <= the_table().state()["match"]["round"]:
        raise NotThere("no-such-round", round=number)


# fmt: off
PRESSES: tuple[Address[Any], ...] = (
    Address("/match", bodies.StartMatch, start_match, 201),
    of_match("/match/end", bodies.Press, "The players end the match after a round.",
             lambda match, _, at: match.ended(at)),
    of_match("/match/on", bodies.Press, "The match that was ended goes on.", lambda match, _, at: match.played_on(at)),
    Address("/matches/<int:number>/resume", bodies.Press, resume_match),
    of_match("/round", bodies.StartRound, "Deals a round.",
             lambda match, sent, at: match.round_ready(at, sent.first), 201),
    of_table("/round/begin", bodies.StartRound, "Starts the first player's clock.",
             lambda table, sent: table.match.begin_round(sent.first, sent.anyway)),
    of_match("/round/stop", bodies.Press, "Ends the round before anybody is out.",
             lambda match, _, at: match.stopped(at)),
    of_match("/round/again", bodies.OfPlayer, "A player holds three pairs: the tiles are dealt anew.",
             lambda match, sent, at: match.dealt_again(sent.player, at)),
    Address("/round/end", bodies.EndRound, end_round),
    of_match("/rack/count", bodies.CountRack, "Corrects how many tiles a rack holds.",
             lambda match, sent, at: match.rack_corrected(sent.player, sent.tiles, at)),
    Address("/rack", bodies.RackPhoto, read_rack),
    Address("/turn/done", bodies.Claim, done),
    Address("/turn/picture", bodies.TurnPhoto, photographed),
    of_table("/turn/done/forget", bodies.Press, "Cancels a Done that waits: the turn goes on.",
             lambda table, _: table.turn.forget_done()),
    of_table("/turn/by-itself", bodies.DoneByItself, "Sets after how many seconds turns are claimed automatically.",
             lambda table, sent: table.done_by_itself.choose_seconds(sent.seconds)),
    of_table("/turn/restored", bodies.Press, "Ends the putting back of a failed turn's table.",
             lambda table, sent: table.turn.restored(sent.anyway)),
    of_table("/turn/overrule", bodies.Overrule, "Overrules the last verdict.",
             lambda table, sent: table.turn.overrule(sent.legal, sent.reason, device_name())),
    of_match("/turn/undo", bodies.OfTurn, "Takes the last turn back, or what the players settled since.",
             lambda match, sent, at: agreeing.taken_back(match, at, sent.turn)),
    of_match("/turn/redo", bodies.OfTurn, "The turn taken back counts after all.",
             lambda match, sent, at: match.counting_again(at, sent.turn)),
    of_table("/undo", bodies.OfAct, "Undoes what was done just now.",
             lambda table, sent: table.undo(sent.number, device_name())),
    of_match("/turn/extend", bodies.Press, "Gives this turn more time.", lambda match, _, at: match.extended(at)),
    of_match("/turn/player", bodies.OfPlayer, "Gives the turn to another player.",
             lambda match, sent, at: match.turn_given(sent.player, at)),
    of_match("/clock", bodies.AddSeconds, "Adds seconds to the clock, or takes some away.",
             lambda match, sent, at: match.clock_corrected(sent.seconds, at)),
    of_table("/lost/seen", bodies.Press, "Clears the notice of what was lost.",
             lambda table, _: table.lost.confirm()),
    of_table("/pause", bodies.StopClock, "Stops the clock.", lambda table, sent: table.pause(sent.why)),
    of_table("/resume", bodies.StopClock, "Starts the clock.", lambda table, sent: table.go_on(sent.why)),
    Address("/tile", bodies.NameTile, name_tile),
    Address("/tile/untold", bodies.OfTile, untell_tile),
    of_table("/table/clear", bodies.Press, "Takes what lies over the table as part of the table.",
             lambda table, _: table.tiles.insist()),
    of_match("/players/leave", Leave, "A player leaves.",
             lambda match, sent, at: agreeing.left(match, sent.player, sent.rack, at)),
    of_match("/players/stay", bodies.OfPlayer, "A player who left this round by mistake plays on with the same rack.",
             lambda match, sent, at: agreeing.stayed(match, sent.player, at)),
    of_match("/players/join", Join, "A player joins.",
             lambda match, sent, at: agreeing.joined(match, sent.player, at, sent.now)),
    of_match("/players/pace", Pace, "Sets a player's time for a turn, as a multiple of the rules' time.",
             lambda match, sent, at: agreeing.paced(match, sent.player, sent.pace, at)),
    of_match("/players/order", Order, "Sets the order of the players' turns.",
             lambda match, sent, at: agreeing.ordered(match, sent.players, at)),
    Address("/players/rename", Rename, rename),
    Address("/players/forget", bodies.OfPlayer, forget_player, who=check_host),
    Address("/rules", ChangeRules, change_rules),
    Address("/rounds/<int:number>/racks", MendRound, mend_round),
    Address("/rounds/<int:number>/void", OfRound, void_round),
    Address("/rounds/<int:number>/unvoid", OfRound, unvoid_round),
    *AGREEMENTS,
    *SETS,
    *CHECK,
    *CAMERA,
    *HISTORY,
    *DEVICES,
    *BACKUPS,
    *NETWORKS,
    *TAKEN,
)
# fmt: on
