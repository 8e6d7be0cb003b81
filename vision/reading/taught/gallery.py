"""Knowledge so far of the set on the table: faces taught, proved by play or surely read, used to judge doubtful tiles.

The names of a doubtful tile are weighed by how similar its ink is to examples of each number. No rule of play is used,
sure readings stay as they are, and a doubt stays a doubt: only its likeliest name may change.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from referee.tiles import Tile
from vision.reading.arrange.rows import rows_of
from vision.reading.classify.rectify import rectify
from vision.reading.detections import Floats, Pixels, PlacedTile, Quad, TableReading
from vision.reading.taught import looks
from vision.reading.taught.example import Example, Source, Turn, patches_of
from vision.reading.taught.taught_set import TaughtSet
from vision.reading.taught.trial import Trial

SURE = 0.97
"""Confidence from which a tile becomes an example; a tile named by a player always does."""
DOUBTFUL = 0.9
"""Confidence below which a tile is judged by the examples."""
STILL_DOUBTFUL = 0.89
"""Greatest confidence of a tile that was judged by the examples."""
READABLE = 0.5
"""Probability of one name, by the examples, from which an unread tile counts as read."""
NUMBER_SAYS = 20.0
"""Log-odds that a name loses per unit of lower similarity to the examples of its number. Of 3,111 doubtful tiles of 42
made-up sets 2,703 were right without this rule, 2,720 with it; of 118 on film and on patterned tops, by webcam and lamp
too, 88 and 94. Twice as much, the ink's colour, or how many of a tile lie elsewhere made it no better.
"""
MOST_SAYS = 1.0
"""Log-odds that a name loses at most. Of 327 doubtful tiles on films and tops of 14 kinds 321 are right as they are
read, 321 with this rule, 317 without a limit: seen aslant, a 12 resembles a 13 more than a 12 that lies elsewhere.
"""


class Gallery:
    """The set on the table (`set`), and how its faces change the names of doubtful tiles.

    `remembered`: sets that may lie there. They are not used until surely read tiles have shown which of them lies
    there.
    """

    def __init__(self, remembered: Iterable[TaughtSet] = ()) -> None:
        self.set = TaughtSet()
        self.remember(remembered)

    def remember(self, sets: Iterable[TaughtSet]) -> None:
        """Sets the candidates for the set on the table; tiles that are surely read from now on decide between them."""
        self._trials = [Trial(one) for one in sets if one.examples]

    @property
    def is_tried(self) -> bool:
        """Whether the trial which of the remembered sets lies there, if any, is decided."""
        return not self._trials

    @property
    def remembered(self) -> list[TaughtSet]:
        """The sets that may lie there, without the examples taken back since."""
        return [trial.taught for trial in self._trials]

    def use(self, taught: TaughtSet) -> None:
        """Uses this set, which a player chose."""
        self.set, self._trials = taught, []

    def learn(self, picture: Pixels, faces: Sequence[tuple[Tile, Quad]], keys: Sequence[int | None] = ()) -> None:
        """Adds surely read faces and their quads as examples. `keys`: the keys of these tiles."""
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
        """Adds an example of the best kind, since a player named this tile; earlier examples of the same tile are
        dropped."""
        self.take([Example(tile, patches_of(picture, [quad])[0], key, Source.TOLD)])

    def take(self, examples: Sequence[Example]) -> None:
        """Adds examples; earlier ones of the same tiles are dropped."""
        if examples:
            self.set = self.set.with_examples(examples)

    def forget(self, key: int) -> None:
        """Takes back all examples of the tile with this key, also in remembered sets."""
        gone = [one for one in self.set.examples if one.key == key]
        self.set = self.set.without(gone.__contains__)
        for one in gone:
            self._forget_same(one)

    def forget_read(self) -> None:
        """Takes back examples that were only read, and their votes on remembered sets; vouched examples stay."""
        self.set = self.set.without(lambda one: one.source is Source.READ)
        self._trials = [Trial(one) for one in self.remembered]

    def disprove(self, last: Turn) -> None:
        """Removes the examples proved by turns of that match after `last`; players' answers stay."""
        self._take_back(lambda one: one.is_of_turn_after(last))

    def forget_of_before(self, picture: Pixels, quad: Quad, tile: Tile) -> None:
        """Removes examples of the tile at this place that were told or proved before this start of the program."""
        self._forget_same(Example(tile, patches_of(picture, [quad])[0]))

    def _forget_same(self, shown: Example) -> None:
        """Removes saved examples of this very tile, which have no key."""
        self._take_back(lambda one: one.key is None and one.is_same(shown))

    def _take_back(self, is_gone: Callable[[Example], bool]) -> None:
        self.set = self.set.without(is_gone)
        for trial in self._trials:
            trial.taught = trial.taught.without(is_gone)

    def judged(self, picture: Pixels, reading: TableReading) -> TableReading:
        """The reading with its doubtful tiles judged by the examples; sure readings stay unchanged.

        An unread tile counts as read once the examples make one name likely.
        """
        doubtful = [place for place, tile in enumerate(reading.tiles) if tile.confidence < DOUBTFUL]
        asked = [*(reading.tiles[place] for place in doubtful), *reading.unread]
        if not asked or not self.set.examples:
            return reading
        inked = looks.inked(looks.shares(rectify(picture, np.stack([tile.quad for tile in asked]))))
        judged = [self._judged_one(tile, one) for tile, one in zip(asked, inked, strict=True)]
        unread = judged[len(doubtful) :]
        tiles = [*reading.tiles, *(tile for tile in unread if tile.confidence >= READABLE)]
        for place, tile in zip(doubtful, judged, strict=False):
            tiles[place] = tile
        read = replace(reading, tiles=tuple(tiles), unread=tuple(t for t in unread if t.confidence < READABLE))
        if [tile.tile for tile in tiles] == [tile.tile for tile in reading.tiles]:
            return read
        return replace(read, sets=rows_of([tile.tile for tile in tiles], np.stack([tile.quad for tile in tiles])))

    def _end_trials(self) -> None:
        """Uses the set that fits, with the examples learnt since; if no set fits, none is remembered.

        If several fit, the one that a player chose comes first, and unnamed ones last; among the rest, the most similar
        of those tried on most tiles.
        """
        trials, self._trials = self._trials, []
        fitting = [trial for trial in trials if trial.fits]
        if not fitting:
            return
        chosen = self.set.name
        best = max(
            fitting, key=lambda one: ("" != one.taught.name == chosen, one.taught.name != "", one.enough, one.alike)
        )
        if not chosen or chosen != best.taught.name:
            since = [one for one in self.set.examples if not chosen or one.key is not None]
            self.set = best.taught.with_examples(since)

    def _judged_one(self, read: PlacedTile, inked: Floats) -> PlacedTile:
        """A doubtful tile with its names weighed by the examples; unchanged if it resembles no example, or some numbers
        have no examples.
        """
        names = {tile: p for tile, p in ((read.tile, read.confidence), *read.rivals) if p > 0}
        alike = self.set.alike(inked)
        if not {tile.number for tile in names} <= alike.keys() or max(alike[t.number] for t in names) < looks.ALIKE:
            alike = dict.fromkeys((tile.number for tile in names), 0.0)
        most = max(alike[tile.number] for tile in names)
        lost = {number: min(MOST_SAYS, NUMBER_SAYS * (most - one)) for number, one in alike.items()}
        odds = {tile: np.log(p) - lost[tile.number] for tile, p in names.items()}
        raised = {tile: float(np.exp(said - max(odds.values()))) for tile, said in odds.items()}
        whole = sum(names.values()) / sum(raised.values())
        (best, confidence), *rivals = sorted(((t, one * whole) for t, one in raised.items()), key=lambda each: -each[1])
        return PlacedTile(best, read.quad, min(confidence, STILL_DOUBTFUL), tuple(rivals))


def read_as_one_set(
    pictures: Sequence[Pixels], readings: Sequence[TableReading], taught: TaughtSet
) -> list[TableReading]:
    """Readings of pictures of one set in one light, each judged by the taught faces and the sure readings of the
    others."""
    gallery = Gallery()
    gallery.use(taught)
    for picture, reading in zip(pictures, readings, strict=True):
        gallery.learn(picture, [(tile.tile, tile.quad) for tile in reading.tiles if tile.confidence >= SURE])
    return [gallery.judged(picture, reading) for picture, reading in zip(pictures, readings, strict=True)]
