"""The alarm that every page shows: the worst trouble that has lasted long enough."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from referee.match import AT_TURN, Phase, Standing
from referee.messages import Message
from tilewatch.view.advice import LEAST_WIDTH
from tilewatch.view.view import View

IN_THE_WAY = {"covered": Message("obstacle.covered"), "dark": Message("table-dark")}
"""Message for a table that is not seen, by the camera's status."""
BLANK = Message("table-blank")
"""Message for a picture that shows nothing of the table."""
AT_TABLE = (*AT_TURN, Phase.READY, Phase.RESTORING)
"""Phases in which the camera has to see the table."""
PAUSES = {"nobody": "alarm.nobody", "dispute": "alarm.dispute", "slept": "alarm.slept"}
"""Codes of the message for a stopped clock, by what stopped it."""
SHORTEST = {"camera": 1.0, "light": 1.0, "hand": 8.0, "strange": 2.0, "missing": 5.0}
"""Seconds that a trouble must last, by its kind, before it is an alarm; hands over the table are part of play."""


def obstacles(view: View, width: float | None = None) -> tuple[Message, ...]:
    """Why the first turn should not begin yet: the table is not seen, tiles lie on it, or tiles are too small.

    `width`: pixels of the tiles seen last; None: none was seen.
    """
    if view.trouble is not None:
        code = "camera-lost" if view.was_seen else "alarm.no-camera"  # a camera without any picture was never lost
        return (Message.of(code, trouble=view.trouble),)
    found = [BLANK if view.snapshot.blank else IN_THE_WAY[view.status]] if view.status in IN_THE_WAY else []
    if view.is_taken_up:
        found.append(Message("question.free"))
    if count := len(view.table.tiles) + len(view.table.unread):
        found.append(Message.of("obstacle.tiles", count=count))
    if (small := too_small(width)) is not None:
        found.append(small)
    return tuple(found)


def too_small(width: float | None) -> Message | None:
    """The message that tiles of so many pixels' width are too small to be read; None: they are not."""
    if width is None or width >= LEAST_WIDTH:
        return None
    return Message.of("alarm.small", px=int(width), need=LEAST_WIDTH)


@dataclass(frozen=True)
class Trouble:
    """A problem that needs attention. `kind`: its subject; `mend`: the action of the button that repairs it."""

    kind: str
    message: Message
    mend: str | None = None


@dataclass(frozen=True)
class Alarm:
    """The trouble that every page shows, and how many seconds it has lasted."""

    trouble: Trouble
    seconds: float

    def to_json(self) -> dict[str, object]:
        """The alarm as the state has it."""
        trouble, seconds = self.trouble, round(self.seconds, 1)
        return {**trouble.message.to_json(), "kind": trouble.kind, "mend": trouble.mend, "seconds": seconds}


def troubles(
    view: View,
    standing: Standing | None,
    is_behind: bool,
    paused_by: str | None,
    width: float | None,
    lost: Message | None = None,
    waits: Message | None = None,
    is_still: bool = False,
) -> Iterator[Trouble]:
    """The present troubles, worst first.

    `is_behind`: the journal cannot be written; `paused_by`: the cause of the stopped clock; `width`: pixels of the
    tiles; `lost`: data that could not be read at the start; `waits`: events that the club's database lacks; `is_still`:
    the camera shows nothing new.
    """
    phase = None if standing is None else standing.phase
    if view.trouble is not None:
        code = "alarm.lost-stands" if phase is Phase.PAUSED else "camera-lost"
        code = code if view.was_seen else "alarm.no-camera"
        yield Trouble("camera", Message.of(code, trouble=view.trouble), "camera")
    elif view.snapshot.dark:
        yield Trouble("light", Message("table-dark"), "camera")
    elif view.snapshot.blank:
        yield Trouble("light", BLANK, "camera")
    elif is_still:
        yield Trouble("still", Message("alarm.still"), "camera")
    if is_behind:
        yield Trouble("journal", Message("alarm.journal"), "copy")
    if lost is not None:
        yield Trouble("lost", lost, "lost")
    if waits is not None:
        yield Trouble("club", waits)
    if phase is Phase.PAUSED:
        yield Trouble("pause", Message(PAUSES.get(paused_by or "", "alarm.paused")), "resume")
    if phase in AT_TABLE and not (view.is_lost or view.snapshot.dark or view.snapshot.blank):
        yield from _unseen(view, width)


def _unseen(view: View, width: float | None) -> Iterator[Trouble]:
    """The obstacle that keeps the table from being read although pictures come and the light suffices."""
    if view.snapshot.strange:
        yield Trouble("strange", Message("alarm.strange"), "clear")
    elif view.snapshot.hidden:
        yield Trouble("hand", Message.of("alarm.hidden", count=len(view.snapshot.hidden)), "clear")
    elif view.snapshot.covered:
        yield Trouble("hand", Message("alarm.covered"), "clear")
    elif view.missing and view.snapshot.steady:
        tiles = tuple(sorted(view.missing.elements(), key=str))
        yield Trouble("missing", Message.of("alarm.missing", tiles=tiles, count=len(tiles)), "point")
    if (small := too_small(width)) is not None:
        yield Trouble("size", small, "camera")


class Alarms:
    """Remembers since when each trouble has lasted. `clock`: monotonic seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._since: dict[str, float] = {}

    def worst(self, found: Iterator[Trouble]) -> Alarm | None:
        """The first of these troubles that has lasted long enough; None: there is none."""
        listed, now = list(found), self._clock()
        self._since = {one.kind: self._since.get(one.kind, now) for one in listed}
        lasted = (Alarm(one, now - self._since[one.kind]) for one in listed)
        return next((one for one in lasted if one.seconds >= SHORTEST.get(one.trouble.kind, 0.0)), None)
