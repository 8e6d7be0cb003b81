"""Quads -> names over the pictures of one camera: a face that did not move is not classified again."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.classify.classifier import in_company, with_names
from vision.reading.classify.rectify import rectify
from vision.reading.detect.infer import Infer
from vision.reading.detect.scales import Pyramid
from vision.reading.detections import Detections, Floats, Names, Pixels
from vision.reading.geometry import centres, widths

Places = NDArray[np.intp]
Mask = NDArray[np.bool_]

SAME_PLACE = 0.15
"""Distance that a corner may move, in widths of the face, for the face to be at rest: noise makes quads tremble."""
SAME_LOOK = 24
"""Difference in levels that no part of an unchanged face reaches: noise stays below 10, red for orange makes 40."""
THUMBNAIL = (12, 16)
"""Width and height, in pixels, to which crops are averaged for this comparison."""
TIMES = 3
"""Readings of a face after which the mean of its names is trusted, so that a single misreading is outvoted."""
NAMED_FOR_GOOD = 0.9
"""Certainty below which a face, whether it is a tile or not, is classified again in each picture."""
TILE = 0.9
"""Probability of being a face from which a known face counts for the width of tiles."""
FORGOTTEN = 40
"""Readings after which a face that is not seen, for example under a hand, is forgotten."""


@dataclass(eq=False)
class _Known:
    """Known faces: quads, thumbnails, mean names, and numbers of readings: in that mean, with the face, and since it
    was seen."""

    quads: Floats = field(default_factory=lambda: np.zeros((0, 4, 2), np.float32))
    thumbnails: NDArray[np.uint8] = field(
        default_factory=lambda: np.zeros((0, THUMBNAIL[1], THUMBNAIL[0], 3), np.uint8)
    )
    names: Names = field(default_factory=Names)
    votes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    times: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    unseen: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))


class KnownFaces:
    """Remembers the faces in one camera's pictures. For use by one thread at a time."""

    def __init__(self) -> None:
        self._known = self._before = _Known()
        self.is_out_of_play: Callable[[Floats], Mask] = lambda quads: np.zeros(len(quads), np.bool_)
        """Which places (N, 4, 2) of the next picture hold no tile of the game, but the bare table's own print, (N,)."""
        self.is_new: Callable[[Floats], Mask] = self.is_out_of_play
        """Which places (N, 4, 2) something left lately, (N,): another figure there may change few levels."""

    @property
    def width(self) -> float | None:
        """Width of a tile in this camera's pictures, in pixels, from the surest faces; None: it is not known."""
        sure = (self._known.names.faces > TILE) & (self._known.times >= TIMES)
        return float(np.median(widths(self._known.quads[sure]))) if sure.any() else None

    def without_print(self, found: Detections) -> Detections:
        """The candidates that may be tiles of the game; no later step sees the others."""
        return found.where(~self.is_out_of_play(found.quads)) if len(found) else found

    def classify(self, network: Infer, picture: Pyramid, found: Detections, again: bool = False) -> Detections:
        """The detections with crops and names; faces at rest keep their former quads.

        Only new, moved or uncertain faces are classified, and those where something left lately. `again`: this is the
        previous picture with more detections, so a picture counts only once.
        """
        known = self._known = self._before if again else self._known
        self._before = known
        is_new = self.is_new(found.quads)
        quads, crops, thumbnails, at = self._cut(picture, found.quads, is_new)
        times, votes = (np.where(at >= 0, np.append(one, 0)[at], 0) for one in (known.times, known.votes))
        votes[is_new] = 0
        settled = (votes >= TIMES) & (np.append(_certainty(known.names), 0)[at] >= NAMED_FOR_GOOD)
        asked, company = np.flatnonzero(~settled), in_company(np.flatnonzero(settled))
        shown = np.concatenate([asked, company]) if len(asked) else asked
        found = replace(found, quads=quads, crops=crops)
        fresh = with_names(network, picture, found.where(shown), len(asked)).names.where(np.arange(len(asked)))
        names = self._joined(fresh, asked, at, votes)
        votes[asked] += ~is_new[asked]  # what is read at a new place is read anew once more pictures show it
        self._remember(_Known(quads, thumbnails, names, votes, times + 1, np.zeros(len(quads), np.int64)))
        return replace(found, names=names)

    def _cut(self, picture: Pyramid, quads: Floats, is_new: Mask) -> tuple[Floats, Pixels, Pixels, Places]:
        """Quads, crops, thumbnails, and for each face the index of the known face at the same place; -1: no such face,
        or, except at new places, another appearance.

        Appearances are compared within the former quad: new quads tremble, and half a pixel changes every edge.
        """
        known, at = self._known, self._nearest(quads)
        near = (at >= 0) & ~is_new
        held = quads.copy()
        held[near] = known.quads[at[near]]
        crops = rectify(picture, held)
        thumbnails = _thumbnails(crops)
        differ = np.abs(thumbnails[near].astype(np.int16) - known.thumbnails[at[near]]).max((1, 2, 3), initial=0)
        other = np.flatnonzero(near)[differ >= SAME_LOOK]
        held[other], crops[other], at[other] = quads[other], rectify(picture, quads[other]), -1
        thumbnails[other] = _thumbnails(crops[other])
        return held, crops, thumbnails, at

    def _nearest(self, quads: Floats) -> Places:
        """For each face, the index of the known face at its place; -1: no known face."""
        known = self._known
        if not len(quads) or not len(known.quads):
            return np.full(len(quads), -1, np.intp)
        apart = np.abs(quads[:, None] - known.quads[None]).max((2, 3))
        nearest = apart.argmin(1)
        near = apart[np.arange(len(quads)), nearest] <= SAME_PLACE * widths(quads)
        return np.where(near, nearest, -1)

    def _joined(self, fresh: Names, asked: Places, at: Places, votes: NDArray[np.int64]) -> Names:
        """The names of each face: its former names, or the mean of its former and its new names."""
        before, there = self._known.names, at >= 0

        def part(old: Floats, new: Floats) -> Floats:
            joined = np.zeros((len(at), *old.shape[1:]), np.float32)
            joined[there] = old[at[there]]
            weight = votes[asked].reshape(-1, *(1,) * (old.ndim - 1))
            joined[asked] = (joined[asked] * weight + new) / (weight + 1)
            return joined

        return Names(part(before.tiles, fresh.tiles), part(before.turns, fresh.turns), part(before.faces, fresh.faces))

    def _remember(self, seen: _Known) -> None:
        """Stores the faces seen now, and keeps known faces that were not seen, because a hand may cover them."""
        old = self._known
        stays = old.unseen < FORGOTTEN
        if len(seen.quads) and len(old.quads):
            apart = np.linalg.norm(centres(old.quads)[:, None] - centres(seen.quads)[None], axis=2)
            stays &= apart.min(1) > 0.5 * widths(old.quads)
        self._known = _Known(
            np.concatenate([seen.quads, old.quads[stays]]),
            np.concatenate([seen.thumbnails, old.thumbnails[stays]]),
            seen.names.also(old.names.where(stays)),
            np.concatenate([seen.votes, old.votes[stays]]),
            np.concatenate([seen.times, old.times[stays]]),
            np.concatenate([seen.unseen, old.unseen[stays] + 1]),
        )


def _thumbnails(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The crops (N, 64, 48, 3) averaged to (N, 16, 12, 3)."""
    small = [cv2.resize(crop, THUMBNAIL, interpolation=cv2.INTER_AREA) for crop in crops]
    return np.asarray(np.stack(small) if small else np.zeros((0, THUMBNAIL[1], THUMBNAIL[0], 3)), np.uint8)


def _certainty(names: Names) -> Floats:
    """Certainty of each face's decision, (N,): that it is its likeliest tile, or that it is no tile."""
    is_tile = names.faces * names.tiles.max(1, initial=0)
    return np.asarray(np.where(names.faces > 0.5, is_tile, 1 - names.faces), np.float32)
