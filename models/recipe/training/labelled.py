"""Labelled pictures in memory."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

CLEAR, HIDDEN = 0.75, 0.4
"""A number seen to this share is to be read; below the second it is to be left out; between, neither is asked."""
COLOUR_LETTERS = "krbo"


@dataclass
class Labelled:
    """A picture (BGR, or its JPEG bytes) with its tiles: quads (N, 4, 2), names, share of the number seen (N,)."""

    jpeg: np.ndarray
    quads: np.ndarray
    names: list[str]
    ink: np.ndarray
    weight: float = 1.0
    found: dict[str, np.ndarray] | None = None
    """Outlines of no tile that were found here (models/recipe/training/as_found.py), where that has been asked."""

    @property
    def picture(self) -> np.ndarray:
        """The picture, (H, W, 3) BGR uint8."""
        return np.asarray(cv2.imdecode(self.jpeg, cv2.IMREAD_COLOR))

    @classmethod
    def load(cls, path: Path, weight: float = 1.0) -> "Labelled":
        """A picture and the JSON beside it."""
        tiles = json.loads(path.with_suffix(".json").read_text())["tiles"]
        quads = np.array([t["quad"] for t in tiles], np.float32).reshape(-1, 4, 2)
        ink = np.array([t.get("ink", 1.0 if t.get("inside", True) else 0.6) for t in tiles], np.float32)
        mined = path.with_suffix(".found.npz")
        found = dict(np.load(mined)) if mined.exists() else None
        return cls(np.fromfile(path, np.uint8), quads, [t["tile"] for t in tiles], ink, weight, found)


def labelled_in(folder: Path) -> list[Path]:
    """A folder's pictures that have labels, by name."""
    return sorted(p for p in folder.iterdir() if p.suffix in (".jpg", ".png") and p.with_suffix(".json").exists())


def load_folder(folder: Path, weight: float = 1.0, limit: int | None = None) -> list[Labelled]:
    """All labelled pictures of a folder, by name."""
    return [Labelled.load(p, weight) for p in labelled_in(folder)[:limit]]


def label_of(name: str) -> tuple[int, int]:
    """Number class (0 to 12; 13: joker) and colour class (-1: none); "?7" is a 7 of unknown colour."""
    return (13, -1) if name == "J" else (int(name[1:]) - 1, COLOUR_LETTERS.find(name[0]))
