"""Integer weights whose adjacent products never saturate when they are added in 16 bits."""

import numpy as np
import pytest
from onnx import ModelProto, helper, numpy_helper

from models.recipe.tests.graphs import answer, network
from models.recipe.training.lighter import never_saturated, steps, weights_of

BYTE, LARGEST_16 = 255, 2**15 - 1
PLAIN = {"xs": np.float32(1 / 255), "xz": np.uint8(0), "ys": np.float32(0.05), "yz": np.uint8(128)}


def weights(seed: int = 4) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 0.2, (8, 4, 3, 3)).astype(np.float32)


def whole(floats: np.ndarray) -> np.ndarray:
    """Integer weights in their order in memory, a row for each channel."""
    step = steps(floats)[:, None, None, None]
    return np.round(floats / step).transpose(0, 2, 3, 1).reshape(len(floats), -1)


def two_products(lying: np.ndarray) -> float:
    """The largest sum of two adjacent products of bytes with these weights, (C, K)."""
    signs = [np.maximum(sign * lying, 0) for sign in (1, -1)]
    return float(BYTE * max((one[:, 1:] + one[:, :-1]).max() for one in signs))


@pytest.mark.parametrize("seed", range(5))
def test_two_products_side_by_side_fit_into_16_bits(seed: int) -> None:
    assert two_products(whole(weights(seed))) <= LARGEST_16


def test_a_large_weight_beside_small_ones_stays_as_fine_as_a_byte_allows() -> None:
    floats = np.full((1, 4, 3, 3), 0.001, np.float32)
    floats[0, 2, 1, 1] = 1.0
    assert whole(floats).max() == 127


def test_two_large_ones_side_by_side_are_made_smaller() -> None:
    floats = np.full((1, 4, 3, 3), 0.001, np.float32)
    floats[0, 1:3, 1, 1] = 1.0
    assert whole(floats).max() == 64


def convolution(floats: np.ndarray) -> ModelProto:
    """A convolution in integers, as onnxruntime's tools write it."""
    step = np.abs(floats).reshape(len(floats), -1).max(1) / 127
    bias = np.linspace(-1, 1, len(floats))
    constants = {
        **PLAIN,
        "w": np.round(floats / step[:, None, None, None]).astype(np.int8),
        "ws": step.astype(np.float32),
        "wz": np.zeros(len(floats), np.int8),
        "b": np.round(bias / step * 255).astype(np.int32),
        "bs": (step / 255).astype(np.float32),
        "bz": np.zeros(len(floats), np.int32),
    }
    nodes = [
        helper.make_node("DequantizeLinear", ["x", "xs", "xz"], ["shown"]),
        helper.make_node("DequantizeLinear", ["w", "ws", "wz"], ["weights"], axis=0),
        helper.make_node("DequantizeLinear", ["b", "bs", "bz"], ["bias"], axis=0),
        helper.make_node("Conv", ["shown", "weights", "bias"], ["seen"], "only", pads=[1] * 4, kernel_shape=[3, 3]),
        helper.make_node("QuantizeLinear", ["seen", "ys", "yz"], ["rounded"]),
        helper.make_node("DequantizeLinear", ["rounded", "ys", "yz"], ["y"]),
    ]
    return network(nodes, constants, [1, 4, 16, 16], [1, 8, 16, 16])


def test_the_network_answers_as_its_floats_do_but_for_roundings() -> None:
    floats = weights()
    model = never_saturated(convolution(floats), {"only": floats})
    (kept,) = (numpy_helper.to_array(one) for one in model.graph.initializer if one.name == "ws")
    np.testing.assert_array_equal(kept, steps(floats))
    shown = np.random.default_rng(2).integers(0, 256, (1, 4, 16, 16)).astype(np.uint8)
    meant = (floats * shown[0, :, 7:10, 7:10] / 255).sum(axis=(1, 2, 3)) + np.linspace(-1, 1, 8)
    np.testing.assert_allclose(answer(model, shown)[0, :, 8, 8], meant, atol=0.06)


def test_weights_are_found_by_the_names_of_their_convolutions() -> None:
    floats = weights()
    node = helper.make_node("Conv", ["x", "w"], ["y"], "only")
    graph = helper.make_graph([node], "float", [], [], [numpy_helper.from_array(floats, "w")])
    np.testing.assert_array_equal(weights_of(helper.make_model(graph))["only"], floats)
