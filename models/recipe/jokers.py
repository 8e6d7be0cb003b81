"""Joker faces of many kinds: round faces, jesters, stars, printed words and symbols."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

Ink = tuple[int, int, int]
_SYMBOLS = "☺☻☹★✪♛♕♠♣☀✿"
_SYMBOL_FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def draw_joker(image: Image.Image, rng: np.random.Generator, inks: dict[str, Ink], centre: float, font: str) -> None:
    """Draws a joker onto a blank face: in one ink or in several, as editions do."""
    w, h = image.size
    pick = rng.choice(["r", "k", "many", "b", "o"], p=[0.42, 0.28, 0.18, 0.06, 0.06])
    inks_used = [inks[c] for c in rng.permutation(list("krbo"))] if pick == "many" else [inks[str(pick)]] * 4
    radius = w * rng.uniform(0.24, 0.4)
    y = h * float(np.clip(rng.normal(max(centre, 0.4), 0.04), 0.32, 0.55))
    draw = ImageDraw.Draw(image)
    kind = rng.random()
    if kind < 0.82:
        _face(draw, rng, (w / 2, y), radius, inks_used)
    elif kind < 0.94:
        glyph = ImageFont.truetype(_SYMBOL_FONT, int(radius * 2.4))
        draw.text((w / 2, y), str(rng.choice(list(_SYMBOLS))), inks_used[0], font=glyph, anchor="mm")
    else:
        draw.text((w / 2, y), "J", inks_used[0], font=ImageFont.truetype(font, int(radius * 2)), anchor="mm")
        _star(draw, (w / 2, y + radius * 1.3), radius * 0.35, inks_used[1])
    if rng.random() < 0.25:
        words = ImageFont.truetype(font, int(w * rng.uniform(0.13, 0.2)))
        place = h * (0.88 if rng.random() < 0.7 else 0.12)
        draw.text(
            (w / 2, place), str(rng.choice(["JOKER", "Joker", "joker", "J"])), inks_used[2], font=words, anchor="mm"
        )


def _face(
    draw: ImageDraw.ImageDraw, rng: np.random.Generator, at: tuple[float, float], r: float, inks: list[Ink]
) -> None:
    x, y = at
    line = max(2, int(r * rng.uniform(0.06, 0.16)))
    filled = rng.random() < 0.22
    if rng.random() < 0.9:
        box = (x - r, y - r, x + r, y + r * rng.uniform(0.9, 1.15))
        draw.ellipse(box, outline=inks[0], width=line, fill=_tint(inks[3], rng) if filled else None)
    _crown(draw, rng, at, r, inks, line)
    dark = (40, 36, 40) if filled else inks[1]
    spread, size, lift = r * rng.uniform(0.3, 0.42), r * rng.uniform(0.07, 0.17), r * rng.uniform(0.15, 0.35)
    for side in (-1, 1):
        ex, ey = x + side * spread, y - lift
        if rng.random() < 0.75:
            draw.ellipse((ex - size, ey - size * 1.3, ex + size, ey + size * 1.3), fill=dark)
        else:
            draw.arc((ex - size * 1.6, ey - size, ex + size * 1.6, ey + size * 2), 180, 360, fill=dark, width=line)
        if rng.random() < 0.35:
            draw.line((ex - size * 2, ey - size * 2.4, ex + size * 2, ey - size * 2.8), dark, max(1, line // 2))
    m = r * rng.uniform(0.4, 0.62)
    draw.arc(
        (x - m, y - m * 0.5, x + m, y + m * rng.uniform(0.9, 1.25)),
        15,
        165,
        fill=inks[2] if not filled else dark,
        width=line,
    )
    if rng.random() < 0.55:
        n = r * rng.uniform(0.08, 0.16)
        if rng.random() < 0.5:
            draw.ellipse((x - n, y - n, x + n, y + n), fill=dark)
        else:
            draw.line((x, y - n * 2, x - n, y + n, x + n, y + n), dark, max(1, line // 2))
    if rng.random() < 0.2:
        for side in (-1, 1):
            cx = x + side * r * 0.6
            draw.ellipse((cx - r * 0.14, y + r * 0.05, cx + r * 0.14, y + r * 0.33), outline=inks[0], width=2)


def _crown(
    draw: ImageDraw.ImageDraw, rng: np.random.Generator, at: tuple[float, float], r: float, inks: list[Ink], line: int
) -> None:
    """What sits on the head: a jester's cap, hair, rays, or nothing."""
    x, y = at
    kind = rng.random()
    if kind < 0.3:
        tips = [(x - r * 1.15, y - r * 0.7), (x, y - r * 1.55), (x + r * 1.15, y - r * 0.7)]
        roots = [
            (x - r * 0.8, y - r * 0.45),
            (x - r * 0.3, y - r * 0.85),
            (x + r * 0.3, y - r * 0.85),
            (x + r * 0.8, y - r * 0.45),
        ]
        for i, tip in enumerate(tips):
            draw.polygon(
                [roots[i], tip, roots[i + 1]], fill=inks[i % 4] if rng.random() < 0.6 else None, outline=inks[0]
            )
            draw.ellipse(
                (tip[0] - r * 0.12, tip[1] - r * 0.12, tip[0] + r * 0.12, tip[1] + r * 0.12), fill=inks[(i + 1) % 4]
            )
    elif kind < 0.45:
        n = int(rng.integers(5, 14))
        whole = rng.random() < 0.5
        for angle in np.linspace(0 if whole else np.pi, 2 * np.pi, n):
            c, s = np.cos(angle), np.sin(angle)
            draw.line(
                (x + c * r * 1.08, y + s * r * 1.08, x + c * r * 1.4, y + s * r * 1.4), inks[1], max(1, line // 2 + 1)
            )
    elif kind < 0.55:
        for dx in np.linspace(-0.6, 0.6, 6):
            draw.arc(
                (x + (dx - 0.2) * r, y - r * 1.3, x + (dx + 0.2) * r, y - r * 0.6),
                160,
                360,
                fill=inks[1],
                width=max(1, line // 2),
            )


def _star(draw: ImageDraw.ImageDraw, at: tuple[float, float], r: float, ink: Ink) -> None:
    angles = np.arange(10) * np.pi / 5 - np.pi / 2
    radii = np.where(np.arange(10) % 2 == 0, r, r * 0.45)
    draw.polygon([(at[0] + q * np.cos(a), at[1] + q * np.sin(a)) for a, q in zip(angles, radii, strict=True)], fill=ink)


def _tint(ink: Ink, rng: np.random.Generator) -> Ink:
    """A paler version of an ink, or skin, to fill a face with."""
    base = np.array(ink if rng.random() < 0.5 else (238, 200, 160), float)
    share = rng.uniform(0.1, 0.6)
    pale = base * (1 - share) + 255 * share
    return int(pale[0]), int(pale[1]), int(pale[2])
