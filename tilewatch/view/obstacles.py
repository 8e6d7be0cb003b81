"""What is in the way of a round that is being dealt."""

from referee.messages import Message
from tilewatch.view.view import View


def obstacles(view: View) -> tuple[Message, ...]:
    """Why the first turn should not begin yet: nothing is seen, or tiles lie on the table."""
    if view.trouble is not None:
        return (Message.of("camera-lost", trouble=view.trouble),)
    found = [Message.of("obstacle.covered")] if view.status in ("covered", "dark") else []
    if count := len(view.table.tiles):
        found.append(Message.of("obstacle.tiles", count=count))
    return tuple(found)
