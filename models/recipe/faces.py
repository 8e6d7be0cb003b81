"""What made-up editions print on their tiles: one `Edition` is one box of tiles, drawn face by face."""

import re
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.recipe.jokers import draw_joker
from referee.tiles import Tile

WIDTH = 112
"""Width of a drawn face in texture pixels; its height follows from the edition's proportions."""
DECORATIONS = ("hollow", "ring", "dot", "heart", "wordmark", "small_number", "line", "nothing")
WORDMARKS = ("Rummikub", "Rummi", "RUMMY", "Tiles", "Okey", "Rummy-O", "Klassik", "Original", "Joker", "Cup")
_SERIF = re.compile(
    r"(?<!Sans)Serif|(?i:didot|bodoni|roman|libertine|garamond|vollkorn|century|schola|bookman|caladea|baskerv|cmunb)"
)
Generator = np.random.Generator


def hsv(h: float, s: float, v: float) -> tuple[int, int, int]:
    """An RGB colour from hue (degrees), saturation and value (0 to 1)."""
    pixel = np.array([[[h % 360, s, v]]], np.float32)
    rgb = cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0] * 255
    return int(rgb[0]), int(rgb[1]), int(rgb[2])


def ink_colours(rng: Generator) -> dict[str, tuple[int, int, int]]:
    """Four inks as editions print them: blue from navy to sky, red to magenta, orange to yellow."""
    orange_hue = rng.choice([rng.uniform(18, 34), rng.uniform(28, 54)])
    red_hue = rng.choice([rng.uniform(-8, 6), rng.uniform(-28, 4)], p=[0.8, 0.2])
    if orange_hue < 24:
        red_hue = min(red_hue, 2)
    blue = hsv(rng.uniform(192, 232), rng.uniform(0.6, 1.0), rng.uniform(0.42, 0.92))
    if rng.random() < 0.1:
        blue = hsv(rng.uniform(175, 200), rng.uniform(0.6, 1.0), rng.uniform(0.4, 0.8))
    if rng.random() < 0.12:
        blue = hsv(rng.uniform(212, 236), rng.uniform(0.7, 1.0), rng.uniform(0.28, 0.45))
    grey = rng.uniform(0.03, 0.24)
    return {
        "k": hsv(rng.uniform(0, 360), rng.uniform(0, 0.25), grey),
        "r": hsv(red_hue, rng.uniform(0.68, 1.0), rng.uniform(0.6, 0.95)),
        "b": blue,
        "o": hsv(orange_hue, rng.uniform(0.7, 1.0), rng.uniform(0.75, 1.0)),
    }


def _font(rng: Generator, fonts: tuple[str, ...]) -> str:
    """A font at random; a quarter have serifs, which editions like and which look most alike when they are small."""
    serifs = tuple(f for f in fonts if _SERIF.search(f))
    return str(rng.choice(serifs if serifs and rng.random() < 0.25 else fonts))


