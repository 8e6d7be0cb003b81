"""`python -m models.recipe make WORK [--network NAME]`: trains the networks as rounds.toml says.

WORK gets the drawn pictures, checkpoints and NAME.onnx, in whole numbers; pictures and checkpoints that are there are
not made again, so the whole may be broken off and taken up. Trainings begin with the weights in models/recipe/weights,
or with `--anew` from nothing. Without photographs, crops and boards they see drawn pictures alone. `--pictures`: any
pictures without a tile, that tables and what lies on them are cut from. `--smoke`: the whole way in two minutes, to see
that it works.
"""

import argparse
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from models.recipe.crops import label_crops
from models.recipe.make_pictures import Wanted, designs, draw
from models.recipe.measuring import measure
from models.recipe.photographs import label_photographs
from models.recipe.training.export import NETWORKS, accept, ready
from models.recipe.training.mine import mine_folders

HERE = Path(__file__).parent
ROUND: dict[str, Any] = tomllib.loads((HERE / "rounds.toml").read_text())
HELD_OUT_TOPS = ("rummyBackground-09", "rummyBackground-1")
"""Photographs of empty tables that no table top is cut from."""
PHOTOGRAPHED = 0.35
"""Share of the tops that are cut from pictures, where such are given."""
HELD_OUT_SERIES = "scrabble-opencv-"
"""Boards of which some are held out."""
HELD_OUT_FROM = 19
"""Their pictures with this number and up."""


def surroundings(photographs: Path | None, pictures: Path | None) -> Wanted:
    """Table tops that are cut from photographs, and pictures that lie about."""
    bare = sorted(photographs.glob("rummyBackground*.jpg")) if photographs else []
    lying = tuple(sorted(pictures.glob("*.jpg"))) if pictures else ()
    tops = (*(p for p in bare if not p.name.startswith(HELD_OUT_TOPS)), *lying)
    return Wanted(tops=tops, lying=lying, photographed=PHOTOGRAPHED) if lying else Wanted(tops=tops)


def drawn(args: argparse.Namespace, faces: dict[str, list[Path]]) -> Iterator[tuple[Path, float]]:
    """Draws all pictures as rounds.toml says; the folders to train with, and how often each is seen."""
    around = surroundings(args.photographs, args.pictures)
    for part, wanted in (("pictures", around), ("held", Wanted(held_out=True))):
        for name, one in ROUND[part].items():
            is_cut = one.get("faces", False)
            if (is_cut and not faces[part]) or (args.smoke and name not in ROUND["smoke"]["folders"]):
                continue
            folder, count = args.work / part / name, ROUND["smoke"]["count"] if args.smoke else one["count"]
            only = designs(one["only"]) if "only" in one else None
            cut = tuple(faces[part]) if is_cut else ()
            of_it = replace(wanted, kind=one["kind"], only=only, cloth=one.get("cloth", False), faces=cut)
            draw(folder, count, one["seed"], of_it)
            if part == "pictures":
                yield folder, one.get("often", 1)


def real(args: argparse.Namespace) -> tuple[dict[Path, float], dict[str, list[Path]]]:
    """Sorts what is real into what is trained with and what is held; the folders of both, the first with how often."""
    shown: dict[Path, float] = {}
    faces: dict[str, list[Path]] = {"pictures": [], "held": []}
    for name, part in (("photographs", label_photographs), ("crops", label_crops), ("boards", part_boards)):
        source, target = getattr(args, name), args.work / name
        if source is None:
            continue
        part(source, target)
        if name != "boards":
            faces["pictures"].append(target / "train")
            faces["held"].append(target / "measure")
        shown[target / "train"] = ROUND["often"][name]
    return shown, faces


def part_boards(source: Path, target: Path) -> None:
    """Links to the pictures without a tile: `train`, and what is held out, in `measure`."""
    for path in sorted(source.glob("*.jp*g")):
        is_held_out = path.name.startswith(HELD_OUT_SERIES) and int(path.stem.rsplit("-", 1)[1]) >= HELD_OUT_FROM
        folder = target / ("measure" if is_held_out else "train")
        folder.mkdir(parents=True, exist_ok=True)
        for file in (path, path.with_suffix(".json")):
            if not (folder / file.name).exists():
                (folder / file.name).symlink_to(file.resolve())


def trained(name: str, args: argparse.Namespace, pictures: Mapping[Path, float]) -> None:
    """Trains a network; WORK/NAME.onnx from the mean of the new weights and those before, in whole numbers."""
    plan, weights, out = ROUND["networks"][name], HERE / "weights" / f"{name}.npz", args.work / f"{name}.pt"
    steps = ROUND["smoke"]["steps"] if args.smoke else plan["anew" if args.anew else "steps"]
    before = None if args.anew else weights
    seen = (f"{folder}={often}" for folder, often in pictures.items())
    told = (name, "--out", out, "--steps", steps, "--rate", plan["rate"], "--pictures", *seen)
    begun = () if before is None else ("--start", before)
    # a program of its own: processes that were forked off one of multiprocessing's died now and then at its end
    command = [sys.executable, "-m", "models.recipe.training.train", *map(str, told + begun)]
    subprocess.run(command, check=True)
    ready(name, out, args.work / f"{name}.onnx", islice(pictures, 3), before, plan["share"])


def main(words: Sequence[str] | None = None) -> None:
    """Draws, trains, exports, and measures what came of it."""
    parser = argparse.ArgumentParser("models.recipe make", description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--network", choices=list(NETWORKS), nargs="*", default=list(NETWORKS))
    for name in ("photographs", "crops", "boards", "pictures"):
        parser.add_argument(f"--{name}", type=Path)
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--smoke", action="store_true")
    args = parser.parse_args(words)
    more, faces = real(args)
    pictures = {**dict(drawn(args, faces)), **more}
    mine_folders(pictures)
    for name in args.network:
        trained(name, args, pictures)
    judged = "pictures" if args.smoke else "held"
    measure.main([str(args.work / judged), "--networks", str(args.work)])


def ship(words: Sequence[str] | None = None) -> None:
    """`accept WORK [NAME...]`: copies WORK/NAME.onnx to models, its sum into the papers, its weights to weights."""
    parser = argparse.ArgumentParser("models.recipe accept", description=ship.__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("network", choices=list(NETWORKS), nargs="+")
    args = parser.parse_args(words)
    for name in args.network:
        accept(name, args.work)
