"""The one door to onnxruntime: a trained network, checked before it is opened.

And the detector's maps -> quads; which quads are one face.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from models import Model
from vision.reading.detections import Detections, Floats
from vision.reading.geometry import strongest, widths

Infer = Callable[[NDArray[np.generic]], list[NDArray[np.float32]]]
"""What a step asks of a network: a batch in, its outputs in the order of its papers."""

THREADS = 2
"""More than the two cores of a small laptop only makes others wait."""
STRIDE = 4
"""Pixels of the network's picture that one cell of its map stands for."""
UNIT = 24.0
"""The network gives lengths as logarithms of multiples of this many pixels."""
KEYSTONE = 8.0
"""It gives how far corners lie off a parallelogram as so many times its share of the face's size."""
LEAST_SCORE = 0.3
"""The score of a face."""
MOST_FACES = 240
"""Places taken from one pass, and from all of them: a box has 106 tiles, and on tables with tiles hardly any place
that is none has a higher score; what shows more is noise or a texture, and naming it would take for ever."""
SAME = 0.45
"""Two faces whose centres are nearer than this share of a face's width are one."""


class ModelMissing(RuntimeError):
    """A network's file is not there, or is not the one it should be; the message says which."""


class Network:
    """A network from models/, run on arrays."""

    def __init__(self, model: Model) -> None:
        content = _checked(model.path, model.sha256)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        # batches differ in length: a plan of memory for each held 30 MB, and saved nothing
        options.enable_mem_pattern = False
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def __call__(self, batch: NDArray[np.generic]) -> list[NDArray[np.float32]]:
        """The network's outputs for a batch, in the order of its papers."""
        return [np.asarray(out, np.float32) for out in self._session.run(None, {self._input: batch})]


def _checked(path: Path, sha256: str) -> bytes:
    """The file's content.

    Raises ModelMissing: no such file, or another content than its papers say.
    """
    if not path.is_file():
        raise ModelMissing(
            f"{path.name} is missing from {path.parent}: install Tilewatch again, or train it (models/README.md)"
        )
    content = path.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise ModelMissing(f"{path.name} is not the file it should be (SHA-256 {found[:12]}…, expected {sha256[:12]}…)")
    return content


def decode(maps: Floats) -> Detections:
    """Peaks of the network's maps (13, h, w) as faces, strongest first, in the network's pixels."""
    least_logit = np.float32(np.log(LEAST_SCORE / (1 - LEAST_SCORE)))
    ys, xs = np.nonzero((maps[0] >= least_logit) & (maps[0] >= cv2.dilate(maps[0], np.ones((3, 3), np.uint8))))
    cells = maps[:, ys, xs]
    order = np.argsort(-cells[0], kind="stable")[:MOST_FACES]
    quads = quads_at(cells[1:, order], xs[order], ys[order])
    scores = 1 / (1 + np.exp(-cells[0, order]))
    return Detections(quads, np.asarray(scores, np.float32)).where(_apart(quads))


def quads_at(geometry: Floats, xs: NDArray[np.integer], ys: NDArray[np.integer]) -> Floats:
    """Corners (N, 4, 2) from geometry (12, N) at cells: off-centre, log lengths, axes by twice their angle, up, and
    how far they lie off a parallelogram."""
    centre = np.stack([xs + 0.5 + geometry[0], ys + 0.5 + geometry[1]], 1) * STRIDE
    lengths = UNIT * np.exp(np.clip(geometry[2:4], -3, 3.5))
    angles = np.stack([np.arctan2(geometry[5], geometry[4]), np.arctan2(geometry[7], geometry[6])]) / 2
    across, down = (
        np.stack([np.cos(a), np.sin(a)], 1) * length[:, None] for a, length in zip(angles, lengths, strict=True)
    )
    down = np.where((down * geometry[8:10].T).sum(1, keepdims=True) > 0, -down, down)
    turned = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    across = np.where(turned[:, None] < 0, -across, across)
    off = geometry[10:12].T / KEYSTONE * np.sqrt(lengths.prod(0))[:, None]
    corners = [
        centre + (sx * across + sy * down) / 2 + sx * sy * off for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return np.asarray(np.stack(corners, 1), np.float32)


def most_likely(found: Detections) -> Detections:
    """The MOST_FACES of the highest score, highest first."""
    return found.where(np.argsort(-found.scores, kind="stable")[:MOST_FACES])


def merge(first: Detections, second: Detections) -> Detections:
    """Both passes' faces; where they show the same one, the second's quad."""
    both = second.also(first)
    return both.where(_apart(both.quads))


def _apart(quads: Floats) -> NDArray[np.intp]:
    """Indices of the faces that are not the same as a stronger one before them."""
    if not len(quads):
        return np.zeros(0, np.intp)
    centres, size = quads.mean(1), widths(quads)
    away = centres[:, None] - centres[None]
    near = (away**2).sum(2) < (SAME * np.minimum(size[:, None], size[None])) ** 2
    return strongest(near)
