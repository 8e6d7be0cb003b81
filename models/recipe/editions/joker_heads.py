"""Joker faces with a head: smileys, jesters with cap and bells, clowns, and the sun (held out)."""

from collections.abc import Callable

import numpy as np
from PIL import ImageDraw

from models.recipe.editions.ornaments import polygon
from models.recipe.scenes.arrays import Generator, Ink, mixed

Draw = ImageDraw.ImageDraw
Place = tuple[float, float]


def head(draw: Draw, rng: Generator, at: Place, r: float, inks: list[Ink], paper: Ink) -> None:
    """A round face, at times under a cap, hair or rays."""
    line = max(3, int(r * rng.uniform(0.06, 0.16)))
    filled = rng.random() < 0.25
    if rng.random() < 0.9:
        tint = mixed(paper, inks[3] if rng.random() < 0.5 else (238, 190, 140), rng.uniform(0.3, 0.9))
        _round(draw, at, r, r * rng.uniform(0.9, 1.15), outline=inks[0], fill=tint if filled else None, width=line)
    kind = rng.random()
    if kind < 0.25:
        cap(draw, rng, at, r, inks)
    elif kind < 0.4:
        rays(draw, at, r, inks[1], int(rng.integers(5, 14)), rng.random() < 0.5, line)
    elif kind < 0.5:
        _hair(draw, at, r, inks[1], line)
    _features(draw, rng, at, r, [inks[1], inks[2]] if not filled else [(40, 36, 40)] * 2, line)


def jester(draw: Draw, rng: Generator, at: Place, r: float, inks: list[Ink], paper: Ink) -> None:
    """A jester: cap with three bells, a face, often a collar of points."""
    x, y = at
    r *= 0.72
    face = mixed(paper, (238, 190, 140), rng.uniform(0, 0.9))
    if rng.random() < 0.6:
        for i, dx in enumerate(np.linspace(-1.0, 1.0, 6)[:-1]):
            left = x + dx * r * 1.1
            points = [(left, y + r * 0.8), (left + r * 0.44, y + r * 0.8), (left + r * 0.22, y + r * 1.55)]
            draw.polygon(points, fill=inks[i % 4], outline=inks[0])
    _round(draw, at, r * 0.85, r, outline=inks[0], fill=face, width=max(3, int(r * 0.08)))
    cap(draw, rng, at, r, inks)
    _features(draw, rng, at, r * 0.9, inks[1:3], max(3, int(r * 0.1)))


def clown(draw: Draw, rng: Generator, at: Place, r: float, inks: list[Ink], paper: Ink) -> None:
    """A clown: tufts of hair at the sides, a hat or none, a thick nose."""
    x, y = at
    r *= 0.85
    for side in (-1, 1):
        for dy in (-0.35, 0.0, 0.35):
            _round(draw, (x + side * r * 0.95, y + dy * r), r * 0.3, r * 0.3, fill=inks[1])
    _round(draw, at, r * 0.85, r * 0.95, outline=inks[0], fill=mixed(paper, (255, 255, 255), 0.5), width=4)
    if rng.random() < 0.7:
        draw.polygon([(x - r * 0.5, y - r * 0.8), (x + r * 0.5, y - r * 0.8), (x, y - r * 1.75)], fill=inks[2])
    _features(draw, rng, at, r, [inks[0], inks[0]], max(3, int(r * 0.1)))
    _round(draw, (x, y + r * 0.1), r * 0.2, r * 0.2, fill=inks[3])


def sun(draw: Draw, rng: Generator, at: Place, r: float, inks: list[Ink], paper: Ink) -> None:
    """A sun with a face."""
    polygon(draw, at, r * 1.25, inks[0], int(rng.integers(9, 14)) * 2, 0.72)
    _round(draw, at, r * 0.82, r * 0.82, fill=mixed(paper, inks[0], 0.15))
    _features(draw, rng, at, r * 0.75, [inks[0], inks[0]], 4)


