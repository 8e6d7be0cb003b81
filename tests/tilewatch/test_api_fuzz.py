"""Any request to the buttons of a real table gets a clean answer and never breaks the program."""

import io
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from web.app import create_app
from web.presses import PRESSES

POSTS = {
    re.sub("<int:[^<>]*>", number, re.sub("<(path:)?name>", "Ada", one.path)): one for one in PRESSES for number in "19"
}
"""Every address that takes presses, with a match, round, player or set that may exist, and with unknown ones."""
CLEAN = {200, 201, 400, 403, 404, 405, 409, 413, 415, 429, 503}

nasty = st.sampled_from(["", " ", "Ada", "\x00", "\ud800", "é" * 300, "<b>", "../..", "r6", "J", "\u202e", "🀄", "1e9"])
plain = st.none() | st.booleans() | st.integers(-(10**6), 10**20) | st.sampled_from([0.5, 1e300, -0.0]) | nasty
anything = plain | st.lists(plain, max_size=3) | st.dictionaries(nasty, plain, max_size=2)
likely = st.fixed_dictionaries(
    {},
    optional={
        "players": st.lists(st.sampled_from(["Ada", "Bo", "Cy", "", 7]), max_size=5) | anything,
        "rules": st.sampled_from(["original", "finnish", {"preset": "original", "jokers": 3}, {"preset": []}])
        | anything,
        "first": st.sampled_from(["Ada", "Zoe"]) | anything,
        "points": st.integers(-5, 500),
        "turn": st.integers(0, 9) | anything,
        "legal": st.booleans() | anything,
        "reason": st.sampled_from(["agreed", " ", "\ud800"]) | anything,
        "set": st.integers(-1, 3) | anything,
        "at": st.tuples(st.integers(-1, 700), st.integers(-1, 400)) | anything,
        "place": st.integers(-1, 3) | anything,
        "tile": st.sampled_from(["r6", "J", "r14", "J J"]) | anything,
        "player": st.sampled_from(["Ada", "Zoe"]) | anything,
        "tiles": st.integers(-1, 300) | anything,
        "racks": st.dictionaries(st.sampled_from(["Ada", "Bo", "Zoe"]), st.sampled_from(["", "r5 J", "x"])) | anything,
        "anyway": st.booleans() | anything,
        "seconds": st.integers(-1, 99) | anything,
        "pin": anything,
    },
)
UNHURRIED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@pytest.fixture
def client(game: Callable[..., Any]) -> FlaskClient:
    stage = game()
    stage.lay("r10 r11 r12", "k1 k2 k3")
    return create_app(stage.table, None).test_client()


@settings(max_examples=100, deadline=None, suppress_health_check=UNHURRIED)
@given(button=st.sampled_from(sorted(POSTS)), body=likely, whole=st.booleans())
def test_every_button_answers_cleanly(client: FlaskClient, button: str, body: dict[str, object], whole: bool) -> None:
    fields = POSTS[button].body.__struct_fields__
    known = body if whole else {key: body[key] for key in body if key in fields}
    text = json.dumps(known)
    answer = client.post(f"/api{button}", data=text, content_type="application/json")
    assert answer.status_code in CLEAN, (button, known, answer.text)
    assert answer.json is not None
    assert client.get("/api/state").status_code == 200
    assert client.get("/api/turns").status_code == 200


asked = st.sampled_from(["1", "0", "99999999999", "Ada", "%00", "..", "before"])
queried = st.sampled_from(["rack", "player", "page", "since", "plain", "rules"])


@settings(max_examples=100, deadline=None, suppress_health_check=UNHURRIED)
@given(data=st.data(), method=st.sampled_from(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"]))
def test_whatever_address_is_asked_however_is_answered_cleanly(client: FlaskClient, data: Any, method: str) -> None:
    rules = sorted({rule.rule for rule in client.application.url_map.iter_rules() if rule.rule != "/api/events"})
    path = re.sub("<[^<>]*>", lambda _: data.draw(asked), data.draw(st.sampled_from(rules)))
    query = {data.draw(queried): data.draw(st.sampled_from(["", "1", "-1", "r5 k3", "x" * 300, "\ud800", "%ff"]))}
    headers = {"Accept-Language": data.draw(st.sampled_from(["da", "\xff", ""]))}
    with client.open(path, method=method, query_string=urlencode(query, errors="replace"), headers=headers) as answer:
        assert answer.status_code < 500 or answer.status_code == 503, (method, path, query)


@settings(max_examples=60, deadline=None, suppress_health_check=UNHURRIED)
@given(
    button=st.sampled_from(sorted(POSTS)),
    body=st.binary(max_size=40) | anything.map(lambda x: repr(x).encode("utf-8", "replace")),
)
def test_bodies_that_are_no_json_are_refused(client: FlaskClient, button: str, body: bytes) -> None:
    answer = client.post(f"/api{button}", data=body, content_type="application/json")
    assert answer.status_code in CLEAN


@settings(max_examples=40, deadline=None, suppress_health_check=UNHURRIED)
@given(photo=st.binary(max_size=200), start=st.sampled_from([b"", b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"RIFF"]))
def test_photographs_that_are_none_are_refused(client: FlaskClient, photo: bytes, start: bytes) -> None:
    form = {"player": "Ada", "photo": (io.BytesIO(start + photo), "x.jpg")}
    assert client.post("/api/rack", data=form).status_code == 400


@pytest.mark.parametrize("path", ["/api/turns/99999999999999999999/after.jpg", "/api/turns/1/after.jpg", "/api/match"])
def test_reading_what_is_not_there(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code in CLEAN
