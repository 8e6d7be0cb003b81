"""Too little light, or haze on the lens: the picture is noisy, dark, both, or pale."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.camera.picture import load_picture
from vision.reading import Reader
from vision.reading.noise import grey_levels, noise_and_white, quiet

PICTURES = Path(__file__).parents[1] / "pictures"


def taken_with(light: float, noise: float, name: str = "ten-tiles") -> NDArray[np.uint8]:
    """A picture at a fraction of its light, with noise of so many grey levels."""
    picture = load_picture(PICTURES / f"{name}.jpg")
    grains = np.random.default_rng(7).normal(0, noise, picture.shape)
    return np.clip(picture * light + grains, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize(("light", "noise"), [(1, 25), (0.25, 7), (0.1, 2)], ids=["noisy", "dim", "dark"])
def test_a_table_is_read_in_bad_light(reader: Reader, light: float, noise: float) -> None:
    tiles = sorted(str(placed.tile) for placed in reader.read(taken_with(light, noise)).tiles)
    assert tiles == sorted((PICTURES / "ten-tiles.txt").read_text().split())


def test_a_table_is_read_behind_a_veil_that_leaves_a_sixteenth_of_the_contrast(reader: Reader) -> None:
    veiled = 215 + taken_with(1 / 16, 0.3)
    tiles = sorted(str(placed.tile) for placed in reader.read(veiled).tiles)
    assert tiles == sorted((PICTURES / "ten-tiles.txt").read_text().split())


@pytest.mark.parametrize("noise", [4, 12, 30])
def test_noise_is_measured_between_the_figures_as_on_the_cloth(noise: float) -> None:
    """Grey has two thirds of the noise of three independently noisy channels, and the smoothest blocks have less."""
    part, white = noise_and_white(*grey_levels(taken_with(0.8, noise, "seventy-tiles")))
    assert part * white == pytest.approx(0.42 * noise, rel=0.15)


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.jpg")), ids=lambda path: path.stem)
def test_a_clear_picture_stays_as_it_is(path: Path) -> None:
    picture = load_picture(path)
    assert quiet(picture) is picture


@pytest.mark.parametrize("shade", [0, 255])
@pytest.mark.parametrize("size", [1, 7, 64])
def test_where_nothing_is_drawn_there_is_no_noise(shade: int, size: int) -> None:
    assert noise_and_white(*grey_levels(np.full((size, size, 3), shade, np.uint8))) == (0.0, 0.0)
