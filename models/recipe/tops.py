"""Table tops without a tile on them: wood, cloth, marble, felt, rugs, prints, and photographs where given."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.recipe.faces import Generator, hsv

SIDE = 1024


def noise(rng: Generator, cells: tuple[float, float], side: int = SIDE) -> np.ndarray:
    """Smooth noise from 0 to 1, (side, side), with about so many blobs across and down."""
    small = rng.random((max(2, int(cells[1])), max(2, int(cells[0]))), np.float32)
    return np.clip(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), 0, 1)


def layered(rng: Generator, cells: float, octaves: int = 4, stretch: float = 1.0) -> np.ndarray:
    """Noise upon finer noise; `stretch` > 1 draws it out along x."""
    total = sum(noise(rng, (cells * 2**i / stretch, cells * 2**i)) * 0.55**i for i in range(octaves))
    return np.asarray((total - np.min(total)) / (np.ptp(total) + 1e-6), np.float32)


def between(dark: tuple[int, int, int], light: tuple[int, int, int], share: np.ndarray) -> np.ndarray:
    """Mixes two colours by a map from 0 to 1."""
    a, b = np.array(dark, np.float32), np.array(light, np.float32)
    return a + (b - a) * share[..., None]


def wood(rng: Generator) -> np.ndarray:
    hue, sat, value = rng.uniform(12, 38), rng.uniform(0.25, 0.75), rng.uniform(0.25, 0.9)
    grain = layered(rng, rng.uniform(30, 120), 4, rng.uniform(8, 40))
    wave = layered(rng, rng.uniform(3, 8), 2, rng.uniform(2, 6))
    rings = 0.5 + 0.5 * np.sin(wave * rng.uniform(20, 90))
    share = np.clip(grain * 0.7 + rings * rng.uniform(0, 0.4), 0, 1)
    top = between(hsv(hue, sat, value * rng.uniform(0.4, 0.8)), hsv(hue + 4, sat * 0.8, value), share)
    if rng.random() < 0.5:
        planks = rng.integers(2, 9)
        for y in np.linspace(0, SIDE, planks + 1)[1:-1].astype(int):
            top[y : y + 3] *= 0.5
            top[y:] *= rng.uniform(0.88, 1.12)
    return top


def plain(rng: Generator) -> np.ndarray:
    base = np.array(
        hsv(rng.uniform(0, 360), rng.choice([rng.uniform(0, 0.2), rng.uniform(0.1, 0.9)]), rng.uniform(0.12, 1)),
        np.float32,
    )
    top = base * (1 + rng.uniform(0, 0.12) * (layered(rng, rng.uniform(2, 200), 3)[..., None] - 0.5))
    return np.asarray(top + rng.normal(0, rng.uniform(0, 9), (SIDE, SIDE, 1)))


def woven(rng: Generator) -> np.ndarray:
    """Coarse cloth, from linen to a rug of thick threads."""
    period = rng.uniform(4, 26)
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    bend = (layered(rng, 6, 3) - 0.5) * period * 2
    over = np.sin((xs + bend) * 2 * np.pi / period) * np.sin((ys + bend) * 2 * np.pi / period)
    threads = 0.5 + 0.35 * over + 0.3 * (layered(rng, 90, 2) - 0.5)
    if rng.random() < 0.6:
        stripes = layered(rng, rng.uniform(6, 30), 2, 0.08 if rng.random() < 0.5 else 1.0)
        threads = threads * 0.6 + 0.5 * (stripes > rng.uniform(0.4, 0.7))
    h = rng.uniform(0, 360)
    s = rng.choice([rng.uniform(0, 0.15), rng.uniform(0, 0.7)])
    return between(
        hsv(h, s, rng.uniform(0.08, 0.5)),
        hsv(h + rng.uniform(-30, 30), s * 0.7, rng.uniform(0.5, 1)),
        np.clip(threads, 0, 1),
    )


def marble(rng: Generator) -> np.ndarray:
    turbulence = layered(rng, rng.uniform(3, 8), 6)
    veins = np.abs(np.sin(turbulence * rng.uniform(8, 30))) ** rng.uniform(0.2, 1.5)
    h, s = rng.uniform(0, 360), rng.uniform(0, 0.15)
    light = rng.uniform(0.5, 1)
    return between(hsv(h, s, light * rng.uniform(0.2, 0.8)), hsv(h, s * 0.5, light), veins)


def checked(rng: Generator) -> np.ndarray:
    period = rng.uniform(16, 160)
    ys, xs = np.mgrid[0:SIDE, 0:SIDE]
    a, b = (xs // (period / 2)) % 2, (ys // (period / 2 * rng.choice([1, 1, 1.4]))) % 2
    share = (a != b) if rng.random() < 0.5 else (a + b) / 2
    h = rng.uniform(0, 360)
    dark, light = (
        hsv(h, rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.7)),
        hsv(rng.uniform(20, 80), rng.uniform(0, 0.3), rng.uniform(0.6, 1)),
    )
    return between(dark, light, np.asarray(share, np.float32)) * (0.94 + 0.1 * layered(rng, 60, 3)[..., None])


def printed(rng: Generator) -> np.ndarray:
    """Cloth with blossoms, dots or boxes of any colours, numbers among them."""
    image = Image.fromarray(plain(rng).clip(0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    inks = [hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.1, 1)) for _ in range(4)]
    kind = rng.choice(["dots", "boxes", "blossoms", "paper"])
    step = int(rng.uniform(30, 150))
    font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", max(9, step // 4))
    for y in range(0, SIDE, step):
        for x in range(0, SIDE, step):
            ink, r = inks[int(rng.integers(4))], step * rng.uniform(0.15, 0.4)
            cx, cy = x + rng.normal(step / 2, step / 9), y + rng.normal(step / 2, step / 9)
            if kind == "dots":
                draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=ink)
            elif kind == "boxes":
                draw.rectangle(
                    (cx - r, cy - r * 1.4, cx + r, cy + r * 1.4),
                    fill=ink if rng.random() < 0.7 else None,
                    outline=inks[0],
                )
            elif kind == "blossoms":
                for a in np.linspace(0, 6.28, 6)[:5]:
                    px, py = cx + r * np.cos(a), cy + r * np.sin(a)
                    draw.ellipse((px - r / 2, py - r / 2, px + r / 2, py + r / 2), fill=ink)
            else:
                words = "".join(rng.choice(list("aehilmnorstu  KRS0123456789"), int(rng.integers(2, 12))))
                draw.text((x, y), words, ink if rng.random() < 0.3 else (40, 40, 40), font=font)
    return np.asarray(image, np.float32)


KINDS: tuple[Callable[[Generator], np.ndarray], ...] = (wood, wood, plain, plain, woven, marble, checked, printed)


def make_top(rng: Generator, photographs: tuple[Path, ...] = ()) -> np.ndarray:
    """A table top, (1024, 1024, 3) RGB float, 0 to 255; one in six is cut from a photograph where there are any."""
    if photographs and rng.random() < 0.16:
        picture = cv2.imread(str(photographs[int(rng.integers(len(photographs)))]))
        assert picture is not None
        side = int(min(picture.shape[:2]) * rng.uniform(0.4, 1.0))
        y, x = (int(rng.integers(s - side + 1)) for s in picture.shape[:2])
        top = cv2.resize(picture[y : y + side, x : x + side, ::-1], (SIDE, SIDE)).astype(np.float32)
    else:
        top = KINDS[int(rng.integers(len(KINDS)))](rng)
    return np.clip(np.rot90(top, int(rng.integers(4))), 0, 255).astype(np.float32)
