"""Matches and players over HTTP: listed by pages, opened, resumed, changed by devices with a session, taken home."""

import csv
import io
import itertools
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from tilewatch.cli import main
from web.routes.exports import csv_file
from web.routes.help import SEARCHED_FOR, Questions


def test_matches_come_in_pages_the_newest_first(client: FlaskClient, table: Any) -> None:
    table.history.count = 120
    first, last = client.get("/api/matches?player=&since=&page=").json, client.get("/api/matches?page=3").json
    assert (first["pages"], first["found"], len(first["matches"]), first["matches"][0]["number"]) == (3, 120, 50, 120)
    assert [one["number"] for one in last["matches"]][-1] == 1


def test_there_is_a_page_even_of_nothing(client: FlaskClient) -> None:
    assert client.get("/api/matches?player=Zoe").json == {"matches": [], "page": 1, "pages": 1, "found": 0}


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("page=2", "There are pages 1 to 1."),
        ("page=0", "There are pages 1 to 1."),
        ("page=x", "There are pages 1 to 1."),
        ("since=yesterday", '"since" has to be a date, such as 2026-11-22, not yesterday'),
        ("since=0000-00-00", '"since" has to be a date, such as 2026-11-22, not 0000-00-00'),
    ],
)
def test_a_search_that_makes_no_sense_is_refused_with_its_place(client: FlaskClient, asked: str, says: str) -> None:
    answer = client.get(f"/api/matches?{asked}")
    assert (answer.status_code, answer.json["error"]) == (400, says)


@pytest.mark.parametrize("since", ["2026-01-03", "2026-01-03T12:00:00Z", "2026-01-03T12:00"])
def test_a_date_and_a_moment_are_understood(client: FlaskClient, since: str) -> None:
    assert client.get(f"/api/matches?since={since}").status_code == 200


def test_everybody_may_look_at_matches_and_players_as_at_the_scores(client: FlaskClient) -> None:
    assert client.get("/api/matches/1").json["turns"][0]["player"] == "Ada"
    assert [one["name"] for one in client.get("/api/players").json["players"]] == ["Ada", "Bo", "=Cy"]
    assert client.get("/api/players/%3DCy").json["name"] == "=Cy"


@pytest.mark.parametrize("path", ["/api/matches/9", f"/api/matches/{10**30}", "/api/players/Zoe", "/api/players/a/b"])
def test_what_is_not_there_is_said(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json["error"].startswith(("There is no match", "Nobody called"))


@pytest.mark.parametrize("path", ["/matches/9", "/players/Zoe", "/export/matches/9/match.json"])
def test_a_person_who_follows_a_wrong_link_reads_a_page(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html,application/json;q=0.5"})
    assert answer.status_code == 404
    assert answer.mimetype == "text/html"


@pytest.mark.parametrize(
    "path", ["/api/matches/1/turns/1/after.jpg", "/api/matches/1/turns/1/best", "/api/players/Ada/picture.jpg"]
)
def test_pictures_and_racks_are_only_for_devices_with_a_session(
    client: FlaskClient, host: FlaskClient, path: str
) -> None:
    assert client.get(path).status_code == 403
    assert host.get(path).status_code == 200


def test_where_pictures_are_is_told_to_devices_with_a_session(client: FlaskClient, host: FlaskClient) -> None:
    told, open_to_all = host.get("/api/matches/1").json, client.get("/api/matches/1").json
    assert (told["may_look"], told["turns"][0]["pictures"]["after"]) == (True, "/api/matches/1/turns/1/after.jpg")
    assert (open_to_all["may_look"], open_to_all["turns"][0]["pictures"]["after"]) == (False, None)


def test_what_is_not_known_of_a_turn_is_said(host: FlaskClient) -> None:
    answer = host.get("/api/matches/1/turns/2/best")
    assert (answer.status_code, answer.json["code"]) == (409, "rack-unknown")
    assert host.get("/api/matches/1/turns/2/after.jpg").status_code == 404
    assert host.get("/api/players/Bo/picture.jpg").status_code == 404


def test_what_was_possible_is_searched_for_like_any_question(host: FlaskClient) -> None:
    """The search is limited in time and number, because searches take the processor from the camera."""
    moments = itertools.count(0.0, SEARCHED_FOR + 1)
    host.application.extensions["tilewatch.questions"] = Questions(lambda: next(moments))
    assert host.get("/api/matches/1/turns/1/best").json["optimal"] is False


def test_a_match_is_resumed_by_a_device_that_may_press(client: FlaskClient, host: FlaskClient, table: Any) -> None:
    assert client.post("/api/matches/1/resume").status_code == 403
    assert table.asked == []
    assert host.post("/api/matches/1/resume").status_code == 200
    assert host.post("/api/matches/9/resume").status_code == 404
    assert table.asked == [("resume_match", 1)]


def test_a_players_colour_and_picture_are_changed(client: FlaskClient, host: FlaskClient, table: Any) -> None:
    assert client.post("/api/players/Ada", json={"colour": 3}).status_code == 403
    assert host.post("/api/players/Ada", json={"colour": 3}).status_code == 200
    assert host.post("/api/players/Ada", json={"colour": 8}).status_code == 400
    assert host.post("/api/players/Zoe", json={"colour": 1}).status_code == 404
    photo = {"photo": (io.BytesIO(b"a photograph"), "me.jpg")}
    assert host.post("/api/players/Ada/picture", data=photo).status_code == 200
    assert host.post("/api/players/Ada/picture").status_code == 200
    assert table.history.chosen == [("Ada", 3), ("Ada", 12), ("Ada", None)]


def rows(answer: Any) -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))


