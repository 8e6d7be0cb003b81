"""The match and its rounds, from the first deal to the last count."""

from collections.abc import Sequence
from typing import cast

from referee.highlights import MissedPlay, highlights, missed_play
from referee.match import Match, Phase, Round, Standing, Turn
from referee.rules import Rules
from referee.table import Table
from tilewatch.storage.recorded_match import refusals
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.table.situation import Situation
from tilewatch.table.turn.fresh_look import FreshLook
from tilewatch.table.turn_memory import TurnMemory
from tilewatch.table.watching import Watching
from tilewatch.telling.turns_json import turn_of
from web.contract import Conflict
from web.records.turns import Highlights, TurnTold

SEARCHED_FOR = 3.0
"""Seconds that the search for missed plays of one round may take; the best play found by then is the answer."""

Known = tuple[int, Sequence[Turn], bool, int]
Counted = tuple[int, int, tuple[str, ...]]
"""A match's number, a round's number, and the racks that were counted in it."""


class BestOfMatch:
    """The highlights of the match so far."""

    def __init__(self, situation: Situation) -> None:
        self._now = situation
        self._known: Known | None = None
        self._best: Highlights = {}
        self._missed: dict[Counted, MissedPlay | None] = {}

    def highlights(self, missed: bool) -> Highlights:
        """The highlights as the page reads them; `missed`: with the best missed play.

        No lock is held during the search, which may take seconds: a standing is immutable.
        """
        with self._now.lock:
            now, number = self._now.standing, self._now.game.number
        if now is None:
            return {}
        known = (number, now.turns, missed, len(now.rounds))
        if known != self._known:
            best = highlights(now.turns).to_json()
            worst = self._worst(number, now) if missed else None
            whole = {**best, "missed_play": worst and worst.to_json()}
            self._known, self._best = known, cast(Highlights, whole)
        return self._best

    def _worst(self, number: int, now: Standing) -> MissedPlay | None:
        """The most costly missed play of all rounds; each round is searched once."""
        keys = {(number, counted.number, counted.racks): counted for counted in now.rounds}
        self._missed = {
            key: self._missed[key] if key in self._missed else self._searched(now, counted)
            for key, counted in keys.items()
        }
        return max(filter(None, self._missed.values()), key=lambda missed: missed.missed, default=None)

    def _searched(self, now: Standing, counted: Round) -> MissedPlay | None:
        end = self._now.game.moment + SEARCHED_FOR
        return missed_play(now.names, now.turns, (counted,), lambda: self._now.game.moment > end)


class MatchPlay:
    """The players' acts on the match and its rounds (web.contract.MatchControls)."""

    def __init__(self, situation: Situation, watching: Watching, fresh: FreshLook, memory: TurnMemory) -> None:
        self._now, self._watching, self._fresh, self._memory = situation, watching, fresh, memory
        self.highlights = BestOfMatch(situation).highlights

    def start(self, players: Sequence[str], rules: object, first: str | None, points: int | None, anyway: bool) -> None:
        """Begins a match and deals its first round. Raises Refused."""
        with self._now.lock:
            now, moment = self._now.standing, self._now.game.moment
            if now is not None and now.phase not in (Phase.SETUP, Phase.OVER) and not anyway:
                raise Conflict("match-running")
            with refusals():
                match = Match.begun(players, Rules.from_json(rules), moment, points).round_ready(moment, first)
            self._now.begin(match)

    def resume_match(self, number: int) -> None:
        """Resumes a match that was left; the match being played is left in its place. Raises Refused."""
        try:
            self._now.resume(number)
        except JournalUnusable as error:
            raise Conflict("match-unreadable", number=number, why=str(error)) from error

    def begin_round(self, first: str | None, anyway: bool) -> None:
        """Starts the first player's clock, after the tiles are dealt. Raises Refused.

        `anyway`: in spite of obstacles, such as tiles on the table or no picture of it.
        """
        with self._now.lock:
            by_hand = self._now.by_hand
            if (
                not (anyway or by_hand or self._now.by_photos)
                and self._now.standing is not None
                and self._now.standing.phase is Phase.READY
            ):
                self._fresh.wait(self._fresh.since_now())
                if found := self._now.obstacles():
                    raise Conflict("not-ready", more={"obstacles": [one.to_json() for one in found]}, why=found)
            self._now.act(lambda match, moment: match.round_begun(moment, first, by_hand))
            self._watching.begin_round()

    def turns(self, first: int = 0, most: int | None = None) -> list[TurnTold]:
        """The turns so far in order, from index `first`, at most `most` of them."""
        now, number = self._now.standing, self._now.game.number
        if now is None:
            return []
        asked = now.turns[first : None if most is None else first + most]
        return [turn_of(turn, self._memory.has_pictures(number, turn)) for turn in asked]

    def turn_count(self) -> int:
        """The number of turns so far."""
        now = self._now.standing
        return 0 if now is None else len(now.turns)

    def table_by_right(self) -> Table:
        """The table that has to be restored before the player of the turn lays a tile."""
        now = self._now.standing
        return Table() if now is None else now.must_become or now.table
