"""Joker faces of many kinds: heads, butterflies, mirrors, stars, the printed word, letters and signs."""

import numpy as np
from PIL import Image, ImageDraw

from models.recipe.editions.fonts import font_of
from models.recipe.editions.joker_heads import HEADS
from models.recipe.editions.ornaments import polygon
from models.recipe.scenes.arrays import Generator, Ink, between, chance, mixed

KINDS = {
    "head": 0.29,
    "jester": 0.17,
    "clown": 0.05,
    "butterfly": 0.11,
    "mirror": 0.07,
    "star": 0.06,
    "word": 0.17,
    "letter": 0.04,
    "sign": 0.04,
}
HELD_OUT_KINDS = {"sun": 0.3, "crown": 0.2, "word": 0.2, "jester": 0.15, "butterfly": 0.15}
"""Jokers of the boxes held out: suns and crowns are never trained with."""
WORDS = ("JOKER", "Joker", "joker", "JOKER", "JOLLY", "Jolly")
_SIGNS = "☺☻☹★✪♛♕♠♣☀✿"
_SIGN_FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
Place = tuple[float, float]


def draw_joker(image: Image.Image, seed: int, inks: dict[str, Ink], paper: Ink, fonts: str, kind: str) -> None:
    """Draws a joker onto a blank face: in one ink or in several, as editions do."""
    rng = np.random.default_rng(seed)
    w, h = image.size
    pick = chance(rng, {"r": 0.36, "k": 0.26, "many": 0.2, "b": 0.09, "o": 0.09})
    used = [inks[c] for c in rng.permutation(list("krbo"))] if pick == "many" else [inks[pick]] * 4
    r = w * between(rng, 0.24, 0.42)
    at = (w / 2, h * float(np.clip(rng.normal(0.46, 0.05), 0.36, 0.56)))
    draw = ImageDraw.Draw(image)
    if kind in HEADS:
        HEADS[kind](draw, rng, at, r, used, paper)
    elif kind == "word":
        _word(image, rng, fonts, used[0])
        return
    else:
        _thing(image, draw, rng, at, r, used, paper, fonts, kind)
    if rng.random() < 0.3:
        font = font_of(fonts, w * between(rng, 0.13, 0.2))
        draw.text((w / 2, h * (0.9 if rng.random() < 0.75 else 0.09)), str(rng.choice(WORDS)), used[2], font, "mm")


def _thing(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    rng: Generator,
    at: Place,
    r: float,
    inks: list[Ink],
    paper: Ink,
    font: str,
    kind: str,
) -> None:
    if kind == "butterfly":
        _butterfly(draw, rng, at, r, inks)
    elif kind == "mirror":
        _mirror(image, rng, at, r, inks[0])
    elif kind == "star":
        polygon(draw, at, r * 1.15, inks[0], 2 * int(rng.choice([5, 5, 6, 8])), between(rng, 0.38, 0.6))
        if rng.random() < 0.4:
            polygon(draw, at, r * 0.75, mixed(paper, inks[1], 0.3), 10, 0.45)
    elif kind == "crown":
        _crown(draw, at, r, inks)
    elif kind == "letter":
        draw.text(at, "J", inks[0], font_of(font, r * 2.2), "mm")
        polygon(draw, (at[0], at[1] + r * 1.4), r * 0.3, inks[1], 10, 0.45)
    else:
        draw.text(at, str(rng.choice(list(_SIGNS))), inks[0], font_of(_SIGN_FONT, r * 2.4), "mm")


