"""What time alone brings: a turn whose time is over, a clock that waits for a lost camera."""

from referee.match.standing import Phase, Standing
from tilewatch.table.claims import Claims
from tilewatch.table.situation import Situation

GRACE = 3.0
"""Seconds after the time is over for which a hand over the table is waited for."""


class Timekeeper:
    """Ends turns whose time is over, and lets the clock stand while the camera is lost."""

    def __init__(self, situation: Situation, claims: Claims) -> None:
        self._now, self._claims = situation, claims
        self._paused_by_itself = False

    def tick(self) -> None:
        """Is called several times a second, whether pictures come or not."""
        with self._now.lock:
            behind = self._now.game.trouble
            self._pause_while_lost()
            if (deadline := self._deadline_passed()) is not None:
                self._end_turn(deadline)
            self._now.game.beat()
            if behind != self._now.game.trouble:
                self._now.listeners.tell()

    def _pause_while_lost(self) -> None:
        """The clock stands while the camera is lost, where the rules let it wait for the referee."""
        now, is_lost = self._now.standing, self._now.view.is_lost
        if now is None or not now.rules.clock_waits_for_referee:
            return
        if is_lost and now.phase is Phase.PLAYING:
            self._paused_by_itself = True
            self._now.act(lambda match, moment: match.paused(moment))
        elif self._paused_by_itself and not is_lost:
            self._paused_by_itself = False
            if now.phase is Phase.PAUSED:
                self._now.act(lambda match, moment: match.resumed(moment))

    def _deadline_passed(self) -> float | None:
        """When the time was over of a turn that nobody claims; None: it is not, or cannot be judged."""
        now = self._now.standing
        if self._claims.waiting or self._now.view.is_lost or not _is_played(now):
            return None
        deadline = now.clock.deadline if now is not None and now.clock is not None else None
        return deadline if deadline is not None and self._now.game.moment >= deadline else None

    def _end_turn(self, deadline: float) -> None:
        """At 0 the turn is claimed with what lies there; hands are waited for a little."""
        moment, view = self._now.game.moment, self._now.view
        if not view.sight.steady:
            if moment >= deadline + GRACE:
                self._claims.claim(moment)
        elif self._claims.is_legal(view.lying, deadline):
            self._claims.claim(deadline)
        elif self._now.question is None:
            question = self._claims.question(deadline)
            if question is not None:
                self._now.ask(question)
            else:
                self._claims.claim(max(moment, deadline + 0.001))


def _is_played(now: Standing | None) -> bool:
    return now is not None and now.phase is Phase.PLAYING
