"""A known set of tiles: its name and examples of its faces; examples can be taught, corrected and taken back."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from referee.messages import Message
from referee.tiles import ALL_TILES, JOKER, Tile
from vision.reading.detections import Floats, Pixels
from vision.reading.taught import looks
from vision.reading.taught.complaints import Complaint
from vision.reading.taught.example import Example, Source, patches_of
from vision.reading.taught.fit import Classify, Trials
from vision.reading.taught.rows import Lesson
from vision.reading.taught.rows_told import Answer

MOST_VOUCHED = 2
"""Number of a face's vouched examples that are kept; the newest are kept."""
MOST_READ = 4
"""Number of a face's examples, read only this evening, that are kept; the newest are kept."""
MOST_JOKERS = 8
"""Number of a joker's vouched examples that are kept, and of those that were only read; the newest are kept."""
UNLIKE = 0.35
"""Similarity between two examples of one face below which one example has a wrong name."""
RATHER = 0.05
"""Similarity by which an example may resemble another face more than its own."""
VERY_LIKE = 0.85
"""Similarity from which a tile may have a number's face. With NEARLY: of 2,184 tiles beside the rows of 42 made-up sets
2,161 are found, and none of their 82 jokers is."""
NEARLY = 0.03
"""Similarity by which a tile's ink may resemble a number's ink less than that number's own faces do.
"""
CLEARLY = 0.06
"""Amount by which the ink must resemble another number's faces more for a tile to be asked about. Chosen on 83 made-up
sets: of 4,264 tiles in their own place one is asked about, of 4,264 in the place of the next number 3,791; on 105 other
sets: 4 of 5,460, and 5,136.
"""
SURENESS_VIEWS = 12
"""Simulated views of each face from which its sureness is measured."""
BLURRED = 0.5
"""Share of a face's views that must be read right; otherwise the face is asked for again."""


@dataclass(frozen=True, eq=False)
class TaughtSet:
    """A set's name, and the examples of its faces. It is immutable; every change gives a new one.

    `mark`: a word that identifies the set, whatever its name; "": it is saved nowhere.
    """

    name: str = ""
    examples: tuple[Example, ...] = field(default=())
    mark: str = ""

    @cached_property
    def vouched(self) -> tuple[Example, ...]:
        """The examples that a player or a play vouches for; these are saved, and knowledge is fitted to them."""
        return tuple(one for one in self.examples if one.source is not Source.READ)

    @cached_property
    def of_number(self) -> Mapping[int | None, Floats]:
        """The ink masks of each number's known faces, (N, 560); the key None is the joker's."""
        numbers = {one.tile.number for one in self.examples}
        return {n: np.stack([one.inked for one in self.examples if one.tile.number == n]) for n in numbers}

    def alike(self, inked: Floats) -> dict[int | None, float]:
        """Similarity of a face to the known faces of each number, -1 to 1; `inked` (560,): its ink mask."""
        return {number: float(looks.likeness(known, inked[None])[0]) for number, known in self.of_number.items()}

    @cached_property
    def marks(self) -> Mapping[Tile, str]:
        """For each known face, a word that changes when another example takes its place."""
        return {one.tile: f"{self.mark}-{one.mark}" for one in self.vouched}

    @property
    def missing(self) -> list[Tile]:
        """The faces without a vouched example."""
        known = {one.tile for one in self.vouched}
        return [tile for tile in ALL_TILES if tile not in known]

    def with_lessons(
        self, picture: Pixels, lessons: Sequence[Lesson], insist: Sequence[Answer] = ()
    ) -> tuple["TaughtSet", list[Complaint]]:
        """The set with a picture's lessons added, and complaints about lessons that were not learnt.

        A lesson is refused where its face was taught differently before, or looks like another tile than its place
        says: a tile left beside the rows, laid twice, or in another's place. Lessons that this very picture taught
        before are skipped. `insist`: faces that a player confirms to have the names of their places, or the faces of a
        row that was asked about; then no other face is learnt, because some may have been taken back since.
        """
        patches = patches_of(picture, [lesson.quad for lesson in lessons])
        fresh = [Example(one.tile, patch, source=Source.TOLD) for one, patch in zip(lessons, patches, strict=True)]
        believed = [e for e, one in zip(fresh, lessons, strict=True) if one.read is None or one.is_told(insist)]
        numbers = [one for one in (*self.examples, *believed) if one.source is Source.TOLD and not one.tile.is_joker]
        complaints, learnt = [], list[Example]()
        for lesson, example in zip(lessons, fresh, strict=True):
            if any(one.is_taught_again(example) for one in self.examples):
                continue
            seen = None if lesson.is_told(insist) else seen_otherwise(lesson, example, numbers)
            if self._is_otherwise(example):
                complaints.append(Complaint(Message.of("taught.otherwise", tile=(lesson.tile,)), (lesson.quad,)))
            elif seen is not None:
                code = "taught.are-these-jokers" if lesson.tile.is_joker else "taught.out-of-order"
                complaints.append(Complaint(Message.of(code, insist=(lesson.tile,), read=(seen,)), (lesson.quad,)))
            elif lesson.is_meant(insist) or not insist:
                learnt.append(example)
        return replace(self, examples=newest([*self.examples, *learnt])), complaints

    def with_examples(self, more: Sequence[Example]) -> "TaughtSet":
        """The set with more examples; earlier examples of the same tiles on the table are dropped."""
        keys = {one.key for one in more if one.key is not None}
        return replace(self, examples=newest([*(one for one in self.examples if one.key not in keys), *more]))

    def without(self, is_gone: Callable[[Example], bool]) -> "TaughtSet":
        """The set without the examples for which `is_gone` is true."""
        return replace(self, examples=tuple(one for one in self.examples if not is_gone(one)))

    def with_changes(self, before: "TaughtSet", after: "TaughtSet") -> "TaughtSet":
        """The set with the difference between two others applied: added and removed examples."""
        gone, come = set(before.examples) - set(after.examples), set(after.examples) - set(before.examples)
        kept = [one for one in self.examples if one not in gone]
        return replace(self, examples=newest([*kept, *(one for one in after.examples if one in come)]))

    def sureness(self, named: Classify) -> dict[Tile, float]:
        """The share of each face's views that is read right. `named`: names crops, with the knowledge of the set."""
        if not self.vouched:
            return {}
        right = Trials(self.vouched, named, SURENESS_VIEWS, seed=2).right()
        shares: dict[Tile, list[float]] = {}
        for example, share in zip(self.vouched, right, strict=True):
            shares.setdefault(example.tile, []).append(float(share))
        return {tile: round(min(shares[tile]), 3) for tile in ALL_TILES if tile in shares}

    def _is_otherwise(self, example: Example) -> bool:
        """Whether this tile was taught with a face that looks quite different; jokers may differ."""
        told = [one for one in self.examples if one.source is Source.TOLD]
        same = np.array([one.tile == example.tile for one in told], bool)
        if example.tile.is_joker or not same.any():
            return False
        rows = looks.pictures(looks.shares(np.stack([example.crop, *(one.crop for one in told)])))
        alike = rows[1:] @ rows[0]
        own, other = float(alike[same].max()), float(alike[~same].max(initial=-1.0))
        return own < UNLIKE or other > own + RATHER


