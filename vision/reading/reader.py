"""A picture of a table -> its tiles and sets: the steps in order."""

import time

import numpy as np
from numpy.typing import NDArray

from models import CORNERS, FACES, NAMES
from referee.tiles import Tile
from vision.reading.arrange import arrange
from vision.reading.classify import TILES, Names
from vision.reading.closer_look import name_faces
from vision.reading.detect import glance
from vision.reading.ends import agreeing, upright
from vision.reading.faces import Faces
from vision.reading.find import find
from vision.reading.halves import Halves
from vision.reading.known_faces import KnownFaces
from vision.reading.low import is_low
from vision.reading.network import Network
from vision.reading.realness import realness
from vision.reading.result import PlacedTile, TableReading
from vision.reading.sift import sift, unread
from vision.reading.straighten import straighten
from vision.reading.unexplained import doubted, unexplained

Floats = NDArray[np.float32]
Likely = NDArray[np.float64]
Rows = tuple[tuple[int, ...], ...]

RIVALS = 3
"""How many other names a tile is given beside its likeliest."""


class Reader:
    """Reads pictures of tables; loading it opens its networks.

    Raises ModelMissing: a network's file is missing or is not the one it should be.
    """

    def __init__(self) -> None:
        self._faces, self._corners, self._names = Network(FACES), Network(CORNERS), Network(NAMES)

    def read(self, picture: NDArray[np.uint8], known: KnownFaces | None = None) -> TableReading:
        """The tiles and sets in a picture (H, W, 3), BGR uint8.

        `known`: what is known from the same camera's pictures before; it learns from this one. Without, the picture
        is all there is: where it leaves a doubt it is looked at twice, and what cannot be read is guessed at.
        """
        started = time.perf_counter()
        faces, names, real, detecting = self._seen(Halves(picture), known)
        found = sift(faces, names, real, guessing=known is None)
        missed = () if known is None else _placed(*upright(*unread(faces, names, real, found[0])))
        named = time.perf_counter()
        tiles, rows = _in_rows(*upright(*found))
        done = time.perf_counter()
        spent = {
            "detect": detecting,
            "classify": named - started - detecting,
            "arrange": done - named,
            "total": done - started,
        }
        height, width = picture.shape[:2]
        milliseconds = {step: round(1000 * t, 2) for step, t in spent.items()}
        return TableReading(width, height, tiles, rows, milliseconds, missed)

    def _seen(self, halves: Halves, known: KnownFaces | None) -> tuple[Faces, Names, Likely, float]:
        """What is found in a picture and named, how likely each is a tile, and the seconds spent on finding it."""
        started = time.perf_counter()
        first = glance(self._faces, halves)
        seen = find(self._faces, self._corners, halves, first)
        detecting = time.perf_counter() - started
        faces, names, real = self._named(halves, seen, known)
        if unexplained(faces, real) or is_low(faces, real) or (known is None and doubted(faces, names, real)):
            once = time.perf_counter()
            seen = seen.also(find(self._faces, self._corners, halves, first, nearer=True))
            detecting += time.perf_counter() - once
            faces, names, real = self._named(halves, seen, known, again=True)
        return faces, names, real, detecting

    def _named(
        self, halves: Halves, faces: Faces, known: KnownFaces | None, again: bool = False
    ) -> tuple[Faces, Names, Likely]:
        """The faces, those that lie still where they lay; what they are named; and how likely each is a tile."""
        if known is None:
            crops = straighten(halves, faces.quads)
            names = name_faces(self._names, halves, faces.quads, crops)
        else:
            quads, names, crops = known.classify(self._names, halves, faces.quads, again)
            faces = Faces(quads, faces.scores)
        return faces, names, realness(faces, names, crops)


def _in_rows(faces: Faces, names: Names) -> tuple[tuple[PlacedTile, ...], Rows]:
    """The tiles, which end is up told by the rows they lie in, and these rows."""
    rows = arrange([TILES[k] for k in names.tiles.argmax(1)], faces.quads)
    turned, agreed = agreeing(faces, names, rows)
    tiles = _placed(turned, agreed)
    if turned is not faces:
        rows = arrange([tile.tile for tile in tiles], turned.quads)
    return tiles, rows


def _placed(faces: Faces, names: Names) -> tuple[PlacedTile, ...]:
    return tuple(_placed_one(*each) for each in zip(faces.quads, names.tiles, names.faces, strict=True))


def _placed_one(quad: Floats, tiles: Floats, face: float) -> PlacedTile:
    """The likeliest tile at this place, and its rivals."""
    order = np.argsort(-tiles)[: RIVALS + 1]
    best, *others = ((TILES[k], float(tiles[k] * face)) for k in order)
    rivals: tuple[tuple[Tile, float], ...] = tuple((tile, p) for tile, p in others if p > 1e-4)
    return PlacedTile(best[0], quad, min(best[1], 1.0), rivals)
