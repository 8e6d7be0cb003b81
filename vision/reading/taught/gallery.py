"""The set on the table as it is known so far: faces taught, played with and read surely, to judge doubtful ones beside.

Of each face two things are compared: where its ink is, as an example of its number, and the ink's colour against the
face's own white, as an example of its colour. A doubtful tile's names are weighed by how near the examples of their
number and colour come. No rule of play is asked, a sure reading stays as it was seen, and a doubt stays a doubt: only
its likeliest name may become another.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Colour, Tile
from vision.reading.arrange.rows import rows_of
from vision.reading.classify.rectify import rectify
from vision.reading.detections import PlacedTile, Quad, TableReading
from vision.reading.taught.appearance import Face, face_of, ink_apart, resemblance
from vision.reading.taught.example import Example, Source, Turn, patches_of
from vision.reading.taught.taught_set import TaughtSet
from vision.reading.taught.trial import Trial

Pixels = NDArray[np.uint8]

SURE = 0.97
"""A tile read with this confidence, or told by a person, is an example."""
DOUBTFUL, STILL_DOUBTFUL = 0.9, 0.89
"""A tile below the first is judged beside the examples; however that ends, its confidence stays at most the second."""
READABLE = 0.5
"""What could not be read by itself is read once one name is so likely beside the examples."""
NUMBER_SAYS, COLOUR_SAYS, MOST_SAY = 40.0, 1.0, 5.0
"""What a name loses, as log-odds, for each unit by which its number's examples correlate less, for each spread by which
its colour lies away, and what either may say at most. Found on the film at 55 %: of 160 doubtful tiles 82 were right
alone; with 20, 40 and 80 for the first 98, 106 and 108, whatever the second."""
CENSUS_SAYS = 1.5
"""What a name loses, as log-odds, when both tiles of its kind lie elsewhere in the picture, surely read."""
IN_BOX = 2
"""Tiles of each kind in a box, in most editions."""
Key = TypeVar("Key", int | None, Colour | None)


class Gallery:
    """The set that lies on the table, `set`, and what its faces say about doubtful ones.

    `remembered`: sets that may lie there. They say nothing until tiles read surely have shown which does.
    """

    def __init__(self, remembered: Iterable[TaughtSet] = ()) -> None:
        self.set = TaughtSet()
        self.remember(remembered)

    def remember(self, sets: Iterable[TaughtSet]) -> None:
        """These sets may lie there; the tiles that are read surely from now on show which."""
        self._trials = [Trial(one) for one in sets if one.examples]

    @property
    def is_tried(self) -> bool:
        """Whether it is known which of the remembered sets lies there, if any does."""
        return not self._trials

    @property
    def remembered(self) -> list[TaughtSet]:
        """The sets that may lie there, without what was taken back since."""
        return [trial.taught for trial in self._trials]

    def use(self, taught: TaughtSet) -> None:
        """A person says that this set lies there; whether in the light it was taught in, the tiles show."""
        self.set = taught
        self.remember([taught])

    def learn(self, picture: Pixels, faces: Sequence[tuple[Tile, Quad]], keys: Sequence[int | None] = ()) -> None:
        """Takes faces that were read surely, and where they lie, as examples. `keys`: those of the tiles."""
        patches = patches_of(picture, [quad for _, quad in faces])
        rows = zip(faces, patches, keys or [None] * len(faces), strict=True)
        examples = [Example(tile, patch, key) for (tile, _), patch, key in rows]
        self.take(examples)
        for trial in self._trials:
            for example in examples:
                trial.ask(example)
        if self._trials and all(trial.is_over for trial in self._trials):
            self._end_trials()

    def learn_told(self, picture: Pixels, quad: Quad, tile: Tile, key: int | None = None) -> None:
        """A person said what lies there: the best example there is. What it was taken for before is forgotten."""
        self.take([Example(tile, patches_of(picture, [quad])[0], key, Source.TOLD)])

    def take(self, examples: Sequence[Example]) -> None:
        """Takes examples; what was learnt before of the same tiles is forgotten."""
        if examples:
            self.set = self.set.with_examples(examples)

    def forget(self, key: int) -> None:
        """Takes back what was learnt from the tile with this key, also where it was kept and is remembered."""
        gone = [one for one in self.set.examples if one.key == key]
        self.set = self.set.forgetting(key)
        for one in gone:
            self._without_same(one)

    def disprove(self, last: Turn) -> None:
        """Takes back what later turns of that match proved; what persons said stays."""
        self.set = self.set.disproved(last)
        for trial in self._trials:
            trial.taught = trial.taught.disproved(last)

    def forget_of_before(self, picture: Pixels, quad: Quad, tile: Tile) -> None:
        """Takes back what was said or proved of the tile that lies there before the program was started."""
        self._without_same(Example(tile, patches_of(picture, [quad])[0]))

    def _without_same(self, shown: Example) -> None:
        self.set = self.set.without_same(shown)
        for trial in self._trials:
            trial.taught = trial.taught.without_same(shown)

    def judged(self, picture: Pixels, reading: TableReading) -> TableReading:
        """The reading with its doubtful tiles judged beside the examples; sure ones stay as they were read.

        What could not be read at all is a tile as soon as the examples make one name likely.
        """
        doubtful = [place for place, tile in enumerate(reading.tiles) if tile.confidence < DOUBTFUL]
        asked = [*(reading.tiles[place] for place in doubtful), *reading.unread]
        if not asked or not self.set.examples:
            return reading
        elsewhere = Counter(tile.tile for tile in reading.tiles if tile.confidence >= SURE)
        faces = [face_of(crop) for crop in rectify(picture, np.stack([tile.quad for tile in asked]))]
        judged = [self._judged_one(tile, face, elsewhere) for tile, face in zip(asked, faces, strict=True)]
        unread = judged[len(doubtful) :]
        tiles = [*reading.tiles, *(tile for tile in unread if tile.confidence >= READABLE)]
        for place, tile in zip(doubtful, judged, strict=False):
            tiles[place] = tile
        read = replace(reading, tiles=tuple(tiles), unread=tuple(t for t in unread if t.confidence < READABLE))
        if [tile.tile for tile in tiles] == [tile.tile for tile in reading.tiles]:
            return read
        return replace(read, sets=rows_of([tile.tile for tile in tiles], np.stack([tile.quad for tile in tiles])))

    def _end_trials(self) -> None:
        """What the set that fits remembers goes before what was learnt since; where none fits, nothing is remembered.

        Of several the one that a person chose goes first, one without a name last; of the others the likest of those
        that were tried on most tiles.
        """
        trials, self._trials = self._trials, []
        fitting = [trial for trial in trials if trial.numbers_fit]
        if not fitting:
            return
        chosen = self.set.name
        best = max(
            fitting, key=lambda one: ("" != one.taught.name == chosen, one.taught.name != "", one.enough, one.alike)
        )
        if "" != chosen == best.taught.name:
            self.set = self.set.in_light(is_this=True) if best.colours_fit else self.set
        else:
            since = [one for one in self.set.examples if chosen == "" or one.key is not None]
            self.set = best.taught.in_light(best.colours_fit).with_examples(since)

    def _judged_one(self, read: PlacedTile, face: Face, elsewhere: Counter[Tile]) -> PlacedTile:
        """A doubtful tile with its names weighed anew."""
        names = {tile: p for tile, p in ((read.tile, read.confidence), *read.rivals) if p > 0}
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
        near = {number: resemblance(face, self.set.of_number.get(number, [])) for number in numbers}
        return _lost({number: None if one is None else -NUMBER_SAYS * (1 - one) for number, one in near.items()})

    def _colours_say(self, colours: Iterable[Colour | None], face: Face) -> dict[Colour | None, float]:
        """What each colour loses against the one whose ink comes nearest; nothing where one was never seen."""
        away = {colour: ink_apart(face, self.set.of_colour.get(colour, [])) for colour in colours}
        return _lost({colour: None if one is None else -COLOUR_SAYS * one for colour, one in away.items()})


def _lost(says: dict[Key, float | None]) -> dict[Key, float]:
    known = [said for said in says.values() if said is not None]
    if len(known) < len(says):
        return dict.fromkeys(says, 0.0)
    return {key: max(said - max(known), -MOST_SAY) for key, said in says.items() if said is not None}


def read_as_one_set(pictures: Sequence[Pixels], readings: Sequence[TableReading]) -> list[TableReading]:
    """Readings of pictures that show one set in one light, each judged beside what the others show surely."""
    gallery = Gallery()
    for picture, reading in zip(pictures, readings, strict=True):
        gallery.learn(picture, [(tile.tile, tile.quad) for tile in reading.tiles if tile.confidence >= SURE])
    return [gallery.judged(picture, reading) for picture, reading in zip(pictures, readings, strict=True)]
