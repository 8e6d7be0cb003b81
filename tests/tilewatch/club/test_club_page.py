"""The club's page over HTTP: permissions, a tournament to its final, and results that tables send by themselves."""

import json
import re
import time
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from sqlalchemy import update

from referee.match import Match
from referee.rules import Rules
from tests.tilewatch.club.conftest import PIN, Told
from tilewatch.cli import main
from tilewatch.club.club_database import NOTES, ClubDatabase
from tilewatch.club.club_tables import ClubTables
from tilewatch.club.hall import Club, Hall
from tilewatch.storage.journal import Journal
from tilewatch.storage.notes import PinNote
from tilewatch.storage.sql.place import JournalUnusable
from web.contract import Conflict
from web.sessions import MOST_SESSIONS, SessionsNote
from web.sessions import NOTE as SESSIONS

EIGHT = ["Ada", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal"]


def opened(client: FlaskClient, **more: Any) -> Any:
    body = {"name": "Friday", "players": EIGHT, "rounds": 3, "seats": 4, "rules": "original", **more}
    return client.post("/api/club/tournament", json=body)


def tables_of(client: FlaskClient) -> list[dict[str, Any]]:
    seated = client.post("/api/club/round")
    assert seated.status_code == 200, seated.json
    tables: list[dict[str, Any]] = seated.json["tables"]
    return tables


def result(players: list[str], *points: float) -> dict[str, Any]:
    return {"table": 1, "scores": dict(zip(players, points, strict=True))}


def counted(players: list[str], *points: int, ago: float = 0.0, void: bool = False) -> dict[str, Any]:
    """The message that a table sends when its round was counted."""
    scores = dict(zip(players, points, strict=True))
    nothing: dict[str, Any] = {"tiles": dict.fromkeys(players, 3), "opened": dict.fromkeys(players, True)}
    return {"match": 1, "round": 1, "scores": scores, "ago": ago, "void": void, **nothing}


def test_a_damaged_note_is_one_plain_sentence(database: ClubDatabase) -> None:
    database.note("pin", PinNote(PIN))
    with database.writing() as connection:
        connection.execute(update(NOTES).values(body='{"pin": 4'))
    with pytest.raises(JournalUnusable, match="the note 'pin' in the club's database is damaged"):
        database.noted("pin", PinNote)


def test_everybody_looks_and_only_the_director_acts(looker_on: FlaskClient, director: FlaskClient) -> None:
    assert opened(looker_on).status_code == 403
    assert opened(director).status_code == 201
    for path in ("/api/club/tournament", "/api/club/standings", "/api/club/tables"):
        assert looker_on.get(path).status_code == 200
    for path in ("round", "result", "sign", "player", "player/left", "undo", "clock", "invite", "entries", "forget"):
        assert looker_on.post(f"/api/club/{path}", json={"table": 1, "scores": {}}).status_code == 403
    assert looker_on.post("/api/club/round", headers={"X-Table-Pin": PIN}).status_code == 200


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"players": ["Ada", "Bo", "Ada", "Di"]}, "Entry 3: Ada is entry 1 already."),
        ({"players": ["Ada", "Bo", "Cy"]}, "3 players are fewer than a table of 4 seats."),
        ({"csv": "name;club\nAda;Nord\nBo\n"}, "Line 3 has 1 column where the first line has 2."),
        ({"seats": 7}, "A table seats 2, 3 or 4, not 7."),
        ({"rules": "chess"}, None),
    ],
)
def test_what_cannot_be_a_tournament_is_refused_and_nothing_is_done(
    director: FlaskClient, body: dict[str, Any], says: str | None
) -> None:
    refused = opened(director, **body)
    assert refused.status_code == 400
    assert says is None or refused.json["error"] == says
    assert director.get("/api/club/tournament").status_code == 404


