"""The state of a table: the snapshot, the match, and the question to the players. It is the only mutable state."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from referee.match import AT_TURN, Match, Phase, Standing
from referee.messages import Message
from referee.table import is_same
from referee.tiles import Tile
from tilewatch.storage.recorded_match import Game
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.table.notices import Notices
from tilewatch.table.print_told import PrintTold
from tilewatch.table.turn_memory import Pressed, TurnMemory
from tilewatch.table.undo import SignedAct, Undoing
from tilewatch.telling.listeners import Listeners
from tilewatch.view import Question, obstacles, view_of
from vision.camera import PHOTOS, Camera
from vision.watching import SettledTable, Snapshot
from web.contract import Act, Conflict, NotWritten

Turn = tuple[int, int]
"""Numbers of a round and of a turn in it."""


class Situation:
    """The state of a table: the snapshot, the match, and the open question.

    Only this class writes it, apart from `notices` and `undoing`, which tell their changes themselves. Readers and
    writers hold `lock`. Every change takes the same way: into the match and its journal, then into the turn's memory,
    then to the listeners.
    """

    def __init__(
        self,
        game: Game,
        memory: TurnMemory,
        camera: Camera,
        snapshot: Snapshot,
        listeners: Listeners,
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
        """What stopped the clock: `camera` (lost) or `nobody` (plays); None: the players did, if it is stopped."""
        self.photo_of: int | None = None
        """Number of the turn that the newest photograph shows, in a match by photographs."""
        self.pressed: Pressed | None = None
        """The claim (Done) that waits until the table can be seen; it ends when its turn ends, changes or is paused."""
        self.free_to = 0.0
        """Fraction of the picture covered by things when a player or a verdict last said that no tile is under them."""
        self.print_told = PrintTold()
        self.undoing, self.notices = Undoing(listeners, clock), Notices(listeners)
        self.tile_width: float | None = None
        """Width of this camera's tiles in pixels, as last read; None: it never showed a tile that could be read."""
        self._clock, self._chosen_at = clock, float("-inf")
        self.listeners, self.lock = listeners, listeners.news

    @property
    def standing(self) -> Standing | None:
        """The match's state; None before the first match."""
        return self.game.standing

    def is_played(self) -> bool:
        """Whether a round is dealt or in play, so that the table must not be taken as background."""
        return self.is_at_turn() or (self.standing is not None and self.standing.phase is Phase.READY)

    @property
    def has_read_tiles(self) -> bool:
        """Whether this camera ever showed a tile that could be read."""
        return self.tile_width is not None

    @property
    def by_hand(self) -> bool:
        """Whether the table is not watched: there is no camera, or this round was begun without one."""
        now = self.standing
        is_begun = now is not None and now.by_hand and now.phase in (*AT_TURN, Phase.RESTORING, Phase.COUNTING)
        return is_begun or (self.has_no_camera and self.camera.sender is None)

    @property
    def by_photos(self) -> bool:
        """Whether a match is played by photographs: a player takes a picture after each turn."""
        return self.camera.sender == PHOTOS

    def lacking(self, table: SettledTable) -> Counter[Tile]:
        """The tiles that have to lie on the table and are not in `table`."""
        now = self.standing
        known = Counter[Tile]() if now is None or not self.is_at_turn() else (now.must_become or now.table).multiset()
        return known - Counter(tile.tile for tile in table.tiles)

    def photographed(self, snapshot: Snapshot) -> None:
        """Takes the photograph of the turn that is played or put back."""
        now = self.standing
        with self.lock:
            self.question = None
            self.photo_of = None if now is None else now.turn
            self.undoing.end_turn()  # corrections were of the photograph before
            self.update(snapshot)

    @property
    def turn(self) -> Turn | None:
        """The turn in play; None: no turn is in play."""
        return _turn_of(self.standing)

    @property
    def round(self) -> object:
        """The identity of the present round, different from all others."""
        return None if self.standing is None else (self.game.number, self.standing.round)

    @property
    def has_photograph(self) -> bool:
        """Whether the present turn was photographed."""
        return self.standing is not None and self.photo_of == self.standing.turn

    def is_at_turn(self) -> bool:
        """Whether a turn is being played or put back."""
        now = self.standing
        return now is not None and now.phase in (*AT_TURN, Phase.RESTORING)

    def update(self, snapshot: Snapshot, trouble: Message | None = None) -> None:
        """Takes a new snapshot; if the old table lies there again after a failed turn, the match goes on.

        `trouble`: why nothing is seen; None: the camera sees the table.
        """
        with self.lock:
            before, self.view = self.view, view_of(snapshot, self.standing, trouble)
            if snapshot.picture is not None and snapshot.picture.moment >= self._chosen_at:
                self.tile_width = self.view.tile_width or self.tile_width
            self.free_to = min(self.free_to, snapshot.taken_up)
            self.question = None if self.view.is_another_than(before) else self.question
            if self._is_put_back() and not self.game.trouble:
                with suppress(NotWritten):  # the next picture tries again
                    self.game.act(lambda match, moment: match.restored(moment))
                    self.undoing.end_turn()
                    self.view = view_of(snapshot, self.standing, trouble)
            self._memory.follow(self.game, self.view)
            self.listeners.tell()

    def camera_chosen(self) -> None:
        """Forgets findings about the camera, because another camera was chosen; its tiles may be unreadable."""
        with self.lock:
            self._chosen_at, self.tile_width = self._clock(), None
            self.undoing.end_turn()

    def begin(self, match: Match) -> None:
        """Begins another match."""
        with self.lock:
            self.game.begin(match)
            self.undoing.end_turn()
            self._changed()

    def resume(self, number: int) -> None:
        """Resumes a match that was left. Raises Conflict, JournalUnusable, NotWritten."""
        with self.lock:
            self.game.resume(number)
            self.undoing.end_turn()
            self._changed()

    def at_table(self) -> tuple[int, Match] | None:
        """The number of the match at the table, and the match; None: there is none."""
        with self.lock:
            return None if self.game.match is None else (self.game.number, self.game.match)

    def act(self, act: Act, number: int | None = None, by: str = "", is_undoing: bool = False) -> Match:
        """The match after an act, which is written and told to every page; `number`: the match, None: the match at the
        table; `by`: the person whose device does it; `is_undoing`: it undoes the act told last. Raises Refused."""
        with self.lock:
            number = self.game.number if number is None else number
            before, done = self.standing, SignedAct(act, by)
            undo: Callable[[Act, str], object] = lambda act, by: self.act(act, number, by, is_undoing=True)  # noqa: E731
            if number == self.game.number:
                match = self.game.act(done)
                if _turn_of(before) != _turn_of(self.standing):
                    self.undoing.end_turn()
                if not is_undoing:
                    self.undoing.say_act(done, undo)
                self._changed(before)
                return match
            try:
                match = self.game.act_on(number, done)
            except JournalUnusable as error:
                raise Conflict("match-unreadable", number=number, why=str(error)) from error
            if not is_undoing:
                self.undoing.say_act(done, undo)
            return match

    def pause(self, by: str | None = None) -> None:
        """Stops the clock; `by`: the cause, as in `paused_by`. Raises Refused."""
        with self.lock:
            pressed = self.pressed  # the clock has stood since the press
            self.game.act(lambda match, moment: match.paused(moment if pressed is None else pressed.moment))
            self.paused_by = by
            self._changed()

    def go_on(self, by: str | None = None) -> None:
        """Starts the clock; `by`: only if that cause stopped it. Raises Refused."""
        with self.lock:
            if by is not None and self.paused_by != by:
                raise Conflict("cannot.resumed")
            self.act(lambda match, moment: match.resumed(moment))

    def remember(self, pressed: Pressed | None) -> None:
        """Sets the claim that waits until the table can be seen; None: no claim waits."""
        with self.lock:
            self.pressed = pressed

    def say_free(self) -> None:
        """Records that no tile lies under the things now over the table: players said so, or a verdict rests on it.
        They are not asked about again."""
        with self.lock:
            self.free_to = self.view.snapshot.taken_up

    def ask(self, question: Question | None) -> None:
        """Sets the question to the players, which stands until the view or the match changes; None: no question. The
        turn's clock waits for the answer."""
        with self.lock:
            self.question = question
            self.hold_clock()
            self.listeners.tell()

    def hold_clock(self) -> None:
        """Holds the turn's clock from the press of a waiting Done, or while the players are asked, and releases it
        afterwards. If the time is over, the clock is held at the moment it ended."""
        now = self.standing
        if now is None or now.clock is None or now.phase is not Phase.PLAYING:
            return
        waits = self.pressed is not None or self.question is not None
        if waits is now.is_held:
            return
        moment = self.game.moment
        since = now.clock.over_since(moment) or moment
        since = since if self.pressed is None else self.pressed.moment
        with suppress(NotWritten):  # the next call tries again
            self.game.act(lambda match, _: match.held(since) if waits else match.released(moment))

    def obstacles(self) -> tuple[Message, ...]:
        """The obstacles that keep the dealt round from beginning; empty: no obstacles."""
        is_dealt = (
            not (self.by_hand or self.by_photos) and self.standing is not None and self.standing.phase is Phase.READY
        )
        return obstacles(self.view, self.tile_width) if is_dealt else ()

    def _changed(self, before: Standing | None = None) -> None:
        """Interprets the snapshot anew after the match changed.

        `before`: the match's state before the change; while the same turn goes on, a waiting Done and the question are
        kept.
        """
        if not _is_same_turn(before, self.standing):
            self.question = self.pressed = self.photo_of = None
            if self.by_photos and self.standing is not None:
                self.view = view_of(_lies_as(self.view.snapshot, self.standing), self.standing, None)
        elif self.question is not None and self.question.kind == "too-many":
            self.question = None  # a rack may have been corrected
        if self.standing is None or self.standing.phase is not Phase.PAUSED:
            self.paused_by = None
        self.update(self.view.snapshot, self.view.trouble)

    def _is_put_back(self) -> bool:
        now = self.standing
        if now is None or now.must_become is None or self.view.is_lost or self.view.table.unread:
            return False  # an unread tile may still lie there instead of on the rack
        return self.view.snapshot.steady and is_same(self.view.lying, now.must_become)

    @property
    def is_still(self) -> bool:
        """Whether the camera repeats the same picture."""
        return not self.by_hand and self.view.status == "ok" and self.camera.is_still


def _turn_of(now: Standing | None) -> Turn | None:
    return (now.round, now.turn) if now is not None and now.phase in AT_TURN else None


def _is_same_turn(before: Standing | None, now: Standing | None) -> bool:
    """Whether the same turn is played with the same clock; time added to the turn does not count as a change."""
    if before is None or now is None or before.clock is None or now.clock is None:
        return False
    is_played = before.phase is now.phase is Phase.PLAYING and before.turn == now.turn
    return is_played and replace(before.clock, allowed=None) == replace(now.clock, allowed=None)


def _lies_as(snapshot: Snapshot, now: Standing) -> Snapshot:
    """The newest photograph if it still shows the table to be restored or the turn's table; else an empty snapshot.

    After a failed turn nobody photographs the table that was put back, and a new round has no photograph.
    """
    lies = Counter(tile.tile for tile in snapshot.table.tiles)
    is_of_turn = now.phase not in (*AT_TURN, Phase.READY) or lies == now.table.multiset()
    return snapshot if is_of_turn else Snapshot(steady=True, number=snapshot.number + 1)