def seen_otherwise(lesson: Lesson, example: Example, numbers: Sequence[Example]) -> Tile | None:
    """The tile that a lesson's face resembles more than the tile it is taught as; None: no such tile. `numbers`: known
    faces.

    A joker that is read as a number is asked about, until faces of that number in two colours show that it is a joker.
    """
    if not lesson.tile.is_joker:
        return lesson.read or other_number(example, numbers)
    colours = {one.tile.colour for one in numbers if lesson.read and one.tile.number == lesson.read.number}
    return face_among(example, numbers) or (lesson.read if len(colours) < 2 else None)


def face_among(example: Example, numbers: Sequence[Example]) -> Tile | None:
    """The tile among the known `numbers` whose face this is, also by its ink; None: no such tile."""
    if not numbers:
        return None
    rows = looks.pictures(looks.shares(np.stack([example.crop, *(one.crop for one in numbers)])))
    inked = np.stack([example.inked, *(one.inked for one in numbers)])
    alike = rows[1:] @ rows[0]
    nearest = int(alike.argmax())
    tile = numbers[nearest].tile
    others = [1 + k for k, one in enumerate(numbers) if one.tile.number == tile.number and one.tile != tile]
    if alike[nearest] < VERY_LIKE or not others:
        return None
    unlikest = float((inked[others] @ inked[1 + nearest]).min())
    likest = float((inked[[*others, 1 + nearest]] @ inked[0]).max())
    return tile if likest >= unlikest - NEARLY else None


def other_number(example: Example, numbers: Sequence[Example]) -> Tile | None:
    """The tile with the number whose ink this face clearly resembles more than the ink of its own number in other
    colours; None: no such number.
    """
    others = [one for one in numbers if one.tile != example.tile]
    own = np.array([one.tile.number == example.tile.number for one in others], bool)
    if not own.any() or own.all():
        return None
    alike = np.stack([one.inked for one in others]) @ example.inked
    if alike.max() <= alike[own].max() + CLEARLY:
        return None
    return Tile(example.tile.colour, others[int(alike.argmax())].tile.number)


def newest(examples: Sequence[Example]) -> tuple[Example, ...]:
    """The newest examples of each face; examples named by a player are dropped last."""
    count = Counter[tuple[Tile, bool]]()
    kept = []
    for place in sorted(range(len(examples)), key=lambda k: (examples[k].source, k), reverse=True):
        one = examples[place]
        is_read = one.source is Source.READ
        count[one.tile, is_read] += 1
        if count[one.tile, is_read] <= (MOST_JOKERS if one.tile is JOKER else MOST_READ if is_read else MOST_VOUCHED):
            kept.append(place)
    return tuple(examples[place] for place in sorted(kept))
