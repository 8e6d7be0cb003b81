"""How an edition prints its numbers: plain, hollow, bordered, in a disc or a ring; engraved or flat; 6 and 9 marked."""

from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw

from models.recipe.editions.bodies import WIDTH
from models.recipe.editions.fonts import any_font, font_with_digits
from models.recipe.scenes.arrays import Bytes, Floats, Generator, Ink, between, chance, mixed

STYLES = {
    "plain": 0.6,
    "outlined": 0.07,
    "bordered": 0.05,
    "disc": 0.11,
    "pale_disc": 0.05,
    "ring": 0.06,
    "square": 0.06,
}


@dataclass(frozen=True)
class Figure:
    """A way to print numbers; lengths are shares of the tile's height, places shares of its sides."""

    font: str
    style: str
    size: float
    x: float
    y: float
    squeeze: float
    weight: float
    relief: float
    engraved: float
    marks_six: str
    seed: int

    @classmethod
    def draw_lots(cls, rng: Generator, fonts: tuple[str, ...], style: str, middle: bool) -> "Figure":
        """A random way of printing that suits the style; `middle`: no sign stands below, so the number may stand in the
        middle.
        """
        y = between(rng, 0.43, 0.54) if middle else between(rng, 0.3, 0.42)
        room = 2 * min(y, 1 - y) - (0.16 if style in ("plain", "outlined", "bordered") else 0.3)
        marks = {"no": 0.2, "line": 0.5, "dot": 0.3} if middle else {"no": 0.72, "line": 0.18, "dot": 0.1}
        return cls(
            font=any_font(rng, fonts),
            style=style,
            size=float(min(_size(rng), room)),
            x=0.5 + rng.normal(0, 0.015),
            y=y,
            squeeze=between(rng, 0.78, 1.3),
            weight=float(rng.choice([0.0, rng.uniform(0, 0.035)])),
            relief=float(rng.choice([0.0, rng.uniform(0.1, 0.6)])),
            engraved=float(rng.choice([0.0, rng.uniform(0.2, 1.0)], p=[0.65, 0.35])) if style == "plain" else 0.0,
            marks_six=chance(rng, marks),
            seed=int(rng.integers(2**31)),
        )

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Where the number stands, as shares of width and height: left, top, right, bottom."""
        return 0.2, self.y - self.size / 2, 0.8, self.y + self.size / 2

    def print_on(self, image: Image.Image, text: str, ink: Ink, paper: Ink) -> None:
        """Prints a number onto a face."""
        w, h = image.size
        widest = 0.84 * w
        if self.style in ("disc", "pale_disc", "ring", "square"):
            ink, paper, widest = self._shape_behind(image, ink, paper)
        mask = self._mask(text, self.size * h, widest)
        at = round(self.x * w - mask.shape[1] / 2), round(self.y * h - mask.shape[0] / 2)
        self._ink(image, mask, at, ink, paper)
        if text in ("6", "9") and self.marks_six != "no":
            self._mark_six(image, ink, at[1] + mask.shape[0])

    def _shape_behind(self, image: Image.Image, ink: Ink, paper: Ink) -> tuple[Ink, Ink, float]:
        """Draws a disc, ring or square behind the number; returns the ink and paper for the number, and its greatest
        width.
        """
        w, h = image.size
        draw = ImageDraw.Draw(image)
        radius = min(max(self.size * h * (0.66 + (self.seed % 9) * 0.03), 0.26 * w), 0.46 * w, self.y * h * 0.97)
        x, y = self.x * w, self.y * h
        place = (x - radius, y - radius, x + radius, y + radius)
        if self.style == "ring":
            draw.ellipse(place, outline=ink, width=3 + self.seed % 7)
        elif self.style == "pale_disc":
            tint = mixed(paper, ink, 0.2) if self.seed % 2 else mixed(paper, (128, 128, 128), 0.25)
            draw.ellipse(place, fill=tint, outline=ink if self.seed % 3 == 0 else None, width=3)
            paper = tint
        else:
            if self.style == "disc":
                draw.ellipse(place, fill=ink)
            else:
                draw.rounded_rectangle(place, radius * 0.05 * (self.seed % 8), fill=ink)
            pale = mixed(paper, (255, 255, 255), 0.5) if max(paper) > 150 else paper
            ink, paper = (pale if _luma(ink) < 225 else (20, 20, 24)), ink
        return ink, paper, radius * 1.5

    def _mask(self, text: str, height: float, widest: float) -> Bytes:
        """The number as ink from 0 to 255."""
        if self.style in ("disc", "pale_disc", "ring", "square"):
            height = min(height, widest * 0.8)
        font = font_with_digits(self.font, height)
        left, top, right, bottom = font.getbbox(text)
        pad = 3 + int(self.weight * height)
        glyph = Image.new("L", (int(right - left) + 2 * pad, int(bottom - top) + 2 * pad), 0)
        ImageDraw.Draw(glyph).text((pad - left, pad - top), text, 255, font=font)
        width = int(min(glyph.width * self.squeeze, widest))
        mask = np.array(glyph.resize((max(4, width), glyph.height), Image.Resampling.BILINEAR))
        if self.weight > 0:
            k = max(1, round(self.weight * height / 2)) * 2 + 1
            mask = np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (k, k))), np.uint8)
        return mask

    def _ink(self, image: Image.Image, mask: Bytes, at: tuple[int, int], ink: Ink, paper: Ink) -> None:
        x, y = at
        if self.relief > 0:  # a printed hollow: a light rim below the stroke, as on engraved tiles
            image.paste((255, 255, 255), (x + 1, y + 3), Image.fromarray((mask * self.relief).astype(np.uint8)))
        if self.style == "outlined":
            inner = _thinner(mask, 0.028 * WIDTH)
            image.paste(ink, at, Image.fromarray(mask))
            image.paste(paper, at, Image.fromarray(inner))
        elif self.style == "bordered":
            edge = (250, 250, 250) if self.seed % 2 and max(paper) < 150 else mixed(ink, (0, 0, 0), 0.65)
            image.paste(edge, at, Image.fromarray(mask))
            image.paste(ink, at, Image.fromarray(_thinner(mask, 0.012 * WIDTH)))
        else:
            image.paste(Image.fromarray(self._poured(mask, ink)), at, Image.fromarray(mask))

    def _poured(self, mask: Bytes, ink: Ink) -> Bytes:
        """The ink of a number: even, or poured into an engraving whose edges catch the light."""
        colour: Floats = np.empty((*mask.shape, 3), np.float32)
        colour[:] = ink
        if self.engraved > 0:
            depth = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 2.6)
            angle = self.seed % 6
            across, down = cv2.Sobel(depth, cv2.CV_32F, 1, 0), cv2.Sobel(depth, cv2.CV_32F, 0, 1)
            slope = ((np.cos(angle) * across + np.sin(angle) * down) / 255)[..., None]
            colour = colour + slope * 90 * self.engraved
            colour = colour + (255 - colour) * np.clip(slope * self.engraved, 0, 0.9)
        return np.clip(colour, 0, 255).astype(np.uint8)

    def _mark_six(self, image: Image.Image, ink: Ink, foot: int) -> None:
        w, h = image.size
        draw = ImageDraw.Draw(image)
        y = min(foot + 0.02 * h, 0.93 * h)
        if self.marks_six == "line":
            half = w * (0.1 + 0.02 * (self.seed % 5))
            draw.rectangle((self.x * w - half, y, self.x * w + half, y + max(3, 0.03 * h)), fill=ink)
        else:
            r = 0.035 * w
            x = w * (0.5 if self.seed % 2 else 0.74)
            draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)


def _size(rng: Generator) -> float:
    kind = rng.random()
    if kind < 0.1:
        return between(rng, 0.62, 0.86)
    return between(rng, 0.13, 0.24) if kind < 0.2 else between(rng, 0.26, 0.62)


def _thinner(mask: Bytes, by: float) -> Bytes:
    k = max(1, round(by)) * 2 + 1
    return np.asarray(cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (k, k))), np.uint8)


def _luma(ink: Ink) -> float:
    return 0.3 * ink[0] + 0.59 * ink[1] + 0.11 * ink[2]
