"""Who may see what: pictures and files are for admitted devices; the whole page, too, if the host says so."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import PIN, FakeTable
from web.app import create_app

KEPT = ["/api/picture.jpg", "/api/turns/1/before.jpg", "/export/players.csv", "/export/matches.csv"]
TOLD = ["/api/state", "/api/matches", "/", "/scores"]


def at(app: Flask, address: str) -> FlaskClient:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    return at(app, "192.168.1.66")


@pytest.mark.parametrize("path", KEPT)
def test_pictures_and_files_are_for_devices_that_were_let_in(app: Flask, stranger: FlaskClient, path: str) -> None:
    refused = stranger.get(path)
    assert (refused.status_code, refused.json["code"]) == (403, "only-let-in")
    assert stranger.get(path, headers={"X-Table-Pin": PIN}).status_code != 403
    assert at(app, "127.0.0.1").get(path).status_code != 403, "this machine's screen stands at the table"
    passed_on = at(app, "127.0.0.1").get(path, headers={"X-Forwarded-For": "10.0.0.9"})
    assert passed_on.status_code == 403
    stranger.post("/api/pin", json={"pin": PIN})
    assert stranger.get(path).status_code != 403


@pytest.mark.parametrize("path", TOLD)
def test_everybody_may_look_at_the_rest_until_the_host_says_otherwise(
    app: Flask, host: FlaskClient, stranger: FlaskClient, table: FakeTable, path: str
) -> None:
    assert stranger.get(path).status_code == 200
    assert stranger.post("/api/looking", json={"let_in_only": True}).status_code == 403
    assert host.post("/api/looking", json={"let_in_only": True}).status_code == 200
    assert stranger.get(path).status_code == 403
    assert at(create_app(table, PIN), "192.168.1.66").get(path).status_code == 403, "after a start, too"
    stranger.post("/api/pin", json={"pin": PIN})
    assert stranger.get(path).status_code == 200


def test_a_device_can_be_let_in_where_nobody_else_may_look(host: FlaskClient, stranger: FlaskClient) -> None:
    host.post("/api/looking", json={"let_in_only": True})
    assert 'data-closed="yes"' in stranger.get("/more").text
    assert stranger.get(f"/?pin={PIN}").status_code == 302
    assert 'data-closed="yes"' not in stranger.get("/more").text


def test_wrong_pins_are_counted_here_too(stranger: FlaskClient) -> None:
    for _ in range(6):
        answer = stranger.get("/api/picture.jpg", headers={"X-Table-Pin": "000000"})
    assert answer.status_code == 429
