"""The one door to onnxruntime: a trained network, checked before it is opened."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from models import Model

Infer = Callable[[NDArray[np.generic]], list[NDArray[np.float32]]]
"""What a step asks of a network: a batch in, its outputs in the order of its papers."""

THREADS = 2
"""More than the two cores of a small laptop only makes others wait."""


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
