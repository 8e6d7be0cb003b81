"""Combining the knowledge of a set with the general reading."""

import numpy as np
import pytest

from referee.tiles import Tile
from vision.reading.detections import TILES, Detections, Names
from vision.reading.taught.inks import Inks
from vision.reading.taught.knowledge import Knowledge

BLACK, RED, BLUE, ORANGE = range(4)


def named(word: str, other: str, sure: float, ink: int, patch: pytest.MonkeyPatch) -> tuple[str, float]:
    """The name, and its probability, of a face that is read as `word`, otherwise as `other`, with a certain ink
    colour."""
    tiles = np.zeros((1, len(TILES)), np.float32)
    for name, likely in ((word, sure), (other, 1 - sure)):
        tiles[0, TILES.index(Tile.from_notation(name))] = likely
    names = Names(tiles, np.array([[1, 0, 0, 0]], np.float32), np.ones(1, np.float32))
    patch.setattr(Inks, "says", lambda *_: 9.0 * (np.arange(4) == ink)[None])
    inks = Inks(np.zeros((1, 4, 6)), np.zeros((4, 6, 6)))
    crops = np.zeros((1, 64, 48, 3), np.uint8)
    found = Detections(np.zeros((1, 4, 2), np.float32), np.ones(1, np.float32), crops=crops, names=names)
    (after,) = Knowledge(inks=inks).named(found).names.tiles
    return str(TILES[int(after.argmax())]), float(after.max())


@pytest.mark.parametrize(
    ("sure", "ink", "becomes", "is_sure"),
    [(0.6, BLUE, "b4", False), (0.6, BLACK, "k4", False), (0.95, BLUE, "b4", False), (0.95, BLACK, "k4", True)],
)
def test_inks_change_a_colour_and_never_make_a_doubt_sure(
    monkeypatch: pytest.MonkeyPatch, sure: float, ink: int, becomes: str, is_sure: bool
) -> None:
    """By lamp black ink may have the colour that was taught as blue: all colours of a picture would be wrong with
    certainty."""
    name, likely = named("k4", "b4", sure, ink, monkeypatch)
    assert (name, likely >= 0.9) == (becomes, is_sure)


def test_inks_are_told_by_the_light_in_which_all_of_a_picture_is_likeliest() -> None:
    """Under a lamp, red looks as orange does by day, and the general network reads orange; black and blue have shifted
    alike."""
    rng = np.random.default_rng(5)
    colours = np.arange(52) % 4
    means = [[-1.2, -1.2, -1.2], [-0.6, -0.9, -0.2], [-0.3, -0.5, -1.0], [-0.6, -0.6, -0.2]]
    by_day = np.array(means).repeat(2, axis=1)
    lights = [by_day, by_day + 0.3 * np.array([0, 0, 1, 1, 0, 0])]
    views = [light[colours] + rng.normal(0, 0.03, (52, 6)) for light in lights]
    likely = np.full((52, 4), 0.02)
    likely[np.arange(52), np.where(colours == RED, ORANGE, colours)] = 0.94
    read = np.log(likely) + Inks.of(views, colours).says(views[1], likely)
    assert read.argmax(axis=1).tolist() == colours.tolist()
