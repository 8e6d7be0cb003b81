"""What a training needs, in folders of a size that can be carried to a machine without a network, and read there.

OUT/program                  the packages that a training runs, with the networks and the weights kept
OUT/part-00, part-01, …      labelled pictures, drawn and photographed, by chance: each part is a fair sample of all
OUT/part-NN/pictures.json    how often the pictures of each of its folders are seen, against one another
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from models.recipe.training.labelled import labelled_in

MOST = 60 * 2**20
"""Greatest size of a part in bytes."""
SEED = 1
"""Seed of the order in which pictures are packed."""
ROOT = Path(__file__).parents[2]
PROGRAM = ("models", "referee", "vision")
TOLD = "pictures.json"
BESIDE = (".json", ".found.npz")
"""Endings of the files that belong to a picture."""


def pack_program(out: Path) -> Path:
    """Copies the packages that a training runs to OUT/program; returns that folder."""
    for name in PROGRAM:
        shutil.copytree(
            ROOT / name, out / "program" / name, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True
        )
    return out / "program"


def pack_pictures(pictures: Mapping[Path, float], work: Path, out: Path, most: int = MOST) -> list[Path]:
    """Copies the labelled pictures of these folders, which lie in WORK, to OUT/part-NN of at most `most` bytes each.

    Returns the parts. `pictures`: folders, each with the frequency of its pictures.
    """
    parts: list[dict[str, float]] = []
    left = 0
    for path, often in _by_chance(pictures):
        files = [path, *(path.with_suffix(end) for end in BESIDE if path.with_suffix(end).exists())]
        size = sum(file.stat().st_size for file in files)
        if not parts or size > left:
            parts.append({})
            left = most - _told_size(pictures, work)
        left -= size
        name = _name(path.parent, work)
        parts[-1][name] = often
        target = _part(out, len(parts) - 1) / name
        target.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copyfile(file, target / file.name)
    for number, told in enumerate(parts):
        (_part(out, number) / TOLD).write_text(json.dumps(told))
    return [_part(out, number) for number in range(len(parts))]


def packed_in(folder: Path) -> dict[Path, float]:
    """The picture folders of all parts in this folder, each with the weight of its pictures."""
    return {
        told.parent / name: often
        for told in sorted(folder.glob(f"part-*/{TOLD}"))
        for name, often in json.loads(told.read_text()).items()
    }


def _by_chance(pictures: Mapping[Path, float]) -> Iterator[tuple[Path, float]]:
    every = [(path, often) for folder, often in pictures.items() for path in labelled_in(folder)]
    return (every[place] for place in np.random.default_rng(SEED).permutation(len(every)))


def _part(out: Path, number: int) -> Path:
    return out / f"part-{number:02d}"


def _name(folder: Path, work: Path) -> str:
    return "-".join(folder.relative_to(work).parts)


def _told_size(pictures: Mapping[Path, float], work: Path) -> int:
    """Greatest size of a part's pictures.json in bytes."""
    return len(json.dumps({_name(folder, work): often for folder, often in pictures.items()}))
