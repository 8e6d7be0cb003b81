"""Logits become tiles and probabilities."""

import numpy as np

from vision.reading.classify.classifier import IN_COMPANY, classify, in_company
from vision.reading.detections import TILES


def answering(number: int, colour: int):
    """A network that answers one number and one colour class with certainty."""

    def network(batch: np.ndarray) -> list[np.ndarray]:
        n, c = np.zeros((len(batch), 14), np.float32), np.zeros((len(batch), 4), np.float32)
        n[:, number], c[:, colour] = 20, 20
        return [n, c, np.zeros((len(batch), 4), np.float32), np.full((len(batch), 1), 9, np.float32)]

    return network


def test_every_tile_and_the_joker_has_one_class() -> None:
    assert len(set(TILES)) == 53


def test_number_and_colour_make_a_tile() -> None:
    names = classify(answering(6, 1), np.zeros((2, 64, 48, 3), np.uint8))
    assert [str(TILES[i]) for i in names.tiles.argmax(1)] == ["r7", "r7"]
    np.testing.assert_allclose(names.tiles.sum(1), 1, atol=1e-5)


def test_a_joker_is_a_joker_in_any_colour() -> None:
    names = classify(answering(13, 2), np.zeros((1, 64, 48, 3), np.uint8))
    assert str(TILES[int(names.tiles[0].argmax())]) == "J"


def test_no_crops_need_no_network() -> None:
    names = classify(lambda batch: [], np.zeros((0, 64, 48, 3), np.uint8))
    assert names.tiles.shape == (0, 53)


def test_company_is_chosen_evenly() -> None:
    chosen = in_company(np.arange(151))
    assert len(chosen) == IN_COMPANY
    assert chosen.tolist() == list(range(0, 151, 10))
    assert in_company(np.arange(2)).tolist() == [0, 1]
