"""The highlights of the match that is played, worked out once for each state of it."""

from collections.abc import Sequence
from typing import cast

from referee.highlights import MissedPlay, highlights, missed_play
from referee.match import Round, Standing, Turn
from tilewatch.table.situation import Situation
from web.records.turns import Highlights

SEARCHED_FOR = 3.0
"""Seconds for which plays missed in one round are searched; what was found by then is the answer."""

Known = tuple[int, Sequence[Turn], bool, int]
Counted = tuple[int, int, tuple[str, ...]]
"""A match and a round by their numbers, with the racks that were counted."""


class BestOfMatch:
    """What is worth remembering of the match so far."""

    def __init__(self, situation: Situation) -> None:
        self._now = situation
        self._known: Known | None = None
        self._best: Highlights = {}
        self._missed: dict[Counted, MissedPlay | None] = {}

    def highlights(self, missed: bool) -> Highlights:
        """The highlights as the page reads them; `missed`: the best play missed, too.

        Nothing is locked meanwhile: a standing never changes, and a search may take seconds.
        """
        with self._now.lock:
            now, number = self._now.standing, self._now.game.number
        if now is None:
            return {}
        known = (number, now.turns, missed, len(now.rounds))
        if known != self._known:
            best = highlights(now.rules, now.turns).to_json()
            worst = self._worst(number, now) if missed else None
            whole = {**best, "missed_play": worst and worst.to_json()}
            self._known, self._best = known, cast(Highlights, whole)
        return self._best

    def _worst(self, number: int, now: Standing) -> MissedPlay | None:
        """The worst miss of all rounds; each round is searched once."""
        keys = {(number, counted.number, counted.racks): counted for counted in now.rounds}
        self._missed = {
            key: self._missed[key] if key in self._missed else self._searched(now, counted)
            for key, counted in keys.items()
        }
        return max(filter(None, self._missed.values()), key=lambda missed: missed.missed, default=None)

    def _searched(self, now: Standing, counted: Round) -> MissedPlay | None:
        end = self._now.game.moment + SEARCHED_FOR
        return missed_play(now.rules, now.names, now.turns, (counted,), lambda: self._now.game.moment > end)
