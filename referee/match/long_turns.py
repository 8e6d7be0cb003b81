"""Why a turn took longer than the rules give: pauses are no part of its seconds."""

from collections.abc import Iterator

from referee.match.standing import Turn
from referee.messages import Message

LEAST = 1.0
"""Seconds that are worth a reason."""


def why_long(turn: Turn) -> tuple[Message, ...]:
    """What made a turn longer than its limit, in words; nothing where it was not.

    Time was added by an extension or by hand, or the table could be read only after the time was over.
    """
    return tuple(_reasons(turn))


def _reasons(turn: Turn) -> Iterator[Message]:
    if turn.limit is None or turn.allowed is None or turn.seconds < turn.limit + LEAST:
        return
    if turn.allowed >= turn.limit + LEAST:
        yield Message.of("long-turn.added", n=round(turn.allowed - turn.limit))
    if turn.seconds >= turn.allowed + LEAST:
        yield Message.of("long-turn.read-late", n=round(turn.seconds - turn.allowed))
