"""Taught faces -> what is known of the set: each part is tried on views of these very faces.

Figures stay where they win: a number is judged by the faces of its other colours, so that nothing is tried on what it
was learnt from. Where the general network reads every view right, nothing is learnt, and nothing can be lost.
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
"""Names crops (N, 64, 48, 3) of one picture."""

WORTH, OF_NUMBERS = 0.12, 4
"""Figures are used where they take away at least this share of the errors on the views, and so many of them."""
OF_INKS = 7
"""Inks are used where the general network takes so many of the views for another colour: of 63 made-up sets none with
fewer gained a tile by them, and one lost one."""
UNSEEN = 0.3
"""As how often a number counts to have been read as another where no view was."""
KNOWN = 0.97
"""A joker of whose views the general network names so many right needs no teaching."""
RIDGE = 2.0
"""Of the figures' discriminant."""
UNTOLD, MARKED = 0.33, 0.1
"""Shares of views of sixes and nines that the general network takes wrongly at least, else their rows mend it, and that
faces take wrongly at most. Faces that differ by nothing are taken so in 48 of 100, a dot in a corner in 5."""
LEAST_FACES = 3
"""Faces of a colour, and colours of a number, that have to be known to tell how it looks."""
ALONE, UNLIKE = 0.4, 0.005
"""Where no other face is known, a joker is what is hardly (the second) less like the taught ones than this share of
their own views: a number taken for a joker would be a new error, a joker that stays unknown is an old one."""
FAR_FROM = 0.12
"""The same where other faces are known, and it is less like those besides."""
SHY = 0.5
"""Where the border lies between the likest of the other faces (0) and nine in ten of the jokers' views (1)."""
JOKER_RIDGE = 1.0
"""Of the discriminant that tells jokers from other faces."""
RARE, NOT_RARE = 0.02, 0.1
"""The share of a joker's views that bear a name, from which on jokers are looked for under it; and where nothing
else is known of the set."""


class Trials:
    """Views of taught faces, what they are, and what the general network says of them."""

    def __init__(self, examples: Sequence[Example], classify: Classify, count: int = VIEWS, seed: int = 1) -> None:
        patches = np.stack([one.patch for one in examples])
        self.truth: Indices = np.array([TILES.index(one.tile) for one in examples], np.intp)
        self.crops = list(views(patches, count, seed))
        self.names = [classify(crops) for crops in self.crops]
        self.shares = [looks.shares(crops) for crops in self.crops]

    @property
    def is_joker(self) -> NDArray[np.bool_]:
        """Which faces are jokers, (N,)."""
        return np.asarray(self.truth == 52)

    def right(self) -> Doubles:
        """The share of each face's views that the general network names right, (N,)."""
        return np.asarray(np.mean([n.tiles.argmax(axis=1) == self.truth for n in self.names], axis=0))


def known_from(examples: Sequence[Example], classify: Classify) -> Knowledge:
    """What these faces teach. `classify`: the general network."""
    if not examples:
        return Knowledge()
    trials = Trials(examples, classify)
    return Knowledge(_jokers(trials), _figures(trials), _inks(trials), _ends(trials, classify))


# Jokers


def _jokers(trials: Trials) -> Jokers | None:
    """None: no joker was taught, the general network knows this one, or it cannot be told from another face."""
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
    """The newest face of each tile among some: what lies twice counts twice against jokers, and hid a drawn letter."""
    return np.asarray(sorted({int(truth[k]): int(k) for k in np.flatnonzero(among)}.values()), np.intp)


def _border(rows: NDArray[np.float32], kinds: int) -> tuple[float, float] | None:
    """From which lead on a face is a joker, and how steeply: tried on half of the views; None: no lead parts them.

    `kinds`: so many classes, the first, are jokers.
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
    """None: numbers are read right, or the faces do not tell them better."""
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
    """How likely each number is where one is read, as logarithms (13, 13)."""
    counts = np.full((13, 13), UNSEEN)
    np.add.at(counts, (best, truth), 1)
    counts[SIX, NINE] = counts[NINE, SIX] = 0  # which end is up is another question
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(counts))


# Inks


def _inks(trials: Trials) -> Inks | None:
    """None: colours are read right, or too few faces of one are known."""
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
    """None: which end is up is read right.

    All of a view's faces are named together, as a picture's are: upright, and then turned round.
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


# All of them


def _apart(rows: NDArray[np.floating], classes: Indices, ridge: float = RIDGE) -> Discriminant:
    """What tells classes (N,) apart, of views of N faces, (V, N, D)."""
    return discriminant(rows.reshape(-1, rows.shape[2]), np.tile(classes, len(rows)), int(classes.max()) + 1, ridge)


def _said_by_others(rows: Doubles, classes: Indices, colours: Indices) -> Doubles:
    """What the faces of the other colours say of each face's views, (V, N, K)."""
    said = np.zeros((*rows.shape[:2], int(classes.max()) + 1))
    for colour in range(4):
        out = colours == colour
        said[:, out] = _apart(rows[:, ~out], classes[~out]).says(rows[:, out])
    return said
