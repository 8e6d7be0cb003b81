"""What a set's four inks say of a picture's colours: the taught inks, brought into the light of the picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Indices = NDArray[np.intp]

HELD = 6.0
"""The taught inks count as so many tiles of each colour beside those of the picture."""
ROUNDS = 4
WEIGHT = 0.5
"""The share of what the inks say that counts beside what the general network says."""
STRAYS = 4.0
"""Degrees of freedom of Student's distribution: an ink under glare is far from all four, and says little."""
LEAST_SPREAD = 0.0025
"""Added to the variance of each measurement of an ink."""
STRETCH = (0.3, 2.5)
"""How much paler, and how much stronger, inks may be than they were taught."""


@dataclass(frozen=True, eq=False)
class Inks:
    """The means (4, 6) of a set's inks where it was taught, and how they scatter within a picture, (6, 6)."""

    means: Doubles
    inverse: Doubles

    @classmethod
    def of(cls, taught: Doubles, colours: Indices, views: Sequence[Doubles]) -> "Inks":
        """From inks (N, 6) of known colours (N,), and those of their views."""
        means = np.stack([taught[colours == k].mean(axis=0) for k in range(4)])
        off = [v[colours == k] - v[colours == k].mean(axis=0) for v in views for k in range(4)]
        scatter = np.concatenate(off)
        spread = scatter.T @ scatter / len(scatter) + LEAST_SPREAD * np.eye(scatter.shape[1])
        return cls(means, np.linalg.inv(spread))

    def says(self, inks: Doubles, likely: Doubles) -> Doubles:
        """What a picture's inks (N, 6) add to the log-odds of the four colours, (N, 4).

        `likely` (N, 4): what the general network says; the light is found with it (expectation maximisation).
        """
        shares = likely
        said = np.zeros_like(likely)
        for _ in range(ROUNDS):
            off = inks[:, None] - self._here(inks, shares)[None]
            far = np.einsum("nkd,de,nke->nk", off, self.inverse, off)
            said = -0.5 * WEIGHT * (STRAYS + inks.shape[1]) * np.log1p(far / STRAYS)
            odds = np.log(likely + 1e-4) + said
            raised = np.exp(odds - odds.max(axis=1, keepdims=True))
            shares = raised / raised.sum(axis=1, keepdims=True)
        return said

    def _here(self, inks: Doubles, shares: Doubles) -> Doubles:
        """The four inks as this picture's light shows them: stretched and moved as its tiles say."""
        count = shares.sum(axis=0)
        mean = shares.T @ inks / np.maximum(count, 1e-6)[:, None]
        whole = max(float(count.sum()), 1e-6)
        taught_middle, here_middle = count @ self.means / whole, count @ mean / whole
        taught_off, here_off = self.means - taught_middle, mean - here_middle
        hold = HELD * np.maximum((self.means - self.means.mean(axis=0)).var(axis=0), 1e-4)
        weight = count[:, None]
        stretch = ((weight * taught_off * here_off).sum(axis=0) + hold) / ((weight * taught_off**2).sum(axis=0) + hold)
        stretch = np.clip(stretch, *STRETCH)
        moved = whole * (here_middle - stretch * taught_middle) / (whole + HELD / 2)
        return np.asarray(((self.means * stretch + moved) * HELD + mean * weight) / (HELD + weight))
