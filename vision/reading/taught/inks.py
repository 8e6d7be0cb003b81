"""The colours of a set's four inks in many lights, used to judge the colours of a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import Doubles

Indices = NDArray[np.intp]

HELD = 20.0
"""Weight of an ink's known colour in each light, in tiles of the picture."""
LIGHT_HELD = 2.0
"""Weight of all four inks' known colours together, in tiles: another lamp shifts all of them alike."""
ROUNDS = 3
INKS_SAY = 0.65
"""Weight of the inks beside the general network."""
STRAYS = 4.0
"""Degrees of freedom of Student's t-distribution: an ink under glare is far from all four, and has little effect."""
LEAST_SPREAD = 0.0025
"""Added to the variance of each measurement of an ink."""


@dataclass(frozen=True, eq=False)
class Inks:
    """The means (V, 4, 9) of a set's inks in V lights, and their covariance within a picture, (4, 9, 9)."""

    means: Doubles
    spread: Doubles

    @classmethod
    def of(cls, views: Sequence[Doubles], colours: Indices) -> "Inks":
        """The inks of faces of known colours (N,), from their measurements (N, 9) in each light."""
        means = np.stack([[view[colours == k].mean(axis=0) for k in range(4)] for view in views])
        off = [np.concatenate([v[colours == k] - m[k] for v, m in zip(views, means, strict=True)]) for k in range(4)]
        return cls(means, np.stack([one.T @ one / len(one) for one in off]) + LEAST_SPREAD * np.eye(means.shape[2]))

    def says(self, inks: Doubles, likely: Doubles) -> Doubles:
        """Addition of a picture's inks (N, 9) to the log-odds of the four colours, (N, 4).

        `likely` (N, 4): the general network's probabilities. In each light the inks' means are fitted to the picture's
        tiles by expectation maximisation, all starting alike; lights are weighted by how likely they make the picture's
        inks.
        """
        net, means = np.log(likely + 1e-4), self.means
        for _ in range(ROUNDS):
            _, shares = _normed(net + self._fit(inks, means))
            tiles, seen = shares.sum(axis=1)[..., None], shares.transpose(0, 2, 1) @ inks
            moved = (seen - tiles * self.means).sum(axis=1) / (LIGHT_HELD + tiles.sum(axis=1))
            means = (HELD * (self.means + moved[:, None]) + seen) / (HELD + tiles)
        fits, shares = _normed(net + self._fit(inks, means))
        _, light = _normed(fits.sum(axis=1))
        return np.asarray(np.log(np.tensordot(light, shares, 1) + 1e-9) - net)

    def _fit(self, inks: Doubles, means: Doubles) -> Doubles:
        """Log-likelihoods (V, N, 4) of each ink as each colour in each light."""
        off = inks[None, :, None] - means[:, None]
        far = np.einsum("vnkd,kde,vnke->vnk", off, np.linalg.inv(self.spread), off, optimize=True)
        of_all = np.linalg.slogdet(self.spread)[1]
        return np.asarray(-0.5 * INKS_SAY * ((STRAYS + inks.shape[1]) * np.log1p(far / STRAYS) + of_all))


def _normed(odds: Doubles) -> tuple[Doubles, Doubles]:
    """The log-sum-exp of the last axis, and its normalised shares."""
    most = odds.max(axis=-1, keepdims=True)
    raised = np.exp(odds - most)
    whole = raised.sum(axis=-1, keepdims=True)
    return (most + np.log(whole))[..., 0], raised / whole
