"""The four inks of a made-up edition: black, red, blue, and a fourth of many hues (called `o` in every label)."""

from models.recipe.scenes.arrays import Generator, Ink, between, chance, hsv, mixed, narrowed

FOURTH = {
    "orange": 0.24,
    "amber": 0.1,
    "yellow": 0.17,
    "gold": 0.04,
    "green": 0.17,
    "lime": 0.09,
    "pink": 0.1,
    "magenta": 0.06,
    "purple": 0.03,
}
"""The fourth ink, and the frequency of each. Most boxes have orange or yellow; green and pink are harder to tell."""
WORN = 0.14
"""Share of editions whose inks have paled."""
DEEP = 0.15
"""Share of the reds that are as dark as wine: in thin strokes, with no black beside them, they look black."""

_HUES = {
    "orange": ((16, 30), (0.75, 1.0), (0.75, 1.0)),
    "amber": ((28, 42), (0.75, 1.0), (0.75, 1.0)),
    "yellow": ((42, 56), (0.65, 1.0), (0.8, 1.0)),
    "gold": ((36, 48), (0.45, 0.8), (0.55, 0.8)),
    "green": ((105, 165), (0.5, 1.0), (0.28, 0.8)),
    "lime": ((68, 105), (0.55, 1.0), (0.55, 0.95)),
    "pink": ((315, 348), (0.35, 0.75), (0.85, 1.0)),
    "magenta": ((295, 328), (0.65, 1.0), (0.6, 0.98)),
    "purple": ((268, 292), (0.5, 0.95), (0.4, 0.8)),
}


def ink_colours(rng: Generator, body: Ink, only: str | None = None) -> dict[str, Ink]:
    """The four inks by their letters, pale ones where the tile's body is dark.

    `only` may name the fourth, or several.
    """
    fourth = chance(rng, narrowed(FOURTH, only))
    inks = {"k": _black(rng), "r": _red(rng, fourth), "b": _blue(rng, fourth), "o": _hue(rng, fourth)}
    if max(body) < 150:
        inks = {letter: _on_dark(rng, letter, ink) for letter, ink in inks.items()}
    elif rng.random() < WORN:
        pale = rng.uniform(0.1, 0.45)
        inks = {letter: mixed(ink, body, pale * rng.uniform(0.6, 1.1)) for letter, ink in inks.items()}
    return inks


def _hue(rng: Generator, name: str) -> Ink:
    (h0, h1), (s0, s1), (v0, v1) = _HUES[name]
    return hsv(rng.uniform(h0, h1), rng.uniform(s0, s1), rng.uniform(v0, v1))


def _black(rng: Generator) -> Ink:
    value = rng.uniform(0.02, 0.22) if rng.random() < 0.85 else rng.uniform(0.2, 0.38)
    return hsv(rng.uniform(0, 360), rng.uniform(0, 0.25 if value < 0.22 else 0.1), value)


def _red(rng: Generator, fourth: str) -> Ink:
    """A random red, never near the fourth ink."""
    if fourth in ("pink", "magenta", "purple"):
        return hsv(rng.uniform(-4, 9), rng.uniform(0.82, 1.0), rng.uniform(0.6, 0.92))
    hue = rng.uniform(-8, 6) if rng.random() < 0.75 else rng.uniform(-28, 4)
    if fourth == "orange":
        hue = min(hue, 2)
    return hsv(hue, rng.uniform(0.68, 1.0), rng.uniform(0.4, 0.6) if rng.random() < DEEP else rng.uniform(0.55, 0.95))


def _blue(rng: Generator, fourth: str) -> Ink:
    """From navy to sky and teal; never greenish beside green."""
    kind = rng.random()
    if kind < 0.12 and fourth not in ("green", "lime"):
        return hsv(rng.uniform(174, 200), rng.uniform(0.6, 1.0), rng.uniform(0.4, 0.8))
    if kind < 0.28:
        return hsv(rng.uniform(212, 238), rng.uniform(0.7, 1.0), rng.uniform(0.26, 0.45))
    low = 204 if fourth in ("green", "lime") else 192
    return hsv(rng.uniform(low, 234), rng.uniform(0.6, 1.0), rng.uniform(0.42, 0.95))


def _on_dark(rng: Generator, letter: str, ink: Ink) -> Ink:
    """The inks on a dark tile: white for black, the others brighter."""
    if letter == "k":
        return hsv(rng.uniform(30, 60), rng.uniform(0, 0.12), rng.uniform(0.75, 1.0))
    bright = between(rng, 1.0, 1.25) * 255 / max(ink)
    lit = (min(255, int(ink[0] * bright)), min(255, int(ink[1] * bright)), min(255, int(ink[2] * bright)))
    return mixed(lit, (255, 255, 255), 0.3 if letter == "b" else rng.uniform(0, 0.25))
