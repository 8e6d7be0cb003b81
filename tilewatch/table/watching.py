"""The camera's side of a table: each picture becomes a sight, and what is seen now is told to the situation."""

import threading

from tilewatch.table.situation import Situation
from vision.camera import Picture, PictureError
from vision.watching import Watch


class Watching:
    """Looks at one picture after the other. Whoever asks the watch anything holds `lock`, before the situation's."""

    def __init__(self, watch: Watch, situation: Situation) -> None:
        self.watch, self._situation = watch, situation
        self.lock = threading.Lock()
        self.seen = float("-inf")
        """The moment of the newest picture that was looked at."""

    def see(self, picture: Picture) -> None:
        """Takes the camera's next picture; one that is broken counts as none."""
        now = self._situation
        with self.lock:
            self.watch.in_doubt = now.is_doubtful()
            try:
                sight = self.watch.see(picture, now.known())
            except PictureError:
                return
            with now.lock:
                self.seen = max(self.seen, picture.moment)
                if sight is not now.view.sight or now.view.is_lost:
                    now.look(sight, is_lost=False)
                now.lock.notify_all()

    def notice_loss(self) -> None:
        """Where no picture comes any more, nothing is known until the next one."""
        now = self._situation
        if not now.camera.is_lost or now.view.is_lost:
            return
        with self.lock:
            self.watch.lost()
            now.look(self.watch.sight, is_lost=True)

    def insist(self) -> None:
        """The players say that what lies over the table belongs there now."""
        with self.lock:
            self.watch.insist()
