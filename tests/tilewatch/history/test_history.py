"""The matches of a journal: listed, opened again, resumed; and the settings that players chose for themselves."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from sqlalchemy import text

from tests.tilewatch.history.made_up import EVENING, kept_matches, made_up_match
from tilewatch.history.history import History
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.database import Database
from web.contract import BadRequest, Conflict, NotReadable

DAY = 86400


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Three evenings: Ada, Bo, Cy; Ada, Di; and Bo, Cy again."""
    journal = Journal(str(tmp_path / "game.db"), durable=False)
    matches = [made_up_match(1), made_up_match(2, ("Ada", "Di"), 1), made_up_match(3, ("Bo", "Cy"), 1)]
    kept_matches(journal, matches)
    yield journal
    journal.close()


@pytest.fixture
def history(journal: Journal, tmp_path: Path) -> History:
    return History(journal, Album(tmp_path / "album"))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The matches whose events were read."""
    read: list[int] = []
    events = Journal.events

    def noted(journal: Journal, match: int) -> Any:
        read.append(match)
        return events(journal, match)

    monkeypatch.setattr(Journal, "events", noted)
    return read


def numbers(history: History, **wanted: Any) -> list[int]:
    return [one["number"] for one in history.matches(**wanted)]


def test_matches_are_listed_the_newest_first(history: History) -> None:
    first = history.matches()[-1]
    assert numbers(history) == [3, 2, 1]
    assert (first["began"], first["players"], first["rounds"]) == ("2026-01-02T18:00:00Z", ["Ada", "Bo", "Cy"], 2)
    assert (first["rules"], first["state"], sum(first["scores"].values())) == ("original", "over", 0)


def test_matches_are_searched_by_player_and_by_date(history: History) -> None:
    assert numbers(history, player="ada") == [2, 1]
    assert numbers(history, since=EVENING + 2 * DAY) == [3, 2]
    assert numbers(history, player="Di", since=EVENING + 3 * DAY) == []
    assert numbers(history, player="Nobody") == []


def test_no_match_is_played_through_twice(journal: Journal, history: History, asked: list[int], tmp_path: Path) -> None:
    """Not even after the program restarts: the summary made of a match's events is stored."""
    history.matches()
    history.players()
    assert sorted(asked) == [1, 2, 3]
    History(journal, Album(tmp_path)).matches()
    assert sorted(asked) == [1, 2, 3]


def test_a_match_that_went_on_is_summed_up_anew(journal: Journal, history: History) -> None:
    before = history.matches()[0]
    longer = made_up_match(3, ("Bo", "Cy"), 2).events
    known = len(journal.events(3))
    journal.append(3, known, longer[known:])
    assert (before["rounds"], history.matches()[0]["rounds"]) == (1, 2)


def test_a_summary_that_was_changed_is_made_anew(journal: Journal, tmp_path: Path) -> None:
    told = History(journal, Album(tmp_path)).matches()
    with journal.database.engine.begin() as connection:
        connection.execute(text("UPDATE match_summaries SET body = replace(body, 'Ada', 'Eva')"))
    assert History(journal, Album(tmp_path)).matches() == told


def test_a_damaged_match_is_left_out_and_the_others_are_told(journal: Journal, tmp_path: Path) -> None:
    with journal.database.engine.begin() as connection:
        connection.execute(text("UPDATE match_events SET body = replace(body, 'Di', 'Do') WHERE match = 2"))
    history = History(journal, Album(tmp_path))
    assert numbers(history) == [3, 1]
    assert history.match(2) is None


