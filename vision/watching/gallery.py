"""What is known of this set: faces that were read surely, to judge doubtful ones beside.

Of each sure face two things are kept: where its ink is, as an example of its number, and the ink's colour against the
face's own white, as an example of its colour. A doubtful tile's names are weighed by how near the examples of their
number and colour come. No rule of play is asked, a sure reading stays as it was seen, and a doubt stays a doubt: only
its likeliest name may become another.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Colour, Tile
from vision.camera import Pixels
from vision.reading import PlacedTile, Quad, TableReading, arrange, straighten
from vision.watching.tracks import probabilities

SURE = 0.97
"""A tile read with this confidence, or told by a person, is an example."""
DOUBTFUL, STILL_DOUBTFUL = 0.9, 0.89
"""A tile below the first is judged beside the examples; however that ends, its confidence stays at most the second."""
MOST_EXAMPLES = 16
"""Examples kept of each number and colour, the newest; what a person told goes last."""
NEAREST = 3
"""So many of the nearest examples of a number say how near it is."""
NUMBER_SAYS, COLOUR_SAYS, MOST_SAY = 40.0, 1.0, 5.0
"""What a name loses, as log-odds, for each unit by which its number's examples correlate less, for each spread by which
its colour lies away, and what either may say at most. Found on the film at 55 %: of 160 doubtful tiles 82 were right
alone; with 20, 40 and 80 for the first 98, 106 and 108, whatever the second."""
CENSUS_SAYS = 1.5
"""What a name loses, as log-odds, when both tiles of its kind lie elsewhere in the picture, surely read."""
IN_BOX = 2
"""Tiles of each kind in a box, in most editions."""
FIGURE, OFF = (21, 28), 2
"""Width and height to which a figure is averaged, and by how much two may be moved against each other."""

Floats = NDArray[np.float32]
Key = TypeVar("Key", int | None, Colour | None)


@dataclass(frozen=True, eq=False)
class Example:
    """A face that was read surely.

    `figure` (28, 21): how dark each place is. `ink` (3,): its colour, as the logarithm of its share of the white.
    `is_told`: a person said what it is.
    """

    figure: Floats
    ink: Floats
    is_told: bool = False


class Gallery:
    """Faces of this set, and what they say about doubtful ones."""

    def __init__(self) -> None:
        self._of_number: dict[int | None, list[Example]] = {}
        self._of_colour: dict[Colour | None, list[Example]] = {}

    def learn(self, picture: Pixels, faces: Sequence[tuple[Tile, Quad]]) -> None:
        """Takes faces that were read surely, and where they lie, as examples."""
        for (tile, _), example in zip(faces, examples_of(picture, [quad for _, quad in faces]), strict=True):
            self._keep(tile, example)

    def learn_told(self, picture: Pixels, quad: Quad, tile: Tile) -> None:
        """A person said what lies there: the best example there is."""
        self._keep(tile, replace(examples_of(picture, [quad])[0], is_told=True))

    def judged(self, picture: Pixels, reading: TableReading) -> TableReading:
        """The reading with its doubtful tiles judged beside the examples; sure ones stay as they were read."""
        doubtful = [place for place, tile in enumerate(reading.tiles) if tile.confidence < DOUBTFUL]
        if not doubtful or not self._of_number:
            return reading
        elsewhere = Counter(tile.tile for tile in reading.tiles if tile.confidence >= SURE)
        seen = examples_of(picture, [reading.tiles[place].quad for place in doubtful])
        tiles = list(reading.tiles)
        for place, face in zip(doubtful, seen, strict=True):
            tiles[place] = self._judged_one(tiles[place], face, elsewhere)
        if all(one.tile == other.tile for one, other in zip(tiles, reading.tiles, strict=True)):
            return replace(reading, tiles=tuple(tiles))
        sets = arrange([tile.tile for tile in tiles], np.stack([tile.quad for tile in tiles]))
        return replace(reading, tiles=tuple(tiles), sets=sets)

    def _keep(self, tile: Tile, example: Example) -> None:
        for kept in (self._of_number.setdefault(tile.number, []), self._of_colour.setdefault(tile.colour, [])):
            kept.append(example)
            if len(kept) > MOST_EXAMPLES:
                kept.remove(min(kept, key=lambda one: one.is_told))

    def _judged_one(self, read: PlacedTile, face: Example, elsewhere: Counter[Tile]) -> PlacedTile:
        """A doubtful tile with its names weighed anew."""
        names = {tile: p for tile, p in probabilities(read).items() if p > 0}
        numbers = self._numbers_say({tile.number for tile in names}, face)
        colours = self._colours_say({tile.colour for tile in names}, face)
        full = {tile: CENSUS_SAYS * (elsewhere[tile] >= IN_BOX) for tile in names}
        odds = {tile: np.log(p) + numbers[tile.number] + colours[tile.colour] - full[tile] for tile, p in names.items()}
        raised = {tile: float(np.exp(said - max(odds.values()))) for tile, said in odds.items()}
        whole = sum(names.values()) / sum(raised.values())
        (best, confidence), *rivals = sorted(((t, one * whole) for t, one in raised.items()), key=lambda each: -each[1])
        return PlacedTile(best, read.quad, min(confidence, STILL_DOUBTFUL), tuple(rivals))

    def _numbers_say(self, numbers: Iterable[int | None], face: Example) -> dict[int | None, float]:
        """What each number loses against the one whose examples come nearest; nothing where one was never seen."""
        near = {number: _resemblance(face, self._of_number.get(number, [])) for number in numbers}
        return _lost({number: None if one is None else -NUMBER_SAYS * (1 - one) for number, one in near.items()})

    def _colours_say(self, colours: Iterable[Colour | None], face: Example) -> dict[Colour | None, float]:
        """What each colour loses against the one whose ink comes nearest; nothing where one was never seen."""
        away = {colour: _ink_apart(face, self._of_colour.get(colour, [])) for colour in colours}
        return _lost({colour: None if one is None else -COLOUR_SAYS * one for colour, one in away.items()})


def _lost(says: dict[Key, float | None]) -> dict[Key, float]:
    known = [said for said in says.values() if said is not None]
    if len(known) < len(says):
        return dict.fromkeys(says, 0.0)
    return {key: max(said - max(known), -MOST_SAY) for key, said in says.items() if said is not None}


def _resemblance(face: Example, examples: Sequence[Example]) -> float | None:
    """How well the face correlates with the nearest examples of a number; None: there are none."""
    if not examples:
        return None
    inner = np.ascontiguousarray(face.figure[OFF:-OFF, OFF:-OFF])
    found = [float(cv2.matchTemplate(one.figure, inner, cv2.TM_CCOEFF_NORMED).max()) for one in examples]
    return float(np.mean(sorted(found)[-NEAREST:]))


def _ink_apart(face: Example, examples: Sequence[Example]) -> float | None:
    """By how many times its examples' spread the face's ink lies away from a colour; None: there are none."""
    if not examples:
        return None
    inks = np.stack([one.ink for one in examples])
    return float(np.abs((face.ink - np.median(inks, axis=0)) / (inks.std(axis=0) + 0.05)).mean())


def examples_of(picture: Pixels, quads: Sequence[Quad]) -> list[Example]:
    """The faces at these places (4, 2), in pixels, as examples."""
    if not quads:
        return []
    return [_example(crop) for crop in straighten(picture, np.stack(list(quads)))]


def _example(crop: Pixels) -> Example:
    inner = crop[4:-4, 3:-3].astype(np.float32)
    share = inner / (np.percentile(inner.reshape(-1, 3), 80, axis=0).astype(np.float32) + 1)
    dark = 1 - share.min(axis=2)
    figure = cv2.resize(cv2.GaussianBlur(dark, (0, 0), 1.0), FIGURE, interpolation=cv2.INTER_AREA)
    weight = np.clip(dark / max(float(np.percentile(dark, 97)), 0.1), 0, 1)[..., None] ** 2
    ink = (share * weight).sum((0, 1)) / max(float(weight.sum()), 1.0)
    return Example(np.asarray(figure, np.float32), np.asarray(np.log(np.clip(ink, 0.03, 2)), np.float32))


def read_as_one_set(pictures: Sequence[Pixels], readings: Sequence[TableReading]) -> list[TableReading]:
    """Readings of pictures that show one set in one light, each judged beside what the others show surely."""
    gallery = Gallery()
    for picture, reading in zip(pictures, readings, strict=True):
        gallery.learn(picture, [(tile.tile, tile.quad) for tile in reading.tiles if tile.confidence >= SURE])
    return [gallery.judged(picture, reading) for picture, reading in zip(pictures, readings, strict=True)]
