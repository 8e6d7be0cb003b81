"""How everything stands now: what is seen, the match, and what the players are asked. The one thing that changes."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import cast

from referee.match import AT_TURN, Match, Phase, Standing
from referee.messages import Message
from referee.table import is_same
from referee.tiles import Tile
from tilewatch.storage.recorded_match import Game
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.table.turn_memory import Pressed, TurnMemory
from tilewatch.telling import state_json
from tilewatch.telling.listeners import Listeners
from tilewatch.view import Alarm, Alarms, Question, doing, obstacles, troubles, view_of
from vision.camera import PHOTOS, Camera
from vision.watching import SettledTable, Snapshot
from web.contract import Act, Conflict, NotWritten
from web.records import state as records
from web.records.said import told_of


class Situation:
    """What is seen, how the match stands, and what was asked. It alone writes that.

    Whoever looks at it or changes it holds `lock`. Every change goes the same way: into the match and its journal, then
    into the turn's memory, then to the listeners.
    """

    def __init__(
        self,
        game: Game,
        memory: TurnMemory,
        camera: Camera,
        snapshot: Snapshot,
        clock: Callable[[], float],
        has_no_camera: bool = False,
    ) -> None:
        self.game, self._memory, self.camera = game, memory, camera
        self.has_no_camera = has_no_camera
        """Whether the program was started without a camera; a phone may become one."""
        no_trouble = has_no_camera or self.by_photos
        self.view = view_of(snapshot, game.standing, None if no_trouble else camera.trouble)
        self.question: Question | None = None
        self.paused_by: str | None = None
        """What stopped the clock: a lost `camera`, or that `nobody` plays; None: the players, if it stands."""
        self.photo_of: int | None = None
        """The turn of which the newest photograph is, in a match by photographs."""
        self.waiting = 0
        """How many wait for a look at the table just now."""
        self.pressed: Pressed | None = None
        """A Done that waits until the table can be seen; whatever happens to the match ends it."""
        self.lost: Message | None = None
        """What could not be read at the start, and nobody has seen yet."""
        self.free_to = 0.0
        """Part of the picture that things took up when the players said, or a verdict did, that the table is free."""
        self.phones: str | None = None
        """Where phones find the page; None: nowhere."""
        self.time_is_over = False
        """Whether the turn's time is over and the table only has to be read."""
        self._by_itself: Callable[[], records.ByItself | None] = lambda: None
        self._alarms, self._alarm_told = Alarms(clock), ""
        self._tile_width: float | None = None
        self._clock, self._chosen_at = clock, float("-inf")
        self.listeners = Listeners(self._state, clock)
        self.lock = self.listeners.news

    @property
    def standing(self) -> Standing | None:
        """How the match stands; None before the first."""
        return self.game.standing

    def is_played(self) -> bool:
        """Whether a round is dealt or played: what lies there is not taken as it is."""
        return self.is_at_turn() or (self.standing is not None and self.standing.phase is Phase.READY)

    @property
    def has_read_tiles(self) -> bool:
        """Whether this camera ever showed a tile that could be read."""
        return self._tile_width is not None

    @property
    def by_hand(self) -> bool:
        """Whether nobody watches the table: there is no camera, or this round was begun without one."""
        now = self.standing
        is_begun = now is not None and now.by_hand and now.phase in (*AT_TURN, Phase.RESTORING, Phase.COUNTING)
        return is_begun or (self.has_no_camera and self.camera.sender is None)

    @property
    def by_photos(self) -> bool:
        """Whether no camera watches: somebody takes a picture after each turn."""
        return self.camera.sender == PHOTOS

    def lacks(self, table: SettledTable) -> bool:
        """Whether a table lacks tiles that have to lie there."""
        now = self.standing
        known = Counter[Tile]() if now is None or not self.is_at_turn() else (now.must_become or now.table).multiset()
        return bool(known - Counter(tile.tile for tile in table.tiles))

    def photographed(self, snapshot: Snapshot) -> None:
        """A photograph of the table was taken in the turn that is played or put back."""
        now = self.standing
        with self.lock:
            self.question = None
            self.photo_of = None if now is None else now.turn
            self.update(snapshot)

    @property
    def has_photograph(self) -> bool:
        """Whether a photograph of the turn that is played was taken."""
        return self.standing is not None and self.photo_of == self.standing.turn

    def is_at_turn(self) -> bool:
        """Whether a turn is played or put back."""
        now = self.standing
        return now is not None and now.phase in (*AT_TURN, Phase.RESTORING)

    def update(self, snapshot: Snapshot, trouble: Message | None = None) -> None:
        """Takes what is seen now; where the old table lies there again, the turn goes on.

        `trouble`: why nothing is seen.
        """
        with self.lock:
            before, self.view = self.view, view_of(snapshot, self.standing, trouble)
            if snapshot.picture is not None and snapshot.picture.moment >= self._chosen_at:
                self._tile_width = self.view.tile_width or self._tile_width
            self.free_to = min(self.free_to, snapshot.taken_up)
            self.question = None if self.view.is_another_than(before) else self.question
            if self._is_put_back() and not self.game.trouble:
                with suppress(NotWritten):  # the next picture tries again
                    self.game.act(lambda match, moment: match.restored(moment))
                    self.view = view_of(snapshot, self.standing, trouble)
            self._memory.follow(self.game, self.view)
            self.listeners.tell()

    def camera_chosen(self) -> None:
        """Another camera looks at the table from now on: nobody knows yet whether it shows tiles that can be read."""
        with self.lock:
            self._chosen_at, self._tile_width = self._clock(), None

    def begin(self, match: Match) -> None:
        """Another match begins."""
        with self.lock:
            self.game.begin(match)
            self._changed()

    def resume(self, number: int) -> None:
        """Another match goes on that was left. Raises Conflict, JournalUnusable, NotWritten."""
        with self.lock:
            self.game.resume(number)
            self._changed()

    def at_table(self) -> tuple[int, Match] | None:
        """The match that is played now, with its number."""
        with self.lock:
            return None if self.game.match is None else (self.game.number, self.game.match)

    def act(self, act: Act, number: int | None = None) -> Match:
        """Changes the match at the table, or another one that is kept, and tells everybody. Raises Refused."""
        with self.lock:
            if number is not None and number != self.game.number:
                try:
                    return self.game.act_on(number, act)
                except JournalUnusable as error:
                    raise Conflict("match-unreadable", number=number, why=str(error)) from error
            before = self.standing
            match = self.game.act(act)
            self._changed(before)
            return match

    def pause(self, by: str | None = None) -> None:
        """Stops the clock; `by`: what does, as in `paused_by`. Raises Refused."""
        with self.lock:
            pressed = self.pressed  # from that moment on the clock stood
            self.game.act(lambda match, moment: match.paused(moment if pressed is None else pressed.moment))
            self.paused_by = by
            self._changed()

    def go_on(self, by: str | None = None) -> None:
        """Starts the clock; `by`: only where that stopped it. Raises Refused."""
        with self.lock:
            if by is not None and self.paused_by != by:
                raise Conflict("cannot.resumed")
            self.act(lambda match, moment: match.resumed(moment))

    def say_over(self, is_over: bool) -> None:
        """Tells everybody that the turn's time is over, whatever is still in the way of the verdict."""
        with self.lock:
            if is_over != self.time_is_over:
                self.time_is_over = is_over
                self.listeners.tell()

    def count_waiting(self, more: int) -> None:
        """Counts who waits for a look at the table; everybody sees at once that it is being looked at."""
        with self.lock:
            self.waiting += more
            self.listeners.tell()

    def remember(self, pressed: Pressed | None) -> None:
        """A Done waits until the table can be seen; None: none does any more."""
        with self.lock:
            self.pressed = pressed

    def say_free(self) -> None:
        """A verdict rests on the table as it is seen: what lies over it now is not asked about again."""
        with self.lock:
            self.free_to = self.view.snapshot.taken_up

    def say_where(self, phones: str | None) -> None:
        """Where phones find the page from now on; None: nowhere."""
        with self.lock:
            self.phones = phones
            self.listeners.tell()

    def say_lost(self, lost: Message | None) -> None:
        """What could not be read at the start; None: somebody has seen it."""
        with self.lock:
            self.lost = lost
            self.listeners.tell()

    def hear_of(self, by_itself: Callable[[], records.ByItself]) -> None:
        """Who tells of turns that are done by themselves: said once, while the table is put together."""
        self._by_itself = by_itself

    def ask(self, question: Question | None) -> None:
        """Asks the players something, until what is seen or the match changes; every clock waits for the answer."""
        with self.lock:
            self.question = question
            self.hold_clock()
            self.listeners.tell()

    def hold_clock(self) -> None:
        """The turn's clock stands from the press of a Done that waits, and while the players are asked; then it goes
        on. A question that comes with the time's end holds it there.
        """
        now = self.standing
        if now is None or now.clock is None or now.phase is not Phase.PLAYING:
            return
        waits = self.pressed is not None or self.question is not None
        if waits is now.is_held:
            return
        moment = self.game.moment
        since = now.clock.over_since(moment) or moment
        since = since if self.pressed is None else self.pressed.moment
        with suppress(NotWritten):  # it is tried again, as soon as the journal can be written
            self.game.act(lambda match, _: match.held(since) if waits else match.released(moment))

    def obstacles(self) -> tuple[Message, ...]:
        """What is in the way of the round that is being dealt."""
        is_dealt = (
            not (self.by_hand or self.by_photos) and self.standing is not None and self.standing.phase is Phase.READY
        )
        return obstacles(self.view, self._tile_width) if is_dealt else ()

    def notice_alarm(self) -> None:
        """Is called several times a second: tells everybody when another trouble is the worst."""
        with self.lock:
            text = "" if (alarm := self._alarm()) is None else alarm.trouble.message.text
            if text != self._alarm_told:
                self._alarm_told = text
                self.listeners.tell()

    def _alarm(self) -> Alarm | None:
        is_behind = self.game.trouble is not None
        waits = (self.lost, self.game.behind)
        found = troubles(self.view, self.standing, is_behind, self.paused_by, self._tile_width, *waits, self._is_still)
        return self._alarms.worst(found)

    def _changed(self, before: Standing | None = None) -> None:
        """The match is another: what is seen may mean something else now.

        `before`: how it stood; where the same turn goes on, a Done that waits and a question do too.
        """
        if not _is_same_turn(before, self.standing):
            self.question = self.pressed = self.photo_of = None
            if self.by_photos and self.standing is not None:
                self.view = view_of(_lies_as(self.view.snapshot, self.standing), self.standing, None)
        elif self.question is not None and self.question.kind == "too-many":
            self.question = None  # a rack may have been put right
        if self.standing is None or self.standing.phase is not Phase.PAUSED:
            self.paused_by = None
        self.update(self.view.snapshot, self.view.trouble)

    def _is_put_back(self) -> bool:
        now = self.standing
        if now is None or now.must_become is None or self.view.is_lost or self.view.table.unread:
            return False  # a tile that was taken back only from where it could be read is not back in the rack
        return self.view.snapshot.steady and is_same(self.view.lying, now.must_become)

    @property
    def _is_still(self) -> bool:
        return not self.by_hand and self.view.status == "ok" and self.camera.is_still

    def _doing(self, asked_for: str | None) -> Message | None:
        """What happens now, and what the players can do about it; `asked_for`: in whose turn something is asked."""
        is_claimed = self.waiting > 0 or self.pressed is not None
        if not self.by_photos:
            return doing(self.view, is_claimed, self.time_is_over, asked_for)
        if self.has_photograph or not (is_claimed or self.time_is_over):
            return None
        return Message("doing.over-photo" if self.time_is_over else "doing.done-photo")

    def _state(self) -> records.Stands:
        pressed = self.pressed
        status = "none" if self.by_hand else "photos" if self.by_photos else "still" if self._is_still else None
        status, size = status or self.view.status, self.camera.size
        if self.by_photos:
            size = (self.view.table.width, self.view.table.height) if self.view.table.width else None
        asked_for = None if self.question is None or self.standing is None else self.standing.player.name
        alarm, busy = self._alarm(), self._doing(asked_for)
        moment = self.game.moment if pressed is None else pressed.moment  # the clock stands from the press on
        asked = None if self.question is None else cast(records.Question, self.question.to_json())
        played = state_json.of_match(self.game.match, self.game.number, moment)
        return {
            **played,
            "turn": {**played["turn"], "asked": asked},
            **state_json.of_table(self.view, self.standing, self._memory.places),
            "steady": self.view.is_steady and not self._is_still,
            "obstacles": [told_of(one) for one in self.obstacles()],
            "alarm": None if alarm is None else cast(records.Alarm, alarm.to_json()),
            "doing": None if busy is None else told_of(busy),
            "paused_by": self.paused_by,
            "by_itself": self._by_itself(),
            "pressed": None if pressed is None else {"turn": pressed.turn, "asks": pressed.asks},
            "question": asked,
            "camera": state_json.of_camera(status, self.camera.rate, size, self.view.trouble),
            "phones": self.phones,
            "journal": self.game.trouble or self._memory.trouble,
        }


def _is_same_turn(before: Standing | None, now: Standing | None) -> bool:
    """Whether the same turn is played, with the same clock, whatever else is different; seconds may have been added."""
    if before is None or now is None or before.clock is None or now.clock is None:
        return False
    is_played = before.phase is now.phase is Phase.PLAYING and before.turn == now.turn
    return is_played and replace(before.clock, allowed=None) == replace(now.clock, allowed=None)


def _lies_as(snapshot: Snapshot, now: Standing) -> Snapshot:
    """The newest photograph, as long as it shows the table that lies there by right or the turn's; else none.

    A table that was put back by hand nobody photographed, and a round that is dealt begins with none.
    """
    lies = Counter(tile.tile for tile in snapshot.table.tiles)
    is_of_turn = now.phase not in (*AT_TURN, Phase.READY) or lies == now.table.multiset()
    return snapshot if is_of_turn else Snapshot(steady=True, number=snapshot.number + 1)
