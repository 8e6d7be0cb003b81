"""`python -m models.recipe.training.train detector|corners|classifier --pictures FOLDER...`: trains one, resumably.

Samples are made by a few processes from pictures in memory; every sample has its seed. A checkpoint is written each
minute and taken up again when the same `--out` is given.
"""

import argparse
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from models.recipe.training.classifier_samples import Part, cut, part_of
from models.recipe.training.detector_samples import Sample, corner_sample, detector_samples, detector_target, turned
from models.recipe.training.export import NETWORKS, averaged
from models.recipe.training.labelled import Labelled, load_folder
from models.recipe.training.losses import LOSSES

SIDE = 320
"""Side in pixels of the part of a picture that the detector sees."""
TOGETHER = {"detector": 2, "classifier": 6, "corners": 6}
PARTS = 3
"""New pictures in a batch; the detector takes as many parts of each, the classifier up to 40 crops."""
REPLAYED = {"detector": 240, "classifier": 60}
"""Number of earlier samples kept to be shown again, turned or cut from other quads: simulating a camera takes longer
than a step of training.
"""
SEED, WORKERS = 1, 2
"""Seed of a training; and number of processes that make its samples; with a graphics card one per core, except this
process's core.
"""
MOST_CROPS = 40
"""Greatest number of crops of one picture in a batch."""


class Samples(torch.utils.data.IterableDataset[Any]):
    """An endless stream of batches; worker and step give the seed."""

    def __init__(self, kind: str, pictures: list[Labelled], seed: int) -> None:
        self.kind, self.pictures, self.seed = kind, pictures, seed
        weights = np.array([p.weight for p in pictures])
        self.odds = weights / weights.sum()

    def __iter__(self) -> Iterator[Any]:
        cv2.setNumThreads(1)
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng((self.seed, worker.id if worker else 0))
        sought: list[Sample] = []
        named: list[Part] = []
        while True:
            chosen = [self.pictures[i] for i in rng.choice(len(self.pictures), TOGETHER[self.kind], p=self.odds)]
            if self.kind == "detector":
                yield detector_batch(rng, chosen, sought)
            elif self.kind == "classifier":
                yield classifier_batch(rng, chosen, named)
            else:
                yield corner_batch(rng, chosen)


def among_earlier(rng: np.random.Generator, earlier: list[Any], new: list[Any], most: int) -> list[Any]:
    """As many earlier samples as new samples; the new samples then replace some of the earlier ones."""
    again = [earlier[i] for i in rng.permutation(len(earlier))[: len(new)]]
    staying = rng.permutation(len(earlier))[: most - len(new)]
    earlier[:] = [*(earlier[i] for i in staying), *new]
    return again


def detector_batch(rng: np.random.Generator, chosen: list[Labelled], earlier: list[Sample]) -> tuple[np.ndarray, ...]:
    """Pictures (N, 3, S, S) uint8 RGB, targets, the masks where geometry and faces count. Half of them come from
    `earlier` pictures, turned.
    """
    new = [sample for labelled in chosen for sample in detector_samples(rng, labelled, SIDE, PARTS)]
    again = among_earlier(rng, earlier, new, REPLAYED["detector"])
    parts = [
        (image[..., ::-1].transpose(2, 0, 1), *detector_target(quads, ink, SIDE))
        for image, quads, ink in [*new, *(turned(sample, int(rng.integers(1, 4))) for sample in again)]
    ]
    return tuple(np.stack(column) for column in zip(*parts, strict=True))


def classifier_batch(rng: np.random.Generator, chosen: list[Labelled], earlier: list[Part]) -> tuple[np.ndarray, ...]:
    """Crops (N, 3, 64, 48) uint8 RGB, number, colour, turn, face classes, and the index of each crop's picture. Half of
    them come from `earlier` pictures, cut anew.
    """
    new = [part_of(rng, p, int(rng.integers(1, MOST_CROPS)) if rng.random() < 0.3 else MOST_CROPS) for p in chosen]
    again = among_earlier(rng, earlier, [one for one in new if one.by_camera], REPLAYED["classifier"])
    parts = [cut(rng, one) for one in [*new, *again]]
    owner = np.concatenate([np.full(len(p.number), i) for i, p in enumerate(parts)])
    images = np.concatenate([p.images for p in parts])[..., ::-1].transpose(0, 3, 1, 2)
    columns = [np.concatenate([getattr(p, name) for p in parts]) for name in ("number", "colour", "turn", "face")]
    return (np.ascontiguousarray(images), *columns, owner)


