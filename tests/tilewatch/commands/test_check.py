"""`tilewatch check`: a photograph, and a verdict on it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from tilewatch.cli import main

PICTURES = Path(__file__).parents[2] / "vision" / "pictures"
TABLE = PICTURES / "ten-tiles.jpg"


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["check", *map(str, words)])


def test_a_photograph_of_sets_is_valid_and_each_set_has_its_points(tmp_path: Path) -> None:
    result = run(TABLE, "--overlay", tmp_path / "drawn.png")
    assert result.exit_code == 0
    assert "o8 k8 b8    24 points" in result.output
    with Image.open(tmp_path / "drawn.png") as drawn, Image.open(TABLE) as photograph:
        assert drawn.size == photograph.size


def test_the_answer_has_what_the_interface_promises() -> None:
    told = json.loads(run(TABLE, "--before", TABLE, "--json").stdout)
    assert {"sets", "unsure", "table", "turn"} <= set(told)
    assert {"tiles", "quads", "valid", "points", "faults"} <= set(told["sets"][0])
    assert (told["turn"]["legal"], told["turn"]["played"], told["turn"]["draw"]) == (True, [], 1)


def test_the_table_of_another_photograph_before_it_makes_a_turn() -> None:
    result = run(TABLE, "--before", PICTURES / "unseen-font-two-sets.jpg")
    assert result.exit_code == 1
    assert "to be settled first: Not visible" in result.output


@pytest.mark.parametrize("words", [["gone.jpg"], [TABLE, "--before", __file__], [TABLE, "--rules", "nobodys"]])
def test_what_cannot_be_used_is_one_line_and_status_two(words: list[object]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
