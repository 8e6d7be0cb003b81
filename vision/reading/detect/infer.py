"""Runs trained networks with onnxruntime; each file is checked before it is opened. No other module imports
onnxruntime.

Also decodes the detector's maps into quads, and merges quads of the same face.
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
"""A network as a function: from a batch to its outputs, in the order that its record in models/ lists."""

THREADS = 2
"""Threads of a network: more than the two cores of a small laptop would only delay other work."""
STRIDE = 4
"""Side of a cell of the output map, in pixels of the network's picture."""
UNIT = 24.0
"""Unit of lengths in pixels; the network outputs the logarithm of a length in this unit."""
KEYSTONE = 8.0
"""Scale of an output: this many times the corners' offset from a parallelogram, in sizes of the face."""
LEAST_SCORE = 0.3
"""Least score of a face."""
MOST_FACES = 240
"""Most candidates kept of one pass, and of all passes together. A box has 106 tiles, and on tables with tiles hardly
any other place scores higher; more candidates are noise or texture, and classifying them would take too long.
"""
SAME = 0.45
"""Distance between centres, in widths, below which two candidates are the same face."""


class ModelMissing(RuntimeError):
    """A network's file is missing or has another content than expected; the message names it."""


class Network:
    """A network from models/, which runs on arrays. Raises ModelMissing when it is created."""

    def __init__(self, model: Model) -> None:
        content = _checked(model.path, model.sha256)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        # batches differ in length: planning memory for each would cost 30 MB and save nothing
        options.enable_mem_pattern = False
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def __call__(self, batch: NDArray[np.generic]) -> list[NDArray[np.float32]]:
        """The network's outputs for a batch, in the order that its record in models/ lists."""
        return [np.asarray(out, np.float32) for out in self._session.run(None, {self._input: batch})]


def _checked(path: Path, sha256: str) -> bytes:
    """The file's content.

    Raises ModelMissing: there is no such file, or its SHA-256 differs from the record in models/.
    """
    if not path.is_file():
        raise ModelMissing(
            f"{path.name} is missing from {path.parent}: install Tilewatch again, or train it (models/recipe/README.md)"
        )
    content = path.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise ModelMissing(f"{path.name} is not the file it should be (SHA-256 {found[:12]}…, expected {sha256[:12]}…)")
    return content


def decode(maps: Floats) -> Detections:
    """The faces at the peaks of the network's maps (13, h, w), strongest first, in pixels of the network's picture."""
    least_logit = np.float32(np.log(LEAST_SCORE / (1 - LEAST_SCORE)))
    ys, xs = np.nonzero((maps[0] >= least_logit) & (maps[0] >= cv2.dilate(maps[0], np.ones((3, 3), np.uint8))))
    cells = maps[:, ys, xs]
    order = np.argsort(-cells[0], kind="stable")[:MOST_FACES]
    quads = quads_at(cells[1:, order], xs[order], ys[order])
    scores = 1 / (1 + np.exp(-cells[0, order]))
    return Detections(quads, np.asarray(scores, np.float32)).where(_apart(quads))


def quads_at(geometry: Floats, xs: NDArray[np.integer], ys: NDArray[np.integer]) -> Floats:
    """Corners (N, 4, 2) in pixels from geometry (12, N) at cells (xs, ys).

    The 12 values: offset of the centre, log lengths, both axes as cosine and sine of twice their angle, the upward
    direction, and how far the corners lie off a parallelogram.
    """
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
    """The MOST_FACES candidates with the highest scores, highest first."""
    return found.where(np.argsort(-found.scores, kind="stable")[:MOST_FACES])


def merge(first: Detections, second: Detections) -> Detections:
    """The faces of both passes; for a face in both passes, the quad of the second."""
    both = second.also(first)
    return both.where(_apart(both.quads))


def _apart(quads: Floats) -> NDArray[np.intp]:
    """Indices of the faces that do not duplicate a stronger face."""
    if not len(quads):
        return np.zeros(0, np.intp)
    centres, size = quads.mean(1), widths(quads)
    away = centres[:, None] - centres[None]
    near = (away**2).sum(2) < (SAME * np.minimum(size[:, None], size[None])) ** 2
    return strongest(near)
