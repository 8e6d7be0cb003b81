"""Round objects and a soft one: clocks, plates, coins, jars and cans from above, a cat."""

import cv2
import numpy as np

from models.recipe.editions.fonts import any_font
from models.recipe.scenes.arrays import Generator, any_colour, hsv, mixed, pale_colour
from models.recipe.things.sheet import Fonts, Sheet, blank, cut, cut_round, font, pick_font, words


def clock(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A clock with hands, or one with figures."""
    if rng.random() < 0.3:
        return [_digital(rng, fonts)]
    dial = pale_colour(rng) if rng.random() < 0.75 else any_colour(rng)
    ink = (20, 20, 24) if sum(dial) > 380 else (240, 240, 240)
    image, draw = blank(360, 360, any_colour(rng))
    draw.ellipse((16, 16, 344, 344), fill=dial, outline=ink, width=4)
    path, size = any_font(rng, fonts), int(rng.uniform(22, 52))
    for hour in range(1, 13):
        a = hour * np.pi / 6
        place = (180 + 128 * np.sin(a), 180 - 128 * np.cos(a))
        draw.text(place, str(hour), ink, font(path, size), "mm")
    for long, thick in ((85, 9), (125, 5), (135, 2)):
        a = rng.uniform(0, 6.28)
        ends = (180.0, 180.0, 180 + long * np.sin(a), 180 - long * np.cos(a))
        draw.line(ends, ink if thick > 2 else (200, 30, 30), thick)
    return [Sheet(cut_round(image), float(rng.uniform(1.2, 9)), 0.2, 0.8)]


def _digital(rng: Generator, fonts: Fonts) -> Sheet:
    image, draw = blank(340, 160, any_colour(rng))
    draw.rounded_rectangle(
        (16, 16, 324, 144), 10, fill=hsv(rng.uniform(0, 360), rng.uniform(0, 0.6), rng.uniform(0.02, 0.7))
    )
    text = f"{int(rng.integers(0, 24)):02d}:{int(rng.integers(0, 60)):02d}"
    glow = hsv(rng.uniform(0, 360), rng.uniform(0, 1), 1.0) if rng.random() < 0.6 else (20, 26, 22)
    draw.text((170, 80), text, glow, pick_font(rng, fonts, 100), "mm")
    return Sheet(cut(image, 12), float(rng.uniform(2, 6)), 0.6, 0.7)


def plate(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A plate or saucer with rings, at times with biscuits on it."""
    image, draw = blank(320, 320, pale_colour(rng) if rng.random() < 0.7 else any_colour(rng))
    for r, tone in ((150, any_colour(rng)), (140, pale_colour(rng)), (96, pale_colour(rng))):
        draw.ellipse((160 - r, 160 - r, 160 + r, 160 + r), outline=tone, width=int(rng.integers(2, 9)))
    for _ in range(int(rng.choice([0, 0, 4, 9]))):
        x, y = 160 + rng.normal(0, 45, 2)
        draw.ellipse((x - 26, y - 26, x + 26, y + 26), fill=hsv(rng.uniform(20, 40), 0.6, rng.uniform(0.4, 0.8)))
    return [Sheet(cut_round(image), float(rng.uniform(3, 9)), 0.05, 0.9)]


def coins(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """Coins and counters with a value on them."""
    pieces, counters = [], rng.random() < 0.4
    for _ in range(int(rng.integers(1, 10))):
        metal = any_colour(rng) if counters else hsv(rng.uniform(20, 50), rng.uniform(0, 0.6), rng.uniform(0.4, 0.9))
        image, draw = blank(100, 100, metal)
        tone = mixed(metal, (255, 255, 255) if rng.random() < 0.5 else (0, 0, 0), float(rng.uniform(0.2, 0.7)))
        draw.ellipse((6, 6, 94, 94), outline=tone, width=5)
        draw.text(
            (50, 50),
            str(rng.choice(["1", "2", "5", "10", "20", "50", "25", "100"])),
            tone,
            pick_font(rng, fonts, 46),
            "mm",
        )
        at, turn = rng.uniform(-2.5, 2.5, 2), float(rng.uniform(-3, 3))
        pieces.append(
            Sheet(cut_round(image), float(rng.uniform(0.5, 1.1)), 0.08, 0.9, float(at[0]), float(at[1]), turn)
        )
    return pieces


def can(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A lid or the top of a can or jar, with a ring of words."""
    image, draw = blank(240, 240, any_colour(rng))
    draw.ellipse((10, 10, 230, 230), outline=any_colour(rng), width=8)
    draw.ellipse((40, 40, 200, 200), fill=any_colour(rng))
    draw.text((120, 120), words(rng, 1, 0.5), any_colour(rng), pick_font(rng, fonts, 54), "mm")
    return [Sheet(cut_round(image), float(rng.uniform(1.5, 4)), float(rng.uniform(0.3, 3)), 0.9)]


def fur(rng: Generator, fonts: Fonts) -> list[Sheet]:
    """A lying cat, seen as a soft heap of hair, with stripes or spots."""
    side = 420
    base = np.array(hsv(rng.uniform(15, 40), rng.uniform(0, 0.6), rng.uniform(0.1, 0.95)), np.float32)
    white = rng.normal(0, 22, (side, side)).astype(np.float32)
    hair = cv2.filter2D(white, -1, np.eye(11, dtype=np.float32) / 4)[..., None]
    blobs = rng.normal(0, 40, (9, 9)).astype(np.float32)
    waves = cv2.resize(blobs, (side, side), interpolation=cv2.INTER_CUBIC)[..., None]
    skin = np.clip(base + hair + waves * (rng.random() < 0.7), 0, 255).astype(np.uint8)
    pieces, mask = [], np.zeros((side, side), np.uint8)
    for x, y, a, b in (
        (210, 250, 180, 130),
        (330, 120, 70, 66),
        (300, 66, 20, 34),
        (370, 70, 20, 34),
        (80, 330, 70, 24),
    ):
        cv2.ellipse(mask, (x, y), (a, b), float(rng.uniform(-15, 15)), 0, 360, 255, -1)
    soft = cv2.GaussianBlur(mask, (0, 0), 4)
    pieces.append(Sheet(np.dstack([skin, soft]), float(rng.uniform(7, 16)), 0.02, 0.0))
    return pieces
