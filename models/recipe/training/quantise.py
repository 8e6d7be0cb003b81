"""`python -m models.recipe.training.quantise NAME FILE FOLDER...`: a network's convolutions in whole numbers.

Static quantisation (QDQ, weights by channel, U8S8): activations as unsigned, weights as signed bytes, their ranges as
seen on pictures of the folders. The detector's last convolution stays in float: its maps are lengths and angles.
"""

import argparse
import tempfile
from pathlib import Path

import cv2
import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models.recipe.training.export import NETWORKS
from models.recipe.training.labelled import Labelled, load_folder
from models.recipe.training.lighter import lighter, never_saturated, weights_of
from vision.reading import rectify
from vision.reading.classify.rectify import widened

PICTURES = 120
"""Pictures by which the ranges of a network's values are found."""
SIZE = (640, 480)
"""Width and height of the detector's, in pixels."""


class Batches(CalibrationDataReader):  # type: ignore[misc]
    """What a network is shown, batch by batch."""

    def __init__(self, batches: list[np.ndarray]) -> None:
        self._left = iter(batches)

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next batch as the network takes it; None after the last."""
        batch = next(self._left, None)
        return None if batch is None else {"x": np.asarray(batch, np.uint8)}


def quantise(file: Path, batches: list[np.ndarray], floats: int) -> None:
    """Writes the network in this file anew; its last `floats` convolutions stay in float."""
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
    """What a network is shown of the pictures."""
    if name == "detector":
        return [cv2.resize(p.picture, SIZE, interpolation=cv2.INTER_AREA)[None] for p in pictures]
    wide = widened if name == "corners" else np.asarray
    return [rectify(p.picture, wide(p.quads)) for p in pictures if len(p.quads)]


def main() -> None:
    """Quantises one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=list(NETWORKS))
    parser.add_argument("file", type=Path)
    parser.add_argument("folders", nargs="+", type=Path)
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    pictures = [p for folder in args.folders for p in load_folder(folder)]
    chosen = [pictures[i] for i in rng.permutation(len(pictures))[:PICTURES]]
    quantise(args.file, shown(args.name, chosen), NETWORKS[args.name].floats)


if __name__ == "__main__":
    main()
