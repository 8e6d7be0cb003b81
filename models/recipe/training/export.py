"""`python -m models.recipe.training.export DETECTOR CLASSIFIER`: writes models/*.onnx, and their SHA-256."""

import argparse
import hashlib
import re
import warnings
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from models import FACES, HERE, NAMES, Model
from models.recipe.training.networks import Classifier, Detector


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
    state = torch.load(path, map_location="cpu")["average"]
    network.load_state_dict({k.removeprefix("module."): v for k, v in state.items() if k.startswith("module.")})
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


def main() -> None:
    """Exports both networks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("detector", type=Path)
    parser.add_argument("classifier", type=Path)
    args = parser.parse_args()
    picture = torch.zeros(1, 544, 960, 3, dtype=torch.uint8)
    axes = {"x": {1: "h", 2: "w"}, "maps": {2: "h4", 3: "w4"}}
    detector: Any = Detector()
    classifier: Any = Classifier()
    load(args.detector, detector)
    load(args.classifier, classifier)
    export(FromPixels(detector, detector.stem[0]), picture, FACES, axes, ["maps"])
    crops = torch.zeros(70, 64, 48, 3, dtype=torch.uint8)
    names = ["number", "colour", "turn", "face"]
    first = classifier.body[0][0]
    export(FromPixels(classifier, first), crops, NAMES, {n: {0: "n"} for n in ["x", *names]}, names)


if __name__ == "__main__":
    main()