def test_a_round_is_seated_played_corrected_and_undone(director: FlaskClient) -> None:
    opened(director)
    first, second = tables_of(director)
    assert sorted([*first["players"], *second["players"]]) == EIGHT
    refused = director.post("/api/club/result", json=result(first["players"], 30, -10, -10, -5))
    assert (refused.status_code, refused.json["error"]) == (400, "Table 1: the scores add up to 5, not to 0.")
    elsewhere = director.post("/api/club/result", json={"table": 9, "scores": {}})
    assert (elsewhere.status_code, elsewhere.json["code"]) == (409, "result.no-table")
    body = {**result(first["players"], 30, -10, -10, -10), "reason": "the camera fell"}
    for more in ({"tiles": {"Zoe": 3}}, {"unopened": ["Zoe"]}):
        mistyped = director.post("/api/club/result", json={**body, **more})
        assert (mistyped.status_code, mistyped.json["code"]) == (400, "result.stranger")
    told = director.post("/api/club/result", json=body).json
    assert told["rounds"][0]["tables"][0]["result"]["reason"] == "the camera fell"
    assert director.post("/api/club/round").status_code == 409
    change = told["changes"][-1]["change"]
    undone = director.post("/api/club/undo", json={"change": change}).json
    assert undone["rounds"][0]["tables"][0]["result"] is None
    assert undone["changes"][change]["counts"] is False


def test_a_repeated_press_seats_one_round(director: FlaskClient) -> None:
    opened(director)
    once = director.post("/api/club/round", headers={"Idempotency-Key": "a"})
    again = director.post("/api/club/round", headers={"Idempotency-Key": "a"})
    assert (once.json, once.status_code) == (again.json, 200)
    assert len(director.get("/api/club/tournament").json["rounds"]) == 1


def test_a_table_that_is_played_reports_by_itself(director: FlaskClient, tell: Told) -> None:
    opened(director)
    players = tables_of(director)[0]["players"]
    tell("Table 1", result=counted(players, 30, -10, -10, -10))
    told = director.get("/api/club/tournament").json["rounds"][0]["tables"][0]["result"]
    assert (told["by_table"], told["signed"], told["scores"][players[0]]) == (True, False, 30)
    changes = len(director.get("/api/club/tournament").json["changes"])
    tell("Table 1", result=counted(players, 30, -10, -10, -10), phase="over")
    assert len(director.get("/api/club/tournament").json["changes"]) == changes
    director.post("/api/club/sign", json={"table": 1})
    tell("Table 1", result=counted(players, 33, -11, -11, -11))
    assert director.get("/api/club/standings").json["standings"][0]["points"] == 30


def test_what_a_table_strikes_out_does_not_count_any_more(director: FlaskClient, tell: Told) -> None:
    opened(director)
    players = tables_of(director)[0]["players"]

    def points() -> object:
        result = director.get("/api/club/tournament").json["rounds"][0]["tables"][0]["result"]
        return result and result["scores"][players[0]]

    tell("Table 1", result=counted(players, 30, -10, -10, -10))
    tell("Table 1", result=counted(players, 33, -11, -11, -11))
    tell("Table 1", result=counted(players, 33, -11, -11, -11, void=True))
    assert points() is None
    tell("Table 1", result=counted(players, 33, -11, -11, -11, void=True), phase="over")
    tell("Table 1", result=counted(players, 33, -11, -11, -11))
    assert points() == 33
    director.post("/api/club/sign", json={"table": 1})
    tell("Table 1", result=counted(players, 33, -11, -11, -11, void=True))
    assert points() == 33


