"""What time alone brings: a turn whose time is over, a clock that waits for a lost camera, and Done by itself.

Done by itself, which is off unless the players choose it: a turn is claimed once the hand has gone and the table lies
changed and still for some seconds. Only what the referee would allow is claimed so: whoever leaves the table as it may
not stay is still thinking, and presses Done or lets the time decide. One tap takes such a claim back; the same table is
not claimed so again.
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
"""Seconds after the time is over for which hands may still leave the table; what lies there then counts as in time."""
EMPTY_TURNS = 3
"""Turns on end that pass by the clock alone, with nothing moving before the camera, before the clock is stopped."""
NOTE = "by-itself"
"""The journal's note of the players' choice; it holds for this table until they choose otherwise."""
Claim = tuple[int, Table]
"""A turn by its number, and the table with which it would be claimed."""


class Timekeeper:
    """Ends turns whose time is over, and lets the clock stand while the camera is lost or nobody plays.

    `clock`: seconds that only grow, the camera's.
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
        """Is called several times a second, whether pictures come or not."""
        with self._now.lock:
            trouble, behind = self._now.game.trouble, self._now.game.behind
            if not self._now.view.snapshot.steady:
                self._empty_turns = 0
            with suppress(NotWritten):  # it is tried again, as soon as the journal can be written
                if not trouble:
                    self._pause_while_lost()
                    self._end_of_time(self._deadline_passed())
            self._now.game.beat()
            if (trouble, behind) != (self._now.game.trouble, self._now.game.behind):
                self._now.listeners.tell()

    def _pause_while_lost(self) -> None:
        """The clock stands while the camera is lost, where the rules let it wait for the referee."""
        now, is_lost = self._now.standing, self._now.view.is_lost
        if is_lost and _is_played(now) and now is not None and now.rules.clock_waits_for_referee:
            self._now.pause("camera")
        elif self._now.paused_by == "camera" and not is_lost:
            self._now.act(lambda match, moment: match.resumed(moment))

    def _deadline_passed(self) -> float | None:
        """When the time was over of a turn that nobody claims; None: it is not, or cannot be judged."""
        now = self._now.standing
        is_waited_for = self._now.waiting or self._now.pressed is not None
        if is_waited_for or self._now.by_hand or self._now.view.is_lost or not _is_played(now):
            return None
        return now.clock.over_since(self._now.game.moment) if now is not None and now.clock is not None else None

    def _end_of_time(self, deadline: float | None) -> None:
        """At 0 the table is read once more, as soon as the hands have left it, and the turn is claimed with that."""
        if deadline is None:
            self._over_since, self._is_late, self._is_invited = None, False, False
            self._now.say_over(False)
            return
        if self._over_since is None:
            self._over_since = self._clock()
            self._watching.read_again(self._over_since)
            self._now.say_over(True)
        is_moving = not self._now.view.snapshot.steady
        # It is asked what a tile there is, and a hand turns it round: until that has left, read as the tile may be.
        self._is_invited = self._asks_for_a_hand() or (self._is_invited and is_moving)
        if self._now.game.moment > deadline + GRACE and is_moving and not self._is_invited:
            self._is_late = True
        if self._watching.is_read(self._over_since):
            self._end_turn(deadline)

    def _asks_for_a_hand(self) -> bool:
        """Whether something is asked for which a hand may come: to turn a tile round, or to lay it elsewhere."""
        return self._now.question is not None

    def _end_turn(self, deadline: float) -> None:
        """Claims the turn; asks first, where a doubt decides it, and waits for the answer."""
        is_late = self._is_late and not self._now.view.table.unread
        question, asked = self._asking.question(deadline, is_late=is_late), self._now.question
        if question is None and asked is None:
            self._claim(self._now.game.moment if is_late else deadline, is_late)
        elif question is None or asked is None:
            self._now.ask(question)

    def _claim(self, moment: float, is_late: bool) -> None:
        """Claims the turn; where nobody has played for some turns, the clock stops."""
        verdict = self._claims.claim(moment, is_late)
        self._empty_turns = 0 if verdict["played"] or not verdict["legal"] else self._empty_turns + 1
        if self._empty_turns >= EMPTY_TURNS and _is_played(self._now.standing):
            self._empty_turns = 0
            self._now.pause("nobody")


def _is_played(now: Standing | None) -> bool:
    return now is not None and now.phase is Phase.PLAYING


class DoneByItself:
    """Claims turns that are plainly over. `clock`: seconds that only grow, the camera's."""

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
        situation.hear_of(self.as_record)

    def choose_seconds(self, seconds: int | None) -> None:
        """The players choose after how many seconds; None: never. Raises NotWritten."""
        with self._now.lock:
            self._journal.note(NOTE, ByItselfNote(seconds))
            self._after = seconds
            self._now.listeners.tell()

    def as_record(self) -> ByItself:
        """As the state has it: after how many seconds, how many are left, which turn ended so and may be taken back."""
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
        """Is called several times a second, whether pictures come or not."""
        with self._now.lock, suppress(NotWritten):  # it is tried again, as soon as the journal can be written
            wanted = self._claim_there() if self._after is not None else None
            if wanted != self._waits_for:
                self._wait_for(wanted)
            elif wanted is not None and self._is_due():
                self._claim(wanted)

    def _claim_there(self) -> Claim | None:
        """What might be claimed: a changed table that lies still; None: nothing is, or the players decide otherwise."""
        now, view = self._now.standing, self._now.view
        if now is None or now.phase is not Phase.PLAYING or self._now.game.trouble:
            return None
        if self._now.waiting or self._now.pressed is not None:
            return None
        is_asked = self._now.question is not None or bool(view.table.unread)
        if not view.is_steady or is_asked or is_same(view.lying, now.table):
            return None
        claim = (now.turn, view.lying)
        return None if claim == self._passed_over else claim

    def _wait_for(self, wanted: Claim | None) -> None:
        """Begins to wait, if this would be allowed without a question."""
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
        """Whether it has lain so long enough, and was read again meanwhile."""
        waited = self._clock() - self._since
        return self._after is not None and waited >= self._after and self._watching.is_read(self._since)

    def _claim(self, wanted: Claim) -> None:
        self._claims.claim(self._now.game.moment)
        self._passed_over, self._waits_for = wanted, None
        self._claimed = (self._now.game.number, wanted[0])
        self._now.listeners.tell()
