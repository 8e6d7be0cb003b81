"""`python -m models.recipe.crops FROM TO`: real crops sorted by number -> pictures with labels, colour unknown.

FROM has a folder a number (1 to 13, J) of crops of racks and tables. An earlier round's detector finds the face in
the crop's middle; the folder says its number. Every second crop goes to TO/train, the others to TO/measure. Crops in
which no face is found are too tight to be used so, and are counted.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from models import FACES, NAMES
from vision.reading import Network, classify, detect, straighten

BORDER = 0.5
"""How much of its size is added around a crop, by smearing its edge."""


def label(faces: Network, names: Network, picture: np.ndarray, number: str) -> dict[str, object] | None:
    """The label of the face nearest to the middle, turned as the classifier says it is read; None: none found."""
    found = detect(faces, picture)
    middle = np.array(picture.shape[1::-1]) / 2
    if not len(found):
        return None
    quad = found.quads[np.linalg.norm(found.quads.mean(axis=1) - middle, axis=1).argmin()]
    if np.linalg.norm(quad.mean(axis=0) - middle) > 0.2 * min(picture.shape[:2]) / (1 + BORDER):
        return None
    turn = int(classify(names, straighten(picture, quad[None])).turns[0].argmax())
    tile = "J" if number == "J" else f"?{number}"
    return {"tile": tile, "quad": np.roll(quad, turn, axis=0).round(1).tolist(), "inside": True, "ink": 1.0}


def main() -> None:
    """Writes the pictures and their labels."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    args = parser.parse_args()
    faces, names = Network(FACES), Network(NAMES)
    kept = left = 0
    for n, path in enumerate(sorted(args.source.glob("*/*.jpg"))):
        crop = cv2.imread(str(path))
        assert crop is not None
        pad_y, pad_x = (int(s * BORDER / 2) + 8 for s in crop.shape[:2])
        picture = cv2.copyMakeBorder(crop, pad_y, pad_y, pad_x, pad_x, cv2.BORDER_REPLICATE)
        known = label(faces, names, picture, path.parent.name)
        kept, left = kept + (known is not None), left + (known is None)
        if known is not None:
            folder = args.target / ("train" if n % 2 else "measure")
            folder.mkdir(parents=True, exist_ok=True)
            name = f"{path.parent.name}_{path.stem}"
            cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
            (folder / f"{name}.json").write_text(json.dumps({"tiles": [known]}))
    print(f"{kept} crops kept, {left} left out")


if __name__ == "__main__":
    main()
