"""A flat object with a drawing on it, in tile widths, and steps that several drawings share."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.recipe.editions.fonts import any_font
from models.recipe.scenes.arrays import Bytes, Generator, Ink, mixed

Draw = ImageDraw.ImageDraw
Fonts = tuple[str, ...]


@dataclass
class Sheet:
    """A texture (H, W, 4) with its width on the table, its thickness, gloss, and where it lies in its group."""

    texture: Bytes
    width: float
    thickness: float = 0.02
    gloss: float = 0.4
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0

    @property
    def height(self) -> float:
        """Its height on the table, in tile widths."""
        return float(self.width * self.texture.shape[0] / self.texture.shape[1])


def blank(width: int, height: int, colour: Ink) -> tuple[Image.Image, Draw]:
    """A sheet of one colour to draw on."""
    image = Image.new("RGB", (width, height), colour)
    return image, ImageDraw.Draw(image)


def cut(image: Image.Image, corner: float = 0.0) -> Bytes:
    """The drawing with an alpha of round corners (pixels)."""
    mask = Image.new("L", image.size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, image.width - 1, image.height - 1), corner, 255)
    return np.dstack([np.asarray(image), np.asarray(mask)])


def cut_round(image: Image.Image) -> Bytes:
    """The drawing cut to an ellipse."""
    mask = Image.new("L", image.size)
    ImageDraw.Draw(mask).ellipse((0, 0, image.width - 1, image.height - 1), fill=255)
    return np.dstack([np.asarray(image), np.asarray(mask)])


@lru_cache(512)
def font(path: str, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels."""
    return ImageFont.truetype(path, max(7, size))


def pick_font(rng: Generator, fonts: Fonts, size: float) -> ImageFont.FreeTypeFont:
    """Any font at a size in pixels."""
    return font(any_font(rng, fonts), int(size))


def words(rng: Generator, count: int, digits: float = 0.1) -> str:
    """Made-up words, some of them numbers."""
    out = []
    for _ in range(count):
        if rng.random() < digits:
            out.append(str(int(rng.integers(0, 10 ** int(rng.integers(1, 4))))))
        else:
            out.append("".join(rng.choice(list("aaabdeeeefghiiklmnnoorrssttuuwyz"), int(rng.integers(2, 9)))))
    return " ".join(out)


def handwriting(
    rng: Generator, draw: Draw, text: str, at: tuple[float, float], size: float, ink: Ink, fonts: Fonts
) -> None:
    """Text like handwriting: the signs vary in height and size."""
    x, y = at
    path = any_font(rng, fonts)
    for sign in text:
        face = font(path, int(size * rng.uniform(0.85, 1.15)))
        draw.text((x, y + rng.normal(0, size * 0.06)), sign, mixed(ink, (128, 128, 128), rng.uniform(0, 0.2)), face)
        x += face.getlength(sign) + rng.normal(0, size * 0.04)


def speckled(rng: Generator, image: Image.Image, amount: float) -> Image.Image:
    """The sheet with an uneven surface."""
    w, h = image.size
    small = rng.normal(0, amount, (max(2, h // 16), max(2, w // 16))).astype(np.float32)
    wave = cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)[..., None]
    return Image.fromarray(np.clip(np.asarray(image, np.float32) + wave, 0, 255).astype(np.uint8))
