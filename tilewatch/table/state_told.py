"""The state that every page gets of a table, with the worst trouble and the program's present activity."""

from collections.abc import Callable
from typing import cast

from referee.messages import Message
from tilewatch.table.situation import Situation
from tilewatch.table.turn_memory import TurnMemory
from tilewatch.telling import state_json
from tilewatch.view import Alarm, Alarms, doing, troubles
from web.records import state as records
from web.records.said import told_of


class StateTold:
    """Makes the state that every page gets (web.records.state.Stands).

    `clock`: monotonic seconds.
    """

    def __init__(self, situation: Situation, memory: TurnMemory, clock: Callable[[], float]) -> None:
        self._now, self._memory = situation, memory
        self._alarms, self._alarm_told = Alarms(clock), ""
        self.by_itself: Callable[[], records.ByItself | None] = lambda: None
        """Reports the automatic Done; None: it is off, or nothing is to be told of it."""

    def notice_alarm(self) -> None:
        """Tells every page when the worst trouble changes; called several times a second."""
        with self._now.lock:
            text = "" if (alarm := self._alarm()) is None else alarm.trouble.message.text
            if text != self._alarm_told:
                self._alarm_told = text
                self._now.listeners.tell()

    def state(self) -> records.Stands:
        """The state of the table and its match, without its version."""
        now, alarm, busy = self._now, self._alarm(), self._doing()
        pressed = now.pressed
        moment = now.game.moment if pressed is None else pressed.moment  # the clock is stopped from the press on
        asked = None if now.question is None else cast(records.Question, now.question.to_json())
        played = state_json.of_match(now.game.match, now.game.number, moment)
        return {
            **played,
            "turn": {**played["turn"], "asked": asked},
            **state_json.of_table(now.view, now.standing, self._memory.places),
            "steady": now.view.is_steady and not now.is_still,
            "obstacles": [told_of(one) for one in now.obstacles()],
            "alarm": None if alarm is None else cast(records.Alarm, alarm.to_json()),
            "doing": None if busy is None else told_of(busy),
            "paused_by": now.paused_by,
            "by_itself": self.by_itself(),
            "pressed": None if pressed is None else {"turn": pressed.turn, "asks": pressed.asks},
            "question": asked,
            "undo": now.undoing.told(),
            "camera": state_json.of_camera(self._status(), now.camera.rate, self._size(), now.view.trouble),
            "phones": now.notices.phones,
            "journal": now.game.trouble or self._memory.trouble,
        }

    def _status(self) -> str:
        """The camera's status as pages know it."""
        now = self._now
        if now.by_hand:
            return "none"
        return "photos" if now.by_photos else "still" if now.is_still else now.view.status

    def _size(self) -> tuple[int, int] | None:
        """Width and height of the camera's pictures, or of the newest photograph; None: there is none."""
        now = self._now
        if not now.by_photos:
            return now.camera.size
        return (now.view.table.width, now.view.table.height) if now.view.table.width else None

    def _alarm(self) -> Alarm | None:
        now = self._now
        is_behind, waits = now.game.trouble is not None, (now.notices.lost, now.game.behind)
        found = troubles(now.view, now.standing, is_behind, now.paused_by, now.tile_width, *waits, now.is_still)
        return self._alarms.worst(found)

    def _doing(self) -> Message | None:
        """The program's present activity, and the players' options; None: nobody waits."""
        now = self._now
        is_claimed = now.notices.waiting > 0 or now.pressed is not None
        if not now.by_photos:
            asked_for = None if now.question is None or now.standing is None else now.standing.player.name
            return doing(now.view, is_claimed, now.notices.time_is_over, asked_for)
        if now.has_photograph or not (is_claimed or now.notices.time_is_over):
            return None
        return Message("doing.over-photo" if now.notices.time_is_over else "doing.done-photo")
