"""The highlights of the match that is played, worked out once for each state of it."""

from typing import Any

from referee.highlights import highlights, missed_play
from referee.match import Round, Standing, Turn
from tilewatch.table.situation import Situation

PATIENCE = 3.0
"""Seconds for which missed plays are searched; what was found by then is the answer."""

Known = tuple[int, tuple[Turn, ...], tuple[Round, ...], bool]


class BestOfMatch:
    """What is worth remembering of the match so far."""

    def __init__(self, situation: Situation) -> None:
        self._now = situation
        self._known: Known | None = None
        self._told: dict[str, Any] = {}

    def told(self, missed: bool) -> dict[str, Any]:
        """The highlights as the page reads them; `missed`: the best play missed, too.

        Nothing is locked meanwhile: a standing never changes, and a search may take seconds.
        """
        with self._now.lock:
            now, number = self._now.standing, self._now.game.number
        if now is None:
            return {}
        known = (number, now.turns, now.rounds, missed)
        if known != self._known:
            best = highlights(now.rules, now.turns).to_json()
            worst = self._missed(now) if missed else None
            self._known, self._told = known, {**best, "missed_play": worst}
        return self._told

    def _missed(self, now: Standing) -> dict[str, object] | None:
        game = self._now.game
        end = game.moment + PATIENCE
        found = missed_play(now.rules, now.names, now.turns, now.rounds, lambda: game.moment > end)
        return None if found is None else found.to_json()