def test_all_matches_and_players_as_csv_with_no_cell_a_formula(client: FlaskClient) -> None:
    matches = rows(client.get("/export/matches.csv"))
    assert matches[0] == ["match", "began", "state", "rules", "rounds", "player", "points"]
    number, began, *rest = matches[1]
    assert datetime.fromisoformat(began) == datetime(2026, 1, 2, 19, tzinfo=UTC)
    assert (number, rest) == ("1", ["left", "original", "1", "Ada", "12"])
    assert len(matches) == 10
    assert [row[5] for row in matches[1:4]] == ["Ada", "Bo", "'=Cy"]
    assert [row[0] for row in rows(client.get("/export/players.csv"))] == ["name", "Ada", "Bo", "'=Cy"]


@pytest.mark.parametrize(("asked", "line"), [("sv", "Åse;2,5;7"), ("nb-NO", "Åse;2,5;7"), ("en", "Åse,2.5,7")])
def test_excel_in_the_reader_s_language_opens_it(app: Flask, asked: str, line: str) -> None:
    with app.test_request_context(headers={"Accept-Language": asked}):
        written = csv_file("x.csv", [("Åse", 2.5, 7)]).data
    assert written == b"\xef\xbb\xbf" + f"{line}\r\n".encode()


def test_everything_as_json(client: FlaskClient) -> None:
    told = json.loads(client.get("/export/all.json").text)
    assert [one["number"] for one in told["matches"]] == [1, 2, 3]
    assert told["players"] == client.get("/api/players").json["players"]
    assert json.loads(client.get("/export/matches/1/match.json").text)["turns"][0]["player"] == "Ada"


def test_the_turns_of_a_match_in_notation_are_judged_as_they_were(client: FlaskClient, tmp_path: Path) -> None:
    lines = tmp_path / "turns.jsonl"
    lines.write_bytes(client.get("/export/matches/1/turns.jsonl").data)
    judged = CliRunner().invoke(main, ["judge", "--lines", str(lines), "--json"])
    assert judged.exit_code == 0, judged.output
    verdict = json.loads(judged.stdout)
    assert (verdict["legal"], verdict["opening_points"]) == (True, 33)
    assert rows(client.get("/export/matches/1/turns.csv"))[1][:5] == ["1", "1", "Ada", "True", "r10 r11 r12"]
