"""The effects of lamp and lens on pictures of a still table: mains light in bands, and a focus that breathes."""

from collections import deque
from collections.abc import Iterable

import numpy as np

from vision.camera import Pixels
from vision.watching.motion import cell_gains, line_gains
from vision.watching.registration import Matrix

BANDS_OVER = 5.0
"""Seconds of pictures in which bands are sought."""
BREATHES_OVER = 15.0
"""Seconds of pictures in which a breathing focus is sought."""
FEWEST = 12
"""Pictures in these seconds below which neither effect is reported."""
AGAIN = 1.0
"""Seconds after which a newer picture becomes the reference for comparison: a change that happens once and stays is no
band."""
BAND = 0.05
"""Relative change of some rows' light against that of others from which a picture has bands."""
EVEN = 0.12
"""Greatest spread of that change along a row: a hand changes a part of a row, mains light all of it."""
SEEN = 0.5
"""Share of the rows that must be even for bands to be sought in them."""
OFTEN = 0.5
"""Share of the pictures that must have bands for them to be reported."""
BREATH = 0.006
"""Relative swing of the picture's scale from which a focus breathes; the whole swing is about twice as large."""
ON_THE_SPOT = 0.25
"""Part of the swing at the picture's rim by which its middle may move: a camera held by a hand moves more."""


class Pulse:
    """Measures the effects of one camera's lamp and lens in the pictures of the last seconds."""

    def __init__(self) -> None:
        self._then: tuple[float, Pixels] | None = None
        self._banded: deque[tuple[float, tuple[bool, bool]]] = deque()
        self._views: deque[tuple[float, Matrix]] = deque()
        self._shape: tuple[int, ...] = ()

    def see(self, thumbnail: Pixels, view: Matrix | None, moment: float) -> None:
        """Takes a thumbnail (H, W, 3) moved into the map, the similarity by which it was moved, and its moment in
        seconds.

        `view`: None if the picture's position is unknown.
        """
        if self._shape != thumbnail.shape:
            self._then, self._shape = None, thumbnail.shape
            self._banded.clear()
            self._views.clear()
        if self._then is not None:
            self._banded.append((moment, banded(thumbnail, self._then[1])))
        if self._then is None or moment - self._then[0] >= AGAIN:
            self._then = moment, thumbnail
        if view is not None:
            self._views.append((moment, view))
        for kept, seconds in ((self._banded, BANDS_OVER), (self._views, BREATHES_OVER)):
            while kept and moment - kept[0][0] > seconds:
                kept.popleft()

    @property
    def bands(self) -> int | None:
        """The axis along which mains light falls in bands that wander from picture to picture: 0 where rows differ, 1
        columns (a phone held upright); None: there are no bands."""
        banded = [is_banded for _, is_banded in tuple(self._banded)]
        often = np.mean(banded, axis=0) if len(banded) >= FEWEST else np.zeros(2)
        return int(often.argmax()) if often.max() >= OFTEN else None

    @property
    def has_bands(self) -> bool:
        """Whether mains light falls in bands."""
        return self.bands is not None

    @property
    def breathes(self) -> bool:
        """Whether the focus breathes: the picture grows and shrinks again about its middle."""
        views = [view for _, view in tuple(self._views)]
        if len(views) < FEWEST:
            return False
        scales = np.array([float(np.hypot(*view[:, 0])) for view in views])
        height, width = self._shape[:2]
        middles = np.array([view @ [width / 2, height / 2, 1] for view in views])
        swing, moved = _swing(scales), float(np.hypot(_swing(middles[:, 0]), _swing(middles[:, 1])))
        is_on_the_spot = moved <= ON_THE_SPOT * swing * float(np.hypot(width, height)) / 2
        return swing >= BREATH and is_on_the_spot and _crossings(scales) >= 2


def banded(now: Pixels, then: Pixels) -> tuple[bool, bool]:
    """Whether the light of some rows changed more than that of other rows between two thumbnails, and likewise of
    columns: a rolling shutter under a pulsing lamp causes this."""
    gains = cell_gains(now, then)
    return _differ(gains), _differ(gains.T)


def _differ(lines: np.ndarray) -> bool:
    """Whether the gains of lines differ; `lines` (N, M): the gain of each cell. Lines that changed unevenly along their
    length are left out: a hand causes this."""
    low, middle, high = line_gains(lines)
    even = middle[high - low < EVEN]
    if len(even) < SEEN * len(lines):
        return False
    return _swing(even) >= BAND * float(np.median(even))


def _swing(values: Iterable[float]) -> float:
    """The range of values, without the lowest and the highest twentieth."""
    low, high = np.percentile(np.asarray(values), (5, 95))
    return float(high - low)


def _crossings(values: np.ndarray) -> int:
    """The number of times that values cross from one side of their range to the other."""
    middle = float(np.percentile(values, (5, 95)).mean())
    return int(np.count_nonzero(np.diff(values > middle)))
