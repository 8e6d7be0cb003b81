"""What raises a doubt before anybody is condemned: the census, near misses, rows that nearly touch."""

import pytest

from referee.census import census
from referee.near_misses import near_misses_of_table, near_misses_of_turn
from referee.parting import parted
from referee.rules import Rules
from referee.table import Table
from referee.tiles import Tile

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
        ("sets", "wanted"),
        [
            (["r8 r6 r10"], ["r6 is r9"]),
            (["k5 k9 k7"], ["k9 is k6"]),
            (["b1 b8 b9"], ["b1 is b7"]),
            (["o2 o8 o4"], ["o8 is o3"]),
            (["r4 o5 r6"], ["o5 is r5"]),
            (["r4 o4 k4", "b7 b8 b9"], []),
            (["r4 r5 r9 r7", "k1 k2 k3"], ["r9 is r6"]),
            (["r4 r4 k4"], ["r4 is o4"]),
            (["r1 k2 b9"], []),
        ],
    )
    def test_one_tile_misread_explains_an_illegal_table(self, sets: list[str], wanted: list[str]) -> None:
        found = near_misses_of_table(ORIGINAL, table(*sets))
        assert list(dict.fromkeys(f"{miss.read} is {miss.instead}" for miss in found)) == wanted

    def test_it_asks_in_a_sentence(self) -> None:
        (miss,) = near_misses_of_table(ORIGINAL, table("k1 k2 k3", "r8 r6 r10"))
        assert str(miss) == "Is the red 6 in set 2 a red 9?"
        assert (miss.place, miss.spot) == (1, 1)

    def test_a_misreading_has_to_explain_every_fault(self) -> None:
        assert near_misses_of_table(ORIGINAL, table("r8 r6 r10", "k8 k6 k10")) == ()

    def test_a_third_copy_may_be_another_tile(self) -> None:
        lies = table("r4 r5 r6", "r4 b4 k4", "r4 b4 k4")
        assert {str(miss.instead) for miss in near_misses_of_table(ORIGINAL, lies)} == {"o4"}

    def test_what_vision_holds_possible_is_tried_too(self) -> None:
        lies = table("r8 k2 r10")
        rivals = {(0, 1): [Tile.from_notation("r9")]}
        assert near_misses_of_table(ORIGINAL, lies) == ()
        assert [str(miss.instead) for miss in near_misses_of_table(ORIGINAL, lies, rivals)] == ["r9"]

    def test_a_tile_that_vanished_may_have_been_misread(self) -> None:
        """A red 6 lay there; a red 9 lies there now: the table is valid, but the turn is not."""
        before, after = table("r6 k6 b6", "r7 r8 r10"), table("r9 k6 b6", "r7 r8 r9 r10")
        found = near_misses_of_turn(ORIGINAL, True, before, after)
        assert [f"{miss.read} is {miss.instead}" for miss in found] == ["r9 is r6"]

    def test_a_legal_turn_raises_no_doubt(self) -> None:
        assert near_misses_of_turn(ORIGINAL, True, table("r4 r5 r6"), table("r4 r5 r6 r7")) == ()


class TestRowsThatNearlyTouch:
    @pytest.mark.parametrize(
        ("pieces", "near", "joined", "sets"),
        [
            ([], [], [], ()),
            (["r3 r4 r5"], [], [], ((0,),)),
            # told apart: together they are no set
            (["r3 r4 r5", "k5 b5 o5"], [(0, 1)], [(0, 1)], ((0,), (1,))),
            # joined: apart they are no sets
            (["r9", "r10 r11"], [(0, 1)], [], ((0, 1),)),
            # both are sets either way: geometry decides
            (["r3 r4 r5", "r6 r7 r8"], [(0, 1)], [], ((0,), (1,))),
            (["r3 r4 r5", "r6 r7 r8"], [(0, 1)], [(0, 1)], ((0, 1),)),
            # neither way helps: geometry decides
            (["r3 r4", "k5 b5"], [(0, 1)], [], ((0,), (1,))),
            (["r3 r4", "k5 b5"], [(0, 1)], [(0, 1)], ((0, 1),)),
            # a chain that is cut in the only way that makes sets
            (["r3", "r4", "r5", "k5", "b5", "o5"], [(i, i + 1) for i in range(5)], [], ((0, 1, 2), (3, 4, 5))),
            # a piece near two others goes where it is needed
            (["r3 r4", "k9 b9", "r5"], [(0, 2), (1, 2)], [], ((0, 2), (1,))),
            (["k9 b9", "r3 r4", "o9"], [(0, 2), (1, 2)], [(1, 2)], ((0, 2), (1,))),
        ],
    )
    def test_told_apart_or_joined(
        self,
        pieces: list[str],
        near: list[tuple[int, int]],
        joined: list[tuple[int, int]],
        sets: tuple[tuple[int, ...], ...],
    ) -> None:
        assert parted(ORIGINAL, table(*pieces).sets, near, joined) == sets

    def test_the_rules_of_the_preset_decide(self) -> None:
        pieces, near = table("r8 r8", "b8").sets, [(0, 1)]
        assert parted(Rules.from_json("danish-card"), pieces, near) == ((0, 1),)
        assert parted(ORIGINAL, pieces, near) == ((0,), (1,))

    def test_a_heap_of_rows_is_left_to_geometry(self) -> None:
        pieces = table(*["r1"] * 12).sets
        near = [(a, b) for a in range(6) for b in range(6, 12)]
        assert sum(map(len, parted(ORIGINAL, pieces, near))) == 12
