"""What cannot be written down has not happened: the press is refused, the camera goes on, and then all is well."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from web.contract import NotWritten


@contextmanager
def locked(stage: Any) -> Iterator[None]:
    """Somebody else holds the database."""
    other = sqlite3.connect(stage.folder / "game.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


def test_a_press_that_cannot_be_written_changes_nothing(game: Callable[..., Any]) -> None:
    stage = game()
    with locked(stage), pytest.raises(NotWritten):
        stage.table.match.pause()
    assert stage.table.state()["turn"]["phase"] == "playing"
    stage.reopen()
    assert stage.table.state()["turn"]["phase"] == "playing"


def test_meanwhile_the_page_is_told_and_the_camera_goes_on(game: Callable[..., Any]) -> None:
    stage = game()
    with locked(stage):
        with pytest.raises(NotWritten):
            stage.table.match.pause()
        stage.is_lost = True
        stage.run(0.5)
        assert stage.table.state()["journal"] is not None
        assert stage.table.state()["turn"]["phase"] == "playing"
    stage.run(1.5)
    assert stage.table.state()["journal"] is None
    assert stage.table.state()["turn"]["phase"] == "paused"
