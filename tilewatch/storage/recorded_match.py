"""The match, kept: each of its events is in the journal before anyone is told of it.

Its moments are seconds on a watch that stands while the program is not running, so that after a crash the clock
goes on with the seconds it had.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from referee.match import DoesNotAddUp, DoesNotFit, Match, Phase, Standing
from referee.messages import message_of
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import WatchNote
from tilewatch.storage.sql.database import JournalUnusable
from web.contract import BadRequest, Conflict

HEARTBEAT = 1.0
"""Seconds between two notes of the watch in the journal while a clock runs."""
NOTE = "watch"

Act = Callable[[Match, float], Match]
"""What makes the match that follows from a match and the moment."""


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
    """The match that is played, the last one of the journal if there is one.

    `clock`: seconds that only grow. Raises JournalUnusable: what is written there is no match.
    """

    def __init__(self, journal: Journal, clock: Callable[[], float]) -> None:
        self._journal, self._clock = journal, clock
        self.number = journal.last_match()
        self.match = self._resumed()
        noted = journal.noted(NOTE, WatchNote)
        last = self.match.events[-1].at if self.match else 0.0
        moment = max(last, noted.moment if noted is not None and noted.match == self.number else 0.0)
        self._offset = moment - clock()
        self._noted = moment

    @property
    def standing(self) -> Standing | None:
        """How the match stands; None before the first."""
        return None if self.match is None else self.match.now

    @property
    def moment(self) -> float:
        """Now, on the match's watch."""
        return self._clock() + self._offset

    @property
    def trouble(self) -> str | None:
        """Why the journal is behind, in one line."""
        return self._journal.trouble

    def begin(self, match: Match) -> None:
        """Keeps a match that begins. Raises NotWritten."""
        self._journal.append(self.number + 1, 0, match.events)
        self.number += 1
        self.match = match

    def act(self, act: Act, at: float | None = None) -> Match:
        """Changes the match and keeps what happened. Raises Conflict, BadRequest, NotWritten."""
        if self.match is None:
            raise Conflict("no-match")
        with refusals():
            after = act(self.match, self.moment if at is None else at)
        known = len(self.match.events)
        self._journal.append(self.number, known, after.events[known:])
        self.match = after
        return after

    def beat(self) -> None:
        """Notes the watch while a clock runs, and tries whether a journal in trouble can be written again."""
        now = self.standing
        runs = now is not None and now.phase is Phase.PLAYING
        if not (runs or self.trouble) or self.moment - self._noted < HEARTBEAT:
            return
        self._noted = self.moment
        self._journal.beat(NOTE, WatchNote(self.number, self._noted))

    def _resumed(self) -> Match | None:
        if not self.number:
            return None
        try:
            return Match.replayed(self._journal.events(self.number))
        except (DoesNotFit, ValueError) as error:
            raise JournalUnusable(f"match {self.number} of the journal cannot be read: {error}") from error
