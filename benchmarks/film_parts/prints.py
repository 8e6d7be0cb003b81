"""Drawn table tops, most of them with print: textures (SIDE, SIDE, 3) RGB at PX pixels per tile width."""

from collections.abc import Callable

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

Bytes = np.ndarray
Rng = np.random.Generator
SIDE, PX = 3000, 60
INKS = {"k": (32, 32, 36), "r": (190, 32, 36), "b": (28, 62, 160), "o": (232, 128, 20)}
"""Print's four colours, RGB."""
FONTS = "/usr/share/fonts/truetype"
BOLD, SERIF, PLAIN = (
    f"{FONTS}/{name}.ttf" for name in ("freefont/FreeSansBold", "freefont/FreeSerifBold", "freefont/FreeSerif")
)
WORDS = "city council vote trams bridge harbour summer prices school winner train market river week".split()  # noqa: SIM905
TOPS: dict[str, tuple[Callable[[Rng], Bytes], float]] = {}
"""Each top's texture and its gloss."""


def top(name: str, gloss: float) -> Callable[[Callable[[Rng], Bytes]], Callable[[Rng], Bytes]]:
    """Lists a drawn texture under a name, with its gloss."""

    def listed(draw: Callable[[Rng], Bytes]) -> Callable[[Rng], Bytes]:
        TOPS[name] = (draw, gloss)
        return draw

    return listed


def font(path: str, tiles: float) -> ImageFont.FreeTypeFont:
    """A font whose capitals are about 0.7 of `tiles` tile widths high."""
    return ImageFont.truetype(path, max(5, round(tiles * PX)))


