"""Readings over time become one table."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import Tile
from vision.reading.detections import PlacedTile, TableReading
from vision.watching.settle import Settler
from vision.watching.snapshot import SettledTable
from vision.watching.tracks import Place, Track


def tile(word: str) -> Tile:
    return Tile.from_notation(word)


def face(x: float, y: float) -> NDArray[np.float32]:
    """A face 30 px wide and 40 px high with its top-left corner at a point."""
    return np.array([[x, y], [x + 30, y], [x + 30, y + 40], [x, y + 40]], np.float32)


def reading(*rows: str, sure: float = 0.99, shift: tuple[float, float] = (0, 0)) -> TableReading:
    """Rows of tiles below each other; `r6/r9` is read as r6 with 0.6, as r9 with 0.4; `.` leaves a gap."""
    tiles: list[PlacedTile] = []
    sets = []
    for y, row in enumerate(rows):
        places = []
        for x, word in enumerate(row.split()):
            if word == ".":
                continue
            name, _, rival = word.partition("/")
            rivals = ((tile(rival), 0.4),) if rival else ()
            quad = face(20 + 32 * x + shift[0], 20 + 80 * y + shift[1])
            places.append(len(tiles))
            tiles.append(PlacedTile(tile(name), quad, 0.6 if rival else sure, rivals))
        sets.append(tuple(places))
    return TableReading(1280, 720, tuple(tiles), tuple(sets), {})


def unknown(*_: object) -> Place:
    return Place.UNKNOWN


def settled(settler: Settler, *readings: TableReading) -> SettledTable:
    """The table settled from these readings and stored as the present one."""
    settler.begin_anew()
    settler.align(readings[0], lambda _: True, unknown)
    table = None
    for one in readings:
        table = settler.add(one, unknown) or table
    assert table is not None
    settler.accept()
    return table


def words(table: SettledTable) -> list[str]:
    return [" ".join(str(t.tile) for t in row) for row in table.rows]


@pytest.mark.parametrize("rows", [(), ("r7",), ("b4 b5 b6", "r8 k8 o8"), ("J r5 r6",)])
def test_two_readings_that_agree_settle_a_table(rows: tuple[str, ...]) -> None:
    settler = Settler()
    assert settler.add(reading(*rows), unknown) is None
    table = settler.add(reading(*rows), unknown)
    assert table is not None
    assert words(table) == list(rows)


def test_a_tile_misread_once_in_five_pictures_is_right_in_the_end() -> None:
    right, wrong = reading("r5 r6 r7", sure=0.9), reading("r5 r9 r7", sure=0.9)
    assert words(settled(Settler(), wrong, right, right, right, right)) == ["r5 r6 r7"]


def test_a_tile_that_one_picture_does_not_show_is_there() -> None:
    whole, torn = reading("r5 r6 r7"), reading("r5 . r7")
    assert words(settled(Settler(), whole, torn, whole, whole, whole)) == ["r5 r6 r7"]


def test_a_shadow_read_once_as_a_tile_is_not_there() -> None:
    clean, ghost = reading("r5 r6 r7"), reading("r5 r6 r7", "k1")
    assert words(settled(Settler(), ghost, clean, clean, clean, clean)) == ["r5 r6 r7"]


def test_a_shadow_that_the_second_reading_does_not_show_waits_for_the_third() -> None:
    settler, clean = Settler(), reading("r5 r6 r7")
    assert settler.add(reading("r5 r6 r7", "k1"), unknown) is None
    assert settler.add(clean, unknown) is None
    table = settler.add(clean, unknown)
    assert table is not None
    assert words(table) == ["r5 r6 r7"]


def test_an_undecided_tile_keeps_its_rivals() -> None:
    table = settled(Settler(), reading("r5 r6/r9 r7"), reading("r5 r6/r9 r7"))
    doubtful = table.rows[0][1]
    assert doubtful.confidence == pytest.approx(0.6)
    assert doubtful.rivals == ((tile("r9"), pytest.approx(0.4)),)


def test_a_tile_that_lies_still_remembers_what_was_read_of_it() -> None:
    settler = Settler()
    first = settled(settler, reading("r5 r6 r7"), reading("r5 r6 r7"))
    again = settled(settler, reading("r5 r9/r6 r7"), reading("r5 r9/r6 r7"))
    assert words(again) == ["r5 r6 r7"]
    assert [t.key for t in again.tiles] == [t.key for t in first.tiles]


def test_a_tile_that_is_read_as_another_one_in_another_light_is_asked_about() -> None:
    settler = Settler()
    before = settled(settler, reading("k8"), reading("k8"))
    lit = PlacedTile(tile("o8"), face(20, 20), 0.96, ((tile("k8"), 0.03),))
    for _ in range(20):
        (only,) = settled(settler, *[replace(reading("o8"), tiles=(lit,))] * 5).tiles
    assert (only.key, only.tile) == (before.tiles[0].key, tile("o8"))
    assert only.confidence < 0.9
    for _ in range(4):
        (only,) = settled(settler, *[reading("k8")] * 5).tiles
    assert only.tile == tile("k8")
    assert only.confidence > 0.9


def test_a_tile_exchanged_for_one_that_looks_alike_is_asked_about() -> None:
    settler = Settler()
    settled(settler, reading("o1"), reading("o1"))
    settler.begin_anew()
    table = None
    for _ in range(5):
        table = settler.add(reading("r1"), same) or table
    assert table is not None
    (only,) = table.tiles
    assert only.confidence < 0.9
    assert only.tile == tile("r1")


def test_another_tile_in_the_same_place_is_another_tile() -> None:
    settler = Settler()
    first = settled(settler, reading("r5 r6 r7"), reading("r5 r6 r7"))
    again = settled(settler, reading("r5 b6 r7"), reading("r5 b6 r7"))
    assert words(again) == ["r5 b6 r7"]
    assert again.rows[0][1].key not in {t.key for t in first.tiles}


def test_a_correction_sticks_to_the_tile_while_it_lies_there() -> None:
    settler = Settler()
    first = settled(settler, reading("r5 r9 r7"), reading("r5 r9 r7"))
    settler.known.tell(first.rows[0][1].key, tile("r6"))
    assert words(settled(settler, reading("r5 r9 r7"), reading("r5 r9 r7"))) == ["r5 r6 r7"]
    assert words(settled(settler, reading("r5 r9 r7", "k1"), reading("r5 r9 r7", "k1"))) == ["r5 r6 r7", "k1"]


def test_a_correction_does_not_stick_to_the_next_tile_in_that_place() -> None:
    settler = Settler()
    first = settled(settler, reading("r5 r9 r7"), reading("r5 r9 r7"))
    settler.known.tell(first.rows[0][1].key, tile("r6"))
    settled(settler, reading("r5 r9 r7"), reading("r5 r9 r7"))
    assert words(settled(settler, reading("r5 b9 r7"), reading("r5 b9 r7"))) == ["r5 b9 r7"]


def test_after_a_bump_the_tiles_are_found_again_where_they_now_lie() -> None:
    settler = Settler()
    rows = ("r5 r9 r7", "k1 k2 k3", "b8 o8 k8")
    first = settled(settler, reading(*rows), reading(*rows))
    settler.known.tell(first.rows[0][1].key, tile("r6"))
    settled(settler, reading(*rows), reading(*rows))
    bumped = reading(*rows, shift=(57, -13))
    again = settled(settler, bumped, bumped)
    assert words(again) == ["r5 r6 r7", "k1 k2 k3", "b8 o8 k8"]
    assert {t.key for t in again.tiles} == {t.key for t in first.tiles}


def test_after_a_bump_three_tiles_are_enough_if_all_are_found_again() -> None:
    settler = Settler()
    first = settled(settler, reading("r5 r6 r7"), reading("r5 r6 r7"))
    bumped = reading("r5 r6 r7", shift=(57, -13))
    assert {t.key for t in settled(settler, bumped, bumped).tiles} == {t.key for t in first.tiles}


def test_a_table_that_will_not_agree_settles_after_five_pictures() -> None:
    settler = Settler()
    plain, ghost = reading("r5 r6 r7"), reading("r5 r6 r7", "k1")
    assert all(settler.add(one, unknown) is None for one in (plain, ghost, plain, ghost))
    table = settler.add(reading("r5 r6 r7"), unknown)
    assert table is not None
    assert words(table) == ["r5 r6 r7"]


def same(*_: object) -> Place:
    return Place.SAME


def another(*_: object) -> Place:
    return Place.FREE


def test_a_tile_that_is_not_read_any_more_still_lies_there_while_its_place_looks_the_same() -> None:
    settler = Settler()
    first = settled(settler, reading("r5 r6 r7"), reading("r5 r6 r7"))
    settler.begin_anew()
    assert settler.add(reading("r5 . r7"), same) is None
    table = settler.add(reading("r5 . r7"), same)
    assert table is not None
    assert words(table) == ["r5 r6 r7"]
    assert {t.key for t in table.tiles} == {t.key for t in first.tiles}


def test_a_tile_whose_place_looks_another_was_taken_away() -> None:
    settler = Settler()
    settled(settler, reading("r5 r6 r7"), reading("r5 r6 r7"))
    settler.begin_anew()
    settler.add(reading("r5 . r7"), another)
    table = settler.add(reading("r5 . r7"), another)
    assert table is not None
    assert sorted(str(t.tile) for t in table.tiles) == ["r5", "r7"]


def test_a_tile_that_was_read_askew_does_not_stay_beside_its_better_reading() -> None:
    settler, askew = Settler(), reading("k4", shift=(0, 18))
    settled(settler, askew, askew)
    settler.begin_anew()
    settler.add(reading("k4"), same)
    table = settler.add(reading("k4"), same)
    assert table is not None
    assert words(table) == ["k4"]


def test_a_tile_that_a_person_says_lies_there_joins_its_row_while_its_place_looks_the_same() -> None:
    settler = Settler()
    settled(settler, reading("r5 . r7"), reading("r5 . r7"))
    settler.known.said(face(20 + 32, 20), tile("r6"), tile("r6"))
    for lies, rows in ((same, ["r5 r6 r7"]), (another, ["r5", "r7"])):
        settler.begin_anew()
        settler.add(reading("r5 . r7"), lies)
        table = settler.add(reading("r5 . r7"), lies)
        assert table is not None
        assert sorted(t for row in words(table) for t in row.split()) == sorted(" ".join(rows).split())


def test_a_tile_that_a_person_named_and_one_reading_sees_a_little_off_still_lies_there() -> None:
    """Its look was stored where the person saw it."""
    settler, said = Settler(), face(116, 20)
    settled(settler, *[reading("r5 r6 r7")] * 2)
    settler.known.said(said, tile("J"), tile("r8"))

    def lies(_: Track, quad: NDArray[np.float32]) -> Place:
        return Place.SAME if np.array_equal(quad, said) or quad[0, 0] < 110 else Place.UNKNOWN

    off = replace(reading("r5 r6 r7"), tiles=(*reading("r5 r6 r7").tiles, PlacedTile(tile("r8"), said - 5, 0.9)))
    for one in (reading("r5 r6 r7"), off, reading("r5 r6 r7"), reading("r5 r6 r7")):
        table = settler.add(one, lies)
    assert table is not None
    assert words(table) == ["r5 r6 r7 r8"]


def test_a_hand_that_hides_a_tile_may_exchange_it() -> None:
    """A player named the tile; the first reading finds a hand over it, the next one another tile."""
    settler = Settler()
    settled(settler, reading("r5 r6 r7"), reading("r5 r6 r7"))
    settler.known.tell(settler.known.kept[1].key, tile("r6"))
    settler.begin_anew()
    settler.add(reading("r5 . r7"), lambda *_: Place.PASSED)
    tables = [settler.add(reading("r5 b6 r7"), another) for _ in range(2)]
    assert [words(table) for table in tables if table is not None] == [["r5 b6 r7"]]


def test_a_tile_that_a_first_reading_misses_is_the_same_tile() -> None:
    settler = Settler()
    first = settled(settler, reading("r5 r6 r7"), reading("r5 r6 r7"))
    settler.begin_anew()
    tables = [settler.add(reading(row), same) for row in ("r5 . r7", "r5 r6 r7")]
    assert tables[-1] is not None
    assert {t.key for t in tables[-1].tiles} == {t.key for t in first.tiles}


def test_what_the_camera_reads_where_a_person_spoke_first_is_its_own_word() -> None:
    """A player named a tile, the camera then reads another name, and the player withdraws the correction."""
    settler = Settler()
    settled(settler, reading("r5 . r7"), reading("r5 . r7"))
    told = settler.known.said(face(20 + 32, 20), tile("r6"), tile("r6"))
    settler.begin_anew()
    settler.add(reading("r5 k2 r7"), same)
    table = settler.add(reading("r5 k2 r7"), same)
    assert table is not None
    assert words(table) == ["r5 r6 r7"]
    settler.accept()
    settler.known.tell(told.key, None)
    assert [str(track.likeliest) for track in settler.known.kept] == ["r5", "k2", "r7"]


def test_where_a_person_says_that_no_tile_lies_none_is_read_while_that_looks_the_same() -> None:
    settler = Settler()
    first = settled(settler, reading("r5 r6 r7", "k1"), reading("r5 r6 r7", "k1"))
    ghost = next(t.key for t in first.tiles if str(t.tile) == "k1")
    settler.known.tell_absent(ghost)
    for lies, rows in ((same, ["r5 r6 r7"]), (same, ["r5 r6 r7"]), (another, ["r5 r6 r7", "k1"])):
        settler.begin_anew()
        settler.add(reading("r5 r6 r7", "k1"), lies)
        table = settler.add(reading("r5 r6 r7", "k1"), lies)
        assert table is not None
        assert words(table) == rows
        settler.accept()


def test_where_a_person_says_that_no_tile_lies_none_is_read_after_an_arm_has_gone() -> None:
    settler = Settler()
    first = settled(settler, reading("r5 r6 r7", "k1"), reading("r5 r6 r7", "k1"))
    settler.known.tell_absent(next(t.key for t in first.tiles if str(t.tile) == "k1"))
    arm, gone = ("r5 r6 r7",), ("r5 r6 r7", "k1")
    for lies, rows in ((lambda *_: Place.HIDDEN, arm), (another, arm), (same, gone)):
        settler.begin_anew()
        settler.add(reading(*rows), lies)
        table = settler.add(reading(*rows), lies)
        assert table is not None
        assert words(table) == ["r5 r6 r7"]
        settler.accept()


def test_what_a_person_said_can_be_taken_back() -> None:
    settler = Settler()
    first = settled(settler, reading("r5 r9 r7"), reading("r5 r9 r7"))
    settler.known.tell(first.rows[0][1].key, tile("r6"))
    settler.known.tell(first.rows[0][1].key, None)
    assert words(settled(settler, reading("r5 r9 r7"), reading("r5 r9 r7"))) == ["r5 r9 r7"]


def test_what_only_single_pictures_showed_is_fleeting_unless_a_player_spoke_of_it() -> None:
    """Print that a row half covers is read as a tile for a moment, in the shadow of an arm that rests above."""
    (read,) = reading("k12").tiles
    shown_once, shown_twice, named = (Track(key, read.quad) for key in range(3))
    for track, pictures in ((shown_once, (1, 1)), (shown_twice, (1, 2)), (named, (1, 1))):
        for many in pictures:
            track.vote(read, many)
    named.told = tile("k12")
    assert [track.is_fleeting for track in (shown_once, shown_twice, named)] == [True, False, False]
