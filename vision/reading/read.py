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
from vision.reading.detect.scales import LARGEST, Pyramid, detect, detect_larger, detect_whole, typical_width
from vision.reading.detections import TILES, Detections, Names, PlacedTile, TableReading
from vision.reading.geometry import has_figure
from vision.reading.noise import quiet
from vision.reading.proposals import is_in_doubt, proposed, with_hope
from vision.reading.score.doubts import doubting, doubting_colours
from vision.reading.score.select import LEAST_PROBABILITY, faint, select, unread, with_probability
from vision.reading.taught.example import Example
from vision.reading.taught.fit import known_from
from vision.reading.taught.knowledge import Knowledge

UNTAUGHT = Knowledge()
"""Knowledge of no set: the general networks alone decide."""
RIVALS = 3
"""Number of other names that are given for a tile besides its likeliest."""


class Reader:
    """Reads pictures of tables; creating it loads its networks.

    Raises ModelMissing: a network's file is missing, or has another content than expected.
    """

    def __init__(self, detector: Model = DETECTOR, corners: Model = CORNERS, classifier: Model = CLASSIFIER) -> None:
        self._detector, self._corners, self._classifier = Network(detector), Network(corners), Network(classifier)
        self.taught = UNTAUGHT
        """Knowledge of the set on the table, to be set by whoever learns it."""

    def read(
        self, picture: NDArray[np.uint8], known: KnownFaces | None = None, is_lesson: bool = False
    ) -> TableReading:
        """The tiles and sets in a picture (H, W, 3), BGR uint8.

        `known`: faces from earlier pictures of the same camera; it also learns from this one. Without it, certain tiles
        that cannot be read are given a guessed name. `is_lesson`: unknown tiles are being taught; places that may be
        tiles are then listed as unread.
        """
        clock = _Clock()
        found = self._found(quieted := quiet(picture), known, clock)
        tiles = select(found, guessing=known is None)
        if not len(tiles) and quieted is not picture:  # the preparation may have removed all tiles
            found = self._found(picture, known, clock, again=True)
            tiles = select(found, guessing=known is None)
        tiles = doubting(tiles)
        missed = unread(found, tiles) if known is not None else faint(found, tiles) if is_lesson else Detections()
        clock.lap("classify")
        tiles, rows = in_rows(tiles)
        if not has_colour(picture[::4, ::4]):  # every coloured figure is larger than this step between samples
            tiles = doubting_colours(tiles)
        clock.lap("arrange")
        height, width = picture.shape[:2]
        return TableReading(width, height, _placed(tiles), rows, clock.milliseconds(), _placed(upright(missed)))

    def knowing(self, taught: Knowledge) -> "Reader":
        """A reader with the same networks and this knowledge of the set."""
        other = copy(self)
        other.taught = taught
        return other

    def named(self, crops: NDArray[np.uint8], taught: Knowledge = UNTAUGHT) -> Names:
        """The names of upright crops (N, 64, 48, 3) of one picture."""
        sheet, quads = one_below_the_other(crops)
        return taught.named(with_names(self._classifier, sheet, Detections(quads, crops=crops))).names

    def learn(self, examples: Sequence[Example]) -> Knowledge:
        """The knowledge that known faces teach about their set; a value for `taught`."""
        return known_from(examples, self.named)

    def _found(
        self, picture: NDArray[np.uint8], known: KnownFaces | None, clock: "_Clock", again: bool = False
    ) -> Detections:
        """The candidates in a picture with names and tile probabilities, after a larger pass if there are doubts."""
        pyramid = Pyramid(picture)
        detected = detect(self._detector, pyramid, known.width if known is not None else None)
        detected = known.without_print(detected) if known is not None else detected
        quads = located(self._corners, pyramid, detected)
        clock.lap("detect")
        found = self._named(pyramid, quads, known, again)
        larger = self._larger(pyramid, detected, found, 1.0 if known is not None else LARGEST)
        larger = known.without_print(larger) if known is not None else larger
        if not len(larger):
            return found
        return self._named(pyramid, with_hope(found).also(located(self._corners, pyramid, larger)), known, again=True)

    def _larger(self, pyramid: Pyramid, detected: Detections, found: Detections, enlarged: float) -> Detections:
        """Candidates of a pass at a larger scale, where `found` leaves a doubt.

        Where no tile was found, the whole picture is searched as well, at its own size or `enlarged` by this factor: a
        camera soon shows the same table again, a single picture does not.
        """
        likely = found.where(found.probability >= LEAST_PROBABILITY)
        larger = Detections()
        if is_in_doubt(found):
            larger = detect_larger(self._detector, pyramid, detected, typical_width(likely))
        return larger if len(likely) else larger.also(detect_whole(self._detector, pyramid, enlarged))

    def _named(self, pyramid: Pyramid, found: Detections, known: KnownFaces | None, again: bool = False) -> Detections:
        """The candidates with crops, names and tile probabilities; faces that did not move keep their former quads."""
        if known is not None:
            found = known.classify(self._classifier, pyramid, found, again)
        else:
            found = replace(found, crops=rectify(pyramid, found.quads))
            found = with_names(self._classifier, pyramid, found)
        return with_probability(self.taught.named(found))


def located(corners: Infer, picture: NDArray[np.uint8] | Pyramid, found: Detections) -> Detections:
    """The detected candidates with refined corners, and the places that they propose, if these show a figure."""
    pyramid = Pyramid.of(picture)
    cornered = found.at(with_corners(corners, pyramid, found.quads))
    more = proposed(cornered)
    more = more.where(has_figure(rectify(pyramid, more.quads)))
    return cornered.also(more.at(with_corners(corners, pyramid, more.quads)))


class _Clock:
    """Measures the time that each step takes."""

    def __init__(self) -> None:
        self._began = self._last = time.perf_counter()
        self._spent: dict[str, float] = {}

    def lap(self, step: str) -> None:
        """Ends a step, and records its time."""
        now = time.perf_counter()
        self._spent[step], self._last = now - self._last, now

    def milliseconds(self) -> dict[str, float]:
        """Milliseconds of each step, and in total."""
        spent = {**self._spent, "total": self._last - self._began}
        return {step: round(1000 * seconds, 2) for step, seconds in spent.items()}


def _placed(found: Detections) -> tuple[PlacedTile, ...]:
    rows = zip(found.quads, found.names.tiles, found.probability, strict=True)
    return tuple(_placed_one(quad, tiles * np.float32(likely)) for quad, tiles, likely in rows)


def _placed_one(quad: NDArray[np.float32], probabilities: NDArray[np.float32]) -> PlacedTile:
    """The likeliest tile at this place, and its rivals, from probabilities (53,)."""
    order = np.argsort(-probabilities)[: RIVALS + 1]
    best, *others = ((TILES[k], float(probabilities[k])) for k in order)
    rivals: tuple[tuple[Tile, float], ...] = tuple((tile, p) for tile, p in others if p > 1e-4)
    return PlacedTile(best[0], quad, min(best[1], 1.0), rivals)
