"""What raises a doubt before anybody is condemned: the census, and what tiles are taken for."""

import pytest

from referee.census import census
from referee.rules.options import Rules
from referee.table import Table
from referee.tiles import ALL_TILES, Tile
from vision.reading.lookalikes import lookalikes

ORIGINAL = Rules()


def table(*sets: str) -> Table:
    return Table.from_notation(sets)


class TestCensus:
    def test_what_lies_there_and_what_is_unseen_make_a_box(self) -> None:
        counted = census(ORIGINAL, table("r4 r5 r6", "r4 b4 J"))
        assert counted.on_table + counted.unseen == ORIGINAL.box_size
        assert counted.to_json()["r4"] == {"on_table": 2, "unseen": 0}
        assert counted.to_json()["J"] == {"on_table": 1, "unseen": 1}
        assert len(counted.counts) == 53

    def test_a_third_copy_is_a_doubt(self) -> None:
        (doubt,) = census(ORIGINAL, table("r4 r5 r6", "r4 b4 k4", "r4 o4 k4")).doubts
        assert (str(doubt.tile), doubt.on_table, doubt.too_many, doubt.unseen) == ("r4", 3, 1, 0)

    def test_the_box_of_the_preset_counts(self) -> None:
        lies = table("J r5 r6", "J k5 k6", "J b5 b6")
        assert [str(doubt.tile) for doubt in census(ORIGINAL, lies).doubts] == ["J"]
        assert census(Rules.from_json("danish-card"), lies).doubts == ()


class TestNearMisses:
    @pytest.mark.parametrize(
        ("read", "could_be"),
        [
            ("r6", "r9 r5 o6"),
            ("r9", "r6 o9"),
            ("o1", "o7 o11 r1"),
            ("o8", "o3 r8"),
            ("k7", "k1 b7"),
            ("J", ""),
        ],
    )
    def test_what_a_tile_is_taken_for(self, read: str, could_be: str) -> None:
        assert " ".join(map(str, lookalikes(Tile.from_notation(read)))) == could_be

    def test_tiles_are_taken_for_one_another(self) -> None:
        for tile in ALL_TILES:
            assert all(tile in lookalikes(other) for other in lookalikes(tile))
