"""The camera's side of a table: each picture becomes a sight, and what is seen now is told to the situation."""

import threading
from collections.abc import Callable

from referee.messages import Message
from tilewatch.table.situation import Situation
from vision.camera import Picture, PictureError
from vision.watching import Watch

FRESH = 1.0
"""Seconds for which a picture shows what lies there now."""
LEAST_WIDTH, LEAST_HEIGHT = 640, 360
"""Pixels of the smallest picture in which tiles can be read at all; a phone may stand upright."""
BROKEN_FOR = 2.5
"""Seconds without a picture that could be decoded after which a camera counts as lost, whatever else it sends."""


class Watching:
    """Looks at one picture after the other. Whoever asks the watch anything holds `lock`, before the situation's.

    `clock`: seconds that only grow, those of the pictures' moments.
    """

    def __init__(self, watch: Watch, situation: Situation, clock: Callable[[], float]) -> None:
        self.watch, self._situation, self._clock = watch, situation, clock
        self.lock = threading.Lock()
        self._seen = clock()
        self._broken: Message | None = None

    def see(self, picture: Picture) -> None:
        """Takes the camera's next picture; one that is broken counts as none."""
        now = self._situation
        with self.lock:
            self.watch.in_doubt = now.is_doubtful()
            try:
                _check_size(picture)
                sight = self.watch.see(picture, now.known())
            except PictureError as error:
                self._broken = error.message
                return
            with now.lock:
                self._seen, self._broken = picture.moment, None
                if sight is not now.view.sight or now.view.is_lost:
                    now.look(sight)
                now.lock.notify_all()

    def notice_loss(self) -> None:
        """Where no picture comes any more that can be looked at, nothing is known until the next one."""
        now, trouble = self._situation, self._trouble()
        if trouble is None or now.view.trouble == trouble or now.by_hand:
            return
        with self.lock:
            if not now.view.is_lost:
                self.watch.lost()
            now.look(self.watch.sight, trouble)

    def insist(self) -> None:
        """The players say that what lies over the table belongs there now."""
        with self.lock:
            self.watch.insist()

    def read_again(self, since: float) -> None:
        """Has the table read in a picture of this moment or later, though nothing moves: somebody claims it."""
        self.watch.read_since = since

    def is_read(self, since: float) -> bool:
        """Whether the table lies still, was read in a picture since this moment, and is still seen."""
        view = self._situation.view
        if view.is_lost or not view.sight.steady or view.sight.picture is None:
            return False
        return view.sight.picture.moment >= since and self._clock() - self._seen <= FRESH

    def _trouble(self) -> Message | None:
        """Why nothing is seen; None: something is."""
        if self._situation.camera.is_lost:
            return self._situation.camera.trouble
        if self._broken is None or self._clock() - self._seen <= BROKEN_FOR:
            return None
        return Message.of("camera.unusable-pictures", problem=self._broken)


def _check_size(picture: Picture) -> None:
    """Raises PictureError: tiles in so small a picture are guessed, not read."""
    width, height = picture.size
    if max(width, height) < LEAST_WIDTH or min(width, height) < LEAST_HEIGHT:
        raise PictureError("picture.too-small", size=f"{width}x{height}", least=f"{LEAST_WIDTH}x{LEAST_HEIGHT}")
