"""`python -m models.recipe make WORK [--network NAME]`: trains the networks as rounds.toml says.

WORK gets the drawn pictures, checkpoints and NAME.onnx, in whole numbers; pictures and checkpoints that are there are
not made again, so the whole may be broken off and taken up. Trainings begin with the weights in models/recipe/weights,
or with `--anew` from nothing. Without photographs, crops and boards they see drawn pictures alone. `--pictures`: any
pictures without a tile, that tables and what lies on them are cut from. `--smoke`: the whole way in two minutes, to see
that it works.

On another machine, which needs no network: `pack WORK OUT` writes what a training needs in folders of 60 MiB at most
(packed.py), `make WORK --packed OUT --device cuda` trains there and ends with WORK/NAME.pt, which brought back into
WORK is taken up by `make WORK` here: it has nothing left to train.
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
from models.recipe.packed import pack_pictures, pack_program, packed_in
from models.recipe.photographs import label_photographs
from models.recipe.training.export import NETWORKS, accept, ready
from models.recipe.training.mine import mine_folders

HERE = Path(__file__).parent
ROUND: dict[str, Any] = tomllib.loads((HERE / "rounds.toml").read_text())
HELD_OUT_TOPS = ("rummyBackground-09", "rummyBackground-1")
"""Beginnings of names of photographs of empty tables that are held out: no table top is cut from them."""
PHOTOGRAPHED = 0.35
"""Share of table tops that are cut from pictures, if pictures are given."""
HELD_OUT_SERIES = "scrabble-opencv-"
"""Beginning of the names of the boards of which some are held out."""
HELD_OUT_FROM = 19
"""Number from which pictures of this series are held out."""


def surroundings(photographs: Path | None, pictures: Path | None) -> Wanted:
    """The surroundings of the tiles: photographs from which table tops are cut, and pictures that lie on tables."""
    bare = sorted(photographs.glob("rummyBackground*.jpg")) if photographs else []
    lying = tuple(sorted(pictures.glob("*.jpg"))) if pictures else ()
    tops = (*(p for p in bare if not p.name.startswith(HELD_OUT_TOPS)), *lying)
    return Wanted(tops=tops, lying=lying, photographed=PHOTOGRAPHED) if lying else Wanted(tops=tops)


def drawn(args: argparse.Namespace, faces: dict[str, list[Path]]) -> Iterator[tuple[Path, float]]:
    """Draws all pictures that rounds.toml lists; yields the folders to train with, and the weight of each."""
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
    """Splits the real pictures into those to train with and those held out.

    Returns the folders to train with, each with how often it is seen; and the folders of labelled faces, for both
    parts.
    """
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
    """Links to the pictures without tiles: into `train`, or `measure` where they are held out."""
    for path in sorted(source.glob("*.jp*g")):
        is_held_out = path.name.startswith(HELD_OUT_SERIES) and int(path.stem.rsplit("-", 1)[1]) >= HELD_OUT_FROM
        folder = target / ("measure" if is_held_out else "train")
        folder.mkdir(parents=True, exist_ok=True)
        for file in (path, path.with_suffix(".json")):
            if not (folder / file.name).exists():
                (folder / file.name).symlink_to(file.resolve())


def trained(name: str, args: argparse.Namespace, pictures: Mapping[Path, float]) -> Path:
    """Trains a network until its steps are done; returns the checkpoint, WORK/NAME.pt."""
    plan, out = ROUND["networks"][name], args.work / f"{name}.pt"
    steps = ROUND["smoke"]["steps"] if args.smoke else plan["anew" if args.anew else "steps"]
    seen = (f"{folder}={often}" for folder, often in pictures.items())
    told = (name, "--out", out, "--steps", steps, "--rate", plan["rate"], "--device", args.device, "--pictures", *seen)
    begun = () if args.anew else ("--start", kept(name))
    # in a separate program: processes forked from multiprocessing's child processes sometimes died at their end
    command = [sys.executable, "-m", "models.recipe.training.train", *map(str, told + begun)]
    subprocess.run(command, check=True)
    return Path(out)


def kept(name: str) -> Path:
    """The file of the weights from which trainings start."""
    return HERE / "weights" / f"{name}.npz"


def prepared(args: argparse.Namespace) -> dict[Path, float]:
    """The folders of pictures to train with, after drawing, labelling and mining, and how often each is seen."""
    more, faces = real(args)
    pictures = {**dict(drawn(args, faces)), **more}
    mine_folders(pictures)
    return pictures


def options(command: str, description: str | None) -> argparse.ArgumentParser:
    """The parser of a command's options: its work folder, and the sources of pictures."""
    parser = argparse.ArgumentParser(f"models.recipe {command}", description=description)
    parser.add_argument("work", type=Path)
    for name in ("photographs", "crops", "boards", "pictures"):
        parser.add_argument(f"--{name}", type=Path)
    parser.add_argument("--smoke", action="store_true")
    return parser


def main(words: Sequence[str] | None = None) -> None:
    """Draws, trains, exports and measures; with `--packed` it only trains."""
    parser = options("make", __doc__)
    parser.add_argument("--network", choices=list(NETWORKS), nargs="*", default=list(NETWORKS))
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--packed", type=Path, help="folder of what `pack` wrote: trains with that")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    args = parser.parse_args(words)
    pictures = packed_in(args.packed) if args.packed else prepared(args)
    if not pictures:
        sys.exit(f"no part-NN with pictures lies in {args.packed}")
    args.work.mkdir(parents=True, exist_ok=True)
    checkpoints = {name: trained(name, args, pictures) for name in args.network}
    if args.packed:
        return
    for name, checkpoint in checkpoints.items():
        before = None if args.anew else kept(name)
        share = ROUND["networks"][name]["share"]
        ready(name, checkpoint, args.work / f"{name}.onnx", islice(pictures, 3), before, share)
    judged = "pictures" if args.smoke else "held"
    measure.main([str(args.work / judged), "--networks", str(args.work)])


def pack(words: Sequence[str] | None = None) -> None:
    """`pack WORK OUT`: draws as `make` does, and writes what a training needs to OUT, to be carried elsewhere."""
    parser = options("pack", pack.__doc__)
    parser.add_argument("out", type=Path)
    args = parser.parse_args(words)
    parts = pack_pictures(prepared(args), args.work, args.out)
    for folder in (pack_program(args.out), *parts):
        size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        print(f"{folder}: {size / 2**20:.1f} MiB")


def ship(words: Sequence[str] | None = None) -> None:
    """`accept WORK [NAME...]`: copies WORK/NAME.onnx to models, its sum into the papers, its weights to weights."""
    parser = argparse.ArgumentParser("models.recipe accept", description=ship.__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("network", choices=list(NETWORKS), nargs="+")
    args = parser.parse_args(words)
    for name in args.network:
        accept(name, args.work)