@pytest.mark.parametrize("has_begun_the_next", [False, True])
def test_a_round_that_is_mended_after_the_next_draw_is_mended_in_the_standings(
    director: FlaskClient, tell: Told, monkeypatch: pytest.MonkeyPatch, has_begun_the_next: bool
) -> None:
    """The draw stays; a struck-out result counts for no player, and counts again once it is restored."""
    now = time.time()
    for clock in ("now", "moment"):
        monkeypatch.setattr(ClubDatabase, clock, lambda _database: now)
    opened(director, players=EIGHT[:4])
    players = tables_of(director)[0]["players"]
    now = played = now + 600

    def told_by_table(*points: int, void: bool = False) -> list[object]:
        mended = counted(players, *points, ago=now - played, void=void)
        tell("Table 1", **({"mended": [mended]} if has_begun_the_next else {"result": mended}))
        first, second = director.get("/api/club/tournament").json["rounds"]
        assert second["tables"][0]["result"] is None
        result = first["tables"][0]["result"]
        places = director.get("/api/club/standings").json["standings"]
        return [result and result["scores"][players[0]], places[0]["points"], places[0]["played"]]

    tell("Table 1", result=counted(players, 30, -10, -10, -10))
    now += 600
    tables_of(director)
    assert told_by_table(30, -10, -10, -10) == [30, 30, 1]
    assert told_by_table(33, -11, -11, -11) == [33, 33, 1]
    assert told_by_table(33, -11, -11, -11, void=True) == [None, 0, 0]
    assert told_by_table(33, -11, -11, -11) == [33, 33, 1]
    director.post("/api/club/sign", json={"table": 1, "round": 1})
    assert told_by_table(36, -12, -12, -12) == [33, 33, 1]


def test_of_two_matches_in_one_round_the_later_one_counts_however_the_first_was_mended(
    director: FlaskClient, tell: Told
) -> None:
    opened(director)
    players = tables_of(director)[0]["players"]
    for _ in range(2):
        tell(
            "Table 1",
            result=counted(players, 30, -10, -10, -10),
            mended=[counted(players, 3, -1, -1, -1, ago=0.001)],
        )
    told = director.get("/api/club/tournament").json
    assert told["rounds"][0]["tables"][0]["result"]["scores"][players[0]] == 30
    assert len(told["changes"]) == 3


def test_whoever_listens_hears_what_this_page_itself_changes_of_the_tournament(
    director: FlaskClient, club: Club, tell: Told
) -> None:
    known = club.hall.changed_since(-1, 0.0)[0]

    def heard() -> bool:
        nonlocal known
        before, (known, news) = known, club.hall.changed_since(known, 0.0)
        return bool(json.loads(news)["tournament"] > before)

    opened(director)
    assert heard()
    players = tables_of(director)[0]["players"]
    assert heard()
    assert not heard()
    tell("Table 1", result=counted(players, 30, -10, -10, -10))
    assert heard()


def test_what_was_counted_before_or_by_others_is_no_result_of_the_round(director: FlaskClient, tell: Told) -> None:
    opened(director)
    players = tables_of(director)[0]["players"]
    tell("Table 1", result=counted(players, 30, -10, -10, -10, ago=60.0))
    tell("Kitchen", result=counted(players, 30, -10, -10, -10))
    tell("Table 2", result=counted(players, 30, -10, -10, -10))
    tables = director.get("/api/club/tournament").json["rounds"][0]["tables"]
    assert [table["result"] for table in tables] == [None, None]


def test_an_invitation_lets_a_host_enter_the_own_table_s_result_only(
    director: FlaskClient, looker_on: FlaskClient
) -> None:
    opened(director)
    first, second = tables_of(director)
    director.application.config["TILEWATCH_ADDRESS"] = "http://192.0.2.7:8018/"
    made = director.post("/api/club/invite", json={"role": "host", "table": 1}).json
    assert made["address"] == f"http://192.0.2.7:8018/join?code={made['code']}"
    assert director.get(f"/invitation.svg?code={made['code']}").mimetype == "image/svg+xml"
    assert looker_on.get(f"/invitation.svg?code={made['code']}").status_code == 403
    assert looker_on.get(f"/join?code={made['code']}").status_code == 302
    assert looker_on.get("/api/club/role").json == {"director": False, "role": {"kind": "host", "of": "1"}}
    own = looker_on.post("/api/club/result", json=result(first["players"], 3, -1, -1, -1))
    assert own.json["rounds"][0]["tables"][0]["result"]["signed"] is False
    other = {**result(second["players"], 3, -1, -1, -1), "table": 2}
    assert looker_on.post("/api/club/result", json=other).status_code == 403
    assert looker_on.post("/api/club/sign", json={"table": 1}).status_code == 403
    assert looker_on.get("/join?code=guessed").status_code == 403
    director.post("/api/club/invite", json={"role": "host", "table": 1})
    late = looker_on.application.test_client()
    assert late.get(f"/join?code={made['code']}").status_code == 403


