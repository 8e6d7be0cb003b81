"""`python -m models.recipe make WORK [--photographs F] [--crops F] [--no-tiles F] [--pictures F]`: trains the networks.

It begins with the weights kept in models/recipe/weights, or from nothing with `--anew`. Each step leaves its result
in WORK and is skipped when that is there, so the whole may be broken off and taken up again. Without photographs, crops
and pictures without a tile it trains on made-up pictures alone. `--pictures`: any pictures without a tile, that tables
and what lies on them are cut from (models/README.md says which were taken).
"""

import argparse
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from models.recipe.measuring import measure

KEPT = Path(__file__).parent / "weights"
"""The networks' weights to train on from (training/weights.py)."""
KEPT_TOPS = ("rummyBackground-09", "rummyBackground-1")
"""Photographs of empty tables that no table top is cut from."""
MADE_UP = {"tables": 2600, "editions": 1400, "home": 800, "layouts": 350, "few": 700, "no_tiles": 370}
"""Made-up pictures of each kind; of a few tiles all on cloth."""
CUT_OUT = {"home": 500, "tables": 500, "few": 400}
"""Pictures of each kind in which the tiles' faces are cut from photographs and crops."""
JOKERS = ("jester", "word", "butterfly", "mirror")
ONLY = {"dark": 520, "disc": 180, "card": 100, "green": 80, "lime": 70, "pink": 70, "dark+disc+square": 260}
ONLY |= dict.fromkeys(JOKERS, 60)
"""Tables on which all tiles have something that few editions have."""
CLOTH = {"few": ("--cloth",)}
PHOTOGRAPHED = 0.3
"""Share of the tops that are cut from pictures, where such are given."""
HELD = {"home": 30, "no_tiles": 30, "editions": 30, "layouts": 110}
"""Such pictures with fonts, designs, tops and things that are never trained with: to measure."""
KEPT_SERIES, KEPT_FROM = "scrabble-opencv-", 19
"""Of this series of boards the pictures with these numbers and up are kept for measuring."""


def step(module: str, *words: object) -> None:
    """Runs one of the recipe's modules, and stops everything where it fails."""
    command = [sys.executable, "-m", f"models.recipe.{module}", *map(str, words)]
    print("$", *command[1:], flush=True)
    subprocess.run(command, check=True)


def train(kind: str, work: Path, anew: bool, pictures: Iterable[str], steps: int, rate: float) -> Path:
    """Trains a network, from the weights kept or from nothing; its checkpoint."""
    out = work / f"{kind}.pt"
    begin = [] if anew else ["--start", KEPT / f"{kind}.npz"]
    step("training.train", kind, "--pictures", *pictures, "--out", out, "--steps", steps, "--rate", rate, *begin)
    return out


def surroundings(photographs: Path | None, pictures: Path | None) -> list[object]:
    """What is said to `make_pictures` of table tops that are cut from photographs, and of pictures that lie about."""
    bare = sorted(photographs.glob("rummyBackground*.jpg")) if photographs else []
    lying = sorted(pictures.glob("*.jpg")) if pictures else []
    tops = [*(p for p in bare if not p.name.startswith(KEPT_TOPS)), *lying]
    said: list[object] = ["--tops", *tops] if tops else []
    return [*said, "--photographed", PHOTOGRAPHED, "--lying", *lying] if lying else said


def draw(work: Path, around: list[object], faces: list[Path]) -> list[str]:
    """The made-up pictures: folders to train with, and those kept beside them."""
    for seed, (kind, count) in enumerate(MADE_UP.items(), 1):
        asked = "--kind", kind, "--count", count, "--seed", seed, *CLOTH.get(kind, ())
        step("make_pictures", work / kind, *asked, *around)
    for seed, (kind, count) in enumerate(CUT_OUT.items() if faces else (), 21):
        asked = "--kind", kind, "--count", count, "--seed", seed, *CLOTH.get(kind, ())
        step("make_pictures", work / f"cut_out_{kind}", *asked, *around, "--faces", *faces)
    for seed, (what, count) in enumerate(ONLY.items(), 51):
        step("make_pictures", work / what, "--only", what, "--count", count, "--seed", seed, *around)
    for seed, (kind, count) in enumerate(HELD.items(), 91):
        step("make_pictures", work / f"held_{kind}", "--kind", kind, "--count", count, "--seed", seed, "--held-out")
    return [f"{work}/{kind}" for kind in (*MADE_UP, *ONLY, *(f"cut_out_{kind}" for kind in CUT_OUT if faces))]


def part_boards(source: Path, target: Path) -> None:
    """Links to the pictures without a tile: `train`, and what is kept in `measure`."""
    for path in sorted(source.glob("*.jp*g")):
        kept = path.name.startswith(KEPT_SERIES) and int(path.stem.rsplit("-", 1)[1]) >= KEPT_FROM
        folder = target / ("measure" if kept else "train")
        folder.mkdir(parents=True, exist_ok=True)
        for file in (path, path.with_suffix(".json")):
            if not (folder / file.name).exists():
                (folder / file.name).symlink_to(file.resolve())


def main(words: Sequence[str] | None = None) -> None:
    """All learn through the camera's whole chain; the classifier sees what the first two find where no tile is."""
    parser = argparse.ArgumentParser("models.recipe make", description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--photographs", type=Path)
    parser.add_argument("--crops", type=Path)
    parser.add_argument("--no-tiles", type=Path)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--anew", action="store_true")
    args = parser.parse_args(words)
    work: Path = args.work
    faces = []
    if args.photographs:
        step("photographs", args.photographs, work / "photos")
        faces += [work / "photos" / "train"] * 2
    if args.crops:
        step("crops", args.crops, work / "crops")
        faces.append(work / "crops" / "train")
    pictures = draw(work, surroundings(args.photographs, args.pictures), faces)
    if args.photographs:
        pictures.append(f"{work}/photos/train=12")
    corners = train("corners", work, args.anew, pictures, 4700, 1.2e-3)
    if args.no_tiles:
        part_boards(args.no_tiles, work / "boards")
        pictures.append(f"{work}/boards/train=9")
    detector = train("detector", work, args.anew, pictures, 20000 if args.anew else 8500, 1.2e-3)
    step("training.export", "--detector", detector, "--corners", corners)
    step("training.mine", *(p.split("=")[0] for p in pictures))
    if args.crops:
        pictures.append(f"{work}/crops/train=0.2")
    classifier = train("classifier", work, args.anew, pictures, 15000, 1.2e-3)
    step("training.export", "--classifier", classifier)
    step("training.quantise", *(p.split("=")[0] for p in pictures[:2]))
    step("measuring.calibrate", work / "held_home", work / "held_no_tiles", work / "held_editions")
    measure.main([str(work / f"held_{kind}") for kind in HELD])
