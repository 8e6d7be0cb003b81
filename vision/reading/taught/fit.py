"""Taught faces -> knowledge of the set; each part is tested on simulated views of these same faces.

A part is kept only if it improves the reading. A number is judged by the faces of its other colours, so no part is
tested on the faces it was learnt from. If the general network reads every view right, no part is learnt, and no reading
can get worse.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import TILES, Doubles, Names, Pixels
from vision.reading.taught import looks
from vision.reading.taught.discriminant import Discriminant, discriminant
from vision.reading.taught.ends import NINE, SIX, Ends, marks, weighed
from vision.reading.taught.example import Example
from vision.reading.taught.inks import Inks
from vision.reading.taught.knowledge import Figures, Jokers, Knowledge, judged, lead
from vision.reading.taught.views import VIEWS, views

Indices = NDArray[np.intp]
Classify = Callable[[Pixels], Names]
"""A function that names crops (N, 64, 48, 3) of one picture."""

WORTH = 0.12
"""Least share of the errors on the views that figures must remove to be used."""
OF_NUMBERS = 4
"""Least number of errors on the views that figures must remove to be used."""
OF_INKS = 7
"""Number of views that the general network must take for another colour for inks to be used: of 63 made-up sets with
fewer, none gained a tile by inks, and one lost a tile.
"""
UNSEEN = 0.3
"""Count assumed for a confusion of two numbers that no view shows."""
KNOWN = 0.97
"""Share of a joker's views that the general network must name right for the joker to need no teaching."""
RIDGE = 2.0
"""Ridge of the figures' discriminant."""
UNTOLD = 0.33
"""Share of views of sixes and nines that the general network must misread for their marks to be used: fewer errors are
mended by the rows."""
MARKED = 0.1
"""Share of views of sixes and nines up to which their marks may be misjudged for the faces to count as marked. Faces
without any mark are misjudged in 48 of 100, with a dot in a corner in 5.
"""
LEAST_FACES = 3
"""Number of faces of a colour, and of colours of a number, that must be known to learn its look."""
ALONE = 0.4
"""Quantile of the taught jokers' similarity to each other above which a face is a joker, if no other face is known. It
is strict: a number read as a joker would be a new error, while an unknown joker is an error without the knowledge, too.
"""
UNLIKE = 0.005
"""Similarity by which a joker may fall below that quantile."""
FAR_FROM = 0.12
"""Difference below the tenth percentile of that similarity up to which a face may be a joker if other faces are known;
it must then also resemble the other faces less.
"""
SHY = 0.5
"""Position of the border between the most joker-like other face (0) and nine in ten of the jokers' views (1)."""
JOKER_RIDGE = 1.0
"""Ridge of the discriminant that tells jokers from other faces."""
RARE = 0.02
"""Share of a joker's views that must bear a name for jokers to be searched under that name."""
NOT_RARE = 0.1
"""The same quantile if no other face is known."""


class Trials:
    """Views of taught faces, their true tiles, and the general network's names for them."""

    def __init__(self, examples: Sequence[Example], classify: Classify, count: int = VIEWS, seed: int = 1) -> None:
        patches = np.stack([one.patch for one in examples])
        self.truth: Indices = np.array([TILES.index(one.tile) for one in examples], np.intp)
        self.crops = list(views(patches, count, seed))
        self.names = [classify(crops) for crops in self.crops]
        self.shares = [looks.shares(crops) for crops in self.crops]

    @property
    def is_joker(self) -> NDArray[np.bool_]:
        """The mask (N,) of jokers."""
        return np.asarray(self.truth == 52)

    def right(self) -> Doubles:
        """The share of each face's views that the general network names correctly, (N,)."""
        return np.asarray(np.mean([n.tiles.argmax(axis=1) == self.truth for n in self.names], axis=0))


def known_from(examples: Sequence[Example], classify: Classify) -> Knowledge:
    """The knowledge learnt from these faces. `classify`: the general network."""
    if not examples:
        return Knowledge()
    trials = Trials(examples, classify)
    return Knowledge(_jokers(trials), _figures(trials), _inks(trials), _ends(trials, classify))


# Jokers


def _jokers(trials: Trials) -> Jokers | None:
    """Knowledge that recognises the set's jokers; None: no joker was taught, the general network knows it, or it looks
    like another face.
    """
    jokers = trials.is_joker
    if not jokers.any():
        return None
    named = np.stack([n.tiles.argmax(axis=1) for n in trials.names])
    faces = np.stack([n.faces for n in trials.names])[:, jokers]
    names = np.bincount(named[:, jokers].ravel(), minlength=53) / named[:, jokers].size
    if names[52] >= KNOWN and (faces > 0.5).mean() >= KNOWN:
        return None
    mistaken = names >= (NOT_RARE if jokers.all() else RARE)
    rows = np.stack([looks.pictures(shares) for shares in trials.shares])
    alike = [looks.likeness(_flat(rows[::2, jokers]), row) for row in rows[1::2, jokers]]
    views = _flat(rows[:, jokers])
    if jokers.all():
        return Jokers(views, mistaken, -1.0, float(np.quantile(alike, ALONE)) - UNLIKE, UNLIKE / 2)
    kinds, others = int(jokers.sum()), rows[:, _newest(trials.truth, ~jokers)]
    classes = np.concatenate([rows[:, jokers], others, looks.turned(others)], axis=1)
    border = _border(classes, kinds)
    if border is None:
        return None
    least = float(np.quantile(alike, 0.1)) - FAR_FROM
    return Jokers(views, mistaken, least, *border, _apart(classes, np.arange(classes.shape[1]), JOKER_RIDGE), kinds)


