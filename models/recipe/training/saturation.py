"""Weights in whole numbers of which no two products together are too large for 16 bits.

Processors with AVX2, but without VNNI, multiply bytes two by two and add each two products in 16 bits; what is larger
is cut off there (onnxruntime's guide to quantisation, "When and why do I need to try U8U8?"). Halving all weights, as
its `reduce_range` does, avoids that, but so much is not needed: a large weight beside small ones may stay.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from onnx import numpy_helper
from onnx.onnx_ml_pb2 import ModelProto, NodeProto

from models.recipe.training.lighter import constants_of, makers

LARGEST, TOGETHER = 127, 127
"""A weight, and two weights of one sign side by side, are at most so large: 255 times 128 fits into 16 bits."""
Weights = NDArray[np.floating]


def weights_of(model: ModelProto) -> dict[str, Weights]:
    """The weights of a network's convolutions, (C, I, H, W), by their names."""
    constants = constants_of(model)
    return {node.name: constants[node.input[1]] for node in model.graph.node if node.op_type == "Conv"}


def never_saturated(model: ModelProto, weights: Mapping[str, Weights]) -> ModelProto:
    """The quantised network with its convolutions' steps made larger where two products might be cut off.

    `weights`: the convolutions' weights before they were quantised, (C, I, H, W), by the convolutions' names.
    """
    made = makers(model)
    for node in model.graph.node:
        if node.op_type == "Conv" and all(name in made for name in node.input):
            shown, quantised, *bias = (made[name] for name in node.input)
            _requantise(model, weights[node.name], shown, quantised, bias)
    return model


def steps(weights: Weights) -> NDArray[np.float32]:
    """Each channel's step (C,): the smallest by which no whole weight of (C, I, H, W), and no two neighbours, overflow.

    Neighbours in memory: row by row, all channels of a pixel side by side.
    """
    lying = weights.transpose(0, 2, 3, 1).reshape(len(weights), -1)
    pairs = [np.maximum(sign * lying, 0) for sign in (1, -1)]
    together = np.max([(one[:, 1:] + one[:, :-1]).max(axis=1, initial=0) for one in pairs], axis=0)
    step = np.maximum(np.abs(lying).max(axis=1) / LARGEST, together / TOGETHER)
    return np.maximum(step, 1e-8).astype(np.float32)


def _requantise(
    model: ModelProto, weights: Weights, shown: NodeProto, quantised: NodeProto, bias: list[NodeProto]
) -> None:
    step = steps(weights)
    whole = np.round(weights / step[:, None, None, None])
    _write(model, quantised.input[0], whole.astype(np.int8))
    _write(model, quantised.input[1], step)
    for node in bias:
        value = _read(model, node.input[0]) * _read(model, node.input[1])
        small = (step * _read(model, shown.input[1])).astype(np.float32)
        _write(model, node.input[0], np.round(value / small).astype(np.int32))
        _write(model, node.input[1], small)


def _read(model: ModelProto, name: str) -> NDArray[np.float64]:
    (found,) = (one for one in model.graph.initializer if one.name == name)
    return numpy_helper.to_array(found).astype(np.float64)


def _write(model: ModelProto, name: str, value: NDArray[np.generic]) -> None:
    (found,) = (one for one in model.graph.initializer if one.name == name)
    found.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(value), name))
