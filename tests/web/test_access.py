"""Who may press: a device that showed the PIN before or shows it now, and no page of another origin."""

from types import SimpleNamespace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import FakeTable
from web.access import cookies_of
from web.app import create_app
from web.sessions import AT_ONCE, FREE_ATTEMPTS, GUESSING_FOR, MOST_SESSIONS, SECONDS_EACH, Pin, Sessions

PIN = "482913"


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(app: Flask) -> Time:
    """The clock of the table's PIN."""
    time = Time()
    app.extensions["tilewatch.pin"] = Pin(PIN, time)
    return time


def device(app: Flask, address: str = "192.168.1.7") -> FlaskClient:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client


def in_session(app: Flask, address: str = "192.168.1.7") -> FlaskClient:
    client = device(app, address)
    assert client.post("/api/pin", json={"pin": PIN}).status_code == 200
    return client


def cookie_of(app: Flask) -> str:
    return cookies_of(app.extensions["tilewatch.sessions"], False)[0]


def token_of(client: FlaskClient) -> str:
    [cookie] = client._cookies.values()
    return str(cookie.value)


def test_each_device_gets_a_token_of_its_own_that_says_nothing_of_the_pin(app: Flask) -> None:
    tokens = {token_of(in_session(app)) for _ in range(3)}
    assert len(tokens) == 3
    assert all(len(token) >= 40 and PIN not in token for token in tokens)


def test_a_session_outlives_the_program_and_only_its_hash_is_written(app: Flask, table) -> None:
    phone = in_session(app)
    token = token_of(phone)
    assert token not in str(table.noted)
    later = create_app(table, "another").test_client()
    later.set_cookie(cookie_of(app), token)
    assert later.post("/api/turn/done").status_code == 200


def test_who_was_let_in_when_every_page_s_cookie_had_one_name_still_is(app: Flask, client: FlaskClient) -> None:
    client.set_cookie("tilewatch-session", token_of(in_session(app)))
    assert client.post("/api/turn/done").status_code == 200


def test_the_page_of_another_table_on_the_same_machine_turns_nobody_out(app: Flask) -> None:
    """A browser sends its cookies to every port of a machine."""
    phone, other = in_session(app), create_app(FakeTable(), PIN).test_client()
    other._cookies = phone._cookies
    assert other.post("/api/pin", json={"pin": PIN}).status_code == 200
    assert (phone.post("/api/turn/done").status_code, other.post("/api/turn/done").status_code) == (200, 200)


def test_a_cookie_given_over_https_is_never_sent_without_it_nor_set_by_a_page_without_it(app: Flask) -> None:
    phone = app.test_client()
    given = phone.post("/api/pin", json={"pin": PIN}, base_url="https://localhost").headers["Set-Cookie"]
    assert given.startswith("__Host-tilewatch-")
    assert "; Secure;" in given
    assert phone.post("/api/turn/done", base_url="https://localhost").status_code == 200
    assert phone.post("/api/turn/done", base_url="http://localhost").status_code == 403


def test_who_was_let_in_over_http_presses_over_https_too(app: Flask) -> None:
    phone = in_session(app)
    assert phone.post("/api/turn/done", base_url="https://localhost").status_code == 200


def test_a_session_can_be_revoked(app: Flask) -> None:
    phone, tablet = in_session(app), in_session(app)
    told = tablet.get("/api/sessions").json["sessions"]
    assert [one["own"] for one in told] == [False, True]
    assert tablet.post("/api/sessions/revoke", json={"id": told[0]["id"]}).status_code == 200
    assert phone.post("/api/turn/done").status_code == 403
    assert tablet.post("/api/turn/done").status_code == 200
    assert tablet.post("/api/sessions/revoke", json={"id": told[0]["id"]}).status_code == 400


def test_sessions_are_told_only_to_those_who_have_one(client: FlaskClient) -> None:
    assert client.get("/api/sessions").status_code == 403


def test_made_up_tokens_open_nothing(app: Flask, client: FlaskClient) -> None:
    in_session(app)
    for made_up in ("", "x", "é" * 40, PIN, "0" * 64):
        client.set_cookie(cookie_of(app), made_up)
        assert client.post("/api/turn/done").status_code == 403


def test_the_oldest_of_too_many_devices_has_to_show_the_pin_again(table) -> None:
    sessions = Sessions(table)
    tokens = [sessions.begin("phone") for _ in range(MOST_SESSIONS + 1)]
    assert sessions.of(tokens[0]) is None
    assert sessions.of(tokens[1]) is not None


