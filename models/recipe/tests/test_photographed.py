"""Boxes whose faces are cut from photographs, and photographs that lie on tables."""

import cv2
import numpy as np
import pytest

from models.recipe.editions.fonts import fonts_for
from models.recipe.editions.photographed import BRIGHT, PhotographedEdition, Shots
from models.recipe.things.papers import picture_on_table
from referee.tiles import JOKER, Colour, Tile

FONTS = fonts_for(False)
needs_fonts = pytest.mark.skipif(not FONTS, reason="no font with digits on this machine")
RED_SEVEN, GREY = Tile(Colour.RED, 7), (120, 118, 110)


def shots(*names: str) -> Shots:
    """One picture of grey faces side by side, each with a dark spot where its number might be."""
    picture = np.full((90, 60 * len(names), 3), (20, 90, 40), np.uint8)
    quads = []
    for n in range(len(names)):
        left = 60 * n + 10
        cv2.rectangle(picture, (left, 10), (left + 40, 70), GREY, -1)
        cv2.circle(picture, (left + 20, 30), 6 + n, (10, 10, 10), -1)
        quads.append([[left, 10], [left + 40, 10], [left + 40, 70], [left, 70]])
    out = Shots()
    out.cut(picture, list(names), np.array(quads, np.float32))
    return out


def box(cut: Shots) -> PhotographedEdition:
    return PhotographedEdition.of_shots(np.random.default_rng(4), FONTS, cut)


@pytest.mark.parametrize(("names", "called"), [(("r7",), "r7"), (("?7",), "?7"), (("?7", "r7"), "r7")])
def test_a_tile_is_called_what_the_photographs_tell_of_it(names, called):
    assert shots(*names).known_as(RED_SEVEN) == called


def test_a_joker_has_no_colour_to_be_known():
    assert shots("J").known_as(JOKER) == "J"


@needs_fonts
def test_a_face_takes_most_of_the_boxs_white():
    edition = box(shots("r7"))
    face = edition.face(RED_SEVEN)
    assert face.shape == (*edition.body.shape, 3)
    white = np.percentile(face.reshape(-1, 3), BRIGHT, axis=0)
    assert (np.abs(white - edition.white) < np.abs(np.array(GREY) - edition.white)).all()


@needs_fonts
def test_the_variant_says_which_photograph_of_a_tile_it_is():
    edition = box(shots("r7", "r7"))
    one, other, again = (edition.face(RED_SEVEN, variant).astype(int) for variant in (0, 1, 2))
    assert np.abs(one - other).max() > 60
    assert (one == again).all()


@needs_fonts
@pytest.mark.parametrize("seed", range(6))
def test_a_photograph_lies_flat_and_shows_something(seed, tmp_path):
    path = tmp_path / "holiday.png"
    cv2.imwrite(str(path), np.random.default_rng(seed).integers(0, 255, (40, 60, 3), np.uint8))
    (sheet,) = picture_on_table(np.random.default_rng(seed), FONTS, (path,))
    assert max(sheet.texture.shape) >= 480
    assert np.ptp(sheet.texture[..., :3]) > 60
    assert 2 <= sheet.width <= 12
