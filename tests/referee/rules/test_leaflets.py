"""Every worked example of the leaflets, in their order and their words."""

import re
from pathlib import Path

import pytest

from referee.judging import Position, Verdict, judge
from referee.rules import FIXED_RULES, OPTIONS, PRESETS, Rules
from referee.sets import Kind, kind, points
from referee.table import Table, row_from_notation
from referee.tiles import NotationError

FREELY = ["original", "tournament", "finnish", "wikipedia", "sabra"]
"""The presets in which sets without jokers are rebuilt freely."""


def turn(preset: str, before: str, after: str, opened: bool = True) -> Verdict:
    lay, lies = (Table.from_notation([row for row in text.split(" / ") if row]) for text in (before, after))
    return judge(Position(Rules.from_json(preset), opened, lay), lies)


def rack_of(verdict: Verdict) -> str:
    return " ".join(map(str, verdict.played))


class TestSixWaysOfRearranging:
    """Leaflets 000, 001 and 002: combinations."""

    @pytest.mark.parametrize("preset", PRESETS)
    def test_blue_3_is_added_to_a_run_and_blue_8_to_a_group(self, preset: str) -> None:
        """001: "The run blue 4, 5, 6 lies on the table. The player adds the blue 3; blue 8 goes to the 8s.\""""
        verdict = turn(preset, "b4 b5 b6 / r8 k8 o8", "b3 b4 b5 b6 / r8 k8 o8 b8")
        assert verdict.legal
        assert rack_of(verdict) == "b3 b8"

    @pytest.mark.parametrize("preset", PRESETS)
    def test_the_fourth_tile_of_a_group_makes_a_run(self, preset: str) -> None:
        """001: "The player takes the blue 4 from the group of 4s and lays the run blue 3, 4, 5, 6.\""""
        verdict = turn(preset, "r4 b4 k4 o4", "b3 b4 b5 b6 / r4 k4 o4")
        assert verdict.legal
        assert rack_of(verdict) == "b3 b5 b6"

    @pytest.mark.parametrize("preset", FREELY)
    def test_a_fourth_tile_is_added_and_another_taken_for_a_new_set(self, preset: str) -> None:
        """001: "The player lays the blue 11 and uses the 8s to make a new group.\""""
        verdict = turn(preset, "b8 b9 b10", "b9 b10 b11 / b8 r8 k8")
        assert verdict.legal
        assert rack_of(verdict) == "k8 r8 b11"

    @pytest.mark.parametrize("preset", PRESETS)
    def test_a_run_is_split(self, preset: str) -> None:
        """001: "The player splits the run and uses the red 6 to make two new runs.\""""
        verdict = turn(preset, "r4 r5 r6 r7 r8", "r4 r5 r6 / r6 r7 r8")
        assert verdict.legal
        assert rack_of(verdict) == "r6"

    @pytest.mark.parametrize("preset", PRESETS)
    def test_a_combined_split(self, preset: str) -> None:
        """001: "Blue 1 from the rack, orange 1 from the run and red 1 from the group make a new group.\""""
        verdict = turn(preset, "o1 o2 o3 o4 / r1 k1 b1 o1", "b1 o1 r1 / o2 o3 o4 / k1 b1 o1")
        assert verdict.legal
        assert rack_of(verdict) == "b1"

    @pytest.mark.parametrize("preset", FREELY)
    def test_a_multiple_split(self, preset: str) -> None:
        """001: "Three runs, with black 10 and blue 5 from the rack: three groups and one new run.\""""
        verdict = turn(
            preset,
            "k5 k6 k7 k8 k9 / r5 r6 r7 / o5 o6 o7",
            "k5 r5 o5 b5 / k6 r6 o6 / k7 r7 o7 / k8 k9 k10",
        )
        assert verdict.legal
        assert rack_of(verdict) == "k10 b5"


