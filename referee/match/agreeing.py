"""Acts that the players agree on during a match; each returns the match with one more event.

Each act raises DoesNotFit if it is not possible in the present phase, and MatchError if it is never possible.
"""

from collections.abc import Mapping, Sequence

from referee.match import agreed
from referee.match.company import DEALT
from referee.match.match import Match
from referee.match.permitted import DoesNotFit, check_names, name_key
from referee.match.rack_check import DoesNotAddUp, doubts_of_empty, doubts_of_tiles, rack_text
from referee.match.scores import Round
from referee.match.standing import MatchError, Phase, Standing
from referee.rules import Rules, wrong_number
from referee.table import Table

PACES = (0.5, 5.0)
"""Factor on the rules' time for a turn that a player may have: least, most."""
MENDINGS = (agreed.RoundMended, agreed.RoundVoided, agreed.RoundUnvoided)


def left(match: Match, player: str, rack: agreed.LeftRack, at: float) -> Match:
    """The match after a player left; the rack goes to the pool, or is counted at the round's end."""
    now = match.now
    if now.players[now.place(player)].is_away:
        raise DoesNotFit("left-already", player=player)
    if now.phase is Phase.RESTORING and now.player.name == player:
        raise DoesNotFit("put-back-first", player=player)
    return match.after(agreed.PlayerLeft(at=at, player=player, rack=rack, early=now.round > 0 and not now.is_finished))


def stayed(match: Match, player: str, at: float) -> Match:
    """The match with a player who left by mistake back in the same round, seat and rack."""
    now = match.now
    one = now.players[now.place(player)]
    if not one.is_away:
        raise DoesNotFit("plays-already", player=player)
    if one.slip is None:
        raise DoesNotFit("left-before-this-round", player=player)
    if sum(not other.is_away for other in now.players) >= now.rules.players_most:
        raise DoesNotFit("no-seat-left", most=now.rules.players_most)
    if now.pool < one.slip.rack - one.rack:
        raise DoesNotFit("pool-too-small", pool=now.pool, dealt=one.slip.rack)
    return match.after(agreed.PlayerStayed(at=at, player=player))


def joined(match: Match, player: str, at: float, is_now: bool = False) -> Match:
    """The match after a player joined or came back: from the next round on, or at once (`is_now`) with a dealt rack."""
    now, name = match.now, player.strip()
    seated = [one for one in now.players if name_key(one.name) == name_key(name)]
    if not name or any(not one.is_away for one in seated):
        raise DoesNotFit("plays-already", player=name) if seated else MatchError("name-blank")
    name = seated[0].name if seated else name
    if sum(not one.is_away for one in now.players) >= now.rules.players_most:
        raise DoesNotFit("no-seat-left", most=now.rules.players_most)
    if is_now and now.phase is Phase.COUNTING:
        raise DoesNotFit("joins-next-round", player=name)
    has_rack = bool(seated and seated[0].rack)
    if is_now and now.phase in DEALT and not has_rack and now.pool < now.rules.dealt:
        raise DoesNotFit("pool-too-small", pool=now.pool, dealt=now.rules.dealt)
    return match.after(agreed.PlayerJoined(at=at, player=name, now=is_now))


def renamed(match: Match, player: str, to: str, at: float) -> Match:
    """The match with a player renamed in every turn and round."""
    now, name = match.now, to.strip()
    others = [one for one in now.names if one != now.names[now.place(player)]]
    check_names((*others, name))
    return match.after(agreed.PlayerRenamed(at=at, player=player, to=name))


def paced(match: Match, player: str, pace: float, at: float) -> Match:
    """The match in which a player has `pace` times the rules' time for each turn, from the next turn on."""
    match.now.place(player)
    if not PACES[0] <= pace <= PACES[1]:
        raise MatchError("pace-impossible", least=PACES[0], most=PACES[1])
    return match.after(agreed.PlayerPaced(at=at, player=player, pace=pace))


