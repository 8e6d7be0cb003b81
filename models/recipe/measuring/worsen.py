"""`python -m models.recipe.measuring.worsen FROM TO`: labelled pictures as worse cameras and lamps give them.

TO gets a folder for each way, with pictures and labels: to measure, not to train. Noise comes from a seed.
"""

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import cv2
import numpy as np

QUALITY = 80
SMALLER = 0.6
"""What the pictures of `small` are scaled by."""

Effect = Callable[[np.ndarray], np.ndarray]


def washed(picture: np.ndarray) -> np.ndarray:
    """Half the colour, and a veil of light."""
    grey = picture.mean(axis=2, keepdims=True)
    return 50 + 0.8 * (grey + (picture - grey) * 0.55)


def noisy(picture: np.ndarray) -> np.ndarray:
    """Dim, with a sensor's noise of 11 levels."""
    return picture * 0.6 + np.random.default_rng(5).normal(0, 11, picture.shape)


def shaded(picture: np.ndarray) -> np.ndarray:
    """A lamp at one side."""
    return picture * np.linspace(0.35, 1.25, picture.shape[1])[None, :, None]


EFFECTS: Mapping[str, Effect] = {
    "lamp": lambda picture: picture * np.array([0.5, 0.85, 1.1]),
    "cold": lambda picture: picture * np.array([1.15, 0.95, 0.7]),
    "dusk": lambda picture: 255 * (picture / 255) ** 1.7 * 0.5,
    "blur": lambda picture: cv2.GaussianBlur(picture, (0, 0), 1.4),
    "washed": washed,
    "noisy": noisy,
    "shaded": shaded,
    "small": lambda picture: cv2.resize(picture, None, fx=SMALLER, fy=SMALLER, interpolation=cv2.INTER_AREA),
}
"""BGR float pictures (H, W, 3), 0 to 255, made worse."""


def main() -> None:
    """Writes the copies."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    args = parser.parse_args()
    for name, effect in EFFECTS.items():
        (args.target / name).mkdir(parents=True, exist_ok=True)
        for path in sorted(args.source.glob("*.jpg")):
            picture = np.asarray(cv2.imread(str(path)), np.float32)
            worse = np.clip(effect(picture), 0, 255).astype(np.uint8)
            cv2.imwrite(str(args.target / name / path.name), worse, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            labels = json.loads(path.with_suffix(".json").read_text())
            for tile in labels["tiles"]:
                place = "quad" if "quad" in tile else "polygon"
                tile[place] = (np.array(tile[place]) * worse.shape[1] / picture.shape[1]).round(1).tolist()
            (args.target / name / path.name).with_suffix(".json").write_text(json.dumps(labels))


if __name__ == "__main__":
    main()
