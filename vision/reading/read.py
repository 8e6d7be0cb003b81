"""A picture of a table -> its tiles and sets: the steps in order."""

import time
from collections.abc import Sequence
from copy import copy
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models import CLASSIFIER, CORNERS, DETECTOR, Model
from referee.tiles import Tile
from vision.camera import has_colour
from vision.reading.arrange.orientation import in_rows, upright
from vision.reading.classify.cache import KnownFaces
from vision.reading.classify.classifier import with_names
from vision.reading.classify.rectify import one_below_the_other, rectify, with_corners
from vision.reading.detect.infer import Infer, Network
from vision.reading.detect.scales import Pyramid, detect, detect_larger
from vision.reading.detections import TILES, Detections, Names, PlacedTile, TableReading
from vision.reading.noise import quiet
from vision.reading.proposals import is_in_doubt, proposed, with_hope
from vision.reading.score.select import doubting_colours, doubting_hidden, faint, select, unread, with_probability
from vision.reading.taught.example import Example
from vision.reading.taught.fit import known_from
from vision.reading.taught.knowledge import Knowledge

UNTAUGHT = Knowledge()
"""Nothing is known of the set."""
RIVALS = 3
"""How many other names a tile is given beside its likeliest."""


class Reader:
    """Reads pictures of tables; loading it opens its networks.

    Raises ModelMissing: a network's file is missing or is not the one it should be.
    """

    def __init__(self, detector: Model = DETECTOR, corners: Model = CORNERS, classifier: Model = CLASSIFIER) -> None:
        self._detector, self._corners, self._classifier = Network(detector), Network(corners), Network(classifier)
        self.taught = UNTAUGHT
        """What is known of the set of tiles that lies there; whoever learns it says so."""

    def read(
        self, picture: NDArray[np.uint8], known: KnownFaces | None = None, is_lesson: bool = False
    ) -> TableReading:
        """The tiles and sets in a picture (H, W, 3), BGR uint8.

        `known`: what is known from the same camera's pictures before; it learns from this one. Without, the picture
        is all there is: what is certainly a tile and cannot be read is guessed at. `is_lesson`: tiles lie there that
        nobody knows yet; what may be one is among what is not read.
        """
        clock = _Clock()
        found = self._found(quieted := quiet(picture), known, clock)
        tiles = select(found, guessing=known is None)
        if not len(tiles) and quieted is not picture:  # what is changed before it is searched must not be empty by that
            found = self._found(picture, known, clock, again=True)
            tiles = select(found, guessing=known is None)
        tiles = doubting_hidden(tiles)
        missed = unread(found, tiles) if known is not None else faint(found, tiles) if is_lesson else Detections()
        clock.lap("classify")
        tiles, rows = in_rows(tiles)
        if not has_colour(picture[::4, ::4]):  # no coloured figure is so small
            tiles = doubting_colours(tiles)
        clock.lap("arrange")
        height, width = picture.shape[:2]
        return TableReading(width, height, _placed(tiles), rows, clock.milliseconds(), _placed(upright(missed)))

    def knowing(self, taught: Knowledge) -> "Reader":
        """A reader with the same networks that knows this of the set."""
        other = copy(self)
        other.taught = taught
        return other

    def named(self, crops: NDArray[np.uint8], taught: Knowledge = UNTAUGHT) -> Names:
        """What upright crops (N, 64, 48, 3) of one picture are named."""
        sheet, quads = one_below_the_other(crops)
        return taught.named(with_names(self._classifier, sheet, Detections(quads, crops=crops))).names

    def learn(self, examples: Sequence[Example]) -> Knowledge:
        """What faces that are known teach of their set: what `taught` may be."""
        return known_from(examples, self.named)

    def _found(
        self, picture: NDArray[np.uint8], known: KnownFaces | None, clock: "_Clock", again: bool = False
    ) -> Detections:
        """What may be tiles in a picture, named, and how likely each is; seen larger where that leaves a doubt."""
        pyramid = Pyramid(picture)
        detected = detect(self._detector, pyramid, known.width if known is not None else None)
        quads = located(self._corners, pyramid, detected)
        clock.lap("detect")
        found = self._named(pyramid, quads, known, again)
        if is_in_doubt(found):
            larger = located(self._corners, pyramid, detect_larger(self._detector, pyramid, detected))
            found = self._named(pyramid, with_hope(found).also(larger), known, again=True)
        return found

    def _named(self, pyramid: Pyramid, found: Detections, known: KnownFaces | None, again: bool = False) -> Detections:
        """The detections with crops, names and the probability that each is a tile; those that lie still where they
        lay."""
        if known is not None:
            found = known.classify(self._classifier, pyramid, found, again)
        else:
            found = replace(found, crops=rectify(pyramid, found.quads))
            found = with_names(self._classifier, pyramid, found)
        return with_probability(self.taught.named(found))


def located(corners: Infer, picture: NDArray[np.uint8] | Pyramid, found: Detections) -> Detections:
    """What was detected with its true corners, and what it proposes beside itself."""
    pyramid = Pyramid.of(picture)
    cornered = found.at(with_corners(corners, pyramid, found.quads))
    more = proposed(cornered)
    return cornered.also(more.at(with_corners(corners, pyramid, more.quads)))


class _Clock:
    """The time that each step took."""

    def __init__(self) -> None:
        self._began = self._last = time.perf_counter()
        self._spent: dict[str, float] = {}

    def lap(self, step: str) -> None:
        """A step ends."""
        now = time.perf_counter()
        self._spent[step], self._last = now - self._last, now

    def milliseconds(self) -> dict[str, float]:
        """Of each step, and of all."""
        spent = {**self._spent, "total": self._last - self._began}
        return {step: round(1000 * seconds, 2) for step, seconds in spent.items()}


def _placed(found: Detections) -> tuple[PlacedTile, ...]:
    rows = zip(found.quads, found.names.tiles, found.probability, strict=True)
    return tuple(_placed_one(quad, tiles * np.float32(likely)) for quad, tiles, likely in rows)


def _placed_one(quad: NDArray[np.float32], probabilities: NDArray[np.float32]) -> PlacedTile:
    """The likeliest tile at this place, and its rivals; `probabilities` (53,)."""
    order = np.argsort(-probabilities)[: RIVALS + 1]
    best, *others = ((TILES[k], float(probabilities[k])) for k in order)
    rivals: tuple[tuple[Tile, float], ...] = tuple((tile, p) for tile, p in others if p > 1e-4)
    return PlacedTile(best[0], quad, min(best[1], 1.0), rivals)
