"""`python -m models.recipe.calibrate FOLDER...`: makes probabilities mean what they say, and measures how well they do.

Reads labelled pictures that no network was trained with, takes every face that is found and has a label, and fits one
factor for each kind of logit (temperature scaling, Guo et al. 2017) by the least negative log-likelihood. Prints the
factors for vision/classify.py, the expected calibration error before and after, and how often a tile named with more
than 0.9 is wrong.
"""

import argparse
from pathlib import Path

import numpy as np

from models import FACES, NAMES
from models.recipe.pictures import Labelled, label_of, load_folder
from vision.classify import softmax
from vision.detect import detect
from vision.network import Network
from vision.straighten import straighten

FACTORS = np.exp(np.linspace(np.log(0.3), np.log(2.5), 80))


def logits_of(faces: Network, names: Network, labelled: Labelled) -> tuple[list[np.ndarray], np.ndarray]:
    """Number, colour, turn and face logits of the labelled faces found in one picture, and their classes (N, 2)."""
    picture = labelled.picture
    found = detect(faces, picture)
    centres = labelled.quads.mean(axis=1).reshape(-1, 2)
    asked, classes = [], []
    for k, quad in enumerate(found.quads):
        gaps = np.linalg.norm(centres - quad.mean(axis=0), axis=1)
        best = int(gaps.argmin()) if len(gaps) else -1
        if best >= 0 and gaps[best] < 0.3 * np.linalg.norm(quad[1] - quad[0]) and labelled.ink[best] > 0.85:
            asked.append(k)
            classes.append(label_of(labelled.names[best]))
    if not asked:
        return [np.zeros((0, n), np.float32) for n in (14, 4, 4, 1)], np.zeros((0, 2), int)
    crops = straighten(picture, found.quads)
    return [out[asked] for out in names(crops)], np.array(classes)


def best_factor(logits: np.ndarray, classes: np.ndarray) -> float:
    """The factor under which the right classes are likeliest."""
    rows = np.arange(len(classes))
    losses = [-np.log(softmax(logits * f)[rows, classes] + 1e-9).mean() for f in FACTORS]
    return float(FACTORS[int(np.argmin(losses))])


def calibration_error(confidence: np.ndarray, right: np.ndarray, bins: int = 15) -> float:
    """Expected calibration error over equal-width bins."""
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [abs(confidence[which == b].mean() - right[which == b].mean()) * (which == b).mean() for b in set(which)]
    return float(sum(gaps))


def report(words: str, number: np.ndarray, colour: np.ndarray, classes: np.ndarray) -> None:
    """Prints calibration error, and errors among the tiles that are named with more than 0.9."""
    rows = np.arange(len(classes))
    joker = classes[:, 0] == 13
    known = joker | (classes[:, 1] >= 0)
    p_colour = np.where(number.argmax(1) == 13, 1.0, colour.max(1))
    confidence = number.max(1) * p_colour
    right = (number.argmax(1) == classes[:, 0]) & (joker | (colour.argmax(1) == classes[:, 1]))
    confidence, right, rows = confidence[known], right[known], rows[known]
    sure = confidence > 0.9
    print(
        f"{words}: {len(rows)} tiles, {right.mean():.2%} right, "
        f"calibration error {calibration_error(confidence, right):.4f}, "
        f"above 0.9: {int((~right[sure]).sum())} of {int(sure.sum())} wrong"
    )


def main() -> None:
    """Fits and reports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    args = parser.parse_args()
    faces, names = Network(FACES), Network(NAMES)
    parts = [logits_of(faces, names, labelled) for folder in args.folders for labelled in load_folder(folder)]
    number, colour = (np.concatenate([p[0][k] for p in parts]) for k in (0, 1))
    classes = np.concatenate([p[1] for p in parts])
    coloured = classes[:, 1] >= 0
    factors = best_factor(number, classes[:, 0]), best_factor(colour[coloured], classes[coloured, 1])
    report("as trained", softmax(number), softmax(colour), classes)
    report("calibrated", softmax(number * factors[0]), softmax(colour * factors[1]), classes)
    print(f'SHARPNESS = {{"number": {factors[0]:.2f}, "colour": {factors[1]:.2f}}}')


if __name__ == "__main__":
    main()
