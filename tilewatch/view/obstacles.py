"""What is in the way of a round that is being dealt."""

from referee.messages import Message
from tilewatch.view.advice import LEAST_WIDTH
from tilewatch.view.view import View

IN_THE_WAY = {"covered": Message("obstacle.covered"), "dark": Message("table-dark")}
"""What is said of a table that is not seen, by the camera's status."""


def obstacles(view: View, width: float | None = None) -> tuple[Message, ...]:
    """Why the first turn should not begin yet: nothing is seen, tiles lie on the table, or they are too small.

    `width`: of the tiles that were seen last, in pixels.
    """
    if view.trouble is not None:
        code = "camera-lost" if view.was_seen else "alarm.no-camera"  # what never gave a picture was not lost
        return (Message.of(code, trouble=view.trouble),)
    found = [IN_THE_WAY[view.status]] if view.status in IN_THE_WAY else []
    if view.is_taken_up:
        found.append(Message("question.free"))
    if count := len(view.table.tiles) + len(view.table.unread):
        found.append(Message.of("obstacle.tiles", count=count))
    if width is not None and width < LEAST_WIDTH:
        found.append(Message.of("alarm.small", px=round(width), need=LEAST_WIDTH))
    return tuple(found)
