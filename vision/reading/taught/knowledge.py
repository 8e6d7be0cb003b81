"""Applies the knowledge of a set to a reading: names are reweighed by the parts that were proved to help."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import Detections, Doubles, Names, Pixels
from vision.reading.geometry import CROP_HEIGHT, CROP_WIDTH
from vision.reading.taught import looks
from vision.reading.taught.discriminant import Discriminant
from vision.reading.taught.ends import Ends
from vision.reading.taught.inks import Inks

ASKED = 0.02
"""Probability of being a face below which a candidate is not compared with jokers."""
DOUBTED = 0.9
"""Probability of its name below which a face is compared with jokers."""
STILL_DOUBTED = 0.89
"""Greatest probability of a name that the inks changed or that was doubtful: all colours of a picture may be wrong
together."""
LIKELY_FACE = 0.5
"""Probability of being a face from which a candidate counts for the picture's light."""
MOST_SAY = 8.0
"""Greatest log-odds from the figures."""
TRUST = 0.6
"""Weight of the general network."""
FIGURES_SAY = 0.5
"""Weight of the figures."""


@dataclass(frozen=True, eq=False)
class Jokers:
    """How the set's jokers look: views (V, D), rows of length one.

    `mistaken` (53,): names that the general network gives to jokers; a face that surely has another name is no joker. A
    face less similar to the views than `least` is no joker. `apart`: classifier that separates jokers, its first
    `kinds` classes, from other faces. At a lead of `border` a face is a joker with probability one half; each further
    `step` multiplies the odds by e. `apart` None: no other face is known, and similarity decides.
    """

    views: NDArray[np.float32]
    mistaken: NDArray[np.bool_]
    least: float
    border: float
    step: float
    apart: Discriminant | None = None
    kinds: int = 1

    def say(self, crops: Pixels) -> Doubles:
        """The probability (N,) that each of crops (N, 64, 48, 3) is a joker, in either orientation."""
        rows = looks.pictures(looks.shares(crops))
        return np.maximum(self._said(rows), self._said(looks.turned(rows)))

    def _said(self, rows: NDArray[np.float32]) -> Doubles:
        by = looks.likeness(self.views, rows)
        likely = np.zeros(len(rows))
        near = np.flatnonzero(by >= self.least)
        if self.apart is not None and len(near):
            by[near] = lead(self.apart, self.kinds, rows[near])
        likely[near] = 1 / (1 + np.exp(np.clip((self.border - by[near]) / self.step, -50, 50)))
        return likely


def lead(apart: Discriminant, kinds: int, rows: NDArray[np.float32]) -> Doubles:
    """Difference of the best log-likelihood among the first `kinds` classes to the best among the others, for rows (N,
    D), (N,).
    """
    said = apart.says(rows)
    return np.asarray(said[:, :kinds].max(axis=1) - said[:, kinds:].max(axis=1))


@dataclass(frozen=True, eq=False)
class Figures:
    """The ink masks of the set's numbers, and the confusions of the general network. `odds` (13, 13): logarithm of the
    probability of the second number if the first is read.
    """

    says: Discriminant
    odds: Doubles


def judged(odds: Doubles, likely: Doubles, said: Doubles) -> Doubles:
    """Log-odds (N, 13) of numbers; `likely` (N, 13): the network's probabilities, `said` (N, 13): the figures'
    log-likelihoods.

    The network's reading counts by its accuracy on this set; its own confidence counts little.
    """
    best = likely.argmax(axis=1)
    own = np.arange(len(best)), best
    net = np.log(likely + 1e-6)
    net, figures = net - net[own][:, None], said - said[own][:, None]
    return np.asarray(odds[best] + TRUST * net + np.clip(FIGURES_SAY * figures, -MOST_SAY, MOST_SAY))


