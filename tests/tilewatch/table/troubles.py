"""Forty kinds of camera trouble: the pictures sent instead of the table."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from referee.tiles import Tile
from tests.tilewatch.conftest import HEIGHT, WIDTH
from vision.camera import Pixels
from vision.reading import PlacedTile, TableReading

Chance = np.random.Generator
Trick = Callable[[Pixels, Chance], Pixels | bytes | None]
"""A picture that a camera sends instead of the real one; None: no picture."""


def jpeg(picture: Pixels, *options: int) -> bytes:
    return bytes(cv2.imencode(".jpg", picture, options)[1].tobytes())


def level(value: int | tuple[int, int, int]) -> Trick:
    return lambda picture, _: np.full_like(picture, value)


def noise(least: int, most: int) -> Trick:
    return lambda picture, chance: chance.integers(least, most, picture.shape).astype(np.uint8)


def frozen_snow(picture: Pixels, _: Chance) -> Pixels:
    return np.random.default_rng(3).integers(0, 256, picture.shape).astype(np.uint8)


def light(part: float, sigma: float = 0.0) -> Trick:
    """The picture with `part` of its light and constant sensor noise, as when the same frame is sent again and
    again."""
    still = np.random.default_rng(4).normal(0, sigma, (HEIGHT, WIDTH, 3)) if sigma else 0.0
    return lambda picture, _: np.clip(picture * part + still, 0, 255).astype(np.uint8)


def bars(picture: Pixels, _: Chance) -> Pixels:
    colours = np.array([[255, 255, 255], [0, 255, 255], [255, 255, 0], [0, 255, 0], [255, 0, 255], [0, 0, 255]])
    across = colours[np.arange(picture.shape[1]) * 6 // picture.shape[1]]
    return np.repeat(across[None], picture.shape[0], axis=0).astype(np.uint8)


def finger(picture: Pixels, _: Chance) -> Pixels:
    """A finger before the lens: skin with light through it, redder in the middle."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    glow = 40 * np.exp(-(((x - 300) / 250) ** 2) - ((y - 180) / 150) ** 2)
    return np.clip(np.array([40, 50, 130]) + glow[..., None], 0, 255).astype(np.uint8)


