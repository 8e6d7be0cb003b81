"""Picture after picture: when the table is read, the report when it is not seen, and players' answers about tiles."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.camera.picture import Picture, Pixels
from vision.reading.classify.cache import KnownFaces
from vision.reading.detections import PlacedTile, TableReading
from vision.watching.bare import Bare
from vision.watching.snapshot import Snapshot
from vision.watching.surroundings import Surroundings
from vision.watching.watch import Watch

WIDTH, HEIGHT, WIDE, HIGH = 640, 360, 24, 32


def quad_of(place: int) -> NDArray[np.float32]:
    left, top = 60 + (WIDE + 1) * place, 160
    return np.array([[left, top], [left + WIDE, top], [left + WIDE, top + HIGH], [left, top + HIGH]], np.float32)


def drawn(*words: str, off: tuple[int, int] = (0, 0), but: int | None = None) -> Pixels:
    """A wooden table with tiles side by side, all touching but one; `.` leaves a gap."""
    grain = cv2.GaussianBlur(np.random.default_rng(1).normal(0, 9, (HEIGHT, WIDTH)), (9, 3), 0)
    picture = np.clip(np.array([90, 130, 165]) + grain[..., None], 0, 255).astype(np.uint8)
    for place, word in enumerate(words):
        if word != ".":
            corners = (quad_of(place) + (0 if place == but else off)).astype(np.int32)
            cv2.fillConvexPoly(picture, corners, (215, 228, 235))
            cv2.putText(picture, word, (int(corners[3][0]) + 1, int(corners[3][1]) - 9), 0, 0.4, (60, 40, 160), 1)
    return picture


class Scene:
    """A table, a watch that looks at it ten times a second, and a reader whose answers the test sets."""

    def __init__(self) -> None:
        self.said: tuple[str, ...] = ()
        self.shift, self.but = (0, 0), -1
        self.watch = Watch(self)
        self.now = 100.0
        self.number = 0

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        """`?r5`: a tile that cannot be read, r5 at a guess."""
        there = [(place, word) for place, word in enumerate(self.said) if word != "."]
        tiles = tuple(self.placed(place, word, 0.99) for place, word in there if word[0] != "?")
        unread = tuple(self.placed(place, word[1:], 0.3) for place, word in there if word[0] == "?")
        rows = (tuple(range(len(tiles))),) if tiles else ()
        return TableReading(picture.shape[1], picture.shape[0], tiles, rows, {}, unread)

    def placed(self, place: int, word: str, confidence: float) -> PlacedTile:
        quad = quad_of(place) + np.array((0, 0) if place == self.but else self.shift, np.float32)
        return PlacedTile(Tile.from_notation(word), quad, confidence)

    def show(self, picture: Pixels, *said: str, seconds: float = 1.0, rate: float = 10.0) -> Snapshot:
        """Shows a picture for a while at a given rate; the reader reports these tiles for it."""
        self.said = said
        for _ in range(round(seconds * rate)):
            self.now += 1 / rate
            self.number += 1
            self.watch.see(Picture(picture, self.number, self.now))
        return self.watch.snapshot


class Keeping:
    """The scene's reader; it stores the pictures that it reads."""

    def __init__(self, scene: Scene, kept: list[Pixels]) -> None:
        self._scene, self._kept = scene, kept

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        self._kept.append(picture)
        return self._scene.read(picture, known)


class Giving:
    """The scene's reader; it stores the known faces that it is given."""

    def __init__(self, scene: Scene, given: list[KnownFaces | None]) -> None:
        self._scene, self._given = scene, given

    def read(self, picture: Pixels, known: KnownFaces | None = None) -> TableReading:
        self._given.append(known)
        return self._scene.read(picture, known)


def words(snapshot: Snapshot) -> str:
    return " ".join(str(tile.tile) for row in snapshot.table.rows for tile in row)


def places_unread(snapshot: Snapshot) -> list[int]:
    """The positions of tiles that cannot be read."""
    return [round((float(tile.quad[0][0]) - 60) / (WIDE + 1)) for tile in snapshot.table.unread]


