"""Events by time alone: turns whose time is over, a clock that waits for a lost camera, and automatic Done.

Automatic Done is off unless the players choose it. It claims a turn once the hand has gone and the table has lain
changed and still for some seconds. It claims only what the referee would allow: a player who leaves an illegal table is
still thinking, and presses Done or lets the time decide. One tap takes such a claim back, and the same table is not
claimed automatically again.
"""

from collections.abc import Callable
from contextlib import suppress

from referee.match import Phase, Standing
from referee.table import Table, is_same
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import ByItselfNote
from tilewatch.table.situation import Situation
from tilewatch.table.turn.asking import Asking
from tilewatch.table.turn.claims import Claims
from tilewatch.table.watching import Watching
from web.contract import NotWritten
from web.records.state import ByItself

GRACE = 3.0
"""Seconds after the time is over in which hands may still leave the table; the table then counts as in time."""
EMPTY_TURNS = 3
"""Turns in a row that pass by the clock alone, without movement before the camera, until the clock is stopped."""
NOTE = "by-itself"
"""Name of the journal's note with the players' choice; it holds for this table until they change it."""
Claim = tuple[int, Table]
"""A turn's number, and the table with which it would be claimed."""


class Timekeeper:
    """Ends turns whose time is over, and stops the clock while the camera is lost or nobody plays.

    `clock`: monotonic seconds, the camera's.
    """

    def __init__(
        self,
        situation: Situation,
        watching: Watching,
        asking: Asking,
        claims: Claims,
        clock: Callable[[], float],
    ) -> None:
        self._now, self._watching = situation, watching
        self._asking, self._claims, self._clock = asking, claims, clock
        self._empty_turns = 0
        self._over_since: float | None = None
        self._is_late = self._is_invited = False

    def tick(self) -> None:
        """Called several times a second, whether pictures come or not."""
        with self._now.lock:
            trouble, behind = self._now.game.trouble, self._now.game.behind
            if not self._now.view.snapshot.steady:
                self._empty_turns = 0
            with suppress(NotWritten):  # the next tick tries again
                if not trouble:
                    self._pause_while_lost()
                    self._end_of_time(self._deadline_passed())
            self._now.game.beat()
            if (trouble, behind) != (self._now.game.trouble, self._now.game.behind):
                self._now.listeners.tell()

    def _pause_while_lost(self) -> None:
        """Stops the clock while the camera is lost, if the rules let it wait for the referee."""
        now, is_lost = self._now.standing, self._now.view.is_lost
        if is_lost and _is_played(now) and now is not None and now.rules.clock_waits_for_referee:
            self._now.pause("camera")
        elif self._now.paused_by == "camera" and not is_lost:
            self._now.act(lambda match, moment: match.resumed(moment))

    def _deadline_passed(self) -> float | None:
        """The moment at which the unclaimed turn's time ended; None: time is left, or the turn cannot be judged."""
        now = self._now.standing
        is_waited_for = self._now.notices.waiting or self._now.pressed is not None
        if is_waited_for or self._now.by_hand or self._now.view.is_lost or not _is_played(now):
            return None
        return now.clock.over_since(self._now.game.moment) if now is not None and now.clock is not None else None

    def _end_of_time(self, deadline: float | None) -> None:
        """Claims the turn once its time is over, with a reading of the table that is made after the hands have left.
        `deadline`: the moment its time ended; None: it has not."""
        if deadline is None:
            self._over_since, self._is_late, self._is_invited = None, False, False
            self._now.notices.say_over(False)
            return
        if self._over_since is None:
            self._over_since = self._clock()
            self._watching.read_again(self._over_since)
            self._now.notices.say_over(True)
        is_moving = not self._now.view.snapshot.steady
        # A question invites a hand to turn a tile: until the hand has left, its movement does not make the turn late.
        self._is_invited = self._asks_for_a_hand() or (self._is_invited and is_moving)
        if self._now.game.moment > deadline + GRACE and is_moving and not self._is_invited:
            self._is_late = True
        if self._watching.is_read(self._over_since):
            self._end_turn(deadline)

    def _asks_for_a_hand(self) -> bool:
        """Whether a question is open for which a hand may turn or move a tile."""
        return self._now.question is not None

    def _end_turn(self, deadline: float) -> None:
        """Claims the turn; if a doubt decides it, asks first and waits for the answer."""
        is_late = self._is_late and not self._now.view.table.unread
        question, asked = self._asking.question(deadline, is_late=is_late), self._now.question
        if question is None and asked is None:
            self._claim(self._now.game.moment if is_late else deadline, is_late)
        elif question is None or asked is None:
            self._now.ask(question)

    def _claim(self, moment: float, is_late: bool) -> None:
        """Claims the turn; stops the clock after EMPTY_TURNS turns in which nothing was played."""
        verdict = self._claims.claim(moment, is_late)
        self._empty_turns = 0 if verdict["played"] or not verdict["legal"] else self._empty_turns + 1
        if self._empty_turns >= EMPTY_TURNS and _is_played(self._now.standing):
            self._empty_turns = 0
            self._now.pause("nobody")


