"""`python -m models.recipe.training.resume FOLDER DETECTOR CLASSIFIER`: checkpoints out of models/*.onnx.

Export folds each batch norm into its convolution. Here the convolution keeps the folded weights, and its batch norm
gets the statistics that FOLDER's pictures show, and a scale and shift that undo them: the network says the same, and
training may go on.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from models import FACES, NAMES, Model
from models.recipe.training.networks import Classifier, Detector
from models.recipe.training.pictures import Labelled, load_folder
from vision.reading import Network, straighten

KEPT = {"head.weight": 11, "head.bias": 11}
"""The first networks' last map is no longer asked."""
PICTURES = 24
"""So many pictures give the statistics."""


def layers(network: nn.Module) -> Iterator[tuple[nn.Conv2d, nn.BatchNorm2d | None]]:
    """Each convolution with the batch norm behind it, in the order in which they are run."""
    parts = [m for m in network.modules() if isinstance(m, nn.Conv2d | nn.BatchNorm2d)]
    for part, behind in zip(parts, [*parts[1:], None], strict=True):
        if isinstance(part, nn.Conv2d):
            yield part, behind if isinstance(behind, nn.BatchNorm2d) else None


def fill(network: nn.Module, model: Model) -> None:
    """The file's weights into the network; those that it no longer has, or has in another shape, are left out."""
    weights = {i.name: torch.tensor(numpy_helper.to_array(i)) for i in onnx.load(model.path).graph.initializer}
    named = {k.removeprefix("network."): v for k, v in weights.items() if k.startswith("network.")}
    own = network.state_dict()
    for name, value in named.items():
        kept = value[: KEPT.get(name, len(value))]
        own[name].zero_()
        own[name][tuple(slice(n) for n in kept.shape)] = kept
    folded = sorted((k for k in weights if k.startswith("onnx::Conv")), key=lambda k: int(k.rsplit("_", 1)[1]))
    pairs = zip(folded[::2], folded[1::2], strict=True)
    normed = [(c, n) for c, n in layers(network) if n is not None]
    for (conv, norm), (weight, bias) in zip(normed, pairs, strict=True):
        conv.weight.data[:] = weights[weight]
        norm.bias.data[:] = weights[bias]
    first = normed[0][0].weight
    first.data = first.data[:, [2, 1, 0]].clone()


def learn_statistics(network: nn.Module, batches: list[Tensor]) -> None:
    """Gives each batch norm the mean and spread of what comes to it, its output staying as it was."""
    network.eval()
    for conv, norm in layers(network):
        if norm is None:
            continue
        seen: list[Tensor] = []
        hook = conv.register_forward_hook(lambda _m, _i, out, kept=seen: kept.append(out))
        with torch.no_grad():
            for batch in batches:
                network(batch)
        hook.remove()
        out = torch.cat([s.transpose(0, 1).flatten(1) for s in seen], 1)
        mean, spread = out.mean(1), out.var(1)
        norm.bias.data += mean * norm.weight.data / torch.sqrt(torch.as_tensor(norm.running_var) + norm.eps)
        norm.weight.data = torch.sqrt(spread + norm.eps)
        norm.running_mean, norm.running_var = mean, spread


def tensor(pictures: np.ndarray) -> Tensor:
    """BGR uint8 (N, H, W, 3) as the networks are trained: RGB (N, 3, H, W), 0 to 1."""
    return torch.from_numpy(pictures[..., ::-1].transpose(0, 3, 1, 2).copy()).float() / 255


def shown(pictures: list[Labelled]) -> tuple[list[Tensor], list[Tensor]]:
    """What both networks are shown of some pictures."""
    parts = [np.asarray(cv2.resize(p.picture, (640, 480), interpolation=cv2.INTER_AREA)) for p in pictures]
    crops = [straighten(p.picture, p.quads) for p in pictures if len(p.quads)]
    return [tensor(part[None]) for part in parts], [tensor(c) for c in crops]


def check(network: nn.Module, model: Model, batch: Tensor) -> float:
    """By how much the network and the file differ at most."""
    pixels = np.asarray((batch.numpy() * 255).round().transpose(0, 2, 3, 1)[..., ::-1], np.uint8)
    wanted = Network(model)(pixels)
    with torch.no_grad():
        given = network.eval()(batch)
    given = given if isinstance(given, tuple) else (given,)
    kept = KEPT["head.weight"] if model is FACES else None
    return max(float(np.abs(g.numpy()[:, :kept] - w[:, :kept]).max()) for g, w in zip(given, wanted, strict=True))


def main() -> None:
    """Writes both checkpoints, and says how near they come to the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("detector", type=Path)
    parser.add_argument("classifier", type=Path)
    args = parser.parse_args()
    batches = shown(load_folder(args.folder, limit=PICTURES))
    made: tuple[tuple[nn.Module, Model, Path], ...] = (
        (Detector(), FACES, args.detector),
        (Classifier(), NAMES, args.classifier),
    )
    for (network, model, path), seen in zip(made, batches, strict=True):
        fill(network, model)
        learn_statistics(network, seen)
        print(f"{model.file}: differs by {check(network, model, seen[0]):.5f} at most")
        torch.save({"average": {f"module.{k}": v for k, v in network.state_dict().items()}}, path)


if __name__ == "__main__":
    main()
