"""Advice on camera, light and tiles that a person can follow, from measurements of a picture. No picture is read
here."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from referee.messages import Message
from vision.camera import Lighting, Size
from vision.reading import widths

GOOD_WIDTH = 28
"""Pixels of a tile's width from which it is read well."""
LEAST_WIDTH = 20
"""Pixels of a tile's width below which it is hardly read."""
OBLIQUE = 2.2
"""Highest ratio of the nearest tile's width to the farthest tile's."""
DARK = 55.0
"""Mean level, 0 to 255, below which a lamp helps."""
BRIGHT = 225.0
"""Mean level, 0 to 255, above which white is overexposed."""
GLARE = 0.22
"""Fraction of a ninth of the picture that is blank white, from which a lamp is reflected there."""
EDGE = 0.012
"""Fraction of the picture's width or height at its edge in which a tile is not seen whole."""
WIDE = 1920
"""Pixels of the longer side from which another camera would hardly give more."""
LEAST_RATE = 3.0
"""Pictures per second below which a hand may come and go unseen."""
NINTHS = tuple(f"where.{row}-{column}" for row in ("top", "middle", "bottom") for column in ("left", "middle", "right"))
BETTER = frozenset(
    f"advice.{code}"
    for code in ("slow", "breathes", "nearer", "no-more", "oblique", "edge", "unsure", "glare", "bands")
)
"""Codes of advice that would improve a camera which is good enough."""
DIM = 80.0
"""Mean level, 0 to 255, below which lack of light may be why tiles are unread."""
MIRRORED = 0.08
"""Fraction of a ninth of the picture that is blank white, from which a lamp's reflection may be why a tile there is
unread."""
LIKE_A_TILE = (0.4, 2.5)
"""Range, in tile widths, in which the squares of a patterned cloth are mistaken for tiles."""


@dataclass(frozen=True, eq=False)
class CameraSight:
    """Measurements of a camera's picture.

    `size`: pixels; None: there is no picture. `rate`: pictures per second. `quads`: of the tiles, (N, 4, 2) in pixels.
    `unsure`: number of tiles that a person should check. `trouble`: why no picture comes. `unread`: quads of unread
    places. `pattern`: period of the cloth's pattern in pixels; None: it has none. `by_hand`: the match is kept without
    a camera. `is_still`: a phone sends nothing new. `is_clear`: whether the last picture is clear and sharp.
    `by_photos`: players take pictures.
    """

    size: Size | None
    rate: float
    light: Lighting | None
    quads: NDArray[np.float32]
    unsure: int = 0
    trouble: Message | None = None
    unread: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 4, 2), np.float32))
    pattern: float | None = None
    by_hand: bool = False
    is_still: bool = False
    is_clear: bool = True
    is_turned: bool = False
    """Whether its mirrored pictures are turned back."""
    by_photos: bool = False
    """Whether players take pictures, one after each turn."""
    has_bands: bool = False
    """Whether mains light falls in bands."""
    breathes: bool = False
    """Whether its focus breathes."""

    @property
    def narrowest(self) -> int | None:
        """Pixels of the narrowest tile; None: no tile is seen."""
        return round(float(widths(self.quads).min())) if len(self.quads) else None


class Level(StrEnum):
    """How good the subject of an advice is."""

    GOOD = "good"
    BETTER = "better"
    """Good enough; the advice would improve it."""
    OPEN = "open"
    """Unknown until a tile is laid on the table."""
    STOPS = "stops"
    """Too bad to play."""


@dataclass(frozen=True)
class Advice:
    """One sentence: praise, or how to improve the camera, light or tiles. `about`: `camera`, `light` or `tiles`."""

    about: str
    level: Level
    message: Message

    @property
    def good(self) -> bool:
        """Whether it is good as it is."""
        return self.level is Level.GOOD


def advice(sight: CameraSight) -> tuple[Advice, ...]:
    """Advice on how the camera would see better, in the order of the steps; praise for parts that are good."""
    if sight.by_photos:
        return (Advice("camera", Level.BETTER, Message("advice.by-photos")),)
    if sight.by_hand:
        return (Advice("camera", Level.BETTER, Message("advice.by-hand")),)
    if sight.trouble is not None:
        return (Advice("camera", Level.STOPS, Message.of("advice.no-picture", why=sight.trouble)),)
    if sight.size is None:
        return (Advice("camera", Level.STOPS, Message("advice.no-picture-yet")),)
    if sight.is_still:
        return (Advice("camera", Level.STOPS, Message("alarm.still")),)
    steps = (("camera", _camera(sight)), ("light", _light(sight)), ("tiles", _tiles(sight)))
    turned = (Advice("camera", Level.GOOD, Message("advice.mirrored")),) if sight.is_turned else ()
    return (*turned, *(one for about, wrong in steps for one in _told(about, tuple(wrong), sight)))