def corner_batch(rng: np.random.Generator, chosen: list[Labelled]) -> tuple[np.ndarray, ...]:
    """Crops around faces (N, 3, 64, 48) uint8 RGB, and the offsets of their corners (N, 8)."""
    parts = [corner_sample(rng, p, MOST_CROPS) for p in chosen]
    images = np.concatenate([p.images for p in parts])[..., ::-1].transpose(0, 3, 1, 2)
    return np.ascontiguousarray(images), np.concatenate([p.off for p in parts])


def train(
    kind: str, pictures: list[Labelled], out: Path, steps: int, rate: float, start: Path | None, device: str = "cpu"
) -> None:
    """Trains until `steps` are done, writing `out` each minute (weights, averaged weights, optimiser, step)."""
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    network = NETWORKS[kind].make()
    network = network.to(device, memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.08)
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    done = _take_up(out, start, network, optimiser, schedule, average)
    workers = WORKERS if device == "cpu" else max(WORKERS, (os.cpu_count() or 1) - 1)
    loader = torch.utils.data.DataLoader(
        Samples(kind, pictures, SEED + done), batch_size=None, num_workers=workers, prefetch_factor=6
    )
    loss_of = LOSSES[kind]
    shown: dict[str, float] = {}
    since = saved = time.monotonic()
    for step, batch in zip(range(done, steps), loader, strict=False):
        with torch.autocast(device, torch.bfloat16):
            loss, parts = loss_of(network, [torch.as_tensor(b).to(device) for b in batch])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        average.update_parameters(network)
        shown = {k: 0.98 * shown.get(k, v) + 0.02 * v for k, v in parts.items()}
        if step % 100 == 99:
            words = "  ".join(f"{k} {v:.4f}" for k, v in shown.items())
            print(f"step {step + 1}/{steps}  {words}  {(time.monotonic() - since) / 100:.3f} s a step", flush=True)
            since = time.monotonic()
        if time.monotonic() - saved > 60 or step + 1 == steps:
            _keep(out, step + 1, network, optimiser, schedule, average)
            saved = time.monotonic()


def _keep(out: Path, step: int, network: Any, optimiser: Any, schedule: Any, average: Any) -> None:
    state = {
        "step": step,
        "network": network.state_dict(),
        "optimiser": _smaller(optimiser.state_dict()),
        "schedule": schedule.state_dict(),
        "average": average.state_dict(),
    }
    torch.save(state, out.with_suffix(".new"))
    out.with_suffix(".new").rename(out)


def _smaller(state: Any) -> Any:
    """An optimiser's state with its two means of each weight's gradients in 16 bits, for checkpoints that are moved
    between machines.
    """
    each = {
        place: {name: value.bfloat16() if name.startswith("exp_avg") else value for name, value in means.items()}
        for place, means in state["state"].items()
    }
    return {**state, "state": each}


def _take_up(out: Path, start: Path | None, network: Any, optimiser: Any, schedule: Any, average: Any) -> int:
    if out.exists():
        state = torch.load(out, map_location="cpu")
        for part, name in (
            (network, "network"),
            (optimiser, "optimiser"),
            (schedule, "schedule"),
            (average, "average"),
        ):
            part.load_state_dict(state[name])
        return int(state["step"])
    if start is not None:
        network.load_state_dict(averaged(start))
        average.module.load_state_dict(network.state_dict())
    return 0


def main() -> None:
    """Reads the command line and trains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=list(NETWORKS))
    parser.add_argument(
        "--pictures", nargs="+", required=True, help="FOLDER or FOLDER=WEIGHT (how often, against the others)"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--start", type=Path, help="begin from these averaged weights: another run's (.pt), or what is kept (.npz)"
    )
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--rate", type=float, required=True)
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    args = parser.parse_args()
    pictures = []
    for text in args.pictures:
        folder, _, weight = text.partition("=")
        pictures += load_folder(Path(folder), float(weight or 1))
    print(f"{len(pictures)} pictures", flush=True)
    train(args.kind, pictures, args.out, args.steps, args.rate, args.start, args.device)


if __name__ == "__main__":
    main()
