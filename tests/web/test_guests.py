"""Two codes: with the first a guest plays, with the second a host may do everything; and every removal can be
undone."""

import time
from types import SimpleNamespace

import pytest
from flask import Flask
from flask.testing import FlaskClient

import web.taken_away
from tests.web.conftest import PIN, FakeTable
from web.app import create_app
from web.presses import PRESSES
from web.sessions import MOST_OF_A_ROLE, MOST_SESSIONS
from web.taken_away import FOR_A_DAY

GUESTS = "135790"
HOSTS_ALONE = {
    "/pin/pass",
    "/pin/change",
    "/sessions/revoke",
    "/players/forget",
    "/sets",
    "/sets/file",
    "/sets/<name>/use",
    "/sets/<name>/rename",
    "/sets/<name>/forget",
    "/backup",
    "/restore",
    "/phones",
    "/networks",
    "/looking",
    "/taken-away/give-back",
}


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table, PIN, play=GUESTS)


def with_pin(app: Flask, pin: str) -> FlaskClient:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.7"
    assert client.post("/api/pin", json={"pin": pin}).status_code == 200
    return client


@pytest.fixture
def guest(app: Flask) -> FlaskClient:
    return with_pin(app, GUESTS)


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    return with_pin(app, PIN)


def test_a_guest_plays(guest: FlaskClient, table: FakeTable) -> None:
    assert guest.post("/api/turn/done").status_code == 200
    assert table.asked


def test_a_guest_presses_nothing_of_the_host_s(guest: FlaskClient) -> None:
    assert {one.path for one in PRESSES if one.who.__name__ == "check_host"} == HOSTS_ALONE
    for path in HOSTS_ALONE:
        answer = guest.post(f"/api{path.replace('<name>', 'x')}", json={})
        assert (path, answer.status_code, answer.json["code"]) == (path, 403, "host-needed")


@pytest.mark.parametrize("path", ["sessions", "pin/guesses", "backups", "taken-away"])
def test_what_only_a_host_is_told(guest: FlaskClient, host: FlaskClient, path: str) -> None:
    assert guest.get(f"/api/{path}").status_code == 403
    assert host.get(f"/api/{path}").status_code in (200, 409)


def test_that_two_players_are_one_is_for_a_host_to_say(guest: FlaskClient) -> None:
    two = {"player": "Ada", "to": "Bo"}
    assert guest.post("/api/players/rename", json=two).status_code == 200
    assert guest.post("/api/players/rename", json={**two, "merge": True}).status_code == 403


def test_a_guest_that_shows_the_host_s_pin_becomes_a_host_and_is_one_device_still(
    guest: FlaskClient, host: FlaskClient
) -> None:
    assert guest.post("/api/pin", json={"pin": PIN}).status_code == 200
    told = guest.get("/api/sessions").json["sessions"]
    assert [one["plays_only"] for one in told] == [False, False]


def test_a_host_that_scans_the_guests_code_stays_a_host(host: FlaskClient) -> None:
    assert host.post("/api/pin", json={"pin": GUESTS}).status_code == 200
    assert host.get("/api/sessions").status_code == 200


def test_a_program_may_show_either_pin(app: Flask) -> None:
    program = app.test_client()
    for pin, status in ((GUESTS, 403), (PIN, 200)):
        assert program.post("/api/turn/done", headers={"X-Table-Pin": pin}).status_code == 200
        assert program.get("/api/sessions", headers={"X-Table-Pin": pin}).status_code == status


def test_the_code_on_the_page_lets_guests_in_and_the_host_s_is_shown_to_hosts(
    app: Flask, guest: FlaskClient, host: FlaskClient
) -> None:
    app.config["TILEWATCH_ADDRESS"] = "http://192.168.1.5:8017/"
    for device, shown in ((guest, False), (host, True)):
        card = device.get("/setup").text
        assert (GUESTS in card, PIN in card) == (True, shown)
        assert (device.get("/qr.svg?as=host").status_code == 200) is shown
    assert guest.get("/qr.svg").status_code == 200


def test_a_pass_lets_a_guest_in(app: Flask, host: FlaskClient) -> None:
    phone = with_pin(app, host.post("/api/pin/pass", json={}).json["pass"])
    assert phone.post("/api/turn/done").status_code == 200
    assert phone.get("/api/sessions").status_code == 403


def test_guests_without_number_turn_no_host_out(app: Flask, host: FlaskClient) -> None:
    sessions = app.extensions["tilewatch.sessions"]
    for _ in range(MOST_SESSIONS + MOST_OF_A_ROLE):
        sessions.begin("phone", "play")
    assert host.get("/api/sessions").status_code == 200


def test_the_table_s_own_computer_opens_the_page_as_the_host_and_no_other_computer_does(app: Flask) -> None:
    opened = []
    app.extensions["tilewatch.show_host"] = lambda: opened.append(PIN)
    here = app.test_client()
    assert here.post("/api/pin/here", base_url="http://127.0.0.1:8017").status_code == 200
    assert here.post("/api/turn/done").status_code == 403, "its answer lets nobody in: a proxy's guest may have asked"
    for elsewhere in (
        {"environ_base": {"REMOTE_ADDR": "192.168.1.9"}, "base_url": "http://127.0.0.1:8017"},
        {"base_url": "http://192.168.1.5:8017"},
        {"base_url": "http://127.0.0.1:8017", "headers": {"X-Forwarded-For": "10.0.0.9"}},
        {"base_url": "http://127.0.0.1:8017", "headers": {"Origin": "http://evil.example"}},
    ):
        assert here.post("/api/pin/here", **elsewhere).status_code == 403
    assert opened == [PIN]


def test_a_device_that_was_sent_away_is_there_again_within_a_day(guest: FlaskClient, host: FlaskClient) -> None:
    theirs = next(one for one in host.get("/api/sessions").json["sessions"] if one["plays_only"])
    assert host.post("/api/sessions/revoke", json={"id": theirs["id"]}).status_code == 200
    assert guest.post("/api/turn/done").status_code == 403
    [gone] = host.get("/api/taken-away").json["taken"]
    assert host.post("/api/taken-away/give-back", json={"id": gone["id"]}).status_code == 200
    assert guest.post("/api/turn/done").status_code == 200
    assert host.get("/api/taken-away").json["taken"] == []
    assert host.post("/api/taken-away/give-back", json={"id": gone["id"]}).status_code == 400


def test_what_is_older_than_a_day_is_nobody_s(
    guest: FlaskClient, host: FlaskClient, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = next(one for one in host.get("/api/sessions").json["sessions"] if one["plays_only"])
    host.post("/api/sessions/revoke", json={"id": theirs["id"]})
    later = time.time() + FOR_A_DAY
    monkeypatch.setattr(web.taken_away, "time", SimpleNamespace(time=lambda: later))
    assert host.get("/api/taken-away").json["taken"] == []
    create_app(table, PIN, play=GUESTS)
    assert theirs["id"] not in str(table.noted["taken-away"])


def test_a_pin_that_was_changed_holds_again(app: Flask, host: FlaskClient) -> None:
    made = host.post("/api/pin/change", json={}).json["pin"]
    [gone] = host.get("/api/taken-away").json["taken"]
    assert host.post("/api/taken-away/give-back", json={"id": gone["id"]}).status_code == 200
    assert app.extensions["tilewatch.pin"].pin == PIN != made


def test_what_was_refused_is_not_said_to_be_taken_away(host: FlaskClient) -> None:
    assert host.post("/api/sessions/revoke", json={"id": "none"}).status_code == 400
    assert host.get("/api/taken-away").json["taken"] == []
