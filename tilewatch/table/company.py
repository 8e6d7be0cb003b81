"""What players settle among themselves: who plays and is called what, by which rules, what a round was worth."""

from collections.abc import Mapping, Sequence

from referee.match import LeftRack, agreeing
from referee.rules import Rules
from tilewatch.history.history import History
from tilewatch.history.names import new_name_of
from tilewatch.storage.recorded_match import Act, refusals
from tilewatch.storage.sql.database import JournalUnusable
from tilewatch.table.situation import Situation
from web.contract import Conflict


class Company:
    """The players and what they agree on (web.contract_company.CompanyControls)."""

    def __init__(self, situation: Situation, history: History) -> None:
        self._now, self._history = situation, history

    def leave(self, player: str, rack: LeftRack) -> None:
        """A player goes. Raises Refused."""
        self._now.act(lambda match, moment: agreeing.left(match, player, rack, moment))

    def join(self, player: str, is_now: bool) -> None:
        """A player comes. Raises Refused."""
        self._now.act(lambda match, moment: agreeing.joined(match, player, moment, is_now))

    def order(self, players: Sequence[str]) -> None:
        """Who follows whom. Raises Refused."""
        self._now.act(lambda match, moment: agreeing.ordered(match, players, moment))

    def rename(self, player: str, to: str, merge: bool) -> None:
        """A player is called otherwise in every match that is kept here; `merge`: two names are one person.

        Older matches come first: where the machine stops meanwhile, the same press goes on. Raises Refused.
        """
        with self._now.lock:
            summaries = self._history.summaries()
            name = new_name_of(player, to, merge, summaries)
            numbers = [summary.number for summary in summaries if player in summary.names]
            for number in sorted(numbers, key=lambda number: number == self._now.game.number):
                self._act_on(number, lambda match, moment: agreeing.renamed(match, player, name, moment))
            self._history.rename(player, name)

    def forget(self, player: str) -> None:
        """A player's line of the all-time table, colour and picture go. Raises Refused."""
        with self._now.lock:
            playing = self._now.standing
            if playing is not None and any(one.name == player and not one.is_away for one in playing.players):
                raise Conflict("player-at-table", player=player)
            self._history.forget(player)

    def change_rules(self, rules: object, reason: str, by: str) -> None:
        """Other rules from the next turn on. Raises Refused."""
        with refusals():
            wanted = Rules.from_json(rules)
        self._now.act(lambda match, moment: agreeing.rules_changed(match, wanted, reason, moment, by))

    def mend_round(
        self, number: int, racks: Mapping[str, str], reason: str, by: str, anyway: bool, match: int | None = None
    ) -> None:
        """A scored round is counted again; `match`: of another match than the one at the table. Raises Refused."""
        act: Act = lambda one, moment: agreeing.round_mended(one, number, racks, moment, reason, by, anyway)  # noqa: E731
        self._act_on(match, act)

    def void_round(self, number: int, reason: str, by: str, match: int | None = None) -> None:
        """A scored round is struck out. Raises Refused."""
        self._act_on(match, lambda one, moment: agreeing.round_voided(one, number, moment, reason, by))

    def unvoid_round(self, number: int, by: str, match: int | None = None) -> None:
        """A round that was struck out counts again. Raises Refused."""
        self._act_on(match, lambda one, moment: agreeing.round_unvoided(one, number, moment, by))

    def _act_on(self, number: int | None, act: Act) -> None:
        """Changes the match at the table, or another one that is kept. Raises Refused."""
        with self._now.lock:
            if number is None or number == self._now.game.number:
                self._now.act(act)
                return
            try:
                self._now.game.act_on(number, act)
            except JournalUnusable as error:
                raise Conflict("match-unreadable", number=number, why=str(error)) from error
