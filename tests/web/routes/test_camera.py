"""The camera's addresses: its advice, and the pictures of a phone."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import FakeTable
from web.security import LARGEST_FORM
from web.sessions import Sessions

JPEG = b"\xff\xd8 a picture"


def test_a_phone_chooses_itself_and_sends_its_pictures(host: FlaskClient, table: object) -> None:
    assert host.post("/api/camera", json={"sender": "phone-1"}).status_code == 200
    assert host.post("/api/camera/picture?sender=phone-1", data=JPEG, content_type="image/jpeg").status_code == 200
    assert table.asked == [("camera", "phone-1"), ("sent", "phone-1", len(JPEG))]  # type: ignore[attr-defined]
    assert host.post("/api/camera", json={"sender": None}).get_json()["phone"] is False


def test_a_device_without_a_session_sends_nothing(client: FlaskClient, table: object) -> None:
    answer = client.post("/api/camera/picture?sender=phone-1", data=JPEG, content_type="image/jpeg")
    assert answer.status_code == 403
    assert client.post("/api/camera", json={"sender": "phone-1"}).status_code == 403
    assert table.asked == []  # type: ignore[attr-defined]


def test_another_sites_page_sends_nothing(host: FlaskClient, table: object) -> None:
    there = {"Origin": "http://elsewhere.example"}
    assert host.post("/api/camera/picture?sender=x", data=JPEG, headers=there).status_code == 403
    assert table.asked == []  # type: ignore[attr-defined]


def test_a_phone_that_was_not_chosen_is_told_so(host: FlaskClient) -> None:
    host.post("/api/camera", json={"sender": "phone-1"})
    refused = host.post("/api/camera/picture?sender=phone-2", data=JPEG)
    assert refused.status_code == 409
    assert refused.get_json()["code"] == "camera.another-chosen"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("", '"sender" is missing'),
        ("?sender=", '"sender" is empty; it has to be a text'),
        (f"?sender={'x' * 41}", '"sender" is longer than 40 characters'),
    ],
)
def test_whoever_sends_a_picture_says_who_it_is(host: FlaskClient, asked: str, says: str) -> None:
    answer = host.post(f"/api/camera/picture{asked}", data=JPEG)
    assert (answer.status_code, answer.json["error"]) == (400, says)


def test_a_picture_larger_than_any_camera_makes_is_refused_unread(host: FlaskClient, table: object) -> None:
    answer = host.post("/api/camera/picture?sender=x", data=bytes(LARGEST_FORM + 1))
    assert answer.status_code == 413
    assert table.asked == []  # type: ignore[attr-defined]


def test_anybody_may_see_how_well_the_camera_sees(client: FlaskClient) -> None:
    assert client.get("/api/camera").get_json()["advice"] == []


def test_the_demo_is_one_tap_away_and_its_page_leads_back(app: Flask, host: FlaskClient, client: FlaskClient) -> None:
    assert host.post("/api/camera/demo").status_code == 409
    sessions = Sessions(FakeTable())
    app.extensions["tilewatch.demo"] = lambda: (8042, sessions)
    assert client.post("/api/camera/demo").status_code == 403
    answer = host.post("/api/camera/demo")
    assert answer.get_json() == {"port": 8042}
    assert [one.device for one in sessions.listed()] == [answer.request.headers["User-Agent"]]
    assert "data-demo-begins" in client.get("/setup").text