def test_a_host_corrects_an_earlier_round_and_not_the_one_that_is_played(director: FlaskClient) -> None:
    opened(director, players=EIGHT[:4])
    players = tables_of(director)[0]["players"]
    host = director.application.test_client()
    host.get(f"/join?code={director.post('/api/club/invite', json={'role': 'host', 'table': 1}).json['code']}")
    host.post("/api/club/result", json=result(players, 30, -10, -10, -10))
    tables_of(director)
    host.post("/api/club/result", json={**result(players, 3, -1, -1, -1), "round": 1})
    first, second = director.get("/api/club/tournament").json["rounds"]
    assert first["tables"][0]["result"]["scores"][players[0]] == 3
    assert second["tables"][0]["result"] is None


def test_an_address_that_leads_nowhere_leads_on(looker_on: FlaskClient) -> None:
    lost = looker_on.get("/join?code=guessed", headers={"Accept": "text/html"})
    assert lost.status_code == 403
    ways = re.findall(r'class="button[^"]*" href="([^"]+)"', lost.text)
    assert ways
    assert {looker_on.get(way).status_code for way in ways} == {200}


def test_a_host_of_the_tournament_before_is_none_of_the_next(director: FlaskClient) -> None:
    opened(director)
    code = director.post("/api/club/invite", json={"role": "host", "table": 1}).json["code"]
    host, late = director.application.test_client(), director.application.test_client()
    host.get(f"/join?code={code}")
    opened(director)
    players = tables_of(director)[0]["players"]
    assert host.post("/api/club/result", json=result(players, 3, -1, -1, -1)).status_code == 403
    assert late.get(f"/join?code={code}").status_code == 403


def test_a_tournament_that_was_opened_by_mistake_is_taken_back_and_the_one_before_goes_on(
    director: FlaskClient, database: ClubDatabase, tell: Told
) -> None:
    """Results counted meanwhile at its tables are entered; hosts of the withdrawn tournament have no rights in it."""

    def shown() -> tuple[int, str]:
        told = director.get("/api/club/tournament").json
        return told["number"], told["name"]

    opened(director)
    refused = director.post("/api/club/undo", json={"change": 0})
    assert (refused.status_code, refused.json["code"], shown()) == (409, "change.beginning", (1, "Friday"))
    players = tables_of(director)[0]["players"]
    opened(director, name="Saturday")
    assert shown() == (2, "Saturday")
    tell("Table 1", result=counted(players, 30, -10, -10, -10))
    host = director.application.test_client()
    host.get(f"/join?code={director.post('/api/club/invite', json={'role': 'host', 'table': 1}).json['code']}")
    told = director.post("/api/club/undo", json={"change": 0}).json
    assert (told["number"], told["name"], len(told["rounds"])) == (1, "Friday", 1)
    assert host.post("/api/club/result", json=result(players, 3, -1, -1, -1)).status_code == 403
    tell("Table 2")
    assert director.get("/api/club/tournament").json["rounds"][0]["tables"][0]["result"]["scores"][players[0]] == 30
    assert Club(database).book.number == 1
    opened(director, name="Sunday")
    assert shown() == (3, "Sunday")
    tables_of(director)
    assert director.post("/api/club/undo", json={"change": 0}).json["code"] == "change.beginning"


def test_two_pages_take_one_tournament_back_once(director: FlaskClient, database: ClubDatabase) -> None:
    for name in ("Friday", "Saturday", "Sunday"):
        opened(director, name=name)
    other = Club(database)
    assert director.post("/api/club/undo", json={"change": 0}).json["name"] == "Saturday"
    with pytest.raises(Conflict):
        other.book.act(lambda now, at: now.entered("Ivy", at))
    assert (other.book.number, len(director.get("/api/club/tournament").json["changes"])) == (2, 1)