def ordered(match: Match, players: Sequence[str], at: float) -> Match:
    """The match with another playing order from the next turn on.

    `players`: every player who plays, in order; players who left may be named as well.
    """
    now = match.now
    for name in players:
        now.place(name)
    missing = [one.name for one in now.players if not one.is_away and one.name not in players]
    if missing or len(set(players)) != len(players):
        raise MatchError("order-incomplete", players=", ".join(one.name for one in now.players if not one.is_away))
    return match.after(agreed.PlayersOrdered(at=at, players=tuple(players)))


def rules_changed(match: Match, rules: Rules, reason: str, at: float) -> Match:
    """The match with other rules from the next turn on; during a round a `reason` is required."""
    now, seated = match.now, sum(not one.is_away for one in match.now.players)
    if now.phase in (*DEALT[1:], Phase.COUNTING) and not reason.strip():
        raise MatchError("rules-reason-needed")
    if (wrong := wrong_number(rules, seated)) is not None:
        raise MatchError(wrong)
    dealt_anew = now.phase is Phase.READY and rules.dealt != now.rules.dealt
    return match.after(agreed.RulesChanged(at=at, rules=rules, reason=reason.strip(), dealt_anew=dealt_anew))


def round_mended(
    match: Match, number: int, racks: Mapping[str, str], at: float, reason: str = "", anyway: bool = False
) -> Match:
    """The match with a scored round counted again; `racks`: the corrected racks by player, the others stay."""
    one = scored_round(match.now, number)
    if one.is_void:
        raise DoesNotFit("round-is-void", round=number)
    strangers = [name for name in racks if name not in one.names]
    if strangers:
        raise MatchError("nobody-called", name=strangers[0], players=", ".join(one.names))
    was = dict(zip(one.names, one.racks, strict=True))
    texts = {name: rack_text(racks[name], f"racks, {name}") if name in racks else was[name] for name in one.names}
    doubts = (*doubts_of_empty(texts), *doubts_of_tiles(texts, one.rules, Table()))  # the table is not stored
    if doubts and not anyway:
        raise DoesNotAddUp(doubts)
    racks_now = tuple(texts[name] for name in one.names)
    if racks_now == one.racks:
        return match  # nothing changed: the last correction stays on record
    return match.after(agreed.RoundMended(at=at, round=number, racks=racks_now, reason=reason.strip()))


def round_voided(match: Match, number: int, at: float, reason: str = "") -> Match:
    """The match with a scored round declared void."""
    if scored_round(match.now, number).is_void:
        raise DoesNotFit("round-is-void", round=number)
    return match.after(agreed.RoundVoided(at=at, round=number, reason=reason.strip()))


def round_unvoided(match: Match, number: int, at: float) -> Match:
    """The match with a void round counting again."""
    if not scored_round(match.now, number).is_void:
        raise DoesNotFit("round-not-void", round=number)
    return match.after(agreed.RoundUnvoided(at=at, round=number))


def taken_back(match: Match, at: float, turn: int | None = None) -> Match:
    """The match after the last turn, the round's early end or the last change to a scored round was taken back.

    `turn`: if given, the number of the turn to take back.
    """
    return (mending_taken_back(match, at) if turn is None else None) or match.taken_back(at, turn)


def mending_taken_back(match: Match, at: float) -> Match | None:
    """The match without the last change to a scored round; None if that change is not the last event."""
    last = match.events[-1]
    return match.after(agreed.MendingTakenBack(at=at, round=last.round)) if isinstance(last, MENDINGS) else None


def scored_round(now: Standing, number: int) -> Round:
    """The scored round of a number. Raises DoesNotFit if it is being played, MatchError if there is no such round."""
    found = next((one for one in now.rounds if one.number == number), None)
    if found is None:
        if 0 < number == now.round:
            raise DoesNotFit("round-not-scored", round=number)
        raise MatchError("no-such-round", round=number)
    return found
