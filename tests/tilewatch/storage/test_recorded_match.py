"""The clock of the match at the table goes on from its value at the program's end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.match import Match
from referee.rules import Rules
from tilewatch.storage.journal import Journal
from tilewatch.storage.recorded_match import HEARTBEAT, Game


class Evening:
    """A match in a file, and a clock set by the test."""

    def __init__(self, file: Path) -> None:
        self.file, self.time = str(file), 100.0
        self._start()

    def _start(self) -> None:
        self.journal = Journal(self.file)
        self.game = Game(self.journal, lambda: self.time)

    def begin(self) -> None:
        moment = self.game.moment
        self.game.begin(Match.begun(["Ada", "Bo"], Rules(), moment).round_begun(moment, "Ada"))

    def crash(self) -> None:
        """The program ends, and is started again ten minutes later."""
        self.journal.close()
        self.time += 600.0
        self._start()

    def used(self) -> float:
        assert self.game.standing is not None
        assert self.game.standing.clock is not None
        return self.game.standing.clock.spent(self.game.moment)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path / "game.db")
    evening.begin()
    yield evening
    evening.journal.close()


def test_after_a_crash_a_turn_has_used_what_it_had_at_the_last_heartbeat(evening: Evening) -> None:
    evening.time += 20.0
    evening.game.beat()
    evening.crash()
    assert evening.used() == pytest.approx(20.0)


def test_less_than_a_heartbeat_is_not_noted(evening: Evening) -> None:
    evening.time += 20.0
    evening.game.beat()
    evening.time += HEARTBEAT / 2
    evening.game.beat()
    evening.crash()
    assert evening.used() == pytest.approx(20.0)


def test_while_the_clock_stands_nothing_is_noted(evening: Evening) -> None:
    evening.time += 20.0
    evening.game.act(lambda match, moment: match.paused(moment))
    evening.time += 5.0
    evening.game.beat()
    evening.crash()
    assert evening.game.moment == pytest.approx(20.0)