def test_who_opens_an_invitation_again_and_again_turns_nobody_else_out(director: FlaskClient) -> None:
    def invited(**whom: object) -> str:
        return str(director.post("/api/club/invite", json=whom).json["code"])

    opened(director)
    host, guest = director.application.test_client(), director.application.test_client()
    host.get(f"/join?code={invited(role='host', table=1)}")
    code = invited(role="player", player="Ada")
    for _ in range(MOST_SESSIONS + 1):
        guest.get(f"/join?code={code}")
    assert director.get("/api/club/role").json["director"] is True
    assert host.get("/api/club/role").json["role"] == {"kind": "host", "of": "1"}
    assert guest.get("/api/club/role").json["role"] == {"kind": "player", "of": "Ada"}


def test_a_press_with_somebody_else_s_key_is_not_answered_with_what_they_were_told(director: FlaskClient) -> None:
    key = {"Idempotency-Key": "1"}
    made = director.post("/api/club/invite", json={"role": "host", "table": 1}, headers=key)
    guest = director.application.test_client()
    guest.get(f"/join?code={made.json['code']}")
    assert director.post("/api/club/invite", json={"role": "host", "table": 1}, headers=key).json == made.json
    assert guest.post("/api/club/invite", json={"role": "host", "table": 1}, headers=key).status_code == 403


def test_latecomers_drop_outs_a_final_and_what_is_taken_home(director: FlaskClient) -> None:
    opened(director, rounds=1)
    for table in tables_of(director):
        body = {**result(table["players"], 30, -10, -10, -10), "table": table["table"]}
        director.post("/api/club/result", json=body)
    assert director.post("/api/club/player", json={"name": "Ivy"}).json["players"][-1] == {"name": "Ivy", "is_in": True}
    director.post("/api/club/player/left", json={"name": "Ada"})
    final = director.post("/api/club/round", json={"final": 1}).json
    assert (final["final"], len(final["tables"][0]["players"])) == (True, 4)
    heads = director.get("/export/standings.csv").text.removeprefix("\ufeff").splitlines()[0]
    assert heads.startswith("place,player,points")
    assert len(director.get("/export/results.csv").text.splitlines()) == 1 + 8 + 4
    assert len(director.get("/export/tournament.json").json["standings"]) == 9


def test_the_hall_s_clock_runs_and_stands(director: FlaskClient) -> None:
    opened(director)
    told = director.post("/api/club/clock", json={"minutes": 40}).json["clock"]
    assert told["runs"] is True
    assert 2390 < told["left"] <= 2400
    assert director.post("/api/club/clock/stop").json["clock"]["runs"] is False
    assert director.post("/api/club/clock/stop").status_code == 409


def test_phones_hear_all_tables_first_and_then_what_changed(club: Club, database: ClubDatabase, tell: Told) -> None:
    tell("Table 1", phase="playing")
    tell("Table 2")
    version, text = club.hall.changed_since(-1, 0.0)
    assert text.count('"name":"Table') == 2
    tell("Table 2", phase="ready")
    newer, news = club.hall.changed_since(version, 0.0)
    assert newer > version
    assert '"name":"Table 2"' in news
    assert '"name":"Table 1"' not in news
    assert json.loads(club.hall.changed_since(newer, 0.0)[1])["tables"] == []
    ClubTables(database).forget("Table 1")
    club.hall.poll()
    assert '"gone":["Table 1"]' in club.hall.changed_since(newer, 0.0)[1]
    assert Hall(database).tables() == []


BAD_RESULTS = [
    '{"result": 7}',
    '{"result": {"scores": {"Ada": 3}}}',
    '{"result": {"scores": [], "tiles": {}, "opened": {}, "ago": 1}}',
    '{"result": {"scores": {"Ada": NaN}, "tiles": {}, "opened": {}, "ago": 1}}',
    '{"result": {"scores": {"Ada": 3}, "tiles": {}, "opened": {}, "ago": "soon"}}',
]