class TestFourWaysOfFreeingTheJoker:
    """Leaflets 001 and 002. The pictures are lost; the positions follow the captions."""

    @pytest.mark.parametrize("its_place", ["r3", "o3", "r3 o3"])
    def test_1_replaced_by_one_of_two_tiles_or_by_both(self, its_place: str) -> None:
        """001: "The player can replace the joker with one of the tiles on the rack, or use both.\""""
        assert turn("original", "k3 b3 J", f"k3 b3 {its_place} / J r9 r10").legal

    def test_2_the_run_is_split(self) -> None:
        """001: "The player splits the run and removes the joker.\""""
        assert turn("original", "b3 b4 b5 J b7 b8 b9", "b3 b4 b5 / b7 b8 b9 / J r9 r10").legal

    def test_3_the_blue_5_is_added(self) -> None:
        """001: "The player adds the blue 5 and removes the joker.\""""
        assert turn("original", "J b6 b7 b8", "b5 b6 b7 b8 / J r9 r10").legal
        assert turn("original", "b2 b3 b4 J", "b2 b3 b4 b5 / J r9 r10").legal

    def test_4_the_tiles_of_the_run_go_to_groups(self) -> None:
        """001: "Black 1 goes to the group of 1s, then black 2 to the group of 2s. The joker is free.\""""
        before = "k1 k2 J / r1 b1 o1 / r2 b2 o2"
        assert turn("original", before, "k1 r1 b1 o1 / k2 r2 b2 o2 / J r9 r10").legal

    @pytest.mark.parametrize("preset", ["finnish", "sabra", "wikipedia", "danish-card"])
    def test_2_and_4_are_not_for_the_stricter_leaflets(self, preset: str) -> None:
        """Leaflets 000, 003, 004: only the tile that a joker stands for frees it."""
        for before, after in [
            ("b3 b4 b5 J b7 b8 b9", "b3 b4 b5 / b7 b8 b9 / J r9 r10"),
            ("k1 k2 J / r1 b1 o1 / r2 b2 o2", "k1 r1 b1 o1 / k2 r2 b2 o2 / J r9 r10"),
        ]:
            codes = {fault.code.value for fault in turn(preset, before, after).faults}
            assert "joker-exchange" in codes

    def test_a_freed_joker_is_not_kept(self) -> None:
        """001: "A replaced joker has to be used in the same turn.\""""
        verdict = turn("original", "J b6 b7", "b5 b6 b7")
        assert [fault.code.value for fault in verdict.faults] == ["tile-missing", "joker-not-reused"]

    def test_no_joker_is_taken_before_the_first_meld(self) -> None:
        """001: "A joker may not be taken back before the first meld.\""""
        verdict = turn("original", "J b6 b7", "b5 b6 b7 / J r12 r13", opened=False)
        assert "opening-touches-table" in {fault.code.value for fault in verdict.faults}


class TestTheSetsOf003:
    """Leaflet 003: examples of valid and of invalid sets, and of manipulation."""

    @pytest.mark.parametrize("preset", PRESETS)
    def test_valid(self, preset: str) -> None:
        rules = Rules.from_json(preset)
        assert kind(row_from_notation("b1 b2 b3 b4", ""), rules) is Kind.RUN
        assert kind(row_from_notation("b1 r1 o1", ""), rules) is Kind.GROUP

    @pytest.mark.parametrize(
        ("row", "why"),
        [
            ("b1 b2 b4", "numbers do not follow one another"),
            ("b1 b2 r3", "neither one colour nor one number"),
            ("b1 b1 r1", "blue 1 lies in it more than once"),
        ],
    )
    def test_invalid(self, row: str, why: str) -> None:
        (fault,) = turn("wikipedia", "", row).faults
        assert fault.code.value == "not-a-set"
        assert why in fault.text
        assert fault.source.text.startswith("leaflet 003")

    def test_shifting_splitting_substituting_removing(self) -> None:
        assert turn("wikipedia", "r3 r4 r5", "r4 r5 r6 / r3 k3 b3").legal
        assert turn("wikipedia", "b6 b7 b8 b9 b10", "b6 b7 b8 / b8 b9 b10").legal
        assert turn("wikipedia", "b6 r6 o6", "k6 r6 o6 / b6 b7 b8").legal
        assert turn("wikipedia", "k6 b6 r6 o6", "b6 r6 o6 / k6 k7 k8").legal

    def test_joker_substitution(self) -> None:
        """003: "blue 3, blue 4, joker: a player may replace it with blue 5 and play it with two sevens.\""""
        verdict = turn("wikipedia", "b3 b4 J", "b3 b4 b5 / J r7 o7")
        assert verdict.legal
        assert rack_of(verdict) == "r7 b5 o7"


