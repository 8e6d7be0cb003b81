"""Every answer of a real club agrees with the documented interface."""

from typing import Any

from flask.testing import FlaskClient

from tests.documented import undocumented


def press(client: FlaskClient, path: str, **body: object) -> Any:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code in (200, 201), answer.text
    return answer.json


def test_a_tournament(director: FlaskClient) -> None:
    names = [f"P{n}" for n in range(1, 9)]
    opened = press(director, "club/tournament", name="Spring", players=names, rounds=2, seats=4, rules="original")
    assert undocumented(director, "/api/club/tournament", "post", opened) == []
    seated = press(director, "club/round")
    assert undocumented(director, "/api/club/round", "post", seated) == []
    scores = dict(zip(seated["tables"][0]["players"], (30, -10, -10, -10), strict=True))
    press(director, "club/result", table=1, scores=scores, reason="typed")
    press(director, "club/clock", minutes=40)
    asked = ["club/tournament", "club/standings", "club/tables", "club/role", "matches", "players", "sessions"]
    assert [one for path in asked for one in undocumented(director, f"/api/{path}")] == []
