"""A film: a folder of pictures of one game, its script, and the labels of each picture."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.table import Table
from vision.camera.picture import Pixels

WIDTH, HEIGHT = 1280, 720
"""Pixels of a film's pictures."""
NEAR = 0.6
"""Distance in tile widths within which two places belong to the same tile."""


@dataclass(frozen=True, eq=False)
class Lying:
    """A tile that lies in a picture: its name and its corners (4, 2) in pixels."""

    name: str
    quad: NDArray[np.float32]

    @property
    def middle(self) -> NDArray[np.float32]:
        """The middle of its face."""
        return np.asarray(self.quad.mean(axis=0), np.float32)

    @property
    def width(self) -> float:
        """The length of its upper edge."""
        return float(np.linalg.norm(self.quad[1] - self.quad[0]))

    def is_at(self, middle: NDArray[np.float32]) -> bool:
        """Whether a place is this tile's."""
        return float(np.linalg.norm(self.middle - middle)) < NEAR * self.width


@dataclass(frozen=True)
class FilmTurn:
    """A turn of the script: the table as it is claimed, pictures of hands, and of the table; `restored`: put back."""

    number: int
    before: Table
    after: Table
    is_legal: bool
    frames: tuple[int, ...]
    restored: int | None


@dataclass(frozen=True)
class Film:
    """A folder with `script.json`, f000.jpg … and their labels."""

    folder: Path

    @cached_property
    def script(self) -> Any:
        """The script: the turns of the game."""
        return json.loads((self.folder / "script.json").read_text())

    @property
    def players(self) -> list[str]:
        """The players, in turn order."""
        return list(self.script["players"])

    @property
    def rules(self) -> str:
        """The preset of the game."""
        return str(self.script["rules"])

    def turns(self) -> Iterator[FilmTurn]:
        """The turns, in order."""
        for turn in self.script["script"]:
            if "after" in turn:
                before, after = (Table.from_notation(turn[when]) for when in ("before", "after"))
                frames, restored = tuple(turn["frames"]), turn.get("restored")
                yield FilmTurn(turn["turn"], before, after, turn["legal"], frames, restored)

    def picture(self, number: int) -> Pixels:
        """A picture of the film, (720, 1280, 3) BGR."""
        return _loaded(self.folder / f"f{number:03}.jpg")

    def lying(self, number: int) -> list[Lying]:
        """The tiles in a picture."""
        return labelled(self.folder / f"f{number:03}.json")


@cache
def labelled(path: Path) -> list[Lying]:
    """The tiles of a picture's labels."""
    tiles = json.loads(path.read_text())["tiles"]
    return [Lying(tile["tile"], np.array(tile["quad"], np.float32)) for tile in tiles]


def _loaded(path: Path) -> Pixels:
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return np.asarray(picture, np.uint8)