def _is_played(now: Standing | None) -> bool:
    return now is not None and now.phase is Phase.PLAYING


class DoneByItself:
    """Automatic Done: claims turns that are plainly over. `clock`: monotonic seconds, the camera's."""

    def __init__(
        self,
        situation: Situation,
        watching: Watching,
        asking: Asking,
        claims: Claims,
        journal: Journal,
        clock: Callable[[], float],
    ) -> None:
        self._now, self._watching, self._asking, self._claims = situation, watching, asking, claims
        self._journal, self._clock = journal, clock
        self._after = (journal.noted(NOTE, ByItselfNote) or ByItselfNote()).seconds
        self._since = 0.0
        self._waits_for: Claim | None = None
        self._passed_over: Claim | None = None
        self._claimed: tuple[int, int] | None = None

    def choose_seconds(self, seconds: int | None) -> None:
        """Sets after how many seconds a turn is claimed automatically; None: never. Raises NotWritten."""
        with self._now.lock:
            self._journal.note(NOTE, ByItselfNote(seconds))
            self._after = seconds
            self._now.listeners.tell()

    def as_record(self) -> ByItself:
        """For the state: the seconds chosen, the seconds left, and the turn that ended automatically and may be taken
        back."""
        waits = self._after is not None and self._waits_for is not None
        left = max(0.0, (self._after or 0) - (self._clock() - self._since)) if waits else None
        now = self._now.standing
        last = now.last_turn if now is not None else None
        is_last = last is not None and self._claimed == (self._now.game.number, last.number)
        return {
            "after": self._after,
            "left": None if left is None else round(left, 1),
            "turn": last.number if last is not None and is_last else None,
        }

    def tick(self) -> None:
        """Called several times a second, whether pictures come or not."""
        with self._now.lock, suppress(NotWritten):  # the next tick tries again
            wanted = self._claim_there() if self._after is not None else None
            if wanted != self._waits_for:
                self._wait_for(wanted)
            elif wanted is not None and self._is_due():
                self._claim(wanted)

    def _claim_there(self) -> Claim | None:
        """The claim that might be made: a changed table that lies still; None: there is none, or the players have to
        answer or act first."""
        now, view = self._now.standing, self._now.view
        if now is None or now.phase is not Phase.PLAYING or self._now.game.trouble:
            return None
        if self._now.notices.waiting or self._now.pressed is not None:
            return None
        is_asked = self._now.question is not None or bool(view.table.unread)
        if not view.is_steady or is_asked or is_same(view.lying, now.table):
            return None
        claim = (now.turn, view.lying)
        return None if claim == self._passed_over else claim

    def _wait_for(self, wanted: Claim | None) -> None:
        """Starts the wait for a claim, if the claim would be legal without a question."""
        if wanted is not None and not self._is_plain(wanted[1]):
            wanted, self._passed_over = None, wanted
        is_news = wanted != self._waits_for
        self._waits_for, self._since = wanted, self._clock()
        if wanted is not None:
            self._watching.read_again(self._since)
        if is_news:
            self._now.listeners.tell()

    def _is_plain(self, table: Table) -> bool:
        moment = self._now.game.moment
        return self._asking.is_legal(table, moment) and self._asking.question(moment) is None

    def _is_due(self) -> bool:
        """Whether the table has lain still long enough, and was read again meanwhile."""
        waited = self._clock() - self._since
        return self._after is not None and waited >= self._after and self._watching.is_read(self._since)

    def _claim(self, wanted: Claim) -> None:
        self._claims.claim(self._now.game.moment)
        self._passed_over, self._waits_for = wanted, None
        self._claimed = (self._now.game.number, wanted[0])
        self._now.listeners.tell()
