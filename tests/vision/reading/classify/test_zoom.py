"""Faces of which the classifier is unsure: small figures are enlarged and classified again."""

import numpy as np
import pytest

from vision.reading.classify.classifier import IN_COMPANY, LEAST_SHARE, both, closer, figures, shares, with_names
from vision.reading.classify.rectify import rectify
from vision.reading.detect.scales import Pyramid
from vision.reading.detections import Detections, Names
from vision.reading.geometry import has_figure

Box = tuple[int, int, int, int]
FACE = np.array([[100, 100], [196, 100], [196, 228], [100, 228]], np.float32)
TINY: Box = (40, 40, 56, 64)
USUAL: Box = (10, 18, 86, 98)
LOW: Box = (12, 90, 24, 110)
SEVEN, EIGHT = 6, 7
BLACK_SEVEN, BLACK_EIGHT = 4 * SEVEN, 4 * EIGHT


def faces(count: int) -> np.ndarray:
    """Outlines (N, 4, 2) of faces side by side."""
    return np.stack([FACE + np.array([150 * i, 0], np.float32) for i in range(count)])


def table(*figures: Box | None, ink: int = 30) -> np.ndarray:
    """Pale faces on a brown table, each with a dark box as figure: left, top, right, bottom from the face's corner."""
    picture = np.full((320, 150 + 150 * len(figures), 3), (60, 90, 120), np.uint8)
    for place, figure in enumerate(figures):
        x = 100 + 150 * place
        picture[100:228, x : x + 96] = 235
        if figure is not None:
            left, top, right, bottom = figure
            picture[100 + top : 100 + bottom, x + left : x + right] = ink
    return picture


class Shortsighted:
    """A network that reads a figure as an eight if it fills a quarter of the crop's height, otherwise as a seven.

    Sevens get a given probability; eights are upside down.
    """

    def __init__(self, sureness: float = 1.0, face: float = 9.0) -> None:
        self.sureness, self.face = sureness, face
        self.batches: list[int] = []

    def __call__(self, batch: np.ndarray) -> list[np.ndarray]:
        self.batches.append(len(batch))
        number, colour = np.zeros((len(batch), 14), np.float32), np.zeros((len(batch), 4), np.float32)
        inked = (batch.max(axis=3) < 100)[:, 10:54, 8:40]
        is_large = inked.any(axis=2).sum(axis=1) >= 16
        number[~is_large, SEVEN], number[is_large, EIGHT], colour[:, 0] = self.sureness, 20, 20
        turn = np.zeros((len(batch), 4), np.float32)
        turn[is_large, 2] = 20
        return [number, colour, turn, np.full((len(batch), 1), self.face, np.float32)]


def named(network: Shortsighted, *figures: Box | None, asked: int | None = None):
    return names_in(network, table(*figures), faces(len(figures)), asked)


def names_in(network, picture: np.ndarray | Pyramid, quads: np.ndarray, asked: int | None = None) -> Names:
    found = Detections(quads, np.full(len(quads), 0.8, np.float32), rectify(picture, quads))
    return with_names(network, picture, found, asked).names


def box_of(picture: np.ndarray, face: np.ndarray) -> np.ndarray:
    return figures(rectify(picture, face[None]))


@pytest.mark.parametrize("ink", [30, 120, 200])
def test_the_figure_is_found_in_its_crop_however_pale(ink: int) -> None:
    left, top, right, bottom = box_of(table(TINY, ink=ink), FACE)[0] * np.array([48, 64, 48, 64])
    np.testing.assert_allclose([left, top], [48 * (0.06 + 0.88 * 40 / 96), 64 * (0.06 + 0.88 * 40 / 128)], atol=2.5)
    np.testing.assert_allclose([right - left, bottom - top], [48 * 0.88 * 16 / 96, 64 * 0.88 * 24 / 128], atol=4.5)


def test_what_hardly_differs_from_the_ground_is_no_figure() -> None:
    np.testing.assert_allclose(box_of(table(TINY, ink=228), FACE), [[0, 0, 1, 1]])


def test_what_differs_far_less_than_the_figure_is_no_part_of_it() -> None:
    shaded = table(TINY)
    shaded[200:220, 110:180] = 180
    np.testing.assert_allclose(box_of(shaded, FACE), box_of(table(TINY), FACE))


def test_a_bare_face_is_its_own_figure() -> None:
    bare = box_of(table(None), FACE)
    np.testing.assert_allclose(bare, [[0, 0, 1, 1]])
    assert shares(bare).tolist() == [1]


def test_a_figure_is_seen_on_a_face_and_none_on_bare_ground() -> None:
    crops = rectify(table(USUAL, None), faces(2))
    assert has_figure(crops).tolist() == [True, False]
    assert not has_figure(rectify(table(USUAL, ink=228), faces(1))).any()


def test_no_crops_have_no_figures() -> None:
    assert figures(np.zeros((0, 64, 48, 3), np.uint8)).shape == (0, 4)
    assert not len(has_figure(np.zeros((0, 64, 48, 3), np.uint8)))


