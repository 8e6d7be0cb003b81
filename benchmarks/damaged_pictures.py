"""Gives the camera's side pictures that are damaged: cut off, bits flipped, other sizes, rubbish, and looks what falls.

    python -m benchmarks.damaged_pictures [--pictures 100000] [--seed 1]

Each is decoded as a camera's picture and looked at as the watch looks at it, the networks aside. A picture is either
refused in a sentence or is one. Prints how many, the slowest, and the memory that the worst took.
"""

import argparse
import random
import resource
import time
from collections import Counter
from importlib.resources import files

import cv2
import numpy as np

from vision.camera import Picture, PictureError

SIDES = (1, 2, 7, 16, 17, 255, 640, 5000, 40_000, 65_500)


def damaged(good: list[bytes], chance: random.Random) -> bytes:
    """A picture that came over a bad wire, or from a bad guest."""
    file = bytearray(chance.choice(good))
    kind = chance.randrange(5)
    if kind == 0:
        return bytes(file[: chance.randrange(len(file))])
    if kind == 1:
        return chance.randbytes(chance.randrange(3000))
    if kind == 2:
        begin = chance.randrange(len(file))
        file[begin : begin + chance.randrange(400)] = chance.randbytes(chance.randrange(400))
        return bytes(file)
    if kind == 3 and (place := file.find(b"\xff\xc0")) >= 0:
        height, width = chance.choice(SIDES), chance.choice(SIDES)
        file[place + 5 : place + 9] = height.to_bytes(2, "big") + width.to_bytes(2, "big")
        return bytes(file)
    for _ in range(chance.randint(1, 30)):
        file[chance.randrange(len(file))] ^= 1 << chance.randrange(8)
    return bytes(file)


def good_pictures() -> list[bytes]:
    """Small pictures of a demo's table, in three kinds of file."""
    demo = cv2.imdecode(np.frombuffer((files("tilewatch") / "demo" / "f004.jpg").read_bytes(), np.uint8), 1)
    small = cv2.resize(demo, (160, 90))
    return [bytes(cv2.imencode(kind, small)[1]) for kind in (".jpg", ".png", ".webp", ".bmp")]


def came_of_it(file: bytes) -> str:
    """What the camera's side makes of a picture."""
    try:
        pixels = Picture(file, 1, 0.0).pixels
    except PictureError:
        return "refused"
    except Exception as error:
        return f"FELL: {type(error).__name__}"
    return "a picture" if pixels.ndim == 3 and pixels.dtype == np.uint8 else "NO PICTURE"


def main() -> None:
    """Decodes and counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, found, slowest = random.Random(given.seed), Counter[str](), 0.0
    good = good_pictures()
    for _ in range(given.pictures):
        file, begun = damaged(good, chance), time.process_time()
        found[came_of_it(file)] += 1
        slowest = max(slowest, time.process_time() - begun)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(f"{given.pictures} damaged pictures: " + ", ".join(f"{count} {what}" for what, count in found.most_common()))
    print(f"slowest {1000 * slowest:.0f} ms of processor time; at most {memory:.0f} MB of memory")


if __name__ == "__main__":
    main()
