"""The camera's side of a table: makes each picture a snapshot, and gives it to the situation."""

import threading
from collections.abc import Callable
from dataclasses import replace
from math import inf, nextafter

import numpy as np

from referee.messages import Message
from tilewatch.table.situation import Situation
from vision.camera import Clarity, Picture, PictureError, clarity_of, is_whole
from vision.reading import PlacedTile
from vision.watching import Pulse, Snapshot, Watch

FRESH = 1.0
"""Seconds for which a picture counts as showing the table as it is now."""
LEAST_WIDTH, LEAST_HEIGHT = 640, 360
"""Pixels of the longer and the shorter side of the smallest picture in which tiles can be read."""
BROKEN_FOR = 2.5
"""Seconds without a decodable picture after which a camera counts as lost, even if it still sends data."""
CLEARS_UP = 1.0
"""Seconds between two checks whether an unclear picture has become clear."""


class Watching:
    """Gives one picture after the other to the watch. Callers that use the watch hold `lock`, taken before the
    situation's.

    `clock`: monotonic seconds, those of the pictures' moments.
    """

    def __init__(self, watch: Watch, situation: Situation, clock: Callable[[], float]) -> None:
        self.watch, self._situation, self._clock = watch, situation, clock
        self.lock = threading.Lock()
        self._seen = clock()
        self._broken: Message | None = None
        self._looked_at: tuple[Picture | None, Clarity] = (None, Clarity())
        self._since, self._asking = float("-inf"), threading.Lock()
        self._asked: tuple[PlacedTile, ...] = ()
        self._played = set[int]()
        self._look_at = float("-inf")
        self._is_beginning = False

    def see(self, picture: Picture) -> None:
        """Takes the camera's next picture; a broken picture is ignored."""
        now = self._situation
        if now.by_photos:
            return
        with self.lock:
            self.watch.is_played, self.watch.read_since = now.is_played(), self._since
            if not now.is_at_turn():
                self.watch.forget_corrections()
            with self._asking:
                asked, self._asked = self._asked, ()
                played, self._played = self._played, set()
                is_beginning, self._is_beginning = self._is_beginning, False
            if is_beginning:
                self.watch.take_as_bare()
            self.watch.take_for_things(asked)
            if played:
                self.watch.tell_played(played)
            try:
                _check_size(picture)
                self.watch.in_doubt = now.view.is_doubtful if now.is_at_turn() else self._has_cleared_up(picture)
                snapshot = self.watch.see(picture)
            except PictureError as error:
                self._broken = error.message
                return
            with now.lock:
                self._seen, self._broken = picture.moment, None
                if snapshot is not now.view.snapshot or now.view.is_lost:
                    now.update(snapshot)
                now.lock.notify_all()

    def notice_loss(self) -> None:
        """Marks the camera as lost once no usable picture comes, until the next picture."""
        now, trouble = self._situation, self._trouble()
        if trouble is None or now.view.trouble == trouble or now.by_hand or now.by_photos:
            return
        with self.lock:
            if not now.view.is_lost:
                self.watch.lost()
            now.update(self.watch.snapshot, trouble)

    def insist(self) -> None:
        """Records the players' answer that the objects over the table belong there."""
        with self.lock:
            self.watch.insist()

    def vouch(self) -> None:
        """Records the players' answer that the occluded tiles still lie there."""
        with self.lock:
            self.watch.vouch()

    def read_again(self, since: float) -> None:
        """Requests a reading of a picture of the moment `since`, in seconds, or later, even if nothing moves: a turn is
        claimed."""
        with self._asking:  # not `lock`: it is held during a reading, and callers hold the situation's lock
            self._since = max(self._since, since)

    def read_once_more(self) -> float:
        """Requests a reading of a later picture; returns its earliest moment."""
        since = nextafter(self._clock(), inf)
        self.read_again(since)
        return since

    def reads_otherwise(self) -> None:
        """Requests another reading of the same table, because the faces known of this set of tiles have changed."""
        with self.lock:
            self.watch.reads_otherwise()

    def take_for_things(self, asked: tuple[PlacedTile, ...]) -> None:
        """Stops asking about these unread places: the players were asked, and the turn was judged without them."""
        with self._asking:
            self._asked = asked

    def take_as_played(self, tiles: set[int]) -> None:
        """Records the players' answer that the rows with these tiles, by their keys, belong to the game."""
        with self._asking:
            self._played |= tiles

    def camera_chosen(self) -> None:
        """Forgets which rows are no part of the game: another camera sees them elsewhere."""
        with self.lock:
            self.watch.forget_rows()
            self._situation.update(self.watch.snapshot, self._situation.view.trouble)

    def begin_round(self) -> None:
        """Takes the present table as background from now on: a round begins."""
        with self._asking:
            self._is_beginning = True

    def is_read(self, since: float, *, anyway: bool = False) -> bool:
        """Whether the table lies still, was read in a picture since this moment, and is still seen.

        `anyway`: accept objects over it, if the table is recognised and neither dark nor blank.
        """
        view = self._situation.view
        if self._situation.by_photos:
            return self._situation.has_photograph and not view.is_lost
        now = view.snapshot
        is_seen = now.steady or (anyway and not (now.dark or now.blank or now.strange))
        if view.is_lost or not is_seen or view.snapshot.picture is None:
            return False
        is_fresh = view.snapshot.picture.moment >= since and self._clock() - self._seen <= FRESH
        return is_fresh and self.is_trusted()

    def is_trusted(self) -> bool:
        """Whether a verdict may rest on the last picture: it is whole, clear and, if tiles lie on the table, sharp."""
        clarity = self.clarity
        return clarity.is_clear and (clarity.is_sharp or self._situation.view.is_empty)

    def _has_cleared_up(self, picture: Picture) -> bool:
        """Whether this picture is clear while the last picture read was not, and no round is played. Focus and light
        recover without any movement; reading continuously instead takes a third of a core."""
        if self._situation.is_played() or self.clarity.is_good or picture.moment < self._look_at:
            return False
        self._look_at = picture.moment + CLEARS_UP
        return _clarity_of(replace(self._situation.view.snapshot, picture=picture)).is_good

    @property
    def pulse(self) -> Pulse:
        """The findings of the pictures about the lamp's flicker and the lens's focus."""
        return self.watch.pulse

    @property
    def clarity(self) -> Clarity:
        """The clarity of the picture that was read last, computed once for each picture."""
        snapshot, looked_at = self._situation.view.snapshot, self._looked_at
        if snapshot.picture is not looked_at[0]:
            looked_at = self._looked_at = snapshot.picture, _clarity_of(snapshot)
        return looked_at[1]  # not self._looked_at: another thread may have replaced it

    def _trouble(self) -> Message | None:
        """The reason why no table is seen; None: pictures come."""
        if self._situation.camera.is_lost:
            return self._situation.camera.trouble
        if self._broken is None or self._clock() - self._seen <= BROKEN_FOR:
            return None
        return Message.of("camera.unusable-pictures", problem=self._broken)


def _clarity_of(snapshot: Snapshot) -> Clarity:
    """The clarity of the snapshot's picture; a truncated JPEG is not clear."""
    picture = snapshot.picture
    if picture is None:
        return Clarity()
    quads = np.array([tile.quad for tile in snapshot.table.tiles], np.float32).reshape(-1, 4, 2)
    clarity = clarity_of(picture.pixels, quads)
    is_jpeg = isinstance(picture.source, bytes) and picture.source.startswith(b"\xff\xd8")
    return replace(clarity, is_clear=clarity.is_clear and not (is_jpeg and not is_whole(picture.jpeg)))


def _check_size(picture: Picture) -> None:
    """Checks that a picture is large enough to read. Raises PictureError."""
    width, height = picture.size
    if max(width, height) < LEAST_WIDTH or min(width, height) < LEAST_HEIGHT:
        raise PictureError("picture.too-small", size=f"{width}x{height}", least=f"{LEAST_WIDTH}x{LEAST_HEIGHT}")
