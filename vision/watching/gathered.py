"""Pictures gathered in the map: each is registered, evenly lit, and added to the mean of still areas."""

from collections.abc import Callable

import numpy as np

from vision.camera import Picture, Pixels
from vision.watching.mean import StillMean
from vision.watching.motion import Mask, line_light, with_lines_lit
from vision.watching.pulse import Pulse
from vision.watching.registration import IDENTITY, Matrix, Registration, in_pixels, warped


class Gathered:
    """One camera's pictures: their mean, and the effects of lamp and lens in them (`pulse`)."""

    def __init__(self) -> None:
        self.mean, self.pulse = StillMean(), Pulse()
        self._registration = Registration()
        self._matrix: Matrix = IDENTITY
        self._evenly_lit: Callable[[Pixels], Pixels] = lambda pixels: pixels
        self._thumbnail: Pixels = np.zeros((1, 1, 3), np.uint8)

    def thumbnail_of(self, picture: Picture) -> Pixels:
        """The next picture's thumbnail, moved into the map and evenly lit."""
        if self._registration.is_lost and self.mean.counts.any():
            self._registration.refer_to(self.mean.thumbnail(picture.thumbnail.shape[1::-1]))
        self._matrix = self._registration.matrix_of(picture.thumbnail)
        thumbnail = warped(picture.thumbnail, self._matrix)
        self.pulse.see(thumbnail, self._registration.found, picture.moment)
        self._evenly_lit = self._without_bands(thumbnail)
        self._thumbnail = self._evenly_lit(thumbnail)
        return self._thumbnail

    def _without_bands(self, thumbnail: Pixels) -> Callable[[Pixels], Pixels]:
        """Removes mains light from the picture, and from its thumbnail: each row gets the light of the mean."""
        axis = self.pulse.bands
        if axis is None or not self.mean.counts.any():
            return lambda pixels: pixels
        lines = line_light(thumbnail, self.mean.thumbnail(thumbnail.shape[1::-1]), axis)
        return lambda pixels: with_lines_lit(pixels, lines, axis)

    def add(self, picture: Picture, unseen: Mask, is_due: bool) -> None:
        """Discards the mean in `unseen` cells, and adds the picture whose thumbnail was taken last, if a reading is
        due, or the mean is not complete.
        """
        self.mean.restart(np.ones_like(unseen) if self._registration.has_jumped else unseen)
        if is_due or not self.mean.is_complete:
            scale = picture.pixels.shape[1] / self._thumbnail.shape[1]
            moved = warped(picture.pixels, in_pixels(self._matrix, scale))
            self.mean.add(self._evenly_lit(moved), self._thumbnail)
