"""What is lost where a photograph is made smaller before it is sent: size, JPEG quality, bytes, tiles read right.

    .venv/bin/python -m benchmarks.uploads FOLDER... [--every N]

Each labelled picture is seen aslant by a phone of twelve megapixels (4000x3000, JPEG 95, a little noise). A line for
each way to send it; the page sends 2400 pixels at quality 90.
"""

import json
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from models.recipe.measuring.measure import Label, compared, folders, quad_of
from models.recipe.training.labelled import labelled_in
from tilewatch.check import photograph_of
from vision.camera import Pixels, encoded
from vision.reading import Reader

PHONE, QUALITY, NOISE = (4000, 3000), 95, 4
"""Width, height, JPEG quality and levels of noise of what the phone takes."""
FREE, TILT = 0.04, 0.12
"""Part of the photograph that stays free around the table, and how much shorter the far side is at most."""
WAYS = ((4000, 95), (2400, 90), (2400, 75), (2400, 60), (1600, 90), (1600, 75), (1200, 90))
"""Pixels of the longer side, and JPEG quality, of what is sent."""


def taken(picture: Pixels, labels: list[Label], rng: np.random.Generator) -> tuple[Pixels, list[Label]]:
    """The picture as the phone takes it, with its labels."""
    height, width = picture.shape[:2]
    scale = (1 - 2 * FREE) * min(PHONE[0] / width, PHONE[1] / height)
    inset = rng.uniform(0, TILT / 2) * width
    there = np.array([[inset, 0], [width - inset, 0], [width, height], [0, height]], np.float32) * scale
    there += (np.array(PHONE) - there.max(axis=0)) / 2
    here = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(here, there.astype(np.float32))
    ground = np.median(picture.reshape(-1, 3), axis=0).tolist()
    seen = cv2.warpPerspective(picture, matrix, PHONE, flags=cv2.INTER_CUBIC, borderValue=ground).astype(np.int16)
    noisy = np.clip(seen + rng.integers(-NOISE, NOISE + 1, (*seen.shape[:2], 1), np.int16), 0, 255).astype(np.uint8)
    moved = [{**one, "quad": cv2.perspectiveTransform(quad_of(one)[None], matrix)[0].tolist()} for one in labels]
    return noisy, moved


def sent(photo: Pixels, longest: int, quality: int) -> bytes:
    """The photograph as a device sends it."""
    scale = longest / max(photo.shape[:2])
    small = photo if scale >= 1 else cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return encoded(np.asarray(small, np.uint8), quality)


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only each n-th picture")
    given = parser.parse_args()
    reader, rng = Reader(), np.random.default_rng(1)
    total = {way: Counter[str]() for way in WAYS}
    for path in [path for folder in folders(given.folders) for path in labelled_in(folder)[:: given.every]]:
        labels = json.loads(path.with_suffix(".json").read_text())["tiles"]
        photo, moved = taken(np.asarray(cv2.imread(str(path)), np.uint8), labels, rng)
        photo = np.asarray(cv2.imdecode(np.frombuffer(encoded(photo, QUALITY), np.uint8), cv2.IMREAD_COLOR), np.uint8)
        for way in WAYS:
            content = sent(photo, *way)
            pixels = photograph_of(content).pixels
            times = pixels.shape[1] / photo.shape[1]
            there = [{**one, "quad": (quad_of(one) * times).tolist()} for one in moved]
            counts, _ = compared({"tiles": there}, reader.read(pixels))
            total[way] += counts + Counter(bytes=len(content))
    print(f"{'pixels':>8}{'quality':>9}{'kB':>8}{'tiles':>8}{'recall':>9}{'precision':>11}")
    for (longest, quality), c in total.items():
        kilobytes = c["bytes"] / 1000 / max(1, c["pictures"])
        right, read = 100 * c["right"] / max(1, c["tiles"]), 100 * c["right"] / max(1, c["read"])
        print(f"{longest:>8}{quality:>9}{kilobytes:>8.0f}{c['tiles']:>8}{right:>9.2f}{read:>11.2f}")


if __name__ == "__main__":
    main()
