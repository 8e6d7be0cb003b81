"""Which end of a set's sixes and nines is up, learnt from the mark on their faces, whatever the mark is."""

from dataclasses import dataclass

import numpy as np

from vision.reading.detections import Doubles, Names, Pixels
from vision.reading.taught import looks
from vision.reading.taught.discriminant import Discriminant

SIX, NINE = 5, 8
"""Indices of six and nine among the thirteen numbers."""
FACES_SAY = 1.6
"""Weight of the faces' log-likelihoods."""
MOST_SAYS = 16.0
"""Greatest effect of the faces, as log-odds."""
MARKED_SAYS = 0.92
"""Greatest probability that a face with a mark may give to one end, so that a row that disagrees still counts
(arrange/orientation.py)."""
UNMARKED_SAYS = 0.55
"""The same probability for a face without a mark: the network's belief in a mark means next to nothing then."""
_SIXES, _NINES = np.arange(4 * SIX, 4 * SIX + 4), np.arange(4 * NINE, 4 * NINE + 4)


@dataclass(frozen=True, eq=False)
class Ends:
    """Tells apart a six, a nine, and both turned round; `is_marked`: the set marks its sixes and nines at all."""

    apart: Discriminant
    is_marked: bool

    def named(self, names: Names, crops: Pixels) -> Names:
        """The names of crops (N, 64, 48, 3) of a picture, with this knowledge applied."""
        best = names.tiles.argmax(axis=1)
        is_asked = (np.isin(best, _SIXES) | np.isin(best, _NINES)) & np.isin(names.turns.argmax(axis=1), (0, 2))
        asked = np.flatnonzero(is_asked)
        if not len(asked):
            return names
        odds = weighed(names.where(asked), self.is_marked * self.apart.says(marks(crops[asked])))
        shares = np.exp(odds - odds.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        tiles, turns = names.tiles.copy(), names.turns.copy()
        both = tiles[np.ix_(asked, _SIXES)] + tiles[np.ix_(asked, _NINES)]
        tiles[np.ix_(asked, _SIXES)] = both * shares[:, [0, 2]].sum(axis=1, keepdims=True)
        tiles[np.ix_(asked, _NINES)] = both * shares[:, [1, 3]].sum(axis=1, keepdims=True)
        ends = turns[asked, 0] + turns[asked, 2]
        most = MARKED_SAYS if self.is_marked else UNMARKED_SAYS
        up = np.clip(shares[:, :2].sum(axis=1), 1 - most, most)
        turns[asked, 0], turns[asked, 2] = ends * up, ends * (1 - up)
        return Names(tiles, turns, names.faces)


def marks(crops: Pixels) -> Doubles:
    """The ink on the faces of crops (N, 64, 48, 3), whatever its colour, (N, 560)."""
    return np.asarray(looks.inked(looks.shares(crops)), np.float64)


def weighed(names: Names, said: Doubles) -> Doubles:
    """Log-odds (N, 4) of a six, a nine, a six turned round and a nine turned round; `said` (N, 4): the faces'
    log-likelihoods.
    """
    numbers = np.stack([names.tiles[:, _SIXES].sum(axis=1), names.tiles[:, _NINES].sum(axis=1)], axis=1)
    net = np.log(numbers + 1e-6)[:, [0, 1, 0, 1]] + np.log(names.turns + 1e-6)[:, [0, 0, 2, 2]]
    return np.asarray(net + np.maximum(FACES_SAY * (said - said.max(axis=1, keepdims=True)), -MOST_SAYS))
