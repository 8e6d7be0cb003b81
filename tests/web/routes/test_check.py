"""`/api/check`: photographs as a form, corrected tables as JSON, both passed on to the table unchanged."""

import io

import pytest
from flask.testing import FlaskClient

from web.contract import CheckAsked


def form(**more: object) -> dict[str, object]:
    return {"data": {"after": (io.BytesIO(b"after"), "after.jpg"), **more}, "content_type": "multipart/form-data"}


def asked_of(table) -> CheckAsked:
    asked = table.asked[-1][-1]
    assert isinstance(asked, CheckAsked)
    return asked


def test_a_photograph_is_judged_by_the_rules_that_it_is_sent_with(host: FlaskClient, table) -> None:
    rules = '{"preset": "original", "opening_points": 50}'
    more = {"before": (io.BytesIO(b"before"), "b.jpg"), "rules": rules, "opened": "false", "accepted": "k1 k2;r1 r2"}
    assert host.post("/api/check", **form(**more)).status_code == 200
    assert table.asked[-1][:3] == ("check", b"after", b"before")
    asked = asked_of(table)
    assert (asked.rules.opening_points, asked.opened, asked.accepted.to_notation()) == (50, False, ["k1 k2", "r1 r2"])


def test_the_table_before_may_be_that_of_the_match(host: FlaskClient, table) -> None:
    assert host.post("/api/check", **form(before="match")).status_code == 200
    assert table.asked[-1][:3] == ("check", b"after", None)
    assert asked_of(table).of_match
    assert host.post("/api/check", json={"sets": ["r1 r2 r3"], "before": "match"}).status_code == 200
    assert asked_of(table).of_match


def test_a_mended_table_is_judged_anew_from_json(host: FlaskClient, table) -> None:
    row = {"tiles": ["r1", "r2"], "quads": [[[0, 0], [9, 0], [9, 9], [0, 9]]] * 2}
    sent = {"sets": [row, "k1 k2 k3"], "before": ["k1 k2 k3"], "opened": True, "anyway": True}
    assert host.post("/api/check", json=sent).status_code == 200
    _, after, before, asked = table.asked[-1]
    assert (after.sets[0].tiles, after.sets[1], before.sets) == (("r1", "r2"), "k1 k2 k3", ("k1 k2 k3",))
    assert asked.settled


@pytest.mark.parametrize(
    "sent", [{}, {"sets": 7}, {"sets": [], "rules": "nobodys"}, {"sets": [], "accepted": ["x1"]}, {"sets": [{}]}]
)
def test_what_makes_no_sense_is_refused_in_a_sentence(host: FlaskClient, sent: dict[str, object]) -> None:
    answer = host.post("/api/check", json=sent)
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["error"]


def test_whoever_has_no_pin_may_not_have_photographs_judged(client: FlaskClient, table) -> None:
    assert client.post("/api/check", **form()).status_code == 403
    assert table.asked == []


def test_two_photographs_may_come_and_no_json_of_that_size(host: FlaskClient) -> None:
    big = {"environ_overrides": {"CONTENT_LENGTH": "13000000"}}
    assert host.post("/api/check", data=b"{}", content_type="application/json", **big).status_code == 413
    assert (
        host.post("/api/check", data=b"--x", content_type="multipart/form-data; boundary=x", **big).status_code == 400
    )
