"""Whether a picture is clear enough to judge a turn by."""

from collections.abc import Callable
from importlib.resources import files

import cv2
import numpy as np
import pytest

from vision.camera import Clarity, Pixels, clarity_of

TABLE = cv2.imdecode(np.frombuffer((files("tilewatch") / "demo" / "f020.jpg").read_bytes(), np.uint8), 1)
NONE = np.zeros((0, 4, 2), np.float32)


def seen(light: float, noise: float = 0.0) -> Pixels:
    made = TABLE * light + np.random.default_rng(1).normal(0, noise, TABLE.shape)
    return np.clip(made, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("light", "noise", "clear"),
    [
        (1, 0, True),
        (0.3, 0, True),
        (0.3, 3, True),
        (0.6, 20, True),
        (0.12, 0, False),
        (0.08, 3, False),
        (0.6, 45, False),
    ],
)
def test_little_light_and_much_noise_are_not_judged_by(light: float, noise: float, clear: bool) -> None:
    assert clarity_of(seen(light, noise), NONE).is_clear is clear


def test_tiles_tell_the_light_on_a_black_cloth() -> None:
    cloth = np.full((360, 640, 3), 25, np.uint8)
    face = np.array([[100, 100], [130, 100], [130, 140], [100, 140]], np.float32)
    cv2.fillConvexPoly(cloth, face.astype(np.int32), (220, 225, 230))
    assert clarity_of(cloth, face[None]).is_clear


def through_a_pattern(table: Pixels) -> Pixels:
    checks = (np.indices(table.shape[:2]) // 9).sum(axis=0) % 2 * 255 * 0.65
    return np.asarray(table * 0.35 + checks[..., None], np.uint8)


@pytest.mark.parametrize(
    "spoilt",
    [
        through_a_pattern,
        lambda table: np.asarray(table * 0.12 + 215, np.uint8),
    ],
    ids=["through a pattern", "behind a veil"],
)
def test_what_hides_or_changes_tiles_all_over_is_not_judged_by(spoilt: Callable[[Pixels], Pixels]) -> None:
    face = np.array([[[600, 300], [640, 300], [640, 350], [600, 350]]], np.float32)
    assert not clarity_of(spoilt(np.asarray(TABLE, np.uint8)), face).is_clear


@pytest.mark.parametrize(("deviation", "sharp"), [(0, True), (2, True), (6, False)])
def test_a_soft_or_sharp_lens_is_judged_by_and_a_blurred_picture_is_not(deviation: int, sharp: bool) -> None:
    soft = cv2.GaussianBlur(TABLE, (0, 0), deviation) if deviation else TABLE
    assert clarity_of(np.asarray(soft, np.uint8), NONE).is_sharp is sharp


@pytest.mark.parametrize("colour", [(238, 240, 241), (128, 128, 128), (60, 120, 40)])
@pytest.mark.parametrize("lit", [0.0, 8.0])
def test_a_plain_cloth_is_clear_smooth_or_in_folds(colour: tuple[int, int, int], lit: float) -> None:
    rng = np.random.default_rng(3)
    folds = cv2.GaussianBlur(rng.normal(0, 1, (720, 1280)).astype(np.float32), (0, 0), 60)
    cloth = np.array(colour) + (folds * lit / folds.std() + rng.normal(0, 2, folds.shape))[..., None]
    seen = np.clip(cloth, 0, 255).astype(np.uint8)
    assert clarity_of(seen, NONE) == Clarity(is_clear=True, is_sharp=True)
