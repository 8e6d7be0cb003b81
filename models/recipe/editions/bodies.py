"""The bodies of synthetic tiles: plastic, ivory, wood, cardboard, dark or rimmed bodies, and their blank faces."""

from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw

from models.recipe.scenes.arrays import Bytes, Floats, Generator, Ink, between, chance, hsv, mixed, narrowed

WIDTH = 192
"""Width of a drawn face in texture pixels; its height follows from the edition's proportions."""
KINDS = {"plastic": 0.62, "wood": 0.08, "card": 0.12, "dark": 0.1, "rimmed": 0.08}
HELD_OUT_KINDS = {"plastic": 0.3, "marbled": 0.3, "dark": 0.2, "card": 0.2}
"""Materials of the boxes that are held out. No network is trained with marbled tiles."""


@dataclass(frozen=True)
class Body:
    """A tile's shape, in tile widths, and its material."""

    kind: str
    colour: Ink
    side: Ink
    aspect: float
    corner: float
    thickness: float
    bevel: float
    rim: float
    seed: int

    @classmethod
    def draw_lots(cls, rng: Generator, held_out: bool = False, only: str | None = None) -> "Body":
        """A random body; `only` may name its kind, or several kinds joined by "+"."""
        kind = chance(rng, narrowed(HELD_OUT_KINDS if held_out else KINDS, only))
        colour = _colour(rng, kind)
        flat = kind == "card"
        two_layers = kind in ("plastic", "rimmed") and rng.random() < 0.12
        return cls(
            kind=kind,
            colour=colour,
            side=hsv(rng.uniform(0, 360), rng.uniform(0.2, 0.9), rng.uniform(0.2, 0.8)) if two_layers else colour,
            aspect=float(np.clip(rng.normal(1.4, 0.12), 1.12, 1.68)),
            corner=between(rng, 0.0, 0.07) if flat else between(rng, 0.03, 0.17),
            thickness=between(rng, 0.005, 0.04) if flat else between(rng, 0.1, 0.5 if kind == "rimmed" else 0.42),
            bevel=0.0 if flat else between(rng, 0.0, 0.07),
            rim=between(rng, 0.05, 0.11) if kind == "rimmed" else 0.0,
            seed=int(rng.integers(2**31)),
        )

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of a face in texture pixels."""
        return round(WIDTH * self.aspect), WIDTH

    def blank(self) -> Floats:
        """The face without print, (H, W, 3)."""
        paper = np.empty((*self.shape, 3), np.float32)
        paper[:] = self.colour
        rng = np.random.default_rng(self.seed)
        if self.kind == "wood":
            paper *= 1 + 0.16 * (_grain(rng, self.shape, 14) - 0.5)[..., None]
        elif self.kind == "marbled":
            veins = np.abs(np.sin(_grain(rng, self.shape, 1.2) * 9))
            paper += (veins - 0.6)[..., None] * (28 if max(self.colour) > 150 else 60)
        elif self.kind == "card" and rng.random() < 0.4:
            paper *= 1 + 0.05 * rng.standard_normal((*self.shape, 1), np.float32)
        return self._rimmed(paper)

    def alpha(self) -> Bytes:
        """The mask of the face, (H, W) from 0 to 255: a rectangle with the body's round corners."""
        h, w = self.shape
        image = Image.new("L", (w * 2, h * 2), 0)
        ImageDraw.Draw(image).rounded_rectangle((1, 1, 2 * w - 2, 2 * h - 2), self.corner * w * 2, 255)
        return np.asarray(image.resize((w, h), Image.Resampling.BOX))

    def lit(self, face: Floats) -> Bytes:
        """The face with two lighter and two darker edges, like rounded plastic."""
        if self.bevel > 0.01:
            band = max(1, int(self.bevel * WIDTH))
            light = 10 + self.seed % 22
            sign = 1 if self.seed % 2 else -1
            face = face.copy()
            face[:band] += light * sign
            face[-band:] -= light * sign
            face[:, :band] += light * 0.6
            face[:, -band:] -= light * 0.6
        return np.clip(face, 0, 255).astype(np.uint8)

    def _rimmed(self, paper: Floats) -> Floats:
        """Travel tiles have a raised rim: a groove runs round the face."""
        if not self.rim:
            return paper
        h, w = self.shape
        image = Image.fromarray(np.clip(paper, 0, 255).astype(np.uint8))
        inset = self.rim * w
        tone = mixed(self.colour, (0, 0, 0) if self.seed % 3 else (255, 255, 255), 0.1 + (self.seed % 5) * 0.05)
        ImageDraw.Draw(image).rounded_rectangle(
            (inset, inset, w - inset, h - inset), self.corner * w, outline=tone, width=3 + self.seed % 4
        )
        return np.asarray(image, np.float32)


def _colour(rng: Generator, kind: str) -> Ink:
    if kind == "wood":
        return hsv(rng.uniform(24, 40), rng.uniform(0.18, 0.48), rng.uniform(0.68, 0.95))
    if kind == "dark" or (kind == "marbled" and rng.random() < 0.4):
        hue = float(rng.choice([0.0, 25.0, 110.0, 150.0, 220.0, 230.0, 280.0, 355.0])) + rng.normal(0, 8)
        return hsv(hue, rng.choice([rng.uniform(0, 0.2), rng.uniform(0.2, 0.85)]), rng.uniform(0.06, 0.42))
    if kind == "card":
        return hsv(rng.uniform(0, 360), rng.choice([rng.uniform(0, 0.04), rng.uniform(0, 0.2)]), rng.uniform(0.85, 1))
    pale = rng.choice([rng.uniform(0, 0.08), rng.uniform(0.05, 0.3)])
    return hsv(rng.uniform(25, 62), pale, rng.uniform(0.82, 1.0))


def _grain(rng: Generator, shape: tuple[int, int], stretch: float) -> Floats:
    """Streaks along one side, from 0 to 1."""
    h, w = shape
    cells = (max(2, int(18 / stretch)), 18) if rng.random() < 0.5 else (18, max(2, int(18 / stretch)))
    small = rng.random(cells, np.float32)
    return np.asarray(np.clip(cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC), 0, 1), np.float32)
