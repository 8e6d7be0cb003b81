"""The input of a training, packed to be carried to another machine."""

import json
from pathlib import Path

import numpy as np

from models.recipe.packed import pack_pictures, packed_in
from models.recipe.training.labelled import labelled_in

PICTURE = 1000
"""Bytes of a picture in these tests."""


def drawn(work: Path, name: str, count: int) -> Path:
    """A folder of labelled pictures, some of them with false detections."""
    folder = work / name
    folder.mkdir(parents=True)
    for number in range(count):
        (folder / f"{number:06d}.jpg").write_bytes(bytes(PICTURE))
        (folder / f"{number:06d}.json").write_text('{"tiles": []}')
    np.savez(folder / "000000.found.npz", wrong=np.zeros((0, 4, 2)))
    return folder


def size(part: Path) -> int:
    return sum(file.stat().st_size for file in part.rglob("*") if file.is_file())


def packed(tmp_path: Path, most: int) -> list[Path]:
    """Parts of twelve drawn pictures and four photographs."""
    work = tmp_path / "work"
    pictures = {drawn(work, "pictures/few", 12): 1.5, drawn(work, "photographs/train", 4): 9.0}
    return pack_pictures(pictures, work, tmp_path / "out", most)


def test_every_picture_is_in_one_part_with_what_belongs_to_it(tmp_path: Path) -> None:
    parts = packed(tmp_path, most=5 * PICTURE)
    folders = packed_in(tmp_path / "out")
    names = [(folder.name, path.name) for folder in folders for path in labelled_in(folder)]
    assert len(parts) > 2
    assert len(set(names)) == len(names) == 16
    assert len(list((tmp_path / "out").rglob("*.found.npz"))) == 2


def test_no_part_is_larger_than_can_be_carried(tmp_path: Path) -> None:
    assert all(size(part) <= 5 * PICTURE for part in packed(tmp_path, most=5 * PICTURE))


def test_each_part_says_by_itself_how_often_its_pictures_are_seen(tmp_path: Path) -> None:
    often = {"pictures-few": 1.5, "photographs-train": 9.0}
    for part in packed(tmp_path, most=5 * PICTURE):
        told = json.loads((part / "pictures.json").read_text())
        assert told == {folder.name: often[folder.name] for folder in part.iterdir() if folder.is_dir()}
