"""The live table: what the camera sees, the match that is played on it, and everybody who is told of both.

The one thing that changes. Every method may be called from any thread. Two locks, always taken in this order:
`_watching` while a picture is looked at, `_news` while the state changes.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from referee.judging import Verdict
from referee.match.match import Match
from referee.match.standing import Phase, Standing, Turn
from referee.rules import Rules
from referee.table import Table
from referee.tiles import Tile
from tilewatch.put_back.ghosts import OldPlaces
from tilewatch.put_back.moves_back import is_same
from tilewatch.storage.album import SIDES, Album, album_jpeg
from tilewatch.storage.journal import Journal
from tilewatch.storage.recorded_match import Act, Game, refusals
from tilewatch.table import state_json as state
from tilewatch.table.listeners import Listeners
from tilewatch.table.pictures import drawn, rack_reading
from tilewatch.view.questions import Question, question_about
from tilewatch.view.view import AT_TURN, known_tiles, view_of
from vision.camera.errors import PictureError
from vision.camera.picture import Picture
from vision.watching.watch import PictureReader, Sight, Watch
from web.contract import BadRequest, Conflict, TableNotSeen

PATIENCE = 4.0
"""Seconds that a claim waits for the hands to leave before it is refused."""
FRESH = 0.3
"""Seconds by which a picture must be younger than a claim: a stream shows what was a moment ago."""
GRACE = 3.0
"""Seconds after the time is over for which a hand over the table is waited for."""
TOLD, PLACES = "told", "places"
"""The journal's notes of what persons said about tiles, and of where everything lay when the turn began."""


class Eye(Protocol):
    """What is asked of a camera besides its pictures: vision.camera.Camera, or a test's own."""

    @property
    def is_lost(self) -> bool:
        """Whether no picture comes."""
        ...

    @property
    def trouble(self) -> str:
        """Why it was lost last."""
        ...

    @property
    def rate(self) -> float:
        """Pictures a second."""
        ...

    @property
    def newest(self) -> Picture | None:
        """The newest picture."""
        ...