class TestOpening:
    """The requirements of each leaflet for the first meld."""

    def test_at_least_30(self) -> None:
        """001: "sets with a value of at least 30 points\""""
        assert turn("original", "", "k10 r10 b10", opened=False).legal
        assert not turn("original", "", "k9 r9 b9", opened=False).legal

    def test_more_than_30_in_one_set(self) -> None:
        """000: "a set whose numbers' sum exceeds 30\""""
        assert turn("finnish", "", "b7 b8 b9 b10", opened=False).legal
        assert not turn("finnish", "", "k10 r10 b10", opened=False).legal
        assert not turn("finnish", "", "k9 r9 b9 / r1 r2 r3", opened=False).legal

    def test_40_in_several_sets(self) -> None:
        """004: "to reach 40 points one may lay several combinations together\""""
        assert turn("danish-card", "", "k10 r10 b10 / r1 r2 r3 r4", opened=False).legal
        assert not turn("danish-card", "", "k10 r10 b10", opened=False).legal

    def test_a_joker_counts_as_the_tile_it_stands_for(self) -> None:
        assert points(row_from_notation("J r12 r13", ""), Rules()) == 36
        assert points(row_from_notation("b8 k8 J", ""), Rules()) == 24
        assert points(row_from_notation("r5 r6 J", ""), Rules()) == 18


def test_1_never_follows_13() -> None:
    """001: "Note! 1 is always lowest and can never be laid after 13.\""""
    for preset in PRESETS:
        assert not turn(preset, "", "r12 r13 r1").legal


def test_more_tiles_than_any_table_holds_are_refused() -> None:
    with pytest.raises(NotationError, match="after: more than 1000 tiles"):
        Table.from_notation(["r1 r2 r3 r4"] * 4_000, "after")


def test_notation_names_the_place_of_what_is_no_tile() -> None:
    with pytest.raises(NotationError, match='after, set 3: "x9" is not a tile'):
        Table.from_notation(["r1 r2 r3", "k1 k2 k3", "b1 x9"], "after")


PAGE = Path(__file__).parents[3] / "docs/leaflets.md"
TESTS = Path(__file__).parents[1]
LINES = [
    [cell.strip() for cell in line.strip("| \n").split(" | ")]
    for line in PAGE.read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| ---", "| the leaflet", "| question"))
]


@pytest.mark.parametrize("cells", LINES, ids=lambda cells: cells[0][:40])
def test_the_test_exists_that_the_page_on_the_leaflets_names(cells: list[str]) -> None:
    """docs/leaflets.md names a test for every sentence of the leaflets, or the reason why it has no test."""
    test = cells[2]
    if test.startswith("rulebook: "):
        assert f"| {test.removeprefix('rulebook: ')}" in (TESTS / "judging/rulebook.txt").read_text("utf-8")
    elif not test.startswith("- "):
        file, _, function = test.partition("::")
        assert f"def {function}(" in (TESTS / file).read_text("utf-8")


def test_the_page_on_the_leaflets_names_options_and_rules_that_there_are() -> None:
    known = {option.name for option in OPTIONS} | set(FIXED_RULES)
    chapters = [cells for cells in LINES if cells[1].startswith("`")]
    named = {word for cells in chapters for word in re.findall(r"`(\w+)`", cells[1])}
    assert len(chapters) > 80
    assert named <= known
