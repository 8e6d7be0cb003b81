"""`python -m models.recipe WORK [--photographs FOLDER] [--crops FOLDER]`: everything, from nothing to both networks.

Each step leaves its result in WORK and is skipped when that is there, so the whole may be broken off and taken up
again. Without photographs and crops it trains on made-up pictures alone.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

KEPT_TOPS = ("rummyBackground-09", "rummyBackground-1")
"""Photographs of empty tables that no table top is cut from."""


def step(module: str, *words: object) -> None:
    """Runs one of the recipe's modules, and stops everything where it fails."""
    command = [sys.executable, "-m", f"models.recipe.{module}", *map(str, words)]
    print("$", *command[1:], flush=True)
    subprocess.run(command, check=True)


def train(
    work: Path, round_: int, pictures: Iterable[str], detector_steps: int, classifier_steps: int, rate: float
) -> None:
    """Trains both networks from the round before, and exports them."""
    for kind, steps in (("detector", detector_steps), ("classifier", classifier_steps)):
        shown = [p for p in pictures if kind == "classifier" or "crops" not in p]
        start = [] if round_ == 1 else ["--start", work / f"{kind}-{round_ - 1}.pt"]
        options = ["--out", work / f"{kind}-{round_}.pt", "--steps", steps, "--rate", rate, "--seed", round_]
        step("train", kind, "--pictures", *shown, *options, *start)
    step("export", work / f"detector-{round_}.pt", work / f"classifier-{round_}.pt")


def main() -> None:
    """Three rounds; the fourth that the classifier in this repository had (models/README.md) is part of the third."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--photographs", type=Path)
    parser.add_argument("--crops", type=Path)
    args = parser.parse_args()
    work: Path = args.work
    bare = sorted(args.photographs.glob("rummyBackground*.jpg")) if args.photographs else []
    tops = ["--tops", *(p for p in bare if not p.name.startswith(KEPT_TOPS))] if bare else []
    step("make_pictures", work / "p1", "--count", 4000, "--seed", 1, *tops)
    for seed, count in ((2, 1600), (3, 700), (4, 600)):
        step("make_pictures", work / f"p{seed}", "--count", count, "--seed", seed, *tops)
    step("make_pictures", work / "held", "--count", 80, "--seed", 99, "--held-out")
    train(work, 1, [f"{work}/p1"], 3500, 3500, 2e-3)
    pictures = [f"{work}/p1"]
    if args.photographs:
        step("photographs", args.photographs, work / "photos")
        pictures.append(f"{work}/photos/train=8")
    if args.crops:
        step("crops", args.crops, work / "crops")
        pictures.append(f"{work}/crops/train=0.25")
    step("mine", *(p.split("=")[0] for p in pictures))
    train(work, 2, pictures, 5000, 6000, 1.5e-3)
    step("mine", work / "p2", work / "p3", work / "p4")
    train(work, 3, [*pictures, f"{work}/p2=1.5", f"{work}/p3=2", f"{work}/p4=2"], 2200, 3700, 8e-4)
    step("calibrate", work / "held", *([work / "photos" / "measure"] if args.photographs else []))


if __name__ == "__main__":
    main()
