"""The match at the table: each of its events is in the journal before anyone is told of it.

Its moments are seconds on a clock that stands while the program is not running, so that after a crash the turn has the
seconds it had.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from referee.match import DoesNotAddUp, DoesNotFit, Match, Phase, Standing
from referee.messages import Message, message_of
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import AT_TABLE, AtTableNote, WatchNote
from tilewatch.storage.sql.place import JournalUnusable
from web.contract import Act, BadRequest, Conflict
from web.press import before_the_press

HEARTBEAT = 1.0
"""Seconds between two notes of the match's clock in the journal while a turn's clock runs."""
NOTE = "watch"


@contextmanager
def refusals() -> Iterator[None]:
    """Turns the referee's refusals into the page's."""
    try:
        yield
    except DoesNotFit as refusal:
        raise Conflict(refusal.message) from refusal
    except DoesNotAddUp as refusal:
        doubts = [
            {**doubt.message.to_json(), "player": doubt.player, "tile": doubt.tile and str(doubt.tile)}
            for doubt in refusal.doubts
        ]
        raise Conflict(refusal.message, more={"doubts": doubts}) from refusal
    except ValueError as refusal:
        raise BadRequest(message_of(refusal)) from refusal


class Game:
    """The match at the table: the match that was resumed last or, if one was begun since, the newest.

    `clock`: monotonic seconds. Raises JournalUnusable: the journal's events are no match.
    """

    def __init__(self, journal: Journal, clock: Callable[[], float]) -> None:
        self._journal, self._clock = journal, clock
        self._last = journal.last_match()
        self.number = self._at_table()
        self.match = self._read(self.number) if self.number else None
        self._offset = self._noted = 0.0
        self._set_watch()

    @property
    def standing(self) -> Standing | None:
        """The match's state; None before the first match."""
        return None if self.match is None else self.match.now

    @property
    def moment(self) -> float:
        """The present moment, in seconds on the match's clock."""
        return self._clock() + self._offset

    @property
    def trouble(self) -> str | None:
        """Why the journal could not be written, in one line; None: it could."""
        return self._journal.trouble

    @property
    def behind(self) -> Message | None:
        """The events that the club's database lacks; None: no events."""
        return self._journal.behind

    def is_behind(self) -> bool:
        """Whether the club's database lacks anything."""
        return self.behind is not None

    def begin(self, match: Match) -> None:
        """Writes a new match, which becomes the match at the table; the match being played is left. Raises
        NotWritten."""
        with before_the_press():
            self._leave()
        self._journal.append(self._last + 1, 0, match.events)
        self._last += 1
        self.number, self.match = self._last, match

    def resume(self, number: int) -> None:
        """Resumes another match of the journal with its clock stopped, also a match that the players ended; the match
        at the table is left.

        Raises Conflict: it is at the table, or finished. JournalUnusable: there is none, or it cannot be read.
        NotWritten.
        """
        if number == self.number and not self._is_half_resumed():
            raise Conflict("match-at-table")
        match = self._read(number)
        if match.now.phase is Phase.OVER and match.now.is_finished and not match.now.is_ended:
            raise Conflict("match-finished")
        with before_the_press():
            self._leave()
        with before_the_press() if match.now.is_ended else nullcontext():
            self._journal.note(AT_TABLE, AtTableNote(number, self._last))
        self.number, self.match = number, match
        self._set_watch()
        with before_the_press():
            self._leave()
        if match.now.is_ended:
            self.act(lambda match, moment: match.played_on(moment))

    def act(self, act: Act, at: float | None = None) -> Match:
        """The match after an act, whose events are written. Raises Conflict, BadRequest, NotWritten."""
        if self.match is None:
            raise Conflict("no-match")
        with refusals():
            after = act(self.match, self.moment if at is None else at)
        self._write(self.number, self.match, after)
        self.match = after
        return after

    def act_on(self, number: int, act: Act) -> Match:
        """Another match of the journal after an act at the moment of its last event.

        Raises Conflict, BadRequest, NotWritten; JournalUnusable: it cannot be read.
        """
        match = self._read(number)
        with refusals():
            after = act(match, match.events[-1].at)
        self._write(number, match, after)
        return after

    def _write(self, number: int, before: Match, after: Match) -> None:
        """Writes the new events of a match, if there are any. Raises NotWritten."""
        known = len(before.events)
        if happened := after.events[known:]:
            self._journal.append(number, known, happened)

    def beat(self) -> None:
        """Notes the match's clock while a turn's clock runs, and tries to write to a journal that failed before."""
        now = self.standing
        runs = now is not None and now.phase is Phase.PLAYING
        if not (runs or self.trouble) or self.moment - self._noted < HEARTBEAT:
            return
        self._noted = self.moment
        self._journal.beat(NOTE, WatchNote(self.number, self._noted))

    def stand_still(self, seconds: float) -> None:
        """Sets the match's clock back by seconds in which nobody played."""
        self._offset -= seconds

    def _at_table(self) -> int:
        """The number of the match that was resumed last, if none was begun since and it exists; else of the newest."""
        noted = self._journal.noted(AT_TABLE, AtTableNote)
        if noted is None or noted.last < self._last or not self._journal.has(noted.match):
            return self._last
        return noted.match

    def _is_half_resumed(self) -> bool:
        """Whether the match at the table is ended: a crash may have interrupted its resumption."""
        return self.standing is not None and self.standing.is_ended

    def _leave(self) -> None:
        """Stops the clock of the match that is left. Raises NotWritten."""
        if self.match is not None and self.match.now.phase is Phase.PLAYING:
            self.act(lambda match, moment: match.paused(moment))

    def _set_watch(self) -> None:
        """Sets the match's clock to its value when the match was left."""
        noted = self._journal.noted(NOTE, WatchNote)
        last = self.match.events[-1].at if self.match else 0.0
        moment = max(last, noted.moment if noted is not None and noted.match == self.number else 0.0)
        self._offset = moment - self._clock()
        self._noted = moment

    def _read(self, number: int) -> Match:
        try:
            return Match.replayed(self._journal.events(number))
        except (DoesNotFit, ValueError) as error:
            raise JournalUnusable(f"match {number} of the journal cannot be read: {error}") from error
