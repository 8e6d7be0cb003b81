"""`python -m models.recipe.measuring.calibrate FOLDER...`: makes probabilities true, and measures how well they are.

Reads labelled pictures that no network was trained with, takes every face that is found and has a label, and fits one
factor for each kind of logit (temperature scaling, Guo et al. 2017) by the least negative log-likelihood of what the
classifier says at first. Prints these factors beside the ones that classifier.py uses; and of whole
readings, as they are now, closer looks included, the expected calibration error and how often a tile named with more
than 0.9 is wrong.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from models import CLASSIFIER, CORNERS, DETECTOR
from models.recipe.training.labelled import CLEAR, HIDDEN, Labelled, label_of, load_folder
from models.recipe.training.mine import overlap
from vision.reading import Reader, rectify
from vision.reading.classify.classifier import SHARPNESS, names_of, softmax
from vision.reading.detect.infer import Network
from vision.reading.detect.scales import detect
from vision.reading.detections import Detections
from vision.reading.read import located
from vision.reading.score.select import BASE, BASE_ALONE, WEIGHTS, WEIGHTS_ALONE, evidence

ROUNDS, BINS = 30, 15
"""Steps of Newton's method; and number of bins of confidence."""
FACTORS = np.exp(np.linspace(np.log(0.3), np.log(2.5), 80))


Reading = tuple[Detections, list[np.ndarray]]
"""Detections with their crops, and their number, colour, turn and face logits."""


def reading_of(networks: tuple[Network, Network, Network], labelled: Labelled) -> Reading:
    """The detections in one picture, with their logits."""
    faces, corners, names = networks
    picture = labelled.picture
    found = located(corners, picture, detect(faces, picture))
    found = replace(found, crops=rectify(picture, found.quads))
    if not len(found):
        return found, [np.zeros((0, n), np.float32) for n in (14, 4, 4, 1)]
    return found, names(found.crops)


def logits_of(labelled: Labelled, found: Detections, logits: list[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
    """The logits of those detections that are labelled faces, and their classes (N, 2)."""
    centres = labelled.quads.mean(axis=1).reshape(-1, 2)
    asked, classes = [], []
    for k, quad in enumerate(found.quads):
        gaps = np.linalg.norm(centres - quad.mean(axis=0), axis=1)
        best = int(gaps.argmin()) if len(gaps) else -1
        if best >= 0 and gaps[best] < 0.3 * np.linalg.norm(quad[1] - quad[0]) and labelled.ink[best] > 0.85:
            asked.append(k)
            classes.append(label_of(labelled.names[best]))
    return [out[asked] for out in logits], np.array(classes, int).reshape(-1, 2)


def evidence_of(labelled: Labelled, found: Detections, logits: list[np.ndarray]) -> np.ndarray:
    """The evidence for each detection, and whether it is a face: (N, 7)."""
    if not len(found):
        return np.zeros((0, len(WEIGHTS) + 1))
    found = replace(found, names=names_of(*logits))
    upon = [
        max((overlap(quad, labelled.quads[i]), labelled.ink[i]) for i in range(len(labelled.quads)))
        if len(labelled.quads)
        else (0.0, 1.0)
        for quad in found.quads
    ]
    share, ink = np.array(upon).T
    rows = np.column_stack([evidence(found), share > 0.6])
    return np.asarray(rows[((share < 0.4) | (share > 0.6)) & ((ink > CLEAR) | (ink < HIDDEN))])


def fitted_odds(said: np.ndarray, real: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's method: the weights of the columns of `said` (N, K), then the intercept, (K +
    1,).
    """
    x = np.column_stack([said, np.ones(len(said))])
    weights = np.zeros(x.shape[1])
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-x @ weights))
        bent = (x * (p * (1 - p))[:, None]).T @ x + np.eye(x.shape[1])
        weights = weights + np.linalg.solve(bent, x.T @ (real - p) - weights)
    return weights


def best_factor(logits: np.ndarray, classes: np.ndarray) -> float:
    """The factor of the logits with the least negative log-likelihood."""
    rows = np.arange(len(classes))
    losses = [-np.log(softmax(logits * f)[rows, classes] + 1e-9).mean() for f in FACTORS]
    return float(FACTORS[int(np.argmin(losses))])


def calibration_error(confidence: np.ndarray, right: np.ndarray) -> float:
    """Expected calibration error over equal-width bins."""
    which = np.minimum((confidence * BINS).astype(int), BINS - 1)
    gaps = [abs(confidence[which == b].mean() - right[which == b].mean()) * (which == b).mean() for b in set(which)]
    return float(sum(gaps))


def as_read(reader: Reader, labelled: Labelled) -> list[tuple[float, bool]]:
    """Confidence and correctness of each tile of a whole reading that lies upon a labelled one."""
    known = [i for i, name in enumerate(labelled.names) if name[0] != "?" and labelled.ink[i] > 0.85]
    pairs = []
    for placed in reader.read(labelled.picture).tiles:
        x, y = map(float, placed.quad.mean(axis=0))
        upon = [i for i in known if cv2.pointPolygonTest(labelled.quads[i], (x, y), False) > 0]
        if upon:
            pairs.append((placed.confidence, str(placed.tile) == labelled.names[upon[0]]))
    return pairs


def main() -> None:
    """Fits and reports."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    args = parser.parse_args()
    networks, reader = (Network(DETECTOR), Network(CORNERS), Network(CLASSIFIER)), Reader()
    pictures = [labelled for folder in args.folders for labelled in load_folder(folder)]
    readings = [(labelled, *reading_of(networks, labelled)) for labelled in pictures]
    parts = [logits_of(*each) for each in readings]
    number, colour = (np.concatenate([p[0][k] for p in parts]) for k in (0, 1))
    classes = np.concatenate([p[1] for p in parts])
    coloured = classes[:, 1] >= 0
    factors = best_factor(number, classes[:, 0]), best_factor(colour[coloured], classes[coloured, 1])
    print(f'fitted here: {{"number": {factors[0]:.2f}, "colour": {factors[1]:.2f}}}; used: {SHARPNESS}')
    detections = np.concatenate([evidence_of(*each) for each in readings])
    print(f"of {len(detections)} detections {int(detections[:, -1].sum())} are faces")
    for used, used_base in ((WEIGHTS_ALONE, BASE_ALONE), (WEIGHTS, BASE)):
        *says, base = fitted_odds(detections[:, : len(used)], detections[:, -1])
        print(f"fitted here: weights {np.round(says, 2)}, base {base:.2f}; used: {used}, {used_base}")
    confidence, right = (
        np.array(c) for c in zip(*(pair for p in pictures for pair in as_read(reader, p)), strict=True)
    )
    sure = confidence > 0.9
    print(f"{len(right)} tiles read, {right.mean():.2%} right, expected calibration error", end=" ")
    print(
        f"{calibration_error(confidence, right):.4f}; above 0.9: {int((~right[sure]).sum())} of {int(sure.sum())} wrong"
    )


if __name__ == "__main__":
    main()
