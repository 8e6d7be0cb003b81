"""Keyboards, calculators, laptops: many small boxes, each with a letter or a number on it."""

from PIL import Image

from models.recipe.editions.fonts import any_font
from models.recipe.scenes.arrays import Generator, Ink, any_colour, hsv, mixed
from models.recipe.things.screens import page
from models.recipe.things.sheet import Draw, Fonts, Sheet, blank, cut, font

ROWS = ("1234567890-=<", "QWERTZUIOPÜ+", "ASDFGHJKLÖÄ#", "YXCVBNM,.-")


def keyboard(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A keyboard, dark or pale, often with a block of numbers."""
    image = _keys(rng, any_font(rng, fonts), rng.random() < 0.5)
    return [Sheet(cut(image, 12), float(rng.uniform(9, 19)), 0.25, 0.4)]


def laptop(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A laptop that lies open: screen above, keys below."""
    keys = _keys(rng, any_font(rng, fonts), False)
    w = keys.width
    body = hsv(rng.uniform(0, 360), rng.uniform(0, 0.1), rng.uniform(0.1, 0.9))
    image, draw = blank(w + 60, int(w * 1.25), body)
    glass = page(rng, fonts, w, int(w * 0.6), dark=bool(rng.random() < 0.4))
    draw.rectangle((14, 14, w + 46, int(w * 0.6) + 46), fill=(16, 16, 18))
    image.paste(glass, (30, 30))
    image.paste(keys, (30, int(w * 0.6) + 80))
    draw.rounded_rectangle(
        (w * 0.35, w * 1.08, w * 0.7, w * 1.22), 8, outline=mixed(body, (128, 128, 128), 0.5), width=3
    )
    return [Sheet(cut(image, 20), float(rng.uniform(9, 17)), 0.3, 0.6)]


def calculator(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A pocket calculator with its figures in a display."""
    path, case = any_font(rng, fonts), any_colour(rng)
    image, draw = blank(280, 420, case)
    draw.rounded_rectangle(
        (22, 24, 258, 96), 8, fill=hsv(rng.uniform(60, 160), rng.uniform(0, 0.3), rng.uniform(0.5, 0.8))
    )
    draw.text((250, 60), str(int(rng.integers(0, 10**8))), (25, 30, 28), font(path, 44), "rm")
    keys = any_colour(rng) if rng.random() < 0.6 else (240, 240, 236)
    for k, text in enumerate("MC√%C789÷A456×-123+M0.=+±"):
        x, y = 24 + (k % 5) * 47, 116 + (k // 5) * 58
        _key(draw, (x, y, x + 40, y + 44), mixed(keys, case, 0.4) if k < 5 else keys, text, path, 28)
    return [Sheet(cut(image, 18), float(rng.uniform(2.5, 6)), 0.3, 0.4)]


def _keys(rng: Generator, path: str, block: bool) -> Image.Image:
    case, keys = any_colour(rng), hsv(rng.uniform(0, 360), rng.uniform(0, 0.15), rng.uniform(0.05, 0.98))
    if rng.random() < 0.5:
        case = mixed(keys, (0, 0, 0) if rng.random() < 0.5 else (255, 255, 255), 0.25)
    pitch = 46
    image, draw = blank(pitch * (14 + 5 * block) + 20, pitch * 6, case)
    size = int(rng.uniform(14, 26))
    for j, row in enumerate(ROWS):
        for i, text in enumerate(row):
            x, y = 12 + (i + 0.35 * j) * pitch, 14 + j * pitch
            _key(draw, (x, y, x + pitch - 6, y + pitch - 6), keys, text, path, size)
    _key(draw, (3 * pitch, 14 + 4 * pitch, 9 * pitch, 5 * pitch + 8), keys, "", path, size)
    for k, text in enumerate("789456123" if block else ""):
        x, y = (15 + k % 3) * pitch, 14 + (1 + k // 3) * pitch
        _key(draw, (x, y, x + pitch - 6, y + pitch - 6), keys, text, path, size)
    return image


def _key(draw: Draw, box: tuple[float, float, float, float], colour: Ink, text: str, path: str, size: int) -> None:
    draw.rounded_rectangle(box, 6, fill=colour, outline=mixed(colour, (0, 0, 0), 0.35), width=2)
    ink = (245, 245, 245) if sum(colour) < 380 else (20, 20, 22)
    draw.text(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), text, ink, font(path, size), "mm")
