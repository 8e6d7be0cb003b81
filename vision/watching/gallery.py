"""What is known of this set: looks of faces that were read surely, to judge doubtful ones beside.

A look is the crop of a face, its light evened out: where the ink is, and its colour against the face's own white. No
rule of play is asked, and a sure reading stays as it was seen.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.camera.picture import Pixels
from vision.reading.arrange import arrange
from vision.reading.result import PlacedTile, Quad, TableReading
from vision.reading.straighten import straighten
from vision.watching.tracks import probabilities

SURE = 0.97
"""A tile read with this confidence, or told by a person, is an example."""
DOUBTFUL = 0.9
"""A tile below this is judged beside the examples."""
MOST_EXAMPLES = 6
"""Examples kept of each face, the newest; what a person told goes last."""
LIKE, SLOPE = 0.15, 14.0
"""How far two looks of one face lie apart as a rule, and what a name loses, as log-odds, by lying further away."""
MOST_SAY = 4.0
"""How much the examples may say, as log-odds, for one name against another."""
CENSUS_SAYS = 1.5
"""What it takes from a name, as log-odds, that all its tiles lie elsewhere in this picture, surely read."""
IN_BOX = 2
"""Tiles of each kind in a box, jokers too, in most editions."""
LOOK = (18, 24)
INK_WEIGHS = 2.5
"""How much more the colour of the ink counts than where it lies."""

Look = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Example:
    """How a face looked that was read surely. `is_told`: a person said what it is."""

    look: Look
    is_told: bool = False


class Gallery:
    """Looks of this set's faces, and what they say about doubtful ones."""

    def __init__(self) -> None:
        self._examples: dict[Tile, list[Example]] = {}

    def __len__(self) -> int:
        return len(self._examples)

    def learn(self, picture: Pixels, reading: TableReading) -> None:
        """Takes the faces that a reading is sure of as examples."""
        sure = [tile for tile in reading.tiles if tile.confidence >= SURE]
        for tile, look in zip(sure, looks_of(picture, [tile.quad for tile in sure]), strict=True):
            self._keep(tile.tile, Example(look))

    def learn_told(self, picture: Pixels, quad: Quad, tile: Tile) -> None:
        """A person said what lies there: the best example there is."""
        self._keep(tile, Example(looks_of(picture, [quad])[0], is_told=True))

    def judged(self, picture: Pixels, reading: TableReading) -> TableReading:
        """The reading with its doubtful tiles judged beside the examples; sure ones stay as they were read."""
        doubtful = [place for place, tile in enumerate(reading.tiles) if tile.confidence < DOUBTFUL]
        if not doubtful or not self._examples:
            return reading
        elsewhere = Counter(tile.tile for tile in reading.tiles if tile.confidence >= SURE)
        looks = looks_of(picture, [reading.tiles[place].quad for place in doubtful])
        tiles = list(reading.tiles)
        for place, look in zip(doubtful, looks, strict=True):
            tiles[place] = self._judged_one(tiles[place], look, elsewhere)
        sets = arrange([tile.tile for tile in tiles], np.stack([tile.quad for tile in tiles]))
        return replace(reading, tiles=tuple(tiles), sets=sets)

    def _keep(self, tile: Tile, example: Example) -> None:
        kept = [*self._examples.get(tile, []), example]
        if len(kept) > MOST_EXAMPLES:
            kept.remove(min(kept, key=lambda one: one.is_told))
        self._examples[tile] = kept

    def _judged_one(self, read: PlacedTile, look: Look, elsewhere: Counter[Tile]) -> PlacedTile:
        """A doubtful tile with its names weighed anew."""
        names = {tile: p for tile, p in probabilities(read).items() if p > 0}
        known = sum(names.values())
        odds = {tile: np.log(p) + self._says(tile, look, names, elsewhere) for tile, p in names.items()}
        highest = max(odds.values())
        raised = {tile: float(np.exp(said - highest)) for tile, said in odds.items()}
        shares = {tile: known * one / sum(raised.values()) for tile, one in raised.items()}
        (best, confidence), *rivals = sorted(shares.items(), key=lambda share: -share[1])
        return PlacedTile(best, read.quad, min(confidence, 1.0), tuple(rivals))

    def _says(self, tile: Tile, look: Look, names: Iterable[Tile], elsewhere: Counter[Tile]) -> float:
        """How much speaks for a name besides what was read, as log-odds."""
        census = -CENSUS_SAYS if elsewhere[tile] >= IN_BOX else 0.0
        if not all(name in self._examples for name in names):
            return census  # one that was never seen surely cannot be compared
        return census + float(np.clip(SLOPE * (LIKE - self._nearest(tile, look)), -MOST_SAY, MOST_SAY))

    def _nearest(self, tile: Tile, look: Look) -> float:
        """How far the look lies from the nearest example of a name."""
        return min(float(np.abs(look - example.look).mean()) for example in self._examples[tile])


def looks_of(picture: Pixels, quads: Sequence[Quad]) -> list[Look]:
    """The looks (24, 18, 4) of faces: the darkness of each place and its colours, against the face's white."""
    if not quads:
        return []
    return [_look(crop) for crop in straighten(picture, np.stack(list(quads)))]


def _look(crop: Pixels) -> Look:
    inner = cv2.resize(crop[4:-4, 3:-3], LOOK, interpolation=cv2.INTER_AREA).astype(np.float32)
    white = np.percentile(inner.reshape(-1, 3), 80, axis=0) + 1
    inner = inner / white
    dark = 1 - inner.min(axis=2, keepdims=True)
    contrast = max(float(np.percentile(dark, 97)), 0.1)
    ink = np.clip(dark / contrast, 0, 1)
    colour = (inner - inner.mean(axis=2, keepdims=True)) / contrast
    mean_colour = (colour * ink).sum((0, 1)) / max(float(ink.sum()), 1.0)
    return np.asarray(np.concatenate([ink, np.broadcast_to(INK_WEIGHS * mean_colour, colour.shape)], 2), np.float32)


def read_as_one_set(pictures: Sequence[Pixels], readings: Sequence[TableReading]) -> list[TableReading]:
    """Readings of pictures that show one set in one light, each judged beside what the others show surely."""
    gallery = Gallery()
    for picture, reading in zip(pictures, readings, strict=True):
        gallery.learn(picture, reading)
    return [gallery.judged(picture, reading) for picture, reading in zip(pictures, readings, strict=True)]
