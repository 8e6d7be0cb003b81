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
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from models.recipe.crops import label_crops
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


def step(module: str, *words: object) -> None:
    """Runs one of the recipe's modules, and stops everything where it fails."""
    command = [sys.executable, "-m", f"models.recipe.{module}", *map(str, words)]
    print("$", *command[1:], flush=True)
    subprocess.run(command, check=True)


def surroundings(photographs: Path | None, pictures: Path | None) -> list[object]:
    """What is said to `make_pictures` of table tops that are cut from photographs, and of pictures that lie about."""
    bare = sorted(photographs.glob("rummyBackground*.jpg")) if photographs else []
    lying = sorted(pictures.glob("*.jpg")) if pictures else []
    tops = [*(p for p in bare if not p.name.startswith(HELD_OUT_TOPS)), *lying]
    said: list[object] = ["--tops", *tops] if tops else []
    return [*said, "--photographed", PHOTOGRAPHED, "--lying", *lying] if lying else said


def draw(folder: Path, wanted: dict[str, Any], smoke: bool, *around: object) -> None:
    """Draws the pictures of one folder as rounds.toml says."""
    count = ROUND["smoke"]["count"] if smoke else wanted["count"]
    only = ["--only", wanted["only"]] if "only" in wanted else []
    cloth = ["--cloth"] if wanted.get("cloth") else []
    kind = "--kind", wanted["kind"], "--count", count, "--seed", wanted["seed"]
    step("make_pictures", folder, *kind, *only, *cloth, *around)


def drawn(args: argparse.Namespace, faces: dict[str, list[Path]]) -> Iterator[str]:
    """Draws all pictures; the folders to train with, and how often each is seen: FOLDER=OFTEN."""
    around = surroundings(args.photographs, args.pictures)
    for part, more in (("pictures", around), ("held", ["--held-out"])):
        for name, wanted in ROUND[part].items():
            cut = wanted.get("faces", False)
            if (cut and not faces[part]) or (args.smoke and name not in ROUND["smoke"]["folders"]):
                continue
            folder = args.work / part / name
            draw(folder, wanted, args.smoke, *more, *(["--faces", *faces[part]] if cut else []))
            if part == "pictures":
                yield f"{folder}={wanted.get('often', 1)}"


def real(args: argparse.Namespace) -> tuple[list[str], dict[str, list[Path]]]:
    """Sorts what is real into what is trained with and what is held; the folders of both, the first with how often."""
    shown: list[str] = []
    faces: dict[str, list[Path]] = {"pictures": [], "held": []}
    for name, part in (("photographs", label_photographs), ("crops", label_crops), ("boards", part_boards)):
        source, target = getattr(args, name), args.work / name
        if source is None:
            continue
        part(source, target)
        if name != "boards":
            faces["pictures"].append(target / "train")
            faces["held"].append(target / "measure")
        shown.append(f"{target}/train={ROUND['often'][name]}")
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


def train(name: str, args: argparse.Namespace, pictures: Sequence[str]) -> None:
    """Trains a network; WORK/NAME.onnx from the mean of the new weights and those before, in whole numbers."""
    plan, weights, out = ROUND["networks"][name], HERE / "weights" / f"{name}.npz", args.work / f"{name}.pt"
    steps = ROUND["smoke"]["steps"] if args.smoke else plan["anew" if args.anew else "steps"]
    begin = [] if args.anew else ["--start", weights]
    step(
        "training.train", name, "--pictures", *pictures, "--out", out, "--steps", steps, "--rate", plan["rate"], *begin
    )
    before = None if args.anew else weights
    ready(name, out, args.work / f"{name}.onnx", folders_of(pictures[:3]), before, plan["share"])


def folders_of(pictures: Sequence[str]) -> Iterator[Path]:
    """The folders of FOLDER=OFTEN."""
    return (Path(one.partition("=")[0]) for one in pictures)


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
    pictures = [*drawn(args, faces), *more]
    mine_folders(folders_of(pictures))
    for name in args.network:
        train(name, args, pictures)
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
