"""What happens just now about a turn that somebody claimed, or whose time is over."""

from referee.messages import Message
from tilewatch.view import View


def doing(view: View, is_claimed: bool, is_over: bool) -> Message | None:
    """What happens now, and what the players can do about it; None: nobody waits for anything.

    `is_claimed`: somebody waits for a look at the table; `is_over`: the turn's time is over.
    """
    if not is_claimed and not is_over:
        return None
    said = "doing.over" if is_over else "doing.done"
    if view.is_lost:
        return Message(f"{said}-camera")
    if view.snapshot.covered:
        return Message(f"{said}-covered")
    return Message(f"{said}-reading" if view.snapshot.steady else f"{said}-moving")
