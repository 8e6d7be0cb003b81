"""`tilewatch pictures`: turns whose reading differs from the players' answers become labelled pictures."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from referee.match import Match
from referee.rules import Rules
from referee.table import Table
from tests.vision.reading.taught.drawn import table
from tilewatch.cli import main
from tilewatch.storage.album import Album
from tilewatch.storage.journal import Journal
from vision.camera import encoded
from vision.reading import Reader

LAID = ["r10 r11 r12", "k1 k2 k3", "b4 b5 b6"]


def written(folder: Path, *more: str) -> Result:
    words = ["pictures", "--database", str(folder / "matches.db"), "--out", str(folder / "out"), *more]
    return CliRunner().invoke(main, words)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A match of two turns with pictures; in the second, players corrected a tile that the camera misread."""
    journal = Journal(str(tmp_path / "matches.db"), durable=False)
    match = Match.begun(("Ada", "Bo"), Rules(), 0.0).round_ready(1).round_begun(2)
    match = match.claimed(Table.from_notation(LAID[:1]), 20)
    match = match.claimed(Table.from_notation(LAID[:2]), 40)
    match = match.overruled(True, "misread", 50, lies=Table.from_notation(["r10 r11 r12", "k1 k2 b3"]))
    journal.append(1, 0, match.events)
    album = Album(tmp_path / "matches.pictures", journal=journal.identity)
    for turn in (1, 2):
        album.keep(1, turn, "after", encoded(np.asarray(table(LAID[:turn]), np.uint8), 90))
    journal.close()
    return tmp_path


def test_a_turn_that_is_read_as_the_players_say_is_not_written(home: Path) -> None:
    result = written(home)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Turns with a picture: 2. Read as the players say: 1. Written to ")
    assert [path.name for path in sorted((home / "out").iterdir())] == ["000001-00002.jpg", "000001-00002.json"]


@pytest.mark.parametrize("more", [[], ["--whole"]], ids=["faces", "whole"])
def test_the_labels_say_what_the_players_say_where_each_tile_is_read(home: Path, more: list[str]) -> None:
    written(home, *more)
    labels = json.loads((home / "out" / "000001-00002.json").read_text())
    picture = cv2.imread(str(home / "out" / "000001-00002.jpg"))
    assert picture is not None
    read = {str(one.tile): one.quad.mean(axis=0) for one in Reader().read(np.asarray(picture, np.uint8)).tiles}
    told = {label["tile"]: np.mean(label["quad"], axis=0) for label in labels["tiles"]}
    assert [[labels["tiles"][place]["tile"] for place in row] for row in labels["sets"]] == [
        ["r10", "r11", "r12"],
        ["k1", "k2", "b3"],
    ]
    assert sorted(read) == ["k1", "k2", "k3", "r10", "r11", "r12"]
    assert all(np.allclose(place, read["k3" if name == "b3" else name], atol=5) for name, place in told.items())


def test_where_no_match_is_kept_that_is_said(tmp_path: Path) -> None:
    result = written(tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no such file" in result.stderr
