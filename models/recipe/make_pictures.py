"""`python -m models.recipe.make_pictures FOLDER --count N --seed S`: made-up pictures with their labels.

Each picture has its own seed, so a run that was broken off carries on where it stopped and gives the same pictures.
"""

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

from models.recipe.fonts import fonts_for
from models.recipe.scene import make_scene
from models.recipe.tops import make_top

TOPS = 64
"""Table tops kept at hand; drawing one costs as much as a picture."""


def main() -> None:
    """Writes NNNNNN.jpg and NNNNNN.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--held-out", action="store_true", help="use the fonts that are never trained with")
    parser.add_argument("--tops", type=Path, nargs="*", default=[], help="photographs of empty tables to cut tops from")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    fonts = fonts_for(args.held_out)
    cv2.setNumThreads(1)
    kept: list[np.ndarray] = []
    for index in range(args.first, args.first + args.count):
        rng = np.random.default_rng((args.seed, index))
        path = args.folder / f"{index:06d}.jpg"
        if path.with_suffix(".json").exists():
            continue
        if len(kept) < TOPS or index % 3 == 0:
            kept = [*kept[-TOPS + 1 :], make_top(rng, tuple(args.tops))]
        picture, labels = make_scene(rng, fonts, tuple(kept))
        quality = int(rng.uniform(55, 97))
        cv2.imwrite(str(path), picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
        path.with_suffix(".json").write_text(json.dumps(labels))
        if index % 100 == 0:
            print(f"{index - args.first}/{args.count}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
