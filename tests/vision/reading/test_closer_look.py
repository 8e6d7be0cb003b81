"""Step 3, once more for what it doubts: small figures are looked at closer."""

import numpy as np
import pytest

from vision.reading.closer import LEAST_SHARE, closer, figures, name, shares, spread
from vision.reading.straighten import straighten

Box = tuple[int, int, int, int]
FACE = np.array([[[100, 100], [196, 100], [196, 228], [100, 228]]], np.float32)
TINY: Box = (140, 140, 156, 164)
USUAL: Box = (118, 125, 178, 190)


def table(figure: Box | None, ink: int = 30) -> np.ndarray:
    """A pale face on a brown table, with a figure as a dark box: left, top, right, bottom in the picture."""
    picture = np.full((320, 300, 3), (60, 90, 120), np.uint8)
    picture[100:228, 100:196] = 235
    if figure is not None:
        left, top, right, bottom = figure
        picture[top:bottom, left:right] = ink
    return picture


class Asked:
    """A network that says seven at first, as surely as told, and eight of every closer look; it counts its batches."""

    def __init__(self, sureness: float = 1.0, face: float = 9.0) -> None:
        self.sureness, self.face = sureness, face
        self.batches: list[int] = []

    def __call__(self, batch: np.ndarray) -> list[np.ndarray]:
        number, colour = np.zeros((len(batch), 14), np.float32), np.zeros((len(batch), 4), np.float32)
        number[:, 6 if not self.batches else 7] = self.sureness if not self.batches else 20
        colour[:, 0] = 20
        self.batches.append(len(batch))
        face = np.full((len(batch), 1), self.face, np.float32)
        return [number, colour, np.zeros((len(batch), 4), np.float32), face]


@pytest.mark.parametrize("ink", [30, 120, 200])
def test_the_figure_is_found_in_its_crop_however_pale(ink: int) -> None:
    left, top, right, bottom = figures(straighten(table(TINY, ink), FACE))[0] * np.array([48, 64, 48, 64])
    crop_left, crop_top = 48 * (0.06 + 0.88 * 40 / 96), 64 * (0.06 + 0.88 * 40 / 128)
    np.testing.assert_allclose([left, top], [crop_left, crop_top], atol=2.5)
    np.testing.assert_allclose([right - left, bottom - top], [48 * 0.88 * 16 / 96, 64 * 0.88 * 24 / 128], atol=4.5)


def test_a_bare_face_is_its_own_figure() -> None:
    crops = straighten(table(None), FACE)
    np.testing.assert_allclose(figures(crops), [[0, 0, 1, 1]])
    assert shares(figures(crops)).tolist() == [1]


def test_no_crops_have_no_figures() -> None:
    assert figures(np.zeros((0, 64, 48, 3), np.uint8)).shape == (0, 4)


def test_a_tiny_figure_asks_for_a_closer_look_and_a_usual_one_for_none() -> None:
    tiny, usual = (shares(figures(straighten(table(box), FACE)))[0] for box in (TINY, USUAL))
    assert tiny == LEAST_SHARE
    assert usual > 0.8


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_closer_look_shows_the_figure_in_its_middle_turned_as_the_face_is(turn: int) -> None:
    face = np.roll(FACE, turn, axis=1)
    look = closer(face, figures(straighten(table(TINY), face)))
    np.testing.assert_allclose(look.mean(axis=1)[0], [148, 152], atol=3)
    sides, face_sides = look[0, 1] - look[0, 0], face[0, 1] - face[0, 0]
    assert sides @ face_sides > 0.99 * np.linalg.norm(sides) * np.linalg.norm(face_sides)
    np.testing.assert_allclose(np.linalg.norm(sides), LEAST_SHARE * np.linalg.norm(face_sides), rtol=0.02)


def test_what_is_doubted_and_small_is_named_by_both_looks() -> None:
    network, picture = Asked(), table(TINY)
    names = name(network, picture, FACE, straighten(picture, FACE))
    assert network.batches == [1, 1]
    eight = names.tiles[0, 7 * 4]
    assert 0.5 < eight < 0.6
    np.testing.assert_allclose(names.tiles.sum(), 1, atol=1e-5)


@pytest.mark.parametrize(
    ("network", "figure"),
    [(Asked(sureness=20), TINY), (Asked(), USUAL), (Asked(face=-9), TINY)],
    ids=["sure", "of usual size", "hardly a face"],
)
def test_nothing_else_is_looked_at_twice(network: Asked, figure: Box) -> None:
    picture = table(figure)
    name(network, picture, FACE, straighten(picture, FACE))
    assert network.batches == [1]


def test_sure_faces_keep_their_names_and_are_company_for_the_others() -> None:
    picture = np.concatenate([table(TINY), table(USUAL)], axis=1)
    quads = np.concatenate([FACE, FACE + np.array([300, 0], np.float32)])

    class OneDoubted(Asked):
        def __call__(self, batch: np.ndarray) -> list[np.ndarray]:
            answer = super().__call__(batch)
            if len(self.batches) == 1:
                answer[0][1, 6] = 20
            return answer

    network = OneDoubted()
    names = name(network, picture, quads, straighten(picture, quads))
    assert network.batches == [2, 2]
    assert names.tiles.argmax(1).tolist() == [7 * 4, 6 * 4]


def test_company_is_chosen_evenly() -> None:
    assert spread(np.arange(100), 3).tolist() == [0, 49, 99]
    assert spread(np.arange(2), 3).tolist() == [0, 1]
