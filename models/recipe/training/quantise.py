"""`python -m models.recipe.training.quantise FOLDER...`: the networks' convolutions in whole numbers, not in float.

Static quantisation (QDQ, weights by channel, U8S8): activations as unsigned, weights as signed bytes, their ranges as
seen on pictures of the folders. The detector's last convolution stays in float: its maps are lengths and angles.
"""

import argparse
import tempfile
from pathlib import Path

import cv2
import numpy as np
import onnx
from onnx import numpy_helper
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models import CORNERS, FACES, NAMES, Model
from models.recipe.training.export import stamp
from models.recipe.training.labelled import Labelled, load_folder
from vision.reading import straighten, widened

PICTURES, SIZE = 120, (640, 480)


class Seen(CalibrationDataReader):  # type: ignore[misc]
    """What a network is shown, batch by batch."""

    def __init__(self, batches: list[np.ndarray]) -> None:
        self._left = iter(batches)

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next batch as the network takes it; None after the last."""
        batch = next(self._left, None)
        return None if batch is None else {"x": np.asarray(batch, np.uint8)}


def quantise(model: Model, batches: list[np.ndarray], floats: int) -> None:
    """Writes the network anew; its last `floats` convolutions stay in float."""
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(str(model.path), str(ready), skip_symbolic_shape=True)
        convolutions = [node.name for node in onnx.load(ready).graph.node if node.op_type == "Conv"]
        quantize_static(
            str(ready),
            str(model.path),
            Seen(batches),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=None if floats else ["Conv"],
            nodes_to_exclude=convolutions[len(convolutions) - floats :],
            calibrate_method=CalibrationMethod.MinMax,
        )
    onnx.save(fed_with_bytes(onnx.load(model.path)), model.path)
    stamp(model)


def shown(pictures: list[Labelled]) -> dict[str, list[np.ndarray]]:
    """What each network is shown of the pictures, by its file's name."""
    small = [cv2.resize(p.picture, SIZE, interpolation=cv2.INTER_AREA)[None] for p in pictures]
    told = [p for p in pictures if len(p.quads)]
    return {
        FACES.file: small,
        CORNERS.file: [straighten(p.picture, widened(p.quads)) for p in told],
        NAMES.file: [straighten(p.picture, p.quads) for p in told],
    }


def fed_with_bytes(model: onnx.ModelProto) -> onnx.ModelProto:
    """The network without the way of its picture's bytes to floats and back to the same bytes: a seventh of its time.

    A byte b becomes (b / 255 - mean), and in whole numbers b again, where the step is 1/255 and the zero the mean's
    byte; where it is not, or the network begins otherwise, it stays as it is.
    """
    nodes = {name: node for node in model.graph.node for name in node.output}
    quantised = next((node for node in model.graph.node if node.op_type == "QuantizeLinear"), None)
    chain = [quantised] if quantised is not None else []
    while chain and chain[-1].input[0] in nodes:
        chain.append(nodes[chain[-1].input[0]])
    if [node.op_type for node in chain] != ["QuantizeLinear", "Sub", "Div", "Cast", "Transpose"]:
        return model
    if not _gives_the_same_bytes(model, *chain[:3]):
        return model
    for node in model.graph.node:
        node.input[:] = [chain[4].output[0] if name == chain[0].output[0] else name for name in node.input]
    for node in chain[:4]:
        model.graph.node.remove(node)
    return model


def _gives_the_same_bytes(
    model: onnx.ModelProto, quantised: onnx.NodeProto, mean: onnx.NodeProto, whole: onnx.NodeProto
) -> bool:
    """Whether each byte is itself again after it was divided, moved and quantised."""
    constants = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    values = [constants.get(name) for name in (whole.input[1], mean.input[1], *quantised.input[1:3])]
    if any(value is None or value.size != 1 for value in values):
        return False
    divisor, middle, step, zero = (float(value.reshape(())) for value in values if value is not None)
    every = np.arange(256)
    return bool((np.round((every / divisor - middle) / step) + zero == every).all())


def main() -> None:
    """Quantises all three, and writes the new files' SHA-256 into the papers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    pictures = [p for folder in args.folders for p in load_folder(folder)]
    batches = shown([pictures[i] for i in rng.permutation(len(pictures))[:PICTURES]])
    for model, floats in ((FACES, 1), (CORNERS, 0), (NAMES, 0)):
        quantise(model, batches[model.file], floats)


if __name__ == "__main__":
    main()
