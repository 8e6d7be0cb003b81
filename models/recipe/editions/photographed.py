"""Boxes whose faces are cut from labelled photographs: real print and wear, on tables that were never photographed."""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from models.recipe.editions.bodies import WIDTH, Body
from models.recipe.editions.faces import Edition
from models.recipe.scenes.arrays import Bytes, Floats, Generator
from referee.tiles import Tile
from vision.reading.geometry import axes

ASPECT = (1.28, 1.5)
"""Range of the height, in widths, to which a photographed face is stretched: its foreshortening is unknown."""
CAST_KEPT = 0.3
"""Share of a face's own light and colour cast that is kept; the drawn table's light is added to it."""
BRIGHT = 80
"""Percentile of a face's pixels that counts as its white: most of a face is bare."""


@dataclass
class Shots:
    """Faces cut from photographs, (H, W, 3) RGB, by what is known of them: "r7", "?7" (colour unknown) or "J"."""

    faces: dict[str, list[Bytes]] = field(default_factory=dict)

    def cut(self, picture: Bytes, names: list[str], quads: Floats) -> None:
        """Adds the faces at quads (N, 4, 2) of a picture (H, W, 3) RGB."""
        for name, quad in zip(names, quads, strict=True):
            self.faces.setdefault(name, []).append(_upright(picture, quad))

    def known_as(self, tile: Tile) -> str:
        """The name under which a tile's faces are stored; its colour may be unknown."""
        return str(tile) if str(tile) in self.faces else f"?{tile.number}"


class PhotographedEdition(Edition):
    """A box of photographed faces on a drawn body."""

    shots: Shots
    white: Floats

    @classmethod
    def of_shots(cls, rng: Generator, fonts: tuple[str, ...], shots: Shots) -> "PhotographedEdition":
        """A box with a plastic body as wide and thick as drawn ones."""
        drawn = Edition.draw_lots(rng, fonts, only="plastic")
        white = np.array(drawn.body.colour, np.float32)
        body: Body = replace(drawn.body, aspect=float(rng.uniform(*ASPECT)), bevel=0.0)
        edition = cls(body, drawn.inks, drawn.figure, drawn.print, drawn.jokers)
        edition.shots, edition.white = shots, white
        return edition

    def called(self, tile: Tile) -> str:
        """The tile's name, or "?7" where the photographs do not tell the colour."""
        return self.shots.known_as(tile)

    def face(self, tile: Tile, variant: int = 0) -> Bytes:
        """A photograph of the tile, chosen by `variant`, in the box's own white."""
        shots = self.shots.faces[self.called(tile)]
        face = cv2.resize(shots[variant % len(shots)], (WIDTH, self.body.shape[0]), interpolation=cv2.INTER_CUBIC)
        white = np.array(np.percentile(face.reshape(-1, 3), BRIGHT, axis=0), np.float32)
        cast = white.clip(30, 255) / self.white
        return np.clip(face / cast ** (1 - CAST_KEPT), 0, 255).astype(np.uint8)


def _upright(picture: Bytes, quad: Floats) -> Bytes:
    """A face as wide as it is in the picture, at most as a drawn one."""
    across, down = (float(np.linalg.norm(way, axis=1)[0]) for way in axes(quad[None]))
    w = int(np.clip(across, 24, WIDTH))
    h = int(np.clip(down * w / max(across, 1.0), w, 2 * w))
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), corners)
    return np.asarray(cv2.warpPerspective(picture, matrix, (w, h), flags=cv2.INTER_LINEAR), np.uint8)
