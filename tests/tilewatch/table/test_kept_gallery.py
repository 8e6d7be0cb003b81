"""How this set of tiles looks is kept beside the journal."""

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from referee.tiles import Tile
from tilewatch.table.sets.kept_gallery import PAUSE, KeptGallery
from vision.watching import saved_examples

FACE = Tile.from_notation("r5")
FACES = ["k1 k2 k3 k4 k5 k6", "r7 r8 r9 r10 r11 r12"]
Game = Callable[[], Any]


def test_what_was_read_surely_is_known_the_next_evening(game: Game) -> None:
    stage = game()
    stage.lay(*FACES)
    stage.reopen()
    assert len(saved_examples(stage.folder / "game.tiles.npz")) == 12
    stage.lay(*FACES)
    stage.lay(*FACES, "b1 b2 b3")
    stage.reopen()
    assert len(saved_examples(stage.folder / "game.tiles.npz")) > 12


def test_it_is_written_once_a_while_and_only_where_it_has_grown(tmp_path: Path) -> None:
    kept, lock = KeptGallery(tmp_path / "new" / "tiles.npz"), Lock()
    kept.keep(1000.0, lock)
    assert not (tmp_path / "new").exists()
    quad = np.array([[4, 4], [22, 4], [22, 28], [4, 28]], np.float32)
    kept.gallery.learn_told(np.full((40, 40, 3), 200, np.uint8), quad, FACE)
    kept.keep(1000.0 + PAUSE / 2, lock)
    assert not (tmp_path / "new").exists()
    kept.keep(1000.0 + PAUSE, lock)
    assert [one.tile for one in saved_examples(tmp_path / "new" / "tiles.npz")] == [FACE]


def test_where_it_cannot_be_written_the_evening_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    kept = KeptGallery(tmp_path / "file" / "tiles.npz")
    quad = np.array([[4, 4], [22, 4], [22, 28], [4, 28]], np.float32)
    kept.gallery.learn_told(np.full((40, 40, 3), 200, np.uint8), quad, FACE)
    kept.write(Lock())
    assert saved_examples(tmp_path / "file" / "tiles.npz") == []
