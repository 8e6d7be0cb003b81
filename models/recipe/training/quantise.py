"""`python -m models.recipe.training.quantise FOLDER...`: the detector in whole numbers, not in float.

Static quantisation (QDQ, weights by channel, U8S8): activations as unsigned, weights as signed bytes, their ranges as
seen on pictures of the folders. The last convolution stays in float: its maps are lengths and angles.
"""

import argparse
import tempfile
from pathlib import Path

import cv2
import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models import FACES
from models.recipe.training.export import stamp
from models.recipe.training.pictures import Labelled, load_folder

PICTURES, SIZE = 120, (640, 480)


class Seen(CalibrationDataReader):  # type: ignore[misc]
    """What the detector is shown, picture by picture."""

    def __init__(self, pictures: list[Labelled]) -> None:
        self._left = iter(pictures)

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next picture as the network takes it; None after the last."""
        labelled = next(self._left, None)
        if labelled is None:
            return None
        small = cv2.resize(labelled.picture, SIZE, interpolation=cv2.INTER_AREA)
        return {"x": np.asarray(small, np.uint8)[None]}


def quantise(pictures: list[Labelled]) -> None:
    """Writes the detector anew."""
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(str(FACES.path), str(ready), skip_symbolic_shape=True)
        convolutions = [node.name for node in onnx.load(ready).graph.node if node.op_type == "Conv"]
        quantize_static(
            str(ready),
            str(FACES.path),
            Seen(pictures),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=convolutions[-1:],
            calibrate_method=CalibrationMethod.MinMax,
        )


def main() -> None:
    """Quantises, and writes the new file's SHA-256 into the papers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    pictures = [p for folder in args.folders for p in load_folder(folder)]
    quantise([pictures[i] for i in rng.permutation(len(pictures))[:PICTURES]])
    stamp(FACES)


if __name__ == "__main__":
    main()
