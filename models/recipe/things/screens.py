"""Phones and tablets that show pages: text, boxes, and drawn tiles like those of this program's own page.

Also objects with keys: keyboards, laptops, calculators.
"""

from PIL import Image

from models.recipe.editions.fonts import any_font
from models.recipe.editions.inks import ink_colours
from models.recipe.scenes.arrays import Generator, Ink, any_colour, hsv, mixed
from models.recipe.things.sheet import Draw, Fonts, Sheet, blank, cut, font, words

ROWS = ("1234567890-=<", "QWERTZUIOPÜ+", "ASDFGHJKLÖÄ#", "YXCVBNM,.-")


def phone(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A phone, upright or lying on its side."""
    return [_device(rng, fonts, 300, 620, float(rng.uniform(2.2, 3.4)))]


def tablet(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A tablet."""
    return [_device(rng, fonts, 560, 760, float(rng.uniform(5, 9)))]


def _device(rng: Generator, fonts: Fonts, w: int, h: int, width: float) -> Sheet:
    image, _ = blank(w, h, hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.02, 0.2)))
    edge = int(rng.uniform(6, 22))
    image.paste(page(rng, fonts, w - 2 * edge, h - 2 * edge, dark=bool(rng.random() < 0.45)), (edge, edge))
    return Sheet(cut(image, int(rng.uniform(10, 40))), width, 0.15, 1.0, angle=float(rng.uniform(-0.4, 0.4)))


def page(rng: Generator, fonts: Fonts, w: int, h: int, dark: bool) -> Image.Image:
    """The contents of a screen: rows of drawn tiles, text, or a grid of boxes with numbers."""
    paper = hsv(rng.uniform(0, 360), rng.uniform(0, 0.15), rng.uniform(0.03, 0.16) if dark else rng.uniform(0.88, 1))
    ink = mixed(paper, (255, 255, 255) if dark else (0, 0, 0), 0.85)
    image, draw = blank(w, h, paper)
    path, y, accent = any_font(rng, fonts), 12.0, any_colour(rng)
    draw.rectangle((0, 0, w, 44), fill=accent)
    draw.text((12, 22), words(rng, 2), (250, 250, 250), font(path, 22), "lm")
    y = 58
    while y < h - 50:
        kind = rng.random()
        if kind < 0.55:
            y += _tile_row(draw, rng, (10, y), w, path, paper)
        elif kind < 0.85:
            size = int(rng.uniform(11, 22))
            draw.text((12, y), words(rng, 7, 0.2), ink, font(path, size))
            y += size * 1.5
        else:
            y += _boxes(draw, rng, (10, y), w, path, ink)
    return image


def _tile_row(draw: Draw, rng: Generator, at: tuple[float, float], w: int, path: str, paper: Ink) -> float:
    """Small rounded boxes with coloured numbers: tiles as a program draws them."""
    side, (x, y) = float(rng.uniform(16, 44)), at
    inks = list(ink_colours(rng, (250, 248, 240)).values())
    box = mixed(paper, (255, 255, 255), 0.9 if rng.random() < 0.7 else 0.12)
    start, run = int(rng.integers(1, 10)), rng.random() < 0.6
    ink = inks[int(rng.integers(4))]
    for i in range(int(rng.integers(3, 14))):
        if x + side > w - 6:
            break
        draw.rounded_rectangle(
            (x, y, x + side, y + side * 1.35), side * 0.14, fill=box, outline=mixed(box, (0, 0, 0), 0.3)
        )
        text = str(min(13, start + i) if run else int(rng.integers(1, 14)))
        shown = ink if run else inks[int(rng.integers(4))]
        draw.text((x + side / 2, y + side * 0.62), text, shown, font(path, int(side * 0.7)), "mm")
        x += side * 1.08 + (side * 0.8 if rng.random() < 0.12 else 0)
    return side * 1.6


def _boxes(draw: Draw, rng: Generator, at: tuple[float, float], w: int, path: str, ink: Ink) -> float:
    """A grid of numbers, as pickers and calendars on screens have."""
    step = w / int(rng.integers(4, 9))
    for k in range(int(rng.integers(4, 22))):
        x, y = at[0] + (k * step) % (w - step), at[1] + ((k * step) // (w - step)) * step
        if rng.random() < 0.2:
            draw.ellipse((x, y, x + step * 0.9, y + step * 0.9), fill=any_colour(rng))
        draw.text((x + step * 0.45, y + step * 0.45), str(k + 1), ink, font(path, int(step * 0.5)), "mm")
    return step * 3


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
