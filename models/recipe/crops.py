"""Real crops, sorted by number, made into labelled pictures whose colour is unknown.

The source has a folder of crops of racks and tables for each number (1 to 13, J). The networks of an earlier round find
the face in the crop's middle, and its orientation: where it shows the folder's number; a six upside down is a nine.
Every second crop is used for training, the others for measuring. Crops without a detected face, or whose face does not
show its number, are too tight; they are left out and counted.
"""

import json
from pathlib import Path

import cv2
import numpy as np

from models import CLASSIFIER, CORNERS, DETECTOR
from vision.reading import rectify
from vision.reading.classify.classifier import classify
from vision.reading.detect.infer import Network
from vision.reading.detect.scales import detect
from vision.reading.detections import TILES
from vision.reading.read import located

BORDER = 0.5
"""Width of the border added around a crop by repeating its edge, as a share of the crop's size."""


LEAST = 0.15
"""Probability with which a face must show its number, the right way up, to be used."""


def label(networks: tuple[Network, Network, Network], picture: np.ndarray, number: str) -> dict[str, object] | None:
    """The label of the face nearest to the middle, turned upright by its number; None: no such face was detected."""
    faces, corners, names = networks
    found = located(corners, picture, detect(faces, picture))
    middle = np.array(picture.shape[1::-1]) / 2
    if not len(found):
        return None
    quad = found.quads[np.linalg.norm(found.quads.mean(axis=1) - middle, axis=1).argmin()]
    if np.linalg.norm(quad.mean(axis=0) - middle) > 0.2 * min(picture.shape[:2]) / (1 + BORDER):
        return None
    upright = read_as(names, picture, quad, number)
    tile = "J" if number == "J" else f"?{number}"
    return None if upright is None else {"tile": tile, "quad": upright.round(1).tolist(), "inside": True, "ink": 1.0}


def read_as(names: Network, picture: np.ndarray, quad: np.ndarray, number: str) -> np.ndarray | None:
    """The quad, turned so that it shows the number the right way up; None: it does not show the number in any
    orientation.
    """
    turned = np.stack([np.roll(quad, -k, axis=0) for k in range(4)])
    alike = [k for k, tile in enumerate(TILES) if str(tile.number or "J") == number]
    shown = [classify(names, rectify(picture, one[None])) for one in turned]
    says = np.array([one.turns[0, 0] * one.tiles[0, alike].sum() for one in shown])
    return turned[says.argmax()] if says.max() > LEAST else None


def label_crops(source: Path, target: Path) -> None:
    """Writes the labelled crops of a folder to `target`/train and `target`/measure."""
    networks = Network(DETECTOR), Network(CORNERS), Network(CLASSIFIER)
    kept = left = 0
    for n, path in enumerate(sorted(source.glob("*/*.jpg"))):
        crop = cv2.imread(str(path))
        assert crop is not None
        pad_y, pad_x = (int(s * BORDER / 2) + 8 for s in crop.shape[:2])
        picture = cv2.copyMakeBorder(crop, pad_y, pad_y, pad_x, pad_x, cv2.BORDER_REPLICATE)
        known = label(networks, picture, path.parent.name)
        kept, left = kept + (known is not None), left + (known is None)
        if known is not None:
            folder = target / ("train" if n % 2 else "measure")
            folder.mkdir(parents=True, exist_ok=True)
            name = f"{path.parent.name}_{path.stem}"
            cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
            (folder / f"{name}.json").write_text(json.dumps({"tiles": [known]}))
    print(f"crops: {kept} kept, {left} left out", flush=True)
