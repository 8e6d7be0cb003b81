"""Quantised networks are made faster, with unchanged answers."""

import numpy as np
import pytest
from onnx import ModelProto, TensorProto, helper

from models.recipe.tests.graphs import answer, network
from models.recipe.training.lighter import fed_with_bytes, in_blocks


def way_in(mean: float, zero: int) -> ModelProto:
    """The first nodes of a network: a picture's bytes, divided, shifted, quantised and converted back to floats."""
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
    return network(nodes, constants, [1, 16, 16, 3], [1, 3, 16, 16])


EVERY_BYTE = np.resize(np.arange(256, dtype=np.uint8), (1, 16, 16, 3))


def test_the_way_to_floats_and_back_to_the_same_bytes_is_left_out() -> None:
    before, after = way_in(0.45, 115), fed_with_bytes(way_in(0.45, 115))
    assert [node.op_type for node in after.graph.node] == ["Transpose", "DequantizeLinear"]
    np.testing.assert_array_equal(answer(after, EVERY_BYTE), answer(before, EVERY_BYTE))


def test_where_the_bytes_would_be_others_everything_stays() -> None:
    assert len(fed_with_bytes(way_in(0.45, 120)).graph.node) == 6


def convolution(channels: int = 3, step: int = 2) -> ModelProto:
    """A first convolution in whole numbers."""
    rng = np.random.default_rng(3)
    steps = rng.uniform(0.001, 0.003, 8).astype(np.float32)
    constants = {
        # in seven bits: a processor without VNNI adds products in pairs of 16 bits, and larger pairs overflow
        "weights": rng.integers(-63, 64, (8, channels, 3, 3)).astype(np.int8),
        "steps": steps,
        "zeros": np.zeros(8, np.int8),
        "biases": rng.integers(-9000, 9000, 8).astype(np.int32),
        "bias_steps": steps / np.float32(255),
        "bias_zeros": np.zeros(8, np.int32),
        "step": np.float32(1 / 255),
        "zero": np.uint8(115),
        "wide": np.float32(0.01),
        "middle": np.uint8(120),
    }
    nodes = [
        helper.make_node("Transpose", ["x"], ["turned"], perm=[0, 3, 1, 2]),
        helper.make_node("DequantizeLinear", ["turned", "step", "zero"], ["shown"]),
        helper.make_node("DequantizeLinear", ["weights", "steps", "zeros"], ["w"], axis=0),
        helper.make_node("DequantizeLinear", ["biases", "bias_steps", "bias_zeros"], ["b"], axis=0),
        helper.make_node("Conv", ["shown", "w", "b"], ["seen"], pads=[1] * 4, strides=[step] * 2, kernel_shape=[3, 3]),
        helper.make_node("QuantizeLinear", ["seen", "wide", "middle"], ["rounded"]),
        helper.make_node("DequantizeLinear", ["rounded", "wide", "middle"], ["y"]),
    ]
    return network(nodes, constants, ["n", "h", "w", channels], ["n", 8, "h2", "w2"])


@pytest.mark.parametrize("size", [(2, 64, 48), (1, 32, 96)])
def test_four_columns_at_once_give_the_very_same_numbers(size: tuple[int, int, int]) -> None:
    shown = np.random.default_rng(5).integers(0, 256, (*size, 3)).astype(np.uint8)
    before, after = convolution(), in_blocks(convolution())
    assert "first_both" in {name for node in after.graph.node for name in node.output}
    np.testing.assert_array_equal(answer(after, shown), answer(before, shown))
    assert len(np.unique(answer(before, shown))) > 50, "not all is cut off"


@pytest.mark.parametrize("other", [{"channels": 4}, {"step": 1}])
def test_a_network_that_begins_otherwise_stays(other: dict[str, int]) -> None:
    assert in_blocks(convolution(**other)) == convolution(**other)
