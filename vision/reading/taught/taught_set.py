"""A set of tiles that is known: its name and examples of its faces; taught, corrected, taken back."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from referee.messages import Message
from referee.tiles import ALL_TILES, JOKER, Tile
from vision.reading.taught import looks
from vision.reading.taught.example import Example, patches_of
from vision.reading.taught.fit import Classify, Trials
from vision.reading.taught.rows import Complaint, Lesson

Pixels = NDArray[np.uint8]

MOST_OF_A_FACE = 6
"""Examples kept of each face, the newest."""
MOST_JOKERS = 8
UNLIKE, RATHER = 0.35, 0.05
"""Two examples of one face resemble each other less than the first where one of them is taught wrongly; or one of them
resembles another face more than its own, by more than the second."""
BLURRED = 0.5
"""A face that is read right in less than this share of its views is asked for again."""


@dataclass(frozen=True, eq=False)
class TaughtSet:
    """A set's name, and the examples of its faces; a change gives a new one."""

    name: str = ""
    examples: tuple[Example, ...] = field(default=())

    @property
    def missing(self) -> list[Tile]:
        """The faces of which there is no example."""
        known = {one.tile for one in self.examples}
        return [tile for tile in ALL_TILES if tile not in known]

    def with_lessons(self, picture: Pixels, lessons: Sequence[Lesson]) -> tuple["TaughtSet", list[Complaint]]:
        """The set with a picture's lessons; a face that was taught otherwise is complained of, and left as it was."""
        patches = patches_of(picture, [lesson.quad for lesson in lessons])
        complaints, examples = [], list(self.examples)
        for lesson, patch in zip(lessons, patches, strict=True):
            example = Example(lesson.tile, patch, is_told=True)
            if self._is_otherwise(example):
                complaints.append(Complaint(Message.of("taught.otherwise", tile=(lesson.tile,)), (lesson.quad,)))
            else:
                examples.append(example)
        return replace(self, examples=newest(examples)), complaints

    def corrected(self, example: Example) -> "TaughtSet":
        """The set after a person said what a tile is: what was learnt of it before is forgotten."""
        kept = [one for one in self.examples if one.key is None or one.key != example.key]
        return replace(self, examples=newest([*kept, example]))

    def without(self, tile: Tile) -> "TaughtSet":
        """The set after what was taught of a face is taken back."""
        return replace(self, examples=tuple(one for one in self.examples if one.tile != tile))

    def sureness(self, named: Classify) -> dict[Tile, float]:
        """The share of each face's views that is read right; `named`: how crops are named with what the set teaches."""
        if not self.examples:
            return {}
        right = Trials(self.examples, named, seed=2).right()
        shares: dict[Tile, list[float]] = {}
        for example, share in zip(self.examples, right, strict=True):
            shares.setdefault(example.tile, []).append(float(share))
        return {tile: round(min(shares[tile]), 3) for tile in ALL_TILES if tile in shares}

    def _is_otherwise(self, example: Example) -> bool:
        """Whether a face of this tile was taught that looks quite unlike; jokers come in kinds."""
        told = [one for one in self.examples if one.is_told]
        same = np.array([one.tile == example.tile for one in told], bool)
        if example.tile.is_joker or not same.any():
            return False
        rows = looks.pictures(looks.shares(np.stack([example.crop, *(one.crop for one in told)])))
        alike = rows[1:] @ rows[0]
        own, other = float(alike[same].max()), float(alike[~same].max(initial=-1.0))
        return own < UNLIKE or other > own + RATHER


def newest(examples: Sequence[Example]) -> tuple[Example, ...]:
    """The newest examples of each face; what a person told goes last."""
    left = Counter({tile: MOST_JOKERS if tile is JOKER else MOST_OF_A_FACE for tile in ALL_TILES})
    kept = []
    for place in sorted(range(len(examples)), key=lambda k: (examples[k].is_told, k), reverse=True):
        if left[examples[place].tile] > 0:
            left[examples[place].tile] -= 1
            kept.append(place)
    return tuple(examples[place] for place in sorted(kept))
