"""Whether a picture is clear enough to judge a turn by."""

from importlib.resources import files

import cv2
import numpy as np
import pytest

from vision.camera import Pixels, is_clear

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
    assert is_clear(seen(light, noise), NONE) is clear


def test_tiles_tell_the_light_on_a_black_cloth() -> None:
    cloth = np.full((360, 640, 3), 25, np.uint8)
    face = np.array([[100, 100], [130, 100], [130, 140], [100, 140]], np.float32)
    cv2.fillConvexPoly(cloth, face.astype(np.int32), (220, 225, 230))
    assert is_clear(cloth, face[None])