def test_a_journal_that_cannot_be_read_is_said(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    history.matches()
    monkeypatch.setattr(Database, "asked", _away)
    with pytest.raises(NotReadable, match="away"):
        history.matches()


def _away(*_asked: object) -> Any:
    from tilewatch.storage.sql.place import JournalUnusable

    raise JournalUnusable("the database is away")


def test_a_match_is_opened_with_its_rounds_and_turns(history: History) -> None:
    match = history.match(1)
    assert match is not None
    assert [one["round"] for one in match["rounds"]] == [1, 2]
    assert [one["number"] for one in match["turns"]] == list(range(1, len(match["turns"]) + 1))
    turn = match["turns"][0]
    assert turn["pictures"] == {"before": None, "after": None}
    assert sorted(tile for row in turn["board"] for tile in row["tiles"]) == sorted(" ".join(turn["after"]).split())
    assert history.match(9) is None


def test_one_players_figures_are_told_with_the_line_of_the_table(history: History) -> None:
    ada, table = history.player("Ada"), history.players()
    assert ada is not None
    line = next(one for one in table if one["name"] == "Ada")
    assert line.items() <= ada.items()
    assert (ada["matches"], ada["rounds"], len(ada["rounds_played"]), ada["colour"]) == (2, 3, 3, 0)
    assert history.player("Zoe") is None


def test_a_colour_is_chosen_and_forgotten(history: History) -> None:
    history.choose_colour("Bo", 5)
    assert [(one["name"], one["colour"]) for one in sorted(history.players(), key=lambda one: one["name"])] == [
        ("Ada", 0),
        ("Bo", 5),
        ("Cy", 2),
        ("Di", 3),
    ]
    history.choose_colour("Bo", None)
    assert next(one for one in history.players() if one["name"] == "Bo")["colour"] == 1


def test_a_picture_becomes_small_and_square_and_is_forgotten_on_request(history: History) -> None:
    photo = cv2.imencode(".png", np.full((300, 500, 3), 99, np.uint8))[1].tobytes()
    history.choose_picture("Ada", photo)
    kept = history.picture("Ada")
    assert kept is not None
    assert cv2.imdecode(np.frombuffer(kept, np.uint8), 1).shape == (160, 160, 3)
    assert {one["name"]: one["picture"] for one in history.players()}["Ada"] == "/api/players/Ada/picture.jpg"
    history.choose_picture("Ada", None)
    assert history.picture("Ada") is None


def test_what_is_no_picture_is_refused(history: History) -> None:
    with pytest.raises(BadRequest, match="photograph"):
        history.choose_picture("Ada", b"GIF89a nonsense")


def start(stage: Any, *players: str, anyway: bool = False) -> None:
    stage.table.match.start(list(players), "original", players[0], None, anyway)
    stage.table.match.begin_round(None, True)


def test_a_match_that_was_left_goes_on_where_it_stood(game: Callable[..., Any]) -> None:
    """A new match is begun `anyway`: the running match waits with its clock stopped, and loses nothing."""
    stage = game()
    stage.lay("r10 r11 r12")
    stage.table.turn.done(False)
    stage.wait(8)
    left = stage.table.state()["turn"]["seconds_left"]
    start(stage, "Cy", "Di", anyway=True)
    assert [(one["number"], one["state"]) for one in stage.table.history.matches()] == [(2, "running"), (1, "left")]
    stage.wait(20)
    stage.table.match.resume_match(1)
    state = stage.table.state()
    assert [player["name"] for player in state["players"]] == ["Ada", "Bo"]
    assert (state["turn"]["phase"], state["turn"]["number"], state["turn"]["player"]) == ("paused", 2, "Bo")
    assert state["turn"]["seconds_left"] == pytest.approx(left, abs=0.2)
    assert [(one["number"], one["state"]) for one in stage.table.history.matches()] == [(2, "left"), (1, "running")]
    stage.table.go_on()
    stage.lay("r10 r11 r12", "k10 k11 k12")
    assert stage.table.turn.done(False)["legal"]


def test_a_resumed_match_is_at_the_table_after_a_crash_until_another_begins(game: Callable[..., Any]) -> None:
    stage = game()
    start(stage, "Cy", "Di", anyway=True)
    stage.table.match.resume_match(1)
    stage.reopen()
    assert stage.table.state()["match"]["number"] == 1
    start(stage, "Eve", "Fay", anyway=True)
    stage.reopen()
    assert stage.table.state()["match"]["number"] == 3


def test_a_resumed_match_that_is_damaged_stands_where_its_last_good_event_left_it(game: Callable[..., Any]) -> None:
    stage = game()
    start(stage, "Cy", "Di", anyway=True)
    stage.table.match.resume_match(1)
    stage.table.close()
    journal = Database(str(stage.folder / "game.db"), durable=False)
    with journal.engine.begin() as connection:
        connection.execute(text("DELETE FROM match_events WHERE match = 1 AND number > 1"))
    journal.close()
    stage.table = stage.opened()
    assert stage.table.state()["turn"]["phase"] == "ready"


def test_a_match_that_the_players_ended_is_over_and_may_be_gone_on_with(game: Callable[..., Any]) -> None:
    """The end survives a restart of the program; resuming the match withdraws the end."""
    stage = game()
    stage.table.act(lambda match, at: match.stopped(at))
    stage.table.act(lambda match, at: match.counted({"Ada": "r5", "Bo": "k3"}, at, True))
    stage.table.act(lambda match, at: match.ended(at))
    stage.reopen()
    assert (stage.table.state()["match"]["finished"], stage.table.state()["match"]["ended"]) == (True, True)
    start(stage, "Cy", "Di")
    told = stage.table.history.matches()[1]
    assert (told["number"], told["state"], told["resumable"]) == (1, "over", True)
    stage.table.match.resume_match(1)
    assert not stage.table.state()["match"]["finished"]
    stage.table.act(lambda match, at: match.round_ready(at))
    assert stage.table.state()["turn"]["phase"] == "ready"


def test_what_cannot_be_resumed_is_refused(game: Callable[..., Any]) -> None:
    stage = game({"preset": "original", "rounds": 1})
    with pytest.raises(Conflict, match="on the table already"):
        stage.table.match.resume_match(1)
    stage.table.act(lambda match, at: match.stopped(at))
    stage.table.act(lambda match, at: match.counted({"Ada": "r5", "Bo": "k3"}, at, True))
    start(stage, "Cy", "Di")
    with pytest.raises(Conflict, match="The match is over"):
        stage.table.match.resume_match(1)
    with pytest.raises(Conflict, match="cannot be read"):
        stage.table.match.resume_match(7)


def test_the_pictures_of_a_resumed_match_are_its_own(game: Callable[..., Any]) -> None:
    stage = game()
    stage.lay("r10 r11 r12")
    stage.table.turn.done(False)
    start(stage, "Cy", "Di", anyway=True)
    stage.table.match.resume_match(1)
    assert stage.table.history.turn_picture(1, 1, "after") is not None
    assert stage.table.history.turn_picture(2, 1, "after") is None
    assert stage.table.history.match(1)["turns"][0]["pictures"]["after"] == "/api/matches/1/turns/1/after.jpg"


def test_on_a_database_server_it_is_the_same(postgresql_database: str, tmp_path: Path, asked: list[int]) -> None:
    journal = Journal(postgresql_database)
    kept_matches(journal, [made_up_match(1), made_up_match(2, ("Ada", "Di"), 1)])
    history = History(journal, Album(tmp_path))
    assert numbers(history, player="Di") == [2]
    history.choose_picture("Ada", cv2.imencode(".jpg", np.full((90, 90, 3), 99, np.uint8))[1].tobytes())
    history.choose_colour("Ada", 7)
    journal.close()
    again = Journal(postgresql_database)
    later = History(again, Album(tmp_path))
    ada = later.player("Ada")
    assert ada is not None
    assert (ada["colour"], ada["picture"], len(later.picture("Ada") or b"") > 0) == (
        7,
        "/api/players/Ada/picture.jpg",
        True,
    )
    assert sorted(asked) == [1, 2]
    again.close()