class LiveTable:
    """What web.table.LiveTable asks for; `see` and `tick` are called by whoever follows the camera.

    `clock`: seconds that only grow. `patience`: seconds that a claim waits for a steady table.
    Raises JournalUnusable.
    """

    def __init__(
        self,
        reader: PictureReader,
        journal: Journal,
        album: Album,
        eye: Eye,
        clock: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE,
    ) -> None:
        self._reader, self._journal, self._album, self._eye = reader, journal, album, eye
        self._clock, self._patience = clock, patience
        self._watch = Watch(reader)
        self._watching, self._reading_photo = threading.Lock(), threading.Lock()
        self._game = Game(journal, clock)
        self._seen, self._claims, self._paused_by_itself = float("-inf"), 0, False
        self._question: Question | None = None
        self._turn_began: bytes | None = None
        self._told: list[dict[str, Any]] = []
        self._old = OldPlaces(journal.noted(PLACES))
        self._view = view_of(self._watch.sight, self._standing, True)
        self._telling = Listeners(self._state, clock)
        self._news = self._telling.news
        self._remember()

    # The camera's side

    def see(self, picture: Picture) -> None:
        """Takes the camera's next picture; one that is broken counts as none."""
        with self._watching:
            try:
                sight = self._watch.see(picture, known_tiles(self._standing))
            except PictureError:
                return
        with self._news:
            self._seen = max(self._seen, picture.moment)
            if sight is not self._view.sight or self._view.is_lost:
                self._look(sight, is_lost=False)
            self._news.notify_all()

    def tick(self) -> None:
        """What time alone brings: a camera that is lost, a turn whose time is over, a journal to catch up."""
        if self._eye.is_lost and not self._view.is_lost:
            with self._watching:
                self._watch.lost()
                sight = self._watch.sight
            with self._news:
                self._look(sight, is_lost=True)
        with self._news:
            behind = self._game.trouble
            self._clock_and_camera()
            self._end_of_time()
            self._game.beat()
            if behind != self._game.trouble:
                self._telling.tell()

    def close(self) -> None:
        """Writes what waits."""
        self._journal.close()

    # What the page asks

    def state(self) -> Mapping[str, Any]:
        """How everything stands now."""
        return self._telling.state()

    def changed_since(self, version: int, patience: float) -> tuple[int, str]:
        """Waits for a state newer than `version`, at most `patience` seconds: version and the state's JSON."""
        return self._telling.changed_since(version, patience)

    def start_match(
        self, players: Sequence[str], rules: object, first: str | None, points: int | None, anyway: bool
    ) -> None:
        """Begins a match and its first round."""
        with self._news:
            now = self._standing
            if now is not None and now.phase not in (Phase.SETUP, Phase.OVER) and not anyway:
                raise Conflict("a match is being played: end its round first, or begin a new one anyway")
            with refusals():
                match = Match.begun(players, Rules.from_json(rules), self._game.moment, points)
                match = match.round_begun(self._game.moment, first)
            self._game.begin(match)
            self._changed()
            self._turn_began = self._jpeg()

    def start_round(self, first: str | None) -> None:
        """Begins the next round."""
        self._act(lambda match, now: match.round_begun(now, first))
        self._turn_began = self._jpeg()

    def done(self, anyway: bool, turn: int | None = None) -> Mapping[str, Any]:
        """Judges the table as it lies; the verdict."""
        pressed, moment = self._clock(), self._game.moment
        with self._news:
            claimed = self._turn_being_played()
            if turn is not None and turn != claimed:
                raise Conflict(f"turn {turn} is over; turn {claimed} is being played")
            is_covered = self._view.sight.covered
        if anyway and is_covered:
            with self._watching:
                self._watch.insist()
        with self._news:
            self._claims += 1
            try:
                self._news.wait_for(lambda: self._is_clear(pressed), self._patience)
                if self._turn_being_played() != claimed:
                    raise Conflict(f"turn {claimed} has been judged already")
                self._check_sight()
                self._ask_first(anyway, moment)
                return self._claim(moment)
            finally:
                self._claims -= 1

    def restored(self, anyway: bool) -> None:
        """The table is back as it was: next player."""
        with self._news:
            now = self._standing
            if now is None or now.must_become is None:
                raise Conflict("no failed turn is being put back")
            if not anyway and not is_same(self._view.lying, now.must_become):
                self._check_sight()
                moves = state.moves_left(now, self._view)
                raise Conflict("the table is not as it was: " + "; ".join(moves), moves=moves)
            self._act(lambda match, moment: match.restored(moment))
            self._turn_began = self._jpeg()

    def overrule(self, legal: bool, reason: str) -> None:
        """The players decide otherwise about the last verdict."""
        self._act(lambda match, now: match.overruled(legal, reason, now))

    def undo(self) -> None:
        """Takes the last turn back."""
        self._act(lambda match, now: match.taken_back(now))

    def correct(self, set_: int, place: int, tile: str) -> None:
        """A person says what a tile of the table is."""
        with refusals():
            told = Tile.from_notation(tile)
        with self._watching, self._news:
            rows = self._view.table.rows
            if set_ >= len(rows) or place >= len(rows[set_]):
                raise BadRequest(f"no tile lies in set {set_}, place {place}")
            self._watch.tell(rows[set_][place].key, told)
            self._note_told()
            self._look(self._watch.sight, self._view.is_lost)

    def pause(self) -> None:
        """Stops the clock."""
        self._act(lambda match, now: match.paused(now))

    def resume(self) -> None:
        """Starts the clock."""
        self._act(lambda match, now: match.resumed(now))

    def extend(self) -> None:
        """The player takes an extension of the turn's time."""
        self._act(lambda match, now: match.extended(now))

    def correct_rack(self, player: str, tiles: int) -> None:
        """A rack was counted by hand."""
        self._act(lambda match, now: match.rack_corrected(player, tiles, now))

    def read_rack(self, player: str, photo: bytes) -> Mapping[str, Any]:
        """What a photograph of a rack shows."""
        now = self._standing
        if now is None:
            raise Conflict("no match has begun")
        with refusals():
            place = now.place(player)
        with self._reading_photo:
            try:
                read = rack_reading(self._reader, photo, now.rules, now.table.multiset())
            except PictureError as error:
                raise BadRequest(f"the photograph {error}") from error
        return {"player": player, **read, "expected": now.players[place].rack}

    def end_round(self, racks: Mapping[str, str], anyway: bool) -> None:
        """Ends the round with these racks and scores it."""
        self._act(lambda match, now: match.counted(racks, now, anyway))

    def turns(self) -> list[Mapping[str, Any]]:
        """Every turn so far."""
        now = self._standing
        return [] if now is None else [state.turn_of(turn, self._kept(turn)) for turn in now.turns]

    def turn_picture(self, turn: int, side: str) -> bytes | None:
        """The JPEG of what the camera saw `before` or `after` a turn; None: there is none."""
        return self._album.picture(self._game.number, turn, side)

    def picture(self, plain: bool) -> bytes | None:
        """The newest picture as JPEG, with the reading drawn on it unless `plain`; None: there is none."""
        newest = self._eye.newest
        if newest is None:
            return None
        try:
            return newest.jpeg if plain or not self._view.table.width else drawn(newest, self._view.table)
        except PictureError:
            return None

    def note(self, name: str, written: Mapping[str, Any]) -> None:
        """Keeps a note of the page's own, in the place of the one of that name."""
        with self._news:
            self._journal.note(f"page-{name}", written)
            self._telling.tell()

    def noted(self, name: str) -> Mapping[str, Any] | None:
        """The note of that name as it is in the journal, if there is one."""
        with self._news:
            return self._journal.noted(f"page-{name}")

    # How it hangs together

    @property
    def _standing(self) -> Standing | None:
        return self._game.standing

    def _state(self) -> dict[str, Any]:
        return {
            **state.of_match(self._game.match, self._game.number, self._game.moment),
            **state.of_table(self._view, self._standing, self._old),
            "question": self._question and self._question.to_json(),
            "camera": {
                "status": self._view.status,
                "fps": round(self._eye.rate, 1),
                "trouble": self._eye.trouble if self._view.is_lost else None,
            },
            "journal": self._game.trouble or self._album.trouble,
        }

    def _act(self, act: Act) -> None:
        """Changes the match, and tells everybody."""
        with self._news:
            self._game.act(act)
            self._changed()

    def _changed(self) -> None:
        """The match is another: what is seen may mean something else now."""
        self._question = None
        self._look(self._view.sight, self._view.is_lost)

    def _look(self, sight: Sight, is_lost: bool) -> None:
        """Takes a sight, lets the match know if the old table lies there again, and tells everybody."""
        before, self._view = self._view, view_of(sight, self._standing, is_lost)
        if before.lying != self._view.lying or before.missing != self._view.missing:
            self._question = None
        now = self._standing
        wanted = None if now is None else now.must_become
        if wanted is not None and sight.steady and not is_lost and is_same(self._view.lying, wanted):
            self._game.act(lambda match, moment: match.restored(moment))
            self._turn_began = self._jpeg()
            self._view = view_of(sight, self._standing, is_lost)
        self._remember_places()
        at_turn = now is not None and now.phase in (*AT_TURN, Phase.RESTORING)
        self._watch.in_doubt = at_turn and self._view.is_doubtful
        self._telling.tell()

    def _remember_places(self) -> None:
        """While nothing is changed in this turn: where everything lies."""
        now, view = self._standing, self._view
        untouched = now is not None and now.phase in AT_TURN and is_same(view.lying, now.table)
        if untouched and view.is_steady and self._old.look(view.table):
            self._journal.beat(PLACES, self._old.to_json())

    def _turn_being_played(self) -> int:
        now = self._standing
        if now is None or now.phase is not Phase.PLAYING:
            phase = Phase.SETUP if now is None else now.phase
            raise Conflict(f"no turn is being played: the match is {phase.value}")
        return now.turn

    def _is_clear(self, pressed: float) -> bool:
        """Whether the table is steady in a picture younger than the claim, or nothing can be waited for."""
        return self._view.is_lost or (self._view.sight.steady and self._seen >= pressed + FRESH)

    def _check_sight(self) -> None:
        if self._view.is_lost:
            raise TableNotSeen(f"the camera is lost: {self._eye.trouble}")
        if self._view.sight.covered:
            raise TableNotSeen("something lies over the table: take it away, or claim anyway")
        if not self._view.sight.steady:
            raise TableNotSeen("something still moves over the table")

    def _ask_first(self, anyway: bool, moment: float) -> None:
        """Asks once what is doubtful; whoever claims again after the question means it."""
        question = question_about(self._view, lambda table: self._judged(table, moment))
        if question is None or anyway or question == self._question:
            return
        self._question = question
        self._telling.tell()
        raise Conflict(question.text, question=question.to_json())

    def _judged(self, table: Table, moment: float) -> Verdict:
        assert self._game.match is not None
        return self._game.match.judged(table, moment)

    def _claim(self, moment: float) -> dict[str, Any]:
        """Claims the turn with the table as it lies."""
        view, began = self._view, self._turn_began
        match = self._game.act(lambda match, _: match.claimed(view.lying, moment))
        turn = match.now.turns[-1]
        after = self._jpeg()
        for side, jpeg in zip(SIDES, (began, after), strict=True):
            if jpeg is not None:
                self._album.keep(self._game.number, turn.number, side, jpeg)
        if match.now.phase is not Phase.RESTORING:
            self._turn_began = after
        self._note_told()
        self._changed()
        return state.verdict_of(turn)

    def _end_of_time(self) -> None:
        """At 0 the turn is claimed with what lies there; hands are waited for a little."""
        now = self._standing
        if now is None or now.phase is not Phase.PLAYING or now.clock is None or self._claims:
            return
        deadline, moment = now.clock.deadline, self._game.moment
        if deadline is None or moment < deadline or self._view.is_lost:
            return
        if self._view.sight.steady:
            if self._judged(self._view.lying, deadline).legal:
                self._claim(deadline)
            elif self._question is None:
                self._question = question_about(self._view, lambda table: self._judged(table, deadline))
                self._telling.tell()
                if self._question is None:
                    self._claim(max(moment, deadline + 0.001))
        elif moment >= deadline + GRACE:
            self._claim(moment)

    def _clock_and_camera(self) -> None:
        """The clock stands while the camera is lost, where the rules let it wait for the referee."""
        now = self._standing
        if now is None or not now.rules.clock_waits_for_referee:
            return
        if self._view.is_lost and now.phase is Phase.PLAYING:
            self._paused_by_itself = True
            self.pause()
        elif self._paused_by_itself and not self._view.is_lost:
            self._paused_by_itself = False
            if now.phase is Phase.PAUSED:
                self.resume()

    def _jpeg(self) -> bytes | None:
        """The settled picture as the album keeps it."""
        picture = self._view.sight.picture
        return None if picture is None else album_jpeg(picture)

    def _kept(self, turn: Turn) -> dict[str, bool]:
        return {side: self._album.has(self._game.number, turn.number, side) for side in SIDES}

    def _note_told(self) -> None:
        """Notes what persons said about the tiles that lie there."""
        told = [
            {"quad": tile.quad.tolist(), "read": str(tile.read or tile.tile), "tile": str(tile.tile)}
            for tile in self._watch.sight.table.tiles
            if tile.is_told
        ]
        if told != self._told:
            self._told = told
            self._journal.note(TOLD, {"told": told})

    def _remember(self) -> None:
        """After a start: what persons said before, and the last turn's picture."""
        self._told = (self._journal.noted(TOLD) or {}).get("told", [])
        for told in self._told:
            self._watch.remember(told["quad"], Tile.from_notation(told["read"]), Tile.from_notation(told["tile"]))
        now = self._standing
        if now is not None and now.turns:
            last = now.turns[-1]
            side = "after" if last.legal else "before"
            self._turn_began = self._album.picture(self._game.number, last.number, side)
