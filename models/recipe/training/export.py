"""Exports a trained network as ONNX, with quantised convolutions.

Static quantisation (QDQ, weights by channel, U8S8): activations as unsigned, weights as signed bytes; the ranges come
from pictures of the folders. The detector's last convolution stays in float, as its maps are lengths and angles.
"""

import hashlib
import re
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor, nn

from models import CLASSIFIER, CORNERS, DETECTOR, HERE, Model
from models.recipe.training.labelled import Labelled, load_folder
from models.recipe.training.lighter import lighter, never_saturated, weights_of
from models.recipe.training.networks import Classifier, Corners, Detector
from vision.reading import rectify
from vision.reading.classify.rectify import widened

PICTURES = 120
"""Number of pictures by which the ranges of a network's activations are found."""
SIZE = (640, 480)
"""Width and height of the detector's pictures, in pixels."""
FOLDER = Path(__file__).parents[1] / "weights"
"""Where the weights are stored, as NAME.npz."""
CROPS = torch.zeros(70, 64, 48, 3, dtype=torch.uint8)


class Batches(CalibrationDataReader):  # type: ignore[misc]
    """Batches of a network's inputs, for calibration of its ranges."""

    def __init__(self, batches: list[np.ndarray]) -> None:
        self._left = iter(batches)

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next batch in the form that the network takes; None after the last."""
        batch = next(self._left, None)
        return None if batch is None else {"x": np.asarray(batch, np.uint8)}


def quantise(file: Path, batches: list[np.ndarray], floats: int) -> None:
    """Quantises the network in this file in place; its last `floats` convolutions stay in float."""
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(str(file), str(ready), skip_symbolic_shape=True)
        floating = onnx.load(ready)
        convolutions = [node.name for node in floating.graph.node if node.op_type == "Conv"]
        quantize_static(
            str(ready),
            str(file),
            Batches(batches),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=None if floats else ["Conv"],
            nodes_to_exclude=convolutions[len(convolutions) - floats :],
            calibrate_method=CalibrationMethod.MinMax,
        )
    quantised = never_saturated(onnx.load(file), weights_of(floating))
    onnx.save(lighter(quantised), file)


def shown(name: str, pictures: list[Labelled]) -> list[np.ndarray]:
    """A network's inputs from these pictures."""
    if name == "detector":
        return [cv2.resize(p.picture, SIZE, interpolation=cv2.INTER_AREA)[None] for p in pictures]
    wide = widened if name == "corners" else np.asarray
    return [rectify(p.picture, wide(p.quads)) for p in pictures if len(p.quads)]


def averaged(path: Path) -> dict[str, Tensor]:
    """A network's weights by name, from a checkpoint's average (.pt) or from stored weights (.npz)."""
    if path.suffix == ".npz":
        return {name: torch.tensor(value.astype(np.float32)) for name, value in np.load(path).items()}
    state = torch.load(path, map_location="cpu")["average"]
    return {k.removeprefix("module."): v for k, v in state.items() if k.startswith("module.")}


def mean(new: Mapping[str, Tensor], before: Mapping[str, Tensor], share: float) -> dict[str, Tensor]:
    """The mean of two sets of weights (Wortsman et al. 2022), with `share` of the new ones."""
    return {k: share * v.float() + (1 - share) * before[k].float() for k, v in new.items()}


def keep(name: str, weights: Mapping[str, np.ndarray]) -> None:
    """Writes the weights to NAME.npz."""
    np.savez_compressed(FOLDER / f"{name}.npz", **{k: v.astype(np.float16) for k, v in weights.items()})  # type: ignore[arg-type]


@dataclass(frozen=True)
class Shipped:
    """A network: its record in models/, how it is created, its first convolution, its inputs and outputs, and its axes
    of variable length; `floats`: number of its last convolutions that stay in float.
    """

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
    """A network that takes pixels as OpenCV has them: (N, H, W, 3), BGR, uint8."""

    def __init__(self, network: nn.Module, first: nn.Conv2d) -> None:
        super().__init__()
        self.network = network
        first.weight.data = first.weight.data[:, [2, 1, 0]]  # costs nothing; swapping pixels does

    def forward(self, x: Tensor) -> Any:
        """The network's outputs for pixels (N, H, W, 3), BGR, uint8."""
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
    """Ships WORK/NAME.onnx: copies it to models/, writes its SHA-256 into its record, and stores its weights for
    further training.
    """
    papers = NETWORKS[name].papers
    shutil.copyfile(work / f"{name}.onnx", papers.path)
    digest = hashlib.sha256(papers.path.read_bytes()).hexdigest()
    text = (HERE / "__init__.py").read_text()
    changed = re.sub(rf'(file="{papers.file}",\n    sha256=")[0-9a-f]*', rf"\g<1>{digest}", text)
    (HERE / "__init__.py").write_text(changed)
    keep(name, dict(np.load(work / f"{name}.npz")))
    print(f"{papers.file}: {papers.path.stat().st_size / 1e6:.2f} MB, SHA-256 {digest}")


def ready(name: str, checkpoint: Path, out: Path, folders: Iterable[Path], before: Path | None, share: float) -> None:
    """Writes the quantised network to `out`, and its trained weights beside it (.npz).

    `folders`: of pictures, for calibrating its ranges. `before`: weights to average with, `share` of the new ones.
    """
    weights = averaged(checkpoint)
    if before is not None:
        weights = mean(weights, averaged(before), share)
    np.savez_compressed(out.with_suffix(".npz"), **{k: v.float().numpy() for k, v in weights.items()})  # type: ignore[arg-type]
    export(name, weights, out)
    pictures = [picture for folder in folders for picture in load_folder(folder)]
    chosen = [pictures[place] for place in np.random.default_rng(1).permutation(len(pictures))[:PICTURES]]
    quantise(out, shown(name, chosen), NETWORKS[name].floats)
