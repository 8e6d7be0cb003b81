"""Public reports in ../shared/cases: real people's names, and points shared by three winners."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tilewatch.cli import main
from web.bodies import OfPlayer
from web.decoding import NotUnderstood, decode

CASES = Path(__file__).parents[2] / "shared" / "cases"

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="the cases are not beside the repository")


def case(name: str) -> Any:
    return json.loads((CASES / name).read_text(encoding="utf-8"))


def is_a_name(name: str) -> bool:
    try:
        return decode(json.dumps({"player": name}), OfPlayer).player == name
    except NotUnderstood:
        return False


def test_names_of_people_are_names_and_what_turns_a_line_is_none() -> None:
    names = case("10_names.json")
    assert all(map(is_a_name, names["refused, and should not be"]))
    assert not any(map(is_a_name, names["refused rightly"]))


def test_points_that_three_winners_share_are_whole_and_sum_to_zero() -> None:
    told = CliRunner().invoke(main, ["score", "--json", str(CASES / "11_thirds.json")])
    scores = json.loads(told.stdout)["scores"]
    assert scores == {"Ada": 4, "Bo": 3, "Cy": 3, "Di": -10}