def page(picture: Pixels, _: Chance) -> Pixels:
    """Print over all of the table."""
    print_ = np.random.default_rng(5).choice([40, 235], (picture.shape[0] // 4, picture.shape[1] // 4), p=[0.3, 0.7])
    large = np.repeat(print_[..., None], 3, axis=2).astype(np.uint8)
    return cv2.resize(large, picture.shape[1::-1], interpolation=cv2.INTER_NEAREST).astype(np.uint8)


def torn(picture: Pixels, _: Chance) -> Pixels:
    half = picture.copy()
    half[: picture.shape[0] // 2] = 128
    return half


def cut(part: float, tail: bytes = b"") -> Trick:
    def sent(picture: Pixels, _: Chance) -> bytes:
        whole = jpeg(picture)
        return whole[: int(part * len(whole))] + tail

    return sent


def broken(begin: float, end: float, with_: int) -> Trick:
    """A JPEG whose middle was overwritten in transit."""

    def sent(picture: Pixels, _: Chance) -> bytes:
        whole = bytearray(jpeg(picture))
        first, last = int(begin * len(whole)), int(end * len(whole))
        whole[first:last] = bytes([with_]) * (last - first)
        return bytes(whole)

    return sent


def lacking(picture: Pixels, _: Chance) -> bytes:
    """A packet of the stream was lost."""
    whole = jpeg(picture)
    return whole[: len(whole) // 2] + whole[len(whole) // 2 + 1400 :]


def claims_to_be_huge(picture: Pixels, _: Chance) -> bytes:
    whole = bytearray(jpeg(picture))
    place = whole.find(b"\xff\xc0")
    whole[place + 5 : place + 9] = b"\xff\xff\xff\xff"
    return bytes(whole)


def sized(width: int, height: int) -> Trick:
    return lambda picture, _: np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def flicker(picture: Pixels, chance: Chance) -> Pixels:
    return np.full_like(picture, chance.choice([20, 235]))


def rolling(picture: Pixels, chance: Chance) -> Pixels:
    """A camera that is carried about."""
    shaded = (picture * np.linspace(0.3, 1.3, picture.shape[1])[None, :, None]).clip(0, 255).astype(np.uint8)
    return np.roll(shaded, (int(chance.integers(20, 300)), int(chance.integers(20, 500))), (0, 1))


def striped(picture: Pixels, chance: Chance) -> Pixels:
    stripes = (np.arange(picture.shape[0]) // 8 % 2 * int(chance.integers(120, 200))).astype(np.uint8)
    return np.clip(picture.astype(int) + stripes[:, None, None] - 60, 0, 255).astype(np.uint8)


TROUBLES: dict[str, Trick] = {
    "a black picture": level(0), "a lens cap, with a sensor's noise": noise(0, 6), "a white picture": level(255),
    "blinded, with noise": noise(250, 256), "a grey picture": level(128), "blue, no signal": level((200, 60, 20)),
    "colour bars": bars, "snow": noise(0, 256), "frozen snow": frozen_snow, "a finger on the lens": finger,
    "a newspaper over all": page, "the upper half is missing": torn, "5 % of the light": light(0.05),
    "8 % of the light": light(0.08), "12 % of the light": light(0.12), "8 % and noise": light(0.08, 3),
    "12 % and noise": light(0.12, 3), "as much noise as picture": light(0.6, 40), "half of it noise": light(0.4, 30),
    "nothing": lambda *_: None, "empty pictures": lambda *_: b"", "a page, no picture": lambda *_: b"<html>401",
    "rubbish": lambda _, chance: bytes(chance.bytes(900)), "a JPEG's beginning alone": cut(0.01),
    "a tenth of a JPEG": cut(0.1), "half a JPEG": cut(0.5), "all but the end of a JPEG": cut(0.95),
    "half a JPEG with an end": cut(0.5, b"\xff\xd9"), "nearly a whole JPEG with an end": cut(0.9, b"\xff\xd9"),
    "a JPEG with zeros in its middle": broken(0.4, 0.6, 0), "a JPEG with ones in its middle": broken(0.4, 0.6, 255),
    "a JPEG with rubbish at its end": broken(0.8, 0.99, 0x5A), "a packet is lacking": lacking,
    "a JPEG that claims to be huge": claims_to_be_huge, "one pixel": sized(1, 1), "64x36": sized(64, 36),
    "320x180": sized(320, 180), "a slit": sized(640, 40), "flicker": flicker, "carried about": rolling,
    "striped by a lamp": striped,
}  # fmt: skip
BARE = ("a newspaper over all", "the upper half is missing")
"""Tricks that make the table look like an empty one."""
STILL_READ = ("8 % of the light", "12 % of the light", "8 % and noise", "12 % and noise", "half of it noise")
"""Tricks with which tiles are still read, but under wrong names."""


def misread(lying: TableReading) -> TableReading:
    """A reading in bad light: every tile of the first row has another name, with full confidence."""
    wrong = [PlacedTile(Tile.from_notation(f"b{n + 1}"), tile.quad, 0.95, ()) for n, tile in enumerate(lying.tiles)]
    return TableReading(lying.width, lying.height, tuple(wrong), lying.sets, {}, ())


def blurred(lying: TableReading) -> TableReading:
    """A reading of a blurred picture: most tiles are doubtful, one is wrong."""
    soft = [PlacedTile(tile.tile, tile.quad, 0.6, ()) for tile in lying.tiles]
    soft[0] = PlacedTile(Tile.from_notation("o1"), soft[0].quad, 0.6, ())
    return TableReading(lying.width, lying.height, tuple(soft), lying.sets, {}, ())


def read_by(stage: Any) -> Callable[..., TableReading]:
    """A reader that sees no tiles in pictures without any."""
    knows = stage.reader.read

    def read(picture: Pixels, known: object = None) -> TableReading:
        try:
            found: TableReading = knows(picture)
        except KeyError:
            return TableReading(picture.shape[1], picture.shape[0], (), (), {})
        return found

    return read
