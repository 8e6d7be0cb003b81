"""Objects in no training picture, to measure how a network treats unknown objects."""

from models.recipe.editions.fonts import any_font
from models.recipe.scenes.arrays import Generator, any_colour, hsv, pale_colour
from models.recipe.things.sheet import Fonts, Sheet, blank, cut, font, words


def ruler(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A ruler or tape: numbers along a scale."""
    image, draw = blank(900, 90, hsv(rng.uniform(30, 60), rng.uniform(0, 0.8), rng.uniform(0.6, 1)))
    path = any_font(rng, fonts)
    for i in range(0, 900, 6):
        draw.line((i, 0, i, 34 if i % 60 == 0 else 22 if i % 30 == 0 else 14), (25, 25, 25), 2)
        if i % 60 == 0 and i:
            draw.text((i, 58), str(i // 60), (180, 30, 30) if i % 600 == 0 else (25, 25, 25), font(path, 34), "mm")
    return [Sheet(cut(image), float(rng.uniform(6, 14)), 0.03, 0.4)]


def bingo_card(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Numbers in a grid, some struck out or marked."""
    cells = int(rng.integers(4, 10))
    image, draw = blank(cells * 60, 60 * int(rng.integers(3, 6)), pale_colour(rng))
    path, ink = any_font(rng, fonts), any_colour(rng)
    for y in range(0, image.height, 60):
        for x in range(0, image.width, 60):
            draw.rectangle((x, y, x + 59, y + 59), outline=ink, width=2)
            if rng.random() < 0.75:
                draw.text((x + 30, y + 30), str(int(rng.integers(1, 91))), ink, font(path, 34), "mm")
            elif rng.random() < 0.4:
                draw.ellipse((x + 8, y + 8, x + 52, y + 52), fill=any_colour(rng))
    return [Sheet(cut(image), float(rng.uniform(4, 9)), 0.02, 0.2)]


def remote(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A remote control: a dark bar with numbered buttons."""
    case = hsv(rng.uniform(0, 360), rng.uniform(0, 0.2), rng.uniform(0.03, 0.9))
    image, draw = blank(150, 560, case)
    path, ink = any_font(rng, fonts), (240, 240, 240) if sum(case) < 380 else (20, 20, 20)
    for k in range(30):
        x, y = 14 + (k % 3) * 44, 30 + (k // 3) * 52
        draw.rounded_rectangle((x, y, x + 34, y + 34), 10, outline=ink, fill=any_colour(rng) if k > 20 else None)
        draw.text((x + 17, y + 17), str(k + 1) if k < 9 else words(rng, 1)[:2], ink, font(path, 20), "mm")
    return [Sheet(cut(image, 24), float(rng.uniform(1.5, 2.6)), 0.5, 0.4)]


def number_plate(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Door numbers, number plates, tickets: a few large figures on a plate."""
    pieces = []
    for _ in range(int(rng.integers(1, 4))):
        image, draw = blank(300, 100, pale_colour(rng) if rng.random() < 0.6 else any_colour(rng))
        draw.rounded_rectangle((4, 4, 295, 95), 10, outline=(20, 20, 20), width=4)
        text = " ".join([words(rng, 1, 0)[:2].upper(), str(int(rng.integers(1, 9999)))])
        draw.text((150, 50), text, (20, 20, 24), font(any_font(rng, fonts), 62), "mm")
        at, turn = rng.uniform(-2, 2, 2), float(rng.uniform(-3, 3))
        pieces.append(Sheet(cut(image, 10), float(rng.uniform(2, 6)), 0.03, 0.5, float(at[0]), float(at[1]), turn))
    return pieces


def numbered_board(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A board game's squares, each of a colour with its number."""
    image, draw = blank(600, 600, pale_colour(rng))
    path, inks = any_font(rng, fonts), [any_colour(rng) for _ in range(4)]
    for k in range(100):
        x, y = (k % 10) * 60, (k // 10) * 60
        draw.rectangle(
            (x, y, x + 58, y + 58),
            fill=inks[int(rng.integers(4))] if rng.random() < 0.6 else None,
            outline=(30, 30, 30),
        )
        draw.text((x + 20, y + 20), str(100 - k), (25, 25, 25), font(path, 22), "mm")
    return [Sheet(cut(image), float(rng.uniform(7, 14)), 0.1, 0.4)]
