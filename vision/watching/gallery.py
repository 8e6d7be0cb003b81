"""What is known of this set: faces that were read surely, to judge doubtful ones beside.

Of each sure face two things are kept: where its ink is, as an example of its number, and the ink's colour against the
face's own white, as an example of its colour. A doubtful tile's names are weighed by how near the examples of their
number and colour come. No rule of play is asked, a sure reading stays as it was seen, and a doubt stays a doubt: only
its likeliest name may become another.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from referee.tiles import Colour, Tile
from vision.camera import Pixels
from vision.reading import PlacedTile, Quad, TableReading, rows_of
from vision.watching.examples import Example, Face, faces_of, ink_apart, resemblance
from vision.watching.tracks import probabilities
from vision.watching.trial import Trial

SURE = 0.97
"""A tile read with this confidence, or told by a person, is an example."""
DOUBTFUL, STILL_DOUBTFUL = 0.9, 0.89
"""A tile below the first is judged beside the examples; however that ends, its confidence stays at most the second."""
READABLE = 0.5
"""What could not be read by itself is read once one name is so likely beside the examples."""
MOST_EXAMPLES = 16
"""Examples kept of each number and colour, the newest; what a person told goes last."""
NUMBER_SAYS, COLOUR_SAYS, MOST_SAY = 40.0, 1.0, 5.0
"""What a name loses, as log-odds, for each unit by which its number's examples correlate less, for each spread by which
its colour lies away, and what either may say at most. Found on the film at 55 %: of 160 doubtful tiles 82 were right
alone; with 20, 40 and 80 for the first 98, 106 and 108, whatever the second."""
CENSUS_SAYS = 1.5
"""What a name loses, as log-odds, when both tiles of its kind lie elsewhere in the picture, surely read."""
IN_BOX = 2
"""Tiles of each kind in a box, in most editions."""
Key = TypeVar("Key", int | None, Colour | None)
Kept = dict[Key, list[Example]]


class Gallery:
    """Faces of this set, and what they say about doubtful ones.

    `remembered`: those of an evening before. They say nothing until tiles read surely have shown that they are of this
    set, and are forgotten where they are of another.
    """

    def __init__(self, remembered: Iterable[Example] = ()) -> None:
        self._of_number: dict[int | None, list[Example]] = {}
        self._of_colour: dict[Colour | None, list[Example]] = {}
        self._trial = _trial_of(list(remembered))
        self.learnt = 0
        """Counts the examples taken."""

    def learn(self, picture: Pixels, faces: Sequence[tuple[Tile, Quad]], keys: Sequence[int | None] = ()) -> None:
        """Takes faces that were read surely, and where they lie, as examples. `keys`: those of the tiles."""
        seen = faces_of(picture, [quad for _, quad in faces])
        for (tile, _), face, key in zip(faces, seen, keys or [None] * len(faces), strict=True):
            self._take(Example(tile, face, key))

    def learn_told(self, picture: Pixels, quad: Quad, tile: Tile, key: int | None = None) -> None:
        """A person said what lies there: the best example there is. What it was taken for before is forgotten."""
        self.forget(key)
        self._take(Example(tile, faces_of(picture, [quad])[0], key, is_told=True))

    def forget(self, key: int | None) -> None:
        """Forgets what was learnt from the tile with this key."""
        if key is not None:
            for kept in (*self._of_number.values(), *self._of_colour.values()):
                kept[:] = [one for one in kept if one.key != key]

    def examples(self) -> list[Example] | None:
        """What another evening may remember; None: it is not known yet whether what was remembered is of this set."""
        if self._trial is not None:
            return None
        both = [*self._of_number.values(), *self._of_colour.values()]
        return list({id(one): one for kept in both for one in kept}.values())

    def judged(self, picture: Pixels, reading: TableReading) -> TableReading:
        """The reading with its doubtful tiles judged beside the examples; sure ones stay as they were read.

        What could not be read at all is a tile as soon as the examples make one name likely.
        """
        doubtful = [place for place, tile in enumerate(reading.tiles) if tile.confidence < DOUBTFUL]
        asked = [*(reading.tiles[place] for place in doubtful), *reading.unread]
        if not asked or not self._of_number:
            return reading
        elsewhere = Counter(tile.tile for tile in reading.tiles if tile.confidence >= SURE)
        seen = faces_of(picture, [tile.quad for tile in asked])
        judged = [self._judged_one(tile, face, elsewhere) for tile, face in zip(asked, seen, strict=True)]
        unread = judged[len(doubtful) :]
        tiles = [*reading.tiles, *(tile for tile in unread if tile.confidence >= READABLE)]
        for place, tile in zip(doubtful, judged, strict=False):
            tiles[place] = tile
        read = replace(reading, tiles=tuple(tiles), unread=tuple(t for t in unread if t.confidence < READABLE))
        if [tile.tile for tile in tiles] == [tile.tile for tile in reading.tiles]:
            return read
        return replace(read, sets=rows_of([tile.tile for tile in tiles], np.stack([tile.quad for tile in tiles])))

    def _take(self, example: Example) -> None:
        _keep(self._of_number, self._of_colour, example)
        self.learnt += 1
        if self._trial is not None:
            self._trial.ask(example)
            if self._trial.is_over:
                self._end_trial(self._trial)

    def _end_trial(self, trial: Trial) -> None:
        """What was remembered is of this set, and goes before what was learnt since; or it is forgotten."""
        self._trial = None
        if trial.numbers_fit:
            self._of_number = _joined(trial.of_number, self._of_number)
        if trial.colours_fit:
            self._of_colour = _joined(trial.of_colour, self._of_colour)

    def _judged_one(self, read: PlacedTile, face: Face, elsewhere: Counter[Tile]) -> PlacedTile:
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

    def _numbers_say(self, numbers: Iterable[int | None], face: Face) -> dict[int | None, float]:
        """What each number loses against the one whose examples come nearest; nothing where one was never seen."""
        near = {number: resemblance(face, self._of_number.get(number, [])) for number in numbers}
        return _lost({number: None if one is None else -NUMBER_SAYS * (1 - one) for number, one in near.items()})

    def _colours_say(self, colours: Iterable[Colour | None], face: Face) -> dict[Colour | None, float]:
        """What each colour loses against the one whose ink comes nearest; nothing where one was never seen."""
        away = {colour: ink_apart(face, self._of_colour.get(colour, [])) for colour in colours}
        return _lost({colour: None if one is None else -COLOUR_SAYS * one for colour, one in away.items()})


def _lost(says: dict[Key, float | None]) -> dict[Key, float]:
    known = [said for said in says.values() if said is not None]
    if len(known) < len(says):
        return dict.fromkeys(says, 0.0)
    return {key: max(said - max(known), -MOST_SAY) for key, said in says.items() if said is not None}


def _keep(of_number: Kept[int | None], of_colour: Kept[Colour | None], example: Example) -> None:
    """Keeps an example of its number and of its colour; of too many the oldest goes that nobody told."""
    for kept in (of_number.setdefault(example.tile.number, []), of_colour.setdefault(example.tile.colour, [])):
        kept.append(example)
        if len(kept) > MOST_EXAMPLES:
            kept.remove(min(kept, key=lambda one: one.is_told))


def _joined(before: Mapping[Key, Sequence[Example]], now: Mapping[Key, Sequence[Example]]) -> Kept[Key]:
    """Older examples and newer ones, the newest of each and what was told."""
    joined: Kept[Key] = {each: list(examples) for each, examples in before.items()}
    for each, examples in now.items():
        joined.setdefault(each, []).extend(examples)
    return {each: _newest(examples) for each, examples in joined.items()}


def _newest(examples: Sequence[Example]) -> list[Example]:
    return sorted(examples, key=lambda one: one.is_told)[-MOST_EXAMPLES:]


def _trial_of(remembered: Sequence[Example]) -> Trial | None:
    """The trial that remembered examples have to stand; None: there are none."""
    of_number: Kept[int | None] = {}
    of_colour: Kept[Colour | None] = {}
    for example in remembered:
        _keep(of_number, of_colour, replace(example, key=None))
    return Trial(of_number, of_colour) if remembered else None


def gallery_of(pictures: Sequence[Pixels], readings: Sequence[TableReading]) -> Gallery:
    """What pictures of one set show surely."""
    gallery = Gallery()
    for picture, reading in zip(pictures, readings, strict=True):
        gallery.learn(picture, [(tile.tile, tile.quad) for tile in reading.tiles if tile.confidence >= SURE])
    return gallery


def read_as_one_set(pictures: Sequence[Pixels], readings: Sequence[TableReading]) -> list[TableReading]:
    """Readings of pictures that show one set in one light, each judged beside what the others show surely."""
    gallery = gallery_of(pictures, readings)
    return [gallery.judged(picture, reading) for picture, reading in zip(pictures, readings, strict=True)]
