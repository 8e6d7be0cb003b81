"""Makes quantised networks faster without changing their outputs, where no product saturates.

Each step takes an ONNX graph and returns it; a graph without the pattern that the step looks for is unchanged.

Also chooses quantised weights of which no two adjacent products overflow 16 bits: processors with AVX2, but without
VNNI, multiply bytes in pairs and add both products in 16 bits with saturation (onnxruntime's guide to quantisation,
"When and why do I need to try U8U8?"). Halving all weights, as its `reduce_range` does, avoids that but is more than
needed: a large weight beside small ones may stay.
"""

from collections.abc import Iterator, Mapping

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from onnx.onnx_ml_pb2 import ModelProto, NodeProto

BLOCK = 4
"""Columns that the first convolution joins: 12 channels in place of 3, which fill a processor's lanes."""
FIRST = "first"
"""Beginning of the names of the first convolution's new nodes."""
LARGEST, TOGETHER = 127, 127
"""Limits of a weight, and of the sum of two adjacent weights of one sign: 255 times 128 fits into 16 bits."""
Weights = NDArray[np.floating]


def lighter(model: ModelProto) -> ModelProto:
    """The network after both steps."""
    return in_blocks(fed_with_bytes(model))


def fed_with_bytes(model: ModelProto) -> ModelProto:
    """The network without the nodes that convert a picture's bytes to float and back, which took a seventh of its time.

    A byte b becomes b / 255 - mean, which is quantised to b again where the step is 1/255 and the zero point is the
    mean's byte. Otherwise, or where the network begins differently, it is unchanged.
    """
    made = makers(model)
    quantised = next((node for node in model.graph.node if node.op_type == "QuantizeLinear"), None)
    chain = [quantised] if quantised is not None else []
    while chain and chain[-1].input[0] in made:
        chain.append(made[chain[-1].input[0]])
    if [node.op_type for node in chain] != ["QuantizeLinear", "Sub", "Div", "Cast", "Transpose"]:
        return model
    if not _gives_the_same_bytes(model, *chain[:3]):
        return model
    _instead(model, chain[0].output[0], chain[4].output[0])
    for node in chain[:4]:
        model.graph.node.remove(node)
    return model


def in_blocks(model: ModelProto) -> ModelProto:
    """The network with a first convolution (3 by 3, stride 2) that takes blocks of four columns at once.

    It computes both resulting pixels, exactly as before; the bytes of a picture already lie in memory in this order.
    """
    first = next((node for node in model.graph.node if node.op_type == "Conv"), None)
    made, constants = makers(model), constants_of(model)
    if first is None or any(name not in made or made[name].op_type != "DequantizeLinear" for name in first.input):
        return model
    weights = constants[made[first.input[1]].input[0]]
    after = [node for node in model.graph.node if first.output[0] in node.input]
    if weights.shape[1:] != (3, 3, 3) or _strides(first) != [2, 2] or [n.op_type for n in after] != ["QuantizeLinear"]:
        return model
    at = list(model.graph.node).index(first)
    floats = _of_weights(model, weights, [made[name] for name in first.input[1:]])
    new = [*floats, *_looking_at_blocks(model, made[first.input[0]], floats, after[0], len(weights))]
    _instead(model, after[0].output[0], f"{FIRST}_apart")
    nodes = [*model.graph.node[:at], *new, *model.graph.node[at:]]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return _without_what_nobody_takes(model)


def _looking_at_blocks(
    model: ModelProto, shown: NodeProto, weights: list[NodeProto], rounded: NodeProto, channels: int
) -> list[NodeProto]:
    """The nodes of the first convolution on blocks: they group `shown` into blocks, convolve them, and regroup the
    result.
    """
    inputs = [f"{FIRST}_shown", *(node.output[0] for node in weights)]
    seen = helper.make_node("Conv", inputs, [f"{FIRST}_seen"], kernel_shape=[3, 2], pads=[1, 1, 1, 0], strides=[2, 1])
    return [
        *_regrouped(model, shown.input[0], f"{FIRST}_blocks", BLOCK * 3),
        helper.make_node("DequantizeLinear", [f"{FIRST}_blocks", *shown.input[1:]], [f"{FIRST}_shown"]),
        seen,
        helper.make_node("QuantizeLinear", [f"{FIRST}_seen", *rounded.input[1:]], [f"{FIRST}_both"]),
        *_regrouped(model, f"{FIRST}_both", f"{FIRST}_apart", channels),
    ]


