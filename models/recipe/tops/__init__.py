"""Table tops without tiles: drawn ones of many kinds, and photographs where given. grounds (bare tops; its last three
are used for measuring only), cloths, cells (patterns with cells as large as tiles; and prints).
"""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from models.recipe.scenes.arrays import Bytes, Floats, Generator
from models.recipe.tops import cells, cloths, grounds
from models.recipe.tops.grounds import SIDE

Kinds = tuple[Callable[[Generator], Floats], ...]
BARE: Kinds = (grounds.wood, grounds.wood, grounds.plain, grounds.plain, grounds.marble, grounds.glossy)
CLOTH: Kinds = (
    *(cloths.woven, cloths.fleece, cloths.carpet, cloths.felt, cloths.plaid, cloths.checked),
    cloths.rag_rug,
)
PRINTED: Kinds = (cells.printed, cells.repeated, cells.repeated, cells.newsprint)
CELLS: Kinds = (cells.mosaic, cells.mosaic, cells.chess, cells.gingham, cells.basket, cells.crochet)
HELD_OUT: Kinds = (grounds.ceramic, grounds.slats, grounds.speckled_stone)
"""Tops of the pictures held out for measuring."""
PHOTOGRAPHED = 0.1
"""Share of tops that are cut from photographs, if there are any and no other share is asked for."""


def make_top(
    rng: Generator,
    photographs: tuple[Path, ...] = (),
    held_out: bool = False,
    cloth: bool = False,
    photographed: float = PHOTOGRAPHED,
) -> Bytes:
    """A table top, (1024, 1024, 3) RGB uint8; `cloth`: drawn tops are of cloth."""
    if photographs and rng.random() < photographed:
        top = _cut(rng, photographs[int(rng.integers(len(photographs)))])
    else:
        kinds = HELD_OUT if held_out else (BARE, CLOTH, PRINTED, CELLS)[_lot(rng, cloth)]
        top = kinds[int(rng.integers(len(kinds)))](rng)
    return np.clip(np.rot90(top, int(rng.integers(4))), 0, 255).astype(np.uint8)


def _lot(rng: Generator, cloth: bool) -> int:
    """The group of kinds from which a top is drawn."""
    return int(rng.choice(4, p=[0, 0.6, 0.1, 0.3] if cloth else [0.35, 0.25, 0.15, 0.25]))


def _cut(rng: Generator, path: Path) -> Floats:
    picture = cv2.imread(str(path))
    assert picture is not None
    if min(picture.shape[:2]) < SIDE // 2:
        return _repeated(rng, np.asarray(picture, np.uint8))
    side = int(min(picture.shape[:2]) * rng.uniform(0.4, 1.0))
    y, x = (int(rng.integers(s - side + 1)) for s in picture.shape[:2])
    return np.asarray(cv2.resize(picture[y : y + side, x : x + side, ::-1], (SIDE, SIDE)), np.float32)


def _repeated(rng: Generator, picture: Bytes) -> Floats:
    """A small texture laid out side by side, as tiles of a floor and prints of a cloth are."""
    step = int(np.exp(rng.uniform(np.log(SIDE / 12), np.log(SIDE))))
    cell = cv2.resize(picture[..., ::-1], (step, step), interpolation=cv2.INTER_AREA)
    often = -(-SIDE // step)
    return np.asarray(np.tile(cell, (often, often, 1))[:SIDE, :SIDE], np.float32)
