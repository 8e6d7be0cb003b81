"""An untouched table stays as it was read, in spite of changing light, a trembling camera, a bump and missed tiles."""

from collections import Counter

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.camera.picture import Picture, Pixels
from vision.reading.classify.cache import KnownFaces
from vision.reading.detections import PlacedTile, TableReading
from vision.watching.watch import Watch

WIDTH, HEIGHT, WIDE, HIGH = 640, 360, 26, 34
TILES = ["r5", "r6", "r7", "k1", "k2", "k3", "b9", "r9", "o9", "k9", "o11", "o12", "o13", "b2", "b3", "b4"]
BUMPED = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 1.5, 1.0) + np.array([[0, 0, 9], [0, 0, -6]])

NOISE = np.random.default_rng(9).normal(0, 4, (6, HEIGHT, WIDTH, 1)).astype(np.float32)


def quad_of(place: int) -> NDArray[np.float32]:
    left, top = 60 + (WIDE + 3) * (place % 8), 90 + 90 * (place // 8)
    return np.array([[left, top], [left + WIDE, top], [left + WIDE, top + HIGH], [left, top + HIGH]], np.float32)


def table(*, without: int | None = None, cloth: bool = False) -> Pixels:
    """Wood, optionally half under a chequered cloth, with tiles in two lines, of which one may be missing."""
    grain = cv2.GaussianBlur(np.random.default_rng(1).normal(0, 9, (HEIGHT, WIDTH)), (9, 3), 0)
    picture = np.clip(np.array([90, 130, 165]) + grain[..., None], 0, 255).astype(np.uint8)
    if cloth:
        chequers = (np.add.outer(np.arange(HEIGHT) // 30, np.arange(WIDTH) // 30) % 2).astype(bool)
        picture[chequers & (np.arange(WIDTH) > WIDTH / 2)] //= 2
    for place, word in enumerate(TILES):
        if place != without:
            corners = quad_of(place).astype(np.int32)
            cv2.fillConvexPoly(picture, corners, (215, 228, 235))
            cv2.putText(picture, word[1:], (int(corners[3][0]) + 1, int(corners[3][1]) - 9), 0, 0.5, (60, 40, 160), 1)
    return picture


class Forgetful:
    """A reader that misses some of the tiles each time, and sometimes reads a wrong name."""

    def __init__(self, misses: float, errs: float) -> None:
        self.misses, self.errs, self.chance = misses, errs, np.random.default_rng(3)
        self.moved, self.without = np.eye(2, 3), -1

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        there = [place for place in range(len(TILES)) if place != self.without]
        seen = [self.seen(place) for place in there if self.chance.random() >= self.misses]
        return TableReading(WIDTH, HEIGHT, tuple(seen), tuple((place,) for place in range(len(seen))), {})

    def seen(self, place: int) -> PlacedTile:
        quad = cv2.transform(quad_of(place)[None], self.moved)[0] + self.chance.normal(0, 0.4, (4, 2))
        tile, other = Tile.from_notation(TILES[place]), Tile.from_notation("k13")
        if self.chance.random() < self.errs:
            return PlacedTile(other, quad.astype(np.float32), 0.6, ((tile, 0.35),))
        return PlacedTile(tile, quad.astype(np.float32), 0.97, ((other, 0.02),))


class Evening:
    """A watch that sees a table ten times a second through a camera whose pictures are never identical."""

    def __init__(self, misses: float = 0.0, errs: float = 0.0) -> None:
        self.reader, self.chance = Forgetful(misses, errs), np.random.default_rng(6)
        self.watch, self.number = Watch(self.reader), 0
        self.tables: list[Counter[str]] = []
        self.steady = 0

    def go_on(self, picture: Pixels, seconds: float, *, swing: float = 0.3, moved: np.ndarray | None = None) -> None:
        self.reader.moved = np.eye(2, 3) if moved is None else moved
        for _ in range(round(seconds * 10)):
            self.number += 1
            second = self.number / 10
            before = self.watch.snapshot.number
            snapshot = self.watch.see(Picture(self.taken(picture, second, swing), self.number, second))
            self.steady += snapshot.steady
            if snapshot.number != before:
                self.tables.append(Counter(str(tile.tile) for tile in snapshot.table.tiles))

    def taken(self, picture: Pixels, second: float, swing: float) -> Pixels:
        """The camera's picture: exposure and white balance drift, slowly and in steps; the camera trembles by 0.7
        px."""
        off = self.reader.moved + np.array(
            [[0, 0, self.chance.uniform(-0.7, 0.7)], [0, 0, self.chance.uniform(-0.7, 0.7)]]
        )
        seen = cv2.warpAffine(picture, off, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
        exposure = 1 - swing / 2 + swing / 2 * np.cos(second / 3) - swing / 2 * (int(second) % 7 in (3, 4))
        warm = 1 + swing / 2 * np.sin(second / 5)
        noise = NOISE[int(self.chance.integers(len(NOISE)))]
        lit = seen * np.array([exposure / warm, exposure, exposure * warm], np.float32) + noise
        return np.clip(lit, 0, 255).astype(np.uint8)


ALL = Counter(TILES)


def test_light_trembling_and_misses_change_nothing() -> None:
    evening = Evening()
    evening.go_on(table(), 2.0)
    evening.reader.misses = 0.1
    evening.go_on(table(), 9.0)
    assert set(map(frozenset, evening.tables)) == {frozenset(ALL)}
    assert evening.tables[-1] == ALL
    assert evening.steady > 0.6 * evening.number


def test_a_tile_that_is_missed_does_not_vanish_when_the_tripod_is_bumped() -> None:
    evening = Evening()
    evening.go_on(table(), 2.0)
    evening.reader.misses, evening.reader.errs = 0.1, 0.03
    evening.go_on(table(), 4.0, moved=BUMPED)
    evening.go_on(table(), 4.0)
    assert all(one == ALL for one in evening.tables), [ALL - one for one in evening.tables]
    assert len(evening.tables) >= 3


def test_what_a_person_told_stays_told_through_light_bumps_and_misses() -> None:
    evening = Evening()
    evening.go_on(table(), 2.0)
    told = next(tile for tile in evening.watch.snapshot.table.tiles if str(tile.tile) == "b9")
    evening.watch.tell(told.key, Tile.from_notation("b6"))
    evening.reader.misses, evening.reader.errs = 0.1, 0.03
    evening.go_on(table(), 3.0)
    evening.go_on(table(), 4.0, moved=BUMPED)
    names = Counter(str(tile.tile) for tile in evening.watch.snapshot.table.tiles)
    assert names == ALL - Counter(["b9"]) + Counter(["b6"])


def test_a_tile_that_is_taken_away_is_gone_all_the_same() -> None:
    evening = Evening(misses=0.1)
    evening.go_on(table(), 4.0)
    gone = TILES.index("k9")
    evening.reader.without = gone
    evening.go_on(table(without=gone), 4.0)
    assert evening.tables[-1] == ALL - Counter(["k9"])


def test_a_bump_that_moves_a_chequered_cloth_does_not_cover_the_table_for_good() -> None:
    """The surroundings of all tiles change, but the tiles keep their relative positions."""
    evening = Evening()
    evening.go_on(table(cloth=True), 2.0, swing=0.0)
    evening.go_on(table(cloth=True), 4.0, swing=0.0, moved=BUMPED)
    assert evening.watch.snapshot.steady
    assert evening.tables[-1] == ALL


def test_a_shadow_with_a_sharp_edge_is_the_table_in_another_light_and_a_dark_sheet_is_not() -> None:
    """The shadow crosses the whole table like an arm: only the cloth's chequers, still visible in it, show that it is a
    shadow."""
    bar = np.zeros((HEIGHT, WIDTH, 1), bool)
    bar[:, 400:460] = True
    evening = Evening()
    evening.go_on(table(cloth=True), 1.0, swing=0.0)
    evening.go_on(np.where(bar, table(cloth=True) // 2, table(cloth=True)), 1.0, swing=0.0)
    assert evening.watch.snapshot.steady
    evening.go_on(np.where(bar, np.uint8(40), table(cloth=True)), 1.0, swing=0.0)
    assert evening.watch.snapshot.covered
    assert evening.tables[-1] == ALL