def weights_in_blocks(weights: np.ndarray) -> np.ndarray:
    """Weights (C, 3, 3, 3) for single pixels as weights (2 C, 12, 3, 2) for a block of four columns and the one before.

    The first C channels give the left of two pixels, the others the right; weights of pixels outside the kernel are 0.
    """
    count = len(weights)
    out = np.zeros((2, count, BLOCK, 3, 3, 2), weights.dtype)  # side, channel, column, colour, rows, block
    for side in range(2):
        for across in range(3):
            column = 2 * side + across - 1
            out[side, :, column % BLOCK, :, :, int(column >= 0)] = weights[..., across]
    return out.reshape(2 * count, BLOCK * 3, 3, 2)


def _of_weights(model: ModelProto, weights: np.ndarray, dequantised: list[NodeProto]) -> list[NodeProto]:
    """The new weights and biases for blocks, each with its scales and zero points repeated, and their dequantising
    nodes.
    """
    constants, nodes = constants_of(model), []
    for place, node in enumerate(dequantised):
        names = [f"{FIRST}_{place}_{part}" for part in ("values", "step", "zero")]
        values = [constants[name] for name in node.input]
        values[0] = weights_in_blocks(weights) if place == 0 else np.tile(values[0], 2)
        values[1:] = [np.tile(value, 2) for value in values[1:]]
        model.graph.initializer.extend(map(numpy_helper.from_array, values, names))
        nodes.append(helper.make_node("DequantizeLinear", names, [f"{FIRST}_{place}"], axis=0))
    return nodes


def _regrouped(model: ModelProto, before: str, after: str, channels: int) -> Iterator[NodeProto]:
    """Nodes that give (N, C, H, W) this many channels, by joining neighbouring pixels of a row into one, or splitting
    one.
    """
    shape = np.array([0, 0, -1, channels], np.int64)
    model.graph.initializer.append(numpy_helper.from_array(shape, f"{after}_shape"))
    yield helper.make_node("Transpose", [before], [f"{after}_rows"], perm=[0, 2, 3, 1])
    yield helper.make_node("Reshape", [f"{after}_rows", f"{after}_shape"], [f"{after}_grouped"])
    yield helper.make_node("Transpose", [f"{after}_grouped"], [after], perm=[0, 3, 1, 2])


def _strides(node: NodeProto) -> list[int]:
    return next((list(one.ints) for one in node.attribute if one.name == "strides"), [])


def makers(model: ModelProto) -> dict[str, NodeProto]:
    """The node that makes each value, by the value's name."""
    return {name: node for node in model.graph.node for name in node.output}


def constants_of(model: ModelProto) -> dict[str, np.ndarray]:
    """A network's constants, by their names."""
    return {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}


def _instead(model: ModelProto, old: str, new: str) -> None:
    """Replaces a value by a new one in all nodes that take it."""
    for node in model.graph.node:
        node.input[:] = [new if name == old else name for name in node.input]


def _without_what_nobody_takes(model: ModelProto) -> ModelProto:
    """The graph without nodes and constants whose outputs are unused."""
    wanted = {one.name for one in model.graph.output}
    nodes = []
    for node in reversed(model.graph.node):
        if wanted.intersection(node.output):
            wanted.update(node.input)
            nodes.append(node)
    constants = [one for one in model.graph.initializer if one.name in wanted]
    del model.graph.node[:], model.graph.initializer[:], model.graph.value_info[:]
    model.graph.node.extend(reversed(nodes))
    model.graph.initializer.extend(constants)
    onnx.checker.check_model(model)
    return model


def _gives_the_same_bytes(model: ModelProto, quantised: NodeProto, mean: NodeProto, whole: NodeProto) -> bool:
    """Whether every byte is unchanged after it was divided, shifted and quantised."""
    constants = constants_of(model)
    values = [constants.get(name) for name in (whole.input[1], mean.input[1], *quantised.input[1:3])]
    if any(value is None or value.size != 1 for value in values):
        return False
    divisor, middle, step, zero = (float(value.reshape(())) for value in values if value is not None)
    every = np.arange(256)
    return bool((np.round((every / divisor - middle) / step) + zero == every).all())


def weights_of(model: ModelProto) -> dict[str, Weights]:
    """The weights of a network's convolutions, (C, I, H, W), by their names."""
    constants = constants_of(model)
    return {node.name: constants[node.input[1]] for node in model.graph.node if node.op_type == "Conv"}


def never_saturated(model: ModelProto, weights: Mapping[str, Weights]) -> ModelProto:
    """The quantised network, with larger quantisation steps where two products might saturate.

    `weights`: the convolutions' weights before quantisation, (C, I, H, W), by the convolutions' names.
    """
    made = makers(model)
    for node in model.graph.node:
        if node.op_type == "Conv" and all(name in made for name in node.input):
            shown, quantised, *bias = (made[name] for name in node.input)
            _requantise(model, weights[node.name], shown, quantised, bias)
    return model


def steps(weights: Weights) -> NDArray[np.float32]:
    """The smallest quantisation step of each channel (C,) at which no weight of (C, I, H, W), and no two neighbours,
    overflow.

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
