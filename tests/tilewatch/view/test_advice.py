"""Advice about camera, light and tiles."""

import numpy as np
import pytest

from referee.messages import Message
from tilewatch.view import CameraSight, advice
from tilewatch.view.advice import Level
from vision.camera import Lighting

LIT = Lighting(130.0, (0.0,) * 9)
FULL_HD = (1920, 1080)


def faces(*wide: float, left: float = 100.0) -> np.ndarray:
    """Faces of that width in pixels beside each other."""
    corners = np.array([[0, 0], [1, 0], [1, 1.3], [0, 1.3]], np.float32)
    return np.stack([corners * w + (left + 80 * n, 200) for n, w in enumerate(wide)]).astype(np.float32)


def said(about: str, **known: object) -> list[str]:
    """The advice about a part, bad news with a `!`."""
    usual: dict[str, object] = {"size": FULL_HD, "rate": 15.0, "light": LIT, "quads": faces(31, 40, 40)}
    told = advice(CameraSight(**{**usual, **known}))  # type: ignore[arg-type]
    return [("" if one.good else "! ") + one.message.text for one in told if one.about == about]


def test_where_all_is_well_each_part_is_praised_with_its_figures() -> None:
    assert said("camera") == ["The camera gives 1920 × 1080 pixels, 15 pictures a second."]
    assert said("light") == ["The light is good."]
    assert said("tiles") == ["I see 3 tiles, the smallest 31 pixels wide: good."]


@pytest.mark.parametrize(
    ("light", "wanted"),
    [
        (Lighting(40.0, (0.0,) * 9), "! Too dark: switch on a lamp."),
        (Lighting(230.0, (0.9,) * 9), "! Too bright: the white of the tiles is lost."),
        (Lighting(130.0, (0, 0, 0.5, 0, 0, 0, 0, 0, 0)), "! Glare (top right): move the lamp or the camera."),
        (
            Lighting(130.0, (0.0,) * 9, has_colour=False),
            "! The picture has no colour, and colours tell tiles apart: more light or another camera helps.",
        ),
    ],
)
def test_light_is_asked_for_where_it_is_wrong(light: Lighting, wanted: str) -> None:
    assert said("light", light=light) == [wanted]


def test_tiles_that_are_too_small_ask_for_a_nearer_camera() -> None:
    far = said("tiles", quads=faces(14, 15))
    assert far == ["! The camera is too far away: tiles are 14 pixels wide, but 20 are needed."]
    assert said("tiles", quads=faces(24, 25)) == [
        "! Tiles are 24 pixels wide. That will do; 28 are better: a little nearer helps."
    ]


def test_a_camera_with_a_small_picture_is_said_to_do_no_more() -> None:
    told = said("tiles", quads=faces(14, 15), size=(640, 480))
    assert told[1] == "! This camera gives 640 pixels across at most; one that gives more may hang farther away."


def test_a_phone_held_upright_is_as_good_as_one_that_lies() -> None:
    assert len(said("tiles", quads=faces(24, 25), size=(1080, 1920))) == 1


def test_tiles_far_aslant_at_the_edge_or_unsure_are_named() -> None:
    assert "2.3 times smaller" in said("tiles", quads=faces(30, 69))[0]
    assert "picture's edge" in said("tiles", quads=faces(30, left=2))[0]
    assert said("tiles", unsure=1) == ["! 1 tile is hard to read: more light or a closer camera helps."]


def test_an_empty_table_asks_for_tiles_and_a_lost_camera_says_only_that() -> None:
    assert "Lay any three tiles" in said("tiles", quads=faces(1)[:0])[0]
    told = advice(CameraSight(None, 0.0, None, faces(1)[:0], trouble=Message("camera.no-phone")))
    assert [one.message.text for one in told] == ["The camera gives no picture: no phone sends pictures yet"]


def test_a_match_that_is_kept_by_hand_lacks_nothing() -> None:
    """Nothing is missing, and no advice on light and distance is given: players without a camera are not told to get
    one."""
    (told,) = advice(CameraSight(None, 0.0, None, faces(1)[:0], by_hand=True))
    assert (told.about, told.level) == ("camera", Level.BETTER)
    assert told.message.text.startswith("No camera: clock, turns and points are kept by hand.")


