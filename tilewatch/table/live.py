"""The live table: puts the parts of a watched table together.

A picture goes one way: `follow`, the loop on the camera, takes it and calls `LiveTable.see` -> watching -> situation
(view, match, journal) -> listeners. What players press enters at the side: claims, match_play, corrections. Every
method may be called from any thread; of the two locks `watching.lock` is taken before `situation.lock`.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Event

from tilewatch.history.history import History
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.storage.recorded_match import Game
from tilewatch.table.bare_table import BareTable
from tilewatch.table.camera.camera_choice import CameraChoice
from tilewatch.table.camera.mirror import MirrorCheck
from tilewatch.table.camera.pictures import Pictures
from tilewatch.table.checks import Checks
from tilewatch.table.corrections import Corrections
from tilewatch.table.kept import Company, LostTurns, Notes
from tilewatch.table.kept_answers import KeptAnswers
from tilewatch.table.match_play import MatchPlay
from tilewatch.table.sets.own_sets import OwnSets
from tilewatch.table.sets.proofs import Proofs
from tilewatch.table.sets.set_on_table import SetOnTable
from tilewatch.table.sets.set_shelf import SetShelf
from tilewatch.table.situation import Situation
from tilewatch.table.state_told import StateTold
from tilewatch.table.turn.asking import Asking
from tilewatch.table.turn.claims import Claims
from tilewatch.table.turn.done_by_itself import DoneByItself, Timekeeper
from tilewatch.table.turn.fresh_look import FreshLook, Wait
from tilewatch.table.turn.photographs import Photographs
from tilewatch.table.turn.sleep import Sleep
from tilewatch.table.turn_memory import TurnMemory
from tilewatch.table.watching import Watching
from tilewatch.telling.listeners import Listeners
from vision.camera import Camera, Picture, PictureError, Pixels
from vision.reading import Gallery
from vision.watching import PictureReader, Watch

FOUND = 3
"""Tiles that must lie still before the table counts as found; focus and exposure are then locked."""
BEAT = 0.2
"""Seconds that the loop waits for a picture before it calls `tick` without one."""


class LiveTable:
    """A watched table and the match played on it (web.contract.TableControls).

    `clock`: monotonic seconds. `wait`: how a claim waits for a steady table where no thread follows a camera. `sets`:
    the folder with the taught sets of tiles. `is_found`: set while a table with tiles is seen. `has_no_camera`: the
    match is kept by hand until a phone becomes the camera. `through`: a clock in seconds that runs on while the
    computer sleeps; None: the computer never sleeps.

    Raises JournalUnusable.
    """

    def __init__(
        self,
        reader: PictureReader,
        journal: Journal,
        album: Album,
        camera: Camera,
        clock: Callable[[], float] = time.monotonic,
        wait: Wait = Condition.wait_for,
        sets: Path | None = None,
        is_found: Event | None = None,
        has_no_camera: bool = False,
        through: Callable[[], float] | None = None,
    ) -> None:
        self._is_found = is_found or Event()
        self._journal = journal
        self._camera, self._settled = camera, 0
        gallery, game = Gallery(), Game(journal, clock)
        self._proofs = proofs = Proofs(journal.identity)
        watch = Watch(reader, gallery)
        memory = TurnMemory(journal, album, game)
        listeners = Listeners(lambda: self._told.state(), clock)
        self._situation = situation = Situation(game, memory, camera, watch.snapshot, listeners, clock, has_no_camera)
        self._told = StateTold(situation, memory, clock)
        self.act, self.pause, self.go_on = situation.act, situation.pause, situation.go_on
        self.undo = situation.undoing.undo
        self.state, self.changed_since = listeners.state, listeners.changed_since
        self.is_behind, self.say_where = game.is_behind, situation.notices.say_where
        self.lost = LostTurns(journal, album, situation)
        self._watching = Watching(watch, situation, clock)
        shelf = SetShelf(sets)
        self.set_on_table = SetOnTable(reader, journal, shelf, gallery, self._watching, clock)
        self.sets = OwnSets(shelf, self.set_on_table, self._newest)
        self._answers = answers = KeptAnswers(journal, self._watching)
        self.tiles = Corrections(answers, self._watching, situation)
        self._bare_table = BareTable(journal, self._watching, situation)
        fresh, asking = FreshLook(situation, self._watching, clock, wait), Asking(situation, self._watching)
        self.turn = Claims(situation, self._watching, fresh, asking, memory, answers, proofs)
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
        self._told.by_itself = self.done_by_itself.as_record
        self._timekeeper = Timekeeper(situation, self._watching, asking, self.turn, clock)
        self._sleep = Sleep(situation, clock, through or (lambda: 0.0))

    def see(self, picture: Picture) -> None:
        """Takes the camera's next picture."""
        self._watching.see(picture)
        self._mirror.tick()
        snapshot = self._situation.view.snapshot
        if snapshot.number != self._settled:
            self._settled = snapshot.number
            self._answers.keep_places()  # the program may be killed without an end
            self._bare_table.keep()
        if snapshot.dark or snapshot.blank:
            self._is_found.clear()
        elif snapshot.steady and len(snapshot.table.tiles) >= FOUND:
            self._is_found.set()

    def tick(self) -> None:
        """Performs everything that depends on time alone; called several times a second."""
        self._sleep.tick()
        self._watching.notice_loss()
        self.turn.go_on()
        self._timekeeper.tick()
        self.done_by_itself.tick()
        self._told.notice_alarm()
        with self._situation.lock:
            news = self._proofs.news(self._situation.at_table())
        self.set_on_table.tick(news)

    def _newest(self) -> Pixels | None:
        """The newest picture's pixels; None: there is no picture, or it cannot be decoded."""
        newest = self._camera.newest
        try:
            return None if newest is None else newest.pixels
        except PictureError:
            return None

    def close(self) -> None:
        """Writes what is pending, and closes the journal."""
        self.set_on_table.close()
        self._journal.close()


def follow(camera: Camera, table: LiveTable, stop: threading.Event) -> None:
    """Gives the table one picture after the other until `stop` is set; pictures that arrive during a slow reading are
    skipped."""
    number = 0
    while not stop.is_set():
        picture = camera.newer_than(number, BEAT)
        if picture is not None:
            number = picture.number
            table.see(picture)
        table.tick()
