"""`tilewatch solve` as a user runs it: its output, and a message of one line for unusable input."""

import json

import pytest
from click.testing import CliRunner, Result

from referee.judging import Position, judge
from referee.rules import Rules
from referee.table import Table
from tilewatch.cli import main


def solve(text: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["solve", "-", *options], input=text)


def test_the_example_of_the_notation() -> None:
    text = '{"rules": "original", "opened": true, "table": ["b4 b5 b6"], "rack": "b3 r9"}'
    result = solve(text, "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer.pop("milliseconds") >= 0
    assert answer == {"play": ["b3"], "table": ["b3 b4 b5 b6"], "points": 3, "optimal": True}


def test_where_nothing_can_be_laid_the_play_is_empty_and_the_table_stays() -> None:
    answer = json.loads(solve('{"table": ["b4 b5 b6"], "rack": "k1 r9"}', "--json").stdout)
    assert (answer["play"], answer["table"], answer["points"]) == ([], ["b4 b5 b6"], 0)


def test_so_much_time_as_is_asked_for_and_the_best_play_so_far() -> None:
    many = '{"opened": true, "table": [], "rack": "J J r1 r3 r5 r7 b2 b4 b6 b8 k9 k11 o10 o12"}'
    answer = json.loads(solve(many, "--json", "--seconds", "0").stdout)
    assert not answer["optimal"]
    play, lies = answer["play"], answer["table"]  # the play found without any time: a legal play
    assert len(play) >= 3
    assert judge(Position(Rules(), True, Table()), Table.from_notation(lies)).legal
    assert sorted(play) == sorted(tile for row in lies for tile in row.split())
    assert solve('{"rack": "r1"}', "--seconds", "-1").exit_code == 2
    assert "nan is not a time" in solve('{"rack": "r1"}', "--seconds", "nan").stderr


def test_sets_that_the_players_let_lie() -> None:
    given = {"table": ["k8 r8 b10"], "rack": "o1 o2 o3", "accepted": ["r8 k8 b10"]}
    assert json.loads(solve(json.dumps(given), "--json").stdout)["table"] == ["k8 r8 b10", "o1 o2 o3"]
    refused = solve(json.dumps({**given, "accepted": ["k8 r8 b10", "k8 r8 b10"]}))
    assert (refused.exit_code, refused.stderr) == (2, "standard input: accepted, set 2: no such set lies in table\n")


def test_without_json_new_sets_are_marked() -> None:
    told = solve('{"table": ["b4 b5 b6", "r1 k1 o1"], "rack": "b3 r9"}').stdout
    assert told == "lay b3  (1 tile, 3 points)\n  r1 k1 o1\n* b3 b4 b5 b6\n"
    assert solve('{"rack": "r9"}').stdout == "nothing can be laid\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"rack": "x9"}', 'rack: "x9" is not a tile'),
        ("{}", '"rack" is missing'),
        ('{"rack": "r1", "table": ["r5 b7 k3"]}', "table, set 1: "),
        ('{"rack": "r1", "table": "r5 b7 k3"}', '"table" has to be a list of sets in notation, not'),
        ('{"rack": "r1", "table": ["r1 r2 x"]}', 'table, set 1: "x" is not a tile'),
        ('{"rack": "r1 r1 r1"}', "table and rack: more of r1 than the box holds"),
        ('{"rack": "J J J"}', "table and rack: more of J than the box holds"),
        ('{"rack": "r1 r1", "table": ["r1 k1 b1"]}', "table and rack: more of r1 than the box holds"),
        ('{"rack": "r1", "opened": 1}', '"opened" has to be true or false, not 1'),
        ('{"rack": "r1", "rules": "moon"}', 'rules: "moon" is not a preset'),
    ],
)
def test_what_cannot_be_used_is_told_in_one_line(text: str, says: str) -> None:
    result = solve(text, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"standard input: {says}")
    assert result.stderr.count("\n") == 1