def test_a_camera_that_is_being_opened_has_given_no_picture_yet() -> None:
    (told,) = advice(CameraSight(None, 0.0, None, faces(1)[:0]))
    assert told.message.text == "The camera has given no picture yet."


def test_a_camera_that_hardly_sends_is_told_so() -> None:
    assert "Only 1.5 pictures a second" in said("camera", rate=1.5)[0]


def test_mains_light_in_bands_and_a_focus_that_breathes_are_named_as_what_they_are() -> None:
    (bands,) = said("light", has_bands=True)
    assert bands.startswith("! The lamp pulses, and dark bands wander through the picture")
    (focus,) = said("camera", breathes=True)
    assert focus.startswith("! The camera's focus keeps searching")


def test_a_phone_that_fell_asleep_is_not_praised() -> None:
    (told,) = advice(CameraSight(FULL_HD, 0.0, LIT, faces(31, 40, 40), is_still=True))
    assert (told.level, told.message.code) == (Level.STOPS, "alarm.still")


def test_a_camera_that_has_only_just_begun_has_no_rate_yet() -> None:
    assert said("camera", rate=0.0) == ["The camera gives 1920 × 1080 pixels."]


def level_of(about: str, **known: object) -> str:
    """The worst level of the advice about a part."""
    usual = {"size": (1920, 1080), "rate": 15.0, "light": Lighting(130.0, (0.0,) * 9), "quads": faces(31, 33, 35)}
    told = advice(CameraSight(**{**usual, **known}))  # type: ignore[arg-type]
    order = [Level.STOPS, Level.OPEN, Level.BETTER, Level.GOOD]
    return next(level for level in order if level in [one.level for one in told if one.about == about])


@pytest.mark.parametrize(
    ("about", "known", "level"),
    [
        ("camera", {}, "good"),
        ("camera", {"rate": 2.0}, "better"),
        ("camera", {"breathes": True}, "better"),
        ("camera", {"size": None}, "stops"),
        ("light", {"light": Lighting(40.0, (0.0,) * 9)}, "stops"),
        ("light", {"light": Lighting(130.0, (0, 0, 0.5, 0, 0, 0, 0, 0, 0))}, "better"),
        ("light", {"light": Lighting(130.0, (0.0,) * 9, has_colour=False)}, "stops"),
        ("light", {"light": Lighting(130.0, (0.0,) * 9, has_colour=False), "quads": faces(1)[:0]}, "better"),
        ("light", {"has_bands": True}, "better"),
        ("light", {"is_clear": False}, "stops"),
        ("light", {"light": Lighting(130.0, (0.0,) * 9, is_pale=True), "quads": faces(1)[:0]}, "open"),
        ("light", {"is_clear": False, "quads": faces(1)[:0]}, "better"),
        ("tiles", {}, "good"),
        ("tiles", {"quads": faces(1)[:0]}, "open"),
        ("tiles", {"quads": faces(24, 25)}, "better"),
        ("tiles", {"quads": faces(14, 15)}, "stops"),
        ("tiles", {"unread": faces(31), "quads": faces(1)[:0]}, "stops"),
        ("tiles", {"unread": faces(31)}, "better"),
    ],
)
def test_only_what_stops_the_game_is_a_stop(about: str, known: dict[str, object], level: str) -> None:
    assert level_of(about, **known) == level


@pytest.mark.parametrize(
    ("unread", "known", "helps"),
    [
        (faces(14, 15), {}, "too small to read (14 pixels wide, 20 are needed): bring the camera nearer"),
        (faces(31), {"light": Lighting(70.0, (0.0,) * 9)}, "too dark to read: switch on a lamp"),
        (faces(31), {"light": Lighting(130.0, (0.2,) + (0.0,) * 8)}, "in the glare of a lamp: move the lamp"),
        (faces(31), {"pattern": 60.0}, "this cloth's squares are as large as tiles: bring the camera nearer"),
        (faces(31), {"pattern": 200.0}, "cannot be read: more light or a closer camera helps"),
        (faces(31), {}, "cannot be read: more light or a closer camera helps"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_reason(unread: np.ndarray, known: dict[str, object], helps: str) -> None:
    told = said("tiles", quads=faces(1)[:0], unread=unread, **known)
    assert len(told) == 1
    assert "seem" in told[0]
    assert helps in told[0]
    assert "three tiles in a row" not in told[0]
