"""The examples of an evening as a file, for the next one."""

import lzma
import os
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from referee.tiles import NotationError, Tile
from vision.watching.examples import FIGURE, Example, Face

LARGEST = 4_000_000
"""Bytes beyond which a file is not of ours: some 300 examples take 200,000."""
SHAPES = {"tiles": (), "figures": FIGURE[::-1], "inks": (3,), "told": ()}
"""What is kept of each example, and in which shape."""


UNREADABLE = (
    *(OSError, ValueError, KeyError, TypeError, EOFError, SyntaxError, OverflowError, MemoryError, NotationError),
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError),
)
"""What damage in such a file ends in; RuntimeError: it seems to be encrypted, or of a kind that is not read."""


def save_examples(path: Path, examples: Sequence[Example]) -> None:
    """Writes examples in the place of those before, whole or not at all. Raises OSError."""
    half = path.with_name(path.name + ".new")
    figures = np.stack([one.face.figure for one in examples])
    with half.open("wb") as file:
        np.savez(
            file,
            tiles=np.array([str(one.tile) for one in examples]),
            figures=np.clip(np.round(figures * 255), 0, 255).astype(np.uint8),
            inks=np.stack([one.face.ink for one in examples]).astype(np.float32),
            told=np.array([one.is_told for one in examples]),
        )
    os.replace(half, path)


def saved_examples(path: Path) -> list[Example]:
    """The examples of a file; none where there is no such file, or it is not one of ours."""
    try:
        return _examples(path) if path.stat().st_size <= LARGEST else []
    except UNREADABLE:
        return []


def _examples(path: Path) -> list[Example]:
    with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        parts = {name: np.asarray(arrays[name]) for name in SHAPES}
    if any(part.shape != (len(parts["tiles"]), *SHAPES[name]) for name, part in parts.items()):
        return []
    figures, inks = parts["figures"].astype(np.float32) / 255, parts["inks"].astype(np.float32)
    if not np.isfinite(inks).all():
        return []
    return [
        Example(Tile.from_notation(str(tile)), Face(figure, ink), is_told=bool(told))
        for tile, figure, ink, told in zip(parts["tiles"], figures, inks, parts["told"], strict=True)
    ]
