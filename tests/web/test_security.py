"""Who may press buttons, and from where."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from web.app import create_app
from web.security import is_known_host
from web.sessions import FREE_ATTEMPTS, Pin

PIN = "482913"


def test_without_the_pin_nothing_can_be_pressed(client: FlaskClient, table) -> None:
    answer = client.post("/api/turn/done")
    assert answer.status_code == 403
    assert table.asked == []


def test_with_a_wrong_pin_neither(client: FlaskClient, table) -> None:
    assert client.post("/api/turn/done", headers={"X-Table-Pin": "482914"}).status_code == 403
    assert client.post("/api/turn/done", headers={"X-Table-Pin": "é" * 50}).status_code == 403
    assert table.asked == []


def test_everybody_may_look(client: FlaskClient) -> None:
    assert client.get("/api/state").status_code == 200


def test_a_table_without_pin_can_be_pressed_by_everybody(table) -> None:
    assert create_app(table, None).test_client().post("/api/turn/done").status_code == 200


def test_the_address_with_the_pin_gives_a_cookie_that_presses(client: FlaskClient) -> None:
    answer = client.get(f"/?pin={PIN}")
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/"
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert PIN not in cookie
    assert client.post("/api/turn/done").status_code == 200


def test_a_device_can_show_the_pin_by_hand(client: FlaskClient) -> None:
    assert client.post("/api/pin", json={"pin": "000000"}).status_code == 403
    assert client.post("/api/pin", json={"pin": PIN}).status_code == 200
    assert client.post("/api/turn/done").status_code == 200


def test_after_wrong_pins_even_the_right_one_waits(app: Flask, client: FlaskClient) -> None:
    now = [100.0]
    app.extensions["tilewatch.pin"] = Pin(PIN, clock=lambda: now[0])
    for _ in range(FREE_ATTEMPTS + 1):
        assert client.post("/api/turn/done", headers={"X-Table-Pin": "1"}).status_code == 403
    paused = client.post("/api/turn/done", headers={"X-Table-Pin": PIN})
    assert paused.status_code == 429
    assert int(paused.headers["Retry-After"]) >= 2
    now[0] += 3
    assert client.post("/api/turn/done", headers={"X-Table-Pin": PIN}).status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1:8017", "localhost", "192.168.1.20:8017", "[::1]:8017", "LOCALHOST:1"])
def test_the_table_knows_its_own_addresses(host: str) -> None:
    assert is_known_host(host)


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "[", "a b", "localhost.evil.example:80"]
)
def test_other_hosts_are_refused(client: FlaskClient, host: str) -> None:
    assert not is_known_host(host)
    answer = client.get("/api/state", headers={"Host": host})
    assert answer.status_code == 400


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://localhost:99", "http://[x"])
def test_another_sites_form_presses_nothing(host: FlaskClient, table, origin: str) -> None:
    assert host.post("/api/turn/done", headers={"Origin": origin}).status_code == 403
    assert table.asked == []


def test_the_pages_own_origin_presses(host: FlaskClient) -> None:
    assert host.post("/api/turn/done", headers={"Origin": "http://localhost"}).status_code == 200


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", None])
def test_a_program_need_not_say_that_its_json_is_json_and_another_site_gains_nothing_by_it(
    host: FlaskClient, table, kind: str | None
) -> None:
    """INTERFACE.md asks for the PIN alone; Python's urllib and curl call every body a form."""
    sent = {"data": '{"turn": 17}', "content_type": kind}
    assert host.post("/api/turn/undo", **sent, headers={"Origin": "http://evil.example"}).status_code == 403
    assert host.post("/api/turn/undo", **sent).status_code == 200
    assert table.asked == [("taken_back", 17)]


@pytest.mark.parametrize("path", ["/", "/api/state", "/api/nothing", "/api/picture.jpg"])
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert "default-src 'self'" in headers["Content-Security-Policy"]