def cap(draw: Draw, rng: Generator, at: Place, r: float, inks: list[Ink]) -> None:
    """A fool's cap: three points that end in bells."""
    x, y = at
    side, droop, top = rng.uniform(1.1, 1.5), rng.uniform(0.2, 0.8), rng.uniform(1.45, 1.8)
    tips = [(x - r * side, y - r * droop), (x, y - r * top), (x + r * side, y - r * droop)]
    roots = [
        (x - r * 0.8, y - r * 0.4),
        (x - r * 0.3, y - r * 0.9),
        (x + r * 0.3, y - r * 0.9),
        (x + r * 0.8, y - r * 0.4),
    ]
    for i, tip in enumerate(tips):
        fill = inks[i % 4] if rng.random() < 0.7 else None
        bow = (x + (tip[0] - x) * 0.75, y - r * 1.25)
        points = [roots[i], bow, tip, roots[i + 1]] if i != 1 else [roots[i], tip, roots[i + 1]]
        draw.polygon(points, fill=fill, outline=inks[0], width=3)
        _round(draw, tip, r * 0.14, r * 0.14, fill=inks[(i + 1) % 4], outline=inks[0], width=2)


def rays(draw: Draw, at: Place, r: float, ink: Ink, count: int, whole: bool, line: int) -> None:
    """Rays around a head, or above it only."""
    for angle in np.linspace(0 if whole else np.pi, 2 * np.pi, count):
        c, s = float(np.cos(angle)), float(np.sin(angle))
        ends = (at[0] + c * r * 1.08, at[1] + s * r * 1.08, at[0] + c * r * 1.4, at[1] + s * r * 1.4)
        draw.line(ends, ink, max(2, line // 2 + 1))


def _hair(draw: Draw, at: Place, r: float, ink: Ink, line: int) -> None:
    x, y = at
    for dx in np.linspace(-0.6, 0.6, 6):
        box = (x + (dx - 0.2) * r, y - r * 1.3, x + (dx + 0.2) * r, y - r * 0.6)
        draw.arc(box, 160, 360, fill=ink, width=max(2, line // 2))


def _features(draw: Draw, rng: Generator, at: Place, r: float, inks: list[Ink], line: int) -> None:
    """Eyes, brows, a mouth and at times a nose."""
    x, y = at
    spread, size, lift = r * rng.uniform(0.3, 0.42), r * rng.uniform(0.07, 0.17), r * rng.uniform(0.15, 0.35)
    eye = _round if rng.random() < 0.75 else _closed_eye
    brows = rng.random() < 0.3
    for side in (-1, 1):
        ex, ey = x + side * spread, y - lift
        eye(draw, (ex, ey), size, size * 1.3, fill=inks[0], width=line)
        if brows:
            draw.line((ex - size * 2, ey - size * 2.4, ex + size * 2, ey - size * 2.8), inks[0], max(2, line // 2))
    m = r * rng.uniform(0.4, 0.62)
    mouth = (x - m, y - m * 0.5, x + m, y + m * rng.uniform(0.9, 1.25))
    draw.arc(mouth, 15, 165, fill=inks[1], width=line)
    if rng.random() < 0.55:
        n = r * rng.uniform(0.08, 0.16)
        if rng.random() < 0.5:
            _round(draw, at, n, n, fill=inks[0])
        else:
            draw.line((x, y - n * 2, x - n, y + n, x + n, y + n), inks[0], max(2, line // 2))


def _round(
    draw: Draw, at: Place, rx: float, ry: float, fill: Ink | None = None, outline: Ink | None = None, width: int = 1
) -> None:
    draw.ellipse((at[0] - rx, at[1] - ry, at[0] + rx, at[1] + ry), fill=fill, outline=outline, width=width)


def _closed_eye(
    draw: Draw, at: Place, rx: float, ry: float, fill: Ink | None = None, outline: Ink | None = None, width: int = 1
) -> None:
    draw.arc((at[0] - rx * 1.6, at[1] - ry, at[0] + rx * 1.6, at[1] + ry * 2), 180, 360, fill=fill, width=width)


HEADS: dict[str, Callable[[Draw, Generator, Place, float, list[Ink], Ink], None]] = {
    "head": head,
    "jester": jester,
    "clown": clown,
    "sun": sun,
}
