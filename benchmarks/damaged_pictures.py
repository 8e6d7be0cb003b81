"""Gives the camera's side pictures that are damaged: cut off, bits flipped, other sizes, rubbish, and looks what falls.

    python -m benchmarks.damaged_pictures [--pictures 100000] [--seed 1]

Each is decoded as a camera's picture and looked at as the watch looks at it, the networks aside. A picture is either
refused in a sentence or is one. Prints how many, the slowest, and the memory that the worst took.

    python -m benchmarks.damaged_pictures --read 300

damages whole JPEGs of tables instead, plain and progressive: how many are found out before a turn is judged by them,
and how many of the others are read otherwise.
"""

import argparse
import random
import resource
import time
from collections import Counter
from importlib.resources import files

import cv2
import numpy as np

from vision.camera import Picture, PictureError, is_whole
from vision.reading import Reader

KINDS = ("cut", "one bit", "a packet lacks", "zeros", "rubbish")
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


def damaged_on_its_way(jpeg: bytes, kind: str, chance: random.Random) -> bytes:
    """A JPEG whose data were cut, overwritten, or lack a packet."""
    file, place = bytearray(jpeg), chance.randrange(700, len(jpeg) - 10)
    if kind == "cut":
        return bytes(file[:place]) + b"\xff\xd9"
    if kind == "one bit":
        file[place] ^= 1 << chance.randrange(8)
    elif kind == "a packet lacks":
        del file[place : place + 1400]
    else:
        file[place : place + 512] = bytes(512) if kind == "zeros" else chance.randbytes(512)
    return bytes(file)


def read_otherwise(count: int, chance: random.Random) -> None:
    """Damages, and reads what passes for whole."""
    reader = Reader()
    for options in ((), (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)):
        found = Counter[str]()
        for number in range(count):
            name, kind = ("f024", "f044")[number % 2], KINDS[number % len(KINDS)]
            table = cv2.imdecode(np.fromfile(str(files("tilewatch") / "demo" / f"{name}.jpg"), np.uint8), 1)
            whole = cv2.imencode(".jpg", table, [cv2.IMWRITE_JPEG_QUALITY, 85, *options])[1].tobytes()
            sent = damaged_on_its_way(whole, kind, chance)
            came = came_of_it(sent) if is_whole(sent) else "found out"
            if came == "a picture":
                is_same = tiles_in(reader, sent) == tiles_in(reader, whole)
                came = "read as before" if is_same else f"READ OTHERWISE ({kind})"
            found[came] += 1
        told = ", ".join(f"{number} {what}" for what, number in found.most_common())
        print(f"{count} damaged {'progressive' if options else 'plain'} pictures: {told}")


def tiles_in(reader: Reader, jpeg: bytes) -> list[str]:
    """The names of the tiles that are read."""
    return sorted(str(tile.tile) for tile in reader.read(Picture(jpeg).pixels).tiles)


def main() -> None:
    """Decodes and counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--read", type=int, metavar="N")
    given = parser.parse_args()
    if given.read:
        read_otherwise(given.read, random.Random(given.seed))
        return
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
