"""Cloths with squares as large as tiles are told from wood, felt and rows of tiles."""

from pathlib import Path

import numpy as np
import pytest

from vision.camera import load_picture, period_of, thumbnail
from vision.camera.picture import Pixels

PICTURES = sorted((Path(__file__).parents[1] / "pictures").glob("*.jpg"))


def gingham(period: int) -> Pixels:
    """A white cloth with red bands in both directions, 1280 pixels wide."""
    y, x = np.mgrid[:720, :1280]
    full = ((x // (period // 2)) % 2 + (y // (period // 2)) % 2) / 2
    return np.dstack([255 - share * full for share in (200, 200, 60)]).astype(np.uint8)


@pytest.mark.parametrize("period", [28, 40, 64, 100])
def test_a_cloth_of_squares_is_measured(period: int) -> None:
    found = period_of(thumbnail(gingham(period)))
    assert found is not None
    assert abs(found * 1280 - period) <= 5


@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.stem)
def test_tables_with_tiles_are_no_such_cloth(picture: Path) -> None:
    assert period_of(thumbnail(load_picture(picture))) is None


def test_a_plain_ground_has_none() -> None:
    assert period_of(np.full((180, 320, 3), 120, np.uint8)) is None
