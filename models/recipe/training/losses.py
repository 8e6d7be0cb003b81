"""The loss of each network for a batch, and its parts for display."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits as bce
from torch.nn.functional import cross_entropy, l1_loss

from models.recipe.training.networks import Classifier, Corners, Detector

PER_MAP = torch.tensor([1.0, 1, 3, 3, 1.5, 1.5, 1.5, 1.5, 0.6, 0.6, 0.6, 0.6])
"""Weight of each map of a face's geometry in the loss."""


def detector_loss(network: Detector, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Focal loss for faces (CenterNet's), L1 for their geometry."""
    images, target, geometry, counts = batch
    out = network(images.float().div(255).contiguous(memory_format=torch.channels_last)).float()
    heat, score = target[:, 0], torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    is_centre = heat > 0.999
    near = torch.where(
        is_centre, (1 - score) ** 2 * -torch.log(score), (1 - heat) ** 4 * score**2 * -torch.log(1 - score)
    )
    faces = is_centre.sum().clamp(min=1)
    face_loss = (near * counts).sum() / faces
    weight = geometry[:, None]
    wanted, given = target[:, 1:], out[:, 1:]
    off = l1_loss(given, wanted, reduction="none") * weight * PER_MAP.to(out.device)[None, :, None, None]
    # a pixel of error matters more for a small face than for a large one
    per_size = torch.exp(-wanted[:, 2:4].mean(1, keepdim=True)).clamp(0.25, 2.5)
    shape_loss = ((off[:, :2] * per_size).sum() + off[:, 2:].sum()) / weight.sum().clamp(min=1)
    return face_loss + shape_loss, {"face": float(face_loss.detach()), "shape": float(shape_loss.detach())}


def classifier_loss(network: Classifier, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropy of number, colour and turn, where they are trained, and of being a face."""
    images, number, colour, turn, face, owner = batch
    n, c, t, f = (
        o.float() for o in network(images.float().div(255).contiguous(memory_format=torch.channels_last), owner)
    )
    sought = (face >= 0).float()
    parts = [
        cross_entropy(n, number, ignore_index=-1, label_smoothing=0.02),
        cross_entropy(c, colour, ignore_index=-1, label_smoothing=0.02),
        cross_entropy(t, turn, ignore_index=-1, label_smoothing=0.01),
        bce(f[:, 0], face.clamp(min=0).float(), sought, reduction="sum") / sought.sum().clamp(min=1),
    ]
    asked = number >= 0
    wrong = float(((n.argmax(1) != number) & asked).sum() / asked.sum().clamp(min=1))
    coloured = colour >= 0
    wrong_colour = float(((c.argmax(1) != colour) & coloured).sum() / coloured.sum().clamp(min=1))
    shown = {
        "number": float(parts[0].detach()),
        "n_err": wrong,
        "c_err": wrong_colour,
        "turn": float(parts[2].detach()),
        "face": float(parts[3].detach()),
    }
    return parts[0] + parts[1] + 0.5 * parts[2] + 0.7 * parts[3], shown


def corner_loss(network: Corners, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """L1 of the corners' positions, in hundredths of the crop's size."""
    images, off = batch
    if not len(images):
        return network.off.bias.sum() * 0, {}
    out = network(images.float().div(255).contiguous(memory_format=torch.channels_last)).float()
    loss = (out - off).abs().mean() * 100
    return loss, {"off": float(loss.detach()), "before": float(off.abs().mean()) * 100}


LOSSES: dict[str, Callable[[Any, list[Tensor]], tuple[Tensor, dict[str, float]]]] = {
    "detector": detector_loss,
    "classifier": classifier_loss,
    "corners": corner_loss,
}
