"""The faces that are printed on drawn lids are those of the photographs."""

import numpy as np
import pytest

from models.recipe.measuring.printed import _as_read

FACE = np.array([[0, 0], [30, 0], [30, 42], [0, 42]], np.float32)


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("way", [1, -1], ids=["clockwise", "the other way"])
def test_a_face_is_never_printed_as_its_mirror_image(first: int, way: int) -> None:
    """Labels of photographs begin at any corner, and those with four corners run in the opposite direction."""
    outline = np.roll(FACE[::way], first, axis=0)
    as_read = _as_read(outline).tolist()
    assert as_read in (FACE.tolist(), np.roll(FACE, 2, axis=0).tolist())
