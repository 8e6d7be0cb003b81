"""The fonts that made-up editions print their numbers with: the fonts installed from Debian.

Sizes are chosen by the height of the digits.
"""

import hashlib
import re
import subprocess
from functools import cache, lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.recipe.scenes.arrays import Generator

_NOT_DIGITS = re.compile(
    r"awesome|symbol|emoji|icon|math|music|barcode|braille|dingbat|ornament|dclfonts|keyboard|webdings"
    r"|mono.*oblique|kanjistroke|hershey|dseg|blackletter|fraktur|gothic-antiqua|comic-?sketch|standardsymbols"
    r"|aenigma|d050000l|linbiolinum_k|holes|obstacle|underscr",
    re.IGNORECASE,
)
_HELD_OUT_SHARE = 12
"""One in this many font families is held out from training, so that measurements distinguish reading from memory."""
_SERIF = re.compile(
    r"(?<!Sans)Serif|(?i:didot|bodoni|roman|libertine|garamond|vollkorn|century|schola|bookman|caladea|baskerv|cmunb)"
)


@cache
def font_files() -> tuple[str, ...]:
    """Paths of all installed fonts whose digits are plain and unlike each other's, sorted."""
    listed = subprocess.run(["fc-list", ":lang=en", "file"], capture_output=True, text=True, check=True).stdout
    paths = sorted({line.split(":")[0].strip() for line in listed.splitlines()})
    by_print: dict[bytes, str] = {}
    for path in paths:
        if path.lower().endswith((".ttf", ".otf")) and not _NOT_DIGITS.search(path):
            print_ = _digits_print(path)
            if print_ is not None:
                by_print.setdefault(print_, path)
    return tuple(sorted(by_print.values()))


def fonts_for(held_out: bool) -> tuple[str, ...]:
    """The fonts to train with, or those held out (whole families, picked by their name's hash).

    Raises SystemExit: no font is installed.
    """
    fonts = tuple(p for p in font_files() if _is_held_out(p) == held_out)
    if not fonts:
        kind = "held out (FreeMono is one: fonts-freefont-ttf)" if held_out else "to train with"
        raise SystemExit(f"fonts: none of those {kind} is installed; fc-list shows what is")
    return fonts


def _is_held_out(path: str) -> bool:
    family = re.split(r"[-_.]", path.rsplit("/", 1)[1])[0].lower()
    return hashlib.sha256(family.encode()).digest()[0] % _HELD_OUT_SHARE == 0


def _digits_print(path: str) -> bytes | None:
    """A small bitmap of the ten digits, or None where they are missing, empty or alike."""
    try:
        font = ImageFont.truetype(path, 40)
        glyphs = [_glyph(font, digit) for digit in "0123456789"]
    except OSError:
        return None
    shares = [float((g > 100).mean()) for g in glyphs]
    if min(shares) < 0.02 or max(shares) > 0.75 or len({g.tobytes() for g in glyphs}) < 10:
        return None
    return np.concatenate([g[::4, ::4] > 100 for g in glyphs]).tobytes()


def _glyph(font: ImageFont.FreeTypeFont, text: str) -> np.ndarray:
    image = Image.new("L", (48, 64))
    ImageDraw.Draw(image).text((8, 4), text, 255, font=font)
    return np.asarray(image)


def any_font(rng: Generator, fonts: tuple[str, ...]) -> str:
    """A font at random, all families equally likely; a fifth have serifs, whose small digits look most alike."""
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


@lru_cache(64)
def font_of(path: str, size: float) -> ImageFont.FreeTypeFont:
    """A font at this size in pixels, at least 8."""
    return ImageFont.truetype(path, max(8, int(size)))


@lru_cache(256)
def font_with_digits(font: str, height: float) -> ImageFont.FreeTypeFont:
    """The font at the size at which its 8 has this height."""
    _left, top, _right, bottom = ImageFont.truetype(font, 100).getbbox("8")
    return ImageFont.truetype(font, max(8, int(100 * height / max(bottom - top, 20))))
