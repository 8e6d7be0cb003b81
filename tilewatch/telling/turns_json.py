"""A match's turns in JSON, for the page and for disputes: the player's act, and the referee's verdict."""

from collections.abc import Mapping
from typing import cast

from referee.judging import account_of, account_to_json
from referee.match import Standing, Turn, why_long
from web.records.said import told_of
from web.records.turns import TurnDone, TurnPlayed, TurnTold
from web.records.verdicts import LastVerdict, Verdict, VerdictNow, VerdictWithAccount


def last_verdict(now: Standing, turn: Turn) -> LastVerdict:
    """The last turn's verdict, and whether the turn took all its time."""
    clock = None if now.earlier is None else now.earlier.clock
    allowed = None if clock is None else clock.allowed
    is_over = allowed is not None and turn.seconds >= allowed - 0.01  # rounding: seconds are a sum
    return {**verdict_of(turn), "time_over": is_over}


def verdict_of(turn: Turn) -> VerdictNow:
    """A turn's verdict as `judge` gives it, with the player."""
    return {
        **_with_account(turn),
        "player": turn.player,
        "turn": turn.number,
        "counts_as_legal": turn.legal,
        "fine": turn.fine,
        "by_hand": turn.by_hand,
        "overruled": turn.overruled,
        "overruled_by": turn.overruled_by,
    }


def _with_account(turn: Turn) -> VerdictWithAccount:
    """A turn's verdict, and the account of the moves on which it rests."""
    account = account_of(turn.rules, turn.before, turn.after)
    verdict = {**turn.verdict.to_json(), "account": None if account is None else account_to_json(account)}
    return cast(VerdictWithAccount, verdict)


def turn_of(turn: Turn, has: Mapping[str, bool]) -> TurnTold:
    """One turn as `GET /api/turns` lists it; `has`: for each side whether there is a picture."""
    pictures = {side: f"/api/turns/{turn.number}/{side}.jpg" if there else None for side, there in has.items()}
    record = {**turn_done(turn), "verdict": _with_account(turn), "pictures": pictures}
    return cast(TurnTold, record)


def turn_played(turn: Turn) -> TurnPlayed:
    """A turn with its verdict, without the account."""
    return {**turn_done(turn), "verdict": cast(Verdict, turn.verdict.to_json())}


def turn_done(turn: Turn) -> TurnDone:
    """The player's act in a turn, and its result."""
    return {
        "number": turn.number,
        "round": turn.round,
        "player": turn.player,
        "before": turn.before.to_notation(),
        "after": turn.after.to_notation(),
        "legal": turn.legal,
        "overruled": turn.overruled,
        "overruled_by": turn.overruled_by,
        "played": turn.played,
        "drawn": turn.drawn,
        "seconds": round(turn.seconds, 1),
        "why_long": [told_of(message) for message in why_long(turn)],
        "by_hand": turn.by_hand,
    }