def _word(image: Image.Image, rng: Generator, font: str, ink: Ink) -> None:
    """The word along the face: straight, aslant or upright, at times letter under letter."""
    w, h = image.size
    word = str(rng.choice(WORDS))
    if rng.random() < 0.15:
        for i, letter in enumerate(word):
            place = (w / 2, h * (0.14 + 0.72 * i / (len(word) - 1)))
            ImageDraw.Draw(image).text(place, letter, ink, font_of(font, h * 0.21), "mm")
        return
    angle = float(rng.choice([0, 0, 90, -90, rng.uniform(30, 60), rng.uniform(-60, -30)]))
    room = w * 0.86 if angle == 0 else (h * 0.8 if abs(angle) == 90 else w * 1.0)
    face = font_of(font, 120)
    left, top, right, bottom = face.getbbox(word)
    mask = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(mask).text((4 - left, 4 - top), word, 255, face)
    size = room * between(rng, 0.75, 1.0)
    high = min(size * mask.height / mask.width * between(rng, 0.9, 1.6), w * 0.5)
    mask = mask.resize((int(size), max(8, int(high))), Image.Resampling.BILINEAR).rotate(angle, expand=True)
    y = h * float(np.clip(rng.normal(0.48, 0.08), 0.3, 0.6)) if angle == 0 else h / 2
    image.paste(ink, (int(w / 2 - mask.width / 2), int(y - mask.height / 2)), mask)


def _butterfly(draw: ImageDraw.ImageDraw, rng: Generator, at: Place, r: float, inks: list[Ink]) -> None:
    x, y = at
    upper, lower, lift = rng.uniform(0.5, 0.66), rng.uniform(0.34, 0.5), rng.uniform(0.25, 0.5)
    filled = rng.random() < 0.75
    for side in (-1, 1):
        for (dx, dy, q), ink in zip(((0.55, -lift, upper), (0.45, 0.5, lower)), inks[:2], strict=True):
            cx, cy = x + side * r * dx, y + r * dy
            box = (cx - r * q, cy - r * q * 0.9, cx + r * q, cy + r * q * 0.9)
            draw.ellipse(box, fill=ink if filled else None, outline=inks[2], width=4)
            if rng.random() < 0.5:
                s = r * q * 0.4
                draw.ellipse((cx - s, cy - s, cx + s, cy + s), fill=inks[3] if filled else None, outline=inks[2])
        draw.line((x, y - r * 0.6, x + side * r * 0.35, y - r * 1.15), inks[2], 4)
    b = r * rng.uniform(0.08, 0.14)
    draw.ellipse((x - b, y - r * 0.75, x + b, y + r * 0.8), fill=inks[2] if filled else inks[0])


def _mirror(image: Image.Image, rng: Generator, at: Place, r: float, ink: Ink) -> None:
    """A silvery patch that shows bits of the room."""
    side = max(8, int(r * 2))
    room = rng.uniform(60, 250, (int(rng.integers(2, 5)), int(rng.integers(2, 5)), 1)) + rng.normal(0, 12, (1, 1, 3))
    patch = Image.fromarray(np.clip(room, 0, 255).astype(np.uint8)).resize((side, side), Image.Resampling.BICUBIC)
    mask = Image.new("L", (side, side))
    shape = ImageDraw.Draw(mask)
    if rng.random() < 0.5:
        shape.ellipse((0, 0, side - 1, side - 1), fill=255)
    else:
        shape.rounded_rectangle((0, 0, side - 1, side - 1), side * between(rng, 0, 0.25), fill=255)
    corner = (int(at[0] - side / 2), int(at[1] - side / 2))
    image.paste(patch, corner, mask)
    if rng.random() < 0.6:
        box = (corner[0], corner[1], corner[0] + side, corner[1] + side)
        ImageDraw.Draw(image).rounded_rectangle(box, side * 0.1, outline=ink, width=4)


def _crown(draw: ImageDraw.ImageDraw, at: Place, r: float, inks: list[Ink]) -> None:
    x, y = at
    tops = [(-1.0, -0.7), (-0.5, 0.0), (0.0, -0.9), (0.5, 0.0), (1.0, -0.7), (0.8, 0.7), (-0.8, 0.7)]
    draw.polygon([(x + r * u, y + r * v) for u, v in tops], fill=inks[0])
    for u, v in (tops[0], tops[2], tops[4]):
        q = r * 0.13
        draw.ellipse((x + r * u - q, y + r * v - q, x + r * u + q, y + r * v + q), fill=inks[1])
