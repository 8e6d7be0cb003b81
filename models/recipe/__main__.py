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
MADE_UP = {1: 4000, 2: 1600, 3: 700, 4: 600, 5: 1050}
"""Made-up pictures by the seed they grow from."""


def step(module: str, *words: object) -> None:
    """Runs one of the recipe's modules, and stops everything where it fails."""
    command = [sys.executable, "-m", f"models.recipe.{module}", *map(str, words)]
    print("$", *command[1:], flush=True)
    subprocess.run(command, check=True)


def train(kind: str, work: Path, round_: int, pictures: Iterable[str], steps: int, rate: float) -> Path:
    """Trains a network, from the round before if there is one; its checkpoint."""
    out = work / f"{kind}-{round_}.pt"
    start = [] if round_ == 1 else ["--start", work / f"{kind}-{round_ - 1}.pt"]
    step(
        "train", kind, "--pictures", *pictures, "--out", out, "--steps", steps, "--rate", rate, "--seed", round_, *start
    )
    return out


def main() -> None:
    """One long run for the detector; two for the classifier, which in the second sees what that detector finds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--photographs", type=Path)
    parser.add_argument("--crops", type=Path)
    args = parser.parse_args()
    work: Path = args.work
    bare = sorted(args.photographs.glob("rummyBackground*.jpg")) if args.photographs else []
    tops = ["--tops", *(p for p in bare if not p.name.startswith(KEPT_TOPS))] if bare else []
    for seed, count in MADE_UP.items():
        step("make_pictures", work / f"p{seed}", "--count", count, "--seed", seed, *tops)
    step("make_pictures", work / "held", "--count", 80, "--seed", 99, "--held-out")
    pictures = [f"{work}/p{seed}" for seed in MADE_UP]
    if args.photographs:
        step("photographs", args.photographs, work / "photos")
        pictures.append(f"{work}/photos/train=8")
    detector = train("detector", work, 1, pictures, 14000, 2.5e-3)
    step("export", detector, train("classifier", work, 1, pictures, 5000, 2e-3))
    if args.crops:
        step("crops", args.crops, work / "crops")
        pictures.append(f"{work}/crops/train=0.25")
    step("mine", *(p.split("=")[0] for p in pictures))
    step("export", detector, train("classifier", work, 2, pictures, 8000, 1.5e-3))
    step("calibrate", work / "held", *([work / "photos" / "measure"] if args.photographs else []))


if __name__ == "__main__":
    main()
