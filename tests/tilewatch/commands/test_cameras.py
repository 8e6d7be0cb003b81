"""`tilewatch cameras`: what a device really gives, and what to do."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from tilewatch.cli import main
from tilewatch.commands import cameras as command
from tilewatch.commands.cameras import FoundCamera, advice, in_words
from vision.camera import CameraLost
from vision.camera.device import opened
from vision.reading import TableReading


def reading(width: int) -> TableReading:
    return TableReading(width, width * 9 // 16, (), (), {})


LIT = np.full((90, 160, 3), 130, np.uint8)


@pytest.mark.parametrize(
    ("picture", "width", "tile", "advised"),
    [
        (LIT, 1920, 40.0, ""),
        (LIT, 3840, 24.0, "a little nearer"),
        (LIT, 3840, 12.0, "nearer"),
        (LIT, 1280, 24.0, "a little nearer; this camera can do no more than 1280 pixels across"),
        (LIT // 4, 1920, 40.0, "more light"),
        (LIT, 1920, None, "lay some tiles before it: this command then says how wide they are"),
    ],
)
def test_the_advice_fits_what_the_camera_sees(picture: object, width: int, tile: float | None, advised: str) -> None:
    assert advice(np.asarray(picture, np.uint8), reading(width), tile) == advised


def test_a_line_tells_size_rate_and_how_wide_a_tile_is() -> None:
    camera = FoundCamera("0", 1920, 1080, 29.8, 31.2, "")
    assert in_words(camera) == "--camera 0   1920x1080, 30 pictures a second, tiles 31 px wide"


def test_without_a_camera_the_other_ways_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "device_numbers", list)
    result = CliRunner().invoke(main, ["cameras"])
    assert "No camera is connected." in result.stdout
    assert "demo" in result.stdout
    assert json.loads(CliRunner().invoke(main, ["cameras", "--json"]).stdout) == []


def test_a_device_that_is_not_there_is_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraLost, match=r"^camera 99 (is not connected|cannot be opened)$"):
        opened(99)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("words", ["1920", "x", "1920x", "0x0"])
def test_a_size_is_two_numbers(words: str) -> None:
    result = CliRunner().invoke(main, ["play", "--size", words])
    assert result.exit_code == 2
    assert "no size like 1920x1080" in result.stderr
