"""Playing cards in rows, fans and heaps; coloured number cards; backs."""

from collections.abc import Callable

from PIL import Image

from models.recipe.editions.fonts import any_font
from models.recipe.editions.ornaments import symbol
from models.recipe.scenes.arrays import Generator, Ink, any_colour, hsv, mixed
from models.recipe.things.sheet import Draw, Fonts, Sheet, blank, cut, font

W, H = 150, 214
"""Pixels of a card."""
SUITS = ("heart", "diamond", "spade", "club")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PIPS: dict[int, list[tuple[float, float]]] = {
    1: [(1, 2)], 2: [(1, 0), (1, 4)], 3: [(1, 0), (1, 2), (1, 4)], 4: [(0, 0), (2, 0), (0, 4), (2, 4)],
    5: [(0, 0), (2, 0), (1, 2), (0, 4), (2, 4)], 6: [(0, 0), (2, 0), (0, 2), (2, 2), (0, 4), (2, 4)],
    7: [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2), (0, 4), (2, 4)],
    8: [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2), (1, 3), (0, 4), (2, 4)],
    9: [(0, 0), (2, 0), (0, 1.33), (2, 1.33), (1, 2), (0, 2.66), (2, 2.66), (0, 4), (2, 4)],
    10: [(0, 0), (2, 0), (1, 0.66), (0, 1.33), (2, 1.33), (0, 2.66), (2, 2.66), (1, 3.33), (0, 4), (2, 4)],
}  # fmt: skip


def playing_cards(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A few cards of one pack: laid in a row, fanned, or scattered."""
    path, back = any_font(rng, fonts), any_colour(rng)
    return _laid(rng, lambda: _card(rng, path) if rng.random() < 0.85 else _back(back))


def number_cards(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Cards of other games: one colour all over, a pale oval, a large number in it and small ones in corners."""
    path = any_font(rng, fonts)
    return _laid(rng, lambda: _number_card(rng, path))


def _laid(rng: Generator, draw_one: Callable[[], Image.Image]) -> list[Sheet]:
    width, count = float(rng.uniform(1.7, 2.8)), int(rng.integers(1, 9))
    way = str(rng.choice(["row", "fan", "scattered"]))
    step, pieces = float(rng.uniform(0.25, 1.1)) * width, []
    for i in range(count):
        if way == "row":
            x, y, turn = i * step, rng.normal(0, 0.05), rng.normal(0, 0.02)
        elif way == "fan":
            turn = (i - count / 2) * 0.16
            x, y = turn * 5, abs(turn) * 1.5
        else:
            x, y, turn = rng.uniform(-4, 4), rng.uniform(-4, 4), rng.uniform(-3, 3)
        image = draw_one()
        pieces.append(Sheet(cut(image, 9), width, 0.015, 0.5, float(x), float(y), float(turn)))
    return pieces


def _card(rng: Generator, path: str) -> Image.Image:
    image, draw = blank(W, H, hsv(rng.uniform(0, 60), rng.uniform(0, 0.06), rng.uniform(0.88, 1)))
    suit, rank = str(rng.choice(SUITS)), int(rng.integers(1, 14))
    ink = hsv(0, 0.9, rng.uniform(0.65, 0.9)) if suit in SUITS[:2] else (20, 20, 24)
    if rank <= 10 and rng.random() < 0.75:
        for i, j in PIPS[rank]:
            symbol(draw, suit, (W * (0.3 + 0.2 * i), H * (0.16 + 0.17 * j)), W * (0.2 if rank == 1 else 0.075), ink)
    elif rank <= 10:  # packs for people with weak sight: one large figure and one sign
        draw.text((W * 0.5, H * 0.4), RANKS[rank - 1], ink, font(path, int(W * 0.62)), "mm")
        symbol(draw, suit, (W * 0.5, H * 0.78), W * 0.16, ink)
    else:
        _court(draw, rng, suit, ink)
    _corners(image, RANKS[rank - 1], suit, ink, path)
    return image


def _court(draw: Draw, rng: Generator, suit: str, ink: Ink) -> None:
    draw.rectangle((W * 0.2, H * 0.1, W * 0.8, H * 0.9), outline=ink, width=2)
    for way in (1, -1):
        y = H / 2 - way * H * 0.2
        colours = [hsv(h, rng.uniform(0.5, 1), rng.uniform(0.5, 1)) for h in (0, 48, 220)]
        draw.polygon(
            [(W * 0.24, H / 2), (W * 0.76, H / 2), (W * 0.6, y + way * 16), (W * 0.4, y + way * 16)], fill=colours[0]
        )
        draw.ellipse((W * 0.4, y - 18, W * 0.6, y + 18), fill=(240, 205, 170), outline=(30, 30, 30))
        draw.polygon([(W * 0.38, y - way * 14), (W * 0.62, y - way * 14), (W * 0.5, y - way * 36)], fill=colours[1])
        draw.line((W * 0.28, H / 2, W * 0.5, y), colours[2], 7)
        symbol(draw, suit, (W * 0.29, y), W * 0.06, ink)


def _corners(image: Image.Image, text: str, suit: str, ink: Ink, path: str) -> None:
    mark, draw = blank(34, 62, (255, 255, 255))
    draw.text((17, 16), text, ink, font(path, 26), "mm")
    symbol(draw, suit, (17, 46), 11, ink)
    image.paste(mark, (4, 6))
    image.paste(mark.rotate(180), (W - 38, H - 68))


def _back(colour: Ink) -> Image.Image:
    image, draw = blank(W, H, (246, 246, 244))
    draw.rectangle((9, 9, W - 9, H - 9), fill=colour)
    for x in range(-H, W, 14):
        draw.line((max(9, x), 9 + max(0, 9 - x), x + H, H), mixed(colour, (255, 255, 255), 0.4), 2)
    return image


def _number_card(rng: Generator, path: str) -> Image.Image:
    colour = hsv(float(rng.choice([0, 48, 120, 215, 30, 285])), rng.uniform(0.7, 1), rng.uniform(0.5, 0.98))
    image, draw = blank(W, H, (248, 248, 246))
    draw.rounded_rectangle((8, 8, W - 8, H - 8), 12, fill=colour)
    if rng.random() < 0.7:
        oval, pen = blank(W, H, colour)
        pen.ellipse((W * 0.16, H * 0.12, W * 0.84, H * 0.88), fill=(248, 248, 246))
        image.paste(oval.rotate(-28, fillcolor=colour).crop((12, 12, W - 12, H - 12)), (12, 12))
    text = str(rng.choice(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+2", "+4"]))
    draw.text((W / 2, H / 2), text, colour, font(path, int(W * 0.55)), "mm", stroke_width=3, stroke_fill=(20, 20, 20))
    draw.text((26, 28), text, (250, 250, 250), font(path, 26), "mm")
    return image
