"""The shipped networks give the same answers on every processor."""

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from models import CLASSIFIER, CORNERS, DETECTOR, Model

BYTE, LARGEST_16 = 255, 2**15 - 1


@pytest.mark.parametrize("model", [DETECTOR, CORNERS, CLASSIFIER], ids=lambda model: model.file)
def test_two_products_side_by_side_fit_into_16_bits(model: Model) -> None:
    """A processor without VNNI adds two adjacent products in 16 bits."""
    graph = onnx.load(model.path).graph
    made = {name: node for node in graph.node for name in node.output}
    constants = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    convolutions = [node for node in graph.node if node.op_type == "Conv" and node.input[1] in made]
    for node in convolutions:
        weights = constants[made[node.input[1]].input[0]].astype(int)
        lying = weights.transpose(0, 2, 3, 1).reshape(len(weights), -1)
        assert BYTE * np.abs(lying[:, 1:] + lying[:, :-1]).max() <= LARGEST_16
    assert len(convolutions) >= 6
