"""The detector in whole numbers takes a picture's bytes as they are."""

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
pytest.importorskip("torch")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from models.recipe.training.quantise import fed_with_bytes  # noqa: E402


def network(mean: float, zero: int) -> "onnx.ModelProto":
    """A picture's bytes, divided, moved, quantised and given back as floats."""
    constants = {
        "whole": np.float32(255),
        "mean": np.float32(mean),
        "step": np.float32(1 / 255),
        "zero": np.uint8(zero),
    }
    nodes = [
        helper.make_node("Transpose", ["x"], ["turned"], perm=[0, 3, 1, 2]),
        helper.make_node("Cast", ["turned"], ["float"], to=TensorProto.FLOAT),
        helper.make_node("Div", ["float", "whole"], ["share"]),
        helper.make_node("Sub", ["share", "mean"], ["moved"]),
        helper.make_node("QuantizeLinear", ["moved", "step", "zero"], ["bytes"]),
        helper.make_node("DequantizeLinear", ["bytes", "step", "zero"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes,
        "way in",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, [1, 16, 16, 3])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 3, 16, 16])],
        [numpy_helper.from_array(np.array(value), name) for name, value in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def answer(model: "onnx.ModelProto") -> np.ndarray:
    onnxruntime = pytest.importorskip("onnxruntime")
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    every = np.resize(np.arange(256, dtype=np.uint8), (1, 16, 16, 3))
    return np.asarray(session.run(None, {"x": every})[0])


def test_the_way_to_floats_and_back_to_the_same_bytes_is_left_out() -> None:
    before, after = network(0.45, 115), fed_with_bytes(network(0.45, 115))
    assert [node.op_type for node in after.graph.node] == ["Transpose", "DequantizeLinear"]
    np.testing.assert_array_equal(answer(after), answer(before))


def test_where_the_bytes_would_be_others_everything_stays() -> None:
    assert len(fed_with_bytes(network(0.45, 120)).graph.node) == 6