@pytest.mark.parametrize(
    ("change", "is_dark"),
    [
        (np.zeros_like, True),
        (lambda table: (table * 0.05).astype(np.uint8), True),
        (lambda table: np.full_like(table, 255), False),
    ],
    ids=["black lens", "light to 5 %", "white-out"],
)
def test_a_table_that_cannot_be_seen_is_not_steady(change: object, is_dark: bool) -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7")
    assert scene.show(table, "r5", "r6", "r7").steady
    snapshot = scene.show(change(table), seconds=3)  # type: ignore[operator]
    assert (snapshot.steady, snapshot.covered, snapshot.dark) == (False, True, is_dark)
    snapshot = scene.show(table, "r5", "r6", "r7")
    assert (snapshot.steady, snapshot.covered, snapshot.dark) == (True, False, False)
    assert words(snapshot) == "r5 r6 r7"


def test_a_newspaper_laid_over_the_tiles_covers_them() -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7")
    scene.show(table, "r5", "r6", "r7")
    lines = np.random.default_rng(2).integers(90, 255, (HEIGHT // 4, 1, 1))
    paper = np.broadcast_to(np.repeat(lines, 4, axis=0), table.shape).astype(np.uint8)
    snapshot = scene.show(paper, seconds=12, rate=2)
    assert (snapshot.steady, snapshot.covered) == (False, True)


@pytest.mark.parametrize(("laid", "is_covered"), [("r5 r6 r7", False), ("r5 r6 r7 r8", True)])
def test_an_arm_that_rests_where_nobody_lays_is_put_down_soon_and_one_that_lays_a_tile_is_not(
    laid: str, is_covered: bool
) -> None:
    """The arm reaches in by less than half of the picture; for six seconds nothing moves."""
    scene, before, row = Scene(), ("r5", "r6", "r7"), laid.split()
    scene.show(drawn(*before), *before)
    sleeve = np.random.default_rng(3).normal((60, 40, 30), 6, (140, 50, 3)).clip(0, 255).astype(np.uint8)
    pictures = [drawn(*before), drawn(*row)]
    for picture in pictures:
        picture[-140:, 450:500] = sleeve
    scene.show(pictures[0], *before, seconds=0.5)
    snapshot = scene.show(pictures[1], *row, seconds=7, rate=5)
    assert (words(snapshot), snapshot.covered) == (laid, is_covered)


@pytest.mark.parametrize(("part", "is_strange"), [(0.4, False), (0.6, True)])
def test_what_lies_over_more_than_half_of_the_picture_makes_it_another_view(part: float, is_strange: bool) -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7")
    scene.show(table, "r5", "r6", "r7")
    lines = np.random.default_rng(2).integers(90, 255, (HEIGHT // 4, 1, 1))
    paper, left = table.copy(), WIDTH - round(part * WIDTH)
    paper[:, left:] = np.repeat(lines, 4, axis=0)
    assert scene.show(paper, "r5", "r6", "r7", seconds=4, rate=5).strange == is_strange


def test_light_that_goes_slowly_to_nothing_ends_in_the_dark() -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7")
    scene.show(table, "r5", "r6", "r7")
    for level in np.linspace(1, 0.04, 30):
        scene.show((table * level).astype(np.uint8), "r5", "r6", "r7", seconds=0.1)
    assert scene.watch.snapshot.dark


def test_a_tile_that_is_not_read_any_more_in_another_light_still_lies_there() -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7")
    scene.show(table, "r5", "r6", "r7")
    snapshot = scene.show((table * 0.68).astype(np.uint8), "r5", ".", "r7", seconds=2)
    assert (snapshot.steady, words(snapshot)) == (True, "r5 r6 r7")


def test_a_tile_that_was_taken_away_is_gone() -> None:
    scene = Scene()
    scene.show(drawn("r5", "r6", "r7"), "r5", "r6", "r7")
    snapshot = scene.show(drawn("r5", ".", "r7"), "r5", ".", "r7", seconds=2)
    assert (snapshot.steady, words(snapshot)) == (True, "r5 r7")


def test_a_tile_that_a_person_told_stays_until_its_place_looks_another() -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7")
    scene.show(table, "r5", ".", "r7")
    x, y = quad_of(1).mean(axis=0)
    scene.watch.tell_there(float(x), float(y), Tile.from_notation("r6"))
    assert words(scene.watch.snapshot) == "r5 r6 r7"
    scene.watch.insist()
    assert words(scene.show(table, "r5", ".", "r7", seconds=2)) == "r5 r6 r7"
    assert words(scene.show(drawn("r5", ".", "r7"), "r5", ".", "r7", seconds=2)) == "r5 r7"


def test_a_tile_that_only_a_person_saw_is_not_the_bare_table_when_it_looks_another() -> None:
    """It was on the table from the beginning: the area that the camera took for the table is a tile."""
    scene = Scene()
    scene.show(drawn("r5", "r6", "r7"), "r5", ".", "r7")
    x, y = quad_of(1).mean(axis=0)
    scene.watch.tell_there(float(x), float(y), Tile.from_notation("r6"))
    snapshot = scene.show(drawn("r5", "k13", "r7"), "r5", ".", "r7", seconds=2)
    assert words(snapshot) == "r5 r6 r7"
    assert [str(tile.tile) for tile in snapshot.hidden] == ["r6"]


def test_where_a_person_said_that_no_tile_lies_none_is_seen() -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7", ".", "k1")
    ghost = next(t for t in scene.show(table, "r5", "r6", "r7", ".", "k1").table.tiles if str(t.tile) == "k1")
    scene.watch.tell_absent(ghost.key)
    assert words(scene.watch.snapshot) == "r5 r6 r7"
    scene.watch.insist()
    assert words(scene.show(table, "r5", "r6", "r7", ".", "k1", seconds=2)) == "r5 r6 r7"
    scene.watch.insist()
    another = drawn("r5", "r6", "r7", ".", "b9")
    assert "b9" in words(scene.show(another, "r5", "r6", "r7", ".", "b9", seconds=2))


def test_a_cup_put_down_at_the_edge_does_not_cover_for_good() -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7")
    scene.show(table, "r5", "r6", "r7")
    cup = cv2.circle(table.copy(), (540, HEIGHT - 12), 36, (60, 60, 60), -1).astype(np.uint8)
    assert scene.show(cup, "r5", "r6", "r7", seconds=3).covered
    assert scene.show(cup, "r5", "r6", "r7", seconds=30, rate=1).steady


def test_while_a_corrected_tile_is_misread_what_was_put_down_is_learnt() -> None:
    scene, table = Scene(), drawn("r5", "r9", "r7")
    snapshot = scene.show(table, "r5", "r9", "r7")
    scene.watch.tell(snapshot.table.rows[0][1].key, Tile.from_notation("r6"))
    cup = cv2.circle(table.copy(), (420, 100), 36, (60, 60, 60), -1).astype(np.uint8)
    snapshot = scene.show(cup, "r5", "r9", "r7", seconds=12, rate=2)
    assert (snapshot.steady, words(snapshot)) == (True, "r5 r6 r7")


def test_a_tile_that_cannot_be_read_is_none_of_the_table_and_its_place_is_known() -> None:
    scene = Scene()
    snapshot = scene.show(drawn("r5", "r6", "r7"), "r5", "?b9", "r7")
    assert (snapshot.steady, words(snapshot), places_unread(snapshot)) == (True, "r5 r7", [1])


def test_what_one_picture_of_many_could_not_read_is_not_asked_about() -> None:
    scene, table = Scene(), drawn("r5", "r6")
    scene.show(table, "r5", ".", seconds=0.4)
    assert places_unread(scene.show(table, "r5", "?r6", seconds=0.1)) == []


def test_where_a_tile_lay_that_cannot_be_read_any_more_nothing_is_unread() -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7")
    scene.show(table, "r5", "r6", "r7")
    snapshot = scene.show((table * 0.68).astype(np.uint8), "r5", "?k1", "r7", seconds=2)
    assert (words(snapshot), places_unread(snapshot)) == ("r5 r6 r7", [])


def test_a_tile_that_is_moved_and_cannot_be_read_there_is_unread_there() -> None:
    scene = Scene()
    scene.show(drawn("r5", "r6", "r7", "."), "r5", "r6", "r7")
    snapshot = scene.show(drawn("r5", ".", "r7", "r6"), "r5", ".", "r7", "?r6", seconds=2)
    assert (words(snapshot), places_unread(snapshot)) == ("r5 r7", [3])


def test_what_a_person_says_of_an_unread_tile_holds_while_it_lies_there() -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7")
    scene.show(table, "r5", "?b9", "r7")
    x, y = quad_of(1).mean(axis=0) + 5
    scene.watch.tell_there(float(x), float(y), Tile.from_notation("r6"))
    assert (words(scene.watch.snapshot), places_unread(scene.watch.snapshot)) == ("r5 r6 r7", [])
    np.testing.assert_array_equal(scene.watch.snapshot.table.tiles[-1].quad, quad_of(1))
    scene.watch.insist()
    snapshot = scene.show(table, "r5", "?b9", "r7", seconds=3)
    assert (words(snapshot), places_unread(snapshot)) == ("r5 r6 r7", [])


def test_what_a_person_says_of_a_picture_of_before_a_bump_holds_after_it() -> None:
    """The page shows the last settled table; the camera was bumped since, and no new table is settled yet."""
    read, scene, table = ("r5", "r6", "r7", "r8"), Scene(), drawn("r5", "r6", "r7", "r8", "b2")
    scene.show(table, *read)
    scene.shift, bumped = (40, 24), np.roll(table, (24, 40), (0, 1))
    assert scene.show(bumped, *read, seconds=0.4).table.tiles[0].quad[0].tolist() == quad_of(0)[0].tolist()
    x, y = quad_of(4).mean(axis=0)
    scene.watch.tell_there(x, y, Tile.from_notation("b2"))
    np.testing.assert_allclose(scene.watch.snapshot.table.tiles[-1].quad, quad_of(4), atol=1)
    snapshot = scene.show(bumped, *read, seconds=3)
    assert words(snapshot) == "r5 r6 r7 r8 b2"
    np.testing.assert_allclose(snapshot.table.tiles[-1].quad, quad_of(4) + [40, 24], atol=1)


def test_what_a_person_called_no_tile_is_not_asked_about_again_until_its_place_looks_another() -> None:
    scene, table = Scene(), drawn("r5", ".", "r7", "b2")
    scene.show(table, "r5", ".", "r7", "?b9")
    assert scene.watch.tell_free(*quad_of(3).mean(axis=0))
    scene.watch.insist()
    assert places_unread(scene.show(table, "r5", ".", "r7", "?b9", seconds=3)) == []
    assert len(scene.watch.snapshot.absent) == 1
    scene.watch.insist()
    another = drawn("r5", ".", "r7", "k13")
    assert places_unread(scene.show(another, "r5", ".", "r7", "?b9", seconds=3)) == [3]


def test_that_no_tile_lies_there_is_taken_back() -> None:
    scene, table = Scene(), drawn("r5", "b2")
    scene.show(table, "r5", "?b9")
    scene.watch.tell_free(*quad_of(1).mean(axis=0))
    scene.watch.untell(scene.watch.snapshot.absent[0].key)
    assert places_unread(scene.show(table, "r5", "?b9")) == [1]


def test_where_everything_is_read_nobody_can_say_that_an_unread_tile_is_none() -> None:
    scene = Scene()
    scene.show(drawn("r5", "b2"), "r5", "b2")
    assert not scene.watch.tell_free(*quad_of(1).mean(axis=0))


def with_cup(table: Pixels, x: int, y: int) -> Pixels:
    return cv2.circle(table.copy(), (x, y), 36, (60, 60, 60), -1).astype(np.uint8)


def test_a_tile_under_something_is_hidden_and_still_counts_as_lying_there() -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7")
    scene.show(table, "r5", "r6", "r7")
    x, y = quad_of(2).mean(axis=0).astype(int) + [16, 0]
    snapshot = scene.show(with_cup(table, x, y), "r5", seconds=12, rate=2)
    assert not snapshot.steady
    assert {str(tile.tile) for tile in snapshot.hidden} == {"r6", "r7"}
    assert words(snapshot) == "r5 r6 r7"
    scene.watch.vouch()
    assert scene.show(with_cup(table, x, y), "r5").hidden == ()
    assert words(scene.show(table, "r5", "r6", "r7", seconds=2)) == "r5 r6 r7"


def beside_a_cup(*words: str) -> Pixels:
    """A cup hides the last of three tiles, and reaches over the tile beside it."""
    right, middle = quad_of(2)[1][0], int(quad_of(2)[:, 1].mean())
    return np.asarray(cv2.circle(drawn(*words), (int(right) - 14, middle), 19, (90, 60, 40), -1), np.uint8)


@pytest.mark.parametrize(
    ("lay", "read", "lies"),
    [(("r9", "r10", "r11"), "r1", "r9 r10 r11"), (("r9", "J", "r11"), "r10", "r9 r10 r11")],
    ids=["a part of it is hidden, too", "a joker was replaced"],
)
def test_beside_a_hidden_tile_a_half_is_no_other_tile_and_a_joker_may_have_been_replaced(
    lay: tuple[str, ...], read: str, lies: str
) -> None:
    scene = Scene()
    scene.show(drawn(), seconds=2)
    scene.show(drawn(*lay), *lay)
    snapshot = scene.show(beside_a_cup("r9", "r10", "r11"), "r9", read, seconds=5)
    assert words(snapshot) == lies
    assert "r11" in [str(tile.tile) for tile in snapshot.hidden]


def test_a_joker_that_a_person_told_stays_one_beside_a_hidden_tile() -> None:
    scene, lay = Scene(), ("r9", "J", "r11")
    scene.show(drawn(), seconds=2)
    snapshot = scene.show(drawn(*lay), "r9", "r3", "r11")
    scene.watch.tell(snapshot.table.rows[0][1].key, Tile.from_notation("J"))
    assert words(scene.show(beside_a_cup(*lay), "r9", "r3", seconds=5)) == "r9 J r11"


def test_when_another_set_is_recognised_what_hides_a_tile_is_not_learnt_as_its_face() -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7")
    scene.show(table, "r5", "r6", "r7")
    x, y = quad_of(2).mean(axis=0).astype(int) + [16, 0]
    scene.show(with_cup(table, x, y), "r5", seconds=12, rate=2)
    scene.watch.reads_otherwise()
    assert words(scene.show(with_cup(table, x, y), "r5", seconds=2)) == "r5 r6 r7"
    assert [str(one.tile) for one in scene.watch.gallery.set.examples] == ["r5"]
    scene.show(table, "r5", "r6", "r7", seconds=2)
    assert {str(one.tile) for one in scene.watch.gallery.set.examples} == {"r5", "r6", "r7"}


RUN = ("r5", "r6", "r7", "r8")


def under_a_cloth(table: Pixels) -> Pixels:
    """A cloth covers the fifth tile."""
    return cv2.rectangle(table.copy(), (156, 110), (330, 280), (60, 60, 60), -1).astype(np.uint8)


@pytest.fixture
def corrected() -> Scene:
    """Five tiles, the last of which, k12, is read as o6; a player corrects it, a cloth is laid over it, and all others
    are pushed."""
    scene, table = Scene(), drawn(*RUN, "k12")
    tiles = scene.show(table, *RUN, "o6").table.tiles
    scene.watch.tell(tiles[-1].key, Tile.from_notation("k12"))
    scene.show(under_a_cloth(table), *RUN, seconds=6)
    scene.shift, scene.but = (-14, 60), 4
    scene.show(under_a_cloth(drawn(*RUN, "k12", off=scene.shift, but=4)), *RUN, seconds=3)
    assert [str(tile.tile) for tile in scene.watch.snapshot.hidden] == ["k12"]
    return scene


def test_what_is_hidden_does_not_go_along_when_all_else_is_pushed(corrected: Scene) -> None:
    snapshot = corrected.show(drawn(*RUN, "k12", off=corrected.shift, but=4), *RUN, "o6", seconds=3)
    assert (snapshot.steady, set(words(snapshot).split())) == (True, {*RUN, "k12"})


def test_a_tile_that_was_corrected_and_goes_along_under_the_cloth_is_asked_about_again(corrected: Scene) -> None:
    corrected.but, pushed = -1, drawn(*RUN, "k12", off=corrected.shift)
    (asked,) = [tile for tile in corrected.show(pushed, *RUN, "o6", seconds=3).table.tiles if tile.is_open]
    assert (str(asked.tile), str(asked.rivals[0][0])) == ("o6", "k12")
    x, y = asked.quad.mean(axis=0)
    corrected.watch.tell_there(x, y, Tile.from_notation("k12"))
    assert set(words(corrected.show(pushed, *RUN, "o6", seconds=3)).split()) == {*RUN, "k12"}


def test_who_insists_teaches_only_what_was_told() -> None:
    scene, table = Scene(), drawn("r5", "r6", "r7")
    scene.show(table, "r5", "r6", "r7")
    both = with_cup(cv2.circle(table.copy(), (480, 90), 50, (60, 60, 60), -1).astype(np.uint8), 470, 260)
    snapshot = scene.show(both, "r5", "r6", "r7", seconds=0.5)
    assert snapshot.held is not None
    assert snapshot.held[1] < 0.5, "the larger one is told"
    scene.watch.insist()
    snapshot = scene.show(both, "r5", "r6", "r7", seconds=0.5)
    assert snapshot.covered
    assert snapshot.held is not None
    assert snapshot.held[1] > 0.5, "now the other one"


def test_tiles_that_a_smaller_picture_does_not_show_well_enough_to_be_read_still_lie_there() -> None:
    scene, tiles = Scene(), ("k9", "r9", "o9")
    assert words(scene.show(drawn(*tiles), *tiles)) == "k9 r9 o9"
    smaller = cv2.resize(drawn(*tiles), (WIDTH * 4 // 5, HEIGHT * 4 // 5), interpolation=cv2.INTER_AREA)
    scene.watch.read_since = scene.now
    assert words(scene.show(np.asarray(smaller, np.uint8), seconds=3)) == "k9 r9 o9"


def test_a_joker_that_is_read_where_the_bare_table_is_seen_and_nothing_has_moved_is_asked_about() -> None:
    """A reader that was right before reads a joker in the cloth: nobody can have laid it."""
    scene, table = Scene(), drawn("r5")
    scene.show(drawn())
    assert words(scene.show(table, "r5")) == "r5"
    scene.watch.read_since = scene.now
    seen = scene.show(table, "r5", ".", "J")
    assert (words(seen), places_unread(seen)) == ("r5", [2])


def test_a_tile_that_is_read_late_was_laid_where_the_bare_table_is_not_seen() -> None:
    scene, table = Scene(), drawn("r5", ".", "r7")
    scene.show(drawn())
    assert words(scene.show(table, "r5")) == "r5"
    scene.watch.read_since = scene.now
    seen = scene.show(table, "r5", ".", "r7")
    assert (words(seen), places_unread(seen)) == ("r5 r7", [])


def printed(*words: str) -> Pixels:
    """The table under a cloth of printed lines, with the tiles of `drawn` on it."""
    lines = np.random.default_rng(2).integers(90, 255, (HEIGHT // 3, WIDTH // 5, 1), np.uint8)
    cloth = np.repeat(np.repeat(np.repeat(lines, 3, axis=0), 5, axis=1), 3, axis=2)
    tiles, bare = drawn(*words), drawn()
    return np.where((tiles == bare).all(axis=2)[..., None], cloth, tiles)


def test_print_over_which_something_small_just_moved_when_a_round_begins_is_known() -> None:
    scene = Scene()
    scene.show(printed(), seconds=3)
    for left in (86, 120, 154):
        fly = printed()
        fly[160:190, left : left + 24] = 60
        scene.show(fly, seconds=0.1)
    scene.watch.take_as_bare()
    assert scene.watch.bare_table is not None
    behind_it = scene.watch.bare_table[162:188, 88:108].astype(int)
    assert np.abs(behind_it - printed()[162:188, 88:108]).mean() < 5


def test_of_a_table_at_rest_every_other_picture_is_looked_at_until_something_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene, table, moments, see = Scene(), drawn("r5", "r6"), list[float](), Surroundings.see
    scene.show(table, "r5", "r6", seconds=3)

    def counted(around: Surroundings, thumbnail: Pixels, moment: float, hidden: Sequence[NDArray[np.float32]]) -> None:
        moments.append(moment)
        see(around, thumbnail, moment, hidden)

    monkeypatch.setattr(Surroundings, "see", counted)
    scene.show(table, "r5", "r6", seconds=2)
    assert len(moments) == 10
    scene.watch.read_since = scene.now + 0.05
    assert scene.show(table, "r5", "r6", seconds=0.2).picture is not None
    assert scene.watch.snapshot.picture is not None
    assert scene.watch.snapshot.picture.moment >= scene.watch.read_since, "somebody presses Done"
    moments.clear()
    for number in range(10):
        arm = table.copy()
        arm[200:300, 100 + 20 * number : 200 + 20 * number] = (120, 150, 200)
        scene.show(arm, "r5", "r6", seconds=0.1)
    assert len(moments) >= 9


ROWS, COLUMNS = np.arange(HEIGHT)[:, None, None], np.arange(WIDTH)[None, :, None]


def in_bands(picture: Pixels, lines: NDArray[np.intp], number: int) -> Pixels:
    """The picture under a pulsing lamp, as a rolling shutter takes it line by line."""
    light = 0.82 + 0.18 * np.sin(2 * np.pi * (lines / 180 + 0.13 * number))
    return np.clip(picture * light, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("lines", [ROWS, COLUMNS], ids=["rows", "columns of a phone held upright"])
def test_in_mains_light_a_tile_that_was_exchanged_unseen_is_not_mixed_with_the_one_before(
    lines: NDArray[np.intp],
) -> None:
    scene, read = Scene(), list[Pixels]()
    scene.watch = Watch(Keeping(scene, read))
    before, now = drawn("11"), drawn("10")
    arm = before.copy()
    arm[60:300, 400:520] = (120, 150, 200)
    for number in range(55):
        shown, said = (before, "r11") if number < 40 else (arm, "r11") if number < 44 else (now, "r10")
        scene.show(in_bands(shown, lines, number), said, seconds=0.1)
    left, top = quad_of(0)[0].astype(int)
    face = slice(top + 4, top + HIGH - 4), slice(left + 3, left + WIDE - 3)
    whole = [picture for picture in read if picture.shape == now.shape][-1]
    seen = whole[face] * (now[face].mean() / whole[face].mean())
    assert np.abs(seen - now[face]).mean() < np.abs(seen - before[face]).mean() / 2


def test_print_that_was_taken_for_a_tile_once_is_none_once_it_is_read_as_print(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a trembling camera the same place looks different in the present reading and in the earlier one."""
    scene, printed = Scene(), drawn("r4")
    scene.show(printed, "r4")
    scene.watch.take_as_bare()
    with monkeypatch.context() as slips:
        slips.setattr(Bare, "shows_at", lambda _, __, quads: np.zeros(len(quads), bool))
        assert words(scene.show(printed, "r4")) == "r4"
    assert words(scene.show(drawn("r4", ".", ".", "b7"), "r4", ".", ".", "b7")) == "b7"


def test_print_that_was_read_before_the_round_tells_no_width_of_tiles() -> None:
    """Large drawings were read as tiles; the reader would search only tiles of that width, and miss smaller ones."""
    scene, given = Scene(), list[KnownFaces | None]()
    scene.watch = Watch(Giving(scene, given))
    scene.show(drawn("r4"), "r4")
    before = given[-1]
    scene.watch.take_as_bare()
    scene.show(drawn("r4"), "r4")
    assert given[-1] is not before


def test_print_that_was_read_before_the_round_teaches_no_faces() -> None:
    scene = Scene()
    scene.show(drawn("r4"), "r4")
    assert scene.watch.gallery.set.examples
    scene.watch.take_as_bare()
    assert not scene.watch.gallery.set.examples
