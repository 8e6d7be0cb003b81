"""The coach answers without an error when the players let a row lie that is no set."""

from typing import Any

from flask.testing import FlaskClient

from referee.match import Match
from referee.rules import PRESETS
from referee.table import Table
from tilewatch.telling import state_json


def test_the_coach_answers_beside_a_row_that_the_players_let_lie(host: FlaskClient, table: Any) -> None:
    match = Match.begun(["Ada", "Bo"], PRESETS["danish-card"], 0.0).round_begun(0.0, "Ada")
    match = match.claimed(Table.from_notation("k8 r8 b10"), 5.0).overruled(True, "we let it lie", 6.0)
    table.state = lambda: {
        "version": 7,
        "table": [],
        **state_json.of_match(match.claimed(match.now.table, 8.0), 1, 9.0),
    }
    table.table_by_right = lambda: match.now.table
    host.post("/api/house", json={"help": "all"})
    answer = host.get("/api/coach?rack=b9+b11+k7+r7+o8+o7&player=Ada").json
    assert answer["opened"] is True
    assert sorted(answer["best"]["play"]) == ["b11", "b9", "k7", "o7", "o8", "r7"]
