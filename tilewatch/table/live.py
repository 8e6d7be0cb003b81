"""The live table: the parts of a table that is watched, put together.

A picture goes one way: camera_loop → watching → situation (view, match, journal) → listeners. What players press comes
in at the side: claims, match_play, corrections. Every method may be called from any thread; of the two locks
`watching.lock` is taken before `situation.lock`.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

from tilewatch.history.history import History
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.storage.recorded_match import Game
from tilewatch.table.camera.camera_choice import CameraChoice
from tilewatch.table.camera.mirror import MirrorCheck
from tilewatch.table.camera.pictures import Pictures
from tilewatch.table.checks import Checks
from tilewatch.table.corrections import Corrections
from tilewatch.table.kept import Company, LostTurns, Notes
from tilewatch.table.match_play import MatchPlay
from tilewatch.table.sets.own_sets import OwnSets
from tilewatch.table.sets.proofs import Proofs
from tilewatch.table.sets.set_on_table import SetOnTable
from tilewatch.table.sets.set_shelf import SetShelf
from tilewatch.table.situation import Situation
from tilewatch.table.turn.asking import Asking
from tilewatch.table.turn.claims import Claims
from tilewatch.table.turn.done_by_itself import DoneByItself, Timekeeper
from tilewatch.table.turn.fresh_look import FreshLook, Wait
from tilewatch.table.turn.photographs import Photographs
from tilewatch.table.turn_memory import TurnMemory
from tilewatch.table.watching import Watching
from vision.camera import Camera, Picture, PictureError, Pixels
from vision.reading import Gallery
from vision.watching import PictureReader, Watch

FOUND = 3
"""Tiles that lie still, with which the table counts as found: focus and exposure are held then."""
BEAT = 0.2
"""Seconds after which the table hears of the time although no picture came."""


class LiveTable:
    """A table that is watched, and the match that is played on it (web.contract.TableControls).

    `clock`: seconds that only grow. `wait`: how a claim waits for a steady table, where no thread follows a camera.
    `sets`: the folder in which is kept what is known of sets of tiles. `is_found`: is set while a table with tiles is
    seen. `has_no_camera`: the match is kept by hand, until a phone becomes the camera.
    Raises JournalUnusable.
    """

    def __init__(
        self,
        reader: PictureReader,
        journal: Journal,
        album: Album,
        camera: Camera,
        clock: Callable[[], float] = time.monotonic,
        wait: Wait | None = None,
        sets: Path | None = None,
        is_found: Event | None = None,
        has_no_camera: bool = False,
    ) -> None:
        self._is_found = is_found or Event()
        self._journal = journal
        self._camera, self._settled = camera, 0
        gallery, game = Gallery(), Game(journal, clock)
        self._proofs = proofs = Proofs(journal.identity)
        watch = Watch(reader, gallery)
        memory = TurnMemory(journal, album, game)
        self._situation = situation = Situation(game, memory, camera, watch.snapshot, clock, has_no_camera)
        self.act, self.pause, self.go_on = situation.act, situation.pause, situation.go_on
        self.state, self.changed_since = situation.listeners.state, situation.listeners.changed_since
        self.is_behind, self.say_where = game.is_behind, situation.say_where
        self.lost = LostTurns(journal, album, situation)
        self._watching = Watching(watch, situation, clock)
        shelf = SetShelf(sets)
        self.set_on_table = SetOnTable(reader, journal, shelf, gallery, self._watching, clock)
        self.sets = OwnSets(shelf, self.set_on_table, self._newest)
        self.tiles = Corrections(journal, self._watching, situation)
        fresh, asking = FreshLook(situation, self._watching, clock, wait), Asking(situation, self._watching)
        self.turn = Claims(situation, self._watching, fresh, asking, memory, self.tiles, proofs)
        self.photographs = Photographs(situation, self.turn, camera, reader.read)
        self.match = MatchPlay(situation, self._watching, fresh, memory)
        self.check = Checks(situation, reader.read)
        self._mirror = MirrorCheck(camera, situation, reader, clock)
        self.pictures = Pictures(situation, memory, camera, reader)
        self.camera = CameraChoice(camera, situation, self._watching, self._mirror)
        self.notes = Notes(journal, situation)
        self.history = History(journal, album, situation.at_table)
        self.company = Company(situation, self.history)
        self.done_by_itself = DoneByItself(situation, self._watching, asking, self.turn, journal, clock)
        self._timekeeper = Timekeeper(situation, self._watching, asking, self.turn, clock)

    def see(self, picture: Picture) -> None:
        """Takes the camera's next picture."""
        self._watching.see(picture)
        self._mirror.tick()
        snapshot = self._situation.view.snapshot
        if snapshot.number != self._settled:
            self._settled = snapshot.number
            self.tiles.keep_places()  # no end of the program is sure to come
        if snapshot.dark:
            self._is_found.clear()
        elif snapshot.steady and len(snapshot.table.tiles) >= FOUND:
            self._is_found.set()

    def tick(self) -> None:
        """Is called several times a second: what time alone brings."""
        self._watching.notice_loss()
        self.turn.go_on()
        self._timekeeper.tick()
        self.done_by_itself.tick()
        self._situation.notice_alarm()
        with self._situation.lock:
            news = self._proofs.news(self._situation.at_table())
        self.set_on_table.tick(news)

    def _newest(self) -> Pixels | None:
        """The newest picture; None: there is none that can be looked at."""
        newest = self._camera.newest
        try:
            return None if newest is None else newest.pixels
        except PictureError:
            return None

    def close(self) -> None:
        """Writes what waits."""
        self.set_on_table.keep()
        self._journal.close()


def follow(camera: Camera, table: LiveTable, stop: threading.Event) -> None:
    """Shows the table one picture after the other until `stop` is set; a slow reading skips pictures."""
    number = 0
    while not stop.is_set():
        picture = camera.newer_than(number, BEAT)
        if picture is not None:
            number = picture.number
            table.see(picture)
        table.tick()
