"""`python -m models.recipe.measuring.webcam_views TOOL FROM TO [--every N]`: labelled pictures as webcams see them.

TOOL is `as_a_webcam.py` (shared/tools), which shares no code with the pictures that are trained with. Beside its own
conditions these are made: tiles 16 px wide, 50 and 66 degrees aslant, hard shadows that leave 35 % of the light, glare
beside noise, a soft lens and JPEG, or aslant, a weaker evening lamp, noise of 20 levels, of 15 before JPEG, and of 6 in
pictures that have 30 and 15 % of their levels, and tiles 36 px wide on canvases of three sizes.
TO/CONDITION/*.png with their labels are then for `measure`.
"""

import argparse
import json
import sys
import zlib
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.recipe.training.labelled import labelled_in

WIDTH = 36
"""Width of a tile on the canvases, in pixels."""
CANVASES = ((1280, 720), (1920, 1080), (3840, 2160))

Condition = Callable[..., tuple[np.ndarray, Any]]


def loaded(path: Path) -> Any:
    """The tool as a module. Raises OSError: no such file."""
    spec = spec_from_file_location("as_a_webcam", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def conditions(tool: Any) -> dict[str, Condition]:
    """All conditions, by name."""
    return {
        **tool.CONDITIONS,
        "w_16": tool.width(16),
        "w36_tilt50": tool.then(tool.W, tool.tilt(50)),
        "w30_tilt66": tool.then(tool.width(30), tool.tilt(66)),
        "shadow35": tool.then(tool.W, tool.shadow(0.35)),
        "glare15": tool.then(tool.N, tool.glare(1.5), tool.noise(3)),
        "w34_glare_jpeg": tool.then(tool.width(34), tool.glare(0.8), tool.defocus(0.7), tool.jpeg(65)),
        "w36_tilt40_glare": tool.then(tool.W, tool.tilt(40), tool.glare(0.8), tool.jpeg(70)),
        "w28_evening": tool.then(tool.width(28), tool.casts(tool.WARM, 0.8), tool.dark(0.3), tool.jpeg(50)),
        "w36_noise20": tool.then(tool.W, tool.noise(20)),
        "w36_noise15_jpeg": tool.then(tool.W, tool.noise(15), tool.jpeg(70)),
        "w36_dim30": tool.then(tool.W, tool.dark_coded(0.3)),
        "w36_dim15": tool.then(tool.W, tool.dark_coded(0.15)),
        **{f"canvas_{wide}": on_canvas(tool, (wide, high)) for wide, high in CANVASES},
    }


def on_canvas(tool: Any, size: tuple[int, int]) -> Condition:
    """The same tiles, WIDTH pixels wide, in the middle of a picture of another size."""

    def as_given(picture: np.ndarray, labels: Any, rng: np.random.Generator) -> tuple[np.ndarray, Any]:
        scale = min(1.0, WIDTH / tool.median_width(labels))
        made: tuple[np.ndarray, Any] = tool.on_canvas(*tool.scaled(picture, labels, scale), rng, size)
        return made

    return as_given


def labelled(folder: Path, tool: Any, every: int) -> Iterator[tuple[Path, Any]]:
    """Every n-th picture with tiles, and its labels as the tool reads them."""
    for path in labelled_in(folder)[every - 1 :: every]:
        labels = tool.load_truth(path)
        if labels["tiles"]:
            yield path, labels


def main() -> None:
    """Writes the pictures of all conditions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool", type=Path)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only each n-th picture")
    args = parser.parse_args()
    tool = loaded(args.tool)
    for name, condition in conditions(tool).items():
        folder = args.target / name
        folder.mkdir(parents=True, exist_ok=True)
        for path, labels in labelled(args.source, tool, args.every):
            rng = np.random.default_rng(zlib.crc32(f"{name}/{path.name}".encode()))
            picture, moved = condition(cv2.imread(str(path)), labels, rng)
            cv2.imwrite(str(folder / f"{path.stem}.png"), picture)
            (folder / f"{path.stem}.json").write_text(json.dumps(moved))
        print(folder, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