def _grain(rng: Rng, across: int, down: int) -> Bytes:
    """Soft noise (SIDE, SIDE, 1) about 0, of patches of this width and height in pixels."""
    small = rng.normal(0, 1, (SIDE // down + 2, SIDE // across + 2)).astype(np.float32)
    return np.asarray(cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)[..., None], np.float32)


def uneven(rng: Rng, texture: Bytes, much: float) -> Bytes:
    """The texture with uneven light and wear."""
    return np.clip(texture + much * (_grain(rng, 300, 300) + 0.6 * _grain(rng, 3, 3)), 0, 255).astype(np.uint8)


@top("wood", 0.35)
def wood(rng: Rng) -> Bytes:
    """Planks with their grain."""
    planks = rng.uniform(-14, 14, 12).repeat(SIDE // 12)[:, None, None]
    grain = 9 * _grain(rng, 700, 9) + 6 * _grain(rng, 240, 3) + 3 * _grain(rng, 5, 2)
    colour = np.array(((150, 104, 66), (120, 78, 48), (184, 142, 98))[int(rng.integers(3))], np.float32)
    texture = colour + (planks + grain) * np.array([1, 0.8, 0.6], np.float32)
    texture[:: SIDE // 12] *= 0.55
    return np.asarray(np.clip(texture, 0, 255), np.uint8)


@top("glossy", 1.0)
def glossy(rng: Rng) -> Bytes:
    """White lacquer."""
    return uneven(rng, np.full((SIDE, SIDE, 3), (226, 226, 222), np.float32), 1.6)


@top("felt", 0.0)
def felt(rng: Rng) -> Bytes:
    """A plain cloth."""
    colour = ((38, 84, 62), (44, 62, 104), (120, 40, 48))[int(rng.integers(3))]
    texture = np.full((SIDE, SIDE, 3), colour) + 7 * _grain(rng, 2, 2) + 4 * _grain(rng, 90, 90)
    return np.asarray(np.clip(texture, 0, 255), np.uint8)


def _words(rng: Rng, count: int, numbers: float = 0.2) -> str:
    """A text of `count` words, some of them numbers."""
    return " ".join(
        str(int(rng.integers(1, 14))) if rng.random() < numbers else str(rng.choice(WORDS)) for _ in range(count)
    )


def _photo(rng: Rng, width: int, height: int) -> Image.Image:
    """A drawing like a printed photograph seen from afar."""
    small = rng.uniform(30, 225, (int(rng.integers(4, 8)), int(rng.integers(5, 10)), 1)) * rng.uniform(0.75, 1.1, 3)
    small = (small + rng.normal(0, 12, small.shape)).astype(np.float32)
    picture = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    horizon = int(height * rng.uniform(0.4, 0.7))
    light = np.where(np.arange(height) < horizon, 0.8, 0.45)[:, None, None]
    picture = light * picture + 20 + rng.normal(0, 8, (height, width, 1))
    image = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(2, 7))):
        x, y, r = rng.uniform(0, width), horizon, rng.uniform(0.05, 0.13) * height
        dark = tuple(int(c) for c in rng.integers(15, 120, 3))
        draw.ellipse((x - r, y - 2 * r, x + r, y), dark)
        draw.rounded_rectangle((x - 1.7 * r, y, x + 1.7 * r, height), r, dark)
    return image.filter(ImageFilter.GaussianBlur(1.2))


def _columns(rng: Rng, page: Image.Image, box: tuple[int, int, int, int], count: int) -> None:
    """Columns of small text."""
    draw, (left, top, right, bottom) = ImageDraw.Draw(page), box
    wide = (right - left) // count
    for column in range(count):
        x = left + column * wide
        for y in range(top, bottom - 10, 9):
            draw.text((x, y), _words(rng, 14, 0.08), (70, 68, 66), font(PLAIN, 0.13))
        draw.rectangle((x + wide - 14, top, x + wide, bottom), page.getpixel((3, 3)))


def newspaper_page(rng: Rng) -> Image.Image:
    """A page with a headline, photographs, columns, an advertisement with prices, a table of results."""
    width, height = 15 * PX, 21 * PX
    page = Image.new("RGB", (width, height), (222, 218, 206))
    draw = ImageDraw.Draw(page)
    draw.text(
        (40, 20),
        ("THE MORNING POST", "DAILY COURIER", "EVENING HERALD")[int(rng.integers(3))],
        (25, 25, 28),
        font(SERIF, 1.25),
    )
    draw.line((40, 110, width - 40, 110), (60, 60, 60), 3)
    draw.text((40, 122), _words(rng, 3, 0.5).upper(), INKS["k"], font(BOLD, 1.1))
    page.paste(_photo(rng, 400, 280), (40, 210))
    _columns(rng, page, (460, 210, width - 40, 490), 3)
    colour = list(INKS.values())[int(rng.integers(4))]
    draw.text((40, 505), _words(rng, 5, 0.5).title(), colour, font(SERIF, 0.9))
    _columns(rng, page, (40, 580, width - 300, 880), 4)
    draw.rectangle((width - 290, 560, width - 40, 880), None, (90, 90, 90), 3)
    for row in range(4):
        draw.text((width - 275, 575 + 75 * row), _words(rng, 1, 0), (60, 60, 60), font(PLAIN, 0.45))
        price = str(int(rng.integers(1, 14)))
        draw.text((width - 120, 565 + 75 * row), price, INKS["krbo"[int(rng.integers(4))]], font(BOLD, 0.9))
    draw.text((40, 900), _words(rng, 4, 0.5).upper(), INKS["k"], font(BOLD, 0.8))
    page.paste(_photo(rng, 330, 240), (width - 380, 970))
    for row in range(6):
        for column in range(5):
            text = str(int(rng.integers(1, 14)))
            draw.text((50 + 84 * column, 975 + 44 * row), text, (50, 50, 54), font(BOLD, 0.42))
    return page


def calendar_page(rng: Rng) -> Image.Image:
    """A month: a photograph, and a number in each box."""
    page = Image.new("RGB", (13 * PX, 16 * PX), (240, 239, 234))
    draw = ImageDraw.Draw(page)
    page.paste(_photo(rng, 11 * PX, 5 * PX), (PX, PX // 2))
    month = ("January", "March", "May", "August", "October", "November")[int(rng.integers(6))]
    draw.text((PX, 5.6 * PX), f"{month} {int(rng.integers(2019, 2027))}", INKS["k"], font(BOLD, 1.0))
    first, wide, high = int(rng.integers(7)), 11 * PX / 7, 1.35 * PX
    for day in range(1, 32):
        row, column = divmod(day + first - 1, 7)
        x, y = PX + column * wide, 7.2 * PX + row * high
        draw.rectangle((x, y, x + wide, y + high), None, (170, 170, 168), 2)
        ink = INKS["r" if column == 6 else "b" if column == 5 else "k"]
        draw.text((x + wide / 2, y + high / 2), str(day), ink, font(BOLD, 0.85), anchor="mm")
        if rng.random() < 0.08:
            draw.ellipse((x + 8, y + 4, x + wide - 8, y + high - 4), None, INKS["o"], 5)
    return page


def drawn_by_a_child(rng: Rng) -> Image.Image:
    """A house, a sun, and numbers, in crayon."""
    page = Image.new("RGB", (14 * PX, 10 * PX), (244, 243, 238))
    draw = ImageDraw.Draw(page)
    inks = [*INKS.values(), (30, 130, 60), (230, 200, 40), (150, 60, 150)]
    colours = [inks[place] for place in rng.integers(len(inks), size=30)]
    x, y = int(rng.integers(60, 400)), int(rng.integers(240, 300))
    draw.line(
        [(x, y), (x, y + 200), (x + 220, y + 200), (x + 220, y), (x, y), (x + 110, y - 110), (x + 220, y)],
        colours.pop(),
        9,
        "curve",
    )
    draw.rectangle((x + 30, y + 100, x + 85, y + 200), colours.pop(), colours.pop(), 7)
    draw.ellipse((620, 40, 740, 160), (238, 205, 60), (230, 150, 30), 6)
    for _ in range(16):
        number, size = str(int(rng.integers(1, 14))), rng.uniform(0.8, 1.9)
        layer = Image.new("L", (150, 150))
        ImageDraw.Draw(layer).text((75, 75), number, 255, font(BOLD, size), anchor="mm")
        layer = layer.rotate(float(rng.normal(0, 14)), Image.Resampling.BICUBIC)
        wax = Image.fromarray((np.asarray(layer) * rng.uniform(0.55, 1.0, (150, 150))).astype(np.uint8))
        page.paste(
            Image.new("RGB", (150, 150), colours.pop()), (int(rng.integers(0, 700)), int(rng.integers(0, 480))), wax
        )
    bent = cv2.resize(rng.normal(0, 5, (12, 16, 2)).astype(np.float32), page.size, interpolation=cv2.INTER_CUBIC)
    places = np.mgrid[: page.height, : page.width].astype(np.float32)
    bent_page = cv2.remap(
        np.asarray(page),
        places[1] + bent[..., 0],
        places[0] + bent[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return Image.fromarray(bent_page)


def scattered(rng: Rng, below: Bytes, sheet: Callable[[Rng], Image.Image], count: int, tilt: float) -> Bytes:
    """Sheets of paper that lie over a top, each with its shadow."""
    whole = Image.fromarray(below)
    for number in range(count):
        page = sheet(rng)
        angle = float(rng.normal(0, tilt))
        mask = Image.new("L", page.size, 255).rotate(angle, Image.Resampling.BICUBIC, expand=True)
        turned = page.rotate(angle, Image.Resampling.BICUBIC, expand=True)
        around = 2 * np.pi * number / count + rng.normal(0, 0.3)
        reach = 0.0 if number == count - 1 else rng.uniform(9, 13) * PX
        at = (
            round(SIDE / 2 + reach * np.cos(around) - mask.width / 2),
            round(SIDE / 2 + 0.8 * reach * np.sin(around) - mask.height / 2),
        )
        shadow = mask.filter(ImageFilter.GaussianBlur(6)).point(lambda level: level // 3)
        whole.paste(Image.new("RGB", mask.size), (at[0] + 5, at[1] + 6), shadow)
        whole.paste(turned, at, mask)
    return uneven(rng, np.asarray(whole, np.float32), 2.0)


@top("newspaper", 0.02)
def newspaper(rng: Rng) -> Bytes:
    """Pages of a newspaper, over wood."""
    return scattered(rng, wood(rng), newspaper_page, 7, 12)


@top("calendar", 0.25)
def calendar(rng: Rng) -> Bytes:
    """Months of a calendar, over wood."""
    return scattered(rng, wood(rng), calendar_page, 7, 9)


@top("drawing", 0.02)
def drawing(rng: Rng) -> Bytes:
    """A child's drawings, over wood."""
    return scattered(rng, wood(rng), drawn_by_a_child, 8, 16)


@top("oilcloth", 0.6)
def oilcloth(rng: Rng) -> Bytes:
    """Printed figures, some on white cards, and fruit, repeated."""
    side = 6 * PX
    base = ((236, 222, 160), (176, 208, 204), (226, 186, 176))[int(rng.integers(3))]
    motif = Image.new("RGB", (side, side), base)
    draw = ImageDraw.Draw(motif)
    for place in range(9):
        x, y = (place % 3 + 0.5) * 2 * PX, (place // 3 + 0.5) * 2 * PX
        ink, kind = list(INKS.values())[int(rng.integers(4))], (place + place // 3) % 3
        if kind == 0:
            draw.ellipse((x - 36, y - 33, x + 36, y + 36), ((196, 60, 48), (232, 170, 52))[int(rng.integers(2))])
            draw.ellipse((x + 2, y - 50, x + 32, y - 30), (70, 130, 60))
            continue
        if kind == 1:
            draw.rounded_rectangle((x - 31, y - 43, x + 31, y + 43), 8, (246, 245, 240), (200, 198, 190), 2)
        draw.text((x, y - 8 * (kind == 1)), str(int(rng.integers(1, 14))), ink, font(BOLD, 0.85), anchor="mm")
    times = SIDE // side + 1
    return uneven(rng, np.tile(np.asarray(motif, np.float32), (times, times, 1))[:SIDE, :SIDE], 2.0)
