"""How a camera sees a film: noise, a webcam that drifts, trembles and repeats pictures, mains light, focus, evening."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.film_parts.film import HEIGHT, WIDTH
from benchmarks.thing_parts.kind import wait
from benchmarks.thing_parts.kinds import sorts
from benchmarks.thing_parts.scene import Floats, Scene
from vision.camera.picture import Pixels

HOURS = 1e5
"""Seconds, longer than any film."""
NOISE, WEBCAM_NOISE, EVENING_NOISE = 2.0, 4.0, 6.0
"""Noise of a pixel in levels: of a good camera, of a webcam by day, and of a webcam by a dim lamp."""
EVENING = (0.2, 0.37, 0.55)
"""Shares of blue, green and red that remain of daylight by a dim lamp."""
EXPOSURE, BALANCE = 0.09, 0.04
"""Parts by which a webcam's exposure, and its white balance, drift."""
TREMBLES, TURNS = 0.7, 0.0004
"""Pixels and radians by which a camera that is not fixed trembles."""
BREATHES, BREATH = 0.012, 5.0
"""Share of its size by which a picture breathes, and seconds of a breath."""
BLOCK, SKIPPED, KEY, REPEATED = 16, 3.2, 30, 0.12
"""A video codec's block in pixels; the mean difference below which it repeats a block; pictures from one whole picture
to the next; and the share of pictures that are repeated completely."""
QUALITY = 62
"""JPEG quality of the pictures."""


@dataclass
class Lens:
    """The camera's effects on a picture; `webcam`: its width in pixels; `sorting`: a player sorts a rack at the
    edge."""

    webcam: int | None = None
    bands: bool = False
    breathing: bool = False
    sorting: bool = False
    evening: bool = False
    seed: int = 1
    _sent: Pixels | None = None
    _pool: NDArray[np.int16] = field(init=False, repr=False)
    _beside: Iterator[None] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(self.seed)
        self._pool = self._noises()
        nothing = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        self._scene = Scene(nothing, nothing, [])
        self._beside = sorts(self._scene, 640, np.random.default_rng(self.seed)) if self.sorting else wait(HOURS)

    def _noises(self) -> NDArray[np.int16]:
        """Pixels (N, 3) of noise, more than a picture needs; it is strongly correlated among the three colours."""
        much = EVENING_NOISE if self.evening else NOISE if self.webcam is None else WEBCAM_NOISE
        grey = self._rng.standard_normal((2 * WIDTH * HEIGHT, 1), np.float32)
        colour = self._rng.standard_normal((2 * WIDTH * HEIGHT, 3), np.float32)
        return np.rint(much * (0.8 * grey + 0.6 * colour)).astype(np.int16)

    def see(self, picture: Pixels, number: int, moment: float) -> Pixels:
        """The picture as the camera sends it."""
        next(self._beside)
        self._scene.bare = picture
        seen = self._scene.seen()
        if self.webcam is not None or self.breathing:
            seen = np.asarray(cv2.warpAffine(seen, self._view(moment), (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT))
        light = self._light(number, moment)
        if (light != 1).any():
            seen = np.clip(seen * light, 0, 255).astype(np.uint8)
        if self.webcam is not None:
            size = (self.webcam, round(self.webcam * HEIGHT / WIDTH))
            seen = np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA))
        sensed = np.asarray(cv2.add(seen, self._noise(seen.shape), dtype=cv2.CV_8U), np.uint8)
        return self._coded(sensed, number) if self.webcam is not None else sensed

    def _view(self, moment: float) -> Floats:
        """The matrix (2, 3) by which the picture is moved."""
        turn, times, move = 0.0, 1.0, np.zeros(2)
        if self.breathing:
            times += BREATHES * float(np.sin(2 * np.pi * moment / BREATH))
        if self.webcam is not None:
            turn, move = self._rng.normal(0, TURNS), self._rng.normal(0, TREMBLES, 2)
        view = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), float(np.degrees(turn)), times)
        return np.asarray(view + np.column_stack([np.zeros((2, 2)), move]), np.float32)

    def _light(self, number: int, moment: float) -> Floats:
        """The factor of every pixel: (3), or (H, 1, 3) if mains light falls in bands."""
        light = np.array(EVENING if self.evening else (1.0, 1.0, 1.0), np.float32)
        if self.webcam is not None:
            exposure = EXPOSURE * np.sin(moment / 7.3 + self.seed) * np.sin(moment / 2.9)
            balance = BALANCE * np.sin(moment / 11.0 + self.seed)
            light = light * np.array([1 + balance, 1, 1 - balance], np.float32) * np.float32(1 + exposure)
        if not self.bands:
            return np.asarray(light, np.float32)
        rows = np.arange(HEIGHT, dtype=np.float32)[:, None, None]
        bands = 0.82 + 0.18 * np.sin(2 * np.pi * (rows / 360 + 0.13 * number))
        return np.asarray(light * bands, np.float32)

    def _noise(self, shape: tuple[int, ...]) -> NDArray[np.int16]:
        """Fresh noise."""
        count = shape[0] * shape[1]
        first = int(self._rng.integers(len(self._pool) - count))
        return self._pool[first : first + count].reshape(shape)

    def _coded(self, sensed: Pixels, number: int) -> Pixels:
        """The picture from a codec that repeats blocks, or the whole picture, if little has changed."""
        before = self._sent
        if before is not None and self._rng.random() < REPEATED:
            return before
        _, jpeg = cv2.imencode(".jpg", sensed, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        sent = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
        if before is not None and number % KEY:
            apart = cv2.absdiff(sensed, before).max(axis=2).astype(np.float32)
            height, width = apart.shape
            blocks = cv2.resize(apart, (width // BLOCK, height // BLOCK), interpolation=cv2.INTER_AREA)
            is_same = cv2.resize(blocks, (width, height), interpolation=cv2.INTER_NEAREST) < SKIPPED * WEBCAM_NOISE / 2
            sent = np.where(is_same[..., None], before, sent)
        self._sent = sent
        return sent
