"""Players in everything that is kept: what they are called, and who is in no table any more."""

from referee.match import agreeing
from tilewatch.history.history import History
from tilewatch.history.names import new_name_of
from tilewatch.table.situation import Situation
from web.contract import Conflict


class Company:
    """Players in everything that is kept (web.contract.CompanyControls)."""

    def __init__(self, situation: Situation, history: History) -> None:
        self._now, self._history = situation, history

    def rename(self, player: str, to: str, merge: bool) -> None:
        """A player is called otherwise in every match that is kept here; `merge`: two names are one person.

        Older matches come first: where the machine stops meanwhile, the same press goes on. Raises Refused.
        """
        with self._now.lock:
            summaries = self._history.summaries()
            name = new_name_of(player, to, merge, summaries)
            numbers = [summary.number for summary in summaries if player in summary.names]
            for number in sorted(numbers, key=lambda number: number == self._now.game.number):
                self._now.act(lambda match, moment: agreeing.renamed(match, player, name, moment), number)
            self._history.rename(player, name)

    def forget(self, player: str) -> None:
        """A player's line of the all-time table, colour and picture go. Raises Refused."""
        with self._now.lock:
            playing = self._now.standing
            if playing is not None and any(one.name == player and not one.is_away for one in playing.players):
                raise Conflict("player-at-table", player=player)
            self._history.forget(player)
