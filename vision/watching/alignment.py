"""Where tiles lie after the camera or the table was bumped: turned, moved and scaled all alike."""

from collections.abc import Sequence, Sized
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading import Quad, centres, widths

STAYED = 0.5
"""Part of the tiles that must lie where they lay for the table to count as not bumped."""
FOUND_AGAIN = 0.6
"""Part of the tiles that one similarity must explain, and at least FEWEST of them, or all of three."""
FEWEST = 4
CLOSE, CLOSELY = 0.5, 0.12
"""Part of a tile's width by which a shifted tile may miss its new place, for bumps tilt the camera, too; and of a table
that was moved by less than that."""
MOST_PAIRS = 60
"""Pairs tried; tiles that exist once on the table come first, so the first few mostly tell."""

ComplexPoints = NDArray[np.complex128]
"""Places as complex numbers: turning and scaling is then one multiplication."""


@dataclass(frozen=True)
class Similarity:
    """Turns, scales and moves: new place = `turn` · place + `move`."""

    turn: complex
    move: complex

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The same as (2, 3)."""
        turn, move = self.turn, self.move
        return np.array([[turn.real, -turn.imag, move.real], [turn.imag, turn.real, move.imag]])

    def moved(self, places: ComplexPoints) -> ComplexPoints:
        """Where places lie after it."""
        return np.asarray(self.turn * places + self.move, np.complex128)

    def __call__(self, quad: Quad) -> Quad:
        """Where a face lies after it."""
        moved = self.turn * (quad[:, 0] + 1j * quad[:, 1]) + self.move
        return np.stack([moved.real, moved.imag], axis=1).astype(np.float32)


def similarity_between(known: Sequence[tuple[Tile, Quad]], seen: Sequence[tuple[Tile, Quad]]) -> Similarity | None:
    """How a whole table moved, from the tiles known and those seen now; None: it did not, or unclear."""
    if min(len(known), len(seen)) < FEWEST - 1:
        return None
    there, here = _middles(known), _middles(seen)
    width = float(np.median(widths(np.stack([quad for _, quad in seen]))))
    same = np.array([[a == b for b, _ in seen] for a, _ in known])
    stayed = _explained(there, here, same, CLOSE * width)
    if stayed >= STAYED * len(known):
        return _nudged(there, here, same, width)
    best = max(
        (similarity for similarity in _similarities(there, here, same)),
        key=lambda similarity: _explained(similarity.moved(there), here, same, CLOSE * width),
        default=None,
    )
    if best is None:
        return None
    explained = _explained(best.moved(there), here, same, CLOSE * width)
    if explained < _least(known, seen) or explained <= stayed:
        return None
    return _fitted(best, there, here, same, CLOSE * width)


def _least(known: Sized, seen: Sized) -> float:
    """How many tiles a similarity must explain at least."""
    return max(min(FEWEST, len(known)), FOUND_AGAIN * min(len(known), len(seen)))


def _nudged(there: ComplexPoints, here: ComplexPoints, same: NDArray[np.bool_], width: float) -> Similarity | None:
    """How a table moved by less than a tile; None: it did not, or its tiles moved each their own way."""
    similarity = _fitted(Similarity(1, 0), there, here, same, CLOSE * width)
    explained = _explained(similarity.moved(there), here, same, CLOSELY * width)
    if explained < _least(there, here):
        return None
    similarity = _fitted(similarity, there, here, same, CLOSELY * width)
    return similarity if float(np.abs(similarity.moved(there) - there).max()) > CLOSELY * width else None


def _fitted(
    similarity: Similarity, there: ComplexPoints, here: ComplexPoints, same: NDArray[np.bool_], reach: float
) -> Similarity:
    """The one that fits best all tiles that it brings so near: two of them alone tremble, and it errs elsewhere."""
    apart = np.where(same, np.abs(similarity.moved(there)[:, None] - here[None]), np.inf)
    known = np.flatnonzero(apart.min(axis=1) <= reach)
    before, now = there[known], here[apart[known].argmin(axis=1)]
    off, off_now = before - before.mean(), now - now.mean()
    turn = complex((off.conj() * off_now).sum() / max(float((np.abs(off) ** 2).sum()), 1e-9))
    return Similarity(turn, complex(now.mean() - turn * before.mean()))


def _middles(tiles: Sequence[tuple[Tile, Quad]]) -> ComplexPoints:
    return np.array([complex(x, y) for x, y in centres(np.stack([quad for _, quad in tiles]))])


def _explained(moved: ComplexPoints, here: ComplexPoints, same: NDArray[np.bool_], reach: float) -> int:
    """How many known tiles have their like so near the place where they should now be."""
    apart = np.where(same, np.abs(moved[:, None] - here[None]), np.inf)
    return int((apart.min(axis=1) <= reach).sum())


def _similarities(there: ComplexPoints, here: ComplexPoints, same: NDArray[np.bool_]) -> list[Similarity]:
    """Similarities that bring two tiles onto their likes, for pairs far apart and tiles with few likes."""
    rarest = sorted((n, i) for i, n in enumerate(same.sum(axis=1)) if n)[:16]
    places = [i for _, i in rarest]
    likes = same.sum(axis=1)
    pairs = sorted(
        ((i, j) for at, i in enumerate(places) for j in places[at + 1 :]),
        key=lambda pair: (likes[pair[0]] * likes[pair[1]], -abs(there[pair[0]] - there[pair[1]])),
    )[:MOST_PAIRS]
    found = []
    for i, j in pairs:
        for a in np.flatnonzero(same[i]):
            for b in np.flatnonzero(same[j]):
                if a != b and there[i] != there[j]:
                    turn = complex((here[a] - here[b]) / (there[i] - there[j]))
                    if 0.5 < abs(turn) < 2.0:
                        found.append(Similarity(turn, complex(here[a] - turn * there[i])))
    return found
