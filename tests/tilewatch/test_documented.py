"""Every answer of a real table and a real club has exactly the fields of the documented interface."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.documented import undocumented
from web.app import create_app

PLAIN = ["state", "turns", "turns?page=1", "matches", "matches/1", "players", "players/Ada", "house", "racks", "times"]
PLAIN += ["highlights", "rules", "seating", "sessions", "pin/guesses", "sets", "camera", "lost"]
PLAIN += ["coach?rack=r5+k3&player=Ada"]
BEFORE = ["state", "turns", "matches", "players", "house", "times", "highlights", "rules", "sets", "camera"]
ADDRESSES = {"matches/1": "matches/{number}", "players/Ada": "players/{name}"}


def strange(client: FlaskClient) -> list[str]:
    told = [undocumented(client, f"/api/{one}", at=f"/api/{ADDRESSES.get(one, one)}") for one in PLAIN]
    return [one for found in told for one in found]


@pytest.fixture
def client(stage: Any) -> FlaskClient:
    return create_app(stage.table, None).test_client()


def press(client: FlaskClient, path: str, **body: object) -> Any:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code in (200, 201), answer.text
    return answer.json


def test_a_round_from_its_first_turn_to_its_score(stage: Any, client: FlaskClient) -> None:
    assert [one for path in BEFORE for one in undocumented(client, f"/api/{path}")] == []
    press(client, "match", players=["Ada", "Bo"], rules={"preset": "original", "opening_points": 0}, first="Ada")
    press(client, "round/begin")
    press(client, "house", help="all")
    assert strange(client) == []
    stage.lay("r10 r11 r12")
    judged = press(client, "turn/done")
    assert undocumented(client, "/api/turn/done", "post", judged) == []
    stage.lay("r10 r11", "b5 b6 b7")
    assert undocumented(client, "/api/turn/done", "post", press(client, "turn/done", anyway=True)) == []
    assert client.get("/api/state").json["restore"]
    assert strange(client) == []
    press(client, "turn/overrule", legal=True, reason="agreed")
    press(client, "rules", rules={"preset": "original", "turn_seconds": 90}, reason="tired")
    press(client, "turn/by-itself", seconds=5)
    press(client, "pause")
    assert strange(client) == []
    press(client, "resume")
    press(client, "round/stop")
    press(client, "racks", player="Bo", tiles="r5 k3")
    assert strange(client) == []
    press(client, "round/end", racks={"Ada": "", "Bo": "r5 k3"})
    press(client, "rounds/1/racks", racks={"Bo": 37}, reason="miscounted")
    assert strange(client) == []
    best = client.get("/api/matches/1/turns/1/best")
    if best.status_code == 200:
        at = "/api/matches/{number}/turns/{turn}/best"
        assert undocumented(client, "/api/matches/1/turns/1/best", at=at) == []


def test_the_scores_can_be_taken_home_where_somebody_left_before_a_round(client: FlaskClient) -> None:
    press(client, "match", players=["Ada", "Bo", "Cy"], rules="original", first="Ada")
    press(client, "round/begin")
    press(client, "players/leave", player="Cy", rack="pool")
    press(client, "round/stop")
    press(client, "round/end", racks={"Ada": "", "Bo": "r5"})
    assert client.get("/export/scores.csv").text.splitlines()[1] == "1,5,-5,,Ada"