@dataclass(frozen=True, eq=False)
class Knowledge:
    """Knowledge of a set. Each part is None if it was not taught, or does not help."""

    jokers: Jokers | None = None
    figures: Figures | None = None
    inks: Inks | None = None
    ends: Ends | None = None

    @property
    def parts(self) -> list[str]:
        """The names of the parts that help: jokers, numbers, colours, ends."""
        parts = {"jokers": self.jokers, "numbers": self.figures, "colours": self.inks, "ends": self.ends}
        return [name for name, part in parts.items() if part is not None]

    def named(self, found: Detections) -> Detections:
        """The named detections of ONE picture, with the knowledge of the set applied."""
        if not len(found):
            return found
        names = found.names
        if self.inks is not None:
            names = _with_inks(self.inks, names, found.crops)
        if self.ends is not None:
            names = self.ends.named(names, found.crops)
        if self.figures is not None:
            names = _with_figures(self.figures, names, found.crops)
        if self.jokers is not None:
            names = _with_jokers(self.jokers, names, found.crops)
        return replace(found, names=names)


def _with_inks(inks: Inks, names: Names, crops: Pixels) -> Names:
    asked = np.flatnonzero((names.faces >= LIKELY_FACE) & (names.tiles.argmax(axis=1) < 52))
    if not len(asked):
        return names
    numbered = names.tiles[asked, :52].reshape(-1, 13, 4)
    likely = numbered.sum(axis=1) / np.maximum(numbered.sum(axis=(1, 2)), 1e-9)[:, None]
    said = inks.says(looks.inks(crops[asked]), likely)
    factor = np.exp(said - said.max(axis=1, keepdims=True))
    return _still_doubted(names, _weighed(names, asked, np.tile(factor, (1, 13))))


def _with_figures(figures: Figures, names: Names, crops: Pixels) -> Names:
    numbers = names.tiles[:, :52].reshape(-1, 13, 4).sum(axis=2)
    is_number = names.tiles.argmax(axis=1) < 52
    asked = np.flatnonzero((names.faces >= ASKED) & is_number)
    if not len(asked):
        return names
    as_read = _upright(crops[asked], names.turns[asked].argmax(axis=1))
    said = figures.says.says(looks.inked(looks.shares(as_read)))
    odds = judged(figures.odds, numbers[asked], said)
    shares = np.exp(odds - odds.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return _weighed(names, asked, np.repeat(shares / np.maximum(numbers[asked], 1e-9), 4, axis=1))


def _with_jokers(jokers: Jokers, names: Names, crops: Pixels) -> Names:
    is_asked = jokers.mistaken[names.tiles.argmax(axis=1)] | (names.best < DOUBTED)
    asked = np.flatnonzero((names.faces >= ASKED) & is_asked)
    if not len(asked):
        return names
    said = jokers.say(crops[asked])
    tiles, faces = names.tiles.copy(), names.faces.copy()
    joker = np.maximum(tiles[asked, 52], said)
    tiles[asked] *= ((1 - joker) / np.maximum(1 - tiles[asked, 52], 1e-6))[:, None]
    tiles[asked, 52] = joker
    faces[asked] = np.maximum(faces[asked], said)
    return Names(tiles, names.turns, faces)


def _weighed(names: Names, asked: NDArray[np.intp], factor: Doubles) -> Names:
    """The names, with those of `asked` multiplied by factors (K, 52); the joker's probability stays."""
    tiles = names.tiles.copy()
    before = tiles[asked, :52]
    after = before * factor
    tiles[asked, :52] = after * (before.sum(axis=1) / np.maximum(after.sum(axis=1), 1e-12))[:, None]
    return Names(tiles, names.turns, names.faces)


def _still_doubted(before: Names, after: Names) -> Names:
    """The names `after`; those that were doubtful before, or have changed, are kept doubtful."""
    best = after.tiles.argmax(axis=1)
    is_doubt = (before.best < DOUBTED) | (best != before.tiles.argmax(axis=1))
    raised = np.flatnonzero(is_doubt & (after.best > STILL_DOUBTED))
    tiles = after.tiles.copy()
    tiles[raised] *= ((1 - STILL_DOUBTED) / np.maximum(1 - after.best[raised], 1e-6))[:, None]
    tiles[raised, best[raised]] = STILL_DOUBTED
    return Names(tiles, after.turns, after.faces)


def _upright(crops: Pixels, turns: NDArray[np.intp]) -> Pixels:
    """The crops turned upright; `turns` (N,): quarter turns to the right by which they are turned."""
    turned_back = crops.copy()
    for k in np.flatnonzero(turns):
        turned = np.ascontiguousarray(np.rot90(crops[k], -int(turns[k])))
        turned_back[k] = cv2.resize(turned, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA)
    return turned_back
