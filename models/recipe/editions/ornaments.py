"""Other print of editions on a face: a symbol below, wordmarks, frames, indices in the corners, a hollow dish."""

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.recipe.scenes.arrays import Floats, Ink, mixed

WORDMARKS = ("Rummikub", "Rummi", "RUMMY", "Tiles", "Okey", "Rummy-O", "Klassik", "Original", "Joker", "Cup", "Travel")
SYMBOLS = ("dot", "ring", "heart", "star", "diamond", "spade", "club", "square", "triangle", "bar")
HELD_OUT_SYMBOLS = ("flower", "cross")
Draw = ImageDraw.ImageDraw


def symbol(draw: Draw, name: str, at: tuple[float, float], r: float, ink: Ink) -> None:
    """A small sign, `r` pixels from its middle to its edge."""
    x, y = at
    round_: dict[str, Callable[[], None]] = {
        "dot": lambda: draw.ellipse((x - r, y - r, x + r, y + r), fill=ink),
        "ring": lambda: draw.ellipse((x - r, y - r, x + r, y + r), outline=ink, width=max(3, int(r * 0.25))),
        "bar": lambda: draw.rectangle((x - r * 1.6, y - r * 0.25, x + r * 1.6, y + r * 0.25), fill=ink),
        "square": lambda: draw.rectangle((x - r * 0.8, y - r * 0.8, x + r * 0.8, y + r * 0.8), fill=ink),
        "cross": lambda: _cross(draw, at, r, ink),
        "heart": lambda: _heart(draw, at, r, ink, 1),
        "spade": lambda: _heart(draw, at, r, ink, -1),
        "club": lambda: _petals(draw, at, r, ink, 3),
        "flower": lambda: _petals(draw, at, r, ink, 6),
    }
    corners = {"triangle": (3, 1.0), "diamond": (4, 1.0), "star": (10, 0.45)}
    if name in corners:
        polygon(draw, at, r, ink, *corners[name])
    else:
        round_[name]()


def polygon(draw: Draw, at: tuple[float, float], r: float, ink: Ink, corners: int, inner: float) -> None:
    """A regular polygon, or a star where every other corner lies at `inner` of the radius."""
    angles = np.arange(corners) * 2 * np.pi / corners - np.pi / 2
    radii = np.where(np.arange(corners) % 2 == 0, r, r * inner)
    places = zip(angles, radii, strict=True)
    draw.polygon([(float(at[0] + q * np.cos(a)), float(at[1] + q * np.sin(a))) for a, q in places], fill=ink)


def wordmark(draw: Draw, font: str, word: str, size: tuple[int, int], ink: Ink, height: float) -> None:
    """A word at the foot of the face."""
    w, h = size
    draw.text((w / 2, h * 0.87), word, ink, font=ImageFont.truetype(font, max(10, int(w * height))), anchor="mm")


def hollow(paper: Floats, y: float, seed: int) -> None:
    """A shallow round dish around the number, lit from one side, drawn into the paper."""
    h, w = paper.shape[:2]
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    r = np.hypot(xs - w / 2, ys - y * h) / (0.42 * w)
    angle = np.arctan2(ys - y * h, xs - w / 2)
    rim = np.exp(-(((r - 1) / 0.05) ** 2)) * np.sin(angle + seed % 6)
    paper += (rim * 16 - (r < 1) * 3)[..., None]
    np.clip(paper, 0, 255, out=paper)


def corner_indices(image: Image.Image, text: str, font: str, ink: Ink, corners: int, suit: str | None) -> None:
    """Small numbers in one, two or four corners, those at the foot upside down, as cards have them."""
    w, h = image.size
    side = int(w * 0.2)
    mark = Image.new("L", (int(w * 0.3), int(w * (0.46 if suit else 0.26))), 0)
    draw = ImageDraw.Draw(mark)
    draw.text((mark.width / 2, w * 0.13), text, 255, font=ImageFont.truetype(font, side), anchor="mm")
    if suit:
        small = Image.new("RGB", mark.size)
        symbol(ImageDraw.Draw(small), suit, (mark.width / 2, w * 0.35), w * 0.08, (255, 255, 255))
        mark.paste(255, (0, 0), small.convert("L"))
    right, foot = w - mark.width, h - mark.height
    turned = mark.rotate(180)
    places = [(mark, (0, 4)), (turned, (right, foot - 4)), (mark, (right, 4)), (turned, (0, foot - 4))]
    for stamp, at in places[:corners]:
        image.paste(ink, at, stamp)


def frame(draw: Draw, size: tuple[int, int], corner: float, ink: Ink, seed: int) -> None:
    """A line round the face, at times two."""
    w, h = size
    for inset in (8, 18)[: 1 + seed % 2]:
        draw.rounded_rectangle((inset, inset, w - inset, h - inset), corner * w, outline=ink, width=2 + seed % 4)


def _cross(draw: Draw, at: tuple[float, float], r: float, ink: Ink) -> None:
    x, y = at
    draw.rectangle((x - r, y - r * 0.3, x + r, y + r * 0.3), fill=ink)
    draw.rectangle((x - r * 0.3, y - r, x + r * 0.3, y + r), fill=ink)


def _heart(draw: Draw, at: tuple[float, float], r: float, ink: Ink, way: int) -> None:
    """A heart, or upside down and with a stalk a spade."""
    x, y = at
    lobe, low = r * 0.55, y - way * r * 0.3
    for side in (-1, 1):
        cx = x + side * r * 0.48
        draw.ellipse((cx - lobe, low - lobe, cx + lobe, low + lobe), fill=ink)
    draw.polygon([(x - r, low), (x + r, low), (x, y + way * r)], fill=ink)
    if way < 0:
        draw.polygon([(x, y), (x - r * 0.35, y + r), (x + r * 0.35, y + r)], fill=ink)


def _petals(draw: Draw, at: tuple[float, float], r: float, ink: Ink, count: int) -> None:
    x, y = at
    for angle in np.arange(count) * 2 * np.pi / count - np.pi / 2:
        px, py, q = x + r * 0.5 * np.cos(angle), y + r * 0.5 * np.sin(angle), r * 0.46
        draw.ellipse((px - q, py - q, px + q, py + q), fill=ink)
    if count == 3:
        draw.polygon([(x, y), (x - r * 0.35, y + r), (x + r * 0.35, y + r)], fill=ink)


def pressed(colour: Ink, seed: int) -> Ink:
    """The tone of a figure that is pressed into a body without ink."""
    way = (0, 0, 0) if max(colour) > 150 else (255, 255, 255)
    return mixed(colour, way, 0.05 + 0.15 * (seed % 7) / 7)
