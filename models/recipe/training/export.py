"""`python -m models.recipe.training.export [--detector F] [--corners F] [--classifier F]`: writes models/*.onnx."""

import argparse
import hashlib
import re
import warnings
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from models import CORNERS, FACES, HERE, NAMES, Model
from models.recipe.training.networks import Classifier, Corners, Detector
from models.recipe.training.weights import averaged


class FromPixels(nn.Module):
    """A network fed with pixels as OpenCV has them: (N, H, W, 3), BGR, uint8."""

    def __init__(self, network: nn.Module, first: nn.Conv2d) -> None:
        super().__init__()
        self.network = network
        first.weight.data = first.weight.data[:, [2, 1, 0]]  # costs nothing; swapping pixels does

    def forward(self, x: Tensor) -> Any:
        """As the network itself, for RGB from 0 to 1."""
        return self.network(x.permute(0, 3, 1, 2).float() / 255)


def load(path: Path, network: nn.Module) -> nn.Module:
    """The averaged weights of a training run."""
    network.load_state_dict(averaged(path))
    return network.eval()


def export(
    network: nn.Module, sample: Tensor, model: Model, axes: dict[str, dict[int, str]], outputs: list[str]
) -> None:
    """Writes the network where its papers say, and the file's SHA-256 into the papers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            (sample,),
            str(model.path),
            dynamo=False,
            input_names=["x"],
            output_names=outputs,
            dynamic_axes=axes,
        )
    stamp(model)


def stamp(model: Model) -> None:
    """Writes the file's SHA-256 into its papers."""
    digest = hashlib.sha256(model.path.read_bytes()).hexdigest()
    papers = HERE / "__init__.py"
    text = papers.read_text()
    papers.write_text(re.sub(rf'(file="{model.file}",\n    sha256=")[0-9a-f]*', rf"\g<1>{digest}", text))
    print(f"{model.file}: {model.path.stat().st_size / 1e6:.2f} MB, SHA-256 {digest}")


def export_detector(path: Path) -> None:
    """Writes faces.onnx from a checkpoint."""
    network: Any = Detector()
    load(path, network)
    picture = torch.zeros(1, 544, 960, 3, dtype=torch.uint8)
    axes = {"x": {1: "h", 2: "w"}, "maps": {2: "h4", 3: "w4"}}
    export(FromPixels(network, network.stem[0]), picture, FACES, axes, ["maps"])


def export_of_crops(network: Any, path: Path, model: Model, outputs: list[str]) -> None:
    """Writes a network that is shown crops, from a checkpoint."""
    load(path, network)
    crops = torch.zeros(70, 64, 48, 3, dtype=torch.uint8)
    axes = {n: {0: "n"} for n in ["x", *outputs]}
    export(FromPixels(network, network.body[0][0]), crops, model, axes, outputs)


def main() -> None:
    """Exports what is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--detector", type=Path)
    parser.add_argument("--corners", type=Path)
    parser.add_argument("--classifier", type=Path)
    args = parser.parse_args()
    if args.detector:
        export_detector(args.detector)
    if args.corners:
        export_of_crops(Corners(), args.corners, CORNERS, ["off"])
    if args.classifier:
        export_of_crops(Classifier(), args.classifier, NAMES, ["number", "colour", "turn", "face"])


if __name__ == "__main__":
    main()
