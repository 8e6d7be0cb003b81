"""Faces at rest are not classified again; new, moved, changed or doubtful faces are."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.reading.classify.cache import TIMES, KnownFaces
from vision.reading.classify.classifier import IN_COMPANY
from vision.reading.detect.scales import Pyramid
from vision.reading.detections import TILES, Detections

Pixels = NDArray[np.uint8]


class Namer:
    """A network that names a crop by its grey level: 10 is the first number, 20 the second …; 0 is no tile."""

    def __init__(self) -> None:
        self.shown: list[int] = []
        self.misread = False
        self.sure = 12.0

    def __call__(self, crops: NDArray[np.generic]) -> list[NDArray[np.float32]]:
        greys = np.asarray(crops)[:, 32, 24, 0].astype(int)
        self.shown.append(len(crops))
        number = np.zeros((len(crops), 14), np.float32)
        number[np.arange(len(crops)), (greys // 10 - 1 + self.misread) % 14] = self.sure
        colour = np.tile(np.array([12, 0, 0, 0], np.float32), (len(crops), 1))
        turn = np.tile(np.array([12, 0, 0, 0], np.float32), (len(crops), 1))
        return [number, colour, turn, np.where(greys > 0, 12, -12)[:, None].astype(np.float32)]


def quads(count: int, shift: float = 0.0) -> NDArray[np.float32]:
    """Faces side by side, 30 px wide."""
    left = 40.0 * np.arange(count)[:, None, None] + shift
    return np.asarray(np.array([[0, 0], [30, 0], [30, 40], [0, 40]]) + np.concatenate([left, 0 * left], 2), np.float32)


def picture(*greys: int, shift: int = 0) -> Pixels:
    """Tiles of these grey levels side by side on a dark table."""
    table = np.full((80, 40 * max(1, len(greys)) + 60, 3), 5, np.uint8)
    for place, grey in enumerate(greys):
        table[0:40, 40 * place + shift : 40 * place + 30 + shift] = grey
    return table


def seen(
    unmoved: KnownFaces, namer: Namer, shown: Pixels, quads: NDArray[np.float32], again: bool = False
) -> Detections:
    found = Detections(quads, np.full(len(quads), 0.8, np.float32))
    return unmoved.classify(namer, Pyramid(shown), found, again)


def words(names: NDArray[np.float32]) -> str:
    return " ".join(str(TILES[k]) for k in names.argmax(1))


def test_a_still_table_is_named_three_times_and_then_not_again() -> None:
    namer, unmoved = Namer(), KnownFaces()
    for _ in range(TIMES + 2):
        names = seen(unmoved, namer, picture(10, 50, 130), quads(3)).names
        assert words(names.tiles) == "k1 k5 k13"
    assert namer.shown == [3] * TIMES


def test_a_picture_that_is_looked_at_twice_has_one_vote() -> None:
    namer, unmoved = Namer(), KnownFaces()
    for _ in range(TIMES):
        seen(unmoved, namer, picture(10, 50, 130), quads(2))
        seen(unmoved, namer, picture(10, 50, 130), quads(3), again=True)
    assert namer.shown == [2, 3] * TIMES
    seen(unmoved, namer, picture(10, 50, 130), quads(3))
    assert namer.shown == [2, 3] * TIMES


def known(namer: Namer, *greys: int) -> KnownFaces:
    """The faces remembered from a table that was still for long enough."""
    unmoved = KnownFaces()
    for _ in range(TIMES):
        seen(unmoved, namer, picture(*greys), quads(len(greys)))
    namer.shown.clear()
    return unmoved


def test_a_new_tile_is_named_in_the_company_of_known_ones() -> None:
    namer = Namer()
    unmoved = known(namer, *[10] * 30)
    names = seen(unmoved, namer, picture(*[10] * 30, 70), quads(31)).names
    assert namer.shown == [1 + IN_COMPANY]
    assert words(names.tiles[-2:]) == "k1 k7"


@pytest.mark.parametrize(
    ("now", "shift", "again"),
    [((10, 20, 30), 0.5, 0), ((10, 20, 30), 6.0, 3), ((10, 60, 30), 0.0, 1), ((10, 28, 30), 0.0, 0)],
    ids=["outlines tremble", "all moved", "another tile lies there", "noise"],
)
def test_only_what_changed_is_named_again(now: tuple[int, ...], shift: float, again: int) -> None:
    namer = Namer()
    unmoved = known(namer, 10, 20, 30)
    names = seen(unmoved, namer, picture(*now, shift=int(shift)), quads(3, shift)).names
    assert sum(namer.shown) - (2 if again == 1 else 0) == again
    assert words(names.tiles) == f"k1 k{now[1] // 10} k3"


def test_where_something_left_lately_a_face_is_named_anew_where_it_is_found_now_however_little_it_changed() -> None:
    namer = Namer()
    unmoved = known(namer, 10, 20, 30)
    unmoved.is_new = lambda places: np.abs(places[:, :, 0].mean(axis=1) - 55) < 20
    found = seen(unmoved, namer, picture(10, 30, 30), quads(3, 0.7))
    assert namer.shown == [1 + 2]
    assert words(found.names.tiles) == "k1 k3 k3"
    np.testing.assert_array_equal(found.quads, np.stack([quads(3)[0], quads(3, 0.7)[1], quads(3)[2]]))
    assert unmoved.width == pytest.approx(30)


def test_a_tile_misread_once_is_outvoted() -> None:
    namer, unmoved = Namer(), KnownFaces()
    namer.misread = True
    seen(unmoved, namer, picture(60), quads(1))
    namer.misread = False
    for _ in range(9):
        names = seen(unmoved, namer, picture(60), quads(1)).names
    assert words(names.tiles) == "k6"
    assert names.tiles.max() == pytest.approx(0.9, abs=0.01)


def test_doubtful_tiles_are_named_each_time() -> None:
    namer, unmoved = Namer(), KnownFaces()
    namer.sure = 2.0
    for _ in range(TIMES + 3):
        seen(unmoved, namer, picture(10, 20), quads(2))
    assert namer.shown == [2] * (TIMES + 3)


def test_what_is_no_tile_is_remembered_as_well() -> None:
    namer = Namer()
    unmoved = known(namer, 0, 20)
    names = seen(unmoved, namer, picture(0, 20), quads(2)).names
    assert namer.shown == []
    assert names.faces.round(2).tolist() == [0, 1]


def test_a_tile_that_a_hand_covered_is_known_again() -> None:
    namer = Namer()
    unmoved = known(namer, 10, 20, 30)
    for _ in range(5):
        seen(unmoved, namer, picture(10, 20), quads(2))
    seen(unmoved, namer, picture(10, 20, 30), quads(3))
    assert namer.shown == []


def test_an_empty_table() -> None:
    namer = Namer()
    unmoved = known(namer, 10)
    names = seen(unmoved, namer, picture(), quads(0)).names
    assert names.tiles.shape == (0, 53)


def test_still_tiles_keep_their_outlines() -> None:
    namer = Namer()
    unmoved = known(namer, 10, 20, 30)
    trembling = seen(unmoved, namer, picture(10, 20, 30), quads(3, 0.7)).quads
    np.testing.assert_array_equal(trembling, quads(3))


def test_how_wide_a_tile_is_tell_those_that_were_named_often_enough() -> None:
    namer, unmoved = Namer(), KnownFaces()
    seen(unmoved, namer, picture(10, 20), quads(2))
    assert unmoved.width is None
    assert known(namer, 10, 20).width == pytest.approx(30)
    assert known(namer, 0, 0).width is None


def test_what_shows_the_bare_table_is_left_out_before_it_is_named() -> None:
    known, found = KnownFaces(), Detections(quads(3), np.array([0.9, 0.8, 0.7], np.float32))
    assert len(known.without_print(found)) == 3
    known.is_out_of_play = lambda places: places[:, 0, 0] > 30  # the first place alone holds a tile
    assert known.without_print(found).scores.tolist() == pytest.approx([0.9])