def test_figures_of_several_crops_do_not_mix() -> None:
    picture, three = table(TINY, None, USUAL), faces(3)
    together = figures(rectify(picture, three))
    np.testing.assert_allclose(together, np.concatenate([box_of(picture, face) for face in three]))


def test_a_tiny_figure_asks_for_a_closer_look_and_a_usual_one_for_none() -> None:
    tiny, usual = (shares(box_of(table(box), FACE))[0] for box in (TINY, USUAL))
    assert tiny == LEAST_SHARE
    assert usual > 0.9


@pytest.mark.parametrize(
    ("box", "share"),
    [([0.3, 0.3, 0.66, 0.4], 0.5), ([0.3, 0.3, 0.4, 0.575], 0.5), ([0.3, 0.3, 0.31, 0.31], 0.35)],
    ids=["wide", "high", "a dot"],
)
def test_the_figure_fills_a_closer_look_as_figures_fill_faces(box: list[float], share: float) -> None:
    np.testing.assert_allclose(shares(np.array([box])), [share])


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
@pytest.mark.parametrize(("figure", "middle"), [(TINY, (148, 152)), (LOW, (118, 200))])
def test_a_closer_look_shows_the_figure_in_its_middle_turned_as_the_face_is(
    turn: int, figure: Box, middle: tuple[int, int]
) -> None:
    face = np.roll(FACE, turn, axis=0)
    look = closer(face[None], box_of(table(figure), face))
    np.testing.assert_allclose(look.mean(axis=1)[0], middle, atol=3.5)
    np.testing.assert_allclose(look[0, 1] - look[0, 0], LEAST_SHARE * (face[1] - face[0]), atol=0.5)


def test_what_is_doubted_and_small_is_named_by_both_looks_and_turned_by_both() -> None:
    network = Shortsighted()
    names = named(network, TINY)
    assert network.batches == [1, 1]
    assert names.tiles[0].argmax() == BLACK_EIGHT
    assert 0.9 < names.tiles[0, BLACK_EIGHT] < 1
    assert names.turns[0].argmax() == 2
    np.testing.assert_allclose([names.tiles.sum(), names.turns.sum()], 1, atol=1e-5)


def test_a_sure_face_needs_no_second_look() -> None:
    network = Shortsighted(sureness=20)
    assert named(network, TINY).tiles[0].argmax() == BLACK_SEVEN
    assert network.batches == [1]


def test_what_is_hardly_a_face_gets_none() -> None:
    network = Shortsighted(face=-9)
    named(network, TINY)
    assert network.batches == [1]


def test_a_face_without_a_figure_gets_none() -> None:
    network = Shortsighted()
    named(network, None)
    assert network.batches == [1]


def test_only_small_figures_are_looked_at_closer_beside_the_others() -> None:
    network = Shortsighted()
    names = named(network, None, TINY, USUAL, LOW)
    assert network.batches == [4, 4]
    assert names.tiles.argmax(1).tolist() == [BLACK_SEVEN, BLACK_EIGHT, BLACK_EIGHT, BLACK_EIGHT]


def test_no_more_company_is_shown_than_needed() -> None:
    network = Shortsighted()
    named(network, TINY, *[USUAL] * 30)
    assert network.batches == [31, 1 + IN_COMPANY]


def test_company_is_not_looked_at_closer_itself() -> None:
    network = Shortsighted()
    names = named(network, TINY, TINY, TINY, asked=1)
    assert network.batches == [3, 3]
    assert names.tiles.argmax(1).tolist() == [BLACK_EIGHT, BLACK_SEVEN, BLACK_SEVEN]


def test_the_pyramid_of_a_picture_shows_the_same() -> None:
    picture, quads = table(TINY, LOW), faces(2)
    plain, halved = (names_in(Shortsighted(), one, quads).tiles for one in (picture, Pyramid(picture)))
    np.testing.assert_allclose(plain, halved)


def test_a_face_that_the_picture_cuts_off_is_named_all_the_same() -> None:
    picture = table(TINY)[:160]
    quads = faces(1)
    names = names_in(Shortsighted(), picture, quads)
    np.testing.assert_allclose(names.tiles.sum(1), 1, atol=1e-5)


def test_no_faces_have_no_names() -> None:
    names = names_in(lambda _: [], table(), np.zeros((0, 4, 2), np.float32))
    assert names.tiles.shape == (0, 53)


def two_names(first: float, second: float) -> np.ndarray:
    """Probabilities in which two names are likely, and all others hardly."""
    said = np.full((1, 53), (1 - first - second) / 51, np.float32)
    said[0, 3], said[0, 9] = first, second
    return said


def test_of_two_names_that_neither_look_rules_out_the_one_that_both_find_likely_is_likelier() -> None:
    joined = both(two_names(0.5, 0.45), two_names(0.2, 0.75))
    np.testing.assert_allclose(joined.sum(1), 1, atol=1e-5)
    assert joined[0].argmax() == 9
    assert 0.6 < joined[0, 9] < 0.7


def test_a_name_that_one_look_rules_out_is_unlikely() -> None:
    joined = both(two_names(0.6, 0.39), two_names(0.0, 0.99))
    assert joined[0, 3] < 0.01
