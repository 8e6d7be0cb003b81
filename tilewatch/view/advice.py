"""Advice about camera, light and tiles that a person can follow, from what is known of a picture. No picture here."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from referee.messages import Message
from vision.camera import Lighting, Size
from vision.reading import widths

GOOD_WIDTH, LEAST_WIDTH = 28, 20
"""A tile's width in pixels from which it is read well, and below which it hardly is."""
OBLIQUE = 2.2
"""Times that the nearest tile may be wider than the farthest."""
DARK, BRIGHT = 55.0, 225.0
"""Mean level, of 255, below which a lamp helps, and above which white is lost."""
GLARE = 0.22
"""Share of a ninth of the picture without any drawing left from which the lamp is mirrored there."""
EDGE = 0.012
"""Part of the picture at its edge in which a tile is not seen whole."""
WIDE = 1920
"""Pixels across from which a camera could hardly give more."""
LEAST_RATE = 3.0
"""Pictures a second below which a hand may come and go unseen."""
NINTHS = tuple(f"where.{row}-{column}" for row in ("top", "middle", "bottom") for column in ("left", "middle", "right"))
BETTER = frozenset(
    ("advice.slow", "advice.nearer", "advice.no-more", "advice.oblique", "advice.edge", "advice.unsure", "advice.glare")
)
"""What would make a camera better that will do as it is."""
DIM = 80.0
"""Mean level, of 255, below which more light may be what helps."""
MIRRORED = 0.08
"""Share of a ninth of the picture without any drawing left from which a lamp is mirrored near the tile."""
LIKE_A_TILE = (0.4, 2.5)
"""Tile's widths between which a cloth's squares are as large as tiles."""


@dataclass(frozen=True, eq=False)
class CameraSight:
    """What is known of a camera just now.

    `size`: None, no picture. `rate`: pictures a second. `quads`: the tiles' faces, (N, 4, 2) in pixels. `unsure`: how
    many of them a person should settle. `trouble`: why no picture comes. `unread`: faces of what seems to be a tile and
    cannot be read. `pattern`: pixels after which the ground's pattern of squares begins again, None: it has none.
    `by_hand`: nobody wants a camera. `is_still`: a phone sends nothing new. `is_clear`: whether the picture that was
    read last is, and sharp. `by_photos`: persons take pictures.
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
    """Whether persons take pictures, one after each turn."""

    @property
    def narrowest(self) -> int | None:
        """Pixels of the narrowest tile; None: there is none."""
        return round(float(widths(self.quads).min())) if len(self.quads) else None


class Level(StrEnum):
    """How it stands with what an advice is about."""

    GOOD = "good"
    BETTER = "better"
    """It will do; the advice would make it better."""
    OPEN = "open"
    """Nobody knows yet: something has to be laid there first."""
    STOPS = "stops"
    """So it cannot be played."""


@dataclass(frozen=True)
class Advice:
    """One sentence: that it is good as it is, or what to do. `about`: `camera`, `light` or `tiles`."""

    about: str
    level: Level
    message: Message

    @property
    def good(self) -> bool:
        """Whether that is good as it is."""
        return self.level is Level.GOOD


def advice(sight: CameraSight) -> tuple[Advice, ...]:
    """What to do so that the camera sees better, in the order in which to do it; for what is good, that it is."""
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
    """How bad it is; something that cannot be read beside tiles that can may be no tile at all, and a table without any
    may be so plain that nobody knows whether it is in focus, and has colours.
    """
    if code == "advice.no-tiles":
        return Level.OPEN
    may_be_none = code.startswith("advice.unread") if len(sight.quads) else code in ("table-poor", "advice.no-colour")
    return Level.BETTER if code in BETTER or may_be_none else Level.STOPS


def _praise(about: str, sight: CameraSight) -> Message:
    """What is said where nothing is wrong."""
    if about == "camera" and sight.size is not None:
        width, height = sight.size
        if not sight.rate:  # it has only just begun
            return Message.of("advice.camera-begins", width=width, height=height)
        return Message.of("advice.camera-good", width=width, height=height, rate=round(sight.rate))
    if about == "light":
        return Message("advice.light-good")
    return Message.of("advice.tiles-good", n=len(sight.quads), px=sight.narrowest)


def _camera(sight: CameraSight) -> Iterator[Message]:
    if 0 < sight.rate < LEAST_RATE:
        yield Message.of("advice.slow", rate=round(sight.rate, 1))


def _light(sight: CameraSight) -> Iterator[Message]:
    light = sight.light
    if light is None:
        return
    worst = int(np.argmax(light.white))
    if light.mean < DARK:
        yield Message("advice.dark")
    elif light.mean > BRIGHT:
        yield Message("advice.bright")
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
    """Nearer, and whether another camera would help: a small picture is the camera's, not the distance's fault."""
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
    """The likeliest reason, and what helps. `quads`: the places, (N, 4, 2) in pixels, one at least.

    `pattern`: pixels after which the ground's pattern of squares begins again, two squares; None: it has none.
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
    """The largest share of white in a ninth of the picture in which one of the places lies."""
    ninths = np.clip((3 * quads.mean(axis=1) / np.array(size, np.float32)).astype(int), 0, 2)
    return max(float(light.white[3 * row + column]) for column, row in ninths.tolist())
