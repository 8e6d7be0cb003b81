"""An event that cannot be written has not happened: the press is refused, the camera goes on, and later presses
work."""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from web.contract import NotWritten


@contextmanager
def locked(stage: Any) -> Iterator[None]:
    """A block in which another client locks the database."""
    other = sqlite3.connect(stage.folder / "game.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


def test_a_press_that_cannot_be_written_changes_nothing(game: Callable[..., Any]) -> None:
    stage = game()
    with locked(stage), pytest.raises(NotWritten):
        stage.table.pause()
    assert stage.table.state()["turn"]["phase"] == "playing"
    stage.reopen()
    assert stage.table.state()["turn"]["phase"] == "playing"


def test_meanwhile_the_page_is_told_and_the_camera_goes_on(game: Callable[..., Any]) -> None:
    stage = game()
    with locked(stage):
        with pytest.raises(NotWritten):
            stage.table.pause()
        stage.is_lost = True
        stage.run(0.5)
        assert stage.table.state()["journal"] is not None
        assert stage.table.state()["turn"]["phase"] == "playing"
    stage.run(1.5)
    assert stage.table.state()["journal"] is None
    assert stage.table.state()["turn"]["phase"] == "paused"


def test_who_asks_while_somebody_waits_for_the_database_is_told_at_once(game: Callable[..., Any]) -> None:
    """A database that hangs delays the person who presses, and nobody else; the clock goes on."""
    stage = game()
    stage.run(1)
    before = stage.table.state()
    is_held, is_over = threading.Event(), threading.Event()

    def wait_for_the_database() -> None:
        with stage.table._situation.lock:
            is_held.set()
            is_over.wait(60)

    waiting = threading.Thread(target=wait_for_the_database)
    waiting.start()
    is_held.wait(60)
    stage.now += 5
    now = stage.table.state()
    version, text = stage.table.changed_since(-1, 0.0)
    is_over.set()
    waiting.join()
    assert now["turn"]["seconds_left"] == pytest.approx(before["turn"]["seconds_left"] - 5, abs=0.2)
    assert (version, json.loads(text)["table"]) == (before["version"], before["table"])
