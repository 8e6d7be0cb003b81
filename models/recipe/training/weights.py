"""`python -m models.recipe.training.weights NAME CHECKPOINT`: keeps a run's averaged weights, to train on from.

models/*.onnx are no beginning for a training: batch norms are folded into convolutions there, the detector's numbers
are whole. So the same weights lie as 16-bit floats in models/recipe/weights, batch norms' statistics and all.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

KEPT = Path(__file__).parents[1] / "weights"
"""Where they lie, NAME.npz each."""


def averaged(path: Path) -> dict[str, Tensor]:
    """A network's weights by name, from a checkpoint's average (.pt) or from what is kept (.npz)."""
    if path.suffix == ".npz":
        return {name: torch.tensor(value.astype(np.float32)) for name, value in np.load(path).items()}
    state = torch.load(path, map_location="cpu")["average"]
    return {k.removeprefix("module."): v for k, v in state.items() if k.startswith("module.")}


def keep(name: str, checkpoint: Path) -> Path:
    """Writes NAME.npz; where it lies."""
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"{name}.npz"
    np.savez_compressed(path, **{k: v.float().numpy().astype(np.float16) for k, v in averaged(checkpoint).items()})  # type: ignore[arg-type]
    return path


def main() -> None:
    """Keeps one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=["detector", "corners", "classifier"])
    parser.add_argument("checkpoint", type=Path)
    args = parser.parse_args()
    path = keep(args.name, args.checkpoint)
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