def test_who_guesses_does_not_lock_out_a_device_with_a_session(app: Flask, time: Time) -> None:
    phone = in_session(app, "192.168.1.9")
    for _ in range(FREE_ATTEMPTS + 3):
        device(app, "192.168.1.9").post("/api/turn/done", headers={"X-Table-Pin": "1"})
    assert phone.post("/api/turn/done").status_code == 200
    assert phone.post("/api/turn/done", headers={"X-Table-Pin": "1"}).status_code == 200


def test_from_however_many_addresses_at_most_100_pins_are_compared_in_an_hour(app: Flask, time: Time) -> None:
    compared = 0
    for guess in range(3600):
        answer = device(app, f"10.0.0.{guess % 50}").post("/api/pin", json={"pin": f"{guess:06}"})
        compared += answer.status_code == 403
        time.now += 1
    assert AT_ONCE <= compared <= 100


def test_an_address_that_showed_the_pin_does_not_suffer_from_what_others_guess(app: Flask, time: Time) -> None:
    program = device(app, "192.168.1.20")
    assert program.post("/api/turn/done", headers={"X-Table-Pin": PIN}).status_code == 200
    for guess in range(AT_ONCE + 5):
        device(app, f"10.0.1.{guess}").post("/api/pin", json={"pin": "000000"})
    assert device(app, "10.0.2.1").post("/api/pin", json={"pin": PIN}).status_code == 429
    assert program.post("/api/turn/done", headers={"X-Table-Pin": PIN}).status_code == 200
    time.now += SECONDS_EACH * AT_ONCE
    assert device(app, "10.0.2.1").post("/api/pin", json={"pin": PIN}).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {"Origin": "http://evil.example"},
        {"Referer": "http://evil.example/page"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Dest": "image"},
        {"Accept": "image/avif,image/webp,image/*,*/*;q=0.8"},
    ],
)
def test_a_picture_on_another_sites_page_guesses_no_pin(app: Flask, time: Time, sent: dict[str, str]) -> None:
    phone = device(app)
    for guess in range(FREE_ATTEMPTS + 5):
        answer = phone.get(f"/?pin={guess}", headers=sent)
        assert "Set-Cookie" not in answer.headers
    assert "Set-Cookie" not in phone.get(f"/?pin={PIN}", headers=sent).headers
    assert phone.get(f"/?pin={PIN}").status_code == 302
    assert phone.post("/api/turn/done").status_code == 200


@pytest.mark.parametrize(
    ("path", "length"), [("/api/turn/done", 64_001), ("/api/rack", 12_200_000), ("/api/x", 70_000)]
)
def test_a_body_that_is_too_long_is_refused_unread_even_without_a_pin(
    client: FlaskClient, path: str, length: int
) -> None:
    answer = client.post(path, data=b"", environ_overrides={"CONTENT_LENGTH": str(length)})
    assert answer.status_code == 413
    assert "Set-Cookie" not in answer.headers


def test_a_press_sent_twice_with_a_key_happens_once(host: FlaskClient, table) -> None:
    key = {"Idempotency-Key": "a1"}
    first = host.post("/api/turn/extend", headers=key)
    again = host.post("/api/turn/extend", headers=key)
    assert (first.status_code, first.data) == (again.status_code, again.data)
    assert table.asked == [("extended",)]
    host.post("/api/turn/extend", headers={"Idempotency-Key": "a2"})
    assert table.asked == [("extended",)] * 2


def test_a_refusal_is_repeated_too(host: FlaskClient, table) -> None:
    table.question = "Is the red 7 covered?"
    key = {"Idempotency-Key": "b"}
    assert host.post("/api/turn/done", headers=key).status_code == 409
    table.question = None
    assert host.post("/api/turn/done", headers=key).status_code == 409


def test_what_the_clubs_database_lacks_is_answered_with_202_and_so_again(host: FlaskClient, table) -> None:
    table.lacks = True
    key = {"Idempotency-Key": "behind"}
    assert host.post("/api/turn/extend", headers=key).status_code == 202
    table.lacks = False
    assert host.post("/api/turn/extend", headers=key).status_code == 202
    assert host.post("/api/turn/extend").status_code == 200
    table.lacks, table.question = True, "Is the red 7 covered?"
    assert host.post("/api/turn/done").status_code == 409


