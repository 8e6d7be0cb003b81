"""Pictures of mirroring cameras are recognised by their digits, and no others are."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from tilewatch.cli import main
from vision.camera import load_picture, mirror_image
from vision.reading import Reader, TableReading, as_sent, has_doubts, is_mirrored

PICTURES = sorted((Path(__file__).parents[1] / "pictures").glob("*.jpg"))


@pytest.fixture(scope="module")
def readings() -> dict[Path, tuple[TableReading, TableReading]]:
    """The readings of each picture and of its mirror image."""
    reader, pictures = Reader(), {path: load_picture(path) for path in PICTURES}
    return {path: (reader.read(one), reader.read(mirror_image(one))) for path, one in pictures.items()}


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_a_mirrored_picture_is_known_and_an_upright_one_is_left_alone(
    readings: dict[Path, tuple[TableReading, TableReading]], path: Path
) -> None:
    upright, mirrored = readings[path]
    assert has_doubts(mirrored)
    assert (is_mirrored(mirrored, upright), is_mirrored(upright, mirrored)) == (True, False)


def test_of_two_tiles_nothing_is_told(readings: dict[Path, tuple[TableReading, TableReading]]) -> None:
    empty = TableReading(640, 360, (), (), {})
    assert not is_mirrored(empty, empty)
    assert not is_mirrored(empty, readings[PICTURES[0]][0])


def test_read_turns_it_back_says_so_and_gives_places_in_the_picture_that_was_sent(tmp_path: Path) -> None:
    path = next(one for one in PICTURES if one.stem == "ten-tiles")
    Image.fromarray(mirror_image(load_picture(path))[:, :, ::-1]).save(tmp_path / "mirrored.png")
    result = CliRunner().invoke(main, ["read", "--json", str(tmp_path / "mirrored.png")])
    told = json.loads(result.stdout)
    assert (result.exit_code, told["mirrored"], "is mirrored" in result.stderr) == (0, True, True)
    assert Counter(one["tile"] for one in told["tiles"]) == Counter(path.with_suffix(".txt").read_text().split())
    upright = Reader().read(load_picture(path))
    middles = sorted(round(float(np.mean(one["quad"], axis=0)[0])) for one in told["tiles"])
    assert middles == pytest.approx(sorted(told["width"] - 1 - one.quad[:, 0].mean() for one in upright.tiles), abs=2)
    assert as_sent(as_sent(upright)).tiles[0].quad == pytest.approx(upright.tiles[0].quad)
