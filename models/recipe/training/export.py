"""`python -m models.recipe.training.export NAME CHECKPOINT OUT [--before WEIGHTS --share S]`: writes it as ONNX."""

import argparse
import hashlib
import re
import shutil
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from models import CLASSIFIER, CORNERS, DETECTOR, HERE, Model
from models.recipe.training.networks import Classifier, Corners, Detector

FOLDER = Path(__file__).parents[1] / "weights"
"""Where they lie, NAME.npz each."""
CROPS = torch.zeros(70, 64, 48, 3, dtype=torch.uint8)


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


@dataclass(frozen=True)
class Shipped:
    """A network: its papers, how it is made, its first convolution, what it is shown, its outputs, and the axes whose
    lengths differ; `floats`: so many of its last convolutions stay in float."""

    papers: Model
    make: Callable[[], Any]
    first: Callable[[Any], nn.Conv2d]
    shown: Tensor
    outputs: tuple[str, ...]
    axes: dict[int, str]
    floats: int = 0


NETWORKS = {
    "detector": Shipped(
        DETECTOR,
        Detector,
        lambda n: n.stem[0],
        torch.zeros(1, 544, 960, 3, dtype=torch.uint8),
        ("maps",),
        {1: "h", 2: "w"},
        floats=1,
    ),
    "corners": Shipped(CORNERS, Corners, lambda n: n.body[0][0], CROPS, ("off",), {0: "n"}),
    "classifier": Shipped(
        CLASSIFIER, Classifier, lambda n: n.body[0][0], CROPS, ("number", "colour", "turn", "face"), {0: "n"}
    ),
}


class FromPixels(nn.Module):
    """A network fed with pixels as OpenCV has them: (N, H, W, 3), BGR, uint8."""

    def __init__(self, network: nn.Module, first: nn.Conv2d) -> None:
        super().__init__()
        self.network = network
        first.weight.data = first.weight.data[:, [2, 1, 0]]  # costs nothing; swapping pixels does

    def forward(self, x: Tensor) -> Any:
        """As the network itself, for RGB from 0 to 1."""
        return self.network(x.permute(0, 3, 1, 2).float() / 255)


def export(name: str, weights: dict[str, Tensor], out: Path) -> None:
    """Writes the network with these weights, in float."""
    wanted = NETWORKS[name]
    network = wanted.make()
    network.load_state_dict(weights)
    outputs = {"maps": {2: "h4", 3: "w4"}} if name == "detector" else dict.fromkeys(wanted.outputs, wanted.axes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            FromPixels(network.eval(), wanted.first(network)).eval(),
            (wanted.shown,),
            str(out),
            dynamo=False,
            input_names=["x"],
            output_names=list(wanted.outputs),
            dynamic_axes={"x": wanted.axes, **outputs},
        )


def accept(name: str, work: Path) -> None:
    """Ships WORK/NAME.onnx: a copy in models, its SHA-256 in the papers, its weights kept to train on from."""
    papers = NETWORKS[name].papers
    shutil.copyfile(work / f"{name}.onnx", papers.path)
    digest = hashlib.sha256(papers.path.read_bytes()).hexdigest()
    text = (HERE / "__init__.py").read_text()
    changed = re.sub(rf'(file="{papers.file}",\n    sha256=")[0-9a-f]*', rf"\g<1>{digest}", text)
    (HERE / "__init__.py").write_text(changed)
    keep(name, dict(np.load(work / f"{name}.npz")))
    print(f"{papers.file}: {papers.path.stat().st_size / 1e6:.2f} MB, SHA-256 {digest}")


def main() -> None:
    """Writes OUT, and beside it the same weights as they were trained (.npz)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=list(NETWORKS))
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--before", type=Path, help="weights to take the mean with")
    parser.add_argument("--share", type=float, default=1.0, help="of the new weights in that mean")
    args = parser.parse_args()
    weights = averaged(args.checkpoint)
    if args.before:
        weights = mean(weights, averaged(args.before), args.share)
    np.savez_compressed(args.out.with_suffix(".npz"), **{k: v.float().numpy() for k, v in weights.items()})  # type: ignore[arg-type]
    export(args.name, weights, args.out)


if __name__ == "__main__":
    main()
