"""Weights as they were trained, to train on from.

models/*.onnx are no beginning for a training: batch norms are folded into convolutions there, the detector's numbers
are whole. So the same weights lie as 16-bit floats in models/recipe/weights, batch norms' statistics and all.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

FOLDER = Path(__file__).parents[1] / "weights"
"""Where they lie, NAME.npz each."""


def averaged(path: Path) -> dict[str, Tensor]:
    """A network's weights by name, from a checkpoint's average (.pt) or from what is kept (.npz)."""
    if path.suffix == ".npz":
        return {name: torch.tensor(value.astype(np.float32)) for name, value in np.load(path).items()}
    state = torch.load(path, map_location="cpu")["average"]
    return {k.removeprefix("module."): v for k, v in state.items() if k.startswith("module.")}


def mean(new: Mapping[str, Tensor], before: Mapping[str, Tensor], share: float) -> dict[str, Tensor]:
    """The mean of both (Wortsman et al. 2022), `share` of it the new ones."""
    return {k: share * v.float() + (1 - share) * before[k].float() for k, v in new.items()}


def keep(name: str, weights: Mapping[str, np.ndarray]) -> None:
    """Writes NAME.npz."""
    np.savez_compressed(FOLDER / f"{name}.npz", **{k: v.astype(np.float16) for k, v in weights.items()})  # type: ignore[arg-type]
