"""Decoding the detector's maps, on maps made by hand; the scales at which a picture is searched."""

import cv2
import numpy as np
import pytest

from vision.reading.detect.infer import KEYSTONE, MOST_FACES, decode, merge
from vision.reading.detect.scales import BEST, FULL, LARGER, LARGEST, MOST, detect, detect_larger, detect_whole
from vision.reading.detections import Detections


def maps_with(*faces: tuple[float, float, float, float, float], cells: int = 32) -> np.ndarray:
    """Maps (13, cells, cells) that show faces: centre x y, width, height in pixels, degrees turned to the right."""
    maps = np.zeros((13, cells, cells), np.float32)
    maps[0] = -9
    for x, y, width, height, degrees in faces:
        i, j, a = int(y / 4), int(x / 4), np.radians(degrees)
        maps[0, i, j] = 4
        maps[1:, i, j] = [
            x / 4 - j - 0.5,
            y / 4 - i - 0.5,
            np.log(width / 24),
            np.log(height / 24),
            np.cos(2 * a),
            np.sin(2 * a),
            np.cos(2 * a + np.pi),
            np.sin(2 * a + np.pi),
            np.sin(a),
            -np.cos(a),
            0,
            0,
        ]
    return maps


def test_an_empty_map_shows_no_face() -> None:
    assert len(decode(maps_with())) == 0


@pytest.mark.parametrize(
    ("degrees", "first_corner"),
    [(0, (44, 46)), (90, (74, 44)), (180, (76, 74)), (-90, (46, 76))],
    ids=["upright", "top to the right", "head down", "top to the left"],
)
def test_the_first_corner_is_the_top_left_as_the_tile_is_read(
    degrees: float, first_corner: tuple[float, float]
) -> None:
    faces = decode(maps_with((60, 60, 32, 28, degrees)))
    assert faces.quads.shape == (1, 4, 2)
    np.testing.assert_allclose(faces.quads[0, 0], first_corner, atol=0.01)


def test_a_face_seen_twice_is_one() -> None:
    assert len(decode(maps_with((60, 60, 32, 40, 0), (68, 60, 32, 40, 0)))) == 1


def test_tiles_that_touch_are_two() -> None:
    assert len(decode(maps_with((40, 60, 24, 34, 0), (64, 60, 24, 34, 0)))) == 2


