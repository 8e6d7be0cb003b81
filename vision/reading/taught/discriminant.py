"""Linear discriminant analysis: to which of a few classes a row of measurements belongs (Hastie et al. 2009, 4.3)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading.detections import Doubles

Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Discriminant:
    """The slope of each class's log-likelihood in each measurement, (D, K), and its intercept, (K,)."""

    slopes: Doubles
    bases: Doubles

    def says(self, rows: NDArray[np.floating]) -> Doubles:
        """Log-likelihoods (N, K) of the classes for rows (N, D), up to a term common to all classes."""
        return np.asarray(rows @ self.slopes + self.bases)


def discriminant(rows: NDArray[np.floating], classes: Indices, count: int, ridge: float) -> Discriminant:
    """The discriminant of rows (N, D) with classes (N,), out of `count` classes.

    `ridge`: share of the mean variance that is added to each variance. A class without rows is never likely.
    """
    known = np.bincount(classes, minlength=count) > 0
    means = np.stack([rows[classes == k].mean(axis=0) if known[k] else np.zeros(rows.shape[1]) for k in range(count)])
    within = rows - means[classes]
    slopes = _solved(within, ridge * float((within**2).mean()) * len(rows), means.T) * len(rows)
    bases = np.where(known, -0.5 * (means.T * slopes).sum(axis=0), -1e9)
    return Discriminant(slopes, bases)


def _solved(within: NDArray[np.floating], ridge: float, sought: NDArray[np.floating]) -> Doubles:
    """The solution X (D, K) of (within' within + ridge I) X = sought, for rows `within` (N, D)."""
    rows, measured = within.shape
    if rows >= measured:
        return np.asarray(np.linalg.solve(within.T @ within + ridge * np.eye(measured), sought))
    inner = np.linalg.solve(within @ within.T + ridge * np.eye(rows), within @ sought)  # Woodbury: fewer equations
    return np.asarray((sought - within.T @ inner) / ridge)