def _newest(truth: Indices, among: NDArray[np.bool_]) -> Indices:
    """Indices of the newest face of each tile among these: a second copy would count twice against the jokers."""
    return np.asarray(sorted({int(truth[k]): int(k) for k in np.flatnonzero(among)}.values()), np.intp)


def _border(rows: NDArray[np.float32], kinds: int) -> tuple[float, float] | None:
    """The similarity lead from which a face is a joker, and its steepness, tested on half of the views; None: no lead
    separates the jokers.

    `kinds`: number of classes, at the front, that are jokers.
    """
    apart = _apart(rows[::2], np.arange(rows.shape[1]), JOKER_RIDGE)
    leads = lead(apart, kinds, _flat(rows[1::2])).reshape(-1, rows.shape[1])
    own = float(np.quantile(leads[:, :kinds], 0.1))
    others = float(np.quantile(leads[:, kinds:], 0.95, axis=0).max())
    return None if others >= own else (others + SHY * (own - others), (own - others) / 10)


def _flat(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(rows.reshape(-1, rows.shape[-1]))


# Figures


def _figures(trials: Trials) -> Figures | None:
    """Knowledge that tells the set's numbers apart; None: numbers are read right, or the faces do not improve them."""
    places = np.flatnonzero(~trials.is_joker)
    numbers, colours = trials.truth[places] // 4, trials.truth[places] % 4
    printed_in = np.array([len(set(colours[numbers == n])) for n in range(13)])
    if (printed_in < LEAST_FACES).any():
        return None
    rows = np.stack([looks.inked(shares[places]) for shares in trials.shares]).astype(np.float64)
    likely = np.stack([n.tiles[places, :52].reshape(-1, 13, 4).sum(axis=2) for n in trials.names])
    said = _said_by_others(rows, numbers, colours)
    truth, likely = np.tile(numbers, len(rows)), likely.reshape(-1, 13)
    odds = _odds(truth, likely.argmax(axis=1))
    before, after = (
        int(((best != truth) & np.isfinite(odds[best, truth])).sum())
        for best in (likely.argmax(axis=1), judged(odds, likely, said.reshape(-1, 13)).argmax(axis=1))
    )
    is_worth_it = before - after >= max(OF_NUMBERS, WORTH * before)
    return Figures(_apart(rows, numbers), odds) if is_worth_it else None


def _odds(truth: Indices, best: Indices) -> Doubles:
    """Logarithms (13, 13) of the frequency of each true number, given the number that is read."""
    counts = np.full((13, 13), UNSEEN)
    np.add.at(counts, (best, truth), 1)
    counts[SIX, NINE] = counts[NINE, SIX] = 0  # _ends decides between six and nine
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(counts))


# Inks


def _inks(trials: Trials) -> Inks | None:
    """Knowledge that tells the set's colours apart; None: colours are read right, or too few faces of a colour are
    known."""
    places = np.flatnonzero(~trials.is_joker)
    colours = trials.truth[places] % 4
    if (np.bincount(colours, minlength=4) < LEAST_FACES).any():
        return None
    read = [n.tiles[places, :52].reshape(-1, 13, 4).sum(axis=1).argmax(axis=1) for n in trials.names]
    if (np.stack(read) != colours).sum() < OF_INKS:
        return None
    return Inks.of([looks.inks(crops[places]) for crops in trials.crops], colours)


# Ends


def _ends(trials: Trials, classify: Classify) -> Ends | None:
    """Knowledge of which end is up; None: the orientation is read right, or too few faces are known.

    All faces of a view are named together, as in a picture: upright, and then turned round.
    """
    places = np.flatnonzero(np.isin(trials.truth // 4, (SIX, NINE)) & ~trials.is_joker)
    is_nine, colours = trials.truth[places] // 4 == NINE, trials.truth[places] % 4
    if min(len(set(colours[is_nine])), len(set(colours[~is_nine]))) < LEAST_FACES:
        return None
    half = list(zip(trials.names, trials.crops, strict=True))[::2]
    turned = [np.ascontiguousarray(crops[:, ::-1, ::-1]) for _, crops in half]
    names = [n.where(places).also(classify(t).where(places)) for (n, _), t in zip(half, turned, strict=True)]
    rows = np.stack([marks(np.concatenate([c[places], t[places]])) for (_, c), t in zip(half, turned, strict=True)])
    classes, colours = np.concatenate([is_nine, 2 + is_nine]).astype(np.intp), np.tile(colours, 2)
    said = _said_by_others(rows, classes, colours)
    by_net, by_marks = (
        np.mean([weighed(n, share * one).argmax(axis=1) != classes for n, one in zip(names, said, strict=True)])
        for share in (0.0, 1.0)
    )
    return Ends(_apart(rows, classes), is_marked=bool(by_marks <= MARKED)) if by_net >= UNTOLD else None


# Views and discriminants, used by all parts


def _apart(rows: NDArray[np.floating], classes: Indices, ridge: float = RIDGE) -> Discriminant:
    """The discriminant of classes (N,), from views of N faces, (V, N, D)."""
    return discriminant(rows.reshape(-1, rows.shape[2]), np.tile(classes, len(rows)), int(classes.max()) + 1, ridge)


def _said_by_others(rows: Doubles, classes: Indices, colours: Indices) -> Doubles:
    """Log-likelihoods (V, N, K) of each face's views, from a discriminant of the faces in other colours."""
    said = np.zeros((*rows.shape[:2], int(classes.max()) + 1))
    for colour in range(4):
        out = colours == colour
        said[:, out] = _apart(rows[:, ~out], classes[~out]).says(rows[:, out])
    return said
