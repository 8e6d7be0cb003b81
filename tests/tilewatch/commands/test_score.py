"""`tilewatch score` as a user runs it: its output, and a message of one line for unusable input."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilewatch.cli import main


def score(text: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["score", "-", *options], input=text)


def test_the_example_of_the_notation() -> None:
    result = score('{"rules": "original", "racks": {"A": "", "B": "r5", "C": "b13 k3"}}', "--json")
    assert result.exit_code == 0
    wanted = {"winners": ["A"], "scores": {"A": 21, "B": -5, "C": -16}, "ended_by": "empty-rack"}
    assert json.loads(result.stdout) == wanted


def test_an_empty_pool_and_a_shared_win() -> None:
    answer = json.loads(score('{"racks": {"A": "r5", "B": "k5", "C": "b12"}}', "--json").stdout)
    assert answer == {
        "winners": ["A", "B"],
        "scores": {"A": 4, "B": 3, "C": -7},
        "ended_by": "pool-empty",
    }


def test_a_house_rule_makes_players_pay_who_never_opened() -> None:
    rules = {"preset": "original", "never_opened_pays": 100}
    text = json.dumps({"rules": rules, "racks": {"A": "", "B": "r5"}, "never_opened": ["B"]})
    assert json.loads(score(text, "--json").stdout)["scores"] == {"A": 105, "B": -105}


def test_a_rack_may_be_its_points_as_on_the_page() -> None:
    answer = json.loads(score('{"racks": {"A": 0, "B": "r5", "C": 16}}', "--json").stdout)
    assert answer == {"winners": ["A"], "scores": {"A": 21, "B": -5, "C": -16}, "ended_by": "empty-rack"}


def test_without_json_it_tells_people() -> None:
    assert score('{"racks": {"A": "", "Bo": "r5"}}').stdout == "won by A (empty-rack)\nA   +5\nBo  -5\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"racks": {"A": "", "A": "r5", "B": "r7"}}', 'standard input: "A" stands there twice'),
        ('{"racks": {"A": "", " A": "r5", "B": "r7"}}', 'standard input: "A" stands there twice'),
        ('{"racks": {"Zo\u00eb": "", "Zoe\u0308": "r5", "B": "r7"}}', 'standard input: "Zoë" stands there twice'),
        ("{", "standard input: the input is not JSON"),
        ("[1]", "standard input: the input has to be an object"),
        ("{}", 'standard input: "racks" is missing'),
        ('{"racks": {"A": "", "B": "x9"}}', 'standard input: racks, B: "x9" is not a tile'),
        ('{"racks": {"A": "", "B": -5}}', 'standard input: "racks.B" has to be tiles in notation such as “r5 k3”, '),
        ('{"racks": {"A": "", "B": null}}', 'standard input: "racks.B" has to be tiles in notation such as “r5 k3”, '),
        ('{"racks": {"A": 0, "B": "", "C": "r5"}}', "standard input: racks: A, B are all empty; a round ends"),
        ('{"racks": {"A": "", "B": "", "C": "r5"}}', "standard input: racks: A, B are all empty; a round ends"),
        ('{"racks": {"A": ""}}', "standard input: racks: 1 players"),
        ('{"racks": {"A": "r5 r5", "B": "r5"}}', "standard input: racks: more of r5 than the box holds"),
        ('{"rules": "moon", "racks": {}}', 'standard input: rules: "moon" is not a preset'),
        ('{"rules": {"moon": 1}, "racks": {}}', 'standard input: rules: "moon" is not an option'),
        ('{"racks": {}, "moon": 1}', 'standard input: "moon" is not known here'),
        ('{"racks": {"A": "", "B": "r5"}, "never_opened": ["C"]}', 'standard input: never_opened: "C" has'),
    ],
)
def test_what_cannot_be_used_is_told_in_one_line(text: str, says: str) -> None:
    result = score(text, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(says)
    assert result.stderr.count("\n") == 1


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    result = CliRunner().invoke(main, ["score", str(path), "--json"])
    assert result.exit_code == 2
    assert result.stderr == f"{path}: No such file or directory\n"
