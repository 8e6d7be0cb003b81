"""The match as every device is told of it (`GET /api/state`), and the turns as the dispute shows them."""

from collections.abc import Mapping
from typing import cast

from referee.judging import account_of, account_to_json
from referee.match import (
    DealtAgain,
    Match,
    Phase,
    Round,
    Standing,
    Turn,
    plain,
    points_of,
    why_long,
    why_not,
)
from referee.rules import Rules
from web.records.said import told_of
from web.records.state import (
    MatchNow,
    MatchPart,
    Mended,
    PlayerNow,
    RackChanged,
    RoundCounted,
    RuleChange,
    TurnNow,
)
from web.records.turns import TurnDone, TurnPlayed, TurnTold
from web.records.verdicts import LastVerdict, Verdict, VerdictNow, VerdictWithAccount

NO_MATCH: MatchPart = {
    "match": None,
    "players": [],
    "turn": {"number": 0, "player": None, "phase": Phase.SETUP.value, "seconds_left": None},
    "pool": None,
    "verdict": None,
    "rounds": [],
    "taken_back": None,
}
"""What stands there as long as nothing is played."""


def of_match(match: Match | None, number: int, moment: float) -> MatchPart:
    """What the match adds to the state; `moment` on the match's own watch."""
    if match is None:
        return {**NO_MATCH}
    now = match.now
    return {
        "match": _match(now, number),
        "players": _players(now),
        "turn": _turn(now, moment),
        "pool": None if now.by_hand else now.pool,
        "verdict": None if now.last_turn is None else _last_verdict(now, now.last_turn),
        "rounds": rounds_counted(now),
        "taken_back": match.taken_back_just_now,
    }


def _match(now: Standing, number: int) -> MatchNow:
    return {
        "rules": now.rules.to_json(),
        "round": now.round,
        "number": number,
        "points": now.points_to_win,
        "finished": bool(now.rounds) and now.is_finished,
        "ended": now.is_ended,
        "leaders": list(now.leaders()) if now.scored else [],
        "mended": [one.number for one in now.rounds if one.is_mended or one.is_void],
        "by_hand": now.by_hand,
        "coming_rules": None if now.coming is None else now.coming.to_json(),
        "rule_changes": [cast(RuleChange, one.to_json()) for one in now.rule_changes],
        "joker_on_rack": now.rules.joker_on_rack,
        "extension_seconds": now.rules.extension_seconds,
        "new_deal": why_not(DealtAgain, now) is None,
    }


def _players(now: Standing) -> list[PlayerNow]:
    totals = now.totals()
    players: list[PlayerNow] = [
        {
            "name": player.name,
            "opened": player.opened,
            "rack": None if now.by_hand else player.rack,
            "score": plain(totals[player.name]),
            "extensions": player.extensions,
            "plays": player.plays,
            "counts": player.is_counted,
        }
        for player in now.players
    ]
    for player, one in zip(now.players, players, strict=True):
        if player.is_away:
            one["left"] = True
    return players


def rounds_counted(now: Standing) -> list[RoundCounted]:
    """The rounds that were counted: their racks, how each was scored, and what it was before it was mended."""
    return [
        {
            "round": one.number,
            "racks": _racks(one),
            "winners": list(one.result.winners),
            "scores": {name: plain(points) for name, points in one.result.scores.items()},
            "ended_by": one.result.ended_by.value,
            "void": one.is_void,
            "mended": _mended(one),
        }
        for one in now.rounds
    ]


def _racks(one: Round) -> dict[str, str | int]:
    """Each rack in notation, or its points."""
    racks = ((name, int(rack) if rack.isdecimal() else rack) for name, rack in zip(one.names, one.racks, strict=True))
    return dict(racks)


def _mended(one: Round) -> Mended | None:
    """What a round was before it was mended or struck out last, why, and on whose device; None: it never was."""
    before = one.before
    if before is None or not (one.is_mended or one.is_void):
        return None
    points = {name: points_of(rack, one.rules) for name, rack in zip(before.names, before.racks, strict=True)}
    now = {name: points_of(rack, one.rules) for name, rack in zip(one.names, one.racks, strict=True)}
    changed: list[RackChanged] = [
        {"player": name, "was": points[name], "is": now[name]} for name in now if now[name] != points[name]
    ]
    return {"racks": _racks(before), "changed": changed, "reason": one.reason, "by": one.by}


def _turn(now: Standing, moment: float) -> TurnNow:
    left = None if now.clock is None else now.clock.left(moment)
    return {
        "number": now.turn,
        "player": now.chosen if now.phase in (Phase.SETUP, Phase.READY) else now.player.name,
        "phase": now.phase.value,
        "seconds_left": None if left is None else round(max(0.0, left), 1),
        "seconds": None if now.clock is None else now.clock.allowed,
    }


def _last_verdict(now: Standing, turn: Turn) -> LastVerdict:
    """The last turn's verdict, and whether the turn took all the time there was."""
    clock = None if now.earlier is None else now.earlier.clock
    allowed = None if clock is None else clock.allowed
    is_over = allowed is not None and turn.seconds >= allowed - 0.01  # seconds are parts of a sum
    return {**verdict_of(turn, now.rules), "time_over": is_over}


def verdict_of(turn: Turn, rules: Rules) -> VerdictNow:
    """A verdict as `judge` gives it, with whose it is."""
    return {
        **_with_account(turn, rules),
        "player": turn.player,
        "turn": turn.number,
        "counts_as_legal": turn.legal,
        "by_hand": turn.by_hand,
        "overruled": turn.overruled,
    }


def _with_account(turn: Turn, rules: Rules) -> VerdictWithAccount:
    """What the referee said, and the account of what moved where that this rests on."""
    account = account_of(rules, turn.before, turn.after)
    verdict = {**turn.verdict.to_json(), "account": None if account is None else account_to_json(account)}
    return cast(VerdictWithAccount, verdict)


def turn_of(turn: Turn, rules: Rules, kept: Mapping[str, bool]) -> TurnTold:
    """One turn as `GET /api/turns` lists it; `kept`: which of its pictures are there."""
    pictures = {side: f"/api/turns/{turn.number}/{side}.jpg" if there else None for side, there in kept.items()}
    record = {**turn_done(turn), "verdict": _with_account(turn, rules), "pictures": pictures}
    return cast(TurnTold, record)


def turn_played(turn: Turn) -> TurnPlayed:
    """A turn with the verdict but not the account behind it."""
    return {**turn_done(turn), "verdict": cast(Verdict, turn.verdict.to_json())}


def turn_done(turn: Turn) -> TurnDone:
    """What was done in a turn and what came of it."""
    return {
        "number": turn.number,
        "round": turn.round,
        "player": turn.player,
        "before": turn.before.to_notation(),
        "after": turn.after.to_notation(),
        "legal": turn.legal,
        "overruled": turn.overruled,
        "played": turn.played,
        "drawn": turn.drawn,
        "seconds": round(turn.seconds, 1),
        "why_long": [told_of(message) for message in why_long(turn)],
        "by_hand": turn.by_hand,
    }
