"""Photographs that lie on the table, in a white border, or on a magazine's cover."""

from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from models.recipe.scenes.arrays import Generator, any_colour, pale_colour
from models.recipe.things.sheet import Fonts, Sheet, cut, pick_font, words

LONGER_SIDE = 480
"""Pixels."""


def picture_on_table(rng: Generator, fonts: Fonts, paths: tuple[Path, ...]) -> list[Sheet]:
    """A part of a photograph, as a print or a cover with words and numbers on it."""
    image = _part(rng, paths[int(rng.integers(len(paths)))])
    if rng.random() < 0.4:
        edge = int(rng.uniform(6, 40))
        framed = Image.new("RGB", (image.width + 2 * edge, image.height + 2 * edge), pale_colour(rng))
        framed.paste(image, (edge, edge))
        image = framed
    draw = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(1, 6)) if rng.random() < 0.5 else 0):
        at = rng.uniform(0, 0.9, 2) * image.size
        size = float(np.exp(rng.uniform(np.log(12), np.log(90))))
        draw.text(
            (at[0], at[1]), words(rng, int(rng.integers(1, 4)), 0.5), any_colour(rng), pick_font(rng, fonts, size)
        )
    thickness = 0.02 if rng.random() < 0.6 else float(rng.uniform(0.05, 0.6))
    return [Sheet(cut(image), float(rng.uniform(2, 12)), thickness, float(rng.uniform(0.1, 0.9)))]


def _part(rng: Generator, path: Path) -> Image.Image:
    picture = cv2.imread(str(path))
    assert picture is not None
    size = (np.array(picture.shape[:2]) * rng.uniform(0.3, 1.0, 2)).astype(int)
    y, x = (int(rng.integers(whole - part + 1)) for whole, part in zip(picture.shape[:2], size, strict=True))
    part = np.ascontiguousarray(picture[y : y + size[0], x : x + size[1], ::-1])
    scale = LONGER_SIDE / max(size)
    w, h = (max(60, int(side * scale)) for side in size[::-1])
    return Image.fromarray(np.asarray(cv2.resize(part, (w, h), interpolation=cv2.INTER_AREA), np.uint8))