@dataclass
class Edition:
    """One box of tiles: proportions, body, inks, font, decoration and jokers."""

    aspect: float
    corner: float
    thickness: float
    body: tuple[int, int, int]
    inks: dict[str, tuple[int, int, int]]
    font: str
    size: float
    centre: float
    decoration: str
    wordmark: str
    marks_six: str
    weight: float
    squeeze: float
    relief: float
    bevel: float
    joker_seed: int
    frame: bool
    shift: float = 0.0
    engraved: float = 0.0
    _faces: dict[tuple[str, int], np.ndarray] = field(default_factory=dict)

    @classmethod
    def draw_lots(cls, rng: Generator, fonts: tuple[str, ...]) -> "Edition":
        """An edition that nobody has printed, within what editions have in common."""
        decoration = str(rng.choice(DECORATIONS, p=[0.24, 0.14, 0.12, 0.1, 0.12, 0.03, 0.03, 0.22]))
        middle = decoration in ("nothing", "line") or (decoration == "wordmark" and rng.random() < 0.3)
        centre = rng.uniform(0.42, 0.54) if middle else rng.uniform(0.3, 0.42)
        room = 2 * min(centre, 1 - centre) - 0.16
        return cls(
            aspect=float(np.clip(rng.normal(1.4, 0.1), 1.15, 1.62)),
            corner=rng.uniform(0.03, 0.16),
            thickness=rng.uniform(0.1, 0.42),
            body=hsv(
                rng.uniform(25, 62), rng.choice([rng.uniform(0, 0.08), rng.uniform(0.05, 0.3)]), rng.uniform(0.82, 1.0)
            ),
            inks=ink_colours(rng),
            font=_font(rng, fonts),
            size=float(min(rng.uniform(0.26, 0.66) if rng.random() < 0.75 else rng.uniform(0.19, 0.3), room)),
            centre=centre,
            decoration=decoration,
            wordmark=str(rng.choice(WORDMARKS)),
            marks_six=str(rng.choice(["no", "line", "dot"], p=[0.72, 0.18, 0.1]))
            if not middle
            else str(rng.choice(["no", "line", "dot"], p=[0.25, 0.5, 0.25])),
            weight=rng.choice([0.0, rng.uniform(0, 0.035)]),
            squeeze=rng.uniform(0.78, 1.3),
            relief=rng.choice([0.0, rng.uniform(0.1, 0.6)]),
            bevel=rng.uniform(0.0, 0.07),
            joker_seed=int(rng.integers(2**31)),
            frame=rng.random() < 0.05,
            shift=rng.normal(0, 0.015),
            engraved=float(rng.choice([0.0, rng.uniform(0.2, 1.0)], p=[0.65, 0.35])),
        )

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of a face in texture pixels."""
        return round(WIDTH * self.aspect), WIDTH

    def face(self, tile: Tile, variant: int = 0) -> np.ndarray:
        """The tile's face, (H, W, 3) RGB; `variant` picks one of the two jokers."""
        key = (str(tile), variant if tile.is_joker else 0)
        if key not in self._faces:
            self._faces[key] = self._draw(tile, variant)
        return self._faces[key]

    def alpha(self) -> np.ndarray:
        """Where the face is, (H, W) from 0 to 255: a rectangle with the edition's round corners."""
        h, w = self.shape
        image = Image.new("L", (w * 2, h * 2), 0)
        ImageDraw.Draw(image).rounded_rectangle((1, 1, 2 * w - 2, 2 * h - 2), self.corner * w * 2, 255)
        return np.asarray(image.resize((w, h), Image.Resampling.BOX))

    def back(self, rng: Generator) -> np.ndarray:
        """A face-down tile, (H, W, 3): plain, or embossed with a wordmark or a pattern."""
        h, w = self.shape
        image = Image.new("RGB", (w, h), self.body)
        draw = ImageDraw.Draw(image)
        kind = rng.random()
        tone = tuple(int(c * 0.9) for c in self.body)
        if kind < 0.2:
            draw.rounded_rectangle((w * 0.15, h * 0.12, w * 0.85, h * 0.88), w * 0.1, outline=tone, width=3)
        elif kind < 0.3:
            for y in range(0, h, 10):
                draw.line((0, y, w, y + w // 2), tone, 2)
        elif kind < 0.36:
            draw.ellipse((w * 0.25, h * 0.3, w * 0.75, h * 0.3 + w * 0.5), outline=tone, width=3)
        return self._bevelled(np.asarray(image).astype(np.float32))

    def ink_box(self) -> tuple[float, float, float, float]:
        """Where the number stands, as shares of width and height: left, top, right, bottom."""
        half = self.size * 0.5
        return 0.2, self.centre - half, 0.8, self.centre + half

    def _draw(self, tile: Tile, variant: int) -> np.ndarray:
        h, w = self.shape
        paper = np.empty((h, w, 3), np.float32)
        paper[:] = self.body
        if self.decoration == "hollow":
            self._hollow(paper)
        image = Image.fromarray(paper.astype(np.uint8))
        draw = ImageDraw.Draw(image)
        self._decorate(draw, tile)
        if tile.is_joker:
            draw_joker(image, np.random.default_rng(self.joker_seed + variant), self.inks, self.centre, self.font)
        else:
            self._print_number(image, tile)
        return self._bevelled(np.asarray(image).astype(np.float32))

    def _print_number(self, image: Image.Image, tile: Tile) -> None:
        h, w = self.shape
        mask = self._number_mask(str(tile.number))
        if self.weight > 0:
            k = max(1, round(self.weight * h / 2)) * 2 + 1
            mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (k, k)))
        y, x = round(self.centre * h - mask.shape[0] / 2), round((0.5 + self.shift) * w - mask.shape[1] / 2)
        ink = self.inks[str(tile.colour)]
        if self.relief > 0:  # a printed hollow: a light rim below the stroke, as engraved tiles show
            rim = Image.fromarray((mask * self.relief).astype(np.uint8))
            image.paste((255, 255, 255), (x + 1, y + 2), rim)
        image.paste(Image.fromarray(self._inked(mask, ink)), (x, y), Image.fromarray(mask))
        if tile.number in (6, 9) and self.marks_six != "no":
            self._mark_six(image, ink, y + mask.shape[0])

    def _inked(self, mask: np.ndarray, ink: tuple[int, int, int]) -> np.ndarray:
        """The ink of a number: even, or poured into an engraving whose edges catch the light."""
        colour = np.empty((*mask.shape, 3), np.float32)
        colour[:] = ink
        if self.engraved > 0:
            depth = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.6)
            angle = self.joker_seed % 6
            slope = np.cos(angle) * cv2.Sobel(depth, cv2.CV_32F, 1, 0) + np.sin(angle) * cv2.Sobel(
                depth, cv2.CV_32F, 0, 1
            )
            colour += (slope / 255 * 90 * self.engraved)[..., None]
            colour += (255 - colour) * np.clip(slope / 255 * self.engraved, 0, 0.9)[..., None]
        return np.clip(colour, 0, 255).astype(np.uint8)

    def _number_mask(self, text: str) -> np.ndarray:
        h, w = self.shape
        target = max(8, int(self.size * h))
        font = ImageFont.truetype(self.font, int(target * 1.3))
        box = font.getbbox(text)
        glyph = Image.new("L", (int(box[2] - box[0]) + 4, int(box[3] - box[1]) + 4), 0)
        ImageDraw.Draw(glyph).text((2 - box[0], 2 - box[1]), text, 255, font=font)
        scale = target / max(glyph.height - 4, 1)
        if len(text) == 1 and glyph.height < target * 0.6:  # old-style figures are small: keep their size
            scale = min(scale, 1.0)
        width = min(glyph.width * scale * self.squeeze, 0.8 * w)
        size = (max(4, int(width)), max(6, int(glyph.height * scale)))
        return np.asarray(glyph.resize(size, Image.Resampling.LANCZOS)).copy()

    def _mark_six(self, image: Image.Image, ink: tuple[int, int, int], foot: int) -> None:
        h, w = self.shape
        draw = ImageDraw.Draw(image)
        y = min(foot + 0.03 * h, 0.93 * h)
        if self.marks_six == "line":
            draw.rectangle((w * 0.34, y, w * 0.66, y + max(2, 0.03 * h)), fill=ink)
        else:
            r = 0.035 * w
            x = w * (0.5 if self.joker_seed % 2 else 0.74)
            draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)

    def _hollow(self, paper: np.ndarray) -> None:
        """A shallow round dish around the number, lit from one side."""
        h, w = self.shape
        ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
        r = np.hypot(xs - w / 2, ys - self.centre * h) / (0.42 * w)
        angle = np.arctan2(ys - self.centre * h, xs - w / 2)
        rim = np.exp(-(((r - 1) / 0.05) ** 2)) * np.sin(angle + self.joker_seed % 6)
        paper += (rim * 16 - (r < 1) * 3)[..., None]
        np.clip(paper, 0, 255, out=paper)

    def _decorate(self, draw: ImageDraw.ImageDraw, tile: Tile) -> None:
        h, w = self.shape
        ink: Any = self.inks[str(tile.colour)] if tile.colour else self.inks["r" if self.joker_seed % 2 else "k"]
        pale = tuple(int(c * (0.8 + 0.15 * (self.joker_seed % 7) / 7)) for c in self.body)
        foot = min(0.9, self.centre + self.size / 2 + 0.17)
        r = 0.055 * w + 0.05 * w * (self.joker_seed % 5) / 5
        if self.decoration in ("hollow", "wordmark"):
            font = ImageFont.truetype(self.font, max(8, int(w * (0.12 + 0.05 * (self.joker_seed % 4) / 4))))
            draw.text((w / 2, h * 0.87), self.wordmark, pale, font=font, anchor="mm")
        elif self.decoration == "ring":
            big = r * (1.4 + (self.joker_seed % 3))
            big = min(big, (0.97 - self.centre - self.size / 2) * h / 2)
            y = h * (self.centre + self.size / 2) + big + 0.01 * h
            colour = pale if self.joker_seed % 3 else ink
            draw.ellipse((w / 2 - big, y - big, w / 2 + big, y + big), outline=colour, width=2 + self.joker_seed % 3)
        elif self.decoration == "dot":
            draw.ellipse((w / 2 - r, h * foot - r, w / 2 + r, h * foot + r), fill=ink)
        elif self.decoration == "heart":
            y = h * foot
            draw.ellipse((w / 2 - r, y - r, w / 2 + r * 0.1, y + r * 0.1), fill=ink)
            draw.ellipse((w / 2 - r * 0.1, y - r, w / 2 + r, y + r * 0.1), fill=ink)
            draw.polygon([(w / 2 - r, y - r * 0.3), (w / 2 + r, y - r * 0.3), (w / 2, y + r)], fill=ink)
        elif self.decoration == "small_number" and tile.number:
            font = ImageFont.truetype(self.font, int(w * 0.16))
            draw.text((w * 0.14, h * 0.1), str(tile.number), ink, font=font, anchor="mm")
        elif self.decoration == "line":
            draw.line((w * 0.2, h * 0.86, w * 0.8, h * 0.86), pale, 2)
        if self.frame:
            draw.rounded_rectangle((5, 5, w - 6, h - 6), self.corner * w, outline=ink, width=3)

    def _bevelled(self, face: np.ndarray) -> np.ndarray:
        """Lighter towards two edges and darker towards the others, as rounded plastic is."""
        _h, w = self.shape
        if self.bevel > 0.01:
            band = max(1, int(self.bevel * w))
            light = 10 + self.joker_seed % 22
            sign = 1 if self.joker_seed % 2 else -1
            face = face.copy()
            face[:band] += light * sign
            face[-band:] -= light * sign
            face[:, :band] += light * 0.6
            face[:, -band:] -= light * 0.6
        return np.clip(face, 0, 255).astype(np.uint8)
