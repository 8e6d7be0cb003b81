"""What a table tells the hall of its state."""

from collections.abc import Callable

from tests.tilewatch.conftest import Stage
from tilewatch.club.club_tables import status_of


def test_a_turn_that_the_players_allow_is_told_as_allowed(game: Callable[..., Stage]) -> None:
    stage = game()
    stage.lay("r1 k5")
    stage.table.turn.done(False)
    assert status_of(stage.table.state(), 0.0)["verdict"]["legal"] is False
    stage.table.turn.overrule(True, "we all agree")
    assert status_of(stage.table.state(), 0.0)["verdict"]["legal"] is True