@pytest.mark.parametrize("status", ["", "nonsense", "[]", "7", "null", '"text"', "[[1]]", *BAD_RESULTS])
def test_a_table_that_tells_nonsense_is_silent_and_the_others_go_on(
    club: Club, database: ClubDatabase, tell: Told, status: str
) -> None:
    ClubTables(database).tell("Table 1", status)
    tell("Table 2")
    assert [(table["name"], table["silent"]) for table in club.hall.tables()] == [("Table 1", True), ("Table 2", False)]


def test_two_pages_of_one_club_never_lose_each_other_s_changes(director: FlaskClient, database: ClubDatabase) -> None:
    opened(director)
    other = Club(database)
    tables_of(director)
    other.book.act(lambda now, at: now.entered("Ivy", at))
    told = director.post("/api/club/player/left", json={"name": "Ada"}).json
    assert [change["told"]["code"] for change in told["changes"]] == [
        "told.tournament-began", "told.round-seated", "told.player-entered", "told.player-left",
    ]  # fmt: skip


@pytest.mark.parametrize("page", ["/", "/tournament", "/hall-tv", "/plan", "/club-table?n=1"])
def test_every_page_is_there(looker_on: FlaskClient, page: str) -> None:
    assert "<main" in looker_on.get(page).text


def test_a_match_is_looked_at_here_and_played_on_at_its_table(director: FlaskClient, place: str, tell: Told) -> None:
    journal = Journal(place, durable=False)
    began = Match.begun(["Ada", "Bo"], Rules(), 0.0).round_begun(at=1.0)
    journal.append(1, 0, began.events)
    journal.close()
    tell("Table 1", part="", phase="over")
    (match,) = director.get("/api/matches").json["matches"]
    assert (match["number"], match["table"], match["resumable"]) == (100001, "Table 1", False)
    assert director.get("/api/matches/100001").json["resumable"] is False
    assert director.post("/api/matches/100001/resume").json["code"] == "only-at-a-table"
    assert [one["name"] for one in director.get("/api/players").json["players"]] == ["Ada", "Bo"]
    for page in ("/matches", "/matches/100001", "/players", "/players/Ada", "/agreement?rules=original"):
        assert "<main" in director.get(page).text


def test_a_club_whose_note_is_damaged_says_so_on_one_line(place: str, database: ClubDatabase) -> None:
    database.note(SESSIONS, SessionsNote())
    with database.writing() as connection:
        connection.execute(update(NOTES).values(body="{"))
    told = CliRunner().invoke(main, ["club", "--database", place, "--port", "0"])
    assert told.exit_code == 2, told.output
    assert "the note 'sessions' in the club's database is damaged" in told.stderr


def test_help_on_each_screen_of_a_club_is_three_sentences_and_a_picture_about_that_screen(
    looker_on: FlaskClient, director: FlaskClient
) -> None:
    own = {
        "all tables": "/",
        "table": "/club-table?n=1",
        "round": "/tournament",
        "paper": "/plan",
        "screen": "/hall-tv",
    }
    told: dict[str, list[str]] = {}
    for client, screens in ((director, {"result": "/tournament"}), (looker_on, own)):
        for about, screen in screens.items():
            _, help_here = client.get(screen).text.split('id="help-here"')
            help_here = re.split("</details>|</template>", help_here)[0]
            assert help_here.count("<svg") == 1, screen
            told[screen + about] = re.findall("<p>(.*?)</p>", help_here)
            assert len(told[screen + about]) == 3, screen
            assert about in told[screen + about][0]
    assert len({sentence for sentences in told.values() for sentence in sentences}) == 3 * len(told)
    assert "changed at a table, not here" in looker_on.get("/players").text
    assert "goes on at the table where it was played" in looker_on.get("/matches").text