class Eye:
    """A network that sees white areas up to a certain width as tiles, and records the pictures it is given."""

    def __init__(self, widest: float = 60, narrowest: float = 0) -> None:
        self.narrowest, self.widest, self.shown = narrowest, widest, list[np.ndarray]()

    def __call__(self, batch: np.ndarray) -> list[np.ndarray]:
        self.shown.append(batch[0])
        white = (batch[0, :, :, 0] > 127).astype(np.uint8)
        boxes = cv2.connectedComponentsWithStats(white)[2][1:]
        seen = [
            (x + w / 2, y + h / 2, w, h, 0) for x, y, w, h, _ in boxes.tolist() if self.narrowest <= w <= self.widest
        ]
        h, w = batch.shape[1:3]
        return [maps_with(*seen, cells=max(h, w) // 4)[None, :, : h // 4, : w // 4]]


def table(size: tuple[int, int], width: int, *places: tuple[int, int]) -> np.ndarray:
    """A black picture of (width, height) with white tiles, their left top corners at these places."""
    picture = np.zeros((size[1], size[0], 3), np.uint8)
    for x, y in places:
        picture[y : y + width * 7 // 5, x : x + width] = 255
    return picture


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_tiles_are_found_whatever_the_picture_s_size(size: tuple[int, int]) -> None:
    """And outlined in the picture's own pixels."""
    places = [(200 + 40 * n, 160) for n in range(8)]
    faces = detect(Eye(), table(size, 30, *places))
    np.testing.assert_allclose(np.sort(faces.quads[:, 0, 0]), [x - 0.5 for x, _ in places], atol=2.5)


def sides(eye: Eye) -> list[int]:
    """The height of each picture that the network was shown."""
    return [picture.shape[0] for picture in eye.shown]


def test_a_picture_without_a_hint_is_searched_at_full_size_all_the_same() -> None:
    eye = Eye()
    assert len(detect(eye, table((1280, 720), 10))) == 0
    assert sides(eye) == [736, 224]


def test_a_larger_one_without_a_hint_is_searched_larger_still() -> None:
    eye = Eye()
    assert len(detect(eye, table((1920, 1080), 10))) == 0
    assert sides(eye) == [736, 224, 1088]


def test_so_is_one_whose_tiles_are_narrow_at_that_size_and_then_what_lies_around_them() -> None:
    eye = Eye()
    detect(eye, table((3840, 2160), 36, *((1000 + 50 * n, 1000) for n in range(8))))
    assert sides(eye)[0] == 736
    shown = [(picture[..., 0] > 127).any(axis=0).sum() / 8 for picture in eye.shown[-2:]]
    assert shown == [pytest.approx(36 * (3e6 / (3840 * 2160)) ** 0.5, abs=1), pytest.approx(LARGER, abs=2)]


def test_where_one_tile_is_found_at_last_the_others_are_searched_for_as_large_as_it_needs() -> None:
    """In the picture as it came, one face of twelve was detected; in the enlarged picture all were."""
    eye = Eye(narrowest=10)
    picture = table((1536, 864), 10, *((100 + 50 * n, 60) for n in range(8)))
    picture[400:420, 900:914] = 255
    assert len(detect(eye, picture)) == 9


def test_tiles_of_a_good_size_are_searched_at_full_size_and_from_afar() -> None:
    """Even if many small faces are detected: a rug's pattern gave six, and the only tile was near the camera."""
    eye = Eye()
    detect(eye, table((1280, 720), 34, *((20 + 50 * n, 60) for n in range(8))))
    assert sides(eye) == [736, 224]


def test_narrow_tiles_are_searched_for_enlarged_too() -> None:
    """On a chequered cloth one in eleven tiles was missed at 24 pixels of width; at 38 pixels, none."""
    eye = Eye()
    picture = table((1280, 720), 24, *((20 + 50 * n, 60) for n in range(8)))
    assert len(detect(eye, picture)) == 8
    assert (eye.shown[-1][..., 0] > 127).any(axis=0).sum() / 8 == pytest.approx(BEST, abs=1)


def test_tiles_near_the_camera_are_found_from_afar() -> None:
    assert len(detect(Eye(widest=80), table((1280, 720), 220, (500, 200)))) == 1


def test_where_the_tiles_width_is_known_one_pass_shows_them_at_their_best() -> None:
    eye = Eye()
    detect(eye, table((1280, 720), 50, *((20 + 90 * n, 60) for n in range(8))), width=50)
    assert len(eye.shown) == 1
    assert (eye.shown[0][..., 0] > 127).any(axis=0).sum() / 8 == pytest.approx(BEST, abs=1)


def test_where_such_a_pass_shows_nothing_the_picture_is_searched_at_full_size() -> None:
    eye = Eye()
    detect(eye, table((1280, 720), 50), width=50)
    assert sides(eye)[1:] == [736, 224]


def test_tiles_of_another_width_than_is_known_are_searched_for_anew() -> None:
    """At a quarter of their best width two of ten tiles were still detected, which shows that the known width is
    wrong."""
    picture = table((1280, 720), 50, *((20 + 90 * n, 60) for n in range(8)))
    picture[300:380, 100:158] = picture[300:380, 300:358] = 255
    assert len(detect(Eye(narrowest=7), picture, width=200)) >= 10


def test_no_pass_over_a_known_table_is_larger_than_the_largest() -> None:
    eye = Eye()
    detect(eye, table((1280, 720), 10, *((20 + 20 * n, 60) for n in range(8))), width=10)
    assert eye.shown[0][..., 0].size <= MOST * 1.05


@pytest.mark.parametrize(
    ("width", "shown"), [(24, LARGER), (12, 12 * LARGEST)], ids=["larger", "at most so many times"]
)
def test_what_is_in_doubt_is_shown_larger(width: int, shown: float) -> None:
    eye = Eye()
    picture = table((640, 360), width, *((20 + 50 * n, 60) for n in range(8)))
    found = detect(eye, picture)
    looks = len(eye.shown)
    assert len(detect_larger(eye, picture, found)) == 8
    assert len(eye.shown) == looks + 1
    assert int((eye.shown[-1][..., 0] > 127).any(axis=0).sum()) / 8 == pytest.approx(shown, abs=2)


def test_it_is_shown_with_what_lies_around_it_and_no_more() -> None:
    eye = Eye()
    picture = table((1280, 720), 24, *((500 + 50 * n, 300) for n in range(8)))
    found = detect_larger(eye, picture, detect(eye, picture))
    assert eye.shown[-1][..., 0].size < FULL
    np.testing.assert_allclose(np.sort(found.quads[:, 0, 0]), [500 + 50 * n - 0.5 for n in range(8)], atol=2.5)
    np.testing.assert_allclose(found.quads[:, 0, 1], 299.5, atol=2.5)


def test_near_tiles_are_not_shown_smaller_than_before() -> None:
    eye = Eye(widest=80)
    picture = table((1280, 720), 70, *((20 + 120 * n, 60) for n in range(8)))
    detect_larger(eye, picture, detect(eye, picture))
    assert (eye.shown[-1][..., 0] > 127).any(axis=0).sum() / 8 >= 70


def test_where_nothing_was_found_there_is_nothing_to_show_larger() -> None:
    assert len(detect_larger(Eye(), table((640, 360), 10), Detections())) == 0


def test_it_is_shown_as_large_as_the_tiles_need_where_their_width_is_known() -> None:
    """The first pass may have detected a cloth's pattern beside the tiles, with wider cells."""
    eye = Eye()
    picture = table((640, 360), 18, *((20 + 50 * n, 60) for n in range(8)))
    detect_larger(eye, picture, detect(eye, picture), width=20)
    assert (eye.shown[-1][..., 0] > 127).any(axis=0).sum() / 8 == pytest.approx(18 * LARGER / 20, abs=2)


@pytest.mark.parametrize(
    ("size", "shown"),
    [((400, 225), 400 * LARGEST), ((2560, 1440), 2560 * (MOST / 2560 / 1440) ** 0.5)],
    ids=["a small one enlarged", "a large one no larger than the largest pass"],
)
def test_a_picture_that_seems_empty_is_searched_whole(size: tuple[int, int], shown: float) -> None:
    eye = Eye()
    detect_whole(eye, table(size, 24), LARGEST)
    assert eye.shown[0].shape[1] == pytest.approx(shown, abs=32)


def test_what_the_first_pass_showed_as_large_is_not_searched_again() -> None:
    eye = Eye()
    assert len(detect_whole(eye, table((1280, 720), 24), 1.0)) == 0
    assert not eye.shown


def test_of_a_texture_full_of_what_might_be_tiles_only_the_strongest_places_are_kept() -> None:
    places = [(x, y) for x in range(10, 1260, 24) for y in range(10, 700, 40)]
    assert len(places) > 2 * MOST_FACES
    assert len(detect(Eye(), table((1280, 720), 16, *places))) == MOST_FACES


def test_so_it_is_where_another_pass_shows_more() -> None:
    places = [(x, y) for x in range(10, 1260, 24) for y in range(200, 500, 30)]
    picture = table((1280, 720), 16, *places)
    picture[130:190, 10:60] = 255
    for x in range(10, 1100, 150):
        picture[10:110, x : x + 90] = 255
    eye = Eye()
    assert len(detect(eye, picture)) == MOST_FACES
    assert sides(eye)[1] == 224


def test_corners_need_not_be_a_parallelograms() -> None:
    """In perspective the side of a face towards the camera is longer than the far side."""
    maps = maps_with((60, 60, 32, 32, 0))
    maps[11, 15, 15] = KEYSTONE * 0.05
    quad = decode(maps).quads[0]
    assert quad[1, 0] - quad[0, 0] == pytest.approx(32 - 0.1 * 32)
    assert quad[2, 0] - quad[3, 0] == pytest.approx(32 + 0.1 * 32)


def test_of_a_face_in_both_passes_the_second_is_kept() -> None:
    one = decode(maps_with((60, 60, 24, 34, 0)))
    two = Detections(one.quads + 2, one.scores)
    np.testing.assert_array_equal(merge(one, two).quads, two.quads)
