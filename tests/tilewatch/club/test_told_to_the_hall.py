"""The state that a table sends to the hall."""

import json
import threading
from collections.abc import Callable
from typing import Any

from referee.match import agreeing
from tests.tilewatch.conftest import Stage
from tilewatch.club.club_tables import ClubTables, TableStatus, status_of
from tilewatch.club.rounds_of_journal import RoundsOfJournal
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.database import Database
from tilewatch.storage.sql.place import JournalUnusable


class Heard(ClubTables):
    """Receives one status of a table, then stops the reporting thread."""

    def __init__(self) -> None:
        self.stop, self.status = threading.Event(), dict[str, Any]()

    def tell(self, name: str, status: str) -> None:
        self.status = json.loads(status)
        self.stop.set()


def told(stage: Stage) -> dict[str, Any]:
    """The state that a table sends to the hall now."""
    database, heard = Database(str(stage.folder / "game.db"), writes=False), Heard()
    rounds = RoundsOfJournal(Journal.looked_at(database))
    TableStatus(heard, "Table 1", stage.table.changed_since, {}, rounds.counted, rounds.mended).tell(heard.stop)
    database.close()
    return heard.status


def test_a_round_that_is_mended_when_the_next_match_has_begun_is_told_with_when_it_was_counted(
    game: Callable[..., Stage],
) -> None:
    stage = game()
    stage.table.act(lambda match, at: match.stopped(at))
    stage.table.act(lambda match, at: match.counted({"Ada": "0", "Bo": "37"}, at, True))
    counted = told(stage)["result"]
    stage.table.match.start(["Ada", "Cy"], "original", None, None, False)
    assert (told(stage)["result"], told(stage)["mended"]) == (None, [])
    stage.table.act(lambda match, at: agreeing.round_mended(match, 1, {"Bo": "73"}, at), 1)
    (mended,) = told(stage)["mended"]
    assert (mended["match"], mended["scores"], mended["counted"]) == (1, {"Ada": 73, "Bo": -73}, counted["counted"])
    stage.table.act(lambda match, at: agreeing.round_voided(match, 1, at), 1)
    assert told(stage)["mended"][0]["void"] is True


def test_whoever_has_not_opened_is_told_with_the_round_and_not_where_all_pay_alike(
    game: Callable[..., Stage],
) -> None:
    stage = game()
    stage.lay("r10 r11 r12")
    stage.table.turn.done(False)
    stage.table.act(lambda match, at: match.stopped(at))
    stage.table.act(lambda match, at: match.counted({"Ada": "0", "Bo": "37"}, at, True))
    assert told(stage)["result"]["opened"] == {"Ada": True, "Bo": False}


def test_a_turn_that_the_players_allow_is_told_as_allowed(game: Callable[..., Stage]) -> None:
    stage = game()
    stage.lay("r1 k5")
    stage.table.turn.done(False)
    assert status_of(stage.table.state(), 0.0)["verdict"]["legal"] is False
    stage.table.turn.overrule(True, "we all agree")
    assert status_of(stage.table.state(), 0.0)["verdict"]["legal"] is True


def test_a_table_whose_matches_cannot_be_read_just_now_tells_the_hall_later(game: Callable[..., Stage]) -> None:
    stage, heard, asked = game(), Heard(), list[int]()

    def away_at_first(at_table: int) -> list[Any]:
        asked.append(at_table)
        if len(asked) == 1:
            raise JournalUnusable("connection refused")
        return []

    status = TableStatus(heard, "Table 1", stage.table.changed_since, {}, lambda *_: None, away_at_first)
    status.tell(heard.stop)
    assert (asked, heard.status["mended"]) == ([1, 1], [])