def test_a_key_is_known_after_the_program_was_started_again(host: FlaskClient, table) -> None:
    headers = {"Idempotency-Key": "c", "X-Table-Pin": PIN}
    host.post("/api/turn/done", headers=headers)
    before = list(table.asked)
    assert create_app(table, PIN).test_client().post("/api/turn/done", headers=headers).status_code == 200
    assert table.asked == before


def test_who_may_not_press_learns_nothing_from_a_key(host: FlaskClient, client: FlaskClient) -> None:
    key = {"Idempotency-Key": "d"}
    host.post("/api/turn/done", headers=key)
    assert client.post("/api/turn/done", headers=key).status_code == 403


@pytest.mark.parametrize("key", ["", "x" * 201])
def test_a_key_of_an_impossible_length_is_refused(host: FlaskClient, key: str) -> None:
    assert host.post("/api/turn/done", headers={"Idempotency-Key": key}).status_code == 400


def test_phones_are_let_in_by_a_device_that_may_press_buttons(
    app: Flask, client: FlaskClient, host: FlaskClient
) -> None:
    opened: list[bool] = []
    app.extensions["tilewatch.doors"] = SimpleNamespace(let_phones_in=lambda: opened.append(True), addresses=())
    assert client.post("/api/phones").status_code == 403
    assert opened == []
    assert host.post("/api/phones").status_code == 200
    assert opened == [True]


def test_a_pass_lets_a_phone_in_while_somebody_guesses_and_only_once(app: Flask, time: Time) -> None:
    host = in_session(app)
    for place in range(AT_ONCE + 5):
        device(app, f"10.0.0.{place}").post("/api/pin", json={"pin": "1"})
    phone, another = device(app, "10.9.9.9"), device(app, "10.9.9.8")
    assert phone.post("/api/pin", json={"pin": PIN}).status_code == 429
    made = host.post("/api/pin/pass", json={}).json["pass"]
    assert phone.post("/api/pin", json={"pin": f"{made[:4]} {made[4:].lower()}"}).status_code == 200
    assert phone.post("/api/turn/done").status_code == 200
    assert another.post("/api/pin", json={"pin": made}).status_code == 429
    old = host.post("/api/pin/pass", json={}).json["pass"]
    time.now += 301
    assert another.post("/api/pin", json={"pin": old}).status_code != 200
    assert device(app).post("/api/pin/pass", json={}).status_code == 403


def test_the_host_hears_who_guesses_and_may_change_the_pin(app: Flask, time: Time) -> None:
    host, kept = in_session(app), list[str]()
    app.extensions["tilewatch.keep_pin"] = kept.append
    assert host.get("/api/pin/guesses").json == {"from": []}
    for _ in range(FREE_ATTEMPTS + 1):
        device(app, "10.0.0.66").post("/api/pin", json={"pin": "1"})
    assert host.get("/api/pin/guesses").json == {"from": ["10.0.0.66"]}
    assert device(app).get("/api/pin/guesses").status_code == 403
    made = host.post("/api/pin/change", json={}).json["pin"]
    assert kept == [made] != [PIN]
    assert device(app, "10.1.1.1").post("/api/pin", json={"pin": PIN}).status_code == 403
    assert device(app, "10.1.1.1").post("/api/pin", json={"pin": made}).status_code == 200
    assert host.post("/api/turn/done").status_code == 200
    assert host.get("/").text.count('id="guesses"') == 1, "on whatever screen the host looks"
    assert 'id="guesses"' not in device(app).get("/").text
    time.now += GUESSING_FOR + 1
    assert host.get("/api/pin/guesses").json == {"from": []}


def test_the_host_hears_of_a_slow_guesser_and_of_one_with_many_addresses(app: Flask, time: Time) -> None:
    """Five guesses a second, from any address: as long as new phones have to wait, the host is told the reason."""
    host = in_session(app)
    for second in range(600):
        time.now += 1
        for guess in range(5):
            address = "10.0.0.66" if second < 300 else f"10.{second % 250}.{guess}.7"
            device(app, address).post("/api/pin", json={"pin": f"{guess:06}"})
        waits = (
            device(app, "10.9.9.9").post("/api/pin", json={"pin": PIN}).status_code == 429 if second % 20 == 19 else 0
        )
        assert not waits or host.get("/api/pin/guesses").json["from"], second
