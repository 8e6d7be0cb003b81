"""Small networks, as the tests of the recipe make them."""

from collections.abc import Mapping, Sequence

import numpy as np
import onnxruntime
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

Shape = Sequence[int | str]


def network(nodes: Sequence[NodeProto], constants: Mapping[str, object], shown: Shape, given: Shape) -> ModelProto:
    """A network of these nodes and constants: bytes `x` of a shape become floats `y` of another."""
    graph = helper.make_graph(
        nodes,
        "network",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, shown)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, given)],
        [numpy_helper.from_array(np.array(value), name) for name, value in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def answer(model: ModelProto, shown: np.ndarray) -> np.ndarray:
    """The output of the network."""
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {"x": shown})[0])
