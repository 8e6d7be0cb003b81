"""The match and its rounds, from the first deal to the last count."""

from collections.abc import Sequence

from referee.match import Match, Phase
from referee.rules import Rules
from referee.table import Table
from tilewatch.storage.recorded_match import refusals
from tilewatch.storage.sql.place import JournalUnusable
from tilewatch.table.best_of_match import BestOfMatch
from tilewatch.table.fresh_look import FreshLook
from tilewatch.table.situation import Situation
from tilewatch.table.turn_memory import TurnMemory
from tilewatch.telling.match_json import turn_of
from web.contract import Conflict
from web.records.turns import Highlights, TurnTold


class MatchPlay:
    """What players do about the match and its rounds (web.contract.MatchControls)."""

    def __init__(self, situation: Situation, look: FreshLook, memory: TurnMemory) -> None:
        self._now, self._look, self._memory = situation, look, memory
        self._best = BestOfMatch(situation)

    def start(self, players: Sequence[str], rules: object, first: str | None, points: int | None, anyway: bool) -> None:
        """Begins a match; its first round is dealt. Raises Refused."""
        with self._now.lock:
            now, moment = self._now.standing, self._now.game.moment
            if now is not None and now.phase not in (Phase.SETUP, Phase.OVER) and not anyway:
                raise Conflict("match-running")
            with refusals():
                match = Match.begun(players, Rules.from_json(rules), moment, points).round_ready(moment, first)
            self._now.begin(match)

    def resume_match(self, number: int) -> None:
        """Goes on with a match that was left; the one that is being played is left in its place. Raises Refused."""
        try:
            self._now.resume(number)
        except JournalUnusable as error:
            raise Conflict("match-unreadable", number=number, why=str(error)) from error

    def begin_round(self, first: str | None, anyway: bool) -> None:
        """The tiles are dealt: the first player's clock starts. Raises Refused.

        `anyway`: even though something is in the way: tiles on the table, or no picture of it.
        """
        with self._now.lock:
            by_hand = self._now.by_hand
            if not (anyway or by_hand) and self._now.standing is not None and self._now.standing.phase is Phase.READY:
                self._look.wait(self._look.since_now())
                if found := self._now.obstacles():
                    raise Conflict("not-ready", more={"obstacles": [one.to_json() for one in found]}, why=found)
            self._now.act(lambda match, moment: match.round_begun(moment, first, by_hand))

    def pause(self, why: str | None = None) -> None:
        """Stops the clock; `why`: "dispute" while somebody looks at what happened. Raises Refused."""
        self._now.pause(why)

    def resume(self, why: str | None = None) -> None:
        """Starts the clock; `why`: only where it was stopped for that. Raises Refused."""
        with self._now.lock:
            if why is not None and self._now.paused_by != why:
                raise Conflict("cannot.resumed")
            self._now.act(lambda match, moment: match.resumed(moment))

    def turns(self, first: int = 0, most: int | None = None) -> list[TurnTold]:
        """The turns so far in their order: from the place `first` on, at most `most` of them."""
        now, number = self._now.standing, self._now.game.number
        if now is None:
            return []
        asked = now.turns[first : None if most is None else first + most]
        return [turn_of(turn, now.rules, self._memory.kept(number, turn)) for turn in asked]

    def turn_count(self) -> int:
        """How many turns there were so far."""
        now = self._now.standing
        return 0 if now is None else len(now.turns)

    def highlights(self, missed: bool) -> Highlights:
        """What is worth remembering of the match so far; `missed`: the best play missed, too."""
        return self._best.highlights(missed)

    def table_by_right(self) -> Table:
        """What has to lie there before the turn's player lays anything."""
        now = self._now.standing
        return Table() if now is None else now.must_become or now.table