def _told(about: str, wrong: tuple[Message, ...], sight: CameraSight) -> tuple[Advice, ...]:
    if not wrong:
        return (Advice(about, Level.GOOD, _praise(about, sight)),)
    return tuple(Advice(about, _level(message.code, sight), message) for message in wrong)


def _level(code: str, sight: CameraSight) -> Level:
    """How bad a finding is. An unread place beside tiles that are read may be no tile, and an empty table may be too
    plain to tell focus and colours."""
    if code in ("advice.no-tiles", "advice.plain"):
        return Level.OPEN
    may_be_none = code.startswith("advice.unread") if len(sight.quads) else code in ("table-poor", "advice.no-colour")
    return Level.BETTER if code in BETTER or may_be_none else Level.STOPS


def _praise(about: str, sight: CameraSight) -> Message:
    """The message where nothing is wrong."""
    if about == "camera" and sight.size is not None:
        width, height = sight.size
        if not sight.rate:  # no rate is measured yet
            return Message.of("advice.camera-begins", width=width, height=height)
        return Message.of("advice.camera-good", width=width, height=height, rate=round(sight.rate))
    if about == "light":
        return Message("advice.light-good")
    return Message.of("advice.tiles-good", n=len(sight.quads), px=sight.narrowest)


def _camera(sight: CameraSight) -> Iterator[Message]:
    if 0 < sight.rate < LEAST_RATE:
        yield Message.of("advice.slow", rate=round(sight.rate, 1))
    if sight.breathes:
        yield Message("advice.breathes")


def _light(sight: CameraSight) -> Iterator[Message]:
    light = sight.light
    if light is None:
        return
    if sight.has_bands:
        yield Message("advice.bands")
    worst = int(np.argmax(light.white))
    if light.mean < DARK:
        yield Message("advice.dark")
    elif light.mean > BRIGHT:
        yield Message("advice.bright")
    elif light.is_pale and not len(sight.quads) + len(sight.unread):
        yield Message("advice.plain")
    elif not light.has_colour:
        yield Message("advice.no-colour")
    elif not sight.is_clear:
        yield Message("table-poor")
    elif light.white[worst] > GLARE:
        yield Message.of("advice.glare", where=Message(NINTHS[worst]))


def _tiles(sight: CameraSight) -> Iterator[Message]:
    if len(sight.unread):
        yield why_unread(sight.unread, sight.size, sight.light, sight.pattern)
    if not len(sight.quads):
        if not len(sight.unread):
            yield Message("advice.no-tiles")
        return
    yield from _too_small(sight)
    wide = widths(sight.quads)
    if wide.max() / max(wide.min(), 1e-6) > OBLIQUE:
        yield Message.of("advice.oblique", times=round(float(wide.max() / wide.min()), 1))
    if _is_at_the_edge(sight):
        yield Message("advice.edge")
    if sight.unsure:
        yield Message.of("advice.unsure", n=sight.unsure)


def _too_small(sight: CameraSight) -> Iterator[Message]:
    """Advice to move the camera nearer, and on another camera if the picture itself is small."""
    px = sight.narrowest
    assert px is not None
    assert sight.size is not None
    if px >= GOOD_WIDTH:
        return
    yield Message.of("advice.far" if px < LEAST_WIDTH else "advice.nearer", px=px, need=LEAST_WIDTH, good=GOOD_WIDTH)
    if max(sight.size) < WIDE:
        yield Message.of("advice.no-more", width=max(sight.size))


def _is_at_the_edge(sight: CameraSight) -> bool:
    assert sight.size is not None
    parts = sight.quads / np.array(sight.size, np.float32)
    return bool(np.minimum(parts, 1 - parts).min() < EDGE)


def why_unread(
    quads: NDArray[np.float32], size: Size | None, light: Lighting | None, pattern: float | None = None
) -> Message:
    """The likeliest reason why places are unread, and the remedy. `quads`: of the places, (N, 4, 2) in pixels, N at
    least 1.

    `pattern`: period of the cloth's pattern, two squares, in pixels; None: it has none.
    """
    n, px = len(quads), round(float(np.median(widths(quads))))
    if px < LEAST_WIDTH:
        return Message.of("advice.unread-small", n=n, px=px, need=LEAST_WIDTH)
    if light is not None and light.mean < DIM:
        return Message.of("advice.unread-dark", n=n)
    if light is not None and size is not None and _glare_at(quads, size, light) > MIRRORED:
        return Message.of("advice.unread-glare", n=n)
    if pattern is not None and LIKE_A_TILE[0] < pattern / 2 / max(px, 1) < LIKE_A_TILE[1]:
        return Message.of("advice.unread-cloth", n=n)
    return Message.of("advice.unread", n=n)


def _glare_at(quads: NDArray[np.float32], size: Size, light: Lighting) -> float:
    """The largest fraction of blank white among the ninths of the picture in which a place lies."""
    ninths = np.clip((3 * quads.mean(axis=1) / np.array(size, np.float32)).astype(int), 0, 2)
    return max(float(light.white[3 * row + column]) for column, row in ninths.tolist())
