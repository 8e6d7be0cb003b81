"""Picks typefaces for made-up editions, and sizes them by the height of their digits."""

import re
from functools import lru_cache

from PIL import ImageFont

from models.recipe.scenes.arrays import Generator

_SERIF = re.compile(
    r"(?<!Sans)Serif|(?i:didot|bodoni|roman|libertine|garamond|vollkorn|century|schola|bookman|caladea|baskerv|cmunb)"
)


def any_font(rng: Generator, fonts: tuple[str, ...]) -> str:
    """A font at random, each family as likely; a fifth have serifs, which look most alike when they are small."""
    families = _families(fonts, bool(rng.random() < 0.2))
    members = families[int(rng.integers(len(families)))]
    return members[int(rng.integers(len(members)))]


@lru_cache(8)
def _families(fonts: tuple[str, ...], serif: bool) -> tuple[tuple[str, ...], ...]:
    chosen = [f for f in fonts if bool(_SERIF.search(f)) == serif] or list(fonts)
    families: dict[str, list[str]] = {}
    for font in chosen:
        families.setdefault(re.split(r"[-_.]", font.rsplit("/", 1)[1])[0][:9].lower(), []).append(font)
    return tuple(tuple(members) for members in families.values())


@lru_cache(256)
def font_with_digits(font: str, height: float) -> ImageFont.FreeTypeFont:
    """The font at the size where its 8 is so high."""
    _left, top, _right, bottom = ImageFont.truetype(font, 100).getbbox("8")
    return ImageFont.truetype(font, max(8, int(100 * height / max(bottom - top, 20))))
