"""`tilewatch cameras`: the pictures that a device really gives, and advice about them."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from referee.tiles import Tile
from tilewatch.cli import main
from tilewatch.commands import cameras as command
from tilewatch.commands.cameras import FoundCamera, in_words, sight_of
from tilewatch.view import advice
from vision.camera import CameraLost, Delivered, load_picture
from vision.camera.device import opened
from vision.reading import PlacedTile, TableReading

TABLE = (slice(20, 70), slice(20, 140))
LIT = np.full((90, 160, 3), (110, 130, 150), np.uint8)
LIT[TABLE] = (60, 80, 100)
GREY = np.full((90, 160, 3), 130, np.uint8)
GREY[TABLE] = 80


def advised(picture: np.ndarray, *wide: float) -> list[str]:
    """The bad news about a camera with this picture and tiles of that width in pixels."""
    corners = np.array([[0, 0], [1, 0], [1, 1.3], [0, 1.3]], np.float32)
    quads = [corners * w + (20 + 40 * n, 20) for n, w in enumerate(wide)]
    tiles = tuple(PlacedTile(Tile.from_notation("r5"), quad.astype(np.float32), 0.99) for quad in quads)
    reading = TableReading(picture.shape[1], picture.shape[0], tiles, (), {})
    given = Delivered((picture.shape[1], picture.shape[0]), 12.0)
    return [one.message.code for one in advice(sight_of(picture, reading, given)) if not one.good]


def test_the_advice_is_that_of_set_up() -> None:
    assert advised(LIT, 12.0) == ["advice.far", "advice.no-more"]
    assert advised(LIT // 4, 30.0) == ["advice.dark"]
    assert advised(LIT) == ["advice.no-tiles"]
    assert advised(LIT, 30.0) == []
    assert advised(GREY, 30.0) == ["advice.no-colour"]


def test_what_hardly_shows_anything_is_not_called_good() -> None:
    """A lid on the lens, a film over it, a blur of six pixels, a veil: none of these pictures is called clear."""
    table = load_picture(Path("tests/vision/pictures/ten-tiles.jpg"))
    lid = np.full((90, 160, 3), (110, 130, 150), np.uint8)
    film = cv2.GaussianBlur(table, (0, 0), 60) // 8 + 150
    assert advised(lid) == advised(np.asarray(film, np.uint8)) == ["advice.plain", "advice.no-tiles"]
    assert "table-poor" in advised(np.asarray(cv2.GaussianBlur(table, (0, 0), 6), np.uint8), 60.0)
    assert "table-poor" in advised(np.asarray(table // 8 + 190, np.uint8), 60.0)


def test_a_line_tells_size_rate_and_how_wide_a_tile_is() -> None:
    camera = FoundCamera("0", 1920, 1080, 29.8, 31, "")
    assert in_words(camera) == "--camera 0   1920x1080, 30 pictures a second, tiles 31 px wide"
    assert in_words(replace(camera, name="Desk Cam")).startswith('--camera 0   "Desk Cam", 1920x1080, 30 pictures')


def test_without_a_camera_the_other_ways_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "device_numbers", list)
    result = CliRunner().invoke(main, ["cameras"])
    assert "No camera is connected." in result.stdout
    assert "demo" in result.stdout
    assert json.loads(CliRunner().invoke(main, ["cameras", "--json"]).stdout) == []


@pytest.mark.parametrize("language", ["da_DK", "fi_FI", "nb_NO", "sv_SE"])
def test_what_can_be_a_camera_is_told_in_the_language_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    monkeypatch.setattr(command, "cameras", lambda size: [FoundCamera("0", 1920, 1080, 29.8, 31, "")])
    told = CliRunner().invoke(command.command).stdout  # its help stays English: only `main` translates
    assert "--camera 0   1920x1080, 30 " in told
    assert "31 px" in told
    assert not {"pictures", "tiles", "network", "whole"} & set(told.split())


def test_a_device_that_is_not_there_is_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraLost, match=r"^camera 99 (is not connected|cannot be opened)$"):
        opened(99)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("words", ["1920", "x", "1920x", "0x0"])
def test_a_size_is_two_numbers(words: str) -> None:
    result = CliRunner().invoke(main, ["play", "--size", words])
    assert result.exit_code == 2
    assert "not a size such as 1920x1080" in result.stderr
