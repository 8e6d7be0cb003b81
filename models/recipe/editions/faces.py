"""The print of synthetic editions on their tiles: one `Edition` is one box of tiles, drawn face by face."""

from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw

from models.recipe.editions import jokers, ornaments
from models.recipe.editions.bodies import Body
from models.recipe.editions.figures import STYLES, Figure
from models.recipe.editions.fonts import any_font
from models.recipe.editions.inks import ink_colours
from models.recipe.scenes.arrays import Bytes, Ink, between, chance, narrowed
from models.recipe.scenes.arrays import Generator as Generator
from referee.tiles import Tile

DECORATIONS = {"hollow": 0.17, "symbol": 0.22, "wordmark": 0.1, "index": 0.11, "line": 0.03, "nothing": 0.37}
CARDS = {"index": 0.55, "symbol": 0.15, "nothing": 0.3}


@dataclass(frozen=True)
class Print:
    """The print on a face beside its number: kind, sign, word, number and size of the indices."""

    kind: str
    sign: str
    own_ink: bool
    word: str
    word_font: str
    size: float
    corners: int
    frame: bool
    seed: int


@dataclass
class Edition:
    """One box of tiles: body, inks, figures, other print, and its two jokers."""

    body: Body
    inks: dict[str, Ink]
    figure: Figure
    print: Print
    jokers: tuple[tuple[str, int], tuple[str, int]]
    _faces: dict[tuple[str, int], Bytes] = field(default_factory=dict, init=False)
    alpha: Bytes = field(init=False)

    def __post_init__(self) -> None:
        self.alpha = self.body.alpha()

    @classmethod
    def draw_lots(
        cls, rng: Generator, fonts: tuple[str, ...], held_out: bool = False, only: str | None = None
    ) -> "Edition":
        """A random edition that does not exist; editions held out have designs that are never trained with.

        `only` names the body, figure style, fourth ink or joker that it must have, or several: "dark+disc".
        """
        body = Body.draw_lots(rng, held_out, only)
        kind = chance(rng, CARDS if body.kind == "card" else DECORATIONS)
        style = chance(rng, narrowed(STYLES, only))
        middle = kind in ("nothing", "line", "index") or (kind == "wordmark" and rng.random() < 0.3)
        figure = Figure.draw_lots(rng, fonts, style, middle)
        return cls(
            body=body,
            inks=ink_colours(rng, body.colour, only),
            figure=figure,
            print=_print(rng, fonts, figure.font, kind, held_out),
            jokers=_jokers(rng, held_out, only),
        )

    @property
    def aspect(self) -> float:
        """The height of a face, in its widths."""
        return self.body.aspect

    @property
    def thickness(self) -> float:
        """The thickness of a tile, in its widths."""
        return self.body.thickness

    def face(self, tile: Tile, variant: int = 0) -> Bytes:
        """The tile's face, (H, W, 3) RGB; `variant`, any number, picks one of the two jokers."""
        key = (str(tile), variant % 2 if tile.is_joker else 0)
        if key not in self._faces:
            self._faces[key] = self._draw(tile, variant % 2)
        return self._faces[key]

    def called(self, tile: Tile) -> str:
        """The tile's name in a label."""
        return str(tile)

    def back(self) -> Bytes:
        """A face-down tile, (H, W, 3): plain, or embossed with a wordmark or a pattern."""
        image = Image.fromarray(np.clip(self.body.blank(), 0, 255).astype(np.uint8))
        w, h = image.size
        draw = ImageDraw.Draw(image)
        tone = ornaments.pressed(self.body.colour, self.print.seed)
        kind = self.print.seed % 10
        if kind < 2:
            draw.rounded_rectangle((w * 0.15, h * 0.12, w * 0.85, h * 0.88), w * 0.1, outline=tone, width=5)
        elif kind == 2:
            for y in range(0, h, 18):
                draw.line((0, y, w, y + w // 2), tone, 3)
        elif kind == 3:
            draw.ellipse((w * 0.25, h * 0.3, w * 0.75, h * 0.3 + w * 0.5), outline=tone, width=5)
        return self.body.lit(np.asarray(image, np.float32))

    def _draw(self, tile: Tile, variant: int) -> Bytes:
        paper = self.body.blank()
        if self.print.kind == "hollow":
            ornaments.hollow(paper, self.figure.y, self.print.seed)
        image = Image.fromarray(np.clip(paper, 0, 255).astype(np.uint8))
        if tile.is_joker:
            kind, seed = self.jokers[variant]
            self._decorate(image, self.inks["k"], "J")
            jokers.draw_joker(image, seed, self.inks, self.body.colour, self.figure.font, kind)
        else:
            ink = self.inks[str(tile.colour)]
            self._decorate(image, ink, str(tile.number))
            self.figure.print_on(image, str(tile.number), ink, self.body.colour)
        return self.body.lit(np.asarray(image, np.float32))

    def _decorate(self, image: Image.Image, ink: Ink, text: str) -> None:
        w, h = image.size
        draw = ImageDraw.Draw(image)
        pale = ornaments.pressed(self.body.colour, self.print.seed)
        sign_ink = ink if self.print.own_ink else pale
        foot = self.figure.y + self.figure.size / 2
        if self.print.kind in ("hollow", "wordmark"):
            ornaments.wordmark(draw, self.print.word_font, self.print.word, (w, h), pale, self.print.size)
        elif self.print.kind == "symbol" and text != "J":
            r = min(self.print.size * w, (0.96 - foot) * h / 2)
            ornaments.symbol(draw, self.print.sign, (w / 2, min(h * foot + r * 1.25, h * 0.97 - r)), r, sign_ink)
        elif self.print.kind == "index":
            suit = self.print.sign if self.print.seed % 3 == 0 else None
            ornaments.corner_indices(image, text, self.figure.font, ink, self.print.corners, suit)
        elif self.print.kind == "line":
            draw.line((w * 0.2, h * 0.86, w * 0.8, h * 0.86), pale, 4)
        if self.print.frame:
            ornaments.frame(draw, (w, h), self.body.corner, sign_ink, self.print.seed)


def _print(rng: Generator, fonts: tuple[str, ...], font: str, kind: str, held_out: bool) -> Print:
    signs = ornaments.HELD_OUT_SYMBOLS if held_out else ornaments.SYMBOLS
    return Print(
        kind=kind,
        sign=str(rng.choice(signs)),
        own_ink=bool(rng.random() < 0.7),
        word=str(rng.choice(ornaments.WORDMARKS)),
        word_font=any_font(rng, fonts) if rng.random() < 0.5 else font,
        size=between(rng, 0.09, 0.17),
        corners=int(rng.choice([1, 2, 4], p=[0.4, 0.35, 0.25])),
        frame=bool(rng.random() < 0.07),
        seed=int(rng.integers(2**31)),
    )


def _jokers(rng: Generator, held_out: bool, only: str | None) -> tuple[tuple[str, int], tuple[str, int]]:
    """Kind and seed of both jokers: the same in two of five boxes, otherwise different in ink or kind."""
    odds = narrowed(jokers.HELD_OUT_KINDS if held_out else jokers.KINDS, only)
    kind, seed = chance(rng, odds), int(rng.integers(2**31))
    same = rng.random()
    if same < 0.4:
        return (kind, seed), (kind, seed)
    return (kind, seed), (kind if same < 0.65 else chance(rng, odds), int(rng.integers(2**31)))
